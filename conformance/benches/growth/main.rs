//! Measures how the work on a contract grows with its size: derivation, coverage, and what an audit does
//! before it serves the first mutant.
//!
//! `cargo bench --profile dev --bench growth -- ROUNDS DIR...` takes folders of pages, the smallest contract
//! first. `cargo xtask bench` makes them. The benchmark prints figures and never fails for being slow.

mod stages;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use webdata_spec::{Spec, sources};

use stages::{OutputSizes, STAGES, StageTimes};

const USAGE: &str =
    "expected ROUNDS, at least 1, and folders of pages, the smallest contract first";

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match figures(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A contract with its figures.
struct Row {
    spec: Spec,
    sizes: OutputSizes,
    /// The fastest times of all rounds: other work on the machine only ever makes a time longer.
    fastest: StageTimes,
}

fn figures(arguments: &[String]) -> Result<String> {
    let (rounds, folders) = arguments.split_first().context(USAGE)?;
    let rounds: u32 = rounds.parse().ok().filter(|rounds| *rounds > 0).context(USAGE)?;
    let rows: Result<Vec<Row>> = folders.iter().map(|folder| row(Path::new(folder))).collect();
    let mut rows = rows?;
    // All sizes are measured in each round, so that a slow moment affects all of them.
    for _ in 0..rounds {
        for row in &mut rows {
            let (times, sizes) = stages::measure(&row.spec)?;
            row.sizes = sizes;
            for (fastest, time) in row.fastest.iter_mut().zip(times) {
                *fastest = (*fastest).min(time);
            }
        }
    }
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
    let mut lines = vec![format!(
        "operations    cases  clauses  mutants {}",
        STAGES.map(|stage| format!("{stage:>18}")).concat()
    )];
    for row in rows {
        let OutputSizes { cases, clauses, mutants } = row.sizes;
        let times =
            row.fastest.iter().zip(each(row)).zip(each(first)).map(|((time, factor), first)| {
                format!("{:>8.1} ms {:6.2}", time.as_secs_f64() * 1e3, factor / first)
            });
        let operations = row.spec.operations.len();
        lines.push(format!(
            "{operations:10} {cases:8} {clauses:8} {mutants:8} {}",
            times.collect::<String>()
        ));
    }
    lines.push(format!(
        "the second figure is the time per operation; 1.00 is as long as with {}",
        first.spec.operations.len()
    ));
    Ok(lines.join("\n") + "\n")
}
