//! Where this server offers the operations for which the contract shows no path.
//!
//! It must not hold an operation that the contract shows a path for: the contract's goes first.

use std::collections::BTreeMap;

use webdata_spec::Spec;
use webdata_spec::model::Endpoint;

/// Operations by identity, each with a method and a path below the contract's base path.
const BOUND: [(&str, &str, &str); 3] = [
    ("agentTrace", "GET", "/agent/{jobId}/trace"),
    ("agentSnapshot", "GET", "/agent/{jobId}/snapshots/{snapshotId}"),
    ("cancelAgent", "DELETE", "/agent/{jobId}"),
];

/// Where an operation is offered, where this server has a place of its own for it.
pub(crate) fn endpoint(operation: &str) -> Option<Endpoint> {
    let bound = BOUND.iter().find(|(id, _, _)| *id == operation);
    bound.map(|(_, method, path)| Endpoint {
        method: (*method).to_owned(),
        path: (*path).to_owned(),
    })
}

/// The operations of a contract that are offered at a place of this server's own, each with its path
/// below the contract's base path.
pub(crate) fn bound(spec: &Spec) -> BTreeMap<String, Endpoint> {
    let bound = spec.operations.values().filter(|operation| operation.endpoint.is_none());
    bound.filter_map(|operation| Some((operation.id.clone(), endpoint(&operation.id)?))).collect()
}

/// The operations of [`bound`], each with its whole path.
pub(crate) fn listed(spec: &Spec) -> BTreeMap<String, Endpoint> {
    let mut bound = bound(spec);
    for endpoint in bound.values_mut() {
        endpoint.path.insert_str(0, &spec.service.base_path);
    }
    bound
}
