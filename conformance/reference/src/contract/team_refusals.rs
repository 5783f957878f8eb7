//! Refusals of well-formed requests because of the state of the caller's team.
//!
//! This module knows no state or refusal of the service; they come from the contract.

use std::collections::BTreeSet;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Refusal, Schema, Shape};

use super::rules;
use super::schema;

/// Returns the error of the first refusal of a body, or of a part of it, for a state of the team.
pub(crate) fn refusal_of_body<'s>(
    spec: &'s Spec,
    schema: &'s Schema,
    body: &Value,
    states: &BTreeSet<String>,
) -> Option<&'s str> {
    // Most teams are in no such state, and their bodies need not be searched.
    if states.is_empty() {
        return None;
    }
    if let Shape::Object(object) = &schema::concrete(spec, schema, body).shape {
        let met = object.refusals.iter().find(|refusal| applies_to(refusal, body, states));
        if let Some(refusal) = met {
            return Some(&refusal.error);
        }
    }
    let part = |(step, value): (String, &Value)| {
        refusal_of_body(spec, schema::part_schema(spec, schema, body, &step)?, value, states)
    };
    match body {
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).find_map(part)
        }
        Value::Object(properties) => {
            properties.iter().map(|(name, property)| (name.clone(), property)).find_map(part)
        }
        _ => None,
    }
}

/// Returns the error of the first refusal of an operation for a state of the team.
pub(crate) fn refusal_of_operation<'s>(
    spec: &'s Spec,
    operation: &str,
    body: &Value,
    states: &BTreeSet<String>,
) -> Option<&'s str> {
    let refusals = &spec.operations.get(operation)?.refusals;
    let met = refusals.iter().find(|refusal| applies_to(refusal, body, states));
    met.map(|refusal| refusal.error.as_str())
}

/// Returns whether a refusal is for a state of the team, and its condition holds.
fn applies_to(refusal: &Refusal, object: &Value, states: &BTreeSet<String>) -> bool {
    let condition = refusal.when.as_ref();
    refusal.team_state.as_ref().is_some_and(|state| states.contains(state))
        && condition.is_none_or(|when| rules::holds(when, object))
}
