//! Agent jobs: asynchronous runs that move through their states by the server's clock.
//!
//! Only the contract decides when a request is rejected, and what the response is in each situation of a job.

mod trace;

use chrono::{DateTime, TimeDelta, Utc};
use scraper::Html;
use serde_json::{Value, json};
use uuid::Uuid;
use webdata_spec::model::{Lifecycle, Situation, SituationResponse, SituationSuccess};

use crate::contract::Contract;
use crate::contract::errors::RequestError;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::service::behaviour::Call;
use crate::web_data::scrape::extract;
use crate::web_data::world::jobs::{Ending, Generation, Job, Outcome, Phase, RunPlan};
use crate::web_data::world::scrapes::Source;
use crate::web_data::world::web::{HOME, WebPage, selected, spaced};
use crate::web_data::{WebData, require_credits, settings};
use crate::world::teams::Team;

/// The names of job states. The contract shows only the name of the failed state; this server chooses the
/// others.
const PROCESSING: &str = "processing";
const CANCELLED: &str = "cancelled";
const COMPLETED: &str = "completed";
const FAILED: &str = "failed";
/// The name of the failed state in a contract that does not show one.
const ENDED: &str = "ended";

/// The situations of jobs, by their identities in the contract.
const CANCELLED_POLLED: &str = "cancelled-run-is-polled";
const FINISHED_CANCELLED: &str = "finished-run-is-cancelled";
const CANCELLING_CANCELLED: &str = "cancelling-run-is-cancelled";

/// The properties with a message for people, whose names the contract does not show. Published clients read
/// `error`.
const MESSAGE_PROPERTIES: [&str; 2] = ["message", "error"];

/// The time from the start of a job to the `expiresAt` of its status.
const RETENTION: TimeDelta = TimeDelta::days(1);

/// The parameters of a new job.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) team: Team,
    pub(crate) generation: Generation,
    pub(crate) course: RunPlan,
    pub(crate) max_credits: Option<f64>,
    /// The data that the run will find by the schema of its request.
    pub(crate) data: Option<Value>,
}

/// Starts a job.
pub(super) fn start(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    charge(service);
    // The cost of a job is known only at its end, so one credit is enough to start.
    require_credits(service, call.team, 1)?;
    if settings::rejects_agent_jobs(service, call.team) {
        call.reject("submission-failed")?;
    }
    let contract = &service.contract;
    let start = Start {
        team: call.team.clone(),
        generation: new_generation(contract),
        course: RunPlan::default(),
        max_credits: call.body.get("maxCredits").and_then(Value::as_f64),
        data: extract_by_schema(service, call.body),
    };
    let id = start_job(service, start, service.world.clock.now());
    let mut result = success_found();
    result.shown.insert("id".to_owned(), id.into());
    Ok(result)
}

/// Returns the generation of new jobs.
pub(crate) fn new_generation(contract: &Contract) -> Generation {
    let is_second = contract.has_clause("service.versioning.behaviour.new-runs-second-generation");
    if is_second { Generation::Second } else { Generation::First }
}

/// Starts a job and returns its identity.
pub(crate) fn start_job(service: &WebData, start: Start, now: DateTime<Utc>) -> String {
    let (contract, identities) = (&service.contract, &service.world.randomness.identities);
    let id = identities.next().to_string();
    let ends_at_limit = situation_success(contract, LIMIT_REACHED).is_some();
    let job = Job {
        team: start.team,
        generation: start.generation,
        course: start.course,
        data: start.data,
        limit: start.max_credits.filter(|_| ends_at_limit),
        started: now,
        cancelled: None,
        snapshot: identities.next(),
        is_charged: false,
    };
    service.state.jobs.add(id.clone(), job);
    id
}

/// Charges teams for the runs that ended since the last call.
pub(crate) fn charge(service: &WebData) {
    let now = service.world.clock.now();
    service.state.jobs.charge(now, |job, outcome| {
        service.world.teams.charge(&job.team, run_cost(&service.contract, job, outcome, now));
    });
}

