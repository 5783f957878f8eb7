//! Maps of any values: values of every JSON type, nested values, and property names of every kind.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Schema, Shape};

use super::{BETWEEN_FLOATS, FidelityContext};
use crate::case::Case;

pub(super) fn derive(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in idea.context.places() {
        let Some(values) = place.schema.values() else { continue };
        if !is_unlimited(idea, place.schema, values) || !seen.insert(&place.schema.clause) {
            continue;
        }
        for (name, value) in values_of_every_type() {
            cases.extend(idea.round_trip(place, name, &value));
        }
        let between = json!({ "betweenFloats": BETWEEN_FLOATS });
        cases.extend(idea.exact_integer(place, &between, "/betweenFloats"));
        for (name, value) in odd_names() {
            cases.extend(idea.returned_if_accepted(place, name, &value));
        }
    }
    cases
}

/// Returns whether the contract limits neither the names nor the values of a map, and has no gap about its
/// values.
fn is_unlimited(idea: &FidelityContext<'_, '_>, map: &Schema, values: &Schema) -> bool {
    let values = idea.context.spec.resolve(values);
    let is_open = idea.context.spec.gaps.values().any(|gap| gap.place == values.clause.as_str());
    let limits = [Keyword::PropertyNames, Keyword::MaxProperties, Keyword::MinProperties];
    let is_limited = map.constraints.iter().any(|constraint| limits.contains(&constraint.keyword));
    values.shape == Shape::Any && !is_open && !is_limited
}

fn values_of_every_type() -> Vec<(&'static str, Value)> {
    vec![
        ("texts", json!({ "text": "a text", "empty": "", "digits": "007", "word": "true" })),
        (
            "numbers",
            json!({
                "zero": 0, "negative": -7, "fraction": 0.1, "small": 1e-7, "large": 1e30,
                "pastInt32": 4_294_967_296_u64, "pastFloat": 9_007_199_254_740_991_u64,
            }),
        ),
        ("dates", json!({ "since": "2009-01-01T00:00:00", "at": "2017-03-07T17:26:40.352Z" })),
        ("letters", json!({ "letters": "caf\u{e9} \u{3b1}\u{444}\u{6587} \u{1f41f}" })),
        ("negative-zero", json!({ "zero": -0.0 })),
        ("booleans", json!({ "yes": true, "no": false })),
        ("null", json!({ "nothing": null, "something": 1 })),
        ("list", json!({ "list": [1, "two", true, null, [], {}, [[3]], { "four": 4 }] })),
        (
            "nested-objects",
            json!({ "outer": { "inner": { "deepest": [{ "text": "a", "no": false }] } }, "empty": {} }),
        ),
        ("empty", json!({})),
    ]
}

fn odd_names() -> Vec<(&'static str, Value)> {
    vec![
        (
            "letter-cases-of-names",
            json!({ "snake_case": 1, "camelCase": { "inner_name": 2 }, "kebab-case": 3, "PascalCase": 4 }),
        ),
        (
            "odd-names",
            json!({ "with.dot": 1, "$dollar": 2, "with blank": 3, "7": 4, "caf\u{e9}": 5 }),
        ),
        ("nul", json!({ "text": "one\u{0}two" })),
        ("empty-name", json!({ "": 1 })),
        ("long-name", json!({ "n".repeat(300): 1 })),
        (
            "names-of-languages",
            json!({ "constructor": 1, "__proto__": { "a": 1 }, "id": "a", "type": "b" }),
        ),
    ]
}
