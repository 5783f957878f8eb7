//! Strings that data stores, filters and encodings tend to change. Every place gets one string with several
//! such features, and the first place gets one string for each.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{Keyword, Probe, Schema, Shape};

use super::{FidelityContext, WORD};
use crate::case::{Body, Case};
use crate::derive::values::places::{Place, Position};

/// A string with much that servers change: outer and repeated blanks, capitals, markup, quotes, escapes, a
/// combining character, a direction mark and a character beyond the Basic Multilingual Plane.
const ODD: &str =
    "  Ada's  \"Cafe\u{301}\" <b>&amp; %41\\n</b> \u{200f}\u{5d0}\u{200e} \u{1f41f}  ";

/// Strings with one such feature each, by name.
const KINDS: [(&str, &str); 19] = [
    ("blanks-around", "  Ada  "),
    ("blanks-in-a-row", "Ada   Lovelace"),
    ("line-ends", "one\r\ntwo\nthree\r"),
    ("tab", "one\ttwo"),
    ("control-characters", "one\u{1}\u{8}\u{1b}\u{7f}\u{85}two"),
    ("combining-characters", "Cafe\u{301} \u{1100}\u{1161} A\u{30a}"),
    ("compatibility-characters", "\u{fb01}x \u{2460} \u{ff21}"),
    ("marks-of-direction", "\u{202e}abc\u{202c} \u{200f}\u{5d0}\u{200e}"),
    ("joined-emoji", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{1f1e9}\u{1f1ea}"),
    ("no-characters", "a\u{fffe}\u{ffff}b"),
    ("byte-order-mark", "\u{feff}Ada"),
    ("blank", "   "),
    ("word-null", "null"),
    ("word-true", "true"),
    ("digits", "007"),
    ("date", "2026-03-07T17:26:40.352Z"),
    ("statement", "DELETE FROM a; DROP TABLE b; --"),
    ("markup", "<!-- a --> <script>alert(1)</script> &#39; %20 ${7*7} {{7*7}} ../..\\"),
    ("json", "{\"a\": [1, null]}"),
];

/// A string with a NUL character, at which databases and languages of the C family end a string.
const NUL: &str = "one\u{0}two";

/// The length of a long string, for places without a maximum length.
const LONG: usize = 10_000;

pub(super) fn derive(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in idea.context.places() {
        let is_new = seen.insert((&place.schema.clause, &place.property.clause));
        let is_text = place.schema.is_free_text() && !place.is_alternative;
        if !is_new || !is_text || place.schema.constant().is_some() {
            continue;
        }
        if place.is_entry() {
            cases.extend(map_values(idea, place));
            continue;
        }
        if let Some(odd) = fit_to_limits(place.schema, ODD) {
            cases.extend(idea.returned_if_accepted(place, "odd-characters", &odd));
        }
        if let Some(nul) = fit_to_limits(place.schema, NUL) {
            cases.extend(idea.returned_if_accepted(place, "nul", &nul));
        }
        // A server may trim blanks before it checks that a string is not empty.
        let min_length = place.schema.count(Keyword::MinLength).unwrap_or(0);
        if let Some(blanks) = fit_to_limits(place.schema, "   ").filter(|_| min_length > 0) {
            cases.extend(idea.returned_if_accepted(place, "blank", &blanks));
        }
        if place.schema.count(Keyword::MaxLength).is_none() {
            cases.extend(idea.returned_if_accepted(
                place,
                "long",
                &json!("0123456789".repeat(LONG / 10)),
            ));
        }
        if !place.name.contains('.') {
            cases.extend(string_kinds(idea, place));
        }
    }
    cases
}

/// Makes the cases of each kind of string, at a top-level property.
fn string_kinds<'s>(idea: &FidelityContext<'_, 's>, place: &Place<'s>) -> Vec<Case> {
    // A gap may leave blank strings open; `observations` then sends them.
    let is_blank_open = is_blank_open_at(idea, place);
    let kinds = KINDS.iter().filter(|(name, _)| *name != "blank" || !is_blank_open);
    let kinds = kinds.filter_map(|(name, text)| {
        let text = fit_to_limits(place.schema, text)?;
        idea.returned_if_accepted(place, name, &text)
    });
    let mut vec: Vec<Case> = kinds.collect();
    let is_nullable = place.property.nullable || place.schema.nullable;
    // Where null is allowed, a server may store an empty string as null.
    if !is_nullable && place.schema.count(Keyword::MinLength).unwrap_or(0) == 0 {
        vec.extend(idea.returned_if_accepted(place, "empty", &json!("")));
    }
    vec.extend(lone_surrogate(idea, place));
    vec
}

/// Makes the cases of a map of strings. The strings may be secrets, which a server does not return, so the
/// stored values are not compared.
fn map_values<'s>(idea: &FidelityContext<'_, 's>, place: &Place<'s>) -> Vec<Case> {
    let context = idea.context;
    let (Some(gap), Some(clause)) = (context.gap(Probe::OddValue), idea.stored(place)) else {
        return Vec::new();
    };
    let long = "0123456789".repeat(LONG / 10);
    let texts = [("odd-characters", ODD), ("nul", NUL), ("long", long.as_str())];
    let texts = texts
        .into_iter()
        .filter_map(|(name, text)| Some((name, fit_to_limits(place.schema, text)?)));
    let case = |(name, text)| {
        let body = context.repair(place.body(&text, Position::Only));
        let id = context.id(&[WORD, &place.name, name]);
        context.case_without_requirement(gap, id, &clause, context.request(Body::Json(body)))
    };
    texts.map(case).collect()
}

/// Returns whether a gap leaves blank strings at a place open.
fn is_blank_open_at(idea: &FidelityContext<'_, '_>, place: &Place<'_>) -> bool {
    let gap = idea.context.gap(Probe::BlankText);
    gap.is_some_and(|gap| gap.place == place.property.clause.as_str())
}

/// Makes the case of a lone surrogate escape. JSON allows such strings and few languages do, so the stored
/// value is not compared.
fn lone_surrogate<'s>(idea: &FidelityContext<'_, 's>, place: &Place<'s>) -> Option<Case> {
    const HALF: &str = "half a character";
    let context = idea.context;
    let (gap, clause) = (context.gap(Probe::OddValue)?, idea.stored(place)?);
    let body = context.repair(place.body(&json!(HALF), Position::Only)).to_string();
    let body = body.replace(HALF, "one\\ud83dtwo");
    let id = context.id(&[WORD, &place.name, "lone-surrogate"]);
    Some(context.case_without_requirement(gap, id, &clause, context.request(Body::Text(body))))
}

/// Returns the string as JSON if it fits the length limits of a schema, in whatever unit lengths are counted.
fn fit_to_limits(schema: &Schema, text: &str) -> Option<Value> {
    debug_assert!(schema.shape == Shape::String);
    let max_length = schema.count(Keyword::MaxLength).unwrap_or(u64::MAX);
    let min_length = schema.count(Keyword::MinLength).unwrap_or(0);
    let length = text.encode_utf16().count() as u64;
    let others = schema.constraints.iter();
    let is_of_length = |word| matches!(word, Keyword::MaxLength | Keyword::MinLength);
    let has_others = others.into_iter().any(|constraint| !is_of_length(constraint.keyword));
    (!has_others && length <= max_length && text.chars().count() as u64 >= min_length)
        .then(|| json!(text))
}
