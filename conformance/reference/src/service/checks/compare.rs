//! What became of pages since the check before.
//!
//! It must not know how pages are found, nor whether a change matters to anybody.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use similar::TextDiff;

use super::visit::{Seen, Visit};
use crate::world::checks::{CheckedPage, Content, Outcome, Results, Target};

/// Compares the pages of a target with the earlier results, and keeps what they are now. With each
/// page comes what there is to evaluate of it.
pub(super) fn all(
    results: &Results,
    target: &Target,
    visit: Visit,
    now: DateTime<Utc>,
) -> Vec<(CheckedPage, String)> {
    let mut earlier = results.take(target);
    let mut current = BTreeMap::new();
    let mut found = Vec::new();
    let mut seen_at = HashSet::new();
    let page = |url: String, outcome| CheckedPage {
        target_id: target.id.clone(),
        url,
        outcome,
        error: None,
        relevant: None,
        diff: None,
        is_announced: false,
    };
    for (url, seen) in visit.pages {
        // A URL that a target lists twice is one page.
        if !seen_at.insert(url.clone()) {
            continue;
        }
        let before = earlier.remove(&url);
        match seen {
            Seen::Page(content) => {
                let (outcome, diff) = compared(before.as_ref().map(|(b, _)| b), &content);
                let evidence = diff.as_deref().map_or_else(|| content.text(), changed_lines);
                found.push((CheckedPage { diff, ..page(url.clone(), outcome) }, evidence));
                current.insert(url, (content, now));
            }
            Seen::Gone if before.is_some() => {
                found.push((page(url, Outcome::Removed), String::new()));
            }
            seen => {
                let error = match seen {
                    Seen::Failed(error) => error,
                    _ => "there is no such page".to_owned(),
                };
                let page = page(url.clone(), Outcome::Error);
                found.push((CheckedPage { error: Some(error), ..page }, String::new()));
                // The next check compares with what was there before the failure.
                current.extend(before.map(|before| (url, before)));
            }
        }
    }
    if visit.is_complete {
        let gone = earlier.into_keys().map(|url| (page(url, Outcome::Removed), String::new()));
        found.extend(gone);
    } else {
        current.extend(earlier);
    }
    results.keep(target, current);
    found
}

fn compared(before: Option<&Content>, now: &Content) -> (Outcome, Option<String>) {
    match before {
        None => (Outcome::New, None),
        Some(before) if before == now => (Outcome::Same, None),
        Some(before) => {
            let (before, now) = (before.text(), now.text());
            let diff = TextDiff::from_lines(&before, &now);
            (Outcome::Changed, Some(diff.unified_diff().to_string()))
        }
    }
}

/// The lines that went and came.
fn changed_lines(diff: &str) -> String {
    let lines = diff.lines().filter(|line| line.starts_with(['+', '-']));
    lines.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
