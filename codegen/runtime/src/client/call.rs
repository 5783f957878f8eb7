//! A call that has not been sent yet: what goes into the path, the query, the headers and the body, and the
//! request that is built from it.

use std::fmt::Write as _;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Request, Url};
use serde::Serialize;

use crate::client::caller::Caller;
use crate::client::error::{ConfigError, Error, ParameterFault};
use crate::parameters::Parameters;
use crate::{Operation, multipart, parameters};

/// A call of an operation that has not been sent yet.
#[derive(Debug)]
pub struct Call<K: 'static> {
    pub(crate) operation: &'static Operation<K>,
    /// The values of the path's parameters, in the order of `operation.parameters`.
    pub(crate) parameters: Vec<String>,
    query: Vec<(String, Vec<String>)>,
    headers: Vec<Header>,
    pub(crate) body: Option<Vec<u8>>,
    /// The media type of a body with parts.
    pub(crate) media_type: Option<String>,
    /// Whether sending the call twice is the same as sending it once, whatever its method is.
    pub(crate) is_keyed: bool,
    /// Why a part cannot be written.
    unsendable: Option<serde_json::Error>,
}

/// A header and its text.
#[derive(Debug)]
struct Header {
    name: &'static str,
    text: String,
}

impl<K> Call<K> {
    /// Makes a call with values of the path's parameters, in the order of `operation.parameters`.
    #[must_use]
    pub fn new(operation: &'static Operation<K>, parameters: &[&str]) -> Self {
        let parameters = parameters.iter().map(|text| (*text).to_owned()).collect();
        Self {
            operation,
            parameters,
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            media_type: None,
            is_keyed: false,
            unsendable: None,
        }
    }

    /// Adds a query. A list is written by repeating its name.
    #[must_use]
    pub fn query<Q: Parameters + Serialize>(mut self, query: &Q) -> Self {
        let written = parameters::written(query);
        self.query = self.keep(written).unwrap_or_default();
        self
    }

    /// Adds the headers that the type lists. The items of a list are written with commas between them.
    #[must_use]
    pub fn headers<H: Parameters + Serialize>(mut self, headers: &H) -> Self {
        let written = parameters::written(headers);
        let written = self.keep(written).unwrap_or_default();
        let listed = H::PARAMETERS.iter().filter_map(|parameter| {
            let (_, texts) = written.iter().find(|(name, _)| name == parameter.name)?;
            Some(Header { name: parameter.name, text: texts.join(", ") })
        });
        self.headers = listed.collect();
        self
    }

    /// Marks the call as idempotent if it has the header with an idempotency key.
    #[must_use]
    pub fn keyed_by(mut self, header: &str) -> Self {
        self.is_keyed = self.headers.iter().any(|known| known.name == header);
        self
    }

    /// Adds a body.
    #[must_use]
    pub fn body<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        let written = match self.operation.parts {
            Some(parts) => {
                multipart::written(body, parts).map(|(body, media_type)| (body, Some(media_type)))
            }
            None => serde_json::to_vec(body).map(|body| (body, None)),
        };
        if let Some((body, media_type)) = self.keep(written) {
            (self.body, self.media_type) = (Some(body), media_type);
        }
        self
    }

    /// Adds a body, if there is one.
    #[must_use]
    pub fn body_if_given<T: Serialize + ?Sized>(self, body: Option<&T>) -> Self {
        match body {
            Some(body) => self.body(body),
            None => self,
        }
    }

    /// Returns a part that was written, or keeps the error for [`Self::check_written`].
    fn keep<T>(&mut self, written: Result<T, serde_json::Error>) -> Option<T> {
        written.map_err(|error| self.unsendable = Some(error)).ok()
    }

    /// Checks that every part could be written.
    pub(crate) fn check_written<B>(&mut self) -> Result<(), Error<K, B>> {
        match self.unsendable.take() {
            Some(cause) => Err(Error::Unsendable { operation: self.operation.id, cause }),
            None => Ok(()),
        }
    }

    /// Returns the text of a query parameter.
    pub(crate) fn query_text(&self, name: &str) -> Option<&str> {
        let (_, texts) = self.query.iter().find(|(key, _)| key == name)?;
        texts.first().map(String::as_str)
    }

    /// Sets the text of a query parameter.
    pub(crate) fn set_query(&mut self, name: &str, text: String) {
        self.query.retain(|(key, _)| key != name);
        self.query.push((name.to_owned(), vec![text]));
    }

    /// Adds the query to a URL, percent-encoded.
    fn add_query(&self, url: &mut Url) {
        let pairs =
            self.query.iter().flat_map(|(name, texts)| texts.iter().map(move |t| (name, t)));
        // Without pairs there is no `?`, either.
        for (name, text) in pairs {
            url.query_pairs_mut().append_pair(name, text);
        }
    }

    /// Returns the headers of the caller, and the media type of a body with parts.
    ///
    /// # Errors
    /// If a header cannot have its text.
    pub(crate) fn header_map<B>(&self) -> Result<HeaderMap, Error<K, B>> {
        let mut map = HeaderMap::new();
        for Header { name, text } in &self.headers {
            let made = HeaderName::from_bytes(name.as_bytes()).ok();
            let made = made.zip(HeaderValue::from_str(text).ok());
            let (name, value) = made.ok_or(Error::Parameter {
                operation: self.operation.id,
                parameter: name,
                fault: ParameterFault::Header,
            })?;
            map.insert(name, value);
        }
        let media_type = self.media_type.as_deref().map(HeaderValue::from_str);
        map.extend(media_type.and_then(Result::ok).map(|media_type| (CONTENT_TYPE, media_type)));
        Ok(map)
    }
}

