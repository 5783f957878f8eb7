//! Bodies that combine properties: each pair, also within objects; all at their limits; the largest body; null for one
//! property; and a body that is sent again after another body.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Effect, EffectKind, Keyword, Object, Probe, Schema, Shape};

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

/// The depth below which an extreme body has minimal values, because types may contain themselves.
const MAX_DEPTH: usize = 8;

/// The values that a case sends for all properties.
#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    /// Each property at its lower limit.
    Minimum,
    /// Each property at its upper limit.
    Maximum,
    /// Every property at every depth, with the longest strings and lists, and the most frequent schedule.
    Largest,
}

pub(super) fn derive(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let mut cases = pairs(context, effect);
    cases.extend(extreme_bodies(context, effect));
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

/// Returns two halves of all indices for each bit: those without the bit, then those with it. Two indices differ in a bit,
/// so one of the halves has the first index without the second.
fn halves() -> impl Iterator<Item = [impl Fn(usize) -> bool; 2]> {
    let halves = |bit| [0, 1].map(|wanted| move |index: usize| (index >> bit) & 1 == wanted);
    (0..usize::BITS).map(halves)
}

/// Makes a case for each half of the properties that has more than one.
fn pairs(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let all = changes(context);
    let halves = halves().take_while(|[_, with]| (0..all.len()).any(with));
    let mut cases = Vec::new();
    for (at, half) in halves.flatten().enumerate() {
        let sent = all.iter().enumerate().filter(|(index, _)| half(*index));
        let sent = sent.filter_map(|(_, change)| {
            Some((change.name.to_owned(), change.body.get(change.name)?.clone()))
        });
        let body: Map<_, _> = sent.collect();
        if body.len() > 1 {
            let name = format!("together-{}", at + 1);
            let parts = ["effects", effect.id.as_str(), name.as_str()];
            cases.extend(context.accept(&parts, effect, with_required(context, body.into())));
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
    let halves = halves().map(|halves| halves.map(|half| with(&half)));
    bodies.extend(halves.take_while(|[_, with]| *with != none).flatten());
    bodies.retain(|body| *body != none);
    let case = |(at, body): (usize, Value)| {
        let name = format!("together-within-{}", at + 1);
        let parts = ["effects", effect.id.as_str(), name.as_str()];
        context.accept(&parts, effect, body)
    };
    bodies.into_iter().enumerate().filter_map(case).collect()
}

/// Makes the cases whose bodies have all properties at their limits. A server may reject the largest body, whose size may
/// exceed a limit of the server.
fn extreme_bodies(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let accept = |name, extreme: Extreme| {
        let stored = context.stored_properties().into_iter();
        let body =
            stored.map(|(name, schema)| (name.to_owned(), extreme.value(context, schema, 0)));
        let body = with_required(context, body.collect::<Map<_, _>>().into());
        context.accept(&["effects", effect.id.as_str(), name], effect, body)
    };
    let largest = gap_of(context.spec, Probe::OddValue).and_then(|gap| {
        let case = accept("largest-body", Extreme::Largest)?;
        Some(case.with_open_rejection(gap))
    });
    let minimum = accept("all-at-least", Extreme::Minimum);
    let maximum = accept("all-at-most", Extreme::Maximum);
    let variants = largest_variants(context, effect);
    [minimum, maximum, largest].into_iter().flatten().chain(variants).collect()
}

/// The length of a body that every server accepts.
const MAX_BODY: usize = 16 * 1024;

/// Makes the cases of an item of each variant of a list, with all properties at their upper limits.
fn largest_variants(context: &OperationContext<'_>, effect: &Effect) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, schema) in context.stored_properties() {
        let items = context.spec.resolve(schema).items().map(|items| context.spec.resolve(items));
        let Some(union) = items.and_then(Schema::union) else { continue };
        for (tag, type_name) in &union.variants {
            let Some(variant) = context.spec.schema(type_name) else { continue };
            let item = Extreme::Maximum.value(context, variant, 0);
            let item = with_tag(item, &union.discriminator, tag);
            let body = with_required(context, json!({ name: [item] }));
            if body.to_string().len() <= MAX_BODY {
                let parts = ["effects", &*effect.id, &format!("{tag}-at-most")];
                cases.extend(context.accept(&parts, effect, body));
            }
        }
    }
    cases
}

impl Extreme {
    /// Returns the extreme value of a schema, or a sample if the contract does not allow it.
    fn value<'s>(self, context: &OperationContext<'s>, schema: &'s Schema, depth: usize) -> Value {
        let schema = context.spec.resolve(schema);
        let samples = context.samples;
        if depth > MAX_DEPTH {
            return samples.value(schema, Extent::Minimal);
        }
        let ([length, items, number], extent) = match self {
            Self::Minimum => {
                ([Keyword::MinLength, Keyword::MinItems, Keyword::Minimum], Extent::Outline)
            }
            Self::Maximum => {
                ([Keyword::MaxLength, Keyword::MaxItems, Keyword::Maximum], Extent::Outline)
            }
            Self::Largest => {
                ([Keyword::MaxLength, Keyword::MaxItems, Keyword::Maximum], Extent::Full)
            }
        };
        let is_largest = self == Self::Largest;
        let count = |keyword| schema.count(keyword).and_then(|count| usize::try_from(count).ok());
        let interval = schema.count(Keyword::MinimumInterval).filter(|_| is_largest);
        let value = match &schema.shape {
            Shape::String if let Some(seconds) = interval => {
                Some(format!("*/{} * * * *", seconds / 60).into())
            }
            Shape::String => {
                count(length).and_then(|length| string_of_length(schema, length)).map(Value::from)
            }
            Shape::Integer => schema.integer(number).map(Value::from),
            Shape::Array { items: each } if is_largest => {
                Some(largest_list(context, schema, each, depth))
            }
            Shape::Array { items: each } => {
                count(items).map(|count| samples.items(schema, each, count).into())
            }
            Shape::Object(object) if is_largest || schema.exactly_one().is_empty() => {
                Some(self.object(context, schema, object, depth))
            }
            _ => None,
        };
        let value = value.filter(|value| broken(schema, value).is_empty());
        value.unwrap_or_else(|| samples.value(schema, extent))
    }

    fn object<'s>(
        self,
        context: &OperationContext<'s>,
        schema: &'s Schema,
        object: &'s Object,
        depth: usize,
    ) -> Value {
        let (is_largest, choices) = (self == Self::Largest, schema.exactly_one());
        let is_sent = |name: &String, schema: &Schema| {
            let is_chosen = !choices.contains(name) || choices.first() == Some(name);
            is_chosen && (!is_largest || is_accepted(context, schema))
        };
        let sent =
            object.properties.iter().filter(|(name, property)| is_sent(name, &property.schema));
        let members = sent
            .map(|(name, property)| {
                (name.clone(), self.value(context, &property.schema, depth + 1))
            })
            .collect();
        Value::Object(if is_largest { self_consistent(object, members) } else { members })
    }
}

