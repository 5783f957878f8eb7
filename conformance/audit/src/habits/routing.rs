//! Requests that reach an operation although their method or path is another one.
//!
//! It must not know what an operation does.

use axum::http::{Method, Uri};
use serde::Deserialize;

use crate::front::exchange::Sent;

/// What a router does not mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Routing {
    /// Several slashes are one.
    MergedSlashes,
    /// A slash at the end.
    TrailingSlash,
    /// Capitals in the path.
    AnyCase,
    /// `.` and `..` in the path.
    Dots,
    /// Semicolons and what stands behind them in a step.
    PathParameters,
    /// `.json` behind the path.
    Extension,
    /// Escapes of slashes.
    EscapedSlashes,
    /// No version in the path, or another one.
    AnyVersion,
    /// `X-HTTP-Method-Override`.
    MethodOverride,
    /// `_method` in the query.
    MethodInQuery,
    /// PUT for PATCH.
    PutForPatch,
    /// POST for PATCH.
    PostForPatch,
    /// The method in any letter case.
    MethodInAnyCase,
    /// GET for a POST.
    GetForPost,
}

/// Changes a request into the one that it is taken for.
pub(super) fn route(routing: Routing, base_path: &str, sent: &mut Sent) {
    let path = sent.uri.path().to_owned();
    let routed = match routing {
        Routing::MergedSlashes => path
            .split('/')
            .filter(|own| !own.is_empty())
            .fold(String::new(), |all, own| all + "/" + own),
        Routing::TrailingSlash => path.trim_end_matches('/').to_owned(),
        Routing::AnyCase => path.to_lowercase(),
        Routing::Dots => without_dots(&path),
        Routing::PathParameters => {
            let step = |own: &str| own.split(';').next().unwrap_or_default().to_owned();
            path.split('/').map(step).collect::<Vec<_>>().join("/")
        }
        Routing::Extension => path.trim_end_matches(".json").to_owned(),
        Routing::EscapedSlashes => path.replace("%2F", "/").replace("%2f", "/"),
        Routing::AnyVersion => {
            let rest = path.strip_prefix("/v1").or_else(|| path.strip_prefix("/v3"));
            match rest {
                Some(rest) => format!("{base_path}{rest}"),
                None if path.starts_with(base_path) => path.clone(),
                None => format!("{base_path}{path}"),
            }
        }
        _ => path.clone(),
    };
    let header = sent.headers.get("x-http-method-override").and_then(|own| own.to_str().ok());
    let method = match routing {
        Routing::MethodOverride => header.map(str::to_uppercase),
        Routing::MethodInQuery => {
            let query = sent.uri.query().unwrap_or_default();
            query.split("_method=").nth(1).map(str::to_uppercase)
        }
        Routing::PutForPatch => (sent.method == Method::PUT).then(|| "PATCH".to_owned()),
        Routing::PostForPatch => {
            let is_post = sent.method == Method::POST && path.contains("/monitor/");
            is_post.then(|| "PATCH".to_owned())
        }
        Routing::MethodInAnyCase => Some(sent.method.as_str().to_uppercase()),
        Routing::GetForPost => {
            let is_get = sent.method == Method::GET && path.matches('/').count() == 2;
            is_get.then(|| "POST".to_owned())
        }
        _ => None,
    };
    if let Some(method) = method.and_then(|own| Method::from_bytes(own.as_bytes()).ok()) {
        sent.method = method;
    }
    if routed != path {
        let query = sent.uri.query().map(|own| format!("?{own}")).unwrap_or_default();
        if let Ok(uri) = format!("{routed}{query}").parse::<Uri>() {
            sent.uri = uri;
        }
    }
}

fn without_dots(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/').skip(1) {
        match step {
            "." => {}
            ".." => drop(steps.pop()),
            own => steps.push(own),
        }
    }
    format!("/{}", steps.join("/"))
}
