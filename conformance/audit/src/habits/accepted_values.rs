//! Replaces invalid values by valid ones before the server behind, and puts them back into responses.
//!
//! This module does not know why a value is accepted.

use std::collections::HashMap;

use serde_json::Value;
use webdata_spec::Spec;

use super::stand_in::stand_in;
use super::values::Values;
use super::walk::{Step, Visited, value_at, visit};
use crate::proxy::exchange::{Answer, Sent};

/// The invalid values that were accepted.
#[derive(Debug, Default)]
pub(super) struct LetPass {
    /// The number of accepted values.
    count: usize,
    /// The accepted values, by the path of the resource.
    stored: HashMap<String, Vec<Stored>>,
}

/// An invalid value, and the valid one that is stored in its place.
#[derive(Debug)]
struct Stored {
    steps: Vec<Step>,
    stand_in: Value,
    sent: Value,
}

impl LetPass {
    /// Returns the body with valid values in place of the selected ones, or `None` if no value is selected.
    pub(super) fn take(
        &mut self,
        spec: &Spec,
        type_name: &str,
        values: &Values,
        sent: &Sent,
    ) -> Option<Value> {
        let mut body = sent.body.clone();
        let mut passed = Vec::new();
        visit(spec, type_name, &mut body, &mut |place, value| {
            if values.is_one(place, value) {
                self.count += 1;
                let stand_in = stand_in(place.spec, place.schemas, value, self.count);
                let steps = place.steps.to_vec();
                passed.push(Stored { steps, stand_in: stand_in.clone(), sent: value.clone() });
                *value = stand_in;
            }
            Visited::Stays
        });
        let stored = self.stored.entry(sent.uri.path().to_lowercase()).or_default();
        // A new value of a property replaces the values that were sent for it before.
        stored.retain(|own| match own.steps.first() {
            Some(Step::Name(name)) => sent.body.get(name).is_none(),
            _ => false,
        });
        let is_one = !passed.is_empty();
        stored.extend(passed);
        is_one.then_some(body)
    }

    /// Puts the accepted values back into a response.
    pub(super) fn put_back(&self, sent: &Sent, answer: &mut Answer) {
        let stored = self.stored.get(&sent.uri.path().to_lowercase());
        if let (Some(data), true) = (answer.body.get_mut("data"), answer.status.is_success()) {
            for own in stored.into_iter().flatten() {
                if let Some(value) = value_at(data, &own.steps)
                    && holds(value, &own.stand_in)
                {
                    *value = own.sent.clone();
                }
            }
        }
    }
}

/// Returns whether a value equals another one, apart from properties that the server behind has added.
fn holds(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => other
            .iter()
            .all(|(name, other)| value.get(name).is_some_and(|value| holds(value, other))),
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len()
                && value.iter().zip(other).all(|(own, other)| holds(own, other))
        }
        _ => value == other,
    }
}
