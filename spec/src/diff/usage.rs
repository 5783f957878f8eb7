//! Finds where the values of a type are used: in requests, in responses, or in both.

use std::collections::HashMap;

use crate::model::{Operation, Spec};

/// The directions in which values of a type are sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// From clients to the service.
    pub(super) requests: bool,
    /// From the service to clients, including events.
    pub(super) responses: bool,
}

impl Usage {
    /// In requests only.
    pub(super) const REQUESTS: Self = Self { requests: true, responses: false };

    /// In responses only.
    pub(super) const RESPONSES: Self = Self { requests: false, responses: true };

    /// Returns the directions that both have.
    pub(super) fn intersection(self, other: Self) -> Self {
        Self {
            requests: self.requests && other.requests,
            responses: self.responses && other.responses,
        }
    }

    /// Returns whether values are sent in neither direction.
    pub(super) fn is_empty(self) -> bool {
        !self.requests && !self.responses
    }
}

/// Returns the usage of each type, by name. An unused type has no entry.
pub(super) fn usages_by_type(spec: &Spec) -> HashMap<&str, Usage> {
    let mut usage: HashMap<&str, Usage> = HashMap::new();
    let operations = spec.operations.values();
    let requests: Vec<&str> = operations.clone().flat_map(Operation::sent_types).collect();
    let mut responses: Vec<&str> = vec![&spec.service.error_body];
    for operation in operations {
        responses.push(&operation.error_body);
        responses.extend(operation.returned_types());
        responses.extend(operation.found_types());
    }
    let events = spec.channels.values().flat_map(|channel| channel.events.values());
    responses.extend(events.filter_map(|event| event.carries.as_deref()));
    for name in used_types(spec, &requests) {
        usage.entry(name).or_default().requests = true;
    }
    for name in used_types(spec, &responses) {
        usage.entry(name).or_default().responses = true;
    }
    usage
}

/// Returns the types that are used wherever one of the named types is used.
fn used_types<'s>(spec: &'s Spec, names: &[&str]) -> Vec<&'s str> {
    let types = names.iter().filter_map(|name| spec.types.get(*name));
    let reached = spec.reached(types.map(|named_type| &named_type.schema)).into_iter();
    let types = reached.filter_map(|schema| spec.types.get(schema.clause.as_str()));
    types.map(|named_type| named_type.name.as_str()).collect()
}
