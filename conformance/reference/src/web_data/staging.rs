//! The circumstances of scrapes, monitors and agent jobs, set up on a running server.
//!
//! This module does not decide the responses to these requests.

mod jobs;
mod scrapes;

use serde_json::json;

use super::monitors::{self, Monitors};
use super::service::WebData;
use super::settings;
use super::world::web::HOME;
use crate::service::kind::Kind as _;
use crate::service::staging::{StagedRequest, Staging};
use crate::world::store::ResourceId;
use crate::world::teams::{Settings, Team};

/// The clause that accepts an override which leaves protection on.
const MODES: &str = "ThreatProtectionOverride.mode.enum";

/// Sets up every circumstance that this service supports.
pub(super) fn stage(service: &WebData, staging: &mut Staging<'_>) {
    let mut stage = Stage { service, staging };
    stage.scrapes();
    if let Some(monitors) = &service.monitors {
        stage.threat_protection(monitors);
    }
    stage.agents();
}

/// The server whose circumstances are set up.
struct Stage<'a, 's> {
    service: &'a WebData,
    staging: &'a mut Staging<'s>,
}

impl Stage<'_, '_> {
    /// Adds a request that meets a circumstance, if the contract has the clause.
    fn add(&mut self, operation: &str, clause: &str, staged: StagedRequest) {
        self.staging.add(operation, clause, staged);
    }

    /// Creates a team with these settings and a key for it.
    fn key(&self, settings: Settings) -> (Team, String) {
        self.staging.key(settings)
    }

    /// Sets up teams in the states in which an override is rejected, each with a monitor.
    fn threat_protection(&mut self, monitors: &Monitors) {
        let refusals = [
            ("not-enabled", "threat-protection-not-enabled", "normal"),
            ("overrides-disabled", "threat-protection-overrides-disabled", "normal"),
            ("switched-off-while-enforced", "threat-protection-enforced", "off"),
        ];
        for (id, state, mode) in refusals {
            let clause = format!("ThreatProtectionOverride.refusals.{id}");
            let states = [state.to_owned()].into();
            let (team, key) = self.key(Settings { states, ..Settings::default() });
            let monitor = self.monitor(monitors, team);
            let staged = StagedRequest { key: Some(key), ..StagedRequest::default() };
            let body = json!({ "url": HOME, "threatProtection": { "mode": mode } });
            self.add("scrape", &clause, StagedRequest { body: Some(body), ..staged.clone() });
            let monitors = self.service.contract.spec.operations.values();
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
                if mode == "off" && self.staging.shows(&operation, MODES) {
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
    }

    /// Creates a monitor of a team, and returns its identity.
    fn monitor(&self, monitors: &Monitors, team: Team) -> String {
        let world = &self.service.world;
        let id = world.randomness.identities.next().to_string();
        let properties = monitors.initial(&id, world.clock.now());
        let name = ResourceId { type_name: monitors::TYPE.to_owned(), id: id.clone() };
        world.store.insert(name, team, properties.clone());
        self.service.state.checks.alarm.changed(&properties);
        id
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
            ("submission-failed", settings::rejecting_agent_jobs()),
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
