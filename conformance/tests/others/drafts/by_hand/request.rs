//! What a request asks for, held against the pages of the contract.

use axum::body::Bytes;
use axum::http::Method;
use axum::http::request::Parts;
use serde_json::Value;

use super::{MALFORMED, Members, Refusal};
use crate::by_hand::{KEYS, LIMITED};

/// A request.
pub(super) struct Asked {
    pub(super) method: Method,
    pub(super) path: String,
    headers: axum::http::HeaderMap,
    body: Bytes,
}

impl Asked {
    pub(super) fn new(parts: Parts, body: Bytes) -> Self {
        let path = parts.uri.path().to_owned();
        Self { method: parts.method, path, headers: parts.headers, body }
    }

    /// The team whose key the request has.
    pub(super) fn team(&self) -> Result<&'static str, Refusal> {
        let key = self.header("authorization").and_then(|own| own.strip_prefix("Key "));
        if key == Some(LIMITED) {
            return Err(Refusal("no-permission"));
        }
        let team = KEYS.into_iter().find(|(own, _)| Some(*own) == key);
        team.map(|(_, team)| team).ok_or(Refusal("bad-key"))
    }

    /// Refuses a request that does not say which version it changes.
    pub(super) fn pinned(&self) -> Result<(), Refusal> {
        self.team()?;
        self.header("if-match").map(drop).ok_or(Refusal("version-missing"))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body of a change: an object whose known members are of their types.
    pub(super) fn change(&self) -> Result<Members, Refusal> {
        let Ok(Value::Object(mut members)) = serde_json::from_slice(&self.body) else {
            return Err(MALFORMED);
        };
        members.retain(|name, _| ["title", "text", "ready"].contains(&name.as_str()));
        let is_sound = |(name, value): (&String, &Value)| match name.as_str() {
            "ready" => value.is_boolean(),
            _ => value.is_string(),
        };
        match members.iter().all(is_sound) {
            true => Ok(members),
            false => Err(MALFORMED),
        }
    }

    /// The body of a draft: an object of known members, with a title.
    pub(super) fn content(&self) -> Result<Members, Refusal> {
        let content = self.change()?;
        let sent: Members = serde_json::from_slice(&self.body).map_err(|_| MALFORMED)?;
        let is_whole = content.contains_key("title") && sent.len() == content.len();
        if is_whole { Ok(content) } else { Err(MALFORMED) }
    }
}
