//! Agent jobs: asynchronous runs that move through their states by the server's clock, and the trace of each.
//!
//! Only the contract decides when a request is rejected, and what the response is in each situation of a job. No
//! event and no error code outside the contract is sent. Where the contract is silent, the properties are those that
//! published clients read.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use scraper::Html;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;
use webdata_spec::model::{Retry, Shape, Situation, SituationResponse, SituationSuccess};

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::contract::schema::{self, Properties};
use crate::contract::success::ServiceResult;
use crate::service::behaviour::Call;
use crate::web_data::scrape::extract;
use crate::web_data::world::jobs::{
    Ending, FIRST_GENERATION, Job, Outcome, Phase, RunPlan, SECOND_GENERATION,
};
use crate::web_data::world::scrapes::Source;
use crate::web_data::world::web::{HOME, WebPage, selected, spaced};
use crate::web_data::{WebData, require_credits, settings};
use crate::world::store::ResourceId;
use crate::world::teams::Team;

/// The names of job states. The contract shows only the name of the failed state; this server chooses the
/// others.
const PROCESSING: &str = "processing";
const CANCELLED: &str = "cancelled";
const COMPLETED: &str = "completed";
const FAILED: &str = "failed";
/// The name of the failed state in a contract that does not show one.
const ENDED: &str = "ended";

/// The situation of a cancelled run whose status is read, by its identity in the contract.
const CANCELLED_POLLED: &str = "cancelled-run-is-polled";

/// The clauses of the situations in which a run cannot be cancelled.
const FINISHED_CANCELLED: &str =
    "lifecycles.AgentStatus.status.situations.finished-run-is-cancelled";
const CANCELLING_CANCELLED: &str =
    "lifecycles.AgentStatus.status.situations.cancelling-run-is-cancelled";

/// The situation of a run that has used up the credits that its caller allowed.
const LIMIT_REACHED: &str = "run-reaches-max-credits";

/// The type whose lifecycle has the situations.
const STATUS_TYPE: &str = "AgentStatus";

/// The properties with a message for people, whose names the contract does not show. Published clients read
/// `error`.
const MESSAGE_PROPERTIES: [&str; 2] = ["message", "error"];

/// The time from the start of a job to the `expiresAt` of its status.
const RETENTION: TimeDelta = TimeDelta::days(1);

/// The size limit in bytes of the data of a job. A schema that produces more is ignored.
const MAX_BYTES: usize = 16 * 1024;

/// The elements that make up the text of a page.
const TEXT_ELEMENTS: &str = "h1, h2, h3, p, li, tr";

/// The channel and its events, by their identities in the contract.
const CHANNEL: &str = "agent-trace";
const ARTIFACT_UPDATED: &str = "artifact.updated";
const RUN_FINISHED: &str = "run.finished";
const ERROR_OCCURRED: &str = "error.occurred";

/// The numbers from which the identities of the artifact and the agent are derived. Events use the numbers
/// after `AGENT`.
const ARTIFACT: u128 = 1;
const AGENT: u128 = 2;

/// The number from which an identity that names no snapshot is derived.
const OTHER_SNAPSHOT: u128 = u128::MAX;

/// The catalogue row of an unexpected error, which decides whether an internal error is retryable.
const UNEXPECTED: &str = "internal-server-error";

/// The parameters of a new job.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Start {
    /// The team that owns the job; the home team by default.
    pub(crate) team: Option<Team>,
    /// The generation of the model; the second by default.
    pub(crate) generation: Option<u8>,
    #[serde(default)]
    pub(crate) course: RunPlan,
    pub(crate) max_credits: Option<f64>,
    /// The data that the run will find by the schema of its request.
    #[serde(skip)]
    pub(crate) data: Option<Value>,
}

pub(super) fn start(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    charge(service);
    // The cost of a job is known only at its end, so one credit is enough to start.
    require_credits(service, call.team, 1)?;
    if settings::rejects_agent_jobs(service, call.team) {
        call.reject("submission-failed")?;
    }
    let contract = &service.contract;
    let start = Start {
        team: Some(call.team.clone()),
        generation: Some(new_generation(contract)),
        course: RunPlan::default(),
        max_credits: call.body.get("maxCredits").and_then(Value::as_f64),
        data: extract_by_schema(service, call.body),
    };
    let fresh = service.world.randomness.identities.next().to_string();
    let newest =
        || service.world.store.newest(STATUS_TYPE, call.team, None).map(|newest| newest.id);
    let id = service.decisions.identity(call.operation(), fresh, &newest);
    if service.decisions.carries_out(call.operation()) {
        add_job(service, &id, start, service.world.clock.now());
    }
    let mut result = success_found();
    result.shown.insert("id".to_owned(), id.into());
    Ok(result)
}

