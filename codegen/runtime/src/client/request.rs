//! Builds a request and its URL.

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Request, Url};

use super::call::Call;
use super::caller::Caller;
use super::config_error::ConfigError;
use super::error::Error;
use super::path;
use crate::Operation;

impl<K, B> Caller<K, B> {
    /// Returns the method and URL of a call, with its parameters and its query.
    pub(super) fn endpoint(&self, call: &Call<K>) -> Result<(Method, Url), Error<K, B>> {
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
        let path = path::filled(path, &values).map_err(|(parameter, fault)| Error::Parameter {
            operation: operation.id,
            parameter,
            fault,
        })?;
        // Both parts were parsed before, so this cannot fail.
        let url = Url::parse(&format!("{}{path}", self.shared.base));
        let url =
            url.map_err(|error| ConfigError::BaseUrl { reason: format!("is not a URL ({error})") });
        let mut url = url?;
        call.add_query(&mut url);
        Ok((method, url))
    }

    /// Returns the request, with the headers of every request.
    pub(super) fn request(
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
        if body.is_some() {
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
