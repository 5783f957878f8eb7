//! Agent jobs: asynchronous runs that move through their states by the server's clock.
//!
//! It must not decide by anything but the contract when a request is refused.

mod data;
mod situation;
mod trace;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use uuid::Uuid;

use super::backend::Backend;
use super::call::Call;
use super::charging::afford;
use crate::contract::Contract;
use crate::contract::refusal::Refusal;
use crate::contract::schema::Properties;
use crate::contract::success::ServiceResult;
use crate::world::job::{Course, Ending, Generation, Job, Outcome, Phase};
use crate::world::teams::Team;
use situation::LIMIT_REACHED;

/// What this server calls the states of a job, of which the contract shows only the failed one's
/// name.
const PROCESSING: &str = "processing";
const CANCELLED: &str = "cancelled";
const COMPLETED: &str = "completed";
const FAILED: &str = "failed";
/// The word for a failed one where the contract does not show its name.
const ENDED: &str = "ended";

/// The situations of jobs, by their identities in the contract.
const CANCELLED_POLLED: &str = "cancelled-run-is-polled";
const FINISHED_CANCELLED: &str = "finished-run-is-cancelled";
const CANCELLING_CANCELLED: &str = "cancelling-run-is-cancelled";

/// The members with a message for people, whose place the contract does not show. Published clients
/// read the second one.
const MESSAGES: [&str; 2] = ["message", "error"];

/// How long a job is said to be kept.
const KEPT: TimeDelta = TimeDelta::days(1);

/// A job that is to be started.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) team: Team,
    pub(crate) generation: Generation,
    pub(crate) course: Course,
    pub(crate) max_credits: Option<f64>,
    /// What its run finds by the schema of the request.
    pub(crate) data: Option<Value>,
}

/// Starts a job.
pub(crate) fn start(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let backend = call.backend;
    charge(backend);
    // How much a job costs shows at its end, so one credit is enough to begin.
    afford(backend, call.team, 1)?;
    if backend.world.teams.rejects_agent_jobs(call.team) {
        call.refuse("submission-failed")?;
    }
    let contract = &backend.contract;
    let start = Start {
        team: call.team.clone(),
        generation: new_generation(contract),
        course: Course::default(),
        max_credits: call.body.get("maxCredits").and_then(Value::as_f64),
        data: data::by_schema(backend, call.body),
    };
    let id = start_job(backend, start, backend.world.clock.now());
    let mut found = succeeded();
    found.shown.insert("id".to_owned(), id.into());
    Ok(found)
}

/// The generation of jobs that are started now.
pub(crate) fn new_generation(contract: &Contract) -> Generation {
    let is_second = contract.has_clause("service.versioning.behaviour.new-runs-second-generation");
    if is_second { Generation::Second } else { Generation::First }
}

/// Starts a job, and gives its identity.
pub(crate) fn start_job(backend: &Backend, start: Start, now: DateTime<Utc>) -> String {
    let (contract, identities) = (&backend.contract, &backend.world.randomness.identities);
    let id = identities.next().to_string();
    let ends_at_limit = situation::success(contract, LIMIT_REACHED).is_some();
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
    backend.world.jobs.add(id.clone(), job);
    id
}

/// Charges teams for the runs that have ended since this was last done.
pub(crate) fn charge(backend: &Backend) {
    let (world, now) = (&backend.world, backend.world.clock.now());
    world.jobs.charge(now, |job, outcome| {
        world.teams.charge(&job.team, charged(&backend.contract, job, outcome, now));
    });
}

/// Returns how a job stands.
pub(crate) fn status(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let Some((_, job)) = asked_for(call)? else { return Ok(ServiceResult::default()) };
    let (contract, now) = (&call.backend.contract, call.backend.world.clock.now());
    let phase = job.phase(now);
    let mut found = succeeded();
    let mut show = |name: &str, value: Value| found.shown.insert(name.to_owned(), value);
    show("status", state(contract, phase).into());
    let used = match phase {
        Phase::Ended(outcome) => charged(contract, &job, outcome, now),
        _ => job.used(now),
    };
    show("creditsUsed", used.into());
    // What a run has gathered is there after its limit of credits, too, unless the contract keeps it
    // back.
    let has_data = matches!(
        phase,
        Phase::Ended(Outcome::Planned(Ending::Completed) | Outcome::CreditLimitReached)
    );
    if has_data && contract.has_clause("service.behaviour.agent") {
        show("data", data::found(&job));
    }
    found.beyond.insert("expiresAt".to_owned(), (job.started + KEPT).to_rfc3339().into());
    if let Phase::Ended(Outcome::Planned(ending)) = phase
        && let Some(reason) = trace::reason(ending)
    {
        found.beyond.insert("error".to_owned(), reason.into());
    }
    let situation = match phase {
        Phase::Ended(Outcome::Cancelled) => situation::success(contract, CANCELLED_POLLED),
        Phase::Ended(Outcome::CreditLimitReached) => situation::success(contract, LIMIT_REACHED),
        _ => None,
    };
    if let Some((situation, success)) = situation {
        for members in [&mut found.shown, &mut found.beyond] {
            members.retain(|name, _| !success.absent.contains(name));
        }
        found.shown.extend(success.members.clone());
        // The contract says what the message is about, and leaves its words to the service.
        if success.says.is_some() {
            for member in MESSAGES {
                found.beyond.insert(member.to_owned(), situation.doc.as_str().into());
            }
        }
    }
    Ok(found)
}

