//! `explore`: random sequences of requests against a server, and the smallest that show what is wrong.

use std::cell::Cell;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tokio::runtime::Handle;
use webdata_cases::derive::sequences::Sequence;
use webdata_conformance::Contract;
use webdata_explorer::{Explored, Explorer, Found, Limits, Progress, Tally, read, write};
use webdata_spec::Spec;
use webdata_spec::model::Level;
use webdata_suite::order::TellingOrder;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{self, Report, prepare, summary};
use webdata_suite::run::{RunContext, Runner};
use webdata_suite::target::Target;
use webdata_suite::{Suite, failure_message, visible};

use super::exit::{INCOMPLETE, exit_code};
use super::interrupt;
use super::output::{say, warn};
use super::runtime::runtime;
use super::target::TargetArguments;

/// The corpus in the report folder.
const CORPUS: &str = "corpus.jsonl";

/// A sequence that fails is shrunk for so long at most.
const SHRINKING: Duration = Duration::from_secs(30);

/// Where there is no terminal, lines are so far apart.
const APART: Duration = Duration::from_secs(10);

/// Send random sequences of requests, and shrink those that fail.
///
/// Each sequence is judged as a case is: by what the contract says of its requests, and of what is stored
/// between them. A sequence that fails is shrunk to the fewest and smallest requests that fail for the same
/// reason. Such sequences become findings: report.json and its views are written into the report folder, and
/// the sequences into a corpus, which is tried first the next time. The suite overwrites the resources that
/// it is given as fixtures, and touches nothing else.
///
/// Exit codes: 0 nothing was found, 1 something was, 2 usage or configuration, 3 incomplete.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExploreArguments {
    /// How long new sequences are sent, in seconds.
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=86400))]
    seconds: u64,
    /// Send no new sequence after so many requests.
    #[arg(long, value_name = "N")]
    requests: Option<usize>,
    /// The seed, which gives the same requests again [default: another one each time, which is printed].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// End at so many things that are wrong, each of another clause or in another place.
    #[arg(long, value_name = "N", default_value_t = 20)]
    findings: usize,
    /// Where the reports go.
    #[arg(long, value_name = "DIR", default_value = "target/exploration")]
    report_dir: PathBuf,
    /// The sequences that failed before, which are tried first, and to which new ones are added
    /// [default: corpus.jsonl in the report folder].
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Print what was sent and found as one JSON object.
    #[arg(long)]
    json: bool,
    /// The version of the contract.
    #[arg(long, value_name = "VERSION", default_value_t)]
    contract: Contract,
    #[command(flatten)]
    target: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance explore --seconds 10
      the embedded reference server
  webdata-conformance explore --target staging.toml --seed 7
      a minute, with the same requests as every other run with this seed
  webdata-conformance explore --target staging.toml --seconds 0 --corpus found.jsonl
      only what failed before";

pub(super) fn explore(arguments: ExploreArguments) -> Result<u8> {
    let suite = arguments.contract.suite()?;
    let folder = &arguments.report_dir;
    let corpus = arguments.corpus.clone().unwrap_or_else(|| folder.join(CORPUS));
    let known = read(&corpus)?;
    let runtime = runtime()?;
    let stop = interrupt::listen(runtime.handle()).context("cannot listen for signals")?;
    let mut chosen = arguments.target.choose(&suite, 1, runtime.handle())?;
    let mut plan = suite.plan(&chosen.target, &Selection::default())?;
    plan.stop = stop.clone();
    prepare(folder).context("there is no place for the reports; see --report-dir")?;
    chosen.provide(&suite, &plan, runtime.handle())?;
    let seed = arguments.seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
    warn(&format!("--seed {seed} gives the same requests again"));
    let (target, spec) = (chosen.target.clone(), Arc::new(suite.spec.clone()));
    let mut context = RunContext::new(spec, suite.validators.clone(), target.clone(), None)?;
    context.stop_with(stop.clone());
    let explorer = Explorer { suite: &suite, context: &context, runtime: runtime.handle() };
    let shown = Shown::new(&suite.spec, Duration::from_secs(arguments.seconds));
    let limits = Limits {
        until: Instant::now() + Duration::from_secs(arguments.seconds),
        requests: arguments.requests,
        reasons: arguments.findings,
        shrinking: SHRINKING,
        stop: stop.clone(),
    };
    let explored = explorer.explore(seed, &known, &limits, &shown);
    shown.bar.finish_and_clear();
    let report = (!explored.found.is_empty())
        .then(|| reported(&suite, target, &explored, runtime.handle()))
        .transpose()?;
    let is_tidy = chosen.release();
    keep(&corpus, &explored, known)?;
    if let Some(report) = &report {
        report::write(report, folder)?;
    }
    let told = Told::new(&explored, seed);
    if arguments.json {
        say(&format!("{}\n", serde_json::to_string(&told)?))?;
    } else {
        let findings = report.as_ref().map(|own| summary(own, folder)).unwrap_or_default();
        say(&format!("{findings}{}", told.in_words(&suite)))?;
    }
    Ok(match report {
        Some(report) => exit_code(&report, is_tidy),
        None if stop.is_cancelled() || !is_tidy => INCOMPLETE,
        None => 0,
    })
}

