//! Runs an exploration, for `explore` or after the cases of a run: its options, its results, and its corpus.

mod progress;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use webdata_cases::derive::sequences::Sequence;
use webdata_explorer::{ExplorationResult, Explorer, Limits, Statistics, read, write};
use webdata_suite::Suite;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{Exploration, ExploredReport};
use webdata_suite::run::RunContext;
use webdata_suite::target::Target;

use super::number::whole_number;
use super::output::warn;
use progress::ExplorationProgress;

/// The name of the corpus in the report folder.
const CORPUS: &str = "corpus.jsonl";

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

/// The counts at which an exploration ends.
pub(super) struct ExplorationLimits {
    /// The number of requests after which no new sequence is sent; `None` if only the time counts.
    pub(super) requests: Option<usize>,
    /// The number of findings.
    pub(super) findings: usize,
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
    seed: u64,
    explored: ExplorationResult,
    took: Duration,
}

impl ExplorationArguments {
    /// Reads the corpus for an exploration of this duration; `folder` is the report folder.
    pub(super) fn prepare(&self, folder: &Path, time: Duration) -> Result<PreparedExploration> {
        let corpus = self.corpus.clone().unwrap_or_else(|| folder.join(CORPUS));
        let known = read(&corpus)?;
        let seed = self.seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
        Ok(PreparedExploration { time, seed, corpus, known })
    }
}

impl PreparedExploration {
    /// Explores a target until the limits are reached, and saves the failing sequences.
    pub(super) fn explore(
        &self,
        suite: &Suite,
        target: &Target,
        limits: &ExplorationLimits,
        stop: &CancellationToken,
        runtime: &Handle,
    ) -> Result<FinishedExploration> {
        warn(format_args!("exploring; --seed {} gives the same requests again", self.seed));
        let spec = Arc::new(suite.spec.clone());
        let mut context = RunContext::new(spec, target.clone(), None)?;
        context.stop_with(stop.clone());
        let explorer = Explorer { suite, context: &context, runtime };
        let progress = ExplorationProgress::new(&suite.spec, self.time);
        let started = Instant::now();
        let limits = Limits {
            until: started + self.time,
            requests: limits.requests,
            reasons: limits.findings,
            shrinking: SHRINKING.min(self.time),
            stop: stop.clone(),
        };
        let explored = explorer.explore(self.seed, &self.known, &limits, &progress);
        progress.end();
        self.keep(&explored)?;
        Ok(FinishedExploration { seed: self.seed, explored, took: started.elapsed() })
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

impl FinishedExploration {
    /// Returns whether no sequence failed.
    pub(super) fn is_clean(&self) -> bool {
        self.explored.failures.is_empty()
    }

    /// Returns the counts and the failures, as `--json` prints them.
    pub(super) fn summary(&self) -> ExplorationSummary {
        let Statistics { sequences, requests, states, ref clauses, .. } = self.explored.statistics;
        let case_ids =
            self.explored.failures.iter().map(|failure| failure.case.id.clone()).collect();
        ExplorationSummary {
            seed: self.seed,
            sequences,
            requests,
            states,
            clauses: clauses.len(),
            found: case_ids,
        }
    }

    /// Returns the suite with the failing sequences as cases, and the exploration for the report.
    pub(super) fn into_report(self, suite: &Suite) -> (Suite, Exploration) {
        let Statistics { sequences, requests, .. } = self.explored.statistics;
        let (failed, outcomes): (Vec<_>, Vec<_>) = self
            .explored
            .failures
            .into_iter()
            .map(|failure| (failure.sequence, failure.outcome))
            .unzip();
        let suite = suite.with_sequences(&failed);
        let report = ExploredReport { seed: self.seed, sequences, requests, failed };
        (suite, Exploration { report, outcomes, duration: self.took })
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
    found: Vec<String>,
}

impl ExplorationSummary {
    /// Describes the results for people, in one line.
    pub(super) fn describe(&self, suite: &Suite) -> String {
        let Self { seed, sequences, requests, states, clauses, ref found } = *self;
        let of = suite.spec.clauses().len();
        let what = match found.len() {
            0 => "no sequence fails".to_owned(),
            1 => "1 sequence fails".to_owned(),
            count => format!("{count} sequences fail, each for a different reason"),
        };
        format!(
            "explored   {requests} requests in {sequences} sequences, {states} states, about {clauses} \
             of {of} clauses, with --seed {seed}: {what}"
        )
    }
}
