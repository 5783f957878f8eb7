//! `coverage`: clause by clause, the cases that name it.

use std::collections::HashMap;
use std::fmt::Write;

use super::suite;
use anyhow::Result;
use clap::Args;

use webdata_spec::model::Level;

/// List every clause of the contract with the number of cases that cover it.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Only clauses that no case covers.
    #[arg(long)]
    uncovered: bool,
}

pub(super) fn coverage(arguments: &CoverageArguments) -> Result<u8> {
    let suite = suite()?;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for clause in suite.cases.iter().flat_map(|case| &case.clauses) {
        *counts.entry(clause.as_str()).or_default() += 1;
    }
    let clauses = suite.spec.clauses();
    let count = |id: &str| counts.get(id).copied().unwrap_or(0);
    let mut text = String::new();
    for clause in &clauses {
        let covered = count(clause.id.as_str());
        if covered == 0 || !arguments.uncovered {
            // Writing into a string never fails.
            let _ =
                writeln!(text, "{covered:>5}  {:<6} {}  {}", clause.level, clause.id, clause.says);
        }
    }
    super::say(&text)?;
    let judged = clauses.iter().filter(|clause| clause.level != Level::Open);
    let (covered, rest): (Vec<_>, Vec<_>) =
        judged.partition(|clause| count(clause.id.as_str()) > 0);
    eprintln!("{} of {} clauses covered", covered.len(), covered.len() + rest.len());
    Ok(0)
}