/// Returns the status of a job.
pub(super) fn status(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let Some((_, job)) = find_job(service, call)? else { return Ok(ServiceResult::default()) };
    let (contract, now) = (&service.contract, service.world.clock.now());
    let phase = job.phase(now);
    let mut result = success_found();
    let mut show = |name: &str, value: Value| result.shown.insert(name.to_owned(), value);
    show("status", state(contract, phase).into());
    let used = match phase {
        Phase::Ended(outcome) => run_cost(contract, &job, outcome, now),
        _ => job.credits_used(now),
    };
    show("creditsUsed", used.into());
    // A run that reached its limit of credits also returns the data it has gathered, unless the contract
    // withholds it.
    let has_data = matches!(
        phase,
        Phase::Ended(Outcome::Planned(Ending::Completed) | Outcome::CreditLimitReached)
    );
    if has_data && contract.has_clause("service.behaviour.agent") {
        show("data", data_of_run(&job));
    }
    result.beyond.insert("expiresAt".to_owned(), (job.started + RETENTION).to_rfc3339().into());
    if let Phase::Ended(Outcome::Planned(ending)) = phase
        && let Some(reason) = trace::reason(ending)
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

/// Returns the trace of a job's run.
pub(super) fn trace(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let Some((id, job)) = find_job(service, call)? else { return Ok(ServiceResult::default()) };
    let mut result = success_found();
    let events = if is_recorded(service, call, &job)? {
        trace::events(&service.contract, id, &job, service.world.clock.now())
    } else {
        Vec::new()
    };
    result.beyond.insert("id".to_owned(), id.into());
    result.beyond.insert("events".to_owned(), events.into());
    Ok(result)
}

/// Returns a snapshot of a job's run.
pub(super) fn snapshot(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let requested = call.parameter("snapshotId");
    // The contract leaves open which identities are malformed. This server accepts UUIDs with hyphens.
    let id = Uuid::try_parse(requested).ok();
    let id = id.filter(|id| id.hyphenated().to_string() == requested.to_lowercase());
    if id.is_none() {
        call.reject("malformed-snapshot-id")?;
    }
    let Some((job_id, job)) = find_job(service, call)? else { return Ok(ServiceResult::default()) };
    let recorded = is_recorded(service, call, &job)?;
    let made = job.artifact_time(service.world.clock.now());
    let mut result = success_found();
    let Some(made) = made.filter(|_| recorded && id == Some(job.snapshot)) else {
        call.reject("unknown-snapshot")?;
        return Ok(result);
    };
    let mut set = |name: &str, value: Value| result.beyond.insert(name.to_owned(), value);
    set("id", job_id.into());
    set("snapshotId", job.snapshot.to_string().into());
    set("createdAt", made.to_rfc3339().into());
    set("snapshot", data_of_run(&job).to_string().into());
    Ok(result)
}

/// Cancels a job's run.
pub(super) fn cancel(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let Some((id, _)) = find_job(service, call)? else { return Ok(ServiceResult::default()) };
    let (contract, now) = (&service.contract, service.world.clock.now());
    let cancelled = service.state.jobs.change(id, |job| match job.phase(now) {
        Phase::Ended(_) => reject_in_situation(contract, FINISHED_CANCELLED),
        Phase::Cancelling => reject_in_situation(contract, CANCELLING_CANCELLED),
        Phase::Processing => {
            job.cancelled = Some(now);
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
        Phase::Ended(_) if has_state(contract, FAILED) => FAILED,
        Phase::Ended(_) => ENDED,
    }
}

/// Returns the job that a call names, with its identity. Returns `None` for an unknown job if the contract
/// has no error for it.
fn find_job<'c>(
    service: &WebData,
    call: &Call<'c>,
) -> Result<Option<(&'c str, Job)>, RequestError> {
    charge(service);
    let id = call.parameter("jobId");
    let Some(job) = service.state.jobs.read(id) else {
        call.reject("unknown-job")?;
        return Ok(None);
    };
    if job.team != *call.team {
        call.reject("other-teams-job")?;
    }
    Ok(Some((id, job)))
}

/// Returns whether a job records a trace and snapshots.
///
/// # Errors
/// The error of the contract for a job that records neither.
fn is_recorded(service: &WebData, call: &Call<'_>, job: &Job) -> Result<bool, RequestError> {
    let contract = &service.contract;
    if job.generation == Generation::Second
        || !contract.has_clause("service.versioning.behaviour.older-jobs")
    {
        return Ok(true);
    }
    call.reject("first-generation")?;
    Ok(false)
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

/// The situation of a run that has used up the credits that its caller allowed.
const LIMIT_REACHED: &str = "run-reaches-max-credits";

/// The type whose lifecycle has the situations.
const STATUS_TYPE: &str = "AgentStatus";

/// Returns a situation whose response is a success, if the contract has it.
fn situation_success<'c>(
    contract: &'c Contract,
    id: &str,
) -> Option<(&'c Situation, &'c SituationSuccess)> {
    let situation = find_situation(contract, id)?;
    match &situation.response {
        SituationResponse::Success(success) => Some((situation, success)),
        SituationResponse::Error(_) => None,
    }
}

/// Rejects a request in a situation.
///
/// # Errors
/// The error of the situation, if the contract has one.
fn reject_in_situation(contract: &Contract, id: &str) -> Result<(), RequestError> {
    match find_situation(contract, id) {
        Some(situation) => contract.reject_at(situation.clause.as_str(), &Value::Null),
        None => Ok(()),
    }
}

/// Returns whether the contract shows a state of this name.
fn has_state(contract: &Contract, name: &str) -> bool {
    lifecycles(contract).flat_map(|lifecycle| &lifecycle.states).any(|state| state == name)
}

fn find_situation<'c>(contract: &'c Contract, id: &str) -> Option<&'c Situation> {
    let situations = lifecycles(contract).flat_map(|lifecycle| &lifecycle.situations);
    situations.into_iter().find(|situation| situation.id == id)
}

