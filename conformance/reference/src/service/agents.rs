//! Agent jobs: asynchronous runs that move through their states by the server's clock.
//!
//! It must not decide by anything but the contract when a request is refused.

mod job;
mod jobs;
mod situation;
mod trace;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::answer::Found;
use super::contract::Contract;
use super::refusal::Refusal;
use super::services::Call;
use super::store::Properties;

pub(super) use job::{Course, Generation, Job};
use job::{Ending, Outcome, Phase};
pub(super) use jobs::{Agents, Start};

/// What this server calls the states of a job, of which the contract shows only the failed one's
/// name.
const PROCESSING: &str = "processing";
const CANCELLING: &str = "cancelling";
const CANCELLED: &str = "cancelled";
const COMPLETED: &str = "completed";
const FAILED: &str = "failed";
/// The word for a failed one where the contract does not show its name.
const ENDED: &str = "ended";

/// The situations of jobs, by their identities in the contract.
const LIMIT_REACHED: &str = "run-reaches-max-credits";
const CANCELLED_POLLED: &str = "cancelled-run-is-polled";
const FINISHED_CANCELLED: &str = "finished-run-is-cancelled";
const CANCELLING_CANCELLED: &str = "cancelling-run-is-cancelled";

/// The member with a message for people, whose place the contract does not show.
const MESSAGE: &str = "message";

/// Starts a job.
pub(super) fn start(call: &Call<'_>) -> Result<Found, Refusal> {
    let shared = call.shared;
    shared.agents.charge(shared);
    // How much a job costs shows at its end, so one credit is enough to begin.
    call.shared.afford(call.team, 1)?;
    if shared.teams.rejects_agent_jobs(call.team) {
        call.refuse("submission-failed")?;
    }
    let contract = &shared.contract;
    let is_second = contract.says("service.versioning.behaviour.new-runs-second-generation");
    let start = Start {
        team: call.team.clone(),
        generation: if is_second { Generation::Second } else { Generation::First },
        course: Course::default(),
        max_credits: call.body.get("maxCredits").and_then(Value::as_f64),
    };
    let mut id = shared.agents.start(shared, start, shared.clock.now());
    if shared.faults.forgets_jobs() {
        id = Uuid::new_v4().to_string();
    }
    let mut found = succeeded();
    found.shown.insert("id".to_owned(), id.into());
    Ok(found)
}

/// Tells how a job stands.
pub(super) fn status(call: &Call<'_>) -> Result<Found, Refusal> {
    let Some((_, job)) = asked_for(call)? else { return Ok(Found::default()) };
    let (contract, now) = (&call.shared.contract, call.shared.clock.now());
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
    if has_data && contract.says("service.behaviour.agent") {
        show("data", json!({ "answer": "what the agent found" }));
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
            found.beyond.insert(MESSAGE.to_owned(), situation.doc.as_str().into());
        }
    }
    Ok(found)
}

/// Tells what happened in a job's run.
pub(super) fn trace(call: &Call<'_>) -> Result<Found, Refusal> {
    let Some((_, job)) = asked_for(call)? else { return Ok(Found::default()) };
    let mut found = succeeded();
    let events = if is_recorded(call, &job)? {
        trace::events(&call.shared.contract, &job, call.shared.clock.now())
    } else {
        Vec::new()
    };
    found.beyond.insert("events".to_owned(), events.into());
    Ok(found)
}

/// Gives a snapshot of a job's run.
pub(super) fn snapshot(call: &Call<'_>) -> Result<Found, Refusal> {
    let asked = call.parameter("snapshotId");
    // Which identities are malformed is left open; those of this server are UUIDs with hyphens.
    let id = Uuid::try_parse(asked).ok();
    let id = id.filter(|id| id.hyphenated().to_string() == asked.to_lowercase());
    if id.is_none() {
        call.refuse("malformed-snapshot-id")?;
    }
    let Some((job_id, job)) = asked_for(call)? else { return Ok(Found::default()) };
    let recorded = is_recorded(call, &job)?;
    let made = job.artifact(call.shared.clock.now());
    let mut found = succeeded();
    let Some(made) = made.filter(|_| recorded && id == Some(job.snapshot)) else {
        call.refuse("unknown-snapshot")?;
        return Ok(found);
    };
    let mut tell = |name: &str, value: Value| found.beyond.insert(name.to_owned(), value);
    tell("id", job.snapshot.to_string().into());
    tell("jobId", job_id.into());
    tell("createdAt", made.to_rfc3339().into());
    tell("artifact", json!({ "answer": "what the agent had found by then" }));
    Ok(found)
}

/// Cancels a job's run.
pub(super) fn cancel(call: &Call<'_>) -> Result<Found, Refusal> {
    let Some((id, _)) = asked_for(call)? else { return Ok(Found::default()) };
    let (contract, now) = (&call.shared.contract, call.shared.clock.now());
    let cancelled = call.shared.agents.change(id, |job| match job.phase(now) {
        Phase::Ended(_) => situation::refuse(contract, FINISHED_CANCELLED),
        Phase::Cancelling => situation::refuse(contract, CANCELLING_CANCELLED),
        Phase::Processing => {
            job.cancelled = Some(now).filter(|_| !call.shared.faults.ignores_cancelling());
            Ok(())
        }
    });
    cancelled.unwrap_or(Ok(()))?;
    Ok(succeeded())
}

/// The word for a phase, where no situation of the contract has one.
pub(super) fn state(contract: &Contract, phase: Phase) -> &'static str {
    match phase {
        Phase::Processing => PROCESSING,
        Phase::Cancelling => CANCELLING,
        Phase::Ended(Outcome::Cancelled) => CANCELLED,
        Phase::Ended(Outcome::Planned(Ending::Completed)) => COMPLETED,
        Phase::Ended(_) if situation::has_state(contract, FAILED) => FAILED,
        Phase::Ended(_) => ENDED,
    }
}

/// The job that a call names, with its identity; `None` where there is none, and the contract has
/// no refusal for that.
fn asked_for<'c>(call: &Call<'c>) -> Result<Option<(&'c str, Job)>, Refusal> {
    call.shared.agents.charge(call.shared);
    let id = call.parameter("jobId");
    let Some(job) = call.shared.agents.read(id) else {
        call.refuse("unknown-job")?;
        return Ok(None);
    };
    if job.team != *call.team {
        if let Some(row) = call.shared.faults.leaks_jobs(call.operation()) {
            return Err(call.shared.contract.refusal(row));
        }
        call.refuse("other-teams-job")?;
    }
    Ok(Some((id, job)))
}

/// Whether a trace and snapshots are recorded of a job.
///
/// # Errors
/// The refusal of what is not recorded, where the contract has one.
fn is_recorded(call: &Call<'_>, job: &Job) -> Result<bool, Refusal> {
    let contract = &call.shared.contract;
    if job.generation == Generation::Second
        || !contract.says("service.versioning.behaviour.older-jobs")
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
    if is_failed && contract.says(&format!("charges.{FAILED_RUN}")) {
        contract.credits(FAILED_RUN)
    } else {
        job.used(now)
    }
}

/// An answer that says of itself, as those of other operations do, that all is well.
fn succeeded() -> Found {
    let beyond = Properties::from_iter([("success".to_owned(), true.into())]);
    Found { shown: Properties::new(), beyond }
}
