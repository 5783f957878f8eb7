//! Limits of numbers, lengths and counts: just below, at, and just above.

use serde_json::{Value, json};
use webdata_spec::model::{Schema, Shape, Text};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::places::Place;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    context.places().iter().flat_map(|place| at_place(context, place)).collect()
}

fn at_place(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<Case> {
    match &place.schema.shape {
        Shape::Integer { minimum, maximum } => {
            let value = |number: i64| Some(json!(number));
            limits(context, place, ("minimum", *minimum), ("maximum", *maximum), value)
        }
        Shape::Number { minimum, maximum } => numbers(context, place, *minimum, *maximum),
        Shape::String(text) if text.format.is_none() && text.pattern.is_none() => {
            let value = |length: i64| Some("a".repeat(usize::try_from(length).ok()?).into());
            let (shortest, longest) = lengths(text);
            let mut found =
                limits(context, place, ("minLength", shortest), ("maxLength", longest), value);
            found.extend(longest.and_then(|longest| two_bytes(context, place, longest)));
            found
        }
        Shape::Array { items, min_items, max_items } => {
            let value = |count: i64| list(context, items, count);
            let (fewest, most) = (signed(*min_items), signed(*max_items));
            limits(context, place, ("minItems", fewest), ("maxItems", most), value)
        }
        Shape::Object(object) => object.min_properties.map_or_else(Vec::new, |least| {
            let members = object.properties.iter().take(usize::try_from(least).unwrap_or(0));
            let at: Value = members
                .map(|(name, p)| (name.clone(), context.samples.distinct(&p.schema, 0)))
                .collect::<serde_json::Map<_, _>>()
                .into();
            let mut found = context.refuse_at(place, "minProperties", "below", &json!({}));
            found.extend(context.accept_at(place, "minProperties", "at", &at));
            found
        }),
        _ => Vec::new(),
    }
}

/// Returns the values around a lower and an upper limit. Values that do not exist, such as a
/// negative length, are left out, and so are values beyond the other limit.
fn limits(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    (lower, low): (&str, Option<i64>),
    (upper, high): (&str, Option<i64>),
    value: impl Fn(i64) -> Option<Value>,
) -> Vec<Case> {
    let fits = |n: i64| low.is_none_or(|low| n >= low) && high.is_none_or(|high| n <= high);
    let mut found = Vec::new();
    let mut add = |word: &str, side: &str, n: Option<i64>| {
        let Some((n, value)) = n.and_then(|n| Some((n, value(n)?))) else { return };
        if fits(n) {
            found.extend(context.accept_at(place, word, side, &value));
        } else {
            found.extend(context.refuse_at(place, word, side, &value));
        }
    };
    for (word, limit) in [(lower, low), (upper, high)] {
        add(word, "below", limit.and_then(|limit| limit.checked_sub(1)));
        add(word, "at", limit);
        add(word, "above", limit.and_then(|limit| limit.checked_add(1)));
    }
    found
}

/// Returns the values at the limits of a number, and half beyond.
fn numbers(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    minimum: Option<f64>,
    maximum: Option<f64>,
) -> Vec<Case> {
    let mut found = Vec::new();
    for (word, side, limit, beyond) in
        [("minimum", "below", minimum, -0.5), ("maximum", "above", maximum, 0.5)]
    {
        if let Some(limit) = limit {
            found.extend(context.accept_at(place, word, "at", &json!(limit)));
            found.extend(context.refuse_at(place, word, side, &json!(limit + beyond)));
        }
    }
    found
}

/// Returns the longest string, of characters that are one character and two bytes each.
fn two_bytes<'s>(context: &OperationContext<'s>, place: &Place<'s>, longest: i64) -> Option<Case> {
    let value = "é".repeat(usize::try_from(longest).ok()?);
    context.accept_at(place, "maxLength", "at-two-byte-characters", &value.into())
}

fn list(context: &OperationContext<'_>, items: &Schema, count: i64) -> Option<Value> {
    let count = usize::try_from(count).ok()?;
    Some((0..count).map(|index| context.samples.distinct(items, index)).collect())
}

fn lengths(text: &Text) -> (Option<i64>, Option<i64>) {
    (signed(text.min_length), signed(text.max_length))
}

fn signed(limit: Option<u64>) -> Option<i64> {
    limit.and_then(|limit| i64::try_from(limit).ok())
}
