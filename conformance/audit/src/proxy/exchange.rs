//! Requests and responses on their way through the front, as layers change them.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use serde_json::{Map, Value, json};
use webdata_spec::Spec;

/// A request that is being forwarded.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProxyRequest {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) text: Vec<u8>,
    /// The body as JSON; `null` if the body is not JSON.
    pub(crate) body: Value,
}

/// A response that is being returned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProxyResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
    /// The text that is sent in place of `body`, if there is one.
    pub(crate) text: Option<String>,
}

/// The facts that a layer may use in addition to the request.
pub(crate) struct LayerContext<'k> {
    pub(crate) spec: &'k Spec,
    /// The monitor of the last successful response before this request; `null` if there was none.
    pub(crate) before: &'k Value,
    /// The request before any layer changed it.
    pub(crate) original: &'k ProxyRequest,
}

impl ProxyResponse {
    /// Makes an error response in the shape of the contract.
    pub(crate) fn error(status: StatusCode, text: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Self { status, headers, body: json!({ "success": false, "error": text }), text: None }
    }

    /// Sets a property of the body.
    pub(crate) fn put(&mut self, name: &str, value: Value) {
        if let Value::Object(members) = &mut self.body {
            members.insert(name.to_owned(), value);
        }
    }

    /// Returns the resource of a successful response.
    pub(crate) fn data(&mut self) -> Option<&mut Map<String, Value>> {
        self.body.get_mut("data")?.as_object_mut()
    }
}
