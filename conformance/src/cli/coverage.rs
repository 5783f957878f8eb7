//! `coverage`: clause by clause, the cases that name it, or why there are none.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use indexmap::IndexMap;
use webdata_conformance::coverage::{Coverage, Uncovered, coverage as covered};
use webdata_spec::model::Level;

use super::suite;

/// List every clause of the contract with the number of cases that cover it, or why there are none.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Only clauses that no case covers.
    #[arg(long)]
    uncovered: bool,
}

pub(super) fn coverage(arguments: &CoverageArguments) -> Result<u8> {
    let suite = suite()?;
    let clauses = covered(&suite.spec, &suite.cases);
    let mut text = String::new();
    let mut without: IndexMap<&Uncovered, Vec<&Coverage>> = IndexMap::new();
    for found in &clauses {
        match &found.uncovered {
            Some(why) => without.entry(why).or_default().push(found),
            None if arguments.uncovered => {}
            None => line(&mut text, found),
        }
    }
    for (why, found) in without {
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing into a string never fails.
        let _ = writeln!(text, "{gap}{why} ({}):", found.len());
        found.into_iter().for_each(|found| line(&mut text, found));
    }
    super::say(&text)?;
    let judged = clauses.iter().filter(|found| found.clause.level != Level::Open);
    let (covered, rest): (Vec<_>, Vec<_>) = judged.partition(|found| found.cases > 0);
    eprintln!("{} of {} clauses covered", covered.len(), covered.len() + rest.len());
    Ok(0)
}

fn line(text: &mut String, Coverage { clause, cases, .. }: &Coverage) {
    let _ = writeln!(text, "{cases:>5}  {:<6} {}  {}", clause.level, clause.id, clause.says);
}
