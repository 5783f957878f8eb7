//! Staging: sets up the circumstances of the contract on a running server, and describes the request that
//! meets each of them.
//!
//! This module does not decide the responses to these requests.

use std::collections::HashMap;

use serde::Deserialize as _;
use serde_json::Value;
use webdata_spec::model::{ClauseId, Operation, Resource, ResourceEffect};
use webdata_spec::{ClauseIndex, Spec};

use crate::contract::Contract;
use crate::contract::extension::{Circumstance, Extension, ExtensionError};
use crate::contract::schema::Properties;
use crate::service::behaviour::Behaviour;
use crate::service::jobs;
use crate::world::World;
use crate::world::store::ResourceId;
use crate::world::teams::{KeyPermissions, Settings, Team};

/// A request that meets a circumstance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StagedRequest {
    /// The operation that is called.
    pub operation: String,
    /// The clause that describes the circumstance. For a request that should succeed, it is the operation's clause,
    /// `operations.<id>`.
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
    /// The clauses of the staged contract, which need not be the server's own.
    clauses: &'s ClauseIndex,
    pub(crate) staged: Vec<StagedRequest>,
}

/// Checks the circumstances of an extension.
///
/// # Errors
/// The mistakes.
pub(crate) fn check(
    extension: &Extension,
    behaviour: &dyn Behaviour,
) -> Result<(), ExtensionError> {
    let mistake = |circumstance: &Circumstance| {
        let team = circumstance.team.as_ref().unwrap_or(&Value::Null);
        let team = Option::<Settings>::deserialize(team).map_err(|error| error.to_string());
        let team = team.and_then(|team| behaviour.complete_settings(team.unwrap_or_default()));
        let set_up = circumstance.set_up.as_ref();
        team.and_then(|_| set_up.map_or(Ok(()), |set_up| behaviour.check_set_up(set_up))).err()
    };
    let circumstances = extension.circumstances.iter();
    let mistakes = circumstances.flat_map(|(of, circumstances)| {
        circumstances.iter().filter_map(move |(clause, circumstance)| {
            Some(format!("circumstance.{of}.\"{clause}\": {}", mistake(circumstance)?))
        })
    });
    ExtensionError::check(mistakes.collect())
}

impl<'s> Staging<'s> {
    /// Begins to set up the circumstances that a contract with these clauses has.
    pub(crate) fn new(contract: &'s Contract, world: &'s World, clauses: &'s ClauseIndex) -> Self {
        Self { contract, world, clauses, staged: Vec::new() }
    }

    /// Adds the requests of the extension. If the extension gives no path parameter, a request names a resource
    /// that `create` makes for its team.
    pub(crate) fn extended(
        &mut self,
        behaviour: &dyn Behaviour,
        create: impl Fn(&str, Team, Properties) -> Option<String>,
    ) {
        let mut carried_out = HashMap::new();
        for (of, circumstances) in self.contract.extension.circumstances.iter() {
            for operation in self.contract.spec.operations.values() {
                let stored = operation.resource.as_ref();
                let stored = stored.filter(|it| it.effect.stores() && !operation.is_bulk());
                let is_of_type = stored.is_some_and(|resource| resource.type_name == *of);
                if operation.id != *of && !is_of_type {
                    continue;
                }
                for (clause, circumstance) in circumstances {
                    if !self.has(&operation.id, clause) {
                        continue;
                    }
                    let Circumstance { team, set_up, parameters, body } = circumstance;
                    let sender = team.as_ref().and_then(|team| Settings::deserialize(team).ok());
                    let sender = sender.map(|settings| self.key(settings));
                    let before = set_up.as_ref().map(|set_up| {
                        let body = body.as_ref().unwrap_or(&Value::Null);
                        let carry_out = || behaviour.set_up(set_up, body);
                        carried_out.entry((set_up, body)).or_insert_with(carry_out).clone()
                    });
                    let before = before.into_iter().flatten();
                    let created = stored.zip(sender.as_ref()).and_then(|(resource, (team, _))| {
                        let identity = resource.identified_by.clone()?;
                        let id = create(&resource.type_name, team.clone(), Properties::new())?;
                        Some((identity, id))
                    });
                    let parameters = before
                        .map(|(name, value)| (name.to_owned(), value))
                        .chain(created)
                        .chain(parameters.clone())
                        .collect();
                    let key = sender.map(|(_, key)| key);
                    let staged = StagedRequest {
                        key,
                        parameters,
                        body: body.clone(),
                        ..StagedRequest::default()
                    };
                    self.add(&operation.id, clause, staged);
                }
            }
        }
    }

