//! Limits of numbers, lengths and counts: just below, at, and just above.

use serde_json::{Number, Value, json};
use webdata_spec::model::{Constraint, Keyword, Schema, Shape, Side};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::places::Place;
use crate::derive::values::samples::is_free_text;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    context.places().iter().flat_map(|place| at_place(context, place)).collect()
}

fn at_place(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<Case> {
    let constraints = place.schema.constraints.iter();
    constraints.flat_map(|constraint| of_constraint(context, place, constraint)).collect()
}

fn of_constraint(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    constraint: &Constraint,
) -> Vec<Case> {
    let count = |number: i64| usize::try_from(number).ok();
    match (constraint.keyword, &place.schema.shape) {
        (Keyword::Minimum | Keyword::Maximum, Shape::Number) => number(context, place, constraint),
        (Keyword::Minimum | Keyword::Maximum, _) => {
            limit(context, place, constraint, |number| Some(json!(number)))
        }
        (Keyword::MinLength | Keyword::MaxLength, _) if is_free_text(place.schema) => {
            let value = |length| Some("a".repeat(count(length)?).into());
            let mut found = limit(context, place, constraint, value);
            found.extend(two_bytes(context, place, constraint));
            found
        }
        (Keyword::MinItems | Keyword::MaxItems, Shape::Array { items }) => {
            limit(context, place, constraint, |number| list(context, items, count(number)?))
        }
        (Keyword::MinProperties, Shape::Object(object)) => {
            let least = constraint.number().and_then(Number::as_i64).and_then(count);
            let members = object.properties.iter().take(least.unwrap_or(0));
            let at: Value = members
                .map(|(name, p)| (name.clone(), context.samples.distinct(&p.schema, 0)))
                .collect::<serde_json::Map<_, _>>()
                .into();
            let mut found = context.refuse_at(place, "minProperties", "below", &json!({}));
            found.extend(context.accept_at(place, "minProperties", "at", &at));
            found
        }
        _ => Vec::new(),
    }
}

/// Returns the values around a limit. Values that do not exist, such as a negative length, are left
/// out. Values beyond the limit on the other side are rejected.
fn limit(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    constraint: &Constraint,
    value: impl Fn(i64) -> Option<Value>,
) -> Vec<Case> {
    let keyword = constraint.keyword;
    let Some(limit) = place.schema.integer(keyword) else { return Vec::new() };
    let fits = |n: i64| {
        let of = |keyword| place.schema.integer(keyword);
        let (own, opposite) = (of(keyword), keyword.opposite().and_then(of));
        let (low, high) = match keyword.side() {
            Some(Side::Least) => (own, opposite),
            _ => (opposite, own),
        };
        low.is_none_or(|low| n >= low) && high.is_none_or(|high| n <= high)
    };
    let around =
        [("below", limit.checked_sub(1)), ("at", Some(limit)), ("above", limit.checked_add(1))];
    let mut found = Vec::new();
    for (side, n) in around {
        let Some((n, value)) = n.and_then(|n| Some((n, value(n)?))) else { continue };
        if fits(n) {
            found.extend(context.accept_at(place, keyword.name(), side, &value));
        } else {
            found.extend(context.refuse_at(place, keyword.name(), side, &value));
        }
    }
    found
}

/// Returns the value at the limit of a number, and half beyond.
fn number(context: &OperationContext<'_>, place: &Place<'_>, constraint: &Constraint) -> Vec<Case> {
    let keyword = constraint.keyword;
    let Some(limit) = place.schema.number(keyword) else { return Vec::new() };
    let (side, beyond) = match keyword.side() {
        Some(Side::Least) => ("below", -0.5),
        _ => ("above", 0.5),
    };
    let at = context.accept_at(place, keyword.name(), "at", &json!(limit));
    let beyond = context.refuse_at(place, keyword.name(), side, &json!(limit + beyond));
    at.into_iter().chain(beyond).collect()
}

/// Returns the longest string, of characters that are one character and two bytes each.
fn two_bytes<'s>(
    context: &OperationContext<'s>,
    place: &Place<'s>,
    constraint: &Constraint,
) -> Option<Case> {
    let longest = constraint.number().filter(|_| constraint.keyword == Keyword::MaxLength)?;
    let value = "é".repeat(usize::try_from(longest.as_u64()?).ok()?);
    context.accept_at(place, "maxLength", "at-two-byte-characters", &value.into())
}

fn list(context: &OperationContext<'_>, items: &Schema, count: usize) -> Option<Value> {
    Some((0..count).map(|index| context.samples.distinct(items, index)).collect())
}