impl<K, B> Caller<K, B> {
    /// Returns the method and URL of a call, with its parameters and its query.
    pub(crate) fn endpoint(&self, call: &Call<K>) -> Result<(Method, Url), Error<K, B>> {
        let operation = call.operation;
        let shown = operation.endpoint.and_then(|endpoint| {
            Some((Method::from_bytes(endpoint.method.as_bytes()).ok()?, endpoint.path))
        });
        let bound = || {
            let bound = self.shared.bound.get(operation.id)?;
            Some((bound.method.clone(), bound.path.as_str()))
        };
        let unbound =
            || Error::Unbound { operation: operation.id, parameters: operation.parameters };
        let (method, path) = shown.or_else(bound).ok_or_else(unbound)?;
        let names = operation.parameters.iter().copied();
        let values: Vec<_> = names.zip(call.parameters.iter().map(String::as_str)).collect();
        let path = filled(path, &values).map_err(|(parameter, fault)| Error::Parameter {
            operation: operation.id,
            parameter,
            fault,
        })?;
        // Both parts were parsed before, so this cannot fail.
        let mut url = Url::parse(&format!("{}{path}", self.shared.base))
            .map_err(|error| ConfigError::BaseUrl { reason: format!("is not a URL ({error})") })?;
        call.add_query(&mut url);
        Ok((method, url))
    }

    /// Returns the request, with the headers of every request.
    pub(crate) fn request(
        &self,
        operation: &Operation<K>,
        method: Method,
        url: Url,
        additional: &HeaderMap,
        body: Option<Vec<u8>>,
    ) -> Request {
        let shared = &*self.shared;
        let mut request = Request::new(method, url);
        *request.timeout_mut() = Some(shared.timeouts.attempt);
        *request.headers_mut() = shared.headers.clone();
        let headers = request.headers_mut();
        headers.extend(additional.clone());
        if body.is_some() && !additional.contains_key(CONTENT_TYPE) {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(shared.service.media_type));
        }
        if let (Some(scheme), Some(key)) = (operation.authentication, &shared.key) {
            let name = HeaderName::from_bytes(scheme.header.as_bytes());
            if let (Ok(name), Some(value)) = (name, key.header(scheme.scheme)) {
                headers.insert(name, value);
            }
        }
        *request.body_mut() = body.map(Into::into);
        request
    }
}

/// Returns the path with a value for each parameter, encoded so that it stays within its segment.
///
/// # Errors
/// The first parameter whose value cannot be sent.
fn filled(
    path: &str,
    values: &[(&'static str, &str)],
) -> Result<String, (&'static str, ParameterFault)> {
    let mut filled = String::with_capacity(path.len() + 40);
    let mut rest = path;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        filled.push_str(before);
        // The path was checked against the parameters of its operation before.
        if let Some((name, value)) = values.iter().find(|(key, _)| *key == name) {
            encode(value, &mut filled).map_err(|fault| (*name, fault))?;
        }
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Adds a value with every byte encoded that is not unreserved (RFC 3986, section 2.3).
fn encode(value: &str, path: &mut String) -> Result<(), ParameterFault> {
    match value {
        "" => return Err(ParameterFault::Empty),
        // URL parsers resolve these even if they are encoded.
        "." | ".." => return Err(ParameterFault::Dots),
        _ => {}
    }
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            // Writing into a string never fails.
            let _ = write!(path, "%{byte:02X}");
        }
    }
    Ok(())
}
