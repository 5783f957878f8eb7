//! Applies a difference to requests and responses on their way through the proxy.
//!
//! This module does not know whether the difference is a mistake.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use regex::Regex;
use serde_json::{Value, json};
use webdata_reference::Keys;
use webdata_spec::Spec;
use webdata_spec::model::{Operation, ResourceEffect};

use super::accepted_values::{AcceptedValues, stand_in_value};
use super::difference::{Difference, EchoedMembers, PropertyFilling, ResponseOverride, Rewrite};
use super::reading::{mistake_key, route};
use super::selector::{Condition, Part, ValueSelector};
use super::storing::{Inconsistency, OutdatedProperties};
use super::walk::{Place, Visited, each_at, is_update, operation, resource, visit};
use crate::exchange::{LayerContext, ProxyRequest, ProxyResponse, error_body, is_same_json};

/// A body that breaks every operation's schema. The server behind rejects it after it has checked the key and
/// the resource.
const REJECTED: &[u8] = b"[]";

/// How long a request waits where requests have to overlap.
const OVERLAP: Duration = Duration::from_millis(5);

/// The layer of the proxy that makes a server differ.
#[derive(Debug)]
pub(crate) struct DifferenceLayer {
    difference: Difference,
    keys: Keys,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of requests with the values that the difference is about.
    count: usize,
    accepted: AcceptedValues,
    /// The outdated properties of each resource, by its path.
    old: HashMap<String, OutdatedProperties>,
    /// The cached responses, by URL.
    cached: HashMap<String, ProxyResponse>,
}

impl DifferenceLayer {
    pub(crate) fn new(difference: Difference, keys: Keys) -> Self {
        Self { difference, keys, state: Mutex::default() }
    }

