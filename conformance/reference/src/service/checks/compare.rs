//! What became of pages since the check before.
//!
//! It must not know how pages are found, nor whether a change matters to anybody.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use similar::TextDiff;

use super::results::Results;
use super::visit::{Content, Seen, Visit};

/// What became of a page, by the names that the contract counts it under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in super::super) enum Outcome {
    New,
    Changed,
    Same,
    Removed,
    Error,
}

impl Outcome {
    const ALL: [Self; 5] = [Self::New, Self::Changed, Self::Same, Self::Removed, Self::Error];

    /// Its name.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Same => "same",
            Self::Removed => "removed",
            Self::Error => "error",
        }
    }
}

/// A page of a check.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) struct Compared {
    pub(in super::super) target_id: Option<String>,
    pub(in super::super) url: String,
    pub(in super::super) outcome: Outcome,
    /// Why it could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in super::super) error: Option<String>,
    /// Whether the goal is about it; `None` where it was not evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in super::super) relevant: Option<bool>,
    /// What changed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in super::super) diff: Option<String>,
    /// Whether an event tells of it, which it does right after the check.
    #[serde(skip)]
    pub(in super::super) is_told: bool,
}

/// How many pages of a check became what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in super::super) struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub(super) fn of(pages: &[Compared]) -> Self {
        let mut counts = Self::default();
        for page in pages {
            *counts.0.entry(page.outcome).or_default() += 1;
        }
        counts
    }

    /// The count of a name that the contract lists.
    pub(in super::super) fn named(&self, name: &str) -> Option<u64> {
        if name == "totalPages" {
            return Some(self.0.values().sum());
        }
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)?;
        Some(self.0.get(&outcome).copied().unwrap_or_default())
    }
}

/// What the earlier results of a target are found by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Target {
    pub(super) monitor: String,
    /// Without an identity it has no earlier results.
    pub(super) id: Option<String>,
    /// How many targets before it have the same identity, which a client may give twice.
    before: usize,
}

impl Target {
    /// The target of a monitor after some others.
    pub(super) fn of(monitor: &str, others: &[Value], target: &Value) -> Self {
        let id = |target: &Value| target.get("id").and_then(Value::as_str).map(str::to_owned);
        let own = id(target);
        let before = others.iter().filter(|other| id(other) == own).count();
        Self { monitor: monitor.to_owned(), id: own, before }
    }
}

/// Compares the pages of a target with the earlier results, and keeps what they are now. With each
/// page comes what there is to judge about it.
pub(super) fn all(
    results: &Results,
    target: &Target,
    visit: Visit,
    now: DateTime<Utc>,
) -> Vec<(Compared, String)> {
    let mut earlier = results.take(target);
    let mut current = BTreeMap::new();
    let mut found = Vec::new();
    let mut seen_at = HashSet::new();
    let page = |url: String, outcome| Compared {
        target_id: target.id.clone(),
        url,
        outcome,
        error: None,
        relevant: None,
        diff: None,
        is_told: false,
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
                found.push((Compared { diff, ..page(url.clone(), outcome) }, evidence));
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
                found.push((Compared { error: Some(error), ..page }, String::new()));
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
