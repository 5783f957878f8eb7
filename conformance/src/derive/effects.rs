//! Effects: what is given is stored and read back, what is left out is kept, a refusal changes
//! nothing, and what is set by a condition is set.

use serde_json::{Map, Value};
use webdata_spec::model::{Condition, Effect, EffectKind, Schema, Shape};

use super::cases::Cases;
use super::samples::Extent;
use crate::case::{Body, Case, Expected, Member, Purpose};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let derive_one = |effect: &Effect| match effect.kind {
        EffectKind::StoresGiven => stored(cases, effect),
        EffectKind::KeepsOmitted => kept(cases, effect),
        EffectKind::RefusalKeepsAll => refused(cases, effect),
        EffectKind::Sets { .. } => set(cases, effect),
    };
    cases.operation.effects.iter().flat_map(derive_one).collect()
}

/// A property, changed from the baseline.
struct Change<'s> {
    name: &'s str,
    body: Value,
}

fn changes<'s>(cases: &Cases<'s>) -> Vec<Change<'s>> {
    let baseline = cases.baseline();
    let change = |(name, schema): (&'s str, &'s Schema)| {
        let other = cases.samples.other(schema, baseline.get(name)?)?;
        let mut body = Map::new();
        body.insert(name.to_owned(), other);
        Some(Change { name, body: body.into() })
    };
    cases.stored_properties().into_iter().filter_map(change).collect()
}

fn stored(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let case = |change: Change<'_>| {
        let echo = cases.echo(&change.body);
        let steps = vec![
            cases.arrange(cases.baseline()),
            cases.accepted(Purpose::Act, change.body.clone(), echo.clone()),
            cases.accepted(Purpose::Assert, neutral(cases, change.name)?, echo),
        ];
        let id = cases.id(&["effects", &effect.id, change.name]);
        let mut case = cases.case(id, effect.level, effect.clause.child(change.name), steps);
        case.clauses.push(effect.clause.clone());
        Some(case)
    };
    changes(cases).into_iter().filter_map(case).collect()
}

fn kept(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let case = |change: Change<'_>| {
        let set = properties_set(cases, &change.body);
        let others = cases.stored_properties().into_iter().map(|(name, _)| name);
        let others = others.filter(|name| *name != change.name && !set.contains(name));
        let members = others.filter_map(|name| same(cases, effect, name)).collect();
        let steps = vec![
            cases.arrange(cases.baseline()),
            cases.accepted(Purpose::Act, change.body.clone(), members),
        ];
        let id = cases.id(&["effects", &effect.id, &format!("{}-alone", change.name)]);
        cases.case(id, effect.level, effect.clause.clone(), steps)
    };
    changes(cases).into_iter().map(case).collect()
}

fn refused(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let case = |change: Change<'_>| {
        let (bad_name, bad_value) = broken_beside(cases, change.name)?;
        let mut body = change.body.clone();
        body[bad_name] = bad_value;
        let error = &cases.spec.service.validation_failure;
        let members = same(cases, effect, change.name).into_iter().collect();
        let steps = vec![
            cases.arrange(cases.baseline()),
            cases.refused(cases.request(Body::Json(body)), error)?,
            cases.accepted(Purpose::Assert, neutral(cases, change.name)?, members),
        ];
        let id = cases.id(&["effects", &effect.id, change.name]);
        Some(cases.case(id, effect.level, effect.clause.clone(), steps))
    };
    changes(cases).into_iter().filter_map(case).collect()
}

/// A condition's effect, and the same with what excepts it.
fn set(cases: &Cases<'_>, effect: &Effect) -> Vec<Case> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else {
        return Vec::new();
    };
    let Some(request) = cases.request_object() else { return Vec::new() };
    let opposite = request.properties.get(property.as_str());
    let Some(opposite) = opposite.and_then(|p| cases.samples.other(&p.schema, value)) else {
        return Vec::new();
    };
    let mut stored = cases.baseline();
    stored[property] = opposite.clone();
    let Some(sent) = given(cases, when) else { return Vec::new() };
    let case = |name: &str, sent: Value, expected: &Value| {
        let expected = Expected::Equal(expected.clone());
        let member = cases.member(property, expected, effect.clause.clone());
        let steps = vec![
            cases.arrange(stored.clone()),
            cases.accepted(Purpose::Act, sent, member.into_iter().collect()),
        ];
        let id = cases.id(&["effects", &effect.id, name]);
        cases.case(id, effect.level, effect.clause.clone(), steps)
    };
    let mut found = vec![case("applies", sent.clone(), value)];
    if unless.as_ref().is_some_and(|unless| unless.path.root() == property) {
        let mut excepted = sent;
        excepted[property] = opposite.clone();
        found.push(case("excepted", excepted, &opposite));
    }
    found
}

/// A body with the property that a condition asks for, changed from the baseline.
fn given(cases: &Cases<'_>, condition: &Condition) -> Option<Value> {
    let name = condition.path.root();
    changes(cases).into_iter().find(|change| change.name == name).map(|change| change.body)
}

/// The properties that effects may set when this body is sent.
fn properties_set<'s>(cases: &Cases<'s>, body: &Value) -> Vec<&'s str> {
    let sets = cases.operation.effects.iter().filter_map(|effect| match &effect.kind {
        EffectKind::Sets { when, property, .. } => {
            body.get(when.path.root()).map(|_| property.as_str())
        }
        _ => None,
    });
    sets.collect()
}

fn same(cases: &Cases<'_>, effect: &Effect, name: &str) -> Option<Member> {
    cases.member(name, Expected::SameAsStep(0), effect.clause.clone())
}

/// A body that sends a stored value once more, in another property, to read the resource back.
pub(super) fn neutral(cases: &Cases<'_>, beside: &str) -> Option<Value> {
    let baseline = cases.baseline();
    let conditional = |name: &str| {
        cases.operation.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Sets { when, property, .. } => when.path.root() == name || property == name,
            _ => false,
        })
    };
    let plain = |schema: &Schema| {
        !matches!(schema.shape, Shape::Ref(_) | Shape::Array { .. } | Shape::Object(_))
    };
    let mut others = cases.stored_properties().into_iter();
    let (name, _) =
        others.find(|(name, schema)| *name != beside && !conditional(name) && plain(schema))?;
    let mut body = Map::new();
    body.insert(name.to_owned(), baseline.get(name)?.clone());
    Some(body.into())
}

/// Another property with a value that breaks its type.
fn broken_beside<'s>(cases: &Cases<'s>, beside: &str) -> Option<(&'s str, Value)> {
    let mut others = cases.stored_properties().into_iter().rev();
    others.find_map(|(name, schema)| {
        let bad = match &cases.samples.resolve(schema).shape {
            Shape::Any => return None,
            Shape::Array { .. } => Value::Object(Map::new()),
            _ => Value::Array(vec![cases.samples.value(schema, Extent::Least)]),
        };
        (name != beside).then_some((name, bad))
    })
}
