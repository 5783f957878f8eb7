//! The paths on this server of operations for which the contract shows no path.
//!
//! A path that the contract shows takes precedence.

use std::collections::BTreeMap;

use webdata_spec::Spec;
use webdata_spec::model::Endpoint;

/// The identity of each operation, its method, and its path below the contract's base path.
const BINDINGS: [(&str, &str, &str); 3] = [
    ("agentTrace", "GET", "/agent/{jobId}/trace"),
    ("agentSnapshot", "GET", "/agent/{jobId}/snapshots/{snapshotId}"),
    ("cancelAgent", "DELETE", "/agent/{jobId}"),
];

/// Returns this server's own endpoint for an operation.
pub(crate) fn endpoint(operation: &str) -> Option<Endpoint> {
    let bound = BINDINGS.iter().find(|(id, _, _)| *id == operation);
    bound.map(|(_, method, path)| Endpoint {
        method: (*method).to_owned(),
        path: (*path).to_owned(),
    })
}

/// Returns the operations of a contract that have an endpoint of this server's own, each with its path below
/// the contract's base path.
pub(crate) fn bound(spec: &Spec) -> BTreeMap<String, Endpoint> {
    let bound = spec.operations.values().filter(|operation| operation.endpoint.is_none());
    bound.filter_map(|operation| Some((operation.id.clone(), endpoint(&operation.id)?))).collect()
}

/// Returns the operations of [`bound`], each with its whole path.
pub(crate) fn listed(spec: &Spec) -> BTreeMap<String, Endpoint> {
    let mut bound = bound(spec);
    for endpoint in bound.values_mut() {
        endpoint.path.insert_str(0, &spec.service.base_path);
    }
    bound
}
