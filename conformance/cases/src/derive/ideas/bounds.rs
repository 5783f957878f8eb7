//! Keywords that limit values: values just below, at and just above a limit, with and without a required
//! part.
//!
//! The server must accept a value that breaks no keyword, and reject a value that breaks this keyword alone.
//! Other values are not sent.

use std::iter::repeat;

use serde_json::{Map, Value, json};
use webdata_spec::model::{Additional, Constraint, Keyword, Level, Object, Schema, Shape, Side};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::json_values;
use crate::derive::values::lengths::{beyond_limit, longer, shorter, string_of_length};
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::derive::values::samples::{Extent, Samples, number_of};
use crate::interpreter::limits::broken;

/// The word for a value in identities, and the value.
type Candidate = (String, Value);

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let cases = context.places.iter().flat_map(|place| at_place(context, place));
    cases.chain(all_broken(context)).collect()
}

/// Makes the case of a body in which every property breaks a limit, or has the wrong type if it has no limit.
fn all_broken(context: &OperationContext<'_>) -> Option<Case> {
    let is_single = context.input == Input::Body && !context.operation.is_bulk();
    let stored = context.stored_properties().into_iter().filter(|_| is_single);
    let broken_value = |schema| {
        let schema = context.spec.resolve(schema);
        let limits = schema.constraints.iter();
        let values = limits.flat_map(|limit| candidates(context.samples, schema, limit));
        let beyond = values.filter(|(_, value)| !broken(schema, value).is_empty());
        beyond.last().map(|(_, value)| value).or_else(|| context.samples.of_wrong_type(schema))
    };
    let judged = stored.filter(|(_, schema)| schema.level != Level::Open && schema.error.is_none());
    let members: Map<String, Value> = judged
        .filter_map(|(name, schema)| Some((name.to_owned(), broken_value(schema)?)))
        .collect();
    let act = (members.len() > 1).then(|| context.invalid(Value::Object(members)))??;
    let clause = context.operation.clause().child("request");
    Some(context.case(&["request", "all-broken"], clause, vec![act]))
}

fn at_place(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for constraint in &place.schema.constraints {
        let word = constraint.keyword.name();
        if constraint.keyword == Keyword::ExactlyOne {
            cases.extend(nulls_beside(context, place));
        }
        let mut rejected = Vec::new();
        for (side, value) in candidates(context.samples, place.schema, constraint) {
            match broken(place.schema, &value).as_slice() {
                [] => cases.extend(context.accept_at(place, word, &side, &value)),
                [one] if *one == constraint.keyword => rejected.push((side, value)),
                _ => {}
            }
        }
        let is_only = rejected.len() == 1;
        for (index, (side, value)) in rejected.iter().enumerate() {
            let spread = if is_only { Spread::OnlyValue } else { Spread::new(index, false) };
            cases.extend(context.reject_at(place, word, (side, value), spread));
        }
    }
    cases
}

