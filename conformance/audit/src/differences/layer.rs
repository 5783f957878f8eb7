//! Applies a fault to requests and responses on their way through the proxy.
//!
//! This module does not know which habit the fault belongs to.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use webdata_reference::Keys;

use super::accepted_values::AcceptedValues;
use super::fault::{Fault, PropertyFilling, ResponseOverride, Rewrite};
use super::inconsistency::{Inconsistency, OutdatedProperties};
use super::values::ValueSelector;
use super::walk::{Visited, operation, visit};
use super::{access, lenient_json, routing};
use crate::proxy::Layer;
use crate::proxy::exchange::{LayerContext, ProxyRequest, ProxyResponse};

/// A body that breaks every operation's schema. The server behind rejects it after it has checked the key and
/// the resource.
const REJECTED: &[u8] = b"[]";

/// The layer of the proxy that has a server's habit.
#[derive(Debug)]
pub(super) struct HabitLayer {
    fault: Fault,
    keys: Keys,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of requests with the values that the fault is about.
    count: usize,
    accepted: AcceptedValues,
    /// The outdated properties of each resource, by its path.
    old: HashMap<String, OutdatedProperties>,
    /// The cached responses, by URL.
    cached: HashMap<String, ProxyResponse>,
}

impl HabitLayer {
    pub(super) fn new(fault: Fault, keys: Keys) -> Self {
        Self { fault, keys, state: Mutex::default() }
    }

    /// Returns whether the habit gives a wrong response where `right` is correct. Accepting a valid value and
    /// rejecting an invalid one are correct.
    pub(super) fn is_wrong_for(&self, right: StatusCode) -> bool {
        match self.fault {
            Fault::Accepts(_) => !right.is_success(),
            Fault::Rejects(_) => right.is_success(),
            Fault::Parses(_)
            | Fault::Reads(_)
            | Fault::Returns(_)
            | Fault::Overrides(_)
            | Fault::Fills(_)
            | Fault::Forgets(_)
            | Fault::Routes(_)
            | Fault::Keys(_) => true,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while the lock is held; and if some did, the state would still be complete.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request has values that the fault is about, and counts such requests.
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
        let mut state = self.state();
        let is_match = values.has_other_values(context.spec, &type_name, &request.body)
            && values.when.is_none_or(|when| when.holds_for(context, request, state.count));
        if is_match
            && let Some(body) = state.accepted.take(context.spec, &type_name, values, request)
        {
            replace(request, body);
        }
    }

    fn read(&self, context: &LayerContext<'_>, rewrite: &Rewrite, request: &mut ProxyRequest) {
        let Some(type_name) = request_type(context, request) else { return };
        if !rewrite.values.has_other_values(context.spec, &type_name, &request.body)
            || rewrite
                .values
                .when
                .is_some_and(|when| !when.holds_for(context, request, self.state().count))
        {
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
        // An empty update would be rejected. So the update sets the name to its current value, which changes
        // nothing.
        if request.body != json!({})
            && let Some(members) = body.as_object_mut()
            && let Some(name) = context.before.get("name").filter(|_| members.is_empty())
            && request.method == "PATCH"
        {
            members.insert("name".to_owned(), name.clone());
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
        let operation_called = operation(context.spec, &request.method, request.uri.path());
        let Some(called) = operation_called.filter(|_| response.status.is_success()) else {
            return;
        };
        let type_name = called.request.as_deref().unwrap_or_default();
        let meets_others = rewrite.values.has_other_values(context.spec, type_name, &request.body);
        let holds = rewrite.values.when.is_none_or(|when| {
            when.holds_for(context, request, 0) && when.holds_for_response(request, response)
        });
        if let Some(type_name) = called.response_type().filter(|_| meets_others && holds) {
            visit(context.spec, type_name, &mut response.body, &mut |place, value| match rewrite
                .values
                .selects(place, value)
            {
                true => rewrite.to.apply(place, value),
                false => Visited::Stays,
            });
        }
    }

    fn fill(
        &self,
        context: &LayerContext<'_>,
        filling: &PropertyFilling,
        request: &mut ProxyRequest,
    ) {
        if request.method != "PATCH" || !self.counts_match(context, request, &filling.values) {
            return;
        }
        let mut body = request.body.clone();
        if let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) {
            for (name, value) in &filling.with {
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
            override_with
                .header_like
                .as_ref()
                .is_none_or(|like| all.iter().any(|header| like.is_match(header)))
        };
        override_with.method.as_ref().is_none_or(|method| method == request.method.as_str())
            && override_with.path.as_ref().is_none_or(|path| path.is_match(request.uri.path()))
            && override_with.header.as_ref().is_none_or(header)
            && self.counts_match(context, request, &override_with.values)
    }
}

/// Returns whether two values are equal, including the order of properties.
pub(super) fn is_same_json(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let mut pairs = left.iter().zip(right);
            left.len() == right.len()
                && pairs.all(|(left, right)| left.0 == right.0 && is_same_json(left.1, right.1))
        }
        (Value::Array(left), Value::Array(right)) => {
            let mut pairs = left.iter().zip(right);
            left.len() == right.len() && pairs.all(|(left, right)| is_same_json(left, right))
        }
        (left, right) => left == right,
    }
}

/// Returns the type of the request's body.
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

impl Layer for HabitLayer {
    fn before(
        &self,
        context: &LayerContext<'_>,
        request: &mut ProxyRequest,
    ) -> Option<ProxyResponse> {
        match &self.fault {
            Fault::Parses(leniency) => {
                let read = request_type(context, request)
                    .and_then(|_| lenient_json::read(*leniency, &request.text));
                if let Some(body) = read {
                    replace(request, body);
                    let json = HeaderValue::from_static("application/json");
                    request.headers.insert(CONTENT_TYPE, json);
                }
            }
            Fault::Reads(rewrite) => self.read(context, rewrite, request),
            Fault::Accepts(values) => self.accept(context, values, request),
            Fault::Rejects(values) => {
                if self.counts_match(context, request, values) {
                    reject(context, request);
                }
            }
            Fault::Overrides(override_with) => {
                if override_with.depends_on_body()
                    && self.applies_to(context, override_with, request)
                {
                    reject(context, request);
                }
            }
            Fault::Fills(filling) => self.fill(context, filling, request),
            Fault::Forgets(memory) => {
                let mut body = request.body.clone();
                memory.write_back(context, &mut body);
                if body != request.body && request.method == "PATCH" {
                    replace(request, body);
                }
            }
            Fault::Routes(routing) => routing::route(*routing, request),
            Fault::Keys(mistake) => access::mistake(*mistake, &self.keys, request),
            Fault::Returns(_) => {}
        }
        None
    }

