//! Bodies that combine properties: each pair, also within objects; all at their limits; the largest body; null for one
//! property; and a body that is sent again after another body.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Effect, EffectKind, Keyword, Probe, Schema, Shape};

use crate::case::{Case, Member, Purpose};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{changes, with_required};
use crate::derive::context::gaps::gap_of;
use crate::derive::context::steps::read_back;
use crate::derive::values::expectations::may_set;
use crate::derive::values::json_values::with_tag;
use crate::derive::values::lengths::string_of_length;
use crate::derive::values::samples::{Extent, constrains_items, self_consistent};
use crate::interpreter::limits::broken;

/// The limit that a case sends for each property.
#[derive(Clone, Copy)]
enum Limit {
    Minimum,
    Maximum,
}

pub(super) fn derive(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let mut cases = pairs(context, effect);
    for (name, limit) in [("all-at-least", Limit::Minimum), ("all-at-most", Limit::Maximum)] {
        cases.extend(at_limits(context, effect, name, limit));
    }
    cases.extend(largest_body(context, effect));
    cases.extend(repeated_body(context, effect));
    cases.extend(null_alone(context));
    cases.extend(nested(context, effect));
    cases
}

/// Makes the cases in which one property is set to null and the others keep their values.
fn null_alone(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((clause, level)) = context.effect(&EffectKind::KeepsOmitted) else {
        return Vec::new();
    };
    let effect = clause.word();
    let (baseline, effects) = (context.baseline(), &context.operation.effects);
    let nullable =
        context.stored_properties().into_iter().filter(|(_, property)| property.nullable);
    let case = |(name, _): (&str, &Schema)| {
        let body = with_required(context, json!({ name: null }));
        // A rule may require the property.
        if context.repair(body.clone()) != body {
            return None;
        }
        let mut kept = baseline.clone();
        kept.as_object_mut()?.retain(|other, _| other != name && !may_set(effects, other));
        let members = context.expect_stored(&kept).into_iter();
        let members = members.map(|member| Member { clause: clause.clone(), ..member }).collect();
        let steps =
            vec![context.arrange(baseline.clone()), context.accepted(Purpose::Act, body, members)];
        let parts = ["effects", effect, &format!("{name}-null-alone")];
        Some(context.case(&parts, (level, clause.clone()), steps))
    };
    nullable.filter_map(case).collect()
}

/// Makes up to two cases for each bit of an index: one sends the properties whose index has the bit, one the others.
/// Two indices differ in a bit, so for each two properties a case sends the first without the second.
fn pairs(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let all = changes(context);
    let bits = usize::BITS - all.len().saturating_sub(1).leading_zeros();
    let mut cases = Vec::new();
    for bit in 0..bits {
        for wanted in [0, 1] {
            let sent = all.iter().enumerate().filter(|(index, _)| (index >> bit) & 1 == wanted);
            let sent =
                sent.filter_map(|(_, change)| Some((change.name, change.body.get(change.name)?)));
            let body: Map<String, Value> =
                sent.map(|(name, value)| (name.to_owned(), value.clone())).collect();
            if body.len() < 2 {
                continue;
            }
            let body = with_required(context, body.into());
            let name = format!("together-{}", 2 * bit + wanted as u32 + 1);
            let parts = ["effects", effect.id.as_str(), name.as_str()];
            cases.extend(context.accept(&parts, effect, body));
        }
    }
    cases
}

/// Makes cases as `pairs` does, for the properties of all nested objects at once. The first case sends every
/// property.
fn nested(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let with = |chosen: &dyn Fn(usize) -> bool| {
        let stored = context.stored_properties().into_iter();
        let nested = stored.filter(|(_, schema)| {
            let schema = context.spec.resolve(schema);
            schema.object().is_some() || schema.items().is_some()
        });
        let members = nested.map(|(name, schema)| {
            (name.to_owned(), context.samples.with_chosen_properties(schema, chosen))
        });
        with_required(context, members.collect::<Map<_, _>>().into())
    };
    let (none, mut bodies) = (with(&|_| false), vec![with(&|_| true)]);
    for bit in 0..usize::BITS {
        let half = |wanted| with(&|index| (index >> bit) & 1 == wanted);
        if half(1) == none {
            break;
        }
        bodies.extend([half(0), half(1)]);
    }
    bodies.retain(|body| *body != none);
    let case = |(at, body): (usize, Value)| {
        let name = format!("together-within-{}", at + 1);
        let parts = ["effects", effect.id.as_str(), name.as_str()];
        context.accept(&parts, effect, body)
    };
    bodies.into_iter().enumerate().filter_map(case).collect()
}

fn at_limits(
    context: &OperationContext<'_>,
    effect: &Effect,
    name: &str,
    limit: Limit,
) -> Option<Case> {
    let stored = context.stored_properties().into_iter();
    let body: Map<String, Value> =
        stored.map(|(name, schema)| (name.to_owned(), at_limit(context, schema, limit))).collect();
    let body = with_required(context, body.into());
    let parts = ["effects", effect.id.as_str(), name];
    context.accept(&parts, effect, body)
}

