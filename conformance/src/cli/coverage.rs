//! `coverage`: lists each clause with the cases that name it, or the reason why there are none.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use indexmap::IndexMap;
use webdata_cases::coverage::{self, Coverage, UncoveredReason};
use webdata_spec::model::Level;
use webdata_suite::Printable;

use super::contract::ContractArguments;
use super::output::warn;

/// List every clause of the contract with the number of cases that cover it, or the reason why there are
/// none.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Only clauses that no case covers.
    #[arg(long)]
    uncovered: bool,
    /// Only judged clauses that have neither a case nor a reason.
    #[arg(long)]
    missing: bool,
    /// Fail if a judged clause has neither a case nor a reason.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    contract: ContractArguments,
}

/// The exit code when a clause has neither a case nor a reason.
const NOT_COMPLETE: u8 = 1;

pub(super) fn coverage(arguments: &CoverageArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let (suite, reasons) = (contract.suite()?, contract.unreached()?);
    let clauses = coverage::coverage(&suite.spec, &suite.cases, &reasons);
    let mut text = String::new();
    let mut without: IndexMap<&UncoveredReason, Vec<&Coverage>> = IndexMap::new();
    let is_listed = |coverage: &&Coverage| !arguments.missing || coverage.is_missing();
    for coverage in clauses.iter().filter(is_listed) {
        match &coverage.uncovered {
            Some(why) => without.entry(why).or_default().push(coverage),
            None if arguments.uncovered => {}
            None => line(&mut text, coverage),
        }
    }
    for (why, listed) in without {
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing into a string never fails.
        let _ = writeln!(text, "{gap}{why} ({}):", listed.len());
        listed.into_iter().for_each(|coverage| line(&mut text, coverage));
    }
    super::output::print(&Printable::multiline(&text))?;
    let judged = clauses.iter().filter(|coverage| coverage.clause.level != Level::Open);
    let (covered, rest): (Vec<_>, Vec<_>) = judged.partition(|coverage| coverage.cases > 0);
    let missing = rest.iter().filter(|coverage| coverage.is_missing()).count();
    warn(format_args!(
        "{} of {} clauses of the levels must and should are covered; {} are not covered, for a stated reason; \
         {missing} are not covered without a reason",
        covered.len(),
        covered.len() + rest.len(),
        rest.len() - missing
    ));
    let idle = coverage::unused_exemptions(&reasons, &clauses);
    for pattern in &idle {
        warn(format_args!(
            "unreached.toml: every clause that `{pattern}` matches has a case; remove the line"
        ));
    }
    let complete = missing == 0 && idle.is_empty();
    Ok(if arguments.check && !complete { NOT_COMPLETE } else { 0 })
}

fn line(text: &mut String, Coverage { clause, cases, .. }: &Coverage) {
    let _ = writeln!(text, "{cases:>5}  {:<6} {}  {}", clause.level, clause.id, clause.statement);
}
