//! Lists the clauses that no case covers, so that the suite would not notice a server that breaks them.
//!
//! `regenerate` does not fail for them, since a contract may be written before its cases; CI does.

use std::path::Path;

use anyhow::anyhow;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;

use crate::{stale, terminal};

/// The folder of the reasons why no case can cover a clause.
const FOLDER: &str = "conformance/exemptions";
const PAGE: &str = "unreached.toml";

/// Prints the clauses of the contracts that have neither a case nor a reason.
pub(super) fn print_uncovered(root: &Path, contracts: &[Spec]) -> anyhow::Result<()> {
    for spec in contracts {
        let (page, reasons) = reasons(root, &spec.service.version)?;
        let all_coverage = coverage(spec, &derive(spec), &reasons);
        let missing: Vec<_> =
            all_coverage.iter().filter(|clause_coverage| clause_coverage.is_missing()).collect();
        if missing.is_empty() {
            continue;
        }
        let mut text = format!(
            "{} of {} clauses of {} have no case and no reason; no server is judged by them:",
            missing.len(),
            all_coverage.len(),
            spec.service.version
        );
        for coverage in missing {
            text.push_str(&format!("\n  {}  {}", coverage.clause.id, coverage.clause.statement));
        }
        text.push_str(&format!("\nadd a case, or a reason to {page}"));
        terminal::err(&text);
    }
    Ok(())
}

/// Returns the page of reasons of a version, or else the page for all versions.
fn reasons(root: &Path, version: &str) -> anyhow::Result<(String, Exemptions)> {
    let own_page = format!("{FOLDER}/{version}/{PAGE}");
    let (page, text) = match stale::read(&root.join(&own_page))? {
        Some(text) => (own_page, text),
        None => {
            let page = format!("{FOLDER}/{PAGE}");
            let text = stale::read(&root.join(&page))?.unwrap_or_default();
            (page, text)
        }
    };
    // The parser's message has several lines.
    let reasons = Exemptions::read(&text).map_err(|error| anyhow!("{page}: {error}"))?;
    Ok((page, reasons))
}
