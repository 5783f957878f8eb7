//! Servers whose stored resource differs from what their responses say.
//!
//! This module does not know why they differ.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::walk::resource;
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// The way in which the stored resource and the response differ.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Inconsistency {
    /// The response shows the resource as it was before the update.
    OldResponse,
    /// The response shows the update; later responses show the resource as it was before.
    AfterResponse,
    /// An update writes back these properties, which it has read before. So one of two concurrent updates is
    /// lost.
    StaleColumns(Vec<String>),
    /// The first successful response to a GET is cached and returned again.
    CachedGet,
    /// The first 401 response to a GET is cached and returned for every key.
    CachedRefusal,
}

/// The outdated properties that responses show, by name.
pub(super) type OutdatedProperties = Map<String, Value>;

impl Inconsistency {
    /// Caches the response, or replaces it by the cached one of the same URL.
    pub(super) fn cache(
        &self,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
        cached: &mut HashMap<String, ProxyResponse>,
    ) {
        let (keeps, returns) = match self {
            Self::CachedGet => (response.status.is_success(), response.status.is_success()),
            Self::CachedRefusal => (response.status == 401, true),
            _ => return,
        };
        let url = request.uri.to_string();
        match cached.get(&url) {
            Some(first) if returns && request.method == "GET" => *response = first.clone(),
            None if keeps && request.method == "GET" => drop(cached.insert(url, response.clone())),
            _ => {}
        }
    }

    /// Adds the outdated columns to the body of an update.
    pub(super) fn write_back(&self, context: &LayerContext<'_>, body: &mut Value) {
        if let (Self::StaleColumns(columns), Value::Object(members)) = (self, body)
            && !members.is_empty()
        {
            for name in columns {
                if let Some(old) = context.before.get(name) {
                    members.entry(name.clone()).or_insert_with(|| old.clone());
                }
            }
        }
    }

    /// Puts outdated properties into the response to an update.
    pub(super) fn show_outdated(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
        old: &mut OutdatedProperties,
    ) {
        let Some(returned) = resource(context.spec, request, &mut response.body) else { return };
        match self {
            Self::OldResponse if context.before.is_object() => {
                if let Value::Object(before) = context.before {
                    *returned = before.clone();
                }
            }
            Self::AfterResponse => {
                let is_given = |name: &String| request.body.get(name).is_some();
                old.retain(|name, _| !is_given(name));
                for (name, value) in old.iter() {
                    returned.insert(name.clone(), value.clone());
                }
                if let Value::Object(before) = context.before {
                    let lost = before.iter().filter(|(name, _)| is_given(name));
                    old.extend(lost.map(|(name, value)| (name.clone(), value.clone())));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Method, StatusCode, Uri};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_success_is_returned_in_place_of_later_ones() {
        let uri = Uri::from_static("/v1/jobs/1");
        let (method, headers) = (Method::GET, HeaderMap::new());
        let request = ProxyRequest { method, uri, headers, text: Vec::new(), body: Value::Null };
        let answered = |status: StatusCode, body: Value| ProxyResponse {
            status,
            headers: HeaderMap::new(),
            body,
            text: None,
        };
        let mut cached = HashMap::new();
        for (status, body, expected) in [
            (StatusCode::UNAUTHORIZED, json!(0), json!(0)),
            (StatusCode::OK, json!("running"), json!("running")),
            (StatusCode::OK, json!("failed"), json!("running")),
            (StatusCode::UNAUTHORIZED, json!(0), json!(0)),
        ] {
            let mut response = answered(status, body);
            Inconsistency::CachedGet.cache(&request, &mut response, &mut cached);
            assert_eq!(response.body, expected);
        }
    }
}
