//! Parses a request, and rejects what the contract's pages do not allow.

use axum::body::Bytes;
use axum::http::Method;
use axum::http::request::Parts;
use serde_json::Value;

use super::{MALFORMED, Properties, Rejection};
use crate::by_hand::{KEYS, LIMITED};

pub(super) struct ParsedRequest {
    pub(super) method: Method,
    pub(super) path: String,
    headers: axum::http::HeaderMap,
    body: Bytes,
}

impl ParsedRequest {
    pub(super) fn new(parts: Parts, body: Bytes) -> Self {
        let path = parts.uri.path().to_owned();
        Self { method: parts.method, path, headers: parts.headers, body }
    }

    /// Returns the team of the request's key.
    pub(super) fn team(&self) -> Result<&'static str, Rejection> {
        let key = self.header("authorization").and_then(|header| header.strip_prefix("Key "));
        if key == Some(LIMITED) {
            return Err(Rejection("no-permission"));
        }
        let team = KEYS.into_iter().find(|(known, _)| Some(*known) == key);
        team.map(|(_, team)| team).ok_or(Rejection("bad-key"))
    }

    /// Rejects a request without `If-Match`.
    pub(super) fn require_version(&self) -> Result<(), Rejection> {
        self.team()?;
        self.header("if-match").map(drop).ok_or(Rejection("version-missing"))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the known properties of an update, each of its type.
    pub(super) fn change(&self) -> Result<Properties, Rejection> {
        let Ok(Value::Object(mut properties)) = serde_json::from_slice(&self.body) else {
            return Err(MALFORMED);
        };
        properties.retain(|name, _| ["title", "text", "ready"].contains(&name.as_str()));
        let is_valid = |(name, value): (&String, &Value)| match name.as_str() {
            "ready" => value.is_boolean(),
            _ => value.is_string(),
        };
        match properties.iter().all(is_valid) {
            true => Ok(properties),
            false => Err(MALFORMED),
        }
    }

    /// Returns the properties of a new draft: no unknown ones, and a title.
    pub(super) fn content(&self) -> Result<Properties, Rejection> {
        let content = self.change()?;
        let sent: Properties = serde_json::from_slice(&self.body).map_err(|_| MALFORMED)?;
        let is_complete = content.contains_key("title") && sent.len() == content.len();
        if is_complete { Ok(content) } else { Err(MALFORMED) }
    }
}
