//! Builds a request of a case for one target: its URL, headers and body.
//!
//! This module sends nothing, and prints no key.

use std::borrow::Cow;

use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;
use webdata_cases::case::{Endpoint, KeyForm, KeyName, Request};
use webdata_cases::challenge::CHALLENGE_HEADER;

use crate::target::{Circumstance, Secret, Target, Text};

/// A request with everything that the target adds to it.
pub(crate) struct Message<'m> {
    pub(crate) method: &'m str,
    pub(crate) url: String,
    pub(crate) headers: Vec<Header<'m>>,
    pub(crate) body: Option<Vec<u8>>,
}

/// A header. Its value may contain a key.
pub(crate) struct Header<'m> {
    pub(crate) name: &'m str,
    pub(crate) before: Cow<'m, str>,
    pub(crate) key: Option<Cow<'m, Secret>>,
    pub(crate) after: &'m str,
}

impl<'m> Message<'m> {
    /// Builds the message of a request for a target; `leased` has the fixtures for the path parameters.
    /// Returns `None` if the target does not bind the operation.
    pub(crate) fn new(target: &'m Target, request: &'m Request, leased: &[String]) -> Option<Self> {
        let (method, path) = endpoint(target, request)?;
        let circumstance = circumstance(target, request);
        let path = request.parameters.iter().fold(path.to_owned(), |path, (name, argument)| {
            let value =
                circumstance.and_then(|circumstance| circumstance.parameters.get(name)).cloned();
            path.replace(&format!("{{{name}}}"), &value.unwrap_or_else(|| argument.text(leased)))
        });
        let provoking = request.provoke.as_ref().and_then(|error| target.provocations.get(error));
        let mut headers = Vec::new();
        if let Some(authorization) = &request.authorization {
            let valid = authorization.key == Some(KeyName::Valid);
            let key = circumstance.and_then(|circumstance| circumstance.key.as_ref());
            let key = provoking
                .and_then(|provocation| provocation.key.as_ref())
                .or(key)
                .filter(|_| valid);
            headers.push(Header {
                name: &authorization.header,
                before: Cow::Borrowed(&authorization.prefix),
                key: key
                    .or_else(|| target.keys.get(&authorization.key?))
                    .and_then(|key| key_in_form(key, authorization.form)),
                after: &authorization.suffix,
            });
        }
        headers.extend(request.headers.iter().flat_map(|(name, value)| {
            let header = |text| Header { name, before: Cow::Owned(text), key: None, after: "" };
            let put =
                request.header_arguments.get(name).map(|argument| vec![argument.text(leased)]);
            put.unwrap_or_else(|| value_strings(value)).into_iter().map(header)
        }));
        let circumstance_headers =
            circumstance.into_iter().flat_map(|circumstance| &circumstance.headers);
        let trigger = target.webhooks.as_ref().filter(|_| request.is_trigger);
        let trigger = trigger.into_iter().flat_map(|webhooks| &webhooks.trigger.headers);
        let provoking = provoking.into_iter().flat_map(|provocation| &provocation.headers);
        let added = provoking.chain(circumstance_headers).chain(trigger);
        headers.extend(added.map(Header::new));
        let body = circumstance.and_then(|circumstance| circumstance.body.as_ref());
        let body = body.map(|body| body.to_string().into_bytes());
        let body = body.or_else(|| request.bytes(leased));
        if body.is_some() {
            headers.push(Header {
                name: "Content-Type",
                before: Cow::Borrowed(&request.media_type),
                key: None,
                after: "",
            });
        }
        // Headers of the case take precedence over those that every request gets.
        let is_new =
            |name: &str| !headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
        let common = target.headers.iter().filter(|(name, _)| is_new(name));
        let common: Vec<Header<'m>> = common.map(Header::new).collect();
        headers.extend(common);
        headers.extend(target.challenge.as_ref().map(|challenge| Header {
            name: CHALLENGE_HEADER,
            before: Cow::Borrowed(challenge.as_str()),
            key: None,
            after: "",
        }));
        let query = query(&request.query);
        Some(Self { method, url: format!("{}{path}{query}", target.base_url), headers, body })
    }

    /// Adds headers, each in place of any header with the same name.
    pub(crate) fn add(&mut self, headers: &'m [(String, Text)]) {
        for header in headers {
            self.headers.retain(|known| !known.name.eq_ignore_ascii_case(&header.0));
            self.headers.push(Header::new(header));
        }
    }
}

impl<'m> Header<'m> {
    fn new((name, value): &'m (String, Text)) -> Self {
        let (before, key) = match value {
            Text::Plain(text) => (text.as_str(), None),
            Text::Secret(secret) => ("", Some(Cow::Borrowed(secret))),
        };
        Self { name, before: Cow::Borrowed(before), key, after: "" }
    }
}

/// Returns the value of a key as it is sent.
fn key_in_form(key: &Secret, form: KeyForm) -> Option<Cow<'_, Secret>> {
    match form {
        KeyForm::Whole => Some(key.current()),
        changed => key.current().changed(changed).map(Cow::Owned),
    }
}

/// Returns a query with its question mark, or an empty string without parameters.
pub(crate) fn query(parameters: &Map<String, Value>) -> String {
    let mut written = Serializer::new(String::new());
    for (name, value) in parameters {
        written.extend_pairs(value_strings(value).iter().map(|text| (name, text)));
    }
    let written = written.finish();
    if written.is_empty() { written } else { format!("?{written}") }
}

/// Returns the strings of a parameter or a header: one, or one for each item of a list.
fn value_strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(value_strings).collect(),
        scalar => vec![scalar.to_string()],
    }
}

fn endpoint<'m>(target: &'m Target, request: &'m Request) -> Option<(&'m str, &'m str)> {
    if request.is_trigger {
        let Endpoint { method, path } = &target.webhooks.as_ref()?.trigger.endpoint;
        return Some((method, path));
    }
    if let Some(endpoint) = &request.endpoint {
        return Some((&endpoint.method, &endpoint.path));
    }
    let bound = target.bindings.get(request.operation.as_ref()?)?;
    Some((&bound.method, &bound.path))
}

fn circumstance<'m>(target: &'m Target, request: &Request) -> Option<&'m Circumstance> {
    target.circumstance(request.operation.as_ref()?, request.circumstance.as_ref()?)
}
