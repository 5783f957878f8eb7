//! Staging: sets up the circumstances of the contract on a running server, and describes the request that
//! meets each of them.
//!
//! This module does not decide the responses to these requests.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation};

use super::backend::Backend;
use super::resources::UnknownKind;
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

/// Sets up every circumstance of a contract that this server supports.
///
/// # Errors
/// Fails if a resource that a circumstance needs cannot be created.
pub(crate) fn stage(backend: &Backend, spec: &Spec) -> Result<Vec<StagedRequest>, UnknownKind> {
    let own = &backend.contract;
    // Listing the clauses takes long, so those of the server's own contract are not listed again.
    let others = (!std::ptr::eq(Arc::as_ptr(own.spec()), spec))
        .then(|| spec.clauses().into_iter().map(|clause| clause.id).collect());
    let mut staging = Staging { backend, others, staged: Vec::new() };
    backend.behaviour.stage(&mut staging)?;
    // Any valid request for an operation without a behaviour gets the response that the contract shows.
    let is_implemented = |operation: &&Operation| {
        operation.resource.is_some() || backend.behaviour.performs(&operation.id)
    };
    for operation in spec.operations.values().filter(|operation| !is_implemented(operation)) {
        staging.add(&operation.id, operation.clause().as_str(), StagedRequest::default());
    }
    Ok(staging.staged)
}

/// A server whose circumstances are set up, with the requests so far.
pub(crate) struct Staging<'s> {
    pub(crate) backend: &'s Backend,
    /// The clauses of the contract, unless it is the server's own.
    others: Option<HashSet<ClauseId>>,
    staged: Vec<StagedRequest>,
}

impl Staging<'_> {
    /// Adds a request that meets a circumstance, if the contract has the clause.
    pub(crate) fn add(&mut self, operation: &str, clause: &str, staged: StagedRequest) {
        let is_success = clause == format!("operations.{operation}");
        let has_clause = || match &self.others {
            Some(clauses) => clauses.contains(&ClauseId::new(clause)),
            None => self.backend.contract.has_clause(clause),
        };
        if is_success || has_clause() {
            let (operation, clause) = (operation.to_owned(), clause.to_owned());
            self.staged.push(StagedRequest { operation, clause, ..staged });
        }
    }

    /// Returns whether the contract lists a clause as a situation of an operation.
    pub(crate) fn shows(&self, operation: &str, clause: &str) -> bool {
        let operation = self.backend.contract.spec.operations.get(operation);
        let mut situations = operation.into_iter().flat_map(|operation| &operation.situations);
        situations.any(|situation| situation.clause.as_str() == clause)
    }

    /// Creates a team with these settings and a key for it.
    pub(crate) fn key(&self, settings: Settings) -> (Team, String) {
        let team =
            Team::named(format!("staged-{}", self.backend.world.randomness.identities.next()));
        let key = self.backend.world.teams.set(
            &team,
            settings,
            &self.backend.world.randomness.identities,
        );
        (team, key)
    }
}
