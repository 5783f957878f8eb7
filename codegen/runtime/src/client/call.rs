//! A call that has not been sent yet: what goes into the path, the query, the headers and the body.

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use super::error::Error;
use super::path::ParameterFault;
use crate::Operation;
use crate::parameters::{self, Parameters};

/// A call of an operation that has not been sent yet.
#[derive(Debug)]
pub struct Call<K: 'static> {
    pub(super) operation: &'static Operation<K>,
    /// The values of the path's parameters, in the order of `operation.parameters`.
    pub(super) parameters: Vec<String>,
    query: Vec<(String, Vec<String>)>,
    headers: Vec<Header>,
    pub(super) body: Option<Vec<u8>>,
    /// Whether sending it twice is the same as sending it once, whatever its method is.
    pub(super) is_keyed: bool,
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
    /// A call with values of the path's parameters, in the order of `operation.parameters`.
    #[must_use]
    pub fn new(operation: &'static Operation<K>, parameters: &[&str]) -> Self {
        let parameters = parameters.iter().map(|text| (*text).to_owned()).collect();
        let (query, headers) = (Vec::new(), Vec::new());
        let (body, is_keyed) = (None, false);
        Self { operation, parameters, query, headers, body, is_keyed, unsendable: None }
    }

    /// With a query. A list is written by repeating its name.
    #[must_use]
    pub fn query<Q: Parameters + Serialize>(mut self, query: &Q) -> Self {
        let written = parameters::written(query);
        self.query = self.keep(written).unwrap_or_default();
        self
    }

    /// With the headers that the type lists. The items of a list are written with commas between them.
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

    /// With a header that holds an idempotency key, where the caller gives one: the service then does
    /// the same once, however often the call is sent.
    #[must_use]
    pub fn keyed_by(mut self, header: &str) -> Self {
        self.is_keyed = self.headers.iter().any(|known| known.name == header);
        self
    }

    /// With a body.
    #[must_use]
    pub fn body<T: Serialize + ?Sized>(mut self, body: &T) -> Self {
        let written = serde_json::to_vec(body);
        self.body = self.keep(written);
        self
    }

    /// With a body, where there is one.
    #[must_use]
    pub fn body_if_given<T: Serialize + ?Sized>(self, body: Option<&T>) -> Self {
        match body {
            Some(body) => self.body(body),
            None => self,
        }
    }

    fn keep<T>(&mut self, written: Result<T, serde_json::Error>) -> Option<T> {
        written.map_err(|error| self.unsendable = Some(error)).ok()
    }

    /// Returns the reason why a part cannot be written, where there is one.
    pub(super) fn check_written<B>(&mut self) -> Result<(), Error<K, B>> {
        match self.unsendable.take() {
            Some(source) => Err(Error::Unsendable { operation: self.operation.id, source }),
            None => Ok(()),
        }
    }

    /// The text of a parameter of the query.
    pub(super) fn query_text(&self, name: &str) -> Option<&str> {
        let (_, texts) = self.query.iter().find(|(key, _)| key == name)?;
        texts.first().map(String::as_str)
    }

    /// Gives a parameter of the query another text.
    pub(super) fn set_query(&mut self, name: &str, text: String) {
        self.query.retain(|(key, _)| key != name);
        self.query.push((name.to_owned(), vec![text]));
    }

    /// Adds the query to a URL, percent-encoded.
    pub(super) fn add_query(&self, url: &mut Url) {
        let pairs =
            self.query.iter().flat_map(|(name, texts)| texts.iter().map(move |t| (name, t)));
        // Without pairs there is no `?`, either.
        for (name, text) in pairs {
            url.query_pairs_mut().append_pair(name, text);
        }
    }

    /// The headers that the caller gives.
    ///
    /// # Errors
    /// The first one whose text no header can hold.
    pub(super) fn header_map<B>(&self) -> Result<HeaderMap, Error<K, B>> {
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
        Ok(map)
    }
}
