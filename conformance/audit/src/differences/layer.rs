//! Applies a difference to requests and responses on their way through the proxy.
//!
//! This module does not know whether the difference is a mistake.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use regex::Regex;
use serde_json::{Map, Value, json};
use webdata_reference::{Keys, PROVOKE_HEADER};
use webdata_spec::Spec;
use webdata_spec::model::{Operation, ResourceEffect};

use super::accepted_values::{AcceptedValues, stand_in_value};
use super::condition::{Condition, Part};
use super::conversion::{Conversion, Pattern};
use super::difference::{
    Deviation, Difference, HeaderChange, PropertyFilling, ResponseOverride, Rewrite,
};
use super::keys;
use super::selector::{ValueSelector, depth};
use super::storing::{Inconsistency, Merging, Remembered};
use super::walk::{Place, Visited, called, each_at, is_update, operation, resource};
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
    /// Whether the layer has changed anything yet.
    pub(crate) acted: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    /// The number of requests with the values that the difference is about.
    count: usize,
    accepted: AcceptedValues,
    remembered: Remembered,
}

/// The parts of an exchange that a layer reads or changes.
pub(crate) struct Needs {
    /// Whether the layer may change exchanges of the operation.
    pub(crate) is_concerned: bool,
    pub(crate) body: bool,
    /// Whether the layer depends on earlier exchanges.
    pub(crate) memory: bool,
}

impl DifferenceLayer {
    pub(crate) fn new(difference: Difference, keys: Keys) -> Self {
        Self { difference, keys, state: Mutex::default(), acted: false.into() }
    }

    /// Returns whether the difference makes a response wrong if the correct one has the status code `right`. It is
    /// no mistake to accept a valid request or to reject an invalid one.
    pub(crate) fn is_wrong_for(&self, right: StatusCode) -> bool {
        let what = &self.difference.what;
        !(matches!(what, Deviation::Accepts(_)) && right.is_success()
            || matches!(what, Deviation::Rejects(_)) && !right.is_success())
    }

    /// Returns what the layer needs of an exchange with this method and path.
    pub(crate) fn needs(&self, spec: &Spec, method: &Method, path: &str) -> Needs {
        let (body, memory) = match &self.difference.what {
            Deviation::Headers(_)
            | Deviation::Routes(..)
            | Deviation::Keys(_)
            | Deviation::Contract(_)
            | Deviation::Inside(_) => (false, false),
            Deviation::Parses(_) | Deviation::EchoesUnlisted => (true, false),
            Deviation::Fills(_) | Deviation::Merges(_) | Deviation::Forgets(_) => (true, true),
            Deviation::Accepts(values) | Deviation::Rejects(values) => {
                (true, values.depends_on_memory())
            }
            // An update that becomes empty gets a property with its stored value: see `read`.
            Deviation::Reads(Rewrite { values, .. }) => {
                (true, values.exact.is_none() || values.depends_on_memory())
            }
            Deviation::Returns(Rewrite { values, .. }) => {
                (values.needs_body(), values.depends_on_memory())
            }
            Deviation::Overrides(given)
            | Deviation::TurnsAway(given)
            | Deviation::Provokes(given) => (given.needs_body(), given.values.depends_on_memory()),
        };
        let is_concerned =
            self.difference.operation.as_ref().is_none_or(|id| {
                operation(spec, method, path).is_some_and(|called| called.id == *id)
            });
        Needs { is_concerned, body: is_concerned && body, memory }
    }

