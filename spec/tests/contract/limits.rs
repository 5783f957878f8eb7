//! The table "Limits", row by row, each figure at the place in the model that it is about.
//!
//! The limits that stand beside the fields are compared in `fields`: this is the second place in
//! which the contract writes them.

use webdata_spec::model::{ErrorText, Shape};

use crate::described::{described, limits};
use crate::{at, none, spec};

/// A row: the subject, and each figure with its place.
const ROWS: &[(&str, &[(&str, &str)])] = &[
    ("Monitor `targets`", &[("MonitorUpdate.targets", "1 to 50 items")]),
    ("Monitor `name`", &[("MonitorUpdate.name", "at most 256 characters")]),
    ("Monitor `goal`", &[("MonitorUpdate.goal", "at most 2000 characters")]),
    ("Monitor `retentionDays`", &[("MonitorUpdate.retentionDays", "1 to 365")]),
    ("Notification recipients", &[("EmailNotification.recipients", "at most 25 items")]),
    ("Cron schedule", &[("MonitorSchedule.cron", "at least 300 seconds apart")]),
    (
        "Search target",
        &[
            ("SearchTarget.queries", "1 to 12 items"),
            ("SearchTarget.queries.items", "1 to 256 characters"),
            ("SearchTarget.includeDomains", "at most 50 items"),
            ("SearchTarget.excludeDomains", "at most 50 items"),
            ("SearchTarget.maxResults", "1 to 50"),
        ],
    ),
    ("Scrape `timeout`", &[("ScrapeOptions.timeout", "1000 to 300000")]),
    ("PDF parser `maxPages`", &[("PdfParser.maxPages", "1 to 10000")]),
    ("Profile name", &[("Profile.name", "1 to 128 characters")]),
    ("Audit username", &[("AuditMetadata.username", "at most 1024 characters")]),
    (
        "Threat protection lists",
        &[
            ("ThreatProtectionOverride.blacklist", "at most 1000 items"),
            ("ThreatProtectionOverride.whitelist", "at most 1000 items"),
            ("ThreatProtectionOverride.blockedTlds", "at most 1000 items"),
            ("ThreatProtectionOverride.riskScoreThreshold", "0 to 100"),
        ],
    ),
    (
        "`question` and `highlights` query",
        &[
            ("QuestionFormat.question", "at most 10000 characters"),
            ("HighlightsFormat.query", "at most 10000 characters"),
        ],
    ),
];

/// Defaults that the table repeats.
const DEFAULTS: &[(&str, i64)] =
    &[("SearchTarget.maxResults", 10), ("ScrapeOptions.timeout", 60000)];

/// The rows about the service as a whole: the error that exceeding one gives; no figure is shown.
const OF_THE_SERVICE: &[(&str, u16, &str)] = &[
    ("Rate limit", 429, "Rate limit exceeded"),
    ("Concurrency", 429, "Concurrency limit reached"),
    // Not in the table; "Maximum request body size: not shown" stands below it.
    ("Body size", 413, "Payload Too Large"),
];

#[test]
fn limits_are_the_rows_of_the_table() {
    let spec = spec();
    let mut differences = Vec::new();
    for (subject, figures) in ROWS {
        for (place, written) in *figures {
            let found = at(&spec, place).map(limits);
            if found.as_deref() != Some(*written) {
                differences.push(format!("{subject}, {place}: {found:?}, not {written}"));
            }
        }
    }
    for (place, written) in DEFAULTS {
        let found = at(&spec, place).and_then(|schema| schema.default.as_ref());
        if found != Some(&(*written).into()) {
            differences.push(format!("{place}: default {found:?}, not {written}"));
        }
    }
    none(&differences);
}

#[test]
fn times_are_milliseconds_and_cron_has_five_fields() {
    let spec = spec();
    let timeout = at(&spec, "ScrapeOptions.timeout").expect("scrape options have a timeout");
    assert!(described(timeout).starts_with("integer of milliseconds"));
    let cron = at(&spec, "MonitorSchedule.cron").expect("a schedule has cron");
    assert!(
        matches!(&cron.shape, Shape::String(text) if text.format.is_some_and(|f| f.name() == "cron"))
    );
}

#[test]
fn limits_of_the_service_have_an_error_and_no_figure() {
    let spec = spec();
    let found: Vec<(u16, ErrorText)> = spec
        .limits
        .values()
        .map(|limit| {
            assert!(
                limit.value.is_none() && limit.gap.is_some(),
                "{}: no figure is shown",
                limit.id
            );
            let row = &spec.errors[&limit.error];
            (row.status, row.text.clone())
        })
        .collect();
    for (subject, status, text) in OF_THE_SERVICE {
        let error = (*status, ErrorText::Exact((*text).to_owned()));
        assert!(found.contains(&error), "{subject}: no limit gives {error:?}");
    }
    assert_eq!(found.len(), OF_THE_SERVICE.len());
}