pub(crate) fn new_generation(contract: &Contract) -> u8 {
    let is_second = contract.has_clause("service.versioning.behaviour.new-runs-second-generation");
    if is_second { SECOND_GENERATION } else { FIRST_GENERATION }
}

pub(crate) fn start_job(service: &WebData, start: Start, now: DateTime<Utc>) -> String {
    let id = service.world.randomness.identities.next().to_string();
    add_job(service, &id, start, now);
    id
}

fn add_job(service: &WebData, id: &str, start: Start, now: DateTime<Utc>) {
    let (contract, identities) = (&service.contract, &service.world.randomness.identities);
    let ends_at_limit = situation_success(contract, LIMIT_REACHED).is_some();
    let job = Job {
        team: start.team.unwrap_or(Team::HOME),
        generation: start.generation.unwrap_or(SECOND_GENERATION),
        course: start.course,
        data: start.data,
        limit: start.max_credits.filter(|_| ends_at_limit),
        started: now,
        cancelled: None,
        snapshot: identities.next(),
        is_charged: false,
    };
    let team = job.team.clone();
    let removed = service.state.jobs.lock().add(id.to_owned(), job);
    let name = |id: String| ResourceId { type_name: STATUS_TYPE.to_owned(), id };
    if let Some((removed, of)) = removed {
        service.world.store.remove(&name(removed), &of);
    }
    // The store records the team of the job, so that a path finds the job like any resource.
    let properties = Properties::from_iter([("id".to_owned(), id.into())]);
    service.world.store.insert(name(id.to_owned()), (team, None), properties);
}

/// Charges teams for the runs that ended since the last call.
pub(crate) fn charge(service: &WebData) {
    let now = service.world.clock.now();
    service.state.jobs.lock().charge(now, |job, outcome| {
        service.world.teams.charge(&job.team, run_cost(&service.contract, job, outcome, now));
    });
}

pub(super) fn status(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let (id, job) = find_job(service, call)?;
    let (contract, now) = (&service.contract, service.world.clock.now());
    let phase = job.phase(now);
    if matches!(phase, Phase::Ended(_)) && service.decisions.restarts(call.operation()) {
        let again = |job: &mut Job| (job.started, job.cancelled) = (now, None);
        service.state.jobs.lock().change(id, again);
    }
    let mut result = success_found();
    let mut show = |name: &str, value: Value| result.shown.insert(name.to_owned(), value);
    show("status", state(contract, phase).into());
    let used = match phase {
        Phase::Ended(outcome) => run_cost(contract, &job, outcome, now),
        _ => job.credits_used(now),
    };
    show("creditsUsed", used.into());
    // A run that reached its limit of credits also returns the data it has gathered.
    let has_data = matches!(
        phase,
        Phase::Ended(Outcome::Planned(Ending::Completed) | Outcome::CreditLimitReached)
    );
    if has_data {
        show("data", data_of_run(&job));
    }
    result.beyond.insert("expiresAt".to_owned(), (job.started + RETENTION).to_rfc3339().into());
    if let Phase::Ended(Outcome::Planned(ending)) = phase
        && let Some(reason) = reason(ending)
    {
        result.beyond.insert("error".to_owned(), reason.into());
    }
    let situation = match phase {
        Phase::Ended(Outcome::Cancelled) => situation_success(contract, CANCELLED_POLLED),
        Phase::Ended(Outcome::CreditLimitReached) => situation_success(contract, LIMIT_REACHED),
        _ => None,
    };
    if let Some((situation, success)) = situation {
        for properties in [&mut result.shown, &mut result.beyond] {
            properties.retain(|name, _| !success.absent.contains(name));
        }
        result.shown.extend(success.members.clone());
        // The contract states the subject of the message and leaves its wording to the service.
        if success.says.is_some() {
            for property in MESSAGE_PROPERTIES {
                result.beyond.insert(property.to_owned(), situation.doc.as_str().into());
            }
        }
    }
    Ok(result)
}

