//! All agent jobs, and which of them have not been charged yet.
//!
//! The number of jobs is bounded, except for jobs that are running.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use indexmap::IndexMap;

use super::job::{Job, Outcome, Phase};
use crate::world::part::Part;

/// The largest number of jobs that are kept, unless more of them run.
const MAX_JOBS: usize = 10_000;

/// All jobs.
#[derive(Debug, Default)]
pub(crate) struct Jobs(Mutex<JobTable>);

#[derive(Debug, Default)]
struct JobTable {
    /// The jobs by identity, the oldest first.
    all: IndexMap<String, Job>,
    /// The identities of the jobs that have not been charged yet.
    uncharged: HashSet<String>,
}

impl JobTable {
    /// Adds a job. From `most` jobs on, the oldest job that has ended is removed.
    fn add(&mut self, id: String, job: Job, capacity: usize) {
        let ended = || self.all.values().position(|job| job.is_charged);
        if self.all.len() >= capacity
            && let Some(oldest) = ended()
        {
            self.all.shift_remove_index(oldest);
        }
        self.uncharged.insert(id.clone());
        self.all.insert(id, job);
    }

    /// Charges for the jobs that have ended since the last call, each by its outcome.
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

impl Jobs {
    /// Adds a job.
    pub(crate) fn add(&self, id: String, job: Job) {
        self.locked().add(id, job, MAX_JOBS);
    }

    /// Returns a job, whichever team owns it.
    pub(crate) fn read(&self, id: &str) -> Option<Job> {
        self.locked().all.get(id).cloned()
    }

    /// Returns every job with its identity, in the order of their starts.
    pub(crate) fn all(&self) -> Vec<(String, Job)> {
        let jobs = self.locked();
        let mut all: Vec<_> = jobs.all.iter().map(|(id, job)| (id.clone(), job.clone())).collect();
        all.sort_by_key(|(_, job)| job.started);
        all
    }

    /// Changes a job while the jobs are locked; `None` if there is no such job.
    pub(crate) fn change<R>(&self, id: &str, change: impl FnOnce(&mut Job) -> R) -> Option<R> {
        self.locked().all.get_mut(id).map(change)
    }

    /// Charges for the runs that have ended since the last call, each by its outcome.
    pub(crate) fn charge(&self, now: DateTime<Utc>, charge: impl FnMut(&Job, Outcome)) {
        self.locked().charge(now, charge);
    }

    /// Locks the jobs. Poisoning is ignored, because every change leaves the jobs consistent.
    fn locked(&self) -> MutexGuard<'_, JobTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part for Jobs {
    type Saved = IndexMap<String, Job>;

    fn reset(&self, _now: DateTime<Utc>) {
        *self.locked() = JobTable::default();
    }

    /// Returns every job with its identity, in the order of insertion.
    fn save(&self) -> IndexMap<String, Job> {
        self.locked().all.clone()
    }

    fn restore(&self, saved: IndexMap<String, Job>) {
        let uncharged = saved.iter().filter(|(_, job)| !job.is_charged);
        let uncharged = uncharged.map(|(id, _)| id.clone()).collect();
        *self.locked() = JobTable { all: saved, uncharged };
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use uuid::Uuid;

    use super::*;
    use crate::web_data::world::job::{Generation, RunPlan};
    use crate::world::teams::Team;

    #[test]
    fn the_oldest_job_that_has_ended_is_removed_when_there_are_too_many() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let job = |seconds| Job {
            team: Team::HOME,
            generation: Generation::Second,
            course: RunPlan::default(),
            data: None,
            limit: None,
            started: start + TimeDelta::seconds(seconds),
            cancelled: None,
            snapshot: Uuid::nil(),
            is_charged: false,
        };
        let mut jobs = JobTable::default();
        // A job and the second of its start, the number of runs charged before it, and the jobs that are kept
        // then.
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