    /// Returns whether the layer may change a response with this error row; `None` for a success.
    pub(crate) fn is_about_response(&self, row: Option<&str>) -> bool {
        let of = match &self.difference.what {
            Deviation::Returns(rewrite) => &rewrite.values.of,
            Deviation::Overrides(given) => &given.values.of,
            Deviation::Accepts(_) | Deviation::Forgets(_) | Deviation::EchoesUnlisted => &None,
            Deviation::Parses(_)
            | Deviation::Reads(_)
            | Deviation::Rejects(_)
            | Deviation::TurnsAway(_)
            | Deviation::Provokes(_)
            | Deviation::Headers(_)
            | Deviation::Fills(_)
            | Deviation::Merges(_)
            | Deviation::Contract(_)
            | Deviation::Routes(..)
            | Deviation::Keys(_)
            | Deviation::Inside(_) => return false,
        };
        of.as_ref().is_none_or(|kind| kind.is_of(row))
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
            // The kind of the response decides.
            _ if values.of.is_some() => true,
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

    /// Returns the type of the body, if the difference is about the request. The values to change may be absent.
    fn meant_type(
        &self,
        context: &LayerContext<'_>,
        values: &ValueSelector,
        request: &ProxyRequest,
    ) -> Option<String> {
        let type_name = request_type(context, request)?;
        let is_meant = values.is_about(context, request)
            && values.has_other_values(context.spec, &type_name, &request.body)
            && values.when.is_none_or(|when| when.holds_for(context, request, self.state().count));
        is_meant.then_some(type_name)
    }

    fn read(&self, context: &LayerContext<'_>, rewrite: &Rewrite, request: &mut ProxyRequest) {
        let Some(type_name) = self.meant_type(context, &rewrite.values, request) else { return };
        let mut body = request.body.clone();
        rewrite.apply(context.spec, &type_name, &mut body);
        // An empty update would be rejected. So the update sets a property to its current value, which changes
        // nothing; if no response has shown a value yet, to any valid value.
        if rewrite.values.exact.is_none()
            && request.body != json!({})
            && let Some(members) = body.as_object_mut().filter(|members| members.is_empty())
            && is_update(context.spec, request)
            && let Some(object) = context.spec.object(&type_name)
        {
            let names = &mut object.properties.keys();
            let known =
                names.find_map(|name| Some((name.clone(), context.before.get(name)?.clone())));
            let any = || {
                let (name, property) = object.properties.first()?;
                let value = stand_in_value(context.spec, &property.schema, &Value::Null, 0);
                Some((name.clone(), value))
            };
            members.extend(known.or_else(any));
        }
        if !is_same_json(&body, &request.body) {
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
            && override_with.body_like.as_ref().is_none_or(|like| like.is_match(&request.text))
            && override_with.longer_than.is_none_or(|size| request.text.len() > size)
            && override_with.deeper_than.is_none_or(|level| depth(&request.text) > level)
            && self.counts_match(context, request, &override_with.values)
    }

    /// Changes a request, or responds to it at once.
    pub(crate) fn before(
        &self,
        context: &LayerContext<'_>,
        request: &mut ProxyRequest,
    ) -> Option<ProxyResponse> {
        // A part of a contract may lack the error.
        let has_error = |row: &String| context.spec.errors.contains_key(row);
        match &self.difference.what {
            Deviation::Parses(leniency) => {
                if request_type(context, request).is_some()
                    && let Some(text) = leniency.read(&request.text)
                {
                    replace_text(request, text.into_bytes());
                }
            }
            Deviation::Reads(rewrite) => self.read(context, rewrite, request),
            Deviation::Accepts(values) => {
                let spec = context.spec;
                if let Some(name) = self.meant_type(context, values, request)
                    && let Some(body) = self.state().accepted.take(spec, &name, values, request)
                {
                    replace(request, body);
                }
            }
            Deviation::Rejects(values) => {
                if self.counts_match(context, request, values) {
                    reject(context, request);
                }
            }
            Deviation::Overrides(override_with) => {
                if override_with.depends_on_body()
                    && self.applies_to(context, override_with, request)
                {
                    reject(context, request);
                }
            }
            Deviation::Fills(PropertyFilling { values, with, stored }) => {
                if is_update(context.spec, request)
                    && self.counts_match(context, request, values)
                    && let Some(body) = filled(context, request, with, stored)
                {
                    replace(request, body);
                }
            }
            Deviation::Forgets(Inconsistency::StaleColumns(names)) => {
                if is_update(context.spec, request)
                    && let Some(body) = filled(context, request, &Map::new(), names)
                    && body != request.body
                {
                    replace(request, body);
                }
            }
            Deviation::Routes(pattern, with) => route(pattern, with, request),
            Deviation::Keys(wrong) => keys::accept(*wrong, context.spec, &self.keys, request),
            Deviation::Headers(change) => change.apply(request),
            Deviation::Provokes(given) => {
                if let Some(row) = given.row.as_ref().filter(|row| has_error(row))
                    && self.applies_to(context, given, request)
                    && let Ok(row) = HeaderValue::from_str(row)
                {
                    request.headers.insert(PROVOKE_HEADER, row);
                }
            }
            Deviation::TurnsAway(override_with) => {
                if override_with.row.as_ref().is_none_or(has_error)
                    && self.applies_to(context, override_with, request)
                {
                    let text = "Turned away";
                    let mut response = ProxyResponse::error(context.spec, StatusCode::OK, text);
                    override_with.response(context.spec, &mut response);
                    return Some(response);
                }
            }
            Deviation::Returns(_)
            | Deviation::Merges(_)
            | Deviation::Forgets(_)
            | Deviation::EchoesUnlisted
            | Deviation::Contract(_)
            | Deviation::Inside(_) => {}
        }
        None
    }

    /// Returns how long a request waits before it is forwarded.
    pub(crate) fn pause(&self) -> Duration {
        match self.difference.what {
            // Updates that are sent together have to overlap between reading and writing.
            Deviation::Forgets(Inconsistency::StaleColumns(_)) => OVERLAP,
            Deviation::TurnsAway(ref given) if given.values.when == Some(Condition::Concurrent) => {
                OVERLAP
            }
            _ => Duration::ZERO,
        }
    }

    /// Returns how updates are merged with what is stored, if they are.
    pub(crate) fn merging(&self) -> Option<&Merging> {
        match &self.difference.what {
            Deviation::Merges(merging) => Some(merging),
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
        match &self.difference.what {
            Deviation::Accepts(_) => {
                self.state().accepted.restore(context, response);
            }
            Deviation::Returns(rewrite) => rewrite.change_response(context, response),
            Deviation::Overrides(override_with) => {
                // If the body decides, `before` has replaced the body by `REJECTED`.
                let is_concerned = if override_with.depends_on_body() {
                    request.text != context.original.text && request.text == REJECTED
                        || context.original.text == REJECTED
                            && self.applies_to(context, override_with, request)
                } else {
                    self.applies_to(context, override_with, context.original)
                };
                if is_concerned && override_with.replaces(context, response) {
                    override_with.response(context.spec, response);
                }
            }
            Deviation::Forgets(memory) => {
                memory.show(context, response, &mut self.state().remembered);
            }
            Deviation::EchoesUnlisted => echo_unlisted(context, response),
            Deviation::Parses(_)
            | Deviation::Reads(_)
            | Deviation::Rejects(_)
            | Deviation::TurnsAway(_)
            | Deviation::Provokes(_)
            | Deviation::Headers(_)
            | Deviation::Merges(_)
            | Deviation::Contract(_)
            | Deviation::Inside(_)
            | Deviation::Fills(_)
            | Deviation::Routes(..)
            | Deviation::Keys(_) => {}
        }
    }
}

impl HeaderChange {
    fn apply(&self, request: &mut ProxyRequest) {
        if request.headers.remove(&self.name).is_none() {
            return;
        }
        let value = self.to.as_ref().and_then(|to| HeaderValue::from_str(to).ok());
        if let (Some(value), Ok(name)) = (value, HeaderName::try_from(&self.name)) {
            request.headers.insert(name, value);
        }
    }
}

/// Replaces the matches of a pattern in the path of a request.
fn route(pattern: &Pattern, with: &str, request: &mut ProxyRequest) {
    let routed = pattern.substitute(request.uri.path(), with);
    let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    if routed != request.uri.path()
        && let Ok(uri) = format!("{routed}{query}").parse()
    {
        request.uri = uri;
    }
}

impl Rewrite {
    fn change(&self, place: &Place<'_>, value: &mut Value) -> Visited {
        if self.values.selects(place, value) { self.to.apply(place, value) } else { Visited::Stays }
    }

    fn apply(&self, spec: &Spec, type_name: &str, body: &mut Value) {
        self.values.visit(spec, type_name, body, &mut |place, value| self.change(place, value));
        if let (true, Some(exact), Conversion::Value(value)) =
            (self.adds, &self.values.exact, &self.to)
        {
            exact.fill(body, value);
        }
    }

    fn change_response(&self, context: &LayerContext<'_>, response: &mut ProxyResponse) {
        let (request, values) = (context.original, &self.values);
        let called = called(context.spec, request);
        let type_name = called.and_then(|called| called.request.as_deref()).unwrap_or_default();
        let holds = values.when.is_none_or(|when| {
            when.holds_for(context, request, 0) && when.holds_for_response(context, response)
        });
        if !holds
            || !values.is_about(context, request)
            || !values.has_other_values(context.spec, type_name, &request.body)
        {
            return;
        }
        if let Some(pointer) = &values.pointer {
            each_at(&mut response.body, pointer, &mut |value| {
                // A value at a pointer is never removed.
                let _ = self.change(&Place::without_schema(context.spec), value);
            });
            return;
        }
        let of_error = called.map_or(&context.spec.service.error_body, |it| &it.error_body);
        let type_name = match response.status.is_success() {
            // An exact place needs no type.
            _ if values.exact.is_some() => Some(""),
            true => called.and_then(Operation::response_type).map(String::as_str),
            false => (values.when == Some(Condition::EveryError)).then_some(of_error.as_str()),
        };
        if let Some(type_name) = type_name {
            self.apply(context.spec, type_name, &mut response.body);
        }
    }
}

/// Adds the properties of a request that its type does not list to the resource in the response.
fn echo_unlisted(context: &LayerContext<'_>, response: &mut ProxyResponse) {
    let request = context.original;
    let called = called(context.spec, request);
    let listed =
        called.filter(|called| called.resource_effect().is_some_and(ResourceEffect::stores));
    let listed = listed.and_then(|called| context.spec.object(called.request.as_ref()?));
    if let (Some(listed), Value::Object(members)) = (listed, &request.body)
        && response.status.is_success()
        && let Some(returned) = resource(context.spec, request, &mut response.body)
    {
        // What only the server sets stays as it is.
        for (name, value) in
            members.iter().filter(|(name, _)| !listed.properties.contains_key(*name))
        {
            returned.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
}

fn request_type(context: &LayerContext<'_>, request: &ProxyRequest) -> Option<String> {
    called(context.spec, request)?.request.clone()
}

/// Adds to the body the properties of `with`, and those of `stored` with their stored values, where they are
/// missing. Returns `None` for a body without properties.
fn filled(
    context: &LayerContext<'_>,
    request: &ProxyRequest,
    with: &Map<String, Value>,
    stored: &[String],
) -> Option<Value> {
    let mut members = request.body.as_object().filter(|members| !members.is_empty())?.clone();
    let stored = stored.iter().filter_map(|name| Some((name, context.before.get(name)?)));
    for (name, value) in with.iter().chain(stored) {
        members.entry(name.clone()).or_insert_with(|| value.clone());
    }
    Some(members.into())
}

fn replace(request: &mut ProxyRequest, body: Value) {
    request.text = body.to_string().into_bytes();
    request.body = body;
}

/// Replaces the body so that the server behind rejects the request and changes nothing.
fn reject(context: &LayerContext<'_>, request: &mut ProxyRequest) {
    if request_type(context, request).is_some() {
        replace_text(request, REJECTED.to_vec());
    }
}

fn replace_text(request: &mut ProxyRequest, text: Vec<u8>) {
    request.body = serde_json::from_slice(&text).unwrap_or_default();
    request.text = text;
    let json = HeaderValue::from_static("application/json");
    request.headers.insert(CONTENT_TYPE, json);
}

/// An HTML page of a server or proxy, in place of JSON.
const ERROR_PAGE: &str = "<!DOCTYPE html><html><body><pre>Error</pre></body></html>";

impl ResponseOverride {
    /// Returns whether the override depends on the body of the request. If so, the server behind must not
    /// carry the request out.
    fn depends_on_body(&self) -> bool {
        match (&self.values.of, self.values.when.map(Condition::part)) {
            (Some(_), _) => false,
            (None, Some(part)) => part == Part::Body,
            (None, None) => self.values.depends_on_values() || self.has_body_field(),
        }
    }

    fn has_body_field(&self) -> bool {
        self.body_like.is_some() || self.longer_than.is_some() || self.deeper_than.is_some()
    }

    /// Returns whether the body of the request has to be known.
    fn needs_body(&self) -> bool {
        self.has_body_field()
            || self.values.needs_body()
            || self.values.of.is_none() && self.values.depends_on_values()
    }

    /// Returns whether the override replaces the correct response. An override that depends on the body does not
    /// replace errors about the key or the resource.
    fn replaces(&self, context: &LayerContext<'_>, response: &ProxyResponse) -> bool {
        if let Some(kind) = &self.values.of {
            return kind.is_of(response.row());
        }
        let status = response.status.as_u16();
        let comes_later = match self.values.when.map(Condition::part) {
            Some(Part::Path) => [200, 400, 404].contains(&status),
            Some(Part::Response | Part::Headers) => true,
            _ if self.depends_on_body() => [400, 413, 415, 422].contains(&status),
            _ => true,
        };
        comes_later
            && self.instead_of.is_none_or(|replaced| replaced == status)
            && self.values.when.is_none_or(|when| when.holds_for_response(context, response))
            && self.values.is_returned(context, response)
    }

    fn response(&self, spec: &Spec, response: &mut ProxyResponse) {
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
            if body.is_empty() {
                response.headers.remove(CONTENT_TYPE);
            }
        }
        if let Value::Object(members) = &mut response.body {
            members.retain(|name, _| !self.without.contains(name));
            if !self.appended.is_empty() || !self.prepended.is_empty() {
                let text = response.body.to_string();
                let own = text.trim_start_matches('{').strip_suffix('}').unwrap_or_default();
                let parts = [self.prepended.as_str(), own, self.appended.as_str()];
                let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                response.text = Some(format!("{{{}}}", parts.join(",")));
            }
        }
        if let (Some(notation), None, false) =
            (self.written, &response.text, response.body.is_null())
        {
            response.text = Some(notation.write(&response.body));
        }
        if self.cut {
            let whole = response.whole_text();
            response.text = Some(whole.chars().take(whole.chars().count() / 2).collect());
        }
        for name in &self.without_headers {
            response.headers.remove(name);
        }
        let parsed = |(name, value): &(String, String)| {
            Some((name.parse::<HeaderName>().ok()?, HeaderValue::from_str(value).ok()?))
        };
        for (name, value) in self.further_headers.iter().filter_map(parsed) {
            response.headers.append(name, value);
        }
        for (name, value) in self.headers.iter().filter_map(parsed) {
            response.headers.insert(name, value);
        }
    }
}
