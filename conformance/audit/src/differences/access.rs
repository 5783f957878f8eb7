//! API keys that are compared wrongly.
//!
//! This module does not know what a key allows.

use axum::http::HeaderValue;
use axum::http::header::AUTHORIZATION;
use serde::Deserialize;
use webdata_reference::Keys;

use crate::proxy::exchange::ProxyRequest;

/// The authentication scheme of the contract with its space, in lower case.
const SCHEME: &str = "bearer ";

/// A mistake in the comparison of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KeyMistake {
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
pub(super) fn mistake(mistake: KeyMistake, keys: &Keys, request: &mut ProxyRequest) {
    let header = request.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let header = header.unwrap_or_default().to_owned();
    let is_bearer = header.to_lowercase().starts_with(SCHEME);
    let key = if is_bearer { &header[SCHEME.len()..] } else { "" };
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
    let header = taken_for.and_then(|key| HeaderValue::from_str(&format!("Bearer {key}")).ok());
    if let Some(header) = header.filter(|_| taken_for != Some(key)) {
        request.headers.insert(AUTHORIZATION, header);
    }
}
