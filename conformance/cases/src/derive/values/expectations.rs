//! Decides what the contract expects of a value: its schemas, the circumstances in which a server may reject it, and
//! the parts that every correct server returns alike.

use std::borrow::Cow;
use std::ptr;

use serde_json::{Map, Value};
use webdata_spec::model::{Effect, EffectKind, JsonType, Refusal, Schema, Shape};
use webdata_spec::{Spec, pointer};

use crate::equality::{alternative, concrete};
use crate::interpreter::holds;

/// Calls `see` with a value and every value inside it, the outermost first, each with its schema.
fn visit<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    see: &mut impl FnMut(&'s Schema, &Value),
) {
    let schema = concrete(spec, schema, value);
    see(schema, value);
    for (_, schema, value) in parts(schema, value) {
        visit(spec, schema, value, see);
    }
}

/// Returns the parts of a value that a concrete schema describes, each with its token in a JSON Pointer.
pub(crate) fn parts<'s, 'v>(
    schema: &'s Schema,
    value: &'v Value,
) -> Vec<(Cow<'v, str>, &'s Schema, &'v Value)> {
    let part = |token: Cow<'v, str>, part| {
        let schema = schema.child(&token)?;
        Some((token, schema, part))
    };
    match (schema.shape.json_type(), value) {
        (Some(JsonType::Object), Value::Object(members)) => {
            members.iter().filter_map(|(name, member)| part(name.into(), member)).collect()
        }
        (Some(JsonType::Array), Value::Array(items)) => {
            let items = items.iter().enumerate();
            items.filter_map(|(index, item)| part(index.to_string().into(), item)).collect()
        }
        _ => Vec::new(),
    }
}

/// The reasons why a server may reject a valid body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Circumstances<'s> {
    /// States of the caller's team in which the server rejects the body.
    pub(crate) team_states: Vec<&'s str>,
    /// The errors of all other refusals that depend on the body.
    pub(crate) others: Vec<&'s str>,
}

impl<'s> Circumstances<'s> {
    /// Returns whether a server has no reason to reject a value of a schema.
    ///
    /// Refusals that depend neither on the value nor on the team are left out, because a case cannot avoid
    /// them.
    pub(crate) fn has_none(spec: &'s Spec, schema: &'s Schema, value: &Value) -> bool {
        let mut circumstances = Self::default();
        circumstances.add_inside(spec, schema, value);
        circumstances == Self::default()
    }

    /// Adds the refusals that apply to a value of a schema, or to a value inside it.
    pub(crate) fn add_inside(&mut self, spec: &'s Spec, schema: &'s Schema, value: &Value) {
        visit(spec, schema, value, &mut |schema, value| {
            if let Some(object) = schema.object() {
                self.add(&object.refusals, value);
            }
        });
    }

    /// Adds the refusals that apply to a value.
    pub(crate) fn add(&mut self, refusals: &'s [Refusal], value: &Value) {
        for refusal in refusals {
            if refusal.when.as_ref().is_some_and(|when| !holds(when, value)) {
                continue;
            }
            match &refusal.team_state {
                Some(state) if self.team_states.contains(&state.as_str()) => {}
                Some(state) => self.team_states.push(state),
                None => self.others.extend(refusal.when.iter().map(|_| refusal.error.as_str())),
            }
        }
    }
}

/// Returns the part of a stored value that can be compared with the response, if any.
///
/// A server may return a shorthand as its long form, or the reverse, so a value that has both forms is not compared.
/// A property that an effect sets is left out. A list is compared as a whole or not at all.
pub(crate) fn comparable<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Option<Value> {
    let mut schema = spec.resolve(schema);
    if let (Shape::OneOf(alternatives), false) = (&schema.shape, value.is_null()) {
        let fullest = alternatives.last()?;
        let chosen = alternative(spec, alternatives, value)?;
        if !ptr::eq(chosen, fullest) || !exceeds_shorthand(spec, fullest, value) {
            return None;
        }
        schema = fullest;
    }
    let schema = concrete(spec, schema, value);
    match (schema.shape.json_type(), value) {
        (Some(JsonType::Object), Value::Object(members)) => {
            Some(comparable_members(spec, schema, members, value).into())
        }
        (Some(JsonType::Array), Value::Array(_)) => {
            let items = parts(schema, value).into_iter();
            items.map(|(_, schema, item)| comparable(spec, schema, item)).collect()
        }
        _ => Some(value.clone()),
    }
}

