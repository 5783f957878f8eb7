//! Requests whose path or key is read in another way.
//!
//! This module does not know what an operation does, or what a key allows.

use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, Uri};
use regex::Regex;
use serde::Deserialize;
use webdata_reference::Keys;
use webdata_spec::Spec;

use crate::exchange::ProxyRequest;

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

/// A mistake in the comparison of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KeyMistake {
    /// A revoked key is accepted.
    RevokedAccepted,
    /// A revoked key is accepted in place of the valid one.
    RevokedForValid,
    /// Letter case is ignored.
    AnyCase,
    /// A key without its scheme is accepted.
    WithoutScheme,
    /// A key with any scheme is accepted.
    AnyScheme,
}

/// Replaces the key of a request by the valid key, if the mistake accepts the key that was sent.
pub(super) fn mistake_key(
    mistake: KeyMistake,
    spec: &Spec,
    keys: &Keys,
    request: &mut ProxyRequest,
) {
    let Some(scheme) = spec.service.authentication.values().next() else { return };
    let header = request.headers.get(scheme.header.as_str()).and_then(|value| value.to_str().ok());
    let header = header.unwrap_or_default().to_owned();
    let key = match header.split_once(' ') {
        Some((sent, key)) if sent.eq_ignore_ascii_case(&scheme.scheme) => key,
        _ => "",
    };
    let valid = keys.valid.as_str();
    let taken_for = match mistake {
        KeyMistake::RevokedForValid if key == valid => Some(keys.revoked.as_str()),
        KeyMistake::RevokedAccepted | KeyMistake::RevokedForValid => {
            (key == keys.revoked).then_some(valid)
        }
        KeyMistake::AnyCase => key.eq_ignore_ascii_case(valid).then_some(valid),
        KeyMistake::WithoutScheme => (header == valid).then_some(valid),
        KeyMistake::AnyScheme => header.ends_with(&format!(" {valid}")).then_some(valid),
    };
    let correct = taken_for.map(|key| format!("{} {key}", scheme.scheme));
    let value = correct.and_then(|correct| HeaderValue::from_str(&correct).ok());
    if let (Some(value), Ok(name)) = (value, HeaderName::try_from(scheme.header.as_str()))
        && taken_for != Some(key)
    {
        request.headers.insert(name, value);
    }
}

/// Matches the escapes of pairs of surrogates, and of lone ones.
static SURROGATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (high, low) = (r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}");
    Regex::new(&format!("{high}{low}|{high}|{low}")).ok()
});

/// Returns whether a text contains the escape of a lone surrogate.
pub(super) fn has_lone_surrogate(text: &str) -> bool {
    let Some(pattern) = SURROGATES.as_ref() else { return false };
    pattern.find_iter(text).any(|escape| escape.len() == r"\ud800".len())
}
