//! A small contract: a part of the one that is built in, cut out of it, so that the generated
//! validators still fit what is left.
//!
//! What a server has to return stays. Operations, errors, gaps, optional properties and variants go,
//! until each idea of the derivation has what it is about, and little else is there.

use std::collections::HashSet;

use indexmap::IndexMap;
use webdata_conformance::embedded;
use webdata_spec::Spec;
use webdata_spec::model::{Property, Schema, Shape};

const OPERATIONS: [&str; 4] = ["updateMonitor", "startAgent", "agentStatus", "cancelAgent"];

const ERRORS: [&str; 9] = [
    "validation-failure",
    "invalid-token",
    "forbidden",
    "not-found",
    "payload-too-large",
    "invalid-job-id",
    "agent-job-not-found",
    "agent-already-finished",
    "agent-already-cancelled",
];

const CHANNELS: [&str; 1] = ["monitor-webhook"];

const GAPS: [&str; 6] = [
    "nested-update",
    "concurrent-updates",
    "search-goal-scope",
    "missing-media-type",
    "agent-states",
    "webhook-payload",
];

const SITUATIONS: [&str; 3] =
    ["finished-run-is-cancelled", "cancelling-run-is-cancelled", "cancelled-run-is-polled"];

/// What is left of objects, by type; the others stay as they are.
const PROPERTIES: [(&str, &[&str]); 7] = [
    (
        "Monitor",
        &[
            "id",
            "name",
            "status",
            "goal",
            "judgeEnabled",
            "schedule",
            "targets",
            "webhook",
            "retentionDays",
            "createdAt",
            "updatedAt",
        ],
    ),
    (
        "MonitorUpdate",
        &[
            "name",
            "goal",
            "judgeEnabled",
            "status",
            "schedule",
            "targets",
            "webhook",
            "retentionDays",
        ],
    ),
    ("MonitorSchedule", &["cron", "text", "timezone"]),
    ("ScrapeTarget", &["type", "id", "urls", "scrapeOptions"]),
    ("ScrapeOptions", &["location", "auditMetadata"]),
    ("Location", &["country"]),
    ("SearchTarget", &["type", "queries"]),
];

/// The variants that are left.
const VARIANTS: [&str; 2] = ["scrape", "search"];

/// The small contract.
pub(crate) fn contract() -> Spec {
    let mut spec = embedded().expect("the contract reads");
    keep(&mut spec.operations, &OPERATIONS);
    keep(&mut spec.errors, &ERRORS);
    keep(&mut spec.channels, &CHANNELS);
    keep(&mut spec.gaps, &GAPS);
    spec.limits.clear();
    spec.charges.clear();
    spec.service.team_states.clear();
    spec.service.retry = None;
    spec.service.versioning = None;
    spec.service.behaviour.clear();
    for operation in spec.operations.values_mut() {
        operation.errors.retain(|error| ERRORS.contains(&error.as_str()));
        operation.refusals.retain(|refusal| ERRORS.contains(&refusal.error.as_str()));
        operation.behaviour.clear();
    }
    for (type_name, names) in PROPERTIES {
        let Shape::Object(object) = &mut spec.types[type_name].schema.shape else {
            panic!("{type_name} is no object");
        };
        keep(&mut object.properties, names);
        object.effects.clear();
        object.refusals.clear();
    }
    if let Shape::Union(union) = &mut spec.types["MonitorTarget"].schema.shape {
        keep(&mut union.variants, &VARIANTS);
    }
    for lifecycle in &mut spec.lifecycles {
        lifecycle.situations.retain(|situation| SITUATIONS.contains(&situation.id.as_str()));
    }
    for operation in spec.operations.values_mut() {
        operation.situations.retain(|situation| SITUATIONS.contains(&situation.id.as_str()));
    }
    let reached = reached(&spec);
    spec.types.retain(|name, _| reached.contains(name));
    spec.types.values_mut().for_each(|found| plain(&mut found.schema));
    spec
}

fn keep<T>(all: &mut IndexMap<String, T>, names: &[&str]) {
    all.retain(|name, _| names.contains(&name.as_str()));
    assert_eq!(all.len(), names.len(), "the contract has not all of {names:?}");
}

/// The types that bodies of operations are made of.
fn reached(spec: &Spec) -> HashSet<String> {
    let mut open = vec![spec.service.error_body.clone()];
    for operation in spec.operations.values() {
        open.extend(operation.request.clone());
        open.extend(operation.response_type().cloned());
        open.push(operation.error_body.clone());
    }
    let mut reached = HashSet::new();
    while let Some(name) = open.pop() {
        if let Some(found) = spec.types.get(&name)
            && reached.insert(name)
        {
            named(&found.schema, &mut open);
        }
    }
    reached
}

fn named(schema: &Schema, names: &mut Vec<String>) {
    match &schema.shape {
        Shape::Ref(name) => names.push(name.clone()),
        Shape::Array { items, .. } => named(items, names),
        Shape::Map(each) => named(each, names),
        Shape::OneOf(several) | Shape::Tuple(several) => {
            several.iter().for_each(|one| named(one, names));
        }
        Shape::Union(union) => names.extend(union.variants.values().cloned()),
        Shape::Object(object) => {
            let own = object.properties.values();
            own.for_each(|Property { schema, .. }| named(schema, names));
        }
        _ => {}
    }
}

/// Takes away what no body shows: what is done by a service, in words.
fn plain(schema: &mut Schema) {
    schema.behaviour.clear();
    match &mut schema.shape {
        Shape::Array { items, .. } => plain(items),
        Shape::Object(object) => {
            object.properties.values_mut().for_each(|property| plain(&mut property.schema));
        }
        _ => {}
    }
}
