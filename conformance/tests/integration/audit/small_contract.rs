//! A small contract: a part of the built-in contract, so that the generated validators still fit.
//!
//! Every property that a response must have stays. Operations, errors, gaps, optional properties and variants
//! are removed, except those that the ideas of the derivation need.

use std::collections::HashSet;

use indexmap::IndexMap;
use webdata_conformance::embedded;
use webdata_spec::Spec;
use webdata_spec::model::Shape;

const OPERATIONS: [&str; 4] = ["updateMonitor", "startAgent", "agentStatus", "cancelAgent"];

const ERRORS: [&str; 10] = [
    "validation-failure",
    "invalid-token",
    "forbidden",
    "not-found",
    "payload-too-large",
    "invalid-job-id",
    "agent-job-not-found",
    "agent-already-finished",
    "agent-already-cancelled",
    "agent-submission-failed",
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

/// The properties that are kept, by type; the other types keep all of theirs.
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

/// The variants of `MonitorTarget` that are kept.
const VARIANTS: [&str; 2] = ["scrape", "search"];

/// Returns the small contract.
pub(crate) fn contract() -> Spec {
    let mut spec = embedded().expect("the contract is valid");
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
    let reachable = reachable_types(&spec);
    spec.types.retain(|name, _| reachable.contains(name));
    // The behaviour says in words what the service does, which no body shows.
    for named_type in spec.types.values_mut() {
        named_type.schema.for_each_mut(&mut |schema| schema.behaviour.clear());
    }
    spec
}

/// Keeps the named entries, each of which must be there.
fn keep<T>(all: &mut IndexMap<String, T>, names: &[&str]) {
    all.retain(|name, _| names.contains(&name.as_str()));
    assert_eq!(all.len(), names.len(), "the contract lacks some of {names:?}");
}

/// Returns the types that the bodies of operations refer to, directly or through other types.
fn reachable_types(spec: &Spec) -> HashSet<String> {
    let bodies = spec.operations.values().flat_map(|operation| {
        let bodies = operation.request.iter().chain(operation.response_type());
        bodies.chain([&operation.error_body])
    });
    let bodies = bodies.chain([&spec.service.error_body]).filter_map(|name| spec.schema(name));
    let reached = spec.reached(bodies).into_iter().map(|schema| schema.clause.to_string());
    reached.filter(|name| spec.types.contains_key(name)).collect()
}