pub(super) fn trace(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let (id, job) = find_job(service, call)?;
    let mut result = success_found();
    let events = if is_recorded(call, &job)? {
        events(&service.contract, id, &job, service.world.clock.now())
    } else {
        Vec::new()
    };
    result.beyond.insert("id".to_owned(), id.into());
    result.beyond.insert("events".to_owned(), events.into());
    Ok(result)
}

pub(super) fn snapshot(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let requested = call.parameter("snapshotId");
    // The contract leaves open which identities are malformed. This server accepts UUIDs with hyphens.
    let id = Uuid::try_parse(requested).ok();
    let id = id.filter(|id| id.hyphenated().to_string() == requested.to_lowercase());
    if id.is_none() {
        call.reject("malformed-snapshot-id")?;
    }
    let (job_id, job) = find_job(service, call)?;
    let recorded = is_recorded(call, &job)?;
    let created = job.artifact_time(service.world.clock.now());
    let mut result = success_found();
    let Some(created) = created.filter(|_| recorded && id == Some(job.snapshot)) else {
        call.reject("unknown-snapshot")?;
        return Ok(result);
    };
    let mut set = |name: &str, value: Value| result.beyond.insert(name.to_owned(), value);
    set("id", job_id.into());
    set("snapshotId", job.snapshot.to_string().into());
    set("createdAt", created.to_rfc3339().into());
    set("snapshot", data_of_run(&job).to_string().into());
    Ok(result)
}

pub(super) fn cancel(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let (id, _) = find_job(service, call)?;
    let (contract, now) = (&service.contract, service.world.clock.now());
    let is_carried_out = service.decisions.carries_out(call.operation());
    let cancelled = service.state.jobs.lock().change(id, |job| match job.phase(now) {
        Phase::Ended(_) => contract.reject_at(FINISHED_CANCELLED, &Value::Null),
        Phase::Cancelling => contract.reject_at(CANCELLING_CANCELLED, &Value::Null),
        Phase::Processing => {
            job.cancelled = is_carried_out.then_some(now);
            Ok(())
        }
    });
    cancelled.unwrap_or(Ok(()))?;
    Ok(success_found())
}

/// Returns the name of the state of a job, for phases that no situation of the contract names.
pub(crate) fn state(contract: &Contract, phase: Phase) -> &'static str {
    match phase {
        Phase::Processing | Phase::Cancelling => PROCESSING,
        Phase::Ended(Outcome::Cancelled) => CANCELLED,
        Phase::Ended(Outcome::Planned(Ending::Completed)) => COMPLETED,
        Phase::Ended(_) if has_failed_state(contract) => FAILED,
        Phase::Ended(_) => ENDED,
    }
}

/// Returns the job that a call names, with its identity.
///
/// # Errors
/// The error of the contract for a job that another request has just removed.
fn find_job<'c>(service: &WebData, call: &Call<'c>) -> Result<(&'c str, Job), RequestError> {
    charge(service);
    let resource = call.operation.resource.as_ref();
    let unknown = resource.map_or(&service.contract.validation_failure, |it| &it.unknown);
    let named = resource.and_then(|it| it.identified_by.as_deref());
    let id = call.parameter(named.ok_or_else(|| Arc::clone(unknown))?);
    let job = service.state.jobs.lock().read(id);
    Ok((id, job.ok_or_else(|| Arc::clone(unknown))?))
}

/// Returns whether a job records a trace and snapshots.
///
/// # Errors
/// The error of the contract for a job that records neither.
fn is_recorded(call: &Call<'_>, job: &Job) -> Result<bool, RequestError> {
    if job.generation == FIRST_GENERATION {
        call.reject("first-generation")?;
    }
    Ok(job.generation != FIRST_GENERATION)
}

/// Returns the credits that a team pays for a run that has ended.
fn run_cost(contract: &Contract, job: &Job, outcome: Outcome, now: DateTime<Utc>) -> u64 {
    const FAILED_RUN: &str = "failed-agent-run";
    let is_failed = outcome != Outcome::Planned(Ending::Completed);
    if is_failed && contract.has_clause(&format!("charges.{FAILED_RUN}")) {
        contract.credits(FAILED_RUN)
    } else {
        job.credits_used(now)
    }
}

/// Creates a response with `success: true`, as responses of other operations have it.
fn success_found() -> ServiceResult {
    let beyond = Properties::from_iter([("success".to_owned(), true.into())]);
    ServiceResult { shown: Properties::new(), beyond }
}

