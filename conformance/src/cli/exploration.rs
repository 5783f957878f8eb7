//! The exploration of a server, which `explore` and `run --explore` start.

use std::cell::Cell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::derive::sequences::Sequence;
use webdata_explorer::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics, read, write,
};
use webdata_spec::ClauseIndex;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Exploration, ExploredReport};
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;
use webdata_suite::{Printable, Suite, describe_duration, failure_message};

use super::bar::interval;
use super::option_values::whole_number;
use super::output::{warn, warn_in_lines};

/// The default number of findings at which an exploration ends.
pub(super) const FINDINGS: usize = 20;

/// The longest time for shrinking a failing sequence. It is never longer than the exploration itself.
const SHRINKING: Duration = Duration::from_secs(30);

/// The options of an exploration.
#[derive(Debug, Args)]
pub(super) struct ExplorationArguments {
    /// The seed of the random sequences; the same seed gives the same requests [default: a new seed each
    /// time, which is printed].
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX))]
    pub(super) seed: Option<u64>,
    /// A file of sequences that failed before. They are sent first, and new ones are added [default:
    /// corpus.jsonl in the report folder].
    #[arg(long, value_name = "FILE")]
    pub(super) corpus: Option<PathBuf>,
}

/// An exploration that is ready to start, with its corpus.
pub(super) struct PreparedExploration {
    time: Duration,
    seed: u64,
    corpus: PathBuf,
    known: Vec<Sequence>,
}

/// An exploration that has ended.
pub(super) struct FinishedExploration {
    pub(super) summary: ExplorationSummary,
    /// The suite, with the failing sequences as cases.
    pub(super) suite: Suite,
    /// The exploration for the report.
    pub(super) exploration: Exploration,
}

impl ExplorationArguments {
    /// Reads the corpus for an exploration of this duration; `folder` is the report folder.
    pub(super) fn prepare(&self, folder: &Path, time: Duration) -> Result<PreparedExploration> {
        let corpus = self.corpus.clone().unwrap_or_else(|| folder.join("corpus.jsonl"));
        let known = read(&corpus)?;
        let seed = self.seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
        Ok(PreparedExploration { time, seed, corpus, known })
    }
}

impl PreparedExploration {
    /// Explores a target, to which a run sends these cases, until its time or one of the limits is reached, and saves the
    /// failing sequences.
    pub(super) fn explore(
        &self,
        suite: &Suite,
        (target, sent): (&Target, &HashSet<String>),
        (requests, findings): (Option<usize>, usize),
        stop: &CancellationToken,
        runtime: &Handle,
    ) -> Result<FinishedExploration> {
        warn(format_args!("exploring; --seed {} gives the same requests again", self.seed));
        let spec = Arc::new(suite.spec.clone());
        let mut context = RunContext::new(spec, Arc::clone(&suite.clauses), target.clone(), None)?;
        context.stop_with(stop.clone());
        let explorer = Explorer { suite, sent, context: &context, runtime };
        let progress = ExplorationProgress::new(&suite.clauses, self.time);
        let started = Instant::now();
        let limits = Limits {
            until: started + self.time,
            requests,
            reasons: findings,
            shrinking: SHRINKING.min(self.time),
            stop: stop.clone(),
        };
        let explored = explorer.explore(self.seed, &self.known, &limits, &progress);
        progress.bar.finish_and_clear();
        self.keep(&explored)?;
        let (seed, seconds) = (self.seed, started.elapsed().as_secs_f64());
        let Statistics { sequences, requests, states, clauses, .. } = explored.statistics;
        let found = explored.failures.iter().map(|failure| failure.case.id.clone()).collect();
        let failures = explored.failures.into_iter();
        let (failed, outcomes): (Vec<_>, Vec<_>) =
            failures.map(|failure| (failure.sequence, failure.outcome)).unzip();
        let clauses = clauses.len();
        Ok(FinishedExploration {
            summary: ExplorationSummary { seed, sequences, requests, states, clauses, found },
            suite: suite.with_sequences(&failed),
            exploration: Exploration {
                report: ExploredReport { seed, seconds, sequences, requests, failed },
                outcomes,
            },
        })
    }

    /// Writes the new failing sequences to the corpus, before the known ones. Sequences that could not be
    /// judged are left out. Saved sequences begin with a set-up, since the state of a resource may be
    /// different on another day.
    fn keep(&self, explored: &ExplorationResult) -> Result<()> {
        let failed =
            explored.failures.iter().filter(|failure| failure.outcome.kind == OutcomeKind::Fail);
        let mut sequences: Vec<Sequence> =
            failed.map(|failure| Sequence { arranged: true, ..failure.sequence.clone() }).collect();
        let older = self.known.iter().filter(|sequence| !sequences.contains(sequence));
        let older: Vec<Sequence> = older.cloned().collect();
        sequences.extend(older);
        if sequences.is_empty() {
            return Ok(());
        }
        write(&self.corpus, &sequences).context("the corpus cannot be written; see --corpus")
    }
}

/// The results of an exploration for scripts; the report has the rest.
#[derive(Serialize)]
pub(super) struct ExplorationSummary {
    seed: u64,
    sequences: usize,
    requests: usize,
    /// The number of different states that the responses have shown.
    states: usize,
    /// The number of clauses that the sequences tested.
    clauses: usize,
    /// The identities of the failing cases.
    pub(super) found: Vec<String>,
}

impl ExplorationSummary {
    /// Describes the results for people, in one line.
    pub(super) fn describe(&self, suite: &Suite) -> String {
        let Self { seed, sequences, requests, states, clauses, ref found } = *self;
        let of = suite.clauses.len();
        let what = match found.len() {
            0 => "no sequence fails".to_owned(),
            1 => "1 sequence fails".to_owned(),
            count => format!("{count} sequences fail"),
        };
        format!(
            "explored   {requests} requests in {sequences} sequences, {states} states, about {clauses} \
             of {of} clauses, with --seed {seed}: {what}"
        )
    }
}

struct ExplorationProgress<'s> {
    bar: ProgressBar,
    clauses: &'s ClauseIndex,
    started: Instant,
    /// The time of the last line, if there is no bar.
    last_line: Cell<Instant>,
}

impl<'s> ExplorationProgress<'s> {
    fn new(clauses: &'s ClauseIndex, length: Duration) -> Self {
        let bar = ProgressBar::new(length.as_secs()).with_style(style()).with_message("0 requests");
        let started = Instant::now();
        Self { bar, clauses, started, last_line: Cell::new(started) }
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
        } else if self.last_line.get().elapsed() >= interval(self.started.elapsed()) {
            self.last_line.set(Instant::now());
            let time = describe_duration(Duration::from_secs(seconds));
            self.print(&Printable::line(format_args!("{text}, {time}")));
        }
    }

    fn failed(&self, failing: &FailingSequence) {
        let Some(message) = failure_message(&failing.case, &failing.outcome, self.clauses) else {
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
