//! Fidelity: the server returns stored values, or equal ones, at every place of the body. The values are strings of
//! every script and kind, maps of any values, and large numbers.
//!
//! If a data store may not support a value, its rejection is observed and an accepted value is judged.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_spec::model::{ClauseId, EffectKind, Keyword, Level, Probe, Schema, Shape};

use crate::case::{Body, Case, Expect, Matcher, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::gaps::gap_of;
use crate::derive::values::lengths::fits_in_any_unit;
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::interpreter::limits::broken;

/// An integer between two neighbouring 64-bit floats.
const BETWEEN_FLOATS: i64 = (1 << 53) + 1;

/// The word that names the idea in identities.
const WORD: &str = "fidelity";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((clause, level)) = context.effect(&EffectKind::StoresGiven) else { return Vec::new() };
    let idea = FidelityContext { context, clause, level };
    let mut cases = any_values(&idea);
    cases.extend(strings(&idea));
    cases.extend(numbers(&idea));
    cases.extend(examples(&idea));
    cases.extend(empty_lists(&idea));
    cases.extend(ordered_lists(&idea));
    cases
}

/// The data that all cases of the idea share.
struct FidelityContext<'c, 's> {
    context: &'c OperationContext<'s>,
    /// The clause that requires given values to be stored.
    clause: &'s ClauseId,
    level: Level,
}

impl<'s> FidelityContext<'_, 's> {
    /// Returns the clause that requires the value at a place to be stored, if any.
    fn stored(&self, place: &BodyPlace<'s>) -> Option<ClauseId> {
        let root = place.name.split('.').next()?;
        let is_stored = self.context.stored_properties().iter().any(|(name, _)| *name == root);
        is_stored.then(|| self.clause.child(root))
    }

    /// Makes a case in which the server accepts a value and returns it.
    fn round_trip(&self, place: &BodyPlace<'s>, name: &str, value: &Value) -> Option<Case> {
        let clause = self.stored(place)?;
        let body = place.body(value, Position::Only);
        let parts = [WORD, place.name.as_str(), name];
        let case = self.context.accept(&parts, (self.level, clause), body)?;
        // A case that compares nothing does not test fidelity.
        let has_members = case.steps.iter().any(|step| !step.expect.members().is_empty());
        has_members.then_some(case)
    }

    /// Makes a case that observes whether the server returns an integer that no 64-bit float equals. The
    /// integer is at a place or in a property of the value there. JSON leaves the precision of numbers open
    /// (RFC 8259, section 6).
    fn exact_integer(&self, place: &BodyPlace<'s>, value: &Value, member: &str) -> Option<Case> {
        let (context, clause) = (self.context, self.stored(place)?);
        let (gap, (resource, _)) = (gap_of(context.spec, Probe::OddValue)?, context.resource()?);
        let pointer = format!("{}{}{member}", resource.pointer(), place.pointer);
        let exact = Matcher::Value(pointer, value.pointer(member)?.clone());
        let exact = [(exact, "accepted, and stored as it was sent")];
        let other = "accepted, and returned as another value";
        let interpretations = context.interpretations(exact, other, "rejected");
        let expect = Expect::observation(gap, interpretations);
        let body = context.repair(place.body(value, Position::Only));
        let step = Step::new(Purpose::Act, context.request(body), expect);
        Some(context.case(&[WORD, &place.name, "between-floats"], (self.level, clause), vec![step]))
    }

    /// Makes a case in which the server either rejects a value or accepts and returns it.
    fn returned_if_accepted(
        &self,
        place: &BodyPlace<'s>,
        name: &str,
        value: &Value,
    ) -> Option<Case> {
        let gap = gap_of(self.context.spec, Probe::OddValue)?;
        Some(self.round_trip(place, name, value)?.with_open_rejection(gap))
    }
}

