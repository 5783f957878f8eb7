//! A request for an operation: its key, its parameters, its body.

use std::fmt;

use ::axum::extract::Request;
use ::axum::http::{HeaderMap, HeaderValue};

use crate::api_error::ApiError;
use crate::axum::{read, read_given};
use crate::catalogue::Catalogue;
use crate::decode::{self, Check, JsonPath, Model, ViolationSink};
use crate::parameters::{self, Form, Parameters};

/// How a request is authenticated.
#[derive(Debug)]
pub struct Scheme<K> {
    /// The header with the key.
    pub header: &'static str,
    /// The word before the key, such as `Bearer`.
    pub word: &'static str,
    /// The error for a missing or malformed key.
    pub rejected: K,
}

/// A request for an operation.
pub struct Call {
    pub(super) request: Request,
    pub(super) parameters: Vec<(&'static str, String)>,
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

    /// Returns the validated body, if there is one.
    ///
    /// # Errors
    /// As [`Call::body`].
    pub async fn body_if_given<T: Model, K: Catalogue>(self) -> Result<Option<T>, ApiError<K>> {
        read_given(self.request).await
    }
}

/// Returns the key after the name of a scheme, in the one header that may have it.
fn key<'h>(headers: &'h HeaderMap, header: &str, word: &str) -> Option<&'h str> {
    let mut values = headers.get_all(header).iter();
    let (value, None) = (values.next()?, values.next()) else { return None };
    let (scheme, key) = value.to_str().ok()?.split_once(' ')?;
    let key = key.trim_start_matches(' ');
    let well_formed = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
    (well_formed && scheme.eq_ignore_ascii_case(word)).then_some(key)
}

#[cfg(test)]
mod tests {
    use ::axum::body::Body;
    use ::axum::extract::Request;
    use ::axum::http::{HeaderMap, HeaderValue, header};

    use super::{Call, key};

    #[test]
    fn debug_output_hides_the_request() {
        let mut request = Request::new(Body::from("secret"));
        let key = HeaderValue::from_static("Bearer secret");
        request.headers_mut().insert(header::AUTHORIZATION, key);
        let call = Call { request, parameters: vec![("id", "secret".to_owned())] };
        assert_eq!(format!("{call:?}"), r#"Call { method: GET, parameters: ["id"], .. }"#);
    }

    #[test]
    fn keys_of_headers() {
        let cases: [(&[&[u8]], Option<&str>); 13] = [
            (&[b"Bearer abc"], Some("abc")),
            (&[b"bearer a.b-c_d~e+f/g=="], Some("a.b-c_d~e+f/g==")),
            (&[b"BEARER   abc"], Some("abc")),
            (&[], None),
            (&[b""], None),
            (&[b"Bearer"], None),
            (&[b"Bearer "], None),
            (&[b"abc"], None),
            (&[b"Basic abc"], None),
            (&[b"Bearerabc"], None),
            (&[b"Bearer a b"], None),
            (&[b"Bearer \xe4"], None),
            (&[b"Bearer abc", b"Bearer abc"], None),
        ];
        for (values, expected) in cases {
            let mut headers = HeaderMap::new();
            for value in values {
                let value = HeaderValue::from_bytes(value);
                headers.append("authorization", value.unwrap_or(HeaderValue::from_static("?")));
            }
            assert_eq!(key(&headers, "Authorization", "Bearer"), expected, "{values:?}");
        }
    }
}