/// Makes cases of a choice between properties: null for one of them beside a valid other one. The body breaks the
/// type of the null, and the choice, because both properties are there.
fn nulls_beside(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Vec<Case> {
    let (Some(object), names) = (place.schema.object(), place.schema.exactly_one()) else {
        return Vec::new();
    };
    if place.schema.level == Level::Open || names.len() < 2 {
        return Vec::new();
    }
    let case = |(name, other): (&String, &String)| {
        let property = object.properties.get(name).filter(|property| !property.schema.nullable)?;
        let null = Some(context.spec.resolve(&property.schema)).filter(|null| !null.nullable)?;
        let other_schema = &object.properties.get(other)?.schema;
        let mut members = json_values::members(context.samples.value(place.schema, Extent::Full));
        members.retain(|name, _| !names.contains(name));
        members.insert(other.clone(), context.samples.value(other_schema, Extent::Minimal));
        members.insert(name.clone(), Value::Null);
        let body = place.body(&Value::Object(members), Position::Only);
        let side = format!("null-{name}");
        let parts = [place.name.as_str(), Keyword::ExactlyOne.name(), &side];
        let clause = place.clause(Keyword::ExactlyOne.name());
        let case = context.reject(&parts, &clause, (None, place.schema.level), body)?;
        Some(case.with_clauses([null.clause.child("type")]))
    };
    names.iter().zip(names.iter().cycle().skip(1)).filter_map(case).collect()
}

/// Returns values that keep the keyword, and values that break it.
fn candidates<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    constraint: &'s Constraint,
) -> Vec<Candidate> {
    match constraint.keyword {
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum => numbers(schema, constraint.keyword),
        Keyword::MultipleOf => number_candidates(schema),
        Keyword::MinLength | Keyword::MaxLength => strings(schema, constraint.keyword),
        Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::UniqueItems
        | Keyword::Contains
        | Keyword::MinContains
        | Keyword::MaxContains => match &schema.shape {
            Shape::Array { items } => lists(samples, schema, items, constraint.keyword),
            Shape::Tuple(items) => tuples(samples, schema, items, constraint.keyword),
            _ => Vec::new(),
        },
        Keyword::MinProperties | Keyword::MaxProperties => {
            let limit = schema.count(constraint.keyword).unwrap_or(0) as usize;
            let is_minimum = constraint.keyword == Keyword::MinProperties;
            let beyond = if is_minimum { limit.checked_sub(1) } else { Some(limit + 1) };
            let beyond = beyond.map(|n| (if is_minimum { "below" } else { "above" }, n));
            let counts = beyond.into_iter().chain([("at", limit)]);
            named(counts.map(|(side, count)| (side, members(samples, schema, count))))
        }
        Keyword::PropertyNames => match (schema.values(), schema.subschema(constraint.keyword)) {
            (Some(values), Some(names)) => objects_with_names(samples, schema, values, names),
            _ => Vec::new(),
        },
        Keyword::DependentRequired => {
            let object = schema.object();
            object.map(|object| dependents(samples, schema, object)).unwrap_or_default()
        }
        // Other ideas test these: `enums`, `patterns`, `formats`, `closed` and `unions`.
        Keyword::Const
        | Keyword::Pattern
        | Keyword::Format
        | Keyword::MinimumInterval
        | Keyword::AdditionalProperties
        | Keyword::ExactlyOne => Vec::new(),
    }
}

