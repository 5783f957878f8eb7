//! API keys that are compared wrongly.
//!
//! This module does not know what a key allows.

use axum::http::{HeaderName, HeaderValue};
use serde::Deserialize;
use webdata_reference::Keys;
use webdata_spec::Spec;

use crate::proxy::exchange::ProxyRequest;

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
pub(super) fn mistake(mistake: KeyMistake, spec: &Spec, keys: &Keys, request: &mut ProxyRequest) {
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
