//! Shows the progress of a run: a bar on a terminal, occasional lines elsewhere. Failures are shown as
//! findings at the end; with `--verbose`, also as they occur.
//!
//! Progress goes to standard error, so that standard output has only the result.

use std::collections::HashSet;
use std::mem::replace;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::ProgressBar;
use jiff::Zoned;
use jiff::tz::TimeZone;
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;
use webdata_suite::outcome::{Outcome, OutcomeKind, Reason};
use webdata_suite::report::Report;
use webdata_suite::run::Observer;
use webdata_suite::waivers::{Waiver, WaiverScope, is_waived, valid_on};
use webdata_suite::{
    Printable, Suite, describe_duration, describe_seconds, failure_message, pluralize,
};

use crate::cli::bar::{interval, labelled_bar};
use crate::cli::output::{warn, warn_in_lines};
use crate::cli::transcript::transcript;

/// The time between two updates of the bar while no case ends.
const TICK: Duration = Duration::from_millis(250);

/// The amount of output while cases run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verbosity {
    /// No output.
    Quiet,
    /// The progress only.
    Progress,
    /// A line for each case, and the reasons of failures.
    Cases,
    /// Also the requests and the responses.
    Exchanges,
}

pub(super) struct Progress<'p> {
    suite: &'p Suite,
    verbosity: Verbosity,
    /// The scopes of the waivers that are valid today.
    waivers: Vec<&'p WaiverScope>,
    stop: CancellationToken,
    bar: ProgressBar,
    counts: Arc<Mutex<RunningCounts>>,
    /// Writes a line now and then if there is no terminal.
    line_writer: Mutex<Option<LineWriter>>,
}

impl<'p> Progress<'p> {
    /// Creates the progress of a run that `stop` interrupts. Waived failures are not shown as failures.
    pub(super) fn new(
        suite: &'p Suite,
        verbosity: Verbosity,
        waivers: &'p [Waiver],
        stop: CancellationToken,
    ) -> Self {
        let waivers = valid_on(waivers, Zoned::now().with_time_zone(TimeZone::UTC).date());
        let (bar, counts) = (labelled_bar("cases"), Arc::default());
        Self { suite, verbosity, waivers, stop, bar, counts, line_writer: Mutex::default() }
    }

    /// Removes the bar, and stops the lines.
    pub(super) fn end(&self) {
        self.line_writer.lock().take();
        self.bar.finish_and_clear();
    }

    fn print(&self, text: &Printable) {
        self.bar.suspend(|| warn_in_lines(text));
    }

    /// Renders a case that has ended: its line, its requests and responses, and why it failed.
    fn render(&self, case: &Case, outcome: &Outcome) -> Printable {
        // A case that was not sent has no failure message. The summary counts such cases by their reasons.
        let was_run = outcome.duration > Duration::ZERO;
        let is_interrupted = matches!(outcome.reason, Reason::Interrupted { .. });
        let is_shown = was_run && !is_interrupted && outcome.kind != OutcomeKind::Waived;
        let message =
            if is_shown { failure_message(case, outcome, &self.suite.clauses) } else { None };
        let mut text = line(case, outcome, message.is_none());
        if self.verbosity >= Verbosity::Exchanges {
            text.push(&transcript(case, outcome));
        }
        if let Some(message) = message {
            text.push(&message);
        }
        text
    }
}

impl Observer for Progress<'_> {
    fn begins(&self, cases: usize) {
        let started = Some(Instant::now());
        *self.counts.lock() = RunningCounts { started, cases, ..RunningCounts::default() };
        if self.bar.is_hidden() {
            self.print(&Printable::line(format_args!("running {}", pluralize(cases, "case"))));
            let line_writer = LineWriter::start(Arc::clone(&self.counts));
            *self.line_writer.lock() = Some(line_writer);
            return;
        }
        self.bar.set_length(u64::try_from(cases).unwrap_or(u64::MAX));
        self.bar.enable_steady_tick(TICK);
    }

    fn ended(&self, case: &Case, outcome: &Outcome) {
        let is_waived = outcome.kind == OutcomeKind::Fail
            && is_waived(self.suite.judge(), case, outcome, &self.waivers);
        let waived = is_waived.then(|| Outcome { kind: OutcomeKind::Waived, ..outcome.clone() });
        let outcome = waived.as_ref().unwrap_or(outcome);
        let mut text = match self.verbosity {
            Verbosity::Quiet | Verbosity::Progress => Printable::default(),
            Verbosity::Cases | Verbosity::Exchanges => self.render(case, outcome),
        };
        let mut counts = self.counts.lock();
        counts.add(case, outcome);
        if self.stop.is_cancelled() && !replace(&mut counts.is_stop_reported, true) {
            text.push_line("interrupted: the judged cases are reported; a signal 2 s from now or later ends at once");
        }
        let found = counts.found();
        drop(counts);
        if !text.is_empty() {
            self.print(&text);
        }
        self.bar.inc(1);
        self.bar.set_prefix(found);
    }
}