fn at_limit<'s>(context: &OperationContext<'s>, schema: &'s Schema, limit: Limit) -> Value {
    let schema = context.spec.resolve(schema);
    let samples = context.samples;
    let [length, items, number] = match limit {
        Limit::Minimum => [Keyword::MinLength, Keyword::MinItems, Keyword::Minimum],
        Limit::Maximum => [Keyword::MaxLength, Keyword::MaxItems, Keyword::Maximum],
    };
    let count = |keyword| schema.count(keyword).and_then(|count| usize::try_from(count).ok());
    let sample = || samples.value(schema, Extent::Outline);
    let value = match &schema.shape {
        Shape::String => {
            count(length).and_then(|length| string_of_length(schema, length)).map(Value::from)
        }
        Shape::Integer => schema.integer(number).map(Value::from),
        Shape::Array { items: each } => {
            count(items).map(|count| samples.items(schema, each, count).into())
        }
        Shape::Object(object) if schema.exactly_one().is_empty() => {
            let members = object.properties.iter();
            let members = members
                .map(|(name, property)| (name.clone(), at_limit(context, &property.schema, limit)));
            Some(Value::Object(members.collect()))
        }
        _ => None,
    };
    value.filter(|value| broken(schema, value).is_empty()).unwrap_or_else(sample)
}

/// The depth below which the largest body has minimal values, because types may contain themselves.
const MAX_DEPTH: usize = 8;

/// Makes the case of the largest body: every property at every depth, with the longest strings and lists, and the
/// most frequent schedule. The server may reject the body, whose size may exceed a limit of the server.
fn largest_body(context: &OperationContext<'_>, effect: &Effect) -> Option<Case> {
    let gap = gap_of(context.spec, Probe::OddValue)?;
    let stored = context.stored_properties().into_iter();
    let body = stored.map(|(name, schema)| (name.to_owned(), largest(context, schema, 0)));
    let body = with_required(context, body.collect::<Map<_, _>>().into());
    let parts = ["effects", effect.id.as_str(), "largest-body"];
    let case = context.accept(&parts, effect, body)?;
    Some(case.with_open_rejection(gap))
}

/// Returns the largest value of a schema.
fn largest<'s>(context: &OperationContext<'s>, schema: &'s Schema, depth: usize) -> Value {
    let schema = context.spec.resolve(schema);
    let samples = context.samples;
    if depth > MAX_DEPTH {
        return samples.value(schema, Extent::Minimal);
    }
    let count = |keyword| schema.count(keyword).and_then(|count| usize::try_from(count).ok());
    let interval = schema.count(Keyword::MinimumInterval).map(|seconds| seconds / 60);
    let value = match &schema.shape {
        Shape::String if let Some(minutes) = interval => {
            Some(format!("*/{minutes} * * * *").into())
        }
        Shape::String => {
            let length = count(Keyword::MaxLength);
            length.and_then(|length| string_of_length(schema, length)).map(Value::from)
        }
        Shape::Integer => schema.integer(Keyword::Maximum).map(Value::from),
        Shape::Array { items } => {
            let is_string =
                matches!(context.spec.resolve(items).shape, Shape::String | Shape::Enum(_));
            // A list of strings without a limit has two, so that a case notices a server that stores only the first.
            let count = count(Keyword::MaxItems).unwrap_or(if is_string { 2 } else { 1 });
            let variants = context.spec.resolve(items).union().into_iter();
            let variants = variants.flat_map(|union| {
                union.variants.iter().filter_map(|(tag, name)| {
                    let value = largest(context, context.spec.schema(name)?, depth + 1);
                    Some(with_tag(value, &union.discriminator, tag))
                })
            });
            let mut all: Vec<Value> = variants.collect();
            if all.is_empty() && !constrains_items(schema) {
                let copies = if is_string { count.min(1) } else { count };
                all = vec![largest(context, items, depth + 1); copies];
            }
            for other in samples.items(schema, items, count).into_iter().skip(all.len()) {
                // A server may store equal strings once.
                if !is_string || !all.contains(&other) {
                    all.push(other);
                }
            }
            Some(all.into())
        }
        Shape::Object(object) => {
            let choices = schema.exactly_one();
            let is_chosen =
                |name: &String| !choices.contains(name) || choices.first() == Some(name);
            // In some states of a team, a server rejects an object. A generated identity may name another item.
            let is_accepted = |schema: &Schema| {
                let object = context.spec.object_of(schema);
                let mut refusals = object.into_iter().flat_map(|object| &object.refusals);
                !schema.generated && refusals.all(|refusal| refusal.team_state.is_none())
            };
            let members = object.properties.iter();
            let members =
                members.filter(|(name, property)| is_chosen(name) && is_accepted(&property.schema));
            let members = members.map(|(name, property)| {
                (name.clone(), largest(context, &property.schema, depth + 1))
            });
            Some(Value::Object(self_consistent(object, members.collect())))
        }
        _ => None,
    };
    let value = value.filter(|value| broken(schema, value).is_empty());
    value.unwrap_or_else(|| samples.value(schema, Extent::Full))
}

/// Makes a case that sends a body, then another one, then the first again, which the server must apply again.
fn repeated_body(context: &OperationContext<'_>, effect: &Effect) -> Option<Case> {
    let change = changes(context).into_iter().next()?;
    let before = context.baseline();
    let other = with_required(context, json!({ change.name: before.get(change.name)? }));
    let steps = vec![
        context.arrange(before),
        context.stores(change.body.clone()),
        context.stores(other),
        context.stores(change.body.clone()),
        read_back(context, change.name, context.expect_stored(&change.body))?,
    ];
    Some(context.case(&["effects", &effect.id, "sent-again"], effect, steps))
}