/// Returns a situation whose response is a success, if the contract has it.
fn situation_success<'c>(
    contract: &'c Contract,
    id: &str,
) -> Option<(&'c Situation, &'c SituationSuccess)> {
    let situations = &contract.spec.job_lifecycle(STATUS_TYPE)?.situations;
    let situation = situations.iter().find(|situation| situation.id == id)?;
    match &situation.response {
        SituationResponse::Success(success) => Some((situation, success)),
        SituationResponse::Error(_) => None,
    }
}

/// Returns whether the contract shows the failed state.
fn has_failed_state(contract: &Contract) -> bool {
    let lifecycle = contract.spec.job_lifecycle(STATUS_TYPE);
    lifecycle.is_some_and(|lifecycle| lifecycle.states.iter().any(|state| state == FAILED))
}

/// Extracts the data that the schema of a request describes, if it has a schema. The page is the first of the
/// request's `urls`, or the home page.
fn extract_by_schema(service: &WebData, body: &Value) -> Option<Value> {
    let schema = body.get("schema").filter(|schema| schema.is_object())?;
    let url = body.pointer("/urls/0").and_then(Value::as_str).unwrap_or(HOME);
    let page = service.state.web.page(url).unwrap_or_else(|| WebPage::missing(url));
    let document = Html::parse_document(&page.html);
    let texts = selected(&document, TEXT_ELEMENTS).map(|element| spaced(element.text()));
    let source = Source::new(url, &document, texts.collect::<Vec<_>>().join("\n"));
    let data = extract::extract(&source, schema);
    (data.to_string().len() <= MAX_BYTES).then_some(data)
}

fn data_of_run(job: &Job) -> Value {
    let data = job.course.data.as_ref().or(job.data.as_ref());
    data.cloned().unwrap_or_else(|| json!({ "answer": "what the agent found" }))
}

/// Returns the events of a run so far, in order.
fn events(contract: &Contract, id: &str, job: &Job, now: DateTime<Utc>) -> Vec<Value> {
    let mut events = Vec::new();
    if let Some(created) = job.artifact_time(now) {
        let is_usable = contract.has_clause("ArtifactUpdated.snapshotId.behaviour.usable");
        let snapshot = if is_usable { 0 } else { OTHER_SNAPSHOT };
        let mut carried = properties([("snapshotId", derived_id(job, snapshot).into())]);
        retain_listed(contract, ARTIFACT_UPDATED, &mut carried);
        let mut artifact = properties([
            ("kind", "json".into()),
            ("artifactId", derived_id(job, ARTIFACT).into()),
            ("change", "init".into()),
        ]);
        artifact.extend(carried.clone());
        carried.insert("artifact".to_owned(), artifact.into());
        events.extend(new_event(contract, ARTIFACT_UPDATED, created, carried));
    }
    let Phase::Ended(outcome) = job.phase(now) else { return number_events(id, job, events) };
    let error = trace_error(contract, outcome);
    if let Some(error) = &error {
        let mut carried = properties([("error", error.clone())]);
        retain_listed(contract, ERROR_OCCURRED, &mut carried);
        events.extend(new_event(contract, ERROR_OCCURRED, job.end(), carried));
    }
    let mut carried = properties([("outcome", outcome_name(outcome).into())]);
    carried.extend(error.map(|error| ("error".to_owned(), error)));
    retain_listed(contract, RUN_FINISHED, &mut carried);
    events.extend(new_event(contract, RUN_FINISHED, job.end(), carried));
    if outcome == Outcome::CreditLimitReached {
        add_limit_properties(contract, &mut events);
    }
    number_events(id, job, events)
}

/// Returns an event with its properties, or `None` if the contract does not have the event. The contract
/// leaves open which property names the kind of event.
fn new_event(
    contract: &Contract,
    name: &str,
    at: DateTime<Utc>,
    carried: Properties,
) -> Option<Value> {
    contract.spec.channels.get(CHANNEL)?.events.get(name)?;
    let mut event = properties([("type", name.into()), ("occurredAt", at.to_rfc3339().into())]);
    event.extend(carried);
    Some(event.into())
}

/// Removes the properties that the type of an event does not list.
fn retain_listed(contract: &Contract, name: &str, carried: &mut Properties) {
    let event = contract.spec.channels.get(CHANNEL).and_then(|channel| channel.events.get(name));
    let listed = event
        .and_then(|event| event.carries.as_deref())
        .and_then(|carries| schema::object_of(&contract.spec, carries));
    carried.retain(|name, _| listed.is_some_and(|listed| listed.properties.contains_key(name)));
}