/// Makes cases of maps of any values: values of every JSON type, nested values, and property names of every kind.
fn any_values(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in &idea.context.places {
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

/// Makes the cases of objects of which the contract lists no property: each example but the first, which other ideas send.
fn examples(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let is_free = |place: &&BodyPlace<'_>| {
        let object = place.schema.object();
        object.is_some_and(|object| object.properties.is_empty()) && place.is_first
    };
    let cases = idea.context.places.iter().filter(is_free).flat_map(|place| {
        let others = place.schema.examples.iter().enumerate().skip(1);
        others.filter_map(|(index, value)| {
            idea.returned_if_accepted(place, &format!("example-{}", index + 1), value)
        })
    });
    cases.collect()
}

/// Returns whether the contract limits neither the names nor the values of a map, and has no gap about its
/// values.
fn is_unlimited(idea: &FidelityContext<'_, '_>, map: &Schema, values: &Schema) -> bool {
    let values = idea.context.spec.resolve(values);
    let is_open = idea.context.spec.gaps.values().any(|gap| gap.place == values.clause);
    let limits = [Keyword::PropertyNames, Keyword::MaxProperties, Keyword::MinProperties];
    let is_limited = map.constraints.iter().any(|constraint| limits.contains(&constraint.keyword));
    values.shape == Shape::Any && !is_open && !is_limited
}

fn values_of_every_type() -> Vec<(&'static str, Value)> {
    vec![
        (
            "texts",
            json!({
                "text": "a text", "empty": "", "digits": "007", "word": "true", "no": "no", "null": "null",
                "exponent": "1e3", "hexadecimal": "0x1F", "commas": ["a,b", "c"],
            }),
        ),
        (
            "numbers",
            json!({
                "zero": 0, "negative": -7, "fraction": 0.1, "small": 1e-7, "large": 1e30,
                "pastInt32": 4_294_967_296_u64, "pastFloat": 9_007_199_254_740_991_u64,
            }),
        ),
        (
            "dates",
            json!({
                "since": "2009-01-01T00:00:00", "at": "2017-03-07T17:26:40.352Z",
                "second": "2024-01-15T10:30:00Z", "day": "2024-01-15",
            }),
        ),
        ("letters", json!({ "letters": "caf\u{e9} \u{3b1}\u{444}\u{6587} \u{1f41f}" })),
        (
            "usual-names",
            json!({ "order": { "type": "a", "id": 7, "name": "b" }, "type": "c", "default": true, "items": [1] }),
        ),
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

/// The depth of a nested value that many JSON parsers do not read.
const DEEP: usize = 200;

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
        ("deep", json!({ "list": (0..DEEP).fold(json!(1), |value, _| json!([value])) })),
        ("empty-name", json!({ "": 1 })),
        ("long-name", json!({ "n".repeat(300): 1 })),
        (
            "names-of-languages",
            json!({ "constructor": 1, "__proto__": { "a": 1 }, "id": "a", "type": "b" }),
        ),
    ]
}

/// A string with much that servers change: outer and repeated blanks, commas, capitals, markup, quotes and escapes. It
/// also has a combining character, a direction mark and an emoji. A shorter string follows, for places with a small
/// maximum length.
const ODD: [&str; 2] = [
    "  Ada's,  \"Cafe\u{301}\" <b>&amp; %41\\n</b> \u{200f}\u{5d0}\u{200e} \u{1f41f}  ",
    "  A's <b> \u{1f41f} ",
];

/// Strings with one such feature each, by name.
const KINDS: [(&str, &str); 23] = [
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
    ("word-no", "no"),
    ("exponent", "1e3"),
    ("hexadecimal", "0x1F"),
    ("digits", "007"),
    ("date", "2026-03-07T17:26:40.352Z"),
    ("date-within", "Not before 2026-03-07T17:26:40.352Z, please"),
    ("statement", "DELETE FROM a; DROP TABLE b; --"),
    ("markup", "<!-- a --> <script>alert(1)</script> &#39; %20 ${7*7} {{7*7}} ../..\\"),
    ("json", "{\"a\": [1, null]}"),
];

/// A string with a NUL character, at which databases and languages of the C family end a string.
const NUL: &str = "one\u{0}two";

/// The length of a long string, for places without a maximum length.
const LONG: usize = 10_000;

/// Makes cases of strings that data stores, filters and encodings tend to change. Every place gets one string with several
/// such features, and the first place gets one string for each.
fn strings(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in &idea.context.places {
        let is_new = seen.insert((&place.schema.clause, &place.property.clause));
        let is_text = place.schema.is_free_text() && !place.is_alternative;
        if !is_new || !is_text || place.schema.constant().is_some() {
            continue;
        }
        if place.is_entry() {
            cases.extend(map_values(idea, place));
            continue;
        }
        // A server may trim blanks before it checks that a string is not empty.
        let needs_characters = place.schema.count(Keyword::MinLength).unwrap_or(0) > 0;
        let texts: [(&str, &[&str]); 3] =
            [("odd-characters", &ODD), ("nul", &[NUL]), ("blank", &["   "])];
        for (name, texts) in texts.into_iter().take(if needs_characters { 3 } else { 2 }) {
            let text = fit_to_limits(place.schema, texts);
            cases.extend(text.and_then(|text| idea.returned_if_accepted(place, name, &text)));
        }
        if place.schema.count(Keyword::MaxLength).is_none() {
            let long = json!("0123456789".repeat(LONG / 10));
            cases.extend(idea.returned_if_accepted(place, "long", &long));
        }
        if !place.name.contains('.') {
            cases.extend(string_kinds(idea, place));
        }
    }
    cases
}

/// Makes the cases of each kind of string, at a top-level property.
fn string_kinds<'s>(idea: &FidelityContext<'_, 's>, place: &BodyPlace<'s>) -> Vec<Case> {
    // A gap may leave blank strings open; `observations` then sends them.
    let gap = gap_of(idea.context.spec, Probe::BlankText);
    let is_blank_open = gap.is_some_and(|gap| gap.place == place.property.clause);
    let kinds = KINDS.iter().filter(|(name, _)| *name != "blank" || !is_blank_open);
    let kinds = kinds.filter_map(|(name, text)| {
        let text = fit_to_limits(place.schema, &[text])?;
        idea.returned_if_accepted(place, name, &text)
    });
    let mut cases: Vec<Case> = kinds.collect();
    let is_nullable = place.property.nullable || place.schema.nullable;
    // Where null is allowed, a server may store an empty string as null.
    if !is_nullable && place.schema.count(Keyword::MinLength).unwrap_or(0) == 0 {
        cases.extend(idea.returned_if_accepted(place, "empty", &json!("")));
    }
    cases.extend(lone_surrogate(idea, place));
    cases.extend(stored_in_other_case(idea, place));
    cases
}

