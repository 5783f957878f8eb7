//! Agent jobs: asynchronous runs that move through their states by the server's clock.
//!
//! It must not decide by anything but the contract when a request is refused.

mod job;
mod situation;
mod trace;

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use indexmap::IndexMap;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Shared;
use super::answer::Found;
use super::contract::Contract;
use super::refusal::Refusal;
use super::services::Call;
use super::store::Properties;
use super::teams::Team;

pub(super) use job::{Course, Generation, Job};
use job::{Ending, Outcome, Phase};

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

/// The most jobs that are kept, unless more of them run.
const MOST: usize = 10_000;

/// The jobs.
#[derive(Debug, Default)]
pub(super) struct Agents(Mutex<Jobs>);

#[derive(Debug, Default)]
struct Jobs {
    /// By identity, the oldest first.
    all: IndexMap<String, Job>,
    /// Those that nobody was charged for yet.
    uncharged: HashSet<String>,
}

impl Jobs {
    /// Adds a job, in place of the oldest one that has ended where there are enough.
    fn add(&mut self, id: String, job: Job, most: usize) {
        let ended = || self.all.values().position(|job| job.is_charged);
        if self.all.len() >= most
            && let Some(oldest) = ended()
        {
            self.all.shift_remove_index(oldest);
        }
        self.uncharged.insert(id.clone());
        self.all.insert(id, job);
    }

    /// Charges for the jobs that have ended since this was last done, each by its outcome.
    fn charge(&mut self, now: DateTime<Utc>, mut charge: impl FnMut(&Job, Outcome)) {
        let Self { all, uncharged } = self;
        uncharged.retain(|id| match all.get_mut(id).map(|job| (job.phase(now), job)) {
            Some((Phase::Ended(outcome), job)) => {
                job.is_charged = true;
                charge(job, outcome);
                false
            }
            Some(_) => true,
            None => false,
        });
    }
}

/// A job that is to be started.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) team: Team,
    pub(super) generation: Generation,
    pub(super) course: Course,
    pub(super) max_credits: Option<f64>,
}

impl Agents {
    /// Starts a job, and gives its identity.
    pub(super) fn start(&self, shared: &Shared, start: Start, now: DateTime<Utc>) -> String {
        let (contract, identities) = (&shared.contract, &shared.identities);
        let id = identities.next().to_string();
        let ends_at_limit = situation::success(contract, LIMIT_REACHED).is_some();
        let job = Job {
            team: start.team,
            generation: start.generation,
            course: start.course,
            limit: start.max_credits.filter(|_| ends_at_limit),
            started: now,
            cancelled: None,
            snapshot: identities.next(),
            is_charged: false,
        };
        self.locked().add(id.clone(), job, MOST);
        id
    }

    /// A job as it stands, whichever team it belongs to.
    pub(super) fn read(&self, id: &str) -> Option<Job> {
        self.locked().all.get(id).cloned()
    }

    /// Every job with its identity, the one that was started first at the front.
    pub(super) fn all(&self) -> Vec<(String, Job)> {
        let jobs = self.locked();
        let mut all: Vec<_> = jobs.all.iter().map(|(id, job)| (id.clone(), job.clone())).collect();
        all.sort_by_key(|(_, job)| job.started);
        all
    }

    /// Changes a job while nobody else can; `None` where there is no such job.
    pub(super) fn change<R>(&self, id: &str, change: impl FnOnce(&mut Job) -> R) -> Option<R> {
        self.locked().all.get_mut(id).map(change)
    }

    /// Charges teams for the runs that have ended since this was last done.
    pub(super) fn charge(&self, shared: &Shared) {
        let now = shared.clock.now();
        self.locked().charge(now, |job, outcome| {
            shared.teams.charge(&job.team, charged(&shared.contract, job, outcome, now));
        });
    }

    /// Every job with its identity, in the order in which they are kept.
    pub(super) fn saved(&self) -> IndexMap<String, Job> {
        self.locked().all.clone()
    }

    /// Has the jobs that were saved, and no others.
    pub(super) fn restore(&self, saved: IndexMap<String, Job>) {
        let uncharged = saved.iter().filter(|(_, job)| !job.is_charged);
        let uncharged = uncharged.map(|(id, _)| id.clone()).collect();
        *self.locked() = Jobs { all: saved, uncharged };
    }

    /// Forgets every job.
    pub(super) fn reset(&self) {
        *self.locked() = Jobs::default();
    }

    /// A thread that failed with the lock in hand leaves whole jobs behind.
    fn locked(&self) -> MutexGuard<'_, Jobs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_oldest_job_that_has_ended_goes_when_there_are_too_many() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let job = |seconds| Job {
            team: Team::HOME,
            generation: Generation::Second,
            course: Course::default(),
            limit: None,
            started: start + TimeDelta::seconds(seconds),
            cancelled: None,
            snapshot: Uuid::nil(),
            is_charged: false,
        };
        let mut jobs = Jobs::default();
        // A job and when it starts, how many runs were charged for then, and the jobs afterwards.
        let table = [
            ("a", 100, 0, "a"),
            ("b", 0, 0, "ab"),
            ("c", 100, 1, "ac"),
            ("d", 100, 0, "acd"),
            ("e", 200, 3, "cde"),
            ("f", 200, 0, "def"),
        ];
        for (id, seconds, runs, there) in table {
            let mut charged = 0;
            jobs.charge(start + TimeDelta::seconds(seconds), |_, _| charged += 1);
            jobs.add(id.to_owned(), job(seconds), 2 + usize::from(seconds == 200));
            assert_eq!(charged, runs, "{id}");
            assert_eq!(jobs.all.keys().cloned().collect::<String>(), there, "{id}");
        }
        assert_eq!(jobs.uncharged.len(), 2);
    }
}