fn comparable_members<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    members: &Map<String, Value>,
    value: &Value,
) -> Map<String, Value> {
    let effects = schema.object().map(|object| object.effects.as_slice()).unwrap_or_default();
    let is_set = |name: &str| {
        effects.iter().any(|effect| applies(effect, value).is_some_and(|(set, _)| set == name))
    };
    let kept = members.iter().filter(|(name, _)| !is_set(name)).filter_map(|(name, value)| {
        let value = match schema.child(name) {
            Some(schema) => comparable(spec, schema, value)?,
            None => value.clone(),
        };
        Some((name.clone(), value))
    });
    kept.collect()
}

/// Returns the property that an effect sets on an object alone, and its value.
pub(crate) fn applies<'e>(effect: &'e Effect, object: &Value) -> Option<(&'e str, &'e Value)> {
    let EffectKind::Sets { when, unless, property, value } = &effect.kind else { return None };
    let applies =
        holds(when, object) && !unless.as_ref().is_some_and(|unless| holds(unless, object));
    applies.then_some((property.as_str(), value))
}

/// Returns whether any of these effects may set a property.
pub(crate) fn may_set(effects: &[Effect], name: &str) -> bool {
    let sets = |kind: &_| matches!(kind, EffectKind::Sets { property, .. } if property == name);
    effects.iter().any(|effect| sets(&effect.kind))
}

/// Returns whether a long form means something that no shorthand expresses.
fn exceeds_shorthand<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> bool {
    let tag = spec.resolve(schema).union().map(|union| union.discriminator.as_str());
    match (&concrete(spec, schema, value).shape, value) {
        (Shape::Object(object), Value::Object(members)) => members.iter().any(|(name, value)| {
            let default = object.properties.get(name).and_then(|p| p.schema.default.as_ref());
            Some(name.as_str()) != tag && default != Some(value)
        }),
        // A server may return a list of one item as the item.
        (_, Value::Array(items)) => items.len() != 1,
        _ => true,
    }
}

/// Returns the places in a value that hold a default, as JSON Pointers (RFC 6901).
pub(crate) fn defaults<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Vec<String> {
    let mut pointers = Vec::new();
    add_defaults(spec, schema, value, "", &mut pointers);
    pointers
}

fn add_defaults<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    value: &Value,
    at: &str,
    pointers: &mut Vec<String>,
) {
    let bare = |value| without_defaults(spec, schema, value);
    if schema.default.as_ref().is_some_and(|default| bare(default) == bare(value)) {
        pointers.push(at.to_owned());
    }
    for (token, schema, value) in parts(concrete(spec, schema, value), value) {
        add_defaults(spec, schema, value, &pointer::child(at, &token), pointers);
    }
}

/// Returns a value without the properties that have their defaults.
fn without_defaults<'s>(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Value {
    let schema = concrete(spec, schema, value);
    match (&schema.shape, value) {
        (Shape::Object(object), Value::Object(members)) => {
            let bare = members.iter().filter_map(|(name, value)| {
                let schema = object.properties.get(name).map(|property| &property.schema);
                if schema.is_some_and(|schema| schema.default.as_ref() == Some(value)) {
                    return None;
                }
                let bare = schema.map(|schema| without_defaults(spec, schema, value));
                Some((name.clone(), bare.unwrap_or_else(|| value.clone())))
            });
            bare.collect()
        }
        (Shape::Array { .. } | Shape::Tuple(_), Value::Array(_)) => {
            let items = parts(schema, value).into_iter();
            items.map(|(_, schema, item)| without_defaults(spec, schema, item)).collect()
        }
        _ => value.clone(),
    }
}
