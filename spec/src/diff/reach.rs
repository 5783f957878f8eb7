//! Which way the values of a type travel: in requests, in answers, or both.

use std::collections::HashMap;

use crate::model::{Operation, Spec};

/// The ways that values of a type travel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// From clients to the service.
    pub(super) requests: bool,
    /// From the service to clients, events included.
    pub(super) answers: bool,
}

impl Reach {
    /// In requests alone.
    pub(super) const REQUESTS: Self = Self { requests: true, answers: false };

    /// In answers alone.
    pub(super) const ANSWERS: Self = Self { requests: false, answers: true };

    /// Both ways that both of them have.
    pub(super) fn and(self, other: Self) -> Self {
        Self { requests: self.requests && other.requests, answers: self.answers && other.answers }
    }

    /// Whether there is no way at all.
    pub(super) fn is_nowhere(self) -> bool {
        !self.requests && !self.answers
    }
}

/// The reach of each type, by name; a type that does not travel has no entry.
pub(super) fn of_types(spec: &Spec) -> HashMap<&str, Reach> {
    let mut reach: HashMap<&str, Reach> = HashMap::new();
    let operations = spec.operations.values();
    let requests: Vec<&str> = operations.clone().flat_map(Operation::sent_types).collect();
    let mut answers: Vec<&str> = vec![&spec.service.error_body];
    for operation in operations {
        answers.push(&operation.error_body);
        answers.extend(operation.returned_types());
        answers.extend(operation.found_types());
    }
    let events = spec.channels.values().flat_map(|channel| channel.events.values());
    answers.extend(events.filter_map(|event| event.carries.as_deref()));
    for name in travelling(spec, &requests) {
        reach.entry(name).or_default().requests = true;
    }
    for name in travelling(spec, &answers) {
        reach.entry(name).or_default().answers = true;
    }
    reach
}

/// The types of which values travel where values of these types do.
fn travelling<'s>(spec: &'s Spec, names: &[&str]) -> Vec<&'s str> {
    let types = names.iter().filter_map(|name| spec.types.get(*name));
    let reached = spec.reached(types.map(|found| &found.schema)).into_iter();
    let types = reached.filter_map(|schema| spec.types.get(schema.clause.as_str()));
    types.map(|found| found.name.as_str()).collect()
}
