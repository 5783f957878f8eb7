//! The options that a scrape goes by: what was sent, the defaults of what was left out, and what the
//! effects of the contract make of both.
//!
//! It must not know an option: it goes by the schema that it is given.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Condition, Effect, EffectKind, Object, Schema, Shape, Test};

use crate::contract::rules;
use crate::contract::schema::{self, Properties};

/// A value as it is meant: with the defaults of its schema and of everything in it, and with the
/// effects of its types. A plain text that names a variant is an object of this variant.
pub(super) fn effective(spec: &Spec, schema: &Schema, sent: &Value) -> Value {
    let named = sent.as_str().and_then(|name| variant(spec, schema, name));
    let sent = named.as_ref().unwrap_or(sent);
    match (&schema::concrete(spec, schema, sent).shape, sent) {
        (Shape::Object(object), Value::Object(members)) => {
            let mut filled = members.clone();
            for (name, property) in &object.properties {
                let value = match members.get(name) {
                    Some(value) => Some(effective(spec, &property.schema, value)),
                    None => default(spec, &property.schema),
                };
                filled.extend(value.map(|value| (name.clone(), value)));
            }
            with_effects(&object.effects, sent, filled)
        }
        (Shape::Array { items, .. }, Value::Array(list)) => {
            list.iter().map(|item| effective(spec, items, item)).collect()
        }
        (Shape::Tuple(items), Value::Array(list)) => {
            items.iter().zip(list).map(|(schema, item)| effective(spec, schema, item)).collect()
        }
        _ => sent.clone(),
    }
}

/// What a property is that is left out: its default, or an object of the defaults of its own
/// properties where it requires none.
fn default(spec: &Spec, schema: &Schema) -> Option<Value> {
    let referred = match &schema.shape {
        Shape::Ref(name) => spec.types.get(name).and_then(|found| found.schema.default.as_ref()),
        _ => None,
    };
    if let Some(default) = schema.default.as_ref().or(referred) {
        return Some(effective(spec, schema, default));
    }
    let empty = Value::Object(Properties::new());
    let concrete = schema::concrete(spec, schema, &empty);
    let Shape::Object(object) = &concrete.shape else {
        return None;
    };
    if requires(concrete, object) {
        return None;
    }
    let filled = effective(spec, schema, &empty);
    (filled != empty).then_some(filled)
}

fn requires(schema: &Schema, object: &Object) -> bool {
    !schema.exactly_one().is_empty() || object.properties.values().any(|property| property.required)
}

/// The object that a plain text stands for, where one of several alternatives is a union with a
/// variant of this name.
fn variant(spec: &Spec, schema: &Schema, name: &str) -> Option<Value> {
    let schema = match &schema.shape {
        Shape::Ref(type_name) => &spec.types.get(type_name)?.schema,
        _ => schema,
    };
    let Shape::OneOf(alternatives) = &schema.shape else {
        return None;
    };
    alternatives.iter().find_map(|alternative| {
        match &schema::concrete(spec, alternative, &Value::Null).shape {
            Shape::Union(union) if union.variants.contains_key(name) => {
                let member = (union.discriminator.clone(), name.into());
                Some(Value::Object(Properties::from_iter([member])))
            }
            _ => None,
        }
    })
}

/// Whether a condition holds: whether something was given is asked of what was sent, and everything
/// else of what that means.
pub(super) fn holds(condition: &Condition, sent: &Value, meant: &Value) -> bool {
    let request = if matches!(condition.test, Test::Given(_)) { sent } else { meant };
    rules::holds(condition, request)
}

/// The effects that set a property.
fn with_effects(effects: &[Effect], sent: &Value, filled: Properties) -> Value {
    let filled = Value::Object(filled);
    let holds = |condition: &Condition| holds(condition, sent, &filled);
    let mut set = Properties::new();
    for effect in effects {
        if let EffectKind::Sets { when, unless, property, value } = &effect.kind
            && holds(when)
            && !unless.as_ref().is_some_and(holds)
        {
            set.insert(property.clone(), value.clone());
        }
    }
    match filled {
        Value::Object(mut members) => {
            members.extend(set);
            Value::Object(members)
        }
        other => other,
    }
}
