//! Clauses that no case covers: the suite would not notice a server that breaks them.
//!
//! It must not fail: a contract may be written before there is a case for all of it. CI fails.

use std::path::Path;

use anyhow::anyhow;
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_spec::Spec;

use crate::{stale, terminal};

/// Where people write down why no case can reach a clause.
const FOLDER: &str = "conformance/exemptions";
const PAGE: &str = "unreached.toml";

/// Names the clauses of the contracts that have neither a case nor a reason.
pub(super) fn tell(root: &Path, contracts: &[Spec]) -> anyhow::Result<()> {
    for spec in contracts {
        let (page, reasons) = reasons(root, &spec.service.version)?;
        let found = coverage(spec, &derive(spec), &reasons);
        let missing: Vec<_> = found.iter().filter(|found| found.is_missing()).collect();
        if missing.is_empty() {
            continue;
        }
        let mut text = format!(
            "{} of {} clauses of {} have no case and no reason; no server is judged by them:",
            missing.len(),
            found.len(),
            spec.service.version
        );
        for own in missing {
            text.push_str(&format!("\n  {}  {}", own.clause.id, own.clause.statement));
        }
        text.push_str(&format!("\nadd a case, or a reason to {page}"));
        terminal::err(&text);
    }
    Ok(())
}

/// The page of reasons that a version has for itself, or else the one of all versions.
fn reasons(root: &Path, version: &str) -> anyhow::Result<(String, Exemptions)> {
    let own = format!("{FOLDER}/{version}/{PAGE}");
    let (page, text) = match stale::read(&root.join(&own))? {
        Some(text) => (own, text),
        None => {
            let page = format!("{FOLDER}/{PAGE}");
            let text = stale::read(&root.join(&page))?.unwrap_or_default();
            (page, text)
        }
    };
    // The parser's message has lines of its own.
    let reasons = Exemptions::read(&text).map_err(|error| anyhow!("{page}: {error}"))?;
    Ok((page, reasons))
}
