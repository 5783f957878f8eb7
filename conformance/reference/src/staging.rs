//! Circumstances of the contract, set up on a running server: for each operation and clause, what a
//! request has to be like to meet it.
//!
//! It must not decide what is answered then.

mod jobs;
mod scrapes;

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::contract::schema::Properties;
use crate::service::backend::Backend;
use crate::service::monitors;
use crate::service::operations::is_implemented;
use crate::service::resources::{self, UnknownKind};
use crate::world::teams::{Settings, Team};
use crate::world::web::HOME;

/// What a request has to be like to meet a circumstance.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Staged {
    /// The operation that is called.
    pub operation: String,
    /// The clause that describes the circumstance; the operation's own path, `operations.<id>`,
    /// where all is well.
    pub clause: String,
    /// The key, where the valid one will not do.
    pub key: Option<String>,
    /// Path parameters.
    pub parameters: Vec<(String, String)>,
    /// The body.
    pub body: Option<Value>,
}

/// The clause by which an override that leaves protection on is taken.
const MODES: &str = "ThreatProtectionOverride.mode.enum";

/// Sets every circumstance of a contract up that a server can.
///
/// # Errors
/// When a resource cannot be created that one of them asks for.
pub(super) fn stage(backend: &Backend, spec: &Spec) -> Result<Vec<Staged>, UnknownKind> {
    let clauses = spec.clauses().into_iter().map(|clause| clause.id).collect();
    let mut stage = Stage { backend, clauses, staged: Vec::new() };
    stage.scrapes();
    if backend.kinds.monitors().is_some() {
        stage.threat_protection()?;
    }
    stage.agents();
    // Nothing is wrong with requests for them, so that the response says it.
    for operation in spec.operations.values().filter(|own| !is_implemented(own)) {
        stage.add(&operation.id, operation.clause().as_str(), Staged::default());
    }
    Ok(stage.staged)
}

struct Stage<'s> {
    backend: &'s Backend,
    clauses: HashSet<ClauseId>,
    staged: Vec<Staged>,
}

impl Stage<'_> {
    /// Adds a way to meet a circumstance, where the contract knows it.
    fn add(&mut self, operation: &str, clause: &str, staged: Staged) {
        let is_well = clause == format!("operations.{operation}");
        if !is_well && !self.clauses.contains(&ClauseId::new(clause)) {
            return;
        }
        let (operation, clause) = (operation.to_owned(), clause.to_owned());
        self.staged.push(Staged { operation, clause, ..staged });
    }

    /// Whether a clause shows in a situation of an operation.
    fn shows(&self, operation: &str, clause: &str) -> bool {
        let operation = self.backend.contract.spec.operations.get(operation);
        let mut situations = operation.into_iter().flat_map(|own| &own.situations);
        situations.any(|own| own.clause.as_str() == clause)
    }

    /// A key of a team of its own.
    fn key(&self, settings: Settings) -> (Team, String) {
        let team =
            Team::named(format!("staged-{}", self.backend.world.randomness.identities.next()));
        let key = self.backend.world.teams.set(
            &team,
            settings,
            &self.backend.world.randomness.identities,
        );
        (team, key)
    }

    /// Teams in the states that get an override refused, each with a monitor of its own.
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
            let staged = Staged { key: Some(key), ..Staged::default() };
            let body = json!({ "url": HOME, "threatProtection": { "mode": mode } });
            self.add("scrape", &clause, Staged { body: Some(body), ..staged.clone() });
            let monitors = self.backend.contract.spec.operations.values();
            let resources = monitors.filter_map(|own| Some((own, own.resource.as_ref()?)));
            let storing = resources.filter(|(own, of)| {
                of.type_name == monitors::TYPE && of.effect.stores() && !own.is_bulk()
            });
            let storing: Vec<_> =
                storing.map(|(own, of)| (own.id.clone(), of.identified_by.clone())).collect();
            for (operation, parameter) in storing {
                let parameters =
                    parameter.map(|name| (name, monitor.clone())).into_iter().collect();
                let staged = Staged { parameters, ..staged.clone() };
                if mode == "off" && self.shows(&operation, MODES) {
                    let options = json!({ "threatProtection": { "mode": "normal" } });
                    let target =
                        json!({ "type": "scrape", "urls": [HOME], "scrapeOptions": options });
                    let body = Some(json!({ "targets": [target] }));
                    self.add(&operation, MODES, Staged { body, ..staged.clone() });
                }
                self.add(&operation, &clause, staged);
            }
            if mode == "off" {
                let body = json!({ "url": HOME, "threatProtection": { "mode": "normal" } });
                self.add("scrape", MODES, Staged { body: Some(body), ..staged });
            }
        }
        Ok(())
    }

    fn agents(&mut self) {
        let well = |operation: &str| format!("operations.{operation}");
        let body = Some(json!({}));
        self.add("startAgent", &well("startAgent"), Staged { body, ..Staged::default() });
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
                Staged { key, body: Some(json!({})), ..Staged::default() },
            );
        }
        self.jobs();
    }
}
