//! A scrape request: the team, the URL, and the options with their defaults and the contract's effects.
//!
//! This module follows the schema and knows no option but `lockdown`. It does not carry the scrape out.

use chrono::{DateTime, Utc};
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Condition, Effect, EffectKind, Object, Schema, Shape, Test};

use crate::contract::errors::RequestError;
use crate::contract::schema::{self, Properties};
use crate::contract::{Contract, rules};
use crate::web_data::WebData;
use crate::world::teams::Team;

/// The state of a team with zero data retention.
const ZERO_DATA_RETENTION: &str = "zero-data-retention";

pub(super) struct ScrapeRequest<'a> {
    pub(super) service: &'a WebData,
    pub(super) team: &'a Team,
    pub(super) url: &'a str,
    /// The options as they were sent.
    pub(super) sent: &'a Value,
    /// The effective options, with defaults and effects.
    pub(super) options: Value,
    pub(super) now: DateTime<Utc>,
}

impl<'a> ScrapeRequest<'a> {
    pub(super) fn new(service: &'a WebData, team: &'a Team, url: &'a str, sent: &'a Value) -> Self {
        let contract = &service.contract;
        let options = match &service.scrape_options {
            Some(known) => effective(&contract.spec, &known.schema, sent),
            None => sent.clone(),
        };
        Self { service, team, url, sent, options, now: service.world.clock.now() }
    }

    pub(super) fn contract(&self) -> &'a Contract {
        &self.service.contract
    }

    /// Returns whether the contract has a clause of the scrape options.
    pub(super) fn has_clause(&self, clause: &str) -> bool {
        self.contract().has_clause(&format!("ScrapeOptions.{clause}"))
    }

    /// Rejects the scrape in a circumstance that the contract lists with the options.
    ///
    /// # Errors
    /// The error of the circumstance, if the contract lists it and its condition holds.
    pub(super) fn reject(&self, circumstance: &str) -> Result<(), RequestError> {
        let clause = format!("ScrapeOptions.refusals.{circumstance}");
        let holds = |when: &Condition| holds(when, self.sent, &self.options);
        self.contract().reject_if(&clause, holds)
    }

    pub(super) fn given(&self, option: &str) -> bool {
        self.sent.get(option).is_some()
    }

    pub(super) fn flag(&self, option: &str) -> bool {
        self.options.get(option) == Some(&Value::Bool(true))
    }

    /// Returns a numeric option, clamped to the range of 64 bits.
    pub(super) fn number(&self, option: &str) -> Option<u64> {
        let number = self.options.get(option)?;
        number.as_u64().or_else(|| number.as_f64().map(|number| number as u64))
    }

    /// Returns the default of a numeric option, regardless of the sent value.
    pub(super) fn default_number(&self, option: &str) -> Option<u64> {
        let spec = &self.contract().spec;
        let known = spec.object("ScrapeOptions")?.properties.get(option)?;
        known.schema.default.as_ref()?.as_u64()
    }

    /// Returns a string option, or an empty string.
    pub(super) fn text(&self, option: &str) -> &str {
        self.options.get(option).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns an array option, or an empty slice.
    pub(super) fn list(&self, option: &str) -> &[Value] {
        self.options.get(option).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Returns whether nothing of the scrape may be stored.
    pub(super) fn stores_nothing(&self) -> bool {
        self.flag("lockdown")
            || self.service.world.teams.states(self.team).contains(ZERO_DATA_RETENTION)
    }
}

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
    let mut filled = schema::into_properties(filled);
    filled.extend(set);
    Value::Object(filled)
}