/// Makes the case of a string that differs only in letter case from the stored one.
fn stored_in_other_case<'s>(idea: &FidelityContext<'_, 's>, place: &BodyPlace<'s>) -> Option<Case> {
    let [stored, sent] = ["Ada's Pages", "ada's pages"];
    let mut case =
        idea.round_trip(place, "stored-in-other-case", &fit_to_limits(place.schema, &[sent])?)?;
    let arranged = case.steps.first_mut().filter(|step| step.purpose == Purpose::Arrange)?;
    let body = place.body(&json!(stored), Position::Only);
    *arranged = idea.context.arrange(idea.context.repair(body));
    Some(case)
}

/// Makes the cases of a map of strings. The strings may be secrets, which a server does not return, so the
/// stored values are not compared.
fn map_values<'s>(idea: &FidelityContext<'_, 's>, place: &BodyPlace<'s>) -> Vec<Case> {
    let context = idea.context;
    let (Some(gap), Some(clause)) = (gap_of(context.spec, Probe::OddValue), idea.stored(place))
    else {
        return Vec::new();
    };
    let long = "0123456789".repeat(LONG / 10);
    let texts: [(&str, &[&str]); 3] =
        [("odd-characters", &ODD), ("nul", &[NUL]), ("long", &[&long])];
    let case = |(name, texts): (&str, &[&str])| {
        let text = fit_to_limits(place.schema, texts)?;
        let body = context.repair(place.body(&text, Position::Only));
        let request = context.request(body);
        let parts = [WORD, &place.name, name];
        Some(context.case_without_requirement(gap, &parts, &clause, request))
    };
    texts.into_iter().filter_map(case).collect()
}