/// Adds to each event its number, its run and its agent.
fn number_events(id: &str, job: &Job, events: Vec<Value>) -> Vec<Value> {
    let agent = json!({ "id": derived_id(job, AGENT), "role": "orchestrator", "name": "agent" });
    let numbered = events.into_iter().zip(1_u64..).map(|(mut event, sequence)| {
        if let Some(event) = event.as_object_mut() {
            event.extend(properties([
                ("schemaVersion", 1.into()),
                ("eventId", derived_id(job, AGENT + u128::from(sequence)).into()),
                ("runId", id.into()),
                ("producerSequence", sequence.into()),
                ("agent", agent.clone()),
            ]));
        }
        event
    });
    numbered.collect()
}

/// Derives an identity from a job; the same number always gives the same identity.
fn derived_id(job: &Job, number: u128) -> String {
    Uuid::from_u128(job.snapshot.as_u128() ^ number).to_string()
}

/// Adds the properties that the contract shows for the event of a reached credit limit.
fn add_limit_properties(contract: &Contract, events: &mut [Value]) {
    let success = situation_success(contract, LIMIT_REACHED);
    let Some(shown) = success.and_then(|(_, success)| success.event.as_ref()) else { return };
    let is_meant = |event: &&mut Value| event["type"] == shown.name.as_str();
    if shown.channel == CHANNEL
        && let Some(Value::Object(event)) = events.iter_mut().find(is_meant)
    {
        event.extend(shown.members.clone());
    }
}

/// Returns the error that a run ended with, if the contract has a code for it.
fn trace_error(contract: &Contract, outcome: Outcome) -> Option<Value> {
    let code = match outcome {
        Outcome::Cancelled => "cancelled",
        Outcome::CreditLimitReached => "credit_limit_reached",
        Outcome::Planned(Ending::ParentFinished) => "parent_finished",
        Outcome::Planned(Ending::Refused) => "refused",
        Outcome::Planned(Ending::Internal) => "internal",
        Outcome::Planned(Ending::Completed) => return None,
    };
    let listed = &schema::object_of(&contract.spec, "TraceError")?.properties;
    let is_known = match &listed.get("code")?.schema.shape {
        Shape::Enum(codes) => codes.iter().any(|known| known == code),
        _ => true,
    };
    if !is_known || !contract.has_clause(&format!("TraceError.code.behaviour.{code}")) {
        return None;
    }
    let retryable = is_retryable(contract, outcome);
    let mut error = properties([("code", code.into()), ("retryable", retryable.into())]);
    error.retain(|name, _| listed.contains_key(name));
    let source = if outcome == Outcome::CreditLimitReached { "billing" } else { "agent" };
    error.insert("source".to_owned(), source.into());
    error.insert("message".to_owned(), message(outcome)?.into());
    Some(error.into())
}

/// Returns whether a client may retry: only after an internal error, if the catalogue says so for unexpected
/// errors.
fn is_retryable(contract: &Contract, outcome: Outcome) -> bool {
    let row = contract.spec.errors.get(UNEXPECTED);
    outcome == Outcome::Planned(Ending::Internal)
        && row.is_some_and(|row| row.retry == Retry::Backoff)
}

/// Returns the name of a run's outcome. The contract shows one of these names as an example.
fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Planned(Ending::Completed) => "succeeded",
        Outcome::Planned(Ending::Refused) => "refused",
        Outcome::Cancelled => "cancelled",
        Outcome::Planned(Ending::ParentFinished | Ending::Internal)
        | Outcome::CreditLimitReached => "failed",
    }
}

/// Returns a message for people about a run that ended without data; `None` for a run that completed.
fn message(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Planned(ending) => reason(ending),
        Outcome::Cancelled => Some("the run was cancelled"),
        Outcome::CreditLimitReached => Some("the run reached its limit of credits"),
    }
}

/// Returns a message for people about a run that was set up to fail; `None` for a run that completes.
fn reason(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Completed => None,
        Ending::ParentFinished => Some("the agent that started this one finished first"),
        Ending::Refused => Some("the agent declined the task"),
        Ending::Internal => Some("something inside the run failed"),
    }
}

fn properties<const N: usize>(pairs: [(&str, Value); N]) -> Properties {
    pairs.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}