/// Tells what happened in a job's run.
pub(crate) fn trace(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let Some((id, job)) = asked_for(call)? else { return Ok(ServiceResult::default()) };
    let mut found = succeeded();
    let events = if is_recorded(call, &job)? {
        trace::events(&call.backend.contract, id, &job, call.backend.world.clock.now())
    } else {
        Vec::new()
    };
    found.beyond.insert("id".to_owned(), id.into());
    found.beyond.insert("events".to_owned(), events.into());
    Ok(found)
}

/// Gives a snapshot of a job's run.
pub(crate) fn snapshot(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let asked = call.parameter("snapshotId");
    // Which identities are malformed is left open; those of this server are UUIDs with hyphens.
    let id = Uuid::try_parse(asked).ok();
    let id = id.filter(|id| id.hyphenated().to_string() == asked.to_lowercase());
    if id.is_none() {
        call.refuse("malformed-snapshot-id")?;
    }
    let Some((job_id, job)) = asked_for(call)? else { return Ok(ServiceResult::default()) };
    let recorded = is_recorded(call, &job)?;
    let made = job.artifact(call.backend.world.clock.now());
    let mut found = succeeded();
    let Some(made) = made.filter(|_| recorded && id == Some(job.snapshot)) else {
        call.refuse("unknown-snapshot")?;
        return Ok(found);
    };
    let mut set = |name: &str, value: Value| found.beyond.insert(name.to_owned(), value);
    set("id", job_id.into());
    set("snapshotId", job.snapshot.to_string().into());
    set("createdAt", made.to_rfc3339().into());
    set("snapshot", data::found(&job).to_string().into());
    Ok(found)
}

/// Cancels a job's run.
pub(crate) fn cancel(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let Some((id, _)) = asked_for(call)? else { return Ok(ServiceResult::default()) };
    let (contract, now) = (&call.backend.contract, call.backend.world.clock.now());
    let cancelled = call.backend.world.jobs.change(id, |job| match job.phase(now) {
        Phase::Ended(_) => situation::refuse(contract, FINISHED_CANCELLED),
        Phase::Cancelling => situation::refuse(contract, CANCELLING_CANCELLED),
        Phase::Processing => {
            job.cancelled = Some(now);
            Ok(())
        }
    });
    cancelled.unwrap_or(Ok(()))?;
    Ok(succeeded())
}

/// The word for a phase, where no situation of the contract has one.
pub(crate) fn state(contract: &Contract, phase: Phase) -> &'static str {
    match phase {
        Phase::Processing | Phase::Cancelling => PROCESSING,
        Phase::Ended(Outcome::Cancelled) => CANCELLED,
        Phase::Ended(Outcome::Planned(Ending::Completed)) => COMPLETED,
        Phase::Ended(_) if situation::has_state(contract, FAILED) => FAILED,
        Phase::Ended(_) => ENDED,
    }
}

/// The job that a call names, with its identity; `None` where there is none, and the contract has
/// no refusal for that.
fn asked_for<'c>(call: &Call<'c>) -> Result<Option<(&'c str, Job)>, Refusal> {
    charge(call.backend);
    let id = call.parameter("jobId");
    let Some(job) = call.backend.world.jobs.read(id) else {
        call.refuse("unknown-job")?;
        return Ok(None);
    };
    if job.team != *call.team {
        call.refuse("other-teams-job")?;
    }
    Ok(Some((id, job)))
}

/// Whether a trace and snapshots are recorded of a job.
///
/// # Errors
/// The refusal of what is not recorded, where the contract has one.
fn is_recorded(call: &Call<'_>, job: &Job) -> Result<bool, Refusal> {
    let contract = &call.backend.contract;
    if job.generation == Generation::Second
        || !contract.has_clause("service.versioning.behaviour.older-jobs")
    {
        return Ok(true);
    }
    call.refuse("first-generation")?;
    Ok(false)
}

/// The credits that a run costs that has ended.
fn charged(contract: &Contract, job: &Job, outcome: Outcome, now: DateTime<Utc>) -> u64 {
    const FAILED_RUN: &str = "failed-agent-run";
    let is_failed = outcome != Outcome::Planned(Ending::Completed);
    if is_failed && contract.has_clause(&format!("charges.{FAILED_RUN}")) {
        contract.credits(FAILED_RUN)
    } else {
        job.used(now)
    }
}

/// A response that says of itself, as those of other operations do, that all is well.
fn succeeded() -> ServiceResult {
    let beyond = Properties::from_iter([("success".to_owned(), true.into())]);
    ServiceResult { shown: Properties::new(), beyond }
}