    fn pause(&self) -> Duration {
        match self.fault {
            // Updates that are sent together have to overlap between reading and writing.
            Fault::Forgets(Inconsistency::StaleColumns) => Duration::from_millis(5),
            _ => Duration::ZERO,
        }
    }

    fn further_update(&self, _: &LayerContext<'_>, _: &ProxyRequest) -> Option<Value> {
        None
    }

    fn after(
        &self,
        context: &LayerContext<'_>,
        request: &ProxyRequest,
        response: &mut ProxyResponse,
    ) {
        match &self.fault {
            Fault::Accepts(_) => self.state().accepted.restore(context.original, response),
            Fault::Returns(rewrite) => Self::rewrite_response(context, rewrite, response),
            Fault::Overrides(override_with) => {
                // If the body decides, the request was changed on its way to the server behind.
                let is_concerned = match override_with.depends_on_body() {
                    true => {
                        request.text != context.original.text && request.text == REJECTED
                            || context.original.text == REJECTED
                                && self.applies_to(context, override_with, request)
                    }
                    false => self.applies_to(context, override_with, context.original),
                };
                if is_concerned && override_with.replaces(context.original, response) {
                    override_with.response(response);
                }
            }
            Fault::Forgets(memory) => {
                let mut state = self.state();
                memory.cache(context.original, response, &mut state.cached);
                let old = state.old.entry(context.original.uri.path().to_lowercase()).or_default();
                memory.show_outdated(context, context.original, response, old);
            }
            Fault::Parses(_)
            | Fault::Reads(_)
            | Fault::Rejects(_)
            | Fault::Fills(_)
            | Fault::Routes(_)
            | Fault::Keys(_) => {}
        }
    }
}
