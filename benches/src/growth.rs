//! Measures how the work on a contract grows with its size: reading, generation of the crate, derivation, coverage, and
//! what an audit does before it serves the first mutant. No server runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use webdata_audit::variations::Variations;
use webdata_audit::{AuditExemptions, Auditor, mutants};
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_codegen::{Package, generate};
use webdata_reference::Extension;
use webdata_spec::{Source, Spec};
use webdata_suite::Suite;

use crate::measure::{Table, in_turns};
use crate::synthetic::{self, SIZES};

/// A contract with its figures.
struct Row {
    pages: Vec<Source>,
    /// The numbers of operations, cases, clauses and mutants.
    sizes: [usize; 4],
    /// The fastest times of all rounds: other work on the machine only ever makes a time longer.
    fastest: StageTimes,
}

/// The names of the stages.
const STAGES: [&str; 5] = ["read", "generate", "derive", "coverage", "prepare the audit"];

/// The time of each stage.
type StageTimes = [Duration; STAGES.len()];

/// Measures a synthetic contract of each size `rounds` times.
pub(crate) fn run(rounds: usize) -> Result<String> {
    let mut rows = SIZES.map(|size| Row {
        pages: synthetic::pages(size),
        sizes: [0; 4],
        fastest: [Duration::MAX; STAGES.len()],
    });
    in_turns(&mut rows, rounds, |row| {
        let (times, sizes) = measure(&row.pages)?;
        row.sizes = sizes;
        for (fastest, time) in row.fastest.iter_mut().zip(times) {
            *fastest = (*fastest).min(time);
        }
        anyhow::Ok(())
    })?;
    Ok(table(&rows))
}

fn table(rows: &[Row; SIZES.len()]) -> String {
    let each = |row: &Row| row.fastest.map(|time| time.as_secs_f64() / row.sizes[0] as f64);
    let first = each(&rows[0]);
    let mut header = vec!["operations", "cases", "clauses", "mutants"];
    header.extend(STAGES.iter().flat_map(|stage| [*stage, ""]));
    let mut table = Table::new(">>>>>>>>>>>>>>", &header);
    for row in rows {
        let times = row.fastest.iter().zip(each(row)).zip(first);
        let times = times.flat_map(|((time, each), first)| {
            [format!("{:.1} ms", time.as_secs_f64() * 1e3), format!("{:.2}", each / first)]
        });
        table.row(row.sizes.map(|size| size.to_string()).into_iter().chain(times));
    }
    format!(
        "{table}the second figure is the time per operation; 1.00 is as long as with {}\n",
        SIZES[0]
    )
}

/// Measures each stage once.
fn measure(pages: &[Source]) -> Result<(StageTimes, [usize; 4])> {
    let start = Instant::now();
    let spec = Spec::read(pages).map_err(|mistakes| anyhow!("{}", mistakes.render(false)))?;
    let read = start.elapsed();

    let start = Instant::now();
    let files = generate(&spec, &Package::in_workspace("synthetic", "spec/v2"));
    drop(files.context("the contract cannot be generated from")?);
    let generated = start.elapsed();

    let start = Instant::now();
    let cases = derive(&spec);
    let derived = start.elapsed();

    let start = Instant::now();
    let clauses = coverage(&spec, &cases, &Exemptions::default()).len();
    let covered = start.elapsed();

    let operations = spec.operations.len();
    let suite = Suite { clauses: Arc::new(spec.clauses()), spec, cases, order: Default::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let start = Instant::now();
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
    let prepared = start.elapsed();
    let sizes = [operations, suite.cases.len(), clauses, mutants.len()];
    Ok(([read, generated, derived, covered, prepared], sizes))
}