/// Returns the candidates that have a value.
fn named<V: Into<Value>>(
    candidates: impl IntoIterator<Item = (&'static str, Option<V>)>,
) -> Vec<Candidate> {
    let candidate = |(side, value): (&str, Option<V>)| Some((side.to_owned(), value?.into()));
    candidates.into_iter().filter_map(candidate).collect()
}

fn around(limit: usize) -> [(&'static str, Option<usize>); 3] {
    [("below", limit.checked_sub(1)), ("at", Some(limit)), ("above", Some(limit + 1))]
}

fn numbers(schema: &Schema, keyword: Keyword) -> Vec<Candidate> {
    let Some(limit) = schema.number(keyword) else { return Vec::new() };
    let step = schema.number(Keyword::MultipleOf);
    if schema.shape == Shape::Integer && step.is_none() {
        let Some(limit) = schema.integer(keyword) else { return Vec::new() };
        let (below, above) = (limit.checked_sub(1), limit.checked_add(1));
        return named([("below", below), ("at", Some(limit)), ("above", above)]);
    }
    let (below, above) = match step {
        // The nearest multiples. A quotient such as 0.3 / 0.1 is only close to an integer.
        Some(step) => {
            let times = limit / step;
            let nearest = times.round();
            let is_multiple = (times - nearest).abs() < 1e-9;
            let around = (times.floor() * step, times.ceil() * step);
            if is_multiple { ((nearest - 1.0) * step, (nearest + 1.0) * step) } else { around }
        }
        None => (limit - 0.5, limit + 0.5),
    };
    let (at, below, above) = (("at", limit), ("below", below), ("above", above));
    let is_lower = keyword.side() == Some(Side::Minimum);
    let beyond = if is_lower { below } else { above };
    let around = match keyword {
        Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => vec![below, at, above],
        _ => vec![at, beyond],
    };
    named(around.into_iter().map(|(side, number)| (side, Some(number_of(schema, number)))))
}

fn number_candidates(schema: &Schema) -> Vec<Candidate> {
    let step = schema.number(Keyword::MultipleOf).unwrap_or(1.0);
    let first = schema.minimum_or(0.0);
    let between = if schema.shape == Shape::Integer { 1.0 } else { step / 2.0 };
    let all = [
        ("multiple", first),
        ("next-multiple", first + step),
        ("between-multiples", first + between),
    ];
    named(all.map(|(side, number)| (side, Some(number_of(schema, number)))))
}

/// Returns strings around a length limit that match the schema's pattern and format.
fn strings(schema: &Schema, keyword: Keyword) -> Vec<Candidate> {
    let limit = schema.count(keyword).and_then(|limit| usize::try_from(limit).ok());
    // A limit that no string breaks has no case; the coverage states the reason.
    let Some(limit) = limit.filter(|_| beyond_limit(schema, keyword).is_some()) else {
        return Vec::new();
    };
    // A server that counts bytes instead of characters rejects this string: each character has two bytes.
    let is_longest = keyword == Keyword::MaxLength && schema.is_free_text();
    // A server that counts characters after it has escaped them for HTML, SQL or JSON rejects this string.
    let escaped = "R&D's\"<b>\"".chars().chain(repeat('a')).take(limit).collect();
    named([
        ("below", shorter(schema, limit)),
        ("at", string_of_length(schema, limit)),
        ("above", longer(schema, limit)),
        ("at-two-byte-characters", is_longest.then(|| "é".repeat(limit))),
        ("at-escaped-characters", is_longest.then_some(escaped)),
    ])
}

/// Returns lists around a length limit, for a schema that has one schema for each item. Further items are
/// `true`.
fn tuples<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    items: &'s [Schema],
    keyword: Keyword,
) -> Vec<Candidate> {
    let limit = schema.count(keyword).map_or(0, |limit| limit as usize);
    named(around(limit).map(|(side, count)| {
        let list = count.map(|count| {
            let mut list = samples.tuple(items, count, Extent::Full);
            list.resize(count, json!(true));
            list
        });
        (side, list)
    }))
}

fn lists<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    items: &'s Schema,
    keyword: Keyword,
) -> Vec<Candidate> {
    let count = |keyword| schema.count(keyword).map(|limit| limit as usize);
    let minimum = count(Keyword::MinItems).unwrap_or(0);
    let around = around(count(keyword).unwrap_or(0));
    match keyword {
        Keyword::MinItems | Keyword::MaxItems => named(around.map(|(side, wanted)| {
            let list = wanted.map(|wanted| samples.items(schema, items, wanted));
            (side, list.filter(|list| Some(list.len()) == wanted))
        })),
        Keyword::UniqueItems => {
            let distinct = samples.items(schema, items, minimum.max(2));
            let mut equal = samples.items(schema, items, minimum.max(2) - 1);
            equal.extend(equal.first().cloned());
            let mut apart = distinct.clone();
            apart.extend(distinct.first().cloned());
            named([
                ("distinct", Some(distinct)),
                ("equal", Some(equal)),
                ("equal-apart", Some(apart)),
            ])
        }
        Keyword::Contains => {
            let some = count(Keyword::MinContains).unwrap_or(1);
            let mixed = |count, length| Some(samples.mixed(schema, items, count, length));
            let none = mixed(0, minimum.max(1));
            named([("none", none), ("some", mixed(some, minimum.max(some)))])
        }
        _ => named(around.map(|(side, count)| {
            let list = count.map(|n| samples.mixed(schema, items, n, n.max(minimum)));
            // A shorter list breaks another keyword, or tests nothing new.
            (side, list.filter(|list| count.is_some_and(|count| list.len() >= count)))
        })),
    }
}

