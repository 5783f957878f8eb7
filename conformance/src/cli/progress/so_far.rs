//! What a run has come to so far, and the lines that say so where there is no terminal.

use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;
use webdata_suite::outcome::{Outcome, OutcomeKind};

use super::super::output::warn;

/// A line is written so often, also while no case ends.
const APART: Duration = Duration::from_secs(15);

/// Counts of the outcomes of a run that is under way.
#[derive(Default)]
pub(super) struct SoFar {
    started: Option<Instant>,
    cases: usize,
    done: usize,
    failed: usize,
    /// The clauses that failing cases found broken.
    broken: HashSet<ClauseId>,
    unjudged: usize,
    /// Whether people know that the run was called off.
    is_stop_told: bool,
}

impl SoFar {
    /// Begins with a run of so many cases.
    pub(super) fn begin(&mut self, cases: usize) {
        *self = Self { started: Some(Instant::now()), cases, ..Self::default() };
    }

    /// Adds a case that has ended.
    pub(super) fn add(&mut self, case: &Case, outcome: &Outcome) {
        self.done += 1;
        match outcome.kind {
            OutcomeKind::Fail => {
                self.failed += 1;
                let broken = outcome.deviations.first().map(|own| &own.clause);
                self.broken.extend(broken.or(case.clauses.first()).cloned());
            }
            OutcomeKind::Blocked | OutcomeKind::Error => self.unjudged += 1,
            OutcomeKind::Pass | OutcomeKind::Skip | OutcomeKind::Waived | OutcomeKind::Observed => {
            }
        }
    }

    /// Whether people have still to be told that the run was called off; the next time they are not.
    pub(super) fn tell_stop(&mut self) -> bool {
        !std::mem::replace(&mut self.is_stop_told, true)
    }

    /// What went wrong, if anything did.
    pub(super) fn found(&self) -> String {
        let broken = match self.broken.len() {
            0 => String::new(),
            1 => " (1 clause broken)".to_owned(),
            count => format!(" ({count} clauses broken)"),
        };
        let unjudged = match self.unjudged {
            0 => String::new(),
            count => format!(", {count} not judged"),
        };
        format!(", {} failed{broken}{unjudged}", self.failed)
    }

    /// How far the run is, in a line; none where all is done.
    fn line(&self) -> Option<String> {
        let elapsed = self.started?.elapsed().as_secs_f64();
        if self.done >= self.cases {
            return None;
        }
        let rate = self.done as f64 / elapsed.max(f64::MIN_POSITIVE);
        let left = match self.done {
            0 => String::new(),
            _ => format!(", about {:.0} s left", (self.cases - self.done) as f64 / rate),
        };
        let (done, cases, found) = (self.done, self.cases, self.found());
        // Slow servers are those whose progress is looked at.
        let digits = if rate < 10.0 { 1 } else { 0 };
        Some(format!("{done} of {cases} cases, {rate:.digits$} a second{left}{found}"))
    }
}

/// Writes how far a run is to standard error, now and then, until it is dropped.
pub(super) struct Ticker {
    /// Is closed to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts with the first line to come.
    pub(super) fn start(so_far: Arc<Mutex<SoFar>>) -> Self {
        let (end, ended) = channel::<()>();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(APART) == Err(RecvTimeoutError::Timeout) {
                let line = so_far.lock().unwrap_or_else(PoisonError::into_inner).line();
                if let Some(line) = line {
                    warn(line);
                }
            }
        });
        Self { end: Some(end), thread: Some(thread) }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.end.take());
        // A thread that only writes lines has nothing to tell.
        self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_a_run_is() {
        let mut so_far = SoFar { done: 30, cases: 90, failed: 4, unjudged: 1, ..SoFar::default() };
        assert_eq!(so_far.line(), None, "it has not begun");
        so_far.started = Instant::now().checked_sub(Duration::from_secs(10));
        so_far.broken.insert(ClauseId::new("a.b"));
        let line = so_far.line().unwrap_or_default();
        let says = "30 of 90 cases, 3.0 a second, about 20 s left, 4 failed (1 clause broken), \
                    1 not judged";
        assert_eq!(line, says);
        so_far.done = 0;
        assert!(
            so_far.line().is_some_and(|line| line.starts_with("0 of 90 cases, 0.0 a second, 4"))
        );
        so_far.done = 90;
        assert_eq!(so_far.line(), None, "all is done");
    }
}