    /// Returns whether the server gives a wrong response where `right` is correct. Accepting a valid value and
    /// rejecting an invalid one are correct.
    pub(crate) fn is_wrong_for(&self, right: StatusCode) -> bool {
        match self.difference {
            Difference::Accepts(_) => !right.is_success(),
            Difference::Rejects(_) => right.is_success(),
            Difference::Parses(_)
            | Difference::Reads(_)
            | Difference::Returns(_)
            | Difference::Overrides(_)
            | Difference::TurnsAway(_)
            | Difference::Fills(_)
            | Difference::Merges(_)
            | Difference::Echoes(_)
            | Difference::Contract(_)
            | Difference::Forgets(_)
            | Difference::Routes(_)
            | Difference::Keys(_) => true,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while the lock is held; and if some did, the state would still be complete.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request has values that the difference is about, and counts such requests.
    fn counts_match(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        values: &ValueSelector,
    ) -> bool {
        let type_name = request_type(context, request);
        let has_values = match &type_name {
            Some(name) => values.selects_any_in(context.spec, name, &request.body),
            None => !values.depends_on_values(),
        };
        let has_values = has_values && values.is_about(context, request);
        let mut state = self.state();
        let is_match = has_values
            && values.when.is_none_or(|when| when.holds_for(context, request, state.count));
        state.count += usize::from(has_values);
        is_match
    }

    fn accept(
        &self,
        context: &LayerContext<'_>,
        values: &ValueSelector,
        request: &mut ProxyRequest,
    ) {
        let Some(type_name) = request_type(context, request) else { return };
        if !self.is_meant(context, values, &type_name, request) {
            return;
        }
        let body = self.state().accepted.take(context.spec, &type_name, values, request);
        body.into_iter().for_each(|body| replace(request, body));
    }

    /// Returns whether a request is one that the difference is about, whatever values it changes.
    fn is_meant(
        &self,
        context: &LayerContext<'_>,
        values: &ValueSelector,
        type_name: &str,
        request: &ProxyRequest,
    ) -> bool {
        values.is_about(context, request)
            && values.has_other_values(context.spec, type_name, &request.body)
            && values.when.is_none_or(|when| when.holds_for(context, request, self.state().count))
    }

    fn read(&self, context: &LayerContext<'_>, rewrite: &Rewrite, request: &mut ProxyRequest) {
        let Some(type_name) = request_type(context, request) else { return };
        if !self.is_meant(context, &rewrite.values, &type_name, request) {
            return;
        }
        let mut body = request.body.clone();
        visit(context.spec, &type_name, &mut body, &mut |place, value| match rewrite
            .values
            .selects(place, value)
        {
            true => rewrite.to.apply(place, value),
            false => Visited::Stays,
        });
        // An empty update would be rejected. So the update sets a property to its current value, which changes
        // nothing; if no response has shown a value yet, to any valid value.
        if request.body != json!({})
            && let Some(members) = body.as_object_mut().filter(|members| members.is_empty())
            && is_update(context.spec, request)
            && let Some(object) = context.spec.object(&type_name)
        {
            let known = object
                .properties
                .keys()
                .find_map(|name| Some((name.clone(), context.before.get(name)?.clone())));
            let any = || {
                let (name, property) = object.properties.first()?;
                Some((
                    name.clone(),
                    stand_in_value(context.spec, &property.schema, &Value::Null, 0),
                ))
            };
            members.extend(known.or_else(any));
        }
        if !is_same_json(&body, &request.body) {
            replace(request, body);
        }
    }

    fn rewrite_response(
        context: &LayerContext<'_>,
        rewrite: &Rewrite,
        response: &mut ProxyResponse,
    ) {
        let request = context.original;
        let called = operation(context.spec, &request.method, request.uri.path());
        let values = &rewrite.values;
        let type_name = called.and_then(|called| called.request.as_deref()).unwrap_or_default();
        let holds = values.when.is_none_or(|when| {
            when.holds_for(context, request, 0)
                && when.holds_for_response(context.spec, request, response)
        });
        if !holds
            || !values.is_about(context, request)
            || !values.has_other_values(context.spec, type_name, &request.body)
        {
            return;
        }
        let change = |place: &Place<'_>, value: &mut Value| match values.selects(place, value) {
            true => rewrite.to.apply(place, value),
            false => Visited::Stays,
        };
        if let Some(pointer) = &values.pointer {
            each_at(&mut response.body, pointer, &mut |value| {
                // A value at a pointer stays, whatever it becomes.
                let _ = change(&Place::without_schema(context.spec), value);
            });
            return;
        }
        let of_error = called.map_or(&context.spec.service.error_body, |it| &it.error_body);
        let type_name = match response.status.is_success() {
            true => called.and_then(Operation::response_type),
            false => (values.when == Some(Condition::EveryError)).then_some(of_error),
        };
        if let Some(type_name) = type_name {
            visit(context.spec, type_name, &mut response.body, &mut { change });
        }
    }

    fn fill(
        &self,
        context: &LayerContext<'_>,
        filling: &PropertyFilling,
        request: &mut ProxyRequest,
    ) {
        if !is_update(context.spec, request)
            || !self.counts_match(context, request, &filling.values)
        {
            return;
        }
        let mut body = request.body.clone();
        if let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) {
            let stored = filling.stored.iter();
            let stored = stored.filter_map(|name| Some((name, context.before.get(name)?)));
            for (name, value) in filling.with.iter().chain(stored) {
                members.entry(name.clone()).or_insert_with(|| value.clone());
            }
            replace(request, body);
        }
    }

    /// Returns whether a request gets the wrong response.
    fn applies_to(
        &self,
        context: &LayerContext<'_>,
        override_with: &ResponseOverride,
        request: &ProxyRequest,
    ) -> bool {
        // A missing header counts as empty.
        let header = |name: &String| {
            let all = request.headers.get_all(name.as_str()).iter();
            let mut all: Vec<&str> = all.filter_map(|value| value.to_str().ok()).collect();
            if all.is_empty() {
                all.push("");
            }
            let matches = |like: &Regex| all.iter().any(|header| like.is_match(header));
            override_with.header_like.as_ref().is_none_or(matches)
                && !override_with.header_unlike.as_ref().is_some_and(matches)
        };
        override_with.method.as_ref().is_none_or(|method| method == request.method.as_str())
            && override_with.path.as_ref().is_none_or(|path| path.is_match(request.uri.path()))
            && override_with.header.as_ref().is_none_or(header)
            && self.counts_match(context, request, &override_with.values)
    }

