//! Change tracking: the changes of a page since a team last scraped it.
//!
//! Scrapes of different teams are never compared.

use chrono::SecondsFormat;
use serde_json::{Value, json};
use similar::TextDiff;

use crate::contract::schema::Properties;
use crate::web_data::scrape::extract;
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::scrapes::{PreviousScrape, Source};
use crate::web_data::world::web::canonical;

/// Returns the changes of a page in the modes of a format, and stores the page for the next comparison.
pub(super) fn track(
    request: &ScrapeRequest<'_>,
    format: &Value,
    status: u16,
    source: &Source,
) -> Value {
    let contract = request.contract();
    let tag = format.get("tag").and_then(Value::as_str).map(str::to_owned);
    let separate = contract.has_clause("ChangeTrackingFormat.tag.behaviour.separate-history");
    let branch = (request.team.clone(), canonical(request.url), tag.filter(|_| separate));
    let now = PreviousScrape { at: request.now, is_there: status < 400, source: source.clone() };
    let before = if request.stores_nothing() {
        request.service.state.history.last(&branch)
    } else {
        request.service.state.history.keep(branch, now.clone())
    };
    let mut tracked = Properties::new();
    let at = before.as_ref().map(|before| before.at.to_rfc3339_opts(SecondsFormat::Millis, true));
    tracked.insert("previousScrapeAt".to_owned(), json!(at));
    tracked.insert("changeStatus".to_owned(), status_of(before.as_ref(), &now).into());
    tracked.insert("visibility".to_owned(), "visible".into());
    if let Some(before) = before {
        let modes = format.get("modes").and_then(Value::as_array);
        for mode in modes.into_iter().flatten().filter_map(Value::as_str) {
            match mode {
                "git-diff" => {
                    let diff = json!({ "text": diff(&before.source.text, &now.source.text) });
                    tracked.insert("diff".to_owned(), diff);
                }
                "json" => {
                    let schema = format.get("schema");
                    let changes = changes(schema, &before.source, &now.source);
                    tracked.insert("json".to_owned(), changes);
                }
                _ => {}
            }
        }
    }
    tracked.into()
}

fn status_of(before: Option<&PreviousScrape>, now: &PreviousScrape) -> &'static str {
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

/// Returns the lines that differ, in the format of `git diff`.
fn diff(before: &str, now: &str) -> String {
    let diff = TextDiff::from_lines(before, now);
    diff.unified_diff().context_radius(3).header("before", "now").to_string()
}

/// Returns the properties of the data that differ, with their previous and current values.
fn changes(schema: Option<&Value>, before: &Source, now: &Source) -> Value {
    let data = |source: &Source| match schema {
        Some(schema) => extract::extract(source, schema),
        None => json!({ "title": source.title, "text": source.text }),
    };
    let (before, now) = (data(before), data(now));
    let properties = now.as_object().into_iter().flatten();
    let changed = properties.filter_map(|(name, value)| {
        let previous = before.get(name).cloned().unwrap_or_default();
        let change = json!({ "previous": previous, "current": value });
        (previous != *value).then(|| (name.clone(), change))
    });
    Value::Object(changed.collect())
}
