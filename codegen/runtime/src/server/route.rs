//! A route: the method, path and handler of one operation, and a request for it: its key, its parameters, its
//! body.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ::axum::extract::Request;
use ::axum::http::header::ETAG;
use ::axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Serialize;

use crate::api_error::{ApiError, Catalogue, ErrorMembers};
use crate::axum::{of_status, read, read_given, read_parts};
use crate::decode::{Check, JsonPath, Model, ViolationSink};
use crate::operation::{Operation, WithHeaders, has_no_content};
use crate::parameters::{Form, Parameters};
use crate::{decode, parameters};

/// The method, path and handler of one operation of a service `S`.
#[derive(Debug)]
pub struct Route<S, K: 'static> {
    /// The operation.
    pub operation: &'static Operation<K>,
    /// The authentication scheme of its callers.
    pub scheme: Option<&'static Scheme<K>>,
    /// The form of its error bodies.
    pub error_body: ErrorMembers,
    /// The handler.
    pub handle: fn(Arc<S>, Call) -> Handling<K>,
}

/// The future of a handler.
pub type Handling<K> = Pin<Box<dyn Future<Output = Result<Success, ApiError<K>>> + Send>>;

/// A successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// The HTTP status code.
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The JSON text of the body, if there is one.
    pub(crate) body: Option<Vec<u8>>,
}

impl Success {
    /// Adds constant headers; names are in lower case.
    #[must_use]
    pub fn with_headers(mut self, headers: &[(&'static str, &'static str)]) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        self.headers.extend(headers);
        self
    }

    /// Turns the response into 304 if one of the `known` versions is in its header `ETag`. `known` is a list
    /// of versions, or `*` (RFC 9110, section 13.1.2).
    #[must_use]
    pub fn unless_known(self, known: Option<&str>) -> Self {
        let tag = self.headers.get(ETAG).and_then(|header| header.to_str().ok());
        let (Some(tag), Some(known)) = (tag, known) else { return self };
        if known.trim() == "*" || versions(known).any(|version| version == opaque(tag)) {
            Self { status: StatusCode::NOT_MODIFIED, body: None, ..self }
        } else {
            self
        }
    }
}

/// Returns the versions of a list, without the mark of weak ones. A quoted version may contain commas.
fn versions(list: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let split = list.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ',' && !is_quoted
    });
    split.map(opaque)
}

/// Returns a version without the mark of weak ones.
fn opaque(version: &str) -> &str {
    let version = version.trim();
    version.strip_prefix("W/").unwrap_or(version)
}

/// Makes a successful response. With a status code without a body, the value is not written.
///
/// # Errors
/// The error of a server failure, if the value cannot be written as JSON.
pub fn success<T: Serialize, K: Catalogue>(status: u16, value: &T) -> Result<Success, ApiError<K>> {
    let body = if has_no_content(status) { Ok(None) } else { serde_json::to_vec(value).map(Some) };
    match (StatusCode::from_u16(status), body) {
        (Ok(status), Ok(body)) => Ok(Success { status, headers: HeaderMap::new(), body }),
        _ => Err(of_status(StatusCode::INTERNAL_SERVER_ERROR)),
    }
}

/// Makes a successful response with headers.
///
/// # Errors
/// The error of a server failure, if the body cannot be written as JSON, or the value of a header is invalid.
pub fn success_with_headers<T, H, K>(
    status: u16,
    value: &WithHeaders<T, H>,
) -> Result<Success, ApiError<K>>
where
    T: Serialize,
    H: Parameters + Serialize,
    K: Catalogue,
{
    let mut success = success(status, &value.body)?;
    let failed = || of_status(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, texts) in parameters::written(&value.headers).map_err(|_| failed())? {
        let name = HeaderName::try_from(name).map_err(|_| failed())?;
        let text = HeaderValue::try_from(texts.join(", ")).map_err(|_| failed())?;
        success.headers.insert(name, text);
    }
    Ok(success)
}

/// How a request is authenticated.
#[derive(Debug)]
pub struct Scheme<K> {
    /// The header with the key.
    pub header: &'static str,
    /// The word before the key, such as `Bearer`; empty if the header has the key alone.
    pub word: &'static str,
    /// The error for a missing or malformed key.
    pub rejected: K,
}