    /// Changes a request, or responds to it at once.
    pub(crate) fn before(
        &self,
        context: &LayerContext<'_>,
        request: &mut ProxyRequest,
    ) -> Option<ProxyResponse> {
        match &self.difference {
            Difference::Parses(leniency) => {
                let read =
                    request_type(context, request).and_then(|_| leniency.read(&request.text));
                if let Some(text) = read {
                    request.body = serde_json::from_str(&text).unwrap_or_default();
                    request.text = text.into_bytes();
                    let json = HeaderValue::from_static("application/json");
                    request.headers.insert(CONTENT_TYPE, json);
                }
            }
            Difference::Reads(rewrite) => self.read(context, rewrite, request),
            Difference::Accepts(values) => self.accept(context, values, request),
            Difference::Rejects(values) => {
                if self.counts_match(context, request, values) {
                    reject(context, request);
                }
            }
            Difference::Overrides(override_with) => {
                if override_with.depends_on_body()
                    && self.applies_to(context, override_with, request)
                {
                    reject(context, request);
                }
            }
            Difference::Fills(filling) => self.fill(context, filling, request),
            Difference::Forgets(memory) => {
                let mut body = request.body.clone();
                memory.write_back(context, &mut body);
                if body != request.body && is_update(context.spec, request) {
                    replace(request, body);
                }
            }
            Difference::Routes(routing) => route(*routing, request),
            Difference::Keys(mistake) => {
                mistake_key(*mistake, context.spec, &self.keys, request);
            }
            Difference::TurnsAway(override_with) => {
                // A part of a contract may lack the error.
                let has_error = |row: &String| context.spec.errors.contains_key(row);
                if override_with.row.as_ref().is_none_or(has_error)
                    && self.applies_to(context, override_with, request)
                {
                    let text = "Turned away";
                    let mut response = ProxyResponse::error(context.spec, StatusCode::OK, text);
                    override_with.response(context.spec, &mut response);
                    return Some(response);
                }
            }
            Difference::Returns(_)
            | Difference::Merges(_)
            | Difference::Echoes(_)
            | Difference::Contract(_) => {}
        }
        None
    }

    /// Returns how long a request waits before it is forwarded.
    pub(crate) fn pause(&self) -> Duration {
        match self.difference {
            // Updates that are sent together have to overlap between reading and writing.
            Difference::Forgets(Inconsistency::StaleColumns(_)) => OVERLAP,
            Difference::TurnsAway(ref given)
                if given.values.when == Some(Condition::Concurrent) =>
            {
                OVERLAP
            }
            _ => Duration::ZERO,
        }
    }

    /// Returns whether updates are merged with what is stored.
    pub(crate) fn merges(&self) -> bool {
        matches!(self.difference, Difference::Merges(_))
    }

    /// Returns the body of a further update to send after an accepted request.
    pub(crate) fn further_update(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
    ) -> Option<Value> {
        match &self.difference {
            Difference::Merges(merging) => merging.further_update(context, request),
            _ => None,
        }
    }

    /// Changes a response.
    pub(crate) fn after(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        match &self.difference {
            Difference::Accepts(_) => {
                self.state().accepted.restore(context.spec, context.original, response);
            }
            Difference::Returns(rewrite) => Self::rewrite_response(context, rewrite, response),
            Difference::Overrides(override_with) => {
                // If the body decides, the request was changed on its way to the server behind.
                let is_concerned = match override_with.depends_on_body() {
                    true => {
                        request.text != context.original.text && request.text == REJECTED
                            || context.original.text == REJECTED
                                && self.applies_to(context, override_with, request)
                    }
                    false => self.applies_to(context, override_with, context.original),
                };
                if is_concerned && override_with.replaces(context.spec, context.original, response)
                {
                    override_with.response(context.spec, response);
                }
            }
            Difference::Forgets(memory) => {
                let mut state = self.state();
                memory.cache(context.original, response, &mut state.cached);
                let old = state.old.entry(context.original.uri.path().to_lowercase()).or_default();
                memory.show_outdated(context, context.original, response, old);
            }
            Difference::Echoes(EchoedMembers::Unlisted) => echo_unlisted(context, response),
            Difference::Parses(_)
            | Difference::Reads(_)
            | Difference::Rejects(_)
            | Difference::TurnsAway(_)
            | Difference::Merges(_)
            | Difference::Contract(_)
            | Difference::Fills(_)
            | Difference::Routes(_)
            | Difference::Keys(_) => {}
        }
    }
}

