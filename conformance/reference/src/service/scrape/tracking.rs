//! How a page changed since a team last scraped it.
//!
//! It must not compare what different teams scraped.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use similar::TextDiff;

use super::super::recent::Recent;
use super::super::store::Properties;
use super::super::teams::Team;
use super::super::web::canonical;
use super::asked::Asked;
use super::content::Source;
use super::extract;

/// The most branches of which the last scrape is kept.
const MOST: usize = 1000;

/// A page as it was scraped once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(in super::super) struct Earlier {
    at: DateTime<Utc>,
    is_there: bool,
    source: Source,
}

/// What names a history: whose it is, of which page, in which branch.
pub(in super::super) type Branch = (Team, String, Option<String>);

/// The last scrape of each branch that asked how the page changed.
#[derive(Debug)]
pub(in super::super) struct History(Mutex<Recent<Branch, Earlier>>);

impl Default for History {
    fn default() -> Self {
        Self(Mutex::new(Recent::of(MOST)))
    }
}

impl History {
    /// Every entry, the oldest first.
    pub(in super::super) fn saved(&self) -> Vec<(Branch, Earlier)> {
        self.locked().saved()
    }

    /// Has the entries that were saved, and no others.
    pub(in super::super) fn restore(&self, saved: Vec<(Branch, Earlier)>) {
        self.locked().restore(saved);
    }

    /// Forgets everything.
    pub(in super::super) fn reset(&self) {
        self.locked().clear();
    }

    /// A thread that failed with the lock in hand leaves whole entries behind.
    fn locked(&self) -> MutexGuard<'_, Recent<Branch, Earlier>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the page changed, as a format asks for it; from now on it is compared with what it is now.
pub(super) fn tracked(asked: &Asked<'_>, format: &Value, status: u16, source: &Source) -> Value {
    let contract = asked.contract();
    let tag = format.get("tag").and_then(Value::as_str).map(str::to_owned);
    let separate = contract.says("ChangeTrackingFormat.tag.behaviour.separate-history");
    let branch = (asked.team.clone(), canonical(asked.url), tag.filter(|_| separate));
    let now = Earlier { at: asked.now, is_there: status < 400, source: source.clone() };
    let before = if asked.keeps_nothing() {
        asked.shared.history.locked().get(&branch).cloned()
    } else {
        asked.shared.history.locked().insert(branch, now.clone())
    };
    let mut told = Properties::new();
    let at = before.as_ref().map(|before| before.at.to_rfc3339_opts(SecondsFormat::Millis, true));
    told.insert("previousScrapeAt".to_owned(), json!(at));
    told.insert("changeStatus".to_owned(), status_of(before.as_ref(), &now).into());
    told.insert("visibility".to_owned(), "visible".into());
    if let Some(before) = before {
        let modes = format.get("modes").and_then(Value::as_array);
        for mode in modes.into_iter().flatten().filter_map(Value::as_str) {
            match mode {
                "git-diff" => {
                    let diff = json!({ "text": diff(&before.source.text, &now.source.text) });
                    told.insert("diff".to_owned(), diff);
                }
                "json" => {
                    let schema = format.get("schema");
                    let changes = changes(schema, &before.source, &now.source);
                    told.insert("json".to_owned(), changes);
                }
                _ => {}
            }
        }
    }
    told.into()
}

fn status_of(before: Option<&Earlier>, now: &Earlier) -> &'static str {
    match before {
        Some(before) => match (before.is_there, now.is_there) {
            (true, false) => "removed",
            (false, true) => "new",
            _ if before.source.text == now.source.text => "same",
            _ => "changed",
        },
        None => "new",
    }
}

/// The lines that differ, as `git diff` shows them.
fn diff(before: &str, now: &str) -> String {
    let diff = TextDiff::from_lines(before, now);
    diff.unified_diff().context_radius(3).header("before", "now").to_string()
}

/// The members of the data that differ, each as it was and as it is.
fn changes(schema: Option<&Value>, before: &Source, now: &Source) -> Value {
    let data = |source: &Source| match schema {
        Some(schema) => extract::extracted(source, schema),
        None => json!({ "title": source.title, "text": source.text }),
    };
    let (before, now) = (data(before), data(now));
    let members = now.as_object().into_iter().flatten();
    let changed = members.filter_map(|(name, value)| {
        let previous = before.get(name).cloned().unwrap_or_default();
        let change = json!({ "previous": previous, "current": value });
        (previous != *value).then(|| (name.clone(), change))
    });
    Value::Object(changed.collect())
}
