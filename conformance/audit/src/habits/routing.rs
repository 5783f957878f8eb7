//! Requests that reach an operation although their path is wrong.
//!
//! This module does not know what an operation does.

use axum::http::Uri;
use serde::Deserialize;

use crate::proxy::exchange::Sent;

/// A difference in the path that a router ignores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Routing {
    /// Several slashes count as one.
    MergedSlashes,
    /// A `.json` at the end of the path is ignored.
    Extension,
}

/// Changes the path of a request to the one that the router reads.
pub(super) fn route(routing: Routing, sent: &mut Sent) {
    let path = sent.uri.path();
    let routed = match routing {
        Routing::MergedSlashes => {
            let steps = path.split('/').filter(|own| !own.is_empty());
            steps.fold(String::new(), |all, own| all + "/" + own)
        }
        Routing::Extension => path.trim_end_matches(".json").to_owned(),
    };
    if routed != path {
        let query = sent.uri.query().map(|own| format!("?{own}")).unwrap_or_default();
        if let Ok(uri) = format!("{routed}{query}").parse::<Uri>() {
            sent.uri = uri;
        }
    }
}
