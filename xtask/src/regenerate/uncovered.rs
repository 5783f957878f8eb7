//! Lists the clauses that no case covers, so that the suite would not notice a server that breaks them.
//!
//! `regenerate` does not fail for them, since a contract may be written before its cases; CI does.

use std::path::Path;

use anyhow::anyhow;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::{Spec, companion, companions};

use crate::contract::{COMPANIONS, FOLDER};
use crate::terminal;

/// The companion with the reasons why no case can cover a clause.
const PAGE: &str = "exemptions/unreached.toml";

/// Prints the clauses of the default contract that have neither a case nor a reason.
pub(super) fn print_uncovered(root: &Path, spec: &Spec) -> anyhow::Result<()> {
    let companions = companions(&root.join(FOLDER))?;
    let page = format!("{FOLDER}/{COMPANIONS}/{PAGE}");
    // The parser's message has several lines.
    let reasons = Exemptions::read(companion(&companions, PAGE).unwrap_or_default())
        .map_err(|error| anyhow!("{page}: {error}"))?;
    let all_coverage = coverage(spec, &derive(spec), &reasons);
    let missing: Vec<_> =
        all_coverage.iter().filter(|clause_coverage| clause_coverage.is_missing()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut text = format!(
        "{} of {} clauses have no case and no reason; no server is judged by them:",
        missing.len(),
        all_coverage.len(),
    );
    for coverage in missing {
        text.push_str(&format!("\n  {}  {}", coverage.clause.id, coverage.clause.statement));
    }
    text.push_str(&format!("\nadd a case, or a reason to {page}"));
    terminal::err(&text);
    Ok(())
}
