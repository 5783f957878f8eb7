//! Comparison of pages with the previous check.
//!
//! This module does not know how pages are found, nor whether a change matters.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use similar::TextDiff;

use super::visit::{Visit, VisitResult};
use crate::web_data::world::checks::{CheckedPage, Content, Outcome, Results, Target};

/// Compares the pages of a target with the earlier results, and stores the current ones. Each page comes with
/// the text on which the goal is evaluated.
pub(super) fn compare_visit(
    results: &Results,
    target: &Target,
    visit: Visit,
    now: DateTime<Utc>,
) -> Vec<(CheckedPage, String)> {
    let mut earlier = results.take(target);
    let mut current = BTreeMap::new();
    let mut compared = Vec::new();
    let mut seen_urls = HashSet::new();
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
        if !seen_urls.insert(url.clone()) {
            continue;
        }
        let before = earlier.remove(&url);
        match seen {
            VisitResult::Page(content) => {
                let (outcome, diff) = compare_content(before.as_ref().map(|(b, _)| b), &content);
                let evidence = diff.as_deref().map_or_else(|| content.text(), changed_lines);
                compared.push((CheckedPage { diff, ..page(url.clone(), outcome) }, evidence));
                current.insert(url, (content, now));
            }
            VisitResult::Gone if before.is_some() => {
                compared.push((page(url, Outcome::Removed), String::new()));
            }
            seen => {
                let error = match seen {
                    VisitResult::Failed(error) => error,
                    _ => "there is no such page".to_owned(),
                };
                let page = page(url.clone(), Outcome::Error);
                compared.push((CheckedPage { error: Some(error), ..page }, String::new()));
                // After a failure, the next check compares with the results before the failure.
                current.extend(before.map(|before| (url, before)));
            }
        }
    }
    if visit.is_complete {
        let gone = earlier.into_keys().map(|url| (page(url, Outcome::Removed), String::new()));
        compared.extend(gone);
    } else {
        current.extend(earlier);
    }
    results.keep(target, current);
    compared
}

fn compare_content(before: Option<&Content>, now: &Content) -> (Outcome, Option<String>) {
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

/// Returns the removed and the added lines of a diff.
fn changed_lines(diff: &str) -> String {
    let lines = diff.lines().filter(|line| line.starts_with(['+', '-']));
    lines.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
