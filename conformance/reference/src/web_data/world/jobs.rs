//! Agent jobs: the phases of a run by the clock, the credits that it uses, how it ends, and whether it was charged.
//!
//! The number of jobs is bounded, except for jobs that are running. This module does not know the contract. Its
//! users decide whether a limit of credits applies, and what responses say.

use chrono::{DateTime, TimeDelta, Utc};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::world::teams::Team;

// The contract states neither the duration nor the cost of a run.
/// When a run has made its artifact, after its start.
const ARTIFACT: TimeDelta = TimeDelta::seconds(5);
/// The duration of a run that nothing stops.
const RUN: TimeDelta = TimeDelta::seconds(30);
/// How long a run that is being cancelled takes to end.
const CANCELLING: TimeDelta = TimeDelta::seconds(10);
/// The credits that a run uses if nothing stops it.
const CREDITS: u64 = 10;

/// The planned course of a run, which the control plane sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct RunPlan {
    /// How the run ends, unless its caller or its limit of credits stops it.
    pub(crate) ends: Ending,
    /// The credits that a whole run uses, evenly over its duration.
    pub(crate) credits: u64,
    /// The data that the run finds, in place of data derived from its request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

impl Default for RunPlan {
    fn default() -> Self {
        Self { ends: Ending::default(), credits: CREDITS, data: None }
    }
}

/// The planned end of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// With data.
    #[default]
    Completed,
    /// The parent agent, which started the run, finished first.
    ParentFinished,
    /// The agent declined the task.
    Refused,
    /// An internal error occurred.
    Internal,
}

/// The generations of the model. The first records neither traces nor snapshots of its jobs.
pub(crate) const FIRST_GENERATION: u8 = 1;
pub(crate) const SECOND_GENERATION: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Processing,
    Cancelling,
    Ended(Outcome),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The run ended as planned.
    Planned(Ending),
    /// The caller cancelled the run.
    Cancelled,
    /// The run reached the limit of credits that its caller set.
    CreditLimitReached,
}

#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) team: Team,
    /// The generation of the model that the job runs on.
    pub(crate) generation: u8,
    pub(crate) course: RunPlan,
    /// The data that the job finds by the schema of its request; `None` if the request has no schema.
    pub(crate) data: Option<Value>,
    /// The limit of credits at which the run ends.
    pub(crate) limit: Option<f64>,
    pub(crate) started: DateTime<Utc>,
    /// When the caller cancelled the job.
    pub(crate) cancelled: Option<DateTime<Utc>>,
    /// The identity of the artifact's snapshot.
    pub(crate) snapshot: Uuid,
    pub(crate) is_charged: bool,
}

impl Job {
    pub(crate) fn phase(&self, now: DateTime<Utc>) -> Phase {
        match (self.cancelled, self.end()) {
            (Some(_), end) if now >= end => Phase::Ended(Outcome::Cancelled),
            (Some(_), _) => Phase::Cancelling,
            (None, end) if now < end => Phase::Processing,
            (None, _) if self.credit_share() < 1.0 => Phase::Ended(Outcome::CreditLimitReached),
            (None, _) => Phase::Ended(Outcome::Planned(self.course.ends)),
        }
    }

    pub(crate) fn has_ended(&self, now: DateTime<Utc>) -> bool {
        matches!(self.phase(now), Phase::Ended(_))
    }

    /// Returns the moment at which the run ends, unless the job is changed.
    pub(crate) fn end(&self) -> DateTime<Utc> {
        self.cancelled
            .map_or_else(|| self.started + fraction(RUN, self.credit_share()), |at| at + CANCELLING)
    }

    /// Returns the moment at which the run made its artifact; `None` if there is no artifact.
    pub(crate) fn artifact_time(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let made = self.started + ARTIFACT;
        (made <= now && made < self.end()).then_some(made)
    }

    pub(crate) fn credits_used(&self, now: DateTime<Utc>) -> u64 {
        let until = now.min(self.cancelled.unwrap_or(now)).min(self.end());
        let ran = (until - self.started).num_milliseconds().clamp(0, RUN.num_milliseconds());
        let ran = u64::try_from(ran).unwrap_or_default();
        let run = RUN.num_milliseconds().unsigned_abs();
        self.course.credits.saturating_mul(ran) / run
    }

    /// Returns the share of a whole run that the limit of credits allows, from 0 to 1.
    fn credit_share(&self) -> f64 {
        let credits = self.course.credits as f64;
        match self.limit {
            Some(limit) if limit < credits => (limit / credits).max(0.0),
            _ => 1.0,
        }
    }
}

fn fraction(whole: TimeDelta, share: f64) -> TimeDelta {
    TimeDelta::milliseconds((whole.num_milliseconds() as f64 * share) as i64)
}

