//! What is sent, and where to.

use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Method, Request, Url};

use super::caller::Caller;
use super::config_error::ConfigError;
use super::error::Error;
use super::path;
use crate::Operation;

impl<K, B> Caller<K, B> {
    /// How an operation is called, with its parameters.
    pub(super) fn endpoint(
        &self,
        operation: &'static Operation<K>,
        parameters: &[&str],
    ) -> Result<(Method, Url), Error<K, B>> {
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
        let values: Vec<_> = names.zip(parameters.iter().copied()).collect();
        let path = path::filled(path, &values).map_err(|(parameter, fault)| Error::Parameter {
            operation: operation.id,
            parameter,
            fault,
        })?;
        // Both parts were read before, so that this fails for nobody.
        let url = Url::parse(&format!("{}{path}", self.shared.base));
        let url =
            url.map_err(|error| ConfigError::BaseUrl { reason: format!("is none ({error})") });
        Ok((method, url?))
    }

    /// The request, with all that goes with every one.
    pub(super) fn request(
        &self,
        operation: &Operation<K>,
        method: Method,
        url: Url,
        body: Option<Vec<u8>>,
    ) -> Request {
        let shared = &*self.shared;
        let mut request = Request::new(method, url);
        *request.timeout_mut() = Some(shared.timeout);
        *request.headers_mut() = shared.headers.clone();
        let headers = request.headers_mut();
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
