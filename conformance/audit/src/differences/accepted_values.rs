//! Replaces invalid values by valid ones before the server behind, and puts them back into responses.
//!
//! This module does not know why a value is accepted.

use std::collections::HashMap;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::Resource;

use super::stand_in::stand_in;
use super::values::ValueSelector;
use super::walk::{Segment, Visited, operation, value_at, visit};
use crate::proxy::exchange::{ProxyRequest, ProxyResponse};

/// The invalid values that were accepted.
#[derive(Debug, Default)]
pub(super) struct AcceptedValues {
    /// The number of accepted values.
    count: usize,
    /// The accepted values, by the path of the resource.
    stored: HashMap<String, Vec<Replacement>>,
}

/// An invalid value, and the valid one that is stored in its place.
#[derive(Debug)]
struct Replacement {
    segments: Vec<Segment>,
    stand_in: Value,
    original: Value,
}

impl AcceptedValues {
    /// Returns the body with valid values in place of the selected ones, or `None` if no value is selected.
    pub(super) fn take(
        &mut self,
        spec: &Spec,
        type_name: &str,
        values: &ValueSelector,
        request: &ProxyRequest,
    ) -> Option<Value> {
        let mut body = request.body.clone();
        let mut passed = Vec::new();
        visit(spec, type_name, &mut body, &mut |place, value| {
            if values.selects(place, value) {
                self.count += 1;
                let stand_in = stand_in(place.spec, place.schemas, value, self.count);
                let segments = place.segments.to_vec();
                passed.push(Replacement {
                    segments,
                    stand_in: stand_in.clone(),
                    original: value.clone(),
                });
                *value = stand_in;
            }
            Visited::Stays
        });
        let stored = self.stored.entry(request.uri.path().to_lowercase()).or_default();
        // A new value of a property replaces the values that were sent for it before.
        stored.retain(|accepted| match accepted.segments.first() {
            Some(Segment::Name(name)) => request.body.get(name).is_none(),
            _ => false,
        });
        let has_passed = !passed.is_empty();
        stored.extend(passed);
        has_passed.then_some(body)
    }

    /// Puts the accepted values back into a response.
    pub(super) fn restore(
        &self,
        spec: &Spec,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        let stored = self.stored.get(&request.uri.path().to_lowercase());
        let called = operation(spec, &request.method, request.uri.path());
        let place = called.and_then(|called| called.resource.as_ref()).map(Resource::pointer);
        let returned = place.and_then(|place| response.body.pointer_mut(&place));
        if let (Some(returned), true) = (returned, response.status.is_success()) {
            for accepted in stored.into_iter().flatten() {
                if let Some(value) = value_at(returned, &accepted.segments)
                    && holds(value, &accepted.stand_in)
                {
                    *value = accepted.original.clone();
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
                && value.iter().zip(other).all(|(value, other)| holds(value, other))
        }
        _ => value == other,
    }
}
