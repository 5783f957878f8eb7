//! Patterns of texts: a good text is accepted, and texts that are almost good are refused.

use jsonschema::Validator;
use serde_json::{Value, json};
use webdata_spec::model::{Shape, Text};

use super::cases::Cases;
use super::samples::Extent;
use crate::case::Case;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        let Shape::String(text) = &place.schema.shape else { continue };
        let Some(breaks) = breaks_only_the_pattern(text) else { continue };
        let good = cases.samples.value(place.schema, Extent::Least);
        found.extend(cases.accept_at(place, "pattern", "good", &good));
        for (name, value) in almost(good.as_str().unwrap_or_default()) {
            if breaks(&value) {
                found.extend(cases.refuse_at(place, "pattern", name, &json!(value)));
            }
        }
    }
    found
}

/// Tells texts that break the pattern and keep within the limits. A format says more than a pattern
/// beside it, so its own texts are the ones to send.
fn breaks_only_the_pattern(text: &Text) -> Option<impl Fn(&str) -> bool> {
    let pattern = text.pattern.as_ref().filter(|_| text.format.is_none())?;
    let matches: Validator = jsonschema::validator_for(&json!({ "pattern": pattern })).ok()?;
    let (least, most) = (text.min_length.unwrap_or(0), text.max_length.unwrap_or(u64::MAX));
    Some(move |value: &str| {
        let length = u64::try_from(value.chars().count()).unwrap_or(u64::MAX);
        (least..=most).contains(&length) && !matches.is_valid(&Value::from(value))
    })
}

/// Texts a step away from a good one.
fn almost(good: &str) -> Vec<(&'static str, String)> {
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