/// Returns whether a server accepts a value in every state of a team. A generated identity may name another item.
fn is_accepted(context: &OperationContext<'_>, schema: &Schema) -> bool {
    let object = context.spec.object_of(schema);
    let mut refusals = object.into_iter().flat_map(|object| &object.refusals);
    !schema.generated && refusals.all(|refusal| refusal.team_state.is_none())
}

/// Returns a list of the largest items, with one of each variant.
fn largest_list<'s>(
    context: &OperationContext<'s>,
    schema: &'s Schema,
    items: &'s Schema,
    depth: usize,
) -> Value {
    let largest = |schema| Extreme::Largest.value(context, schema, depth + 1);
    let each = context.spec.resolve(items);
    let is_string = matches!(each.shape, Shape::String | Shape::Enum(_));
    let count = schema.count(Keyword::MaxItems).and_then(|count| usize::try_from(count).ok());
    // A list of strings without a limit has two, so that a case notices a server that stores only the first.
    let count = count.unwrap_or(if is_string { 2 } else { 1 });
    let variants = each.union().into_iter().flat_map(|union| {
        union.variants.iter().filter_map(|(tag, name)| {
            let value = largest(context.spec.schema(name)?);
            Some(with_tag(value, &union.discriminator, tag))
        })
    });
    let mut all: Vec<Value> = variants.collect();
    if all.is_empty() && !constrains_items(schema) {
        all = vec![largest(items); if is_string { count.min(1) } else { count }];
    }
    for other in context.samples.items(schema, items, count).into_iter().skip(all.len()) {
        // A server may store equal strings once.
        if !is_string || !all.contains(&other) {
            all.push(other);
        }
    }
    all.into()
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