    /// Adds requests for each operation without a behaviour: one for each unconditional refusal, and one that succeeds
    /// unless the operation has a stored resource. The key of a refusal belongs to a team in its state, or always gets its
    /// error. `start` creates a resource with the given properties.
    pub(crate) fn unimplemented(
        &mut self,
        spec: &Spec,
        is_performed: impl Fn(&str) -> bool,
        start: impl Fn(&str, Team, Properties) -> Option<String>,
    ) {
        for operation in spec.operations.values() {
            if is_performed(&operation.id) {
                continue;
            }
            let stored = operation.stored_resource();
            let usual = match &operation.resource {
                Some(resource) if resource.identified_by.is_some() && stored.is_none() => {
                    self.jobs(spec, operation, resource, &start)
                }
                _ => StagedRequest::default(),
            };
            if stored.is_none() {
                self.add(&operation.id, operation.clause().as_str(), usual.clone());
            }
            let served = self.contract.spec.operations.get(&operation.id);
            let served = served.filter(|served| served.authentication.is_some());
            let Some(served) = served else { continue };
            for refusal in operation.refusals.iter().filter(|it| it.is_unconditional()) {
                // The extension may say more about a refusal.
                let clause = refusal.clause.as_str();
                if self.staged.iter().any(|it| it.operation == operation.id && it.clause == clause)
                {
                    continue;
                }
                // A faulty server may lack the refusal. Its key is then one like any other.
                let rejected = served.refusals.iter().find(|it| it.clause == refusal.clause);
                let states = rejected.iter().filter_map(|it| it.team_state.clone()).collect();
                let (team, key) = self.key(Settings { states, ..Settings::default() });
                let named = stored.and_then(|resource| {
                    let id = start(&resource.type_name, team.clone(), Properties::new())?;
                    Some((resource.identified_by.clone()?, id))
                });
                if let Some(rejected) = rejected.filter(|it| it.team_state.is_none()) {
                    let provokes = Some(rejected.error.clone());
                    let permissions = KeyPermissions { provokes, ..KeyPermissions::full(team) };
                    self.world.teams.set_key(&key, Some(permissions));
                }
                let parameters = usual.parameters.iter().cloned().chain(named).collect();
                let staged = StagedRequest { key: Some(key), parameters, ..usual.clone() };
                self.add(&operation.id, refusal.clause.as_str(), staged);
            }
        }
    }

    /// Adds requests for jobs in the states that an operation's cases need, and returns the request that succeeds.
    fn jobs(
        &mut self,
        spec: &Spec,
        operation: &Operation,
        resource: &Resource,
        start: &impl Fn(&str, Team, Properties) -> Option<String>,
    ) -> StagedRequest {
        let (id, clause) = (&operation.id, operation.clause());
        let named = |job: Option<String>| {
            let name =
                |id: &String| ResourceId { type_name: resource.type_name.clone(), id: id.clone() };
            let mut above = job.as_ref().and_then(|id| self.world.store.parent(&name(id)));
            let mut parameters: Vec<(String, String)> =
                resource.identified_by.clone().zip(job).into_iter().collect();
            // The innermost parent comes first.
            for parent in resource.parents() {
                let Some(owner) = above else { break };
                above = self.world.store.parent(&owner);
                parameters.push((parent.identified_by.clone(), owner.id));
            }
            StagedRequest { parameters, ..StagedRequest::default() }
        };
        let with = |given: Properties| named(start(&resource.type_name, Team::HOME, given));
        if operation.pagination.is_some() {
            self.add(id, operation.pagination_clause("walk").as_str(), with(jobs::long_ago()));
        }
        if operation.has_other_parameters() {
            let unknown = self.world.randomness.identities.next().to_string();
            self.add(id, clause.child("unknown").as_str(), named(Some(unknown)));
        }
        if let Some(lifecycle) = spec.job_lifecycle(&resource.type_name) {
            let cancels = spec.operation_on(ResourceEffect::Cancels, &resource.type_name);
            if resource.effect == ResourceEffect::Reads && cancels.is_none() {
                let ended = with(jobs::long_ago());
                self.add(id, lifecycle.terminal_clause().as_str(), ended);
            }
            for situation in lifecycle.situations_of(id) {
                if let Some(given) = jobs::in_situation(resource, situation) {
                    self.add(id, situation.clause.as_str(), with(given));
                }
            }
        }
        with(Properties::new())
    }

    /// Adds a request that meets a circumstance, if the contract has the clause.
    pub(crate) fn add(&mut self, operation: &str, clause: &str, staged: StagedRequest) {
        if self.has(operation, clause) {
            let (operation, clause) = (operation.to_owned(), clause.to_owned());
            self.staged.push(StagedRequest { operation, clause, ..staged });
        }
    }

    /// Returns whether the staged contract has the clause, or the request should succeed.
    fn has(&self, operation: &str, clause: &str) -> bool {
        clause == format!("operations.{operation}")
            || self.clauses.contains_key(&ClauseId::new(clause))
    }

    /// Creates a team with these settings and a key for it.
    pub(crate) fn key(&self, settings: Settings) -> (Team, String) {
        let team = Team::named(format!("staged-{}", self.world.randomness.identities.next()));
        let key = self.world.teams.set(&team, settings, &self.world.randomness.identities);
        (team, key)
    }
}
