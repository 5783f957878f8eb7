//! The effective options of a scrape: the sent options, the defaults of missing ones, and the effects of the
//! contract.
//!
//! This module knows no option; it follows the given schema.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Condition, Effect, EffectKind, Object, Schema, Shape, Test};

use crate::contract::rules;
use crate::contract::schema::{self, Properties};

/// Returns a value with the defaults of its schema at every level, and with the effects of its types. A
/// string that names a variant becomes an object of that variant.
pub(super) fn effective(spec: &Spec, schema: &Schema, sent: &Value) -> Value {
    let named = sent.as_str().and_then(|name| variant(spec, schema, name));
    let sent = named.as_ref().unwrap_or(sent);
    match (&schema::concrete(spec, schema, sent).shape, sent) {
        (Shape::Object(object), Value::Object(properties)) => {
            let mut filled = properties.clone();
            for (name, property) in &object.properties {
                let value = match properties.get(name) {
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

/// Returns the value of a missing property: its default, or an object of the defaults of its own properties
/// if none of them is required.
fn default(spec: &Spec, schema: &Schema) -> Option<Value> {
    let referred = &spec.resolve(schema).default;
    if let Some(default) = schema.default.as_ref().or(referred.as_ref()) {
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

/// Returns the object that a string stands for, if one of the alternatives is a union with a variant of that
/// name.
fn variant(spec: &Spec, schema: &Schema, name: &str) -> Option<Value> {
    let Shape::OneOf(alternatives) = &spec.resolve(schema).shape else {
        return None;
    };
    alternatives.iter().find_map(|alternative| {
        match &schema::concrete(spec, alternative, &Value::Null).shape {
            Shape::Union(union) if union.variants.contains_key(name) => {
                let property = (union.discriminator.clone(), name.into());
                Some(Value::Object(Properties::from_iter([property])))
            }
            _ => None,
        }
    })
}

/// Returns whether a condition holds. Conditions on presence are tested on the sent value, all others on the
/// effective value.
pub(super) fn holds(condition: &Condition, sent: &Value, meant: &Value) -> bool {
    let request = if matches!(condition.test, Test::Given(_)) { sent } else { meant };
    rules::holds(condition, request)
}

/// Applies the effects that set a property.
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
        Value::Object(mut properties) => {
            properties.extend(set);
            Value::Object(properties)
        }
        other => other,
    }
}