/// Adds the properties of a request that its type does not list to the resource in the response.
fn echo_unlisted(context: &LayerContext<'_>, response: &mut ProxyResponse) {
    let request = context.original;
    let called = operation(context.spec, &request.method, request.uri.path());
    let listed =
        called.filter(|called| called.resource_effect().is_some_and(ResourceEffect::stores));
    let listed = listed.and_then(|called| context.spec.object(called.request.as_ref()?));
    if let (Some(listed), Value::Object(members)) = (listed, &request.body)
        && response.status.is_success()
        && let Some(returned) = resource(context.spec, request, &mut response.body)
    {
        let unlisted = members.iter().filter(|(name, _)| !listed.properties.contains_key(*name));
        returned.extend(unlisted.map(|(name, value)| (name.clone(), value.clone())));
    }
}

fn request_type(context: &LayerContext<'_>, request: &ProxyRequest) -> Option<String> {
    operation(context.spec, &request.method, request.uri.path())?.request.clone()
}

fn replace(request: &mut ProxyRequest, body: Value) {
    request.text = body.to_string().into_bytes();
    request.body = body;
}

/// Replaces the body so that the server behind rejects the request and changes nothing.
fn reject(context: &LayerContext<'_>, request: &mut ProxyRequest) {
    if request_type(context, request).is_some() {
        request.text = REJECTED.to_vec();
        request.body = json!([]);
        let json = HeaderValue::from_static("application/json");
        request.headers.insert(CONTENT_TYPE, json);
    }
}

/// An HTML page of a server or proxy, in place of JSON.
const ERROR_PAGE: &str = "<!DOCTYPE html><html><body><pre>Error</pre></body></html>";

impl ResponseOverride {
    /// Returns whether the override depends on the body of the request. If so, the server behind must not
    /// carry the request out.
    fn depends_on_body(&self) -> bool {
        let part = self.values.when.map(Condition::part);
        match part {
            Some(part) => part == Part::Body,
            None => self.values.depends_on_values(),
        }
    }

    /// Returns whether this response replaces the correct one. If it depends on the body, correct responses
    /// about the key or the resource take precedence.
    pub(super) fn replaces(
        &self,
        spec: &Spec,
        request: &ProxyRequest,
        response: &ProxyResponse,
    ) -> bool {
        let status = response.status.as_u16();
        let comes_later = match self.values.when.map(Condition::part) {
            Some(Part::Path) => [200, 400, 404].contains(&status),
            Some(Part::Response | Part::Headers) => true,
            _ if self.depends_on_body() => [400, 413, 415, 422].contains(&status),
            _ => true,
        };
        comes_later
            && self.instead_of.is_none_or(|replaced| replaced == status)
            && self.values.when.is_none_or(|when| when.holds_for_response(spec, request, response))
            && self.values.is_returned(spec, request, response)
    }

    pub(super) fn response(&self, spec: &Spec, response: &mut ProxyResponse) {
        let row = self.row.as_ref().and_then(|row| spec.errors.get(row));
        let status = self.status.or(row.map(|row| row.status));
        if let Some(status) = status.and_then(|code| StatusCode::from_u16(code).ok()) {
            response.status = status;
        }
        if let Some(error) = self.error.as_deref().or(row.and_then(|row| row.text.shown())) {
            response.body = error_body(spec, error);
        }
        if let Some(media_type) = &self.media_type
            && let Ok(value) = HeaderValue::from_str(media_type)
        {
            response.headers.insert(CONTENT_TYPE, value);
            if !media_type.contains("json") {
                response.text = Some(ERROR_PAGE.to_owned());
            }
        }
        if let Some(body) = &self.body {
            response.body = serde_json::from_str(body).unwrap_or_default();
            response.text = Some(body.clone());
        }
        if let Value::Object(members) = &mut response.body {
            members.retain(|name, _| !self.without.contains(name));
            if !self.appended.is_empty() {
                let text = response.body.to_string();
                let rest = text.strip_suffix('}').unwrap_or(&text);
                let comma = if rest.ends_with('{') { "" } else { "," };
                response.text = Some(format!("{rest}{comma}{}}}", self.appended));
            }
        }
        if let (Some(notation), None, false) =
            (self.written, &response.text, response.body.is_null())
        {
            response.text = Some(notation.write(&response.body));
        }
        let parsed = |(name, value): &(String, String)| {
            Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?))
        };
        for (name, value) in self.further_headers.iter().filter_map(parsed) {
            response.headers.append(name, value);
        }
        for (name, value) in self.headers.iter().filter_map(parsed) {
            match value.is_empty() {
                true => drop(response.headers.remove(name)),
                false => drop(response.headers.insert(name, value)),
            }
        }
    }
}
