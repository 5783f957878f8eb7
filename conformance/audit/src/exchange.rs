//! Requests and responses on their way through the proxy, as differences change them.

use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, Uri};
use serde_json::Value;
use webdata_reference::RespondedRow;
use webdata_spec::Spec;
use webdata_spec::model::Shape;

/// An exchange with a server.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) before: Earlier,
    pub(crate) request: ProxyRequest,
    pub(crate) response: ProxyResponse,
}

/// The facts that earlier responses for the same path have shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Earlier {
    /// The resource in the last successful response; `null` if there was none.
    pub(crate) resource: Value,
    /// Whether the last response has a 4xx status code.
    pub(crate) is_rejection: bool,
}

/// A request that is being forwarded.
#[derive(Debug, Clone)]
pub(crate) struct ProxyRequest {
    pub(crate) method: Method,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) extensions: Extensions,
    /// The body; empty if no difference needs it.
    pub(crate) text: Vec<u8>,
    /// The body as JSON; `null` if the body is not JSON.
    pub(crate) body: Value,
}

/// A response that is being returned.
#[derive(Debug, Clone)]
pub(crate) struct ProxyResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) extensions: Extensions,
    /// The body as JSON; `null` if there is none, or if it is not JSON.
    pub(crate) body: Value,
    /// The text that is sent in place of `body`, if there is one.
    pub(crate) text: Option<String>,
}

/// The facts that a difference may use in addition to the request.
pub(crate) struct LayerContext<'k> {
    pub(crate) spec: &'k Spec,
    /// The resource in the last successful response for the same path; `null` if there was none.
    pub(crate) before: &'k Value,
    /// Whether the last response for the same path has a 4xx status code.
    pub(crate) after_rejection: bool,
    /// The number of other requests with the same path that the server has not responded to yet.
    pub(crate) in_flight: usize,
    /// The request before any difference changed it.
    pub(crate) original: &'k ProxyRequest,
}

impl ProxyRequest {
    /// Returns whether two requests are equal. `body` is not compared, because it is `text` as JSON.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.method == other.method
            && self.uri == other.uri
            && self.headers == other.headers
            && self.text == other.text
    }
}

impl ProxyResponse {
    /// Returns whether two responses are equal, including the order of properties.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.status == other.status
            && self.headers == other.headers
            && self.text == other.text
            && is_same_json(&self.body, &other.body)
    }

    /// Makes an error response in the shape of the contract.
    pub(crate) fn error(spec: &Spec, status: StatusCode, text: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let (extensions, body) = (Extensions::new(), error_body(spec, text));
        Self { status, headers, extensions, body, text: None }
    }

    /// Returns the text that is sent.
    pub(crate) fn whole_text(&self) -> String {
        let is_empty = self.status == StatusCode::NO_CONTENT || self.body.is_null();
        match &self.text {
            Some(text) => text.clone(),
            None if is_empty => String::new(),
            None => self.body.to_string(),
        }
    }

    /// Returns the identity of the error row, if the reference server has named one.
    pub(crate) fn row(&self) -> Option<&str> {
        responded_row(&self.extensions)
    }
}

/// Returns the identity of the error row of a response with these extensions.
pub(crate) fn responded_row(extensions: &Extensions) -> Option<&str> {
    extensions.get::<RespondedRow>().map(RespondedRow::id)
}

/// Returns an error body of a contract: the text, and each required flag.
pub(crate) fn error_body(spec: &Spec, text: &str) -> Value {
    let properties =
        spec.object(&spec.service.error_body).into_iter().flat_map(|it| &it.properties);
    let flags = properties.filter(|(_, it)| it.required && it.schema.shape == Shape::Boolean);
    let flags = flags.map(|(name, flag)| {
        (name.clone(), flag.schema.constant().cloned().unwrap_or(Value::Bool(false)))
    });
    flags.chain([("error".to_owned(), text.into())]).collect()
}

/// Returns the text of an error row, if the contract shows the text.
pub(crate) fn error_text<'s>(spec: &'s Spec, row: &str) -> Option<&'s str> {
    spec.errors.get(row)?.text.shown()
}

/// Returns whether two values are equal, including the order of properties.
pub(crate) fn is_same_json(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let is_same =
                |((name, left), (other, right))| name == other && is_same_json(left, right);
            left.len() == right.len() && left.iter().zip(right).all(is_same)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| is_same_json(l, r))
        }
        (left, right) => left == right,
    }
}
