//! A request on its way to an operation: who sends it, its parameters, its body.

use std::fmt;

use ::axum::extract::Request;
use ::axum::http::{HeaderMap, HeaderValue};

use crate::axum::{read, read_given};
use crate::catalogue::Catalogue;
use crate::decode::{self, Check, JsonPath, Model, ViolationSink};
use crate::parameters::{self, Form, Parameters};
use crate::refusal::Refusal;

/// How a request shows who sends it.
#[derive(Debug)]
pub struct Scheme<K> {
    /// The header that carries the key.
    pub header: &'static str,
    /// The word before the key, such as `Bearer`.
    pub word: &'static str,
    /// The error for a key that is missing or malformed.
    pub rejected: K,
}

/// A request on its way to an operation.
pub struct Call {
    pub(super) request: Request,
    pub(super) parameters: Vec<(&'static str, String)>,
}

impl fmt::Debug for Call {
    /// What is sent is left out: the key is among it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<_> = self.parameters.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Call")
            .field("method", self.request.method())
            .field("parameters", &parameters)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// The key that the request carries. Letter case does not matter in the word before it, as HTTP
    /// says of schemes.
    ///
    /// # Errors
    /// The scheme's error, when the key is missing or malformed.
    pub fn key<K: Catalogue>(&self, scheme: &Scheme<K>) -> Result<String, Refusal<K>> {
        let key = key(self.request.headers(), scheme.header, scheme.word);
        key.map(str::to_owned).ok_or_else(|| scheme.rejected.into())
    }

    /// A path parameter, judged.
    ///
    /// # Errors
    /// The error that the parameter names, else the validation failure.
    pub fn parameter<C: Check, K: Catalogue>(
        &self,
        name: &str,
        form: Form,
        check: &C,
    ) -> Result<C::Value, Refusal<K>> {
        let found = self.parameters.iter().find(|(own, _)| *own == name);
        let text = found.map_or("", |(_, text)| text.as_str());
        let value = form.read(text);
        let mut found = ViolationSink::strict();
        let read = check.decode(&value, &JsonPath::ROOT, &mut found);
        let violations = found.into_violations();
        match read {
            Ok(Some(value)) if violations.is_empty() => Ok(value),
            _ => Err(violations.into()),
        }
    }

    /// The query, judged.
    ///
    /// # Errors
    /// The error that the violations earn.
    pub fn query<T: Parameters, K: Catalogue>(&self) -> Result<T, Refusal<K>> {
        let query = self.request.uri().query().unwrap_or_default();
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        Ok(decode::check(&parameters::query::<T>(pairs))?)
    }

    /// The lines of a header, as one.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        let lines = self.request.headers().get_all(name).iter();
        let lines: Vec<&str> = lines.filter_map(|line| line.to_str().ok()).collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    }

    /// The headers that the contract names, judged.
    ///
    /// # Errors
    /// The error that the violations earn.
    pub fn headers<T: Parameters, K: Catalogue>(&self) -> Result<T, Refusal<K>> {
        let headers = self.request.headers();
        let lines = |name: &'static str| headers.get_all(name).iter().map(HeaderValue::as_bytes);
        Ok(decode::check(&parameters::headers::<T, _>(lines))?)
    }

    /// The body, judged.
    ///
    /// # Errors
    /// The answer that the body earns: that it is too large, that it is no JSON, or every violation.
    pub async fn body<T: Model, K: Catalogue>(self) -> Result<T, Refusal<K>> {
        read(self.request).await
    }

    /// The body, judged, where there is one.
    ///
    /// # Errors
    /// As [`Call::body`].
    pub async fn body_if_given<T: Model, K: Catalogue>(self) -> Result<Option<T>, Refusal<K>> {
        read_given(self.request).await
    }
}

/// The key behind the word of a scheme, in the one header that may carry it.
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
    fn what_is_sent_is_not_shown() {
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
