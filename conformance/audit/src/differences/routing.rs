//! Requests that reach an operation although their path is wrong.
//!
//! This module does not know what an operation does.

use axum::http::Uri;
use serde::Deserialize;

use crate::proxy::exchange::ProxyRequest;

/// A difference in the path that a router ignores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Routing {
    /// Several slashes count as one.
    MergedSlashes,
    /// A `.json` at the end of the path is ignored.
    Extension,
}

/// Changes the path of a request to the one that the router reads.
pub(super) fn route(routing: Routing, request: &mut ProxyRequest) {
    let path = request.uri.path();
    let routed = match routing {
        Routing::MergedSlashes => {
            let steps = path.split('/').filter(|segment| !segment.is_empty());
            steps.fold(String::new(), |all, segment| all + "/" + segment)
        }
        Routing::Extension => path.trim_end_matches(".json").to_owned(),
    };
    if routed != path {
        let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(uri) = format!("{routed}{query}").parse::<Uri>() {
            request.uri = uri;
        }
    }
}