/// A request for an operation.
pub struct Call {
    pub(crate) request: Request,
    pub(crate) parameters: Vec<(&'static str, String)>,
}

impl fmt::Debug for Call {
    /// The content is left out, since it includes the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<_> = self.parameters.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Call")
            .field("method", self.request.method())
            .field("parameters", &parameters)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// Returns the key of the request. The name of the scheme is case-insensitive, as in HTTP.
    ///
    /// # Errors
    /// The error of the scheme, if the key is missing or malformed.
    pub fn key<K: Catalogue>(&self, scheme: &Scheme<K>) -> Result<String, ApiError<K>> {
        let key = key(self.request.headers(), scheme.header, scheme.word);
        key.map(str::to_owned).ok_or_else(|| scheme.rejected.into())
    }

    /// Returns a validated path parameter.
    ///
    /// # Errors
    /// The error that the parameter names, otherwise the validation failure.
    pub fn parameter<C: Check, K: Catalogue>(
        &self,
        name: &str,
        form: Form,
        check: &C,
    ) -> Result<C::Value, ApiError<K>> {
        let parameter = self.parameters.iter().find(|(key, _)| *key == name);
        let text = parameter.map_or("", |(_, text)| text.as_str());
        let value = form.read(text);
        let mut sink = ViolationSink::strict();
        let read = check.decode(&value, &JsonPath::ROOT, &mut sink);
        let violations = sink.into_violations();
        match read {
            Ok(Some(value)) if violations.is_empty() => Ok(value),
            _ => Err(violations.into()),
        }
    }

    /// Returns the validated query.
    ///
    /// # Errors
    /// The error for the violations.
    pub fn query<T: Parameters, K: Catalogue>(&self) -> Result<T, ApiError<K>> {
        let query = self.request.uri().query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        Ok(decode::check(&parameters::query::<T>(pairs))?)
    }

    /// Returns the lines of a header, joined.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        let lines = self.request.headers().get_all(name).iter();
        let lines: Vec<&str> = lines.filter_map(|line| line.to_str().ok()).collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    }

    /// Returns the validated headers that the contract names.
    ///
    /// # Errors
    /// The error for the violations.
    pub fn headers<T: Parameters, K: Catalogue>(&self) -> Result<T, ApiError<K>> {
        let headers = self.request.headers();
        let lines = |name: &'static str| headers.get_all(name).iter().map(HeaderValue::as_bytes);
        Ok(decode::check(&parameters::headers::<T, _>(lines))?)
    }

    /// Returns the validated body.
    ///
    /// # Errors
    /// The error response for a body that is too large, is not JSON, or has violations.
    pub async fn body<T: Model, K: Catalogue>(self) -> Result<T, ApiError<K>> {
        read(self.request).await
    }

    /// Returns the validated body of an operation whose body has parts.
    ///
    /// # Errors
    /// The error response for a body that is too large, is not of the media type, or has violations.
    pub async fn parts<T: Model, K: Catalogue>(
        self,
        operation: &Operation<K>,
    ) -> Result<T, ApiError<K>> {
        read_parts(self.request, operation.parts.unwrap_or_default()).await
    }

    /// Returns the validated body, if there is one.
    ///
    /// # Errors
    /// As [`Call::body`].
    pub async fn body_if_given<T: Model, K: Catalogue>(self) -> Result<Option<T>, ApiError<K>> {
        read_given(self.request).await
    }
}

/// Returns the key, after the name of a scheme unless `word` is empty, in the one header that may have it.
fn key<'h>(headers: &'h HeaderMap, header: &str, word: &str) -> Option<&'h str> {
    let mut values = headers.get_all(header).iter();
    let (value, None) = (values.next()?, values.next()) else { return None };
    let value = value.to_str().ok()?;
    let (scheme, key) = if word.is_empty() { ("", value) } else { value.split_once(' ')? };
    let key = key.trim_start_matches(' ');
    let well_formed = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
    (well_formed && scheme.eq_ignore_ascii_case(word)).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::Call;
    use ::axum::body::Body;
    use ::axum::extract::Request;
    use ::axum::http::{HeaderValue, header};

    #[test]
    fn debug_output_hides_the_request() {
        let mut request = Request::new(Body::from("secret"));
        let key = HeaderValue::from_static("Bearer secret");
        request.headers_mut().insert(header::AUTHORIZATION, key);
        let call = Call { request, parameters: vec![("id", "secret".to_owned())] };
        assert_eq!(format!("{call:?}"), r#"Call { method: GET, parameters: ["id"], .. }"#);
    }
}
