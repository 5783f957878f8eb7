//! Other responses in place of those of the server behind.
//!
//! This module does not know which requests get them.

use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use serde_json::Value;
use webdata_spec::Spec;

use super::condition::{Condition, Part};
use super::difference::ResponseOverride;
use crate::proxy::exchange::{ProxyRequest, ProxyResponse, error_body};

/// An HTML page of a server or proxy, in place of JSON.
const ERROR_PAGE: &str = "<!DOCTYPE html><html><body><pre>Error</pre></body></html>";

impl ResponseOverride {
    /// Returns whether the override depends on the body of the request. If so, the server behind must not
    /// carry the request out.
    pub(super) fn depends_on_body(&self) -> bool {
        let part = self.values.when.map(Condition::part);
        match part {
            Some(part) => part == Part::Body,
            None => self.values.depends_on_values(),
        }
    }

    /// Returns whether this response replaces the correct one. If it depends on the body, correct responses
    /// about the key or the resource take precedence.
    pub(super) fn replaces(
        &self,
        spec: &Spec,
        request: &ProxyRequest,
        response: &ProxyResponse,
    ) -> bool {
        let status = response.status.as_u16();
        let comes_later = match self.values.when.map(Condition::part) {
            Some(Part::Path) => [200, 400, 404].contains(&status),
            Some(Part::Response | Part::Headers) => true,
            _ if self.depends_on_body() => [400, 413, 415, 422].contains(&status),
            _ => true,
        };
        comes_later
            && self.instead_of.is_none_or(|replaced| replaced == status)
            && self.values.when.is_none_or(|when| when.holds_for_response(spec, request, response))
            && self.values.is_returned(spec, request, response)
    }

    pub(super) fn response(&self, spec: &Spec, response: &mut ProxyResponse) {
        let row = self.row.as_ref().and_then(|row| spec.errors.get(row));
        let status = self.status.or(row.map(|row| row.status));
        if let Some(status) = status.and_then(|code| StatusCode::from_u16(code).ok()) {
            response.status = status;
        }
        if let Some(error) = self.error.as_deref().or(row.and_then(|row| row.text.shown())) {
            response.body = error_body(spec, error);
        }
        if let Some(media_type) = &self.media_type
            && let Ok(value) = HeaderValue::from_str(media_type)
        {
            response.headers.insert(CONTENT_TYPE, value);
            if !media_type.contains("json") {
                response.text = Some(ERROR_PAGE.to_owned());
            }
        }
        if let Some(body) = &self.body {
            response.body = serde_json::from_str(body).unwrap_or_default();
            response.text = Some(body.clone());
        }
        if let Value::Object(members) = &mut response.body {
            members.retain(|name, _| !self.without.contains(name));
        }
        for (name, value) in &self.further_headers {
            if let (Ok(name), Ok(value)) =
                (name.parse::<HeaderName>(), HeaderValue::from_str(value))
            {
                response.headers.append(name, value);
            }
        }
        for (name, value) in &self.headers {
            let name = name.parse::<HeaderName>();
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
                match value.is_empty() {
                    true => drop(response.headers.remove(name)),
                    false => drop(response.headers.insert(name, value)),
                }
            }
        }
    }
}
