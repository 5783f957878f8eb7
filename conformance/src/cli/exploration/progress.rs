//! Shows the progress of an exploration: a bar on a terminal, lines elsewhere, and failures as they are
//! found.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use webdata_explorer::{FailingSequence, Progress, Statistics};
use webdata_spec::Spec;
use webdata_suite::{Printable, describe_duration, failure_message};

use super::super::output::warn_in_lines;

/// The time between two lines if there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Shows the progress of an exploration.
pub(super) struct ExplorationProgress<'s> {
    bar: ProgressBar,
    spec: &'s Spec,
    started: Instant,
    /// The time of the last line, if there is no bar.
    last_line: Cell<Instant>,
}

impl<'s> ExplorationProgress<'s> {
    pub(super) fn new(spec: &'s Spec, length: Duration) -> Self {
        let bar = ProgressBar::new(length.as_secs()).with_style(style());
        let started = Instant::now();
        Self { bar, spec, started, last_line: Cell::new(started) }
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn print(&self, text: &Printable) {
        self.bar.suspend(|| warn_in_lines(text));
    }
}

impl Progress for ExplorationProgress<'_> {
    fn sequence_judged(&self, statistics: &Statistics) {
        let Statistics { sequences, requests, clauses, states, reasons } = statistics;
        let clauses = clauses.len();
        let text = format!(
            "{requests} requests, {sequences} sequences, {states} states, {clauses} clauses, \
             {reasons} failed"
        );
        let seconds = self.started.elapsed().as_secs();
        if !self.bar.is_hidden() {
            self.bar.set_position(seconds);
            self.bar.set_message(text);
        } else if self.last_line.get().elapsed() >= INTERVAL {
            self.last_line.set(Instant::now());
            let time = describe_duration(Duration::from_secs(seconds));
            self.print(&Printable::line(format_args!("{text}, {time}")));
        }
    }

    fn failed(&self, failing: &FailingSequence) {
        let Some(message) = failure_message(&failing.case, &failing.outcome, self.spec) else {
            return;
        };
        let mut text =
            Printable::line(format_args!("{}  {}", failing.outcome.kind, failing.case.id));
        text.push(&message);
        self.print(&text);
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} s")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
