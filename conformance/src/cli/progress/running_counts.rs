//! Counts the outcomes of a run, and writes lines about its progress if there is no terminal.

use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;
use webdata_suite::describe_seconds;
use webdata_suite::outcome::{Outcome, OutcomeKind};

use super::super::output::warn;

/// The time between two lines, also while no case ends.
const INTERVAL: Duration = Duration::from_secs(15);

/// The counts of outcomes of a running suite.
#[derive(Default)]
pub(super) struct RunningCounts {
    started: Option<Instant>,
    cases: usize,
    done: usize,
    failed: usize,
    /// The clauses that failing cases found broken.
    broken: HashSet<ClauseId>,
    unjudged: usize,
    /// Whether the interruption of the run was already reported.
    is_stop_reported: bool,
}

impl RunningCounts {
    /// Starts to count a run with this number of cases.
    pub(super) fn begin(&mut self, cases: usize) {
        *self = Self { started: Some(Instant::now()), cases, ..Self::default() };
    }

    /// Adds a case that has ended.
    pub(super) fn add(&mut self, case: &Case, outcome: &Outcome) {
        self.done += 1;
        match outcome.kind {
            OutcomeKind::Fail => {
                self.failed += 1;
                let broken = outcome.deviations.first().map(|deviation| &deviation.clause);
                self.broken.extend(broken.or(case.clauses.first()).cloned());
            }
            OutcomeKind::Blocked | OutcomeKind::Error => self.unjudged += 1,
            OutcomeKind::Pass | OutcomeKind::Skip | OutcomeKind::Waived | OutcomeKind::Observed => {
            }
        }
    }

    /// Returns whether the interruption of the run has still to be reported. Later calls return `false`.
    pub(super) fn report_stop_once(&mut self) -> bool {
        !std::mem::replace(&mut self.is_stop_reported, true)
    }

    /// Describes the failures, and the cases that could not be judged.
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

    /// Describes the progress in one line, or returns `None` if all cases have ended.
    fn line(&self) -> Option<String> {
        let elapsed = self.started?.elapsed().as_secs_f64();
        if self.done >= self.cases {
            return None;
        }
        let rate = self.done as f64 / elapsed.max(f64::MIN_POSITIVE);
        let left = match self.done {
            0 => String::new(),
            _ => {
                let seconds = ((self.cases - self.done) as f64 / rate).round();
                format!(", about {} left", describe_seconds(seconds))
            }
        };
        let (done, cases, found) = (self.done, self.cases, self.found());
        // A decimal shows the progress of slow servers.
        let digits = if rate < 10.0 { 1 } else { 0 };
        Some(format!("{done} of {cases} cases, {rate:.digits$} a second{left}{found}"))
    }
}

/// Writes the progress of a run to standard error at intervals, until it is dropped.
pub(super) struct LineWriter {
    /// The sender whose closing ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl LineWriter {
    /// Starts the thread, which writes its first line after one interval.
    pub(super) fn start(counts: Arc<Mutex<RunningCounts>>) -> Self {
        let (end, ended) = channel::<()>();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let line = counts.lock().unwrap_or_else(PoisonError::into_inner).line();
                if let Some(line) = line {
                    warn(line);
                }
            }
        });
        Self { end: Some(end), thread: Some(thread) }
    }
}

impl Drop for LineWriter {
    fn drop(&mut self) {
        drop(self.end.take());
        // The result of a thread that only writes lines does not matter.
        self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_a_run_is() {
        let mut counts = RunningCounts {
            done: 30,
            cases: 90,
            failed: 4,
            unjudged: 1,
            ..RunningCounts::default()
        };
        assert_eq!(counts.line(), None, "the run has not begun");
        counts.started = Instant::now().checked_sub(Duration::from_secs(10));
        counts.broken.insert(ClauseId::new("a.b"));
        let line = counts.line().unwrap_or_default();
        let expected = "30 of 90 cases, 3.0 a second, about 20 s left, 4 failed (1 clause broken), \
                    1 not judged";
        assert_eq!(line, expected);
        counts.done = 0;
        assert!(
            counts.line().is_some_and(|line| line.starts_with("0 of 90 cases, 0.0 a second, 4"))
        );
        counts.done = 90;
        assert_eq!(counts.line(), None, "all cases have ended");
    }
}