fn lifecycles(contract: &Contract) -> impl Iterator<Item = &Lifecycle> {
    contract.spec.lifecycles.iter().filter(|lifecycle| lifecycle.type_name == STATUS_TYPE)
}

/// The size limit in bytes of the data of a job. A schema that produces more is ignored.
const MAX_BYTES: usize = 16 * 1024;

/// The elements that make up the text of a page.
const TEXT_ELEMENTS: &str = "h1, h2, h3, p, li, tr";

/// Extracts the data that the schema of a request describes, if it has a schema. The page is the first of the
/// request's `urls`, or the home page.
fn extract_by_schema(service: &WebData, body: &Value) -> Option<Value> {
    let schema = body.get("schema").filter(|schema| schema.is_object())?;
    let url = body.pointer("/urls/0").and_then(Value::as_str).unwrap_or(HOME);
    let page = service.state.web.page(url).unwrap_or_else(|| WebPage::missing(url));
    let data = extract::extract(&source(url, &page), schema);
    (data.to_string().len() <= MAX_BYTES).then_some(data)
}

/// Returns the data that a run finds.
fn data_of_run(job: &Job) -> Value {
    let data = job.course.data.as_ref().or(job.data.as_ref());
    data.cloned().unwrap_or_else(|| json!({ "answer": "what the agent found" }))
}

fn source(url: &str, page: &WebPage) -> Source {
    let document = Html::parse_document(&page.html);
    let texts = selected(&document, TEXT_ELEMENTS).map(|element| spaced(element.text()));
    let description = selected(&document, "meta[name=description]").next();
    let description = description.and_then(|element| element.attr("content"));
    Source {
        url: url.to_owned(),
        title: page.title(),
        description: description.unwrap_or_default().to_owned(),
        text: texts.collect::<Vec<_>>().join("\n"),
    }
}
