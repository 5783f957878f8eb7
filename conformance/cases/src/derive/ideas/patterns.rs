//! Patterns: the server must accept a matching string and reject strings that almost match.

use std::collections::HashSet;

use regex::Regex;
use serde_json::json;
use webdata_spec::model::{Keyword, Schema, StringFormat};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::format_samples::valid_samples;
use crate::derive::values::places::Place;
use crate::derive::values::samples::Extent;
use crate::interpreter::limits::broken;

/// Valid URLs of several schemes, and a URL without a host.
const OTHERS: [(&str, &str); 6] = [
    ("ftp", "ftp://example.com/page"),
    ("file", "file:///etc/hosts"),
    ("mailto", "mailto:ada@example.com"),
    ("javascript", "javascript:void(0)"),
    ("data", "data:text/plain,hello"),
    ("one-slash", "http:/example.com"),
];

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        if place.schema.format() == Some(StringFormat::Uri) {
            cases.extend(other_urls(context, place));
            continue;
        }
        cases.extend(other_samples_of_format(context, place));
        let Some(breaks) = breaks_only_the_pattern(place.schema) else { continue };
        let good = context.samples.value(place.schema, Extent::Minimal);
        cases.extend(context.accept_at(place, "pattern", "good", &good));
        for (name, value) in almost_matching(good.as_str().unwrap_or_default()) {
            if breaks(&value) {
                cases.extend(context.reject_at(place, "pattern", name, &json!(value)));
            }
        }
    }
    cases
}

/// Makes cases with other strings of the format, which the pattern does not allow: samples, and samples in
/// capitals if the format allows capitals.
fn other_samples_of_format(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<Case> {
    let schema = place.schema;
    let Some(format) = schema.format().filter(|_| schema.pattern().is_some()) else {
        return Vec::new();
    };
    let has_capitals = match format {
        StringFormat::Uuid
        | StringFormat::Email
        | StringFormat::Hostname
        | StringFormat::Ipv6
        | StringFormat::JsonPointer
        | StringFormat::Regex => true,
        StringFormat::Uri
        | StringFormat::DateTime
        | StringFormat::Date
        | StringFormat::Time
        | StringFormat::Duration
        | StringFormat::Ipv4
        | StringFormat::TimeZone
        | StringFormat::Cron
        | StringFormat::SchedulePhrase => false,
    };
    let known =
        valid_samples(format).iter().map(|sample| ("other-of-the-format", (*sample).to_owned()));
    let capitals = valid_samples(format).iter().filter(|_| has_capitals);
    let capitals = capitals.map(|capitals| ("in-capitals", capitals.to_uppercase()));
    let mut names = HashSet::new();
    let others = known.chain(capitals);
    let others = others.filter(|(_, text)| broken(schema, &json!(text)) == [Keyword::Pattern]);
    let others = others.filter(|(name, _)| names.insert(*name));
    others
        .flat_map(|(name, text)| context.reject_at(place, "pattern", name, &json!(text)))
        .collect()
}

/// Makes cases with URLs that the pattern does not allow.
fn other_urls(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<Case> {
    let Some(matches) = pattern(place.schema) else { return Vec::new() };
    let others = OTHERS.iter().filter(|(_, url)| !matches.is_match(url));
    let mut vec: Vec<Case> = others
        .clone()
        .flat_map(|(name, url)| context.reject_at(place, "pattern", name, &json!(url)))
        .collect();
    // An allowed URL as the query of a disallowed URL.
    let good = context.samples.value(place.schema, Extent::Minimal);
    let before =
        others.clone().next().zip(good.as_str()).map(|((_, url), good)| format!("{url}?{good}"));
    if let Some(value) = before.filter(|value| !matches.is_match(value)) {
        vec.extend(context.reject_at(place, "pattern", "something-before", &json!(value)));
    }
    vec
}

/// Returns the test of whether a string breaks the pattern and keeps the length limits. `formats` tests
/// strings that have a format.
fn breaks_only_the_pattern(schema: &Schema) -> Option<impl Fn(&str) -> bool> {
    let matches = pattern(schema).filter(|_| schema.format().is_none())?;
    let min_length = schema.count(Keyword::MinLength).unwrap_or(0);
    let max_length = schema.count(Keyword::MaxLength).unwrap_or(u64::MAX);
    Some(move |value: &str| {
        let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
        (min_length..=max_length).contains(&length) && !matches.is_match(value)
    })
}

/// Compiles the pattern, if there is one.
fn pattern(schema: &Schema) -> Option<Regex> {
    Regex::new(schema.pattern()?).ok()
}

/// Returns strings that differ a little from a valid one.
fn almost_matching(good: &str) -> Vec<(&'static str, String)> {
    let mut shorter = good.to_owned();
    let last = shorter.pop().unwrap_or('x');
    vec![
        ("empty", String::new()),
        ("shorter", shorter),
        ("longer", format!("{good}{last}")),
        (
            "other-case",
            if good.to_lowercase() == good { good.to_uppercase() } else { good.to_lowercase() },
        ),
        ("something-before", format!(" {good}")),
        ("something-behind", format!("{good} ")),
    ]
}