/// Returns an object with `count` properties, if the schema allows one.
fn members<'s>(samples: Samples<'s>, schema: &'s Schema, count: usize) -> Option<Value> {
    if let Some(values) = schema.values() {
        let map = samples.map(schema, values, count);
        return map.as_object().is_some_and(|members| members.len() == count).then_some(map);
    }
    let object = schema.object()?;
    // Properties that depend on others are added together with them.
    let mut members = required(samples, schema, object);
    // Properties that others depend on are often listed last, hence the second pass in reverse.
    for (name, property) in object.properties.iter().chain(object.properties.iter().rev()) {
        let needs =
            schema.dependents().filter(|(owner, _)| *owner == name).flat_map(|(_, all)| all);
        let is_free = !schema.exactly_one().contains(name)
            && needs.into_iter().all(|other| members.contains_key(other));
        if members.len() < count && is_free && !members.contains_key(name) {
            members.insert(name.clone(), samples.distinct(&property.schema, 0));
        }
    }
    // To exceed the maximum, an open object gets properties that the contract does not list.
    let maximum = schema.count(Keyword::MaxProperties);
    if object.additional == Additional::Open
        && maximum.is_some_and(|maximum| count as u64 > maximum)
    {
        let unlisted = (members.len()..count).map(|n| (format!("unlisted{n}"), json!(true)));
        members.extend(unlisted);
    }
    (members.len() == count).then(|| members.into())
}

fn required<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    object: &'s Object,
) -> Map<String, Value> {
    let mut members = json_values::members(samples.value(schema, Extent::Minimal));
    members.retain(|name, _| object.properties.contains_key(name));
    members
}

/// Returns objects with a name that breaks one keyword of the schema of names.
fn objects_with_names<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
    values: &'s Schema,
    names: &'s Schema,
) -> Vec<Candidate> {
    let min_properties = schema.count(Keyword::MinProperties).unwrap_or(0).max(1) as usize;
    let good = samples.map(schema, values, min_properties);
    let mut maps = vec![("good".to_owned(), good.clone())];
    let mut add = |side: String, name: &str| {
        let kept = good.as_object().into_iter().flatten().skip(1);
        let mut members: Map<String, Value> =
            kept.map(|(name, value)| (name.clone(), value.clone())).collect();
        members.insert(name.to_owned(), samples.value(values, Extent::Minimal));
        maps.push((side, members.into()));
    };
    if names.words().is_some() {
        add("unlisted".to_owned(), "no-such-name");
    }
    for constraint in &names.constraints {
        for (side, name) in candidates(samples, names, constraint) {
            if broken(names, &name) == [constraint.keyword] {
                let side = format!("{}-{side}", constraint.keyword.name());
                add(side, name.as_str().unwrap_or_default());
            }
        }
        let odd = ["No Such Name?", "no such name?", "?", "7"];
        let unmatched = odd.iter().find(|odd| broken(names, &json!(odd)) == [constraint.keyword]);
        if let (Keyword::Pattern, Some(unmatched)) = (constraint.keyword, unmatched) {
            add("unmatched".to_owned(), unmatched);
        }
    }
    maps
}

/// Returns objects that have a property and all properties it depends on, and objects that lack one of them.
fn dependents<'s>(samples: Samples<'s>, schema: &'s Schema, object: &'s Object) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (name, needs) in schema.dependents() {
        let Some(property) = object.properties.get(name) else { continue };
        let mut members = required(samples, schema, object);
        members.insert(name.clone(), samples.value(&property.schema, Extent::Minimal));
        samples.add_dependents(schema, object, &mut members);
        candidates.push((name.clone(), members.clone().into()));
        for other in needs {
            let mut lacking = members.clone();
            lacking.shift_remove(other);
            candidates.push((format!("{name}-without-{other}"), lacking.into()));
        }
    }
    candidates
}