/// Shows the example of each of the first findings at the end of a run, unless each case was already shown.
pub(super) fn show_examples(verbosity: Verbosity, count: usize, suite: &Suite, report: &Report) {
    if verbosity != Verbosity::Progress {
        return;
    }
    let findings = report.findings.iter().filter(|finding| !finding.waived && !finding.beside);
    for finding in findings.take(count) {
        let case = suite.cases.iter().find(|case| case.id == finding.example);
        let judged = report.cases.iter().find(|case| case.id == finding.example);
        let Some((case, judged)) = case.zip(judged) else { continue };
        let message = failure_message(case, &judged.outcome, &suite.clauses).unwrap_or_default();
        let mut text = line(case, &judged.outcome, false);
        text.push(&without_middle(&message));
        warn_in_lines(&text);
    }
}

/// The number of lines that are kept at the beginning and at the end of a long example. A server may send texts of
/// many lines.
const KEPT_LINES: (usize, usize) = (10, 4);

/// Returns a message without its middle, if it has many lines.
fn without_middle(message: &Printable) -> Printable {
    let lines: Vec<&str> = message.lines().collect();
    let (first, last) = KEPT_LINES;
    let Some(left_out) = lines.len().checked_sub(first + last).filter(|left_out| *left_out > 1)
    else {
        return message.clone();
    };
    let note = format!("    … {left_out} lines, which report.html has");
    let kept = [&lines[..first], &[note.as_str()], &lines[first + left_out..]].concat();
    Printable::multiline(&(kept.join("\n") + "\n"))
}

/// Renders a case in one line, with its reason if no message follows.
fn line(case: &Case, outcome: &Outcome, with_reason: bool) -> Printable {
    let colour = match outcome.kind {
        OutcomeKind::Pass => Some(AnsiColor::Green),
        OutcomeKind::Fail => Some(AnsiColor::Red),
        OutcomeKind::Blocked | OutcomeKind::Error => Some(AnsiColor::Yellow),
        OutcomeKind::Skip | OutcomeKind::Waived | OutcomeKind::Observed => None,
    };
    let style = Style::new().fg_color(colour.map(Into::into));
    // A case that was not sent has no duration.
    let time = match outcome.duration {
        Duration::ZERO => String::new(),
        duration => format!("  {}", describe_duration(duration)),
    };
    let kind = outcome.kind.to_string();
    let mut text = Printable::default();
    let reason = if with_reason && !outcome.reason.is_empty() {
        format!("  {}", outcome.reason)
    } else {
        String::new()
    };
    let rest = format_args!(" {}{time}{reason}", case.id);
    text.push_styled_line("", (style, &format!("{kind:<8}")), rest);
    text
}

/// The counts of outcomes of a running suite.
#[derive(Default)]
struct RunningCounts {
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
    fn add(&mut self, case: &Case, outcome: &Outcome) {
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

    /// Describes the failures, and the cases that could not be judged.
    fn found(&self) -> String {
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
struct LineWriter {
    /// The sender whose closing ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl LineWriter {
    /// Starts the thread, which writes its first line after one interval.
    fn start(counts: Arc<Mutex<RunningCounts>>) -> Self {
        let (end, ended) = channel::<()>();
        let started = Instant::now();
        let thread = thread::spawn(move || {
            let next = || ended.recv_timeout(interval(started.elapsed()));
            while next() == Err(RecvTimeoutError::Timeout) {
                let line = counts.lock().line();
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
    fn the_bar_has_its_label_before_its_first_frame() {
        let suite = webdata_conformance::suite().expect("the contract reads");
        let stop = CancellationToken::new();
        let progress = Progress::new(&suite, Verbosity::Progress, &[], stop);
        assert_eq!(progress.bar.message(), "cases");
    }

    #[test]
    fn a_long_example_loses_its_middle() {
        let message = |lines: usize| Printable::multiline(&"line\n".repeat(lines));
        for (lines, expected) in [(0, 0), (15, 15), (16, 15), (1_000, 15)] {
            assert_eq!(without_middle(&message(lines)).lines().count(), expected, "{lines}");
        }
        assert!(without_middle(&message(20)).contains("\n    … 6 lines, which report.html has\n"));
    }

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
