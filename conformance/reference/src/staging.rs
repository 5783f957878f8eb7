//! Staging: sets up the circumstances of the contract on a running server, and describes the request that
//! meets each of them.
//!
//! This module does not decide the responses to these requests.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::contract::schema::Properties;
use crate::service::backend::Backend;
use crate::service::resources::{self, UnknownKind};
use crate::web_data::monitors;
use crate::web_data::operations::is_implemented;
use crate::web_data::world::web::HOME;
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

/// The clause that accepts an override which leaves protection on.
const MODES: &str = "ThreatProtectionOverride.mode.enum";

/// Sets up every circumstance of a contract that this server supports.
///
/// # Errors
/// Fails if a resource that a circumstance needs cannot be created.
pub(super) fn stage(backend: &Backend, spec: &Spec) -> Result<Vec<StagedRequest>, UnknownKind> {
    let own = &backend.contract;
    // Listing the clauses takes long, so those of the server's own contract are not listed again.
    let others = (!std::ptr::eq(Arc::as_ptr(own.spec()), spec))
        .then(|| spec.clauses().into_iter().map(|clause| clause.id).collect());
    let mut staging = Staging { backend, others, staged: Vec::new() };
    staging.scrapes();
    if backend.kinds.monitors().is_some() {
        staging.threat_protection()?;
    }
    staging.agents();
    // A valid request for an operation without an implementation shows the status code 501.
    for operation in spec.operations.values().filter(|operation| !is_implemented(operation)) {
        staging.add(&operation.id, operation.clause().as_str(), StagedRequest::default());
    }
    Ok(staging.staged)
}

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
    fn shows(&self, operation: &str, clause: &str) -> bool {
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

    /// Sets up teams in the states in which an override is rejected, each with a monitor.
    fn threat_protection(&mut self) -> Result<(), UnknownKind> {
        let refusals = [
            ("not-enabled", "threat-protection-not-enabled", "normal"),
            ("overrides-disabled", "threat-protection-overrides-disabled", "normal"),
            ("switched-off-while-enforced", "threat-protection-enforced", "off"),
        ];
        for (id, state, mode) in refusals {
            let clause = format!("ThreatProtectionOverride.refusals.{id}");
            let states = [state.to_owned()].into();
            let (team, key) = self.key(Settings { states, ..Settings::default() });
            let (monitor, _) =
                resources::create(self.backend, monitors::TYPE, team, Properties::new())?;
            let staged = StagedRequest { key: Some(key), ..StagedRequest::default() };
            let body = json!({ "url": HOME, "threatProtection": { "mode": mode } });
            self.add("scrape", &clause, StagedRequest { body: Some(body), ..staged.clone() });
            let monitors = self.backend.contract.spec.operations.values();
            let resources =
                monitors.filter_map(|operation| Some((operation, operation.resource.as_ref()?)));
            let storing = resources.filter(|(operation, of)| {
                of.type_name == monitors::TYPE && of.effect.stores() && !operation.is_bulk()
            });
            let storing: Vec<_> = storing
                .map(|(operation, of)| (operation.id.clone(), of.identified_by.clone()))
                .collect();
            for (operation, parameter) in storing {
                let parameters =
                    parameter.map(|name| (name, monitor.clone())).into_iter().collect();
                let staged = StagedRequest { parameters, ..staged.clone() };
                if mode == "off" && self.shows(&operation, MODES) {
                    let options = json!({ "threatProtection": { "mode": "normal" } });
                    let target =
                        json!({ "type": "scrape", "urls": [HOME], "scrapeOptions": options });
                    let body = Some(json!({ "targets": [target] }));
                    self.add(&operation, MODES, StagedRequest { body, ..staged.clone() });
                }
                self.add(&operation, &clause, staged);
            }
            if mode == "off" {
                let body = json!({ "url": HOME, "threatProtection": { "mode": "normal" } });
                self.add("scrape", MODES, StagedRequest { body: Some(body), ..staged });
            }
        }
        Ok(())
    }

    fn agents(&mut self) {
        let success = |operation: &str| format!("operations.{operation}");
        let body = Some(json!({}));
        self.add(
            "startAgent",
            &success("startAgent"),
            StagedRequest { body, ..StagedRequest::default() },
        );
        let teams = [
            (
                "zero-data-retention",
                Settings {
                    states: ["zero-data-retention".to_owned()].into(),
                    ..Settings::default()
                },
            ),
            ("submission-failed", Settings { rejects_agent_jobs: true, ..Settings::default() }),
        ];
        for (id, settings) in teams {
            let key = Some(self.key(settings).1);
            let clause = format!("operations.startAgent.refusals.{id}");
            self.add(
                "startAgent",
                &clause,
                StagedRequest { key, body: Some(json!({})), ..StagedRequest::default() },
            );
        }
        self.jobs();
    }
}
