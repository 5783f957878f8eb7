//! Staging: sets up the circumstances of the contract on a running server, and describes the request that
//! meets each of them.
//!
//! This module does not decide the responses to these requests.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ResourceEffect};

use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::service::jobs;
use crate::world::World;
use crate::world::teams::{Settings, Team};

/// A request that meets a circumstance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StagedRequest {
    /// The operation that is called.
    pub operation: String,
    /// The clause that describes the circumstance. A request that should succeed has the operation's own
    /// path, `operations.<id>`.
    pub clause: String,
    /// The key, if the valid key does not meet the circumstance.
    pub key: Option<String>,
    /// The path parameters, by name.
    pub parameters: Vec<(String, String)>,
    /// The body.
    pub body: Option<Value>,
}

/// The circumstances of a contract that are set up on a server, with the requests so far.
pub(crate) struct Staging<'s> {
    /// The contract of the server.
    contract: &'s Contract,
    world: &'s World,
    /// The clauses of the staged contract, unless it is the server's own.
    others: Option<HashSet<ClauseId>>,
    pub(crate) staged: Vec<StagedRequest>,
}

impl<'s> Staging<'s> {
    /// Begins to set up the circumstances of `spec`, which need not be the contract of the server.
    pub(crate) fn new(contract: &'s Contract, world: &'s World, spec: &Spec) -> Self {
        // Listing the clauses takes long, so those of the server's own contract are not listed again.
        let others = (!std::ptr::eq(Arc::as_ptr(contract.spec()), spec))
            .then(|| spec.clauses().into_iter().map(|clause| clause.id).collect());
        Self { contract, world, others, staged: Vec::new() }
    }

    /// Adds a request for each operation without a behaviour, which gets the response that the contract shows. A request
    /// for a job names one that `start` returns, with the given properties.
    pub(crate) fn unimplemented(
        &mut self,
        spec: &Spec,
        is_performed: impl Fn(&str) -> bool,
        start: impl Fn(&str, Properties) -> Option<String>,
    ) {
        let operations = spec.operations.values().filter(|operation| {
            operation.stored_resource().is_none() && !is_performed(&operation.id)
        });
        for operation in operations {
            let (id, clause) = (&operation.id, operation.clause());
            let named = operation
                .resource
                .as_ref()
                .and_then(|resource| Some((resource, resource.identified_by.clone()?)));
            let Some((resource, parameter)) = named else {
                self.add(id, clause.as_str(), StagedRequest::default());
                continue;
            };
            let with = |job: Option<String>| StagedRequest {
                parameters: job.map(|job| (parameter.clone(), job)).into_iter().collect(),
                ..StagedRequest::default()
            };
            let unknown = self.world.randomness.identities.next().to_string();
            self.add(id, clause.as_str(), with(start(&resource.type_name, Properties::new())));
            if operation.pagination.is_some() {
                let ended = with(start(&resource.type_name, jobs::long_ago()));
                self.add(id, operation.pagination_clause("walk").as_str(), ended);
            }
            if operation.has_other_parameters() {
                self.add(id, clause.child("unknown").as_str(), with(Some(unknown)));
            }
            let Some(lifecycle) = spec.job_lifecycle(&resource.type_name) else { continue };
            let cancels = spec.operation_on(ResourceEffect::Cancels, &resource.type_name);
            if resource.effect == ResourceEffect::Reads && cancels.is_none() {
                let ended = with(start(&resource.type_name, jobs::long_ago()));
                self.add(id, lifecycle.terminal_clause().as_str(), ended);
            }
            for situation in lifecycle.situations_of(id) {
                let Some(given) = jobs::in_situation(resource, situation) else { continue };
                let job = start(&resource.type_name, given);
                self.add(id, situation.clause.as_str(), with(job));
            }
        }
    }

    /// Adds a request that meets a circumstance, if the contract has the clause.
    pub(crate) fn add(&mut self, operation: &str, clause: &str, staged: StagedRequest) {
        let is_success = clause == format!("operations.{operation}");
        let has_clause = || match &self.others {
            Some(clauses) => clauses.contains(&ClauseId::new(clause)),
            None => self.contract.has_clause(clause),
        };
        if is_success || has_clause() {
            let (operation, clause) = (operation.to_owned(), clause.to_owned());
            self.staged.push(StagedRequest { operation, clause, ..staged });
        }
    }

    /// Returns whether the contract lists a clause as a situation of an operation.
    pub(crate) fn shows(&self, operation: &str, clause: &str) -> bool {
        let operation = self.contract.spec.operations.get(operation);
        let mut situations = operation.into_iter().flat_map(|operation| &operation.situations);
        situations.any(|situation| situation.clause.as_str() == clause)
    }

    /// Creates a team with these settings and a key for it.
    pub(crate) fn key(&self, settings: Settings) -> (Team, String) {
        let team = Team::named(format!("staged-{}", self.world.randomness.identities.next()));
        let key = self.world.teams.set(&team, settings, &self.world.randomness.identities);
        (team, key)
    }
}
