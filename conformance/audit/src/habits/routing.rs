//! Requests that reach an operation although their path is another one.
//!
//! It must not know what an operation does.

use axum::http::Uri;
use serde::Deserialize;

use crate::front::exchange::Sent;

/// What a router does not mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Routing {
    /// Several slashes are one.
    MergedSlashes,
    /// `.json` behind the path.
    Extension,
}

/// Changes a request into the one that it is taken for.
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
