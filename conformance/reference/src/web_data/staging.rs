//! The circumstances of scrapes, monitors and agent jobs, set up on a running server.
//!
//! This module does not decide the responses to these requests.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::service::behaviour::Kind as _;
use crate::service::staging::{StagedRequest, Staging};
use crate::web_data::agents::{Start, new_generation, start_job};
use crate::web_data::monitors::{self, Monitors};
use crate::web_data::scrape::load_page;
use crate::web_data::world::jobs::{Ending, FIRST_GENERATION, RunPlan, SECOND_GENERATION};
use crate::web_data::world::scrapes::Copy;
use crate::web_data::world::web::HOME;
use crate::web_data::{WebData, settings};
use crate::world::store::ResourceId;
use crate::world::teams::{Settings, Team};

/// The clause that accepts an override which leaves protection on.
const MODES: &str = "ThreatProtectionOverride.mode.enum";

/// The age of a cached copy that is older than the default maximum age.
const LONG_AGO: TimeDelta = TimeDelta::days(30);

/// A time that is longer than any run of the suite.
const LONG: TimeDelta = TimeDelta::days(1);

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

    /// Adds a request with a body that meets a circumstance, if the contract has the clause.
    fn add_body(&mut self, operation: &str, clause: &str, body: Value) {
        self.add(operation, clause, StagedRequest { body: Some(body), ..StagedRequest::default() });
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
            let (team, key) = self.staging.key(Settings { states, ..Settings::default() });
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
        world.store.insert(name, (team, None), properties.clone());
        self.service.state.checks.alarm.changed(&properties);
        id
    }

    fn agents(&mut self) {
        self.add_body("startAgent", "operations.startAgent", json!({}));
        let retained = ["zero-data-retention".to_owned()].into();
        let teams = [
            ("zero-data-retention", Settings { states: retained, ..Settings::default() }),
            ("submission-failed", settings::rejecting_agent_jobs()),
        ];
        for (id, settings) in teams {
            let (key, body) = (Some(self.staging.key(settings).1), Some(json!({})));
            let clause = format!("operations.startAgent.refusals.{id}");
            self.add(
                "startAgent",
                &clause,
                StagedRequest { key, body, ..StagedRequest::default() },
            );
        }
        self.jobs();
    }

    /// Adds scrapes that are rejected, that add content to the response, or that depend on the cache.
    fn scrapes(&mut self) {
        let page = |path: &str| format!("{HOME}{path}");
        let formats = |url: &str, format: Value| json!({ "url": url, "formats": [format] });
        let actions = |kind: &str| json!({ "url": HOME, "actions": [{ "type": kind }] });
        let pdf = |parsers: Value| json!({ "url": page("circumstances/handbook.pdf"), "parsers": parsers });
        let protection = |url: &str, rules: Value| json!({ "url": url, "threatProtection": rules });
        let (injection, pricing) = (page("circumstances/prompt-injection"), page("pricing"));
        let bodies = [
            ("operations.scrape", json!({ "url": HOME })),
            (
                "JsonFormat.refusals.prompt-injection",
                formats(&injection, json!({ "type": "json", "checkPromptInjection": true })),
            ),
            (
                "JsonFormat.checkPromptInjection.default",
                formats(&injection, json!({ "type": "json", "prompt": "The title" })),
            ),
            (
                "JsonFormat.refusals.schema-is-no-json-schema",
                formats(HOME, json!({ "type": "json", "schema": { "type": "nonsense" } })),
            ),
            (
                "ChangeTrackingFormat.refusals.schema-is-no-json-schema",
                formats(
                    HOME,
                    json!({ "type": "changeTracking", "schema": { "type": "nonsense" } }),
                ),
            ),
            (
                "JsonFormat.refusals.output-does-not-conform",
                formats(HOME, json!({ "type": "json", "schema": { "not": {} } })),
            ),
            (
                "QuestionFormat.behaviour.field",
                formats(
                    &pricing,
                    json!({ "type": "question", "question": "What does a kettle cost?" }),
                ),
            ),
            (
                "HighlightsFormat.behaviour.field",
                formats(&pricing, json!({ "type": "highlights", "query": "kettle" })),
            ),
            (
                "ScrapeOptions.refusals.no-cached-data",
                json!({ "url": page("never-scraped"), "minAge": 1 }),
            ),
            (
                "ScrapeOptions.refusals.lockdown-cache-miss",
                json!({ "url": page("never-scraped"), "lockdown": true }),
            ),
            (
                "ScrapeOptions.refusals.page-slower-than-timeout",
                json!({ "url": page("circumstances/slow"), "timeout": 1000, "maxAge": 0 }),
            ),
            ("PdfParser.pages.behaviour.field", pdf(json!([{ "type": "pdf", "pages": true }]))),
            ("PdfParser.blocks.behaviour.field", pdf(json!([{ "type": "pdf", "blocks": true }]))),
            ("ScrapeOptions.parsers.behaviour.pdf-as-it-is", pdf(json!([]))),
            ("ScreenshotAction.behaviour.field", actions("screenshot")),
            ("PdfAction.behaviour.field", actions("pdf")),
            (
                "ThreatProtectionOverride.whitelist.behaviour.takes-precedence",
                protection(
                    HOME,
                    json!({
                        "mode": "normal", "whitelist": ["example.com"], "blacklist": ["example.com"],
                    }),
                ),
            ),
            (
                "ThreatProtectionOverride.failurePolicy.behaviour.open",
                protection(
                    &page("circumstances/unclassified"),
                    json!({ "mode": "normal", "failurePolicy": "open" }),
                ),
            ),
        ];
        for (clause, body) in bodies {
            self.add_body("scrape", clause, body);
        }
        self.scrapes_from_cache();
    }

    /// Stores copies of some pages in the cache, and scrapes other pages with options that do not store a
    /// copy.
    fn scrapes_from_cache(&mut self) {
        let now = self.service.world.clock.now();
        let under_lockdown = |url: &str| json!({ "url": url, "lockdown": true });
        let copies = [
            (
                "circumstances/unclassified",
                "lockdown.behaviour.served-from-cache",
                TimeDelta::zero(),
            ),
            ("circumstances/video", "lockdown.behaviour.max-age", LONG_AGO),
        ];
        for (path, clause, age) in copies {
            let url = format!("{HOME}{path}");
            if let Some(page) = self.service.state.web.page(&url) {
                self.service.state.cache.lock().store(&url, Copy { page, stored: now - age });
            }
            self.add_body("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
        let (team, _) = self.staging.key(Settings::default());
        // No page has a link to these pages, so no check of a monitor visits them.
        let scraped = [
            (
                "circumstances/risky",
                "storeInCache.behaviour.not-stored",
                json!({ "storeInCache": false }),
            ),
            (
                "circumstances/guarded",
                "effects.actions-switch-storing-off",
                json!({ "actions": [{ "type": "wait", "milliseconds": 1 }] }),
            ),
            (
                "circumstances/bad-certificate",
                "effects.headers-switch-storing-off",
                json!({ "headers": { "Accept-Language": "de" } }),
            ),
        ];
        for (path, clause, options) in scraped {
            let url = format!("{HOME}{path}");
            load_page(self.service, &team, &url, &options);
            self.add_body("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
    }

    /// Starts jobs in every state, and adds a request for each way in which the state matters.
    fn jobs(&mut self) {
        let ended = self.job(Team::HOME, SECOND_GENERATION, None);
        let limited = self.job(Team::HOME, SECOND_GENERATION, Some(1.0));
        let first = self.job(Team::HOME, FIRST_GENERATION, None);
        let cancelled = self.job(Team::HOME, SECOND_GENERATION, None);
        let cancelling = self.job(Team::HOME, SECOND_GENERATION, None);
        let now = self.service.world.clock.now();
        self.service.state.jobs.lock().change(&cancelled, |job| job.cancelled = Some(job.started));
        // The cancellation lies in the future, so that the job is being cancelled at every request.
        self.service.state.jobs.lock().change(&cancelling, |job| job.cancelled = Some(now + LONG));
        let job = self.service.state.jobs.lock().read(&ended);
        let snapshot = job.map(|job| job.snapshot.to_string()).unwrap_or_default();
        let unknown = self.service.world.randomness.identities.next().to_string();

        let operations = ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"];
        for operation in operations {
            let success = format!("operations.{operation}");
            let refusal = |id: &str| format!("{success}.refusals.{id}");
            let at = |job: &str, snapshot: &str| StagedRequest {
                parameters: vec![
                    ("jobId".to_owned(), job.to_owned()),
                    ("snapshotId".to_owned(), snapshot.to_owned()),
                ],
                ..StagedRequest::default()
            };
            self.add(operation, &success, at(&ended, &snapshot));
            // Other operations need no more than the job.
            if operation == "agentSnapshot" {
                self.add(operation, &format!("{success}.unknown"), at(&unknown, &snapshot));
            }
            self.add(operation, &refusal("first-generation"), at(&first, &snapshot));
            self.add(operation, &refusal("malformed-snapshot-id"), at(&ended, "no-snapshot"));
            self.add(operation, &refusal("unknown-snapshot"), at(&ended, &unknown));
        }
        let state = |id: &str| format!("lifecycles.AgentStatus.status.situations.{id}");
        let event = |name: &str| format!("events.agent-trace.{name}");
        let error = |code: &str| format!("TraceError.code.behaviour.{code}");
        let [refused, internal, orphaned] =
            [Ending::Refused, Ending::Internal, Ending::ParentFinished].map(|ends| {
                let course = RunPlan { ends, ..RunPlan::default() };
                self.job_with_course(Team::HOME, SECOND_GENERATION, course, None)
            });
        let new = self.job(Team::HOME, new_generation(&self.service.contract), None);
        let situations = [
            (
                "agentTrace",
                "service.versioning.behaviour.new-runs-second-generation".to_owned(),
                &new,
            ),
            ("cancelAgent", state("finished-run-is-cancelled"), &ended),
            ("cancelAgent", state("cancelling-run-is-cancelled"), &cancelling),
            ("agentStatus", state("cancelled-run-is-polled"), &cancelled),
            ("agentStatus", state("run-reaches-max-credits"), &limited),
            ("agentStatus", "charges.failed-agent-run".to_owned(), &internal),
            ("agentTrace", state("run-reaches-max-credits"), &limited),
            ("agentTrace", event("artifact.updated"), &ended),
            ("agentTrace", "ArtifactUpdated.snapshotId.behaviour.usable".to_owned(), &ended),
            ("agentSnapshot", "ArtifactUpdated.snapshotId.behaviour.usable".to_owned(), &ended),
            ("agentTrace", event("run.finished"), &ended),
            ("agentTrace", event("error.occurred"), &internal),
            ("agentTrace", error("cancelled"), &cancelled),
            ("agentTrace", error("credit_limit_reached"), &limited),
            ("agentTrace", error("parent_finished"), &orphaned),
            ("agentTrace", error("refused"), &refused),
            ("agentTrace", error("internal"), &internal),
        ];
        for (operation, clause, job) in situations {
            let parameters = vec![("jobId".to_owned(), job.clone())];
            self.add(operation, &clause, StagedRequest { parameters, ..StagedRequest::default() });
        }
    }

    /// Starts a job that began long ago, and returns its identity.
    fn job(&self, team: Team, generation: u8, max_credits: Option<f64>) -> String {
        self.job_with_course(team, generation, RunPlan::default(), max_credits)
    }

    fn job_with_course(
        &self,
        team: Team,
        generation: u8,
        course: RunPlan,
        max_credits: Option<f64>,
    ) -> String {
        let start = Start { team, generation, course, max_credits, data: None };
        start_job(self.service, start, self.service.world.clock.now() - LONG)
    }
}