/// The report of the sequences that failed, each sent once more as the case that it is.
fn reported(
    suite: &Suite,
    target: Target,
    explored: &Explored,
    runtime: &Handle,
) -> Result<Report> {
    let cases = explored.found.iter().map(|own| own.case.clone()).collect();
    let suite = Suite { cases, order: TellingOrder::default(), ..suite.clone() };
    let plan = suite.plan(&target, &Selection::default())?;
    Ok(suite.run(plan, target, Level::Must, Runner::Threads(1), runtime)?)
}

/// Writes the sequences that failed before those that were known. What could not be judged is not kept.
fn keep(path: &Path, explored: &Explored, known: Vec<Sequence>) -> Result<()> {
    let failed = explored.found.iter().filter(|own| own.outcome.kind == OutcomeKind::Fail);
    let mut sequences: Vec<Sequence> = failed.map(|own| own.sequence.clone()).collect();
    let older = known.into_iter().filter(|own| !sequences.contains(own)).collect::<Vec<_>>();
    sequences.extend(older);
    if sequences.is_empty() {
        return Ok(());
    }
    write(path, &sequences).context("the corpus cannot be written; see --corpus")
}

/// What a script wants to know of an exploration; the report has the rest.
#[derive(Serialize)]
struct Told<'e> {
    seed: u64,
    sequences: usize,
    requests: usize,
    /// How many clauses the sequences were about.
    clauses: usize,
    /// The cases that failed, by their identities.
    found: Vec<&'e str>,
}

impl<'e> Told<'e> {
    fn new(explored: &'e Explored, seed: u64) -> Self {
        let Tally { sequences, requests, ref clauses, .. } = explored.tally;
        let found = explored.found.iter().map(|own| own.case.id.as_str()).collect();
        Self { seed, sequences, requests, clauses: clauses.len(), found }
    }

    fn in_words(&self, suite: &Suite) -> String {
        let Self { seed, sequences, requests, clauses, ref found } = *self;
        let of = suite.spec.clauses().len();
        let what = match found.len() {
            0 => "nothing was found".to_owned(),
            1 => "1 sequence fails".to_owned(),
            count => format!("{count} sequences fail, each for a reason of its own"),
        };
        format!(
            "explored   {requests} requests in {sequences} sequences, about {clauses} of {of} clauses, \
             with --seed {seed}: {what}\n"
        )
    }
}

/// Shows how an exploration goes: a bar on a terminal, and what fails as it is found.
struct Shown<'s> {
    bar: ProgressBar,
    spec: &'s Spec,
    started: Instant,
    /// When the last line was written, where there is no bar.
    last_line: Cell<Instant>,
}

impl<'s> Shown<'s> {
    fn new(spec: &'s Spec, length: Duration) -> Self {
        let bar = ProgressBar::new(length.as_secs()).with_style(explorer_style());
        let started = Instant::now();
        Self { bar, spec, started, last_line: Cell::new(started) }
    }

    fn print(&self, text: &str) {
        // Nobody may be there to read it; the report does not depend on that.
        self.bar.suspend(|| drop(anstream::stderr().lock().write_all(text.as_bytes())));
    }
}

impl Progress for Shown<'_> {
    fn judged(&self, tally: &Tally) {
        let Tally { sequences, requests, clauses, reasons } = tally;
        let clauses = clauses.len();
        let text = format!(
            "{requests} requests, {sequences} sequences, {clauses} clauses, {reasons} failed"
        );
        let seconds = self.started.elapsed().as_secs();
        if !self.bar.is_hidden() {
            self.bar.set_position(seconds);
            self.bar.set_message(text);
        } else if self.last_line.get().elapsed() >= APART {
            self.last_line.set(Instant::now());
            self.print(&format!("{text}, {seconds} s\n"));
        }
    }

    fn found(&self, found: &Found) {
        let Some(message) = failure_message(&found.case, &found.outcome, self.spec) else { return };
        self.print(&format!("{}  {}\n{}", found.outcome.kind, found.case.id, visible(&message)));
    }
}

fn explorer_style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} s")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
