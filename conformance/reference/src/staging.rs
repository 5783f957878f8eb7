//! Circumstances of the contract, set up on a running server: for each operation and clause, what a
//! request has to be like to meet it.
//!
//! It must not decide what is answered then.

use std::collections::HashSet;

use chrono::TimeDelta;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::contract::schema::Properties;
use crate::service::agents::{Start, start_job};
use crate::service::backend::Backend;
use crate::service::monitors;
use crate::service::operations::is_implemented;
use crate::service::resources::{self, UnknownKind};
use crate::service::scrape::scrape;
use crate::world::cache::Copy;
use crate::world::job::{Course, Ending, Generation};
use crate::world::teams::{Browser, Settings, Team};
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

/// A time that no run of the suite comes near.
const LONG: TimeDelta = TimeDelta::days(1);

/// The age of a copy that is older than usual ones are served at.
const LONG_AGO: TimeDelta = TimeDelta::days(30);

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

    /// A key of a team of its own.
    fn key(&self, settings: Settings) -> (Team, String) {
        let team = Team::named(format!("staged-{}", self.backend.world.chance.identities.next()));
        let key =
            self.backend.world.teams.set(&team, settings, &self.backend.world.chance.identities);
        (team, key)
    }

    fn scrapes(&mut self) {
        let page = |path: &str| format!("{HOME}{path}");
        let with = |kind: &str, schema: Value| json!([{ "type": kind, "schema": schema }]);
        let nonsense = || json!({ "type": "nonsense" });
        let bodies = [
            ("operations.scrape", json!({ "url": HOME })),
            (
                "JsonFormat.refusals.prompt-injection",
                json!({
                    "url": page("circumstances/prompt-injection"),
                    "formats": [{ "type": "json", "checkPromptInjection": true }],
                }),
            ),
            (
                "JsonFormat.refusals.schema-is-no-json-schema",
                json!({ "url": HOME, "formats": with("json", nonsense()) }),
            ),
            (
                "ChangeTrackingFormat.refusals.schema-is-no-json-schema",
                json!({ "url": HOME, "formats": with("changeTracking", nonsense()) }),
            ),
            (
                "JsonFormat.refusals.output-does-not-conform",
                json!({ "url": HOME, "formats": with("json", json!({ "not": {} })) }),
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
        ];
        for (clause, body) in bodies {
            self.add("scrape", clause, Staged { body: Some(body), ..Staged::default() });
        }
        self.fills_in();
        self.cached();
    }

    /// Scrapes that fill something in.
    fn fills_in(&mut self) {
        let page = |path: &str| format!("{HOME}{path}");
        let with = |url: String, name: &str, list: Value| {
            let mut body = json!({ "url": url });
            body[name] = list;
            body
        };
        let handbook = || page("circumstances/handbook.pdf");
        let parser = |option: &str| {
            let mut parser = json!({ "type": "pdf" });
            parser[option] = true.into();
            with(handbook(), "parsers", json!([parser]))
        };
        let bodies = [
            (
                "QuestionFormat.behaviour.field",
                with(
                    page("pricing"),
                    "formats",
                    json!([{ "type": "question", "question": "What does a kettle cost?" }]),
                ),
            ),
            (
                "HighlightsFormat.behaviour.field",
                with(
                    page("pricing"),
                    "formats",
                    json!([{ "type": "highlights", "query": "kettle" }]),
                ),
            ),
            ("PdfParser.pages.behaviour.field", parser("pages")),
            ("PdfParser.blocks.behaviour.field", parser("blocks")),
            (
                "ScrapeOptions.parsers.behaviour.pdf-as-it-is",
                with(handbook(), "parsers", json!([])),
            ),
            (
                "ScreenshotAction.behaviour.field",
                with(HOME.to_owned(), "actions", json!([{ "type": "screenshot" }])),
            ),
            (
                "PdfAction.behaviour.field",
                with(HOME.to_owned(), "actions", json!([{ "type": "pdf" }])),
            ),
            (
                "JsonFormat.checkPromptInjection.default",
                with(
                    page("circumstances/prompt-injection"),
                    "formats",
                    json!([{ "type": "json", "prompt": "The title" }]),
                ),
            ),
            (
                "ThreatProtectionOverride.whitelist.behaviour.takes-precedence",
                with(
                    HOME.to_owned(),
                    "threatProtection",
                    json!({
                        "mode": "normal", "whitelist": ["example.com"], "blacklist": ["example.com"],
                    }),
                ),
            ),
            (
                "ThreatProtectionOverride.failurePolicy.behaviour.open",
                with(
                    page("circumstances/unclassified"),
                    "threatProtection",
                    json!({ "mode": "normal", "failurePolicy": "open" }),
                ),
            ),
        ];
        for (clause, body) in bodies {
            self.add("scrape", clause, Staged { body: Some(body), ..Staged::default() });
        }
    }

    /// Pages of which the cache has a copy, and pages of which it has none although they were
    /// scraped.
    fn cached(&mut self) {
        let (world, now) = (&self.backend.world, self.backend.world.clock.now());
        let under_lockdown = |url: &str| Staged {
            body: Some(json!({ "url": url, "lockdown": true })),
            ..Staged::default()
        };
        let copies = [
            (
                "circumstances/interactive",
                "lockdown.behaviour.served-from-cache",
                TimeDelta::zero(),
            ),
            ("circumstances/video", "lockdown.behaviour.max-age", LONG_AGO),
        ];
        for (path, clause, age) in copies {
            let url = format!("{HOME}{path}");
            if let Some(page) = world.web.page(&url) {
                world.cache.store(&url, Copy { page, stored: now - age });
            }
            self.add("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
        let (team, _) = self.key(Settings::default());
        let scraped = [
            ("blog/history", "storeInCache.behaviour.not-stored", json!({ "storeInCache": false })),
            (
                "blog/new-warehouse",
                "effects.actions-switch-storing-off",
                json!({ "actions": [{ "type": "wait", "milliseconds": 1 }] }),
            ),
            (
                "docs/start",
                "effects.headers-switch-storing-off",
                json!({ "headers": { "Accept-Language": "de" } }),
            ),
        ];
        for (path, clause, options) in scraped {
            let url = format!("{HOME}{path}");
            scrape(self.backend, &team, &url, &options, &mut Browser::default());
            self.add("scrape", &format!("ScrapeOptions.{clause}"), under_lockdown(&url));
        }
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
                if mode == "off" {
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

    /// Jobs in every state, each asked about in every way in which the state matters.
    fn jobs(&mut self) {
        let ended = self.job(Team::HOME, Generation::Second, None);
        let limited = self.job(Team::HOME, Generation::Second, Some(1.0));
        let first = self.job(Team::HOME, Generation::First, None);
        let others = self.job(Team::OTHER, Generation::Second, None);
        let cancelled = self.job(Team::HOME, Generation::Second, None);
        let cancelling = self.job(Team::HOME, Generation::Second, None);
        let now = self.backend.world.clock.now();
        self.backend.world.jobs.change(&cancelled, |job| job.cancelled = Some(job.started));
        // Still being cancelled whenever it is asked for.
        self.backend.world.jobs.change(&cancelling, |job| job.cancelled = Some(now + LONG));
        let job = self.backend.world.jobs.read(&ended);
        let snapshot = job.map(|job| job.snapshot.to_string()).unwrap_or_default();
        let nobody = self.backend.world.chance.identities.next().to_string();

        let asked = ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"];
        for operation in asked {
            let well = format!("operations.{operation}");
            let refusal = |id: &str| format!("{well}.refusals.{id}");
            let at = |job: &str, snapshot: &str| Staged {
                parameters: vec![
                    ("jobId".to_owned(), job.to_owned()),
                    ("snapshotId".to_owned(), snapshot.to_owned()),
                ],
                ..Staged::default()
            };
            self.add(operation, &well, at(&ended, &snapshot));
            self.add(operation, &refusal("unknown-job"), at(&nobody, &snapshot));
            self.add(operation, &refusal("other-teams-job"), at(&others, &snapshot));
            self.add(operation, &refusal("first-generation"), at(&first, &snapshot));
            self.add(operation, &refusal("malformed-snapshot-id"), at(&ended, "no-snapshot"));
            self.add(operation, &refusal("unknown-snapshot"), at(&ended, &nobody));
        }
        let state = |id: &str| format!("lifecycles.AgentStatus.status.situations.{id}");
        let event = |name: &str| format!("events.agent-trace.{name}");
        let error = |code: &str| format!("TraceError.code.behaviour.{code}");
        let [refused, internal, orphaned] =
            [Ending::Refused, Ending::Internal, Ending::ParentFinished].map(|ends| {
                let course = Course { ends, ..Course::default() };
                self.on_course(Team::HOME, Generation::Second, course, None)
            });
        let situations = [
            ("cancelAgent", state("finished-run-is-cancelled"), &ended),
            ("cancelAgent", state("cancelling-run-is-cancelled"), &cancelling),
            ("agentStatus", state("cancelled-run-is-polled"), &cancelled),
            ("agentStatus", state("run-reaches-max-credits"), &limited),
            ("agentStatus", "charges.failed-agent-run".to_owned(), &internal),
            ("agentTrace", state("run-reaches-max-credits"), &limited),
            ("agentTrace", event("artifact.updated"), &ended),
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
            self.add(operation, &clause, Staged { parameters, ..Staged::default() });
        }
    }

    /// A job that was started long ago.
    fn job(&self, team: Team, generation: Generation, max_credits: Option<f64>) -> String {
        self.on_course(team, generation, Course::default(), max_credits)
    }

    fn on_course(
        &self,
        team: Team,
        generation: Generation,
        course: Course,
        max_credits: Option<f64>,
    ) -> String {
        let start = Start { team, generation, course, max_credits };
        start_job(self.backend, start, self.backend.world.clock.now() - LONG)
    }
}
