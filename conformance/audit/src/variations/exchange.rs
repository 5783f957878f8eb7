//! Requests and responses on their way through the front, as variations change them.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use serde_json::{Map, Value, json};
use webdata_spec::Spec;

/// A request on its way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sent {
    pub(super) method: Method,
    pub(super) uri: Uri,
    pub(super) headers: HeaderMap,
    pub(super) text: Vec<u8>,
    /// The body as JSON; `null` where the body is not JSON.
    pub(super) body: Value,
}

/// A response on its way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
}

/// The facts that a variation may use besides the request.
pub(super) struct Known<'k> {
    pub(super) spec: &'k Spec,
    /// The monitor as the last success returned it, before this request; `null` where none did.
    pub(super) before: &'k Value,
}

impl Answer {
    /// Makes an error of the contract's shape.
    pub(super) fn error(status: StatusCode, text: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Self { status, headers, body: json!({ "success": false, "error": text }) }
    }

    /// Sets a member of the body.
    pub(super) fn put(&mut self, name: &str, value: Value) {
        if let Value::Object(members) = &mut self.body {
            members.insert(name.to_owned(), value);
        }
    }

    /// Returns the resource of a successful response.
    pub(super) fn data(&mut self) -> Option<&mut Map<String, Value>> {
        self.body.get_mut("data")?.as_object_mut()
    }
}