/// The largest number of jobs that are kept, unless more of them run.
const MAX_JOBS: usize = 10_000;

/// All jobs by identity, in the order of insertion.
#[derive(Debug, Default)]
pub(crate) struct Jobs(IndexMap<String, Job>);

impl Jobs {
    /// Adds a job. If there are too many, removes the oldest job that has ended, and returns its identity and its team.
    pub(crate) fn add(&mut self, id: String, job: Job) -> Option<(String, Team)> {
        let ended = || self.0.values().position(|job| job.is_charged);
        let oldest = if self.0.len() >= MAX_JOBS { ended() } else { None };
        let removed = oldest.and_then(|oldest| self.0.shift_remove_index(oldest));
        self.0.insert(id, job);
        removed.map(|(id, job)| (id, job.team))
    }

    /// Returns a job, whichever team owns it.
    pub(crate) fn read(&self, id: &str) -> Option<Job> {
        self.0.get(id).cloned()
    }

    /// Returns every job with its identity, in the order of their starts.
    pub(crate) fn all(&self) -> Vec<(String, Job)> {
        let mut all: Vec<_> = self.0.iter().map(|(id, job)| (id.clone(), job.clone())).collect();
        all.sort_by_key(|(_, job)| job.started);
        all
    }

    /// Changes a job; `None` if there is no such job.
    pub(crate) fn change<R>(&mut self, id: &str, change: impl FnOnce(&mut Job) -> R) -> Option<R> {
        self.0.get_mut(id).map(change)
    }

    /// Charges for the runs that have ended since the last call, each by its outcome.
    pub(crate) fn charge(&mut self, now: DateTime<Utc>, mut charge: impl FnMut(&Job, Outcome)) {
        for job in self.0.values_mut().filter(|job| !job.is_charged) {
            if let Phase::Ended(outcome) = job.phase(now) {
                job.is_charged = true;
                charge(job, outcome);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    fn job(limit: Option<f64>, cancelled: Option<i64>) -> Job {
        Job {
            team: Team::HOME,
            generation: SECOND_GENERATION,
            course: RunPlan::default(),
            data: None,
            limit,
            started: at(0),
            cancelled: cancelled.map(at),
            snapshot: Uuid::nil(),
            is_charged: false,
        }
    }

    #[test]
    fn a_run_follows_the_clock() {
        let completed = Phase::Ended(Outcome::Planned(Ending::Completed));
        let limited = Phase::Ended(Outcome::CreditLimitReached);
        let cancelled = Phase::Ended(Outcome::Cancelled);
        // The limit of credits, the second of the cancellation, the second of the check; then the expected
        // phase, the credits used, and whether there is an artifact.
        let table = [
            (None, None, 0, Phase::Processing, 0, false),
            (None, None, 5, Phase::Processing, 1, true),
            (None, None, 29, Phase::Processing, 9, true),
            (None, None, 30, completed, 10, true),
            (None, None, 90, completed, 10, true),
            (Some(10.0), None, 30, completed, 10, true),
            (Some(5.0), None, 14, Phase::Processing, 4, true),
            (Some(5.0), None, 15, limited, 5, true),
            (Some(5.0), None, 90, limited, 5, true),
            (Some(0.5), None, 2, limited, 0, false),
            (Some(0.0), None, 0, limited, 0, false),
            (Some(-1.0), None, 0, limited, 0, false),
            (None, Some(3), 3, Phase::Cancelling, 1, false),
            (None, Some(3), 12, Phase::Cancelling, 1, true),
            (None, Some(3), 13, cancelled, 1, true),
            (Some(5.0), Some(12), 90, cancelled, 4, true),
        ];
        for (limit, cancel, second, phase, used, artifact) in table {
            let (job, now) = (job(limit, cancel), at(second));
            let actual = (job.phase(now), job.credits_used(now), job.artifact_time(now).is_some());
            assert_eq!(actual, (phase, used, artifact), "{limit:?}, {cancel:?}, {second}");
        }
    }

    #[test]
    fn the_oldest_job_that_has_ended_is_removed_when_there_are_too_many() {
        let mut jobs = Jobs::default();
        jobs.add("running".to_owned(), Job { started: at(90), ..job(None, None) });
        for number in 1..MAX_JOBS {
            jobs.add(number.to_string(), job(None, None));
        }
        let mut charged = 0;
        for _ in 0..2 {
            jobs.charge(at(100), |_, _| charged += 1);
        }
        assert_eq!(charged, MAX_JOBS - 1, "each run is charged once");
        jobs.add("new".to_owned(), job(None, None));
        assert_eq!(jobs.0.len(), MAX_JOBS);
        assert!(jobs.0.contains_key("running") && !jobs.0.contains_key("1"));
    }
}
