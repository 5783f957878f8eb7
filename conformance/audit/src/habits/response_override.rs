//! Wrong responses in place of correct ones.
//!
//! This module does not know which requests get them.

use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use super::condition::{Part, When};
use super::fault::Answering;
use crate::proxy::exchange::{Answer, Sent};

/// An HTML page of a server or proxy, in place of JSON.
const PAGE: &str = "<!DOCTYPE html><html><body><pre>Error</pre></body></html>";

impl Answering {
    /// Returns whether the override depends on the body of the request. If so, the server behind must not
    /// carry the request out.
    pub(super) fn is_of_body(&self) -> bool {
        let part = self.values.when.map(When::part);
        match part {
            Some(part) => part == Part::Body,
            None => self.values.has_place(),
        }
    }

    /// Returns whether this response replaces the correct one. If it depends on the body, correct responses
    /// about the key or the resource take precedence.
    pub(super) fn replaces(&self, sent: &Sent, answer: &Answer) -> bool {
        let status = answer.status.as_u16();
        let comes_later = match self.values.when.map(When::part) {
            Some(Part::Path) => [200, 400, 404].contains(&status),
            Some(Part::Response | Part::Headers) => true,
            _ if self.is_of_body() => [400, 413, 415, 422].contains(&status),
            _ => true,
        };
        comes_later
            && self.instead_of.is_none_or(|own| own == status)
            && self.values.when.is_none_or(|when| when.is_of_response(sent, answer))
    }

    pub(super) fn answer(&self, answer: &mut Answer) {
        if let Some(status) = self.status.and_then(|own| StatusCode::from_u16(own).ok()) {
            answer.status = status;
        }
        if let Some(error) = &self.error {
            answer.body = json!({ "success": false, "error": error });
        }
        if let Some(media_type) = &self.media_type
            && let Ok(value) = HeaderValue::from_str(media_type)
        {
            answer.headers.insert(CONTENT_TYPE, value);
            if !media_type.contains("json") {
                answer.text = Some(PAGE.to_owned());
            }
        }
        if let Some(body) = &self.body {
            answer.body = serde_json::from_str(body).unwrap_or_default();
            answer.text = Some(body.clone());
        }
        if let Value::Object(members) = &mut answer.body {
            members.retain(|name, _| !self.without.contains(name));
        }
        for (name, value) in &self.headers {
            let name = name.parse::<HeaderName>();
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
                match value.is_empty() {
                    true => drop(answer.headers.remove(name)),
                    false => drop(answer.headers.insert(name, value)),
                }
            }
        }
    }
}
