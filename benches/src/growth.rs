//! Measures how the work on a contract grows with its size: derivation, coverage, and what an audit does
//! before it serves the first mutant. No server runs.
//!
//! `cargo bench --profile dev --bench growth -- ROUNDS DIR...` takes folders of pages, the smallest contract
//! first. `cargo xtask bench` makes them. The benchmark prints figures and never fails for being slow.

#[path = "../../../codegen/benches/shared/harness.rs"]
#[expect(dead_code, reason = "the fastest of all rounds is taken, not the median")]
mod harness;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use harness::{Table, in_turns};
use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, Auditor, mutants};
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_reference::Extension;
use webdata_spec::{Spec, sources};
use webdata_suite::Suite;

const USAGE: &str =
    "expected ROUNDS, at least 1, and folders of pages, the smallest contract first";

fn main() -> ExitCode {
    harness::run(figures)
}

/// A contract with its figures.
struct Row {
    spec: Spec,
    sizes: OutputSizes,
    /// The fastest times of all rounds: other work on the machine only ever makes a time longer.
    fastest: StageTimes,
}

fn figures(arguments: &[&str]) -> Result<String> {
    let (rounds, folders) = arguments.split_first().context(USAGE)?;
    let rounds: usize = rounds.parse().ok().filter(|rounds| *rounds > 0).context(USAGE)?;
    let rows: Result<Vec<Row>> = folders.iter().map(|folder| row(Path::new(folder))).collect();
    let mut rows = rows?;
    in_turns(&mut rows, rounds, |row| {
        let (times, sizes) = measure(&row.spec)?;
        row.sizes = sizes;
        for (fastest, time) in row.fastest.iter_mut().zip(times) {
            *fastest = (*fastest).min(time);
        }
        anyhow::Ok(())
    })?;
    table(&rows)
}

fn row(folder: &Path) -> Result<Row> {
    match Spec::read(&sources(folder)?) {
        Ok(spec) => {
            Ok(Row { spec, sizes: OutputSizes::default(), fastest: [Duration::MAX; STAGES.len()] })
        }
        Err(mistakes) => bail!("{}", mistakes.render(false)),
    }
}

fn table(rows: &[Row]) -> Result<String> {
    let each =
        |row: &Row| row.fastest.map(|time| time.as_secs_f64() / row.spec.operations.len() as f64);
    let first = rows.first().context(USAGE)?;
    let mut header = vec!["operations", "cases", "clauses", "mutants"];
    header.extend(STAGES.iter().flat_map(|stage| [*stage, ""]));
    let mut table = Table::new(">>>>>>>>>>", &header);
    for row in rows {
        let OutputSizes { cases, clauses, mutants } = row.sizes;
        let sizes = [row.spec.operations.len(), cases, clauses, mutants];
        let times = row.fastest.iter().zip(each(row)).zip(each(first));
        let times = times.flat_map(|((time, factor), first)| {
            [format!("{:.1} ms", time.as_secs_f64() * 1e3), format!("{:.2}", factor / first)]
        });
        table.row(sizes.map(|size| size.to_string()).into_iter().chain(times));
    }
    Ok(format!(
        "{table}the second figure is the time per operation; 1.00 is as long as with {}\n",
        first.spec.operations.len()
    ))
}

/// The names of the stages.
const STAGES: [&str; 3] = ["derive", "coverage", "prepare the audit"];

/// The time of each stage.
type StageTimes = [Duration; STAGES.len()];

/// The numbers of what the stages produce.
#[derive(Default)]
struct OutputSizes {
    cases: usize,
    clauses: usize,
    mutants: usize,
}

/// Measures each stage once.
fn measure(spec: &Spec) -> Result<(StageTimes, OutputSizes)> {
    let start = Instant::now();
    let cases = derive(spec);
    let derived = start.elapsed();
    let covered = Instant::now();
    let clauses = coverage(spec, &cases, &Exemptions::default()).len();
    let covered = covered.elapsed();

    let suite = Suite { spec: spec.clone(), cases, order: Default::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let prepared = Instant::now();
    let exemptions = AuditExemptions::none(&suite);
    let mutants = mutants::all(&suite.spec);
    let auditor = Auditor {
        suite: &suite,
        extension: &Extension::default(),
        exemptions: &exemptions,
        variations: &Variations::default(),
        all: false,
        quick: false,
        jobs: 1,
        runtime: runtime.handle(),
    };
    drop(auditor.subject(&mutants, String::new(), String::new()));
    let prepared = prepared.elapsed();
    let sizes = OutputSizes { cases: suite.cases.len(), clauses, mutants: mutants.len() };
    Ok(([derived, covered, prepared], sizes))
}