/// Makes the case of a lone surrogate escape. JSON allows such strings and few languages do, so the stored
/// value is not compared.
fn lone_surrogate<'s>(idea: &FidelityContext<'_, 's>, place: &BodyPlace<'s>) -> Option<Case> {
    const HALF: &str = "half a character";
    let context = idea.context;
    let (gap, clause) = (gap_of(context.spec, Probe::OddValue)?, idea.stored(place)?);
    let body = context.repair(place.body(&json!(HALF), Position::Only)).to_string();
    let body = body.replace(HALF, "one\\ud83dtwo");
    let request = context.request(Body::Text(body));
    let parts = [WORD, &place.name, "lone-surrogate"];
    Some(context.case_without_requirement(gap, &parts, &clause, request))
}

/// Returns the first string that fits the length limits of a schema, in whatever unit lengths are counted.
fn fit_to_limits(schema: &Schema, texts: &[&str]) -> Option<Value> {
    texts.iter().find(|text| fits_in_any_unit(schema, text)).map(|text| json!(text))
}

/// The number of values of a 32-bit integer.
const WORD_32: i64 = 1 << 32;

/// Makes cases of numbers beyond the integer types of programming languages. The server must accept them without a
/// maximum, and reject them with one.
fn numbers(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    let mut is_exact_asked = false;
    for place in &idea.context.places {
        let schema = place.schema;
        let is_integer = schema.shape == Shape::Integer && schema.constant().is_none();
        if !is_integer || !seen.insert((&schema.clause, &place.property.clause)) {
            continue;
        }
        if schema.number(Keyword::Maximum).is_none() {
            // The last number is the largest integer below which 64-bit floats are exact.
            let all = [("past-int32", i64::from(i32::MAX) + 1), ("past-float", (1 << 53) - 1)];
            for (name, number) in all {
                if broken(schema, &json!(number)).is_empty() {
                    cases.extend(idea.returned_if_accepted(place, name, &json!(number)));
                }
            }
            let between = json!(BETWEEN_FLOATS);
            if !is_exact_asked && broken(schema, &between).is_empty() {
                let exact = idea.exact_integer(place, &between, "");
                is_exact_asked = exact.is_some();
                cases.extend(exact);
            }
            continue;
        }
        // A number that is within the limits once its upper bits are cut off.
        let Some(minimum) = schema.integer(Keyword::Minimum) else { continue };
        for (side, number) in
            [("past-int32", json!(WORD_32 + minimum)), ("past-int64", json!(1e20))]
        {
            if broken(schema, &number) == [Keyword::Maximum] {
                let value = (side, &number);
                cases.extend(idea.context.reject_at(place, "maximum", value, Spread::FirstPlace));
            }
        }
    }
    cases
}

/// Makes cases of empty lists for properties whose default is a list that is not empty, or is described in words. A
/// server that treats an empty list as missing stores the default instead.
fn empty_lists(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for place in &idea.context.places {
        let default = place.property.default.as_ref().and_then(Value::as_array);
        let is_described = place.property.default_description.is_some();
        let has_items = is_described || default.is_some_and(|items| !items.is_empty());
        let may_be_empty = broken(place.schema, &json!([])).is_empty();
        let is_list = place.schema.items().is_some();
        if is_list && has_items && may_be_empty && seen.insert(&place.property.clause) {
            cases.extend(idea.returned_if_accepted(place, "empty-list", &json!([])));
        }
    }
    cases
}

/// Makes cases of lists whose order has a meaning: the examples of an item, the last one first.
fn ordered_lists(idea: &FidelityContext<'_, '_>) -> Vec<Case> {
    let case = |place: &BodyPlace<'_>| {
        let mut examples = place.schema.items().filter(|_| place.schema.ordered)?.examples.clone();
        examples.reverse();
        let list = Value::from(examples);
        let is_sent = list[1] != Value::Null && broken(place.schema, &list).is_empty();
        is_sent.then(|| idea.round_trip(place, "last-example-first", &list)).flatten()
    };
    idea.context.places.iter().filter_map(case).collect()
}
