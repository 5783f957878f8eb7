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

use super::accepted_values::LetPass;
use super::fault::{Answering, Fault, Filling, Rewriting};
use super::inconsistency::{Memory, Old};
use super::values::Values;
use super::walk::{Visited, operation, visit};
use super::{access, lenient_json, routing};
use crate::proxy::Layer;
use crate::proxy::exchange::{Answer, Known, Sent};

/// A body that breaks every operation's schema. The server behind rejects it after it has checked the key and
/// the resource.
const REJECTED: &[u8] = b"[]";

/// The layer of the proxy that has a server's habit.
#[derive(Debug)]
pub(super) struct Habitual {
    fault: Fault,
    keys: Keys,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of requests with the values that the fault is about.
    count: usize,
    let_pass: LetPass,
    /// The outdated properties of each resource, by its path.
    old: HashMap<String, Old>,
    /// The cached responses, by URL.
    cached: HashMap<String, Answer>,
}

impl Habitual {
    pub(super) fn new(fault: Fault, keys: Keys) -> Self {
        Self { fault, keys, state: Mutex::default() }
    }

    /// Returns whether the habit is wrong in a request whose correct response has this status code.
    ///
    /// To accept a valid value is no mistake, nor is it to reject an invalid one.
    pub(super) fn is_wrong_for(&self, right: StatusCode) -> bool {
        match self.fault {
            Fault::Accepts(_) => !right.is_success(),
            Fault::Refuses(_) => right.is_success(),
            _ => true,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while the lock is held; and if some did, the state would still be complete.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request has values that the fault is about, and counts the requests that have.
    fn is_about(&self, known: &Known<'_>, sent: &Sent, values: &Values) -> bool {
        let type_name = request_type(known, sent);
        let has_values = match &type_name {
            Some(name) => values.are_in(known.spec, name, &sent.body),
            None => !values.has_place(),
        };
        let mut state = self.state();
        let is_about =
            has_values && values.when.is_none_or(|when| when.is_of(known, sent, state.count));
        state.count += usize::from(has_values);
        is_about
    }

    fn accept(&self, known: &Known<'_>, values: &Values, sent: &mut Sent) {
        let Some(type_name) = request_type(known, sent) else { return };
        let mut state = self.state();
        let is_one = values.has_others(known.spec, &type_name, &sent.body)
            && values.when.is_none_or(|when| when.is_of(known, sent, state.count));
        if is_one && let Some(body) = state.let_pass.take(known.spec, &type_name, values, sent) {
            replace(sent, body);
        }
    }

    fn read(&self, known: &Known<'_>, own: &Rewriting, sent: &mut Sent) {
        let Some(type_name) = request_type(known, sent) else { return };
        if !own.values.has_others(known.spec, &type_name, &sent.body)
            || own.values.when.is_some_and(|when| !when.is_of(known, sent, self.state().count))
        {
            return;
        }
        let mut body = sent.body.clone();
        visit(known.spec, &type_name, &mut body, &mut |place, value| match own
            .values
            .is_one(place, value)
        {
            true => own.to.apply(place, value),
            false => Visited::Stays,
        });
        // An empty update would be rejected. So the update sets the name to its current value, which changes
        // nothing.
        if sent.body != json!({})
            && let Some(members) = body.as_object_mut()
            && let Some(name) = known.before.get("name").filter(|_| members.is_empty())
            && sent.method == "PATCH"
        {
            members.insert("name".to_owned(), name.clone());
        }
        if !is_same_text(&body, &sent.body) {
            replace(sent, body);
        }
    }

    fn return_other(known: &Known<'_>, own: &Rewriting, answer: &mut Answer) {
        let sent = known.original;
        let found = operation(known.spec, &sent.method, sent.uri.path());
        let Some(found) = found.filter(|_| answer.status.is_success()) else { return };
        let has_others = match &found.request {
            Some(name) => own.values.has_others(known.spec, name, &sent.body),
            None => own.values.has_others(known.spec, "", &sent.body),
        };
        let holds = own
            .values
            .when
            .is_none_or(|when| when.is_of(known, sent, 0) && when.is_of_response(sent, answer));
        if let Some(type_name) = found.response_type().filter(|_| has_others && holds) {
            visit(known.spec, type_name, &mut answer.body, &mut |place, value| match own
                .values
                .is_one(place, value)
            {
                true => own.to.apply(place, value),
                false => Visited::Stays,
            });
        }
    }

    fn fill(&self, known: &Known<'_>, own: &Filling, sent: &mut Sent) {
        if sent.method != "PATCH" || !self.is_about(known, sent, &own.values) {
            return;
        }
        let mut body = sent.body.clone();
        if let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) {
            for (name, value) in &own.with {
                members.entry(name.clone()).or_insert_with(|| value.clone());
            }
            replace(sent, body);
        }
    }

    /// Returns whether a request gets the wrong response.
    fn concerns(&self, known: &Known<'_>, own: &Answering, sent: &Sent) -> bool {
        // A missing header has the empty value.
        let header = |name: &String| {
            let all = sent.headers.get_all(name.as_str()).iter();
            let mut all: Vec<&str> = all.filter_map(|value| value.to_str().ok()).collect();
            if all.is_empty() {
                all.push("");
            }
            own.header_like.as_ref().is_none_or(|like| all.iter().any(|own| like.is_match(own)))
        };
        own.method.as_ref().is_none_or(|method| method == sent.method.as_str())
            && own.path.as_ref().is_none_or(|path| path.is_match(sent.uri.path()))
            && own.header.as_ref().is_none_or(header)
            && self.is_about(known, sent, &own.values)
    }
}

/// Returns whether two values are equal, including the order of properties.
pub(super) fn is_same_text(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len()
                && pairs.all(|(one, other)| one.0 == other.0 && is_same_text(one.1, other.1))
        }
        (Value::Array(one), Value::Array(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same_text(one, other))
        }
        (one, other) => one == other,
    }
}

/// Returns the type of the request's body.
fn request_type(known: &Known<'_>, sent: &Sent) -> Option<String> {
    operation(known.spec, &sent.method, sent.uri.path())?.request.clone()
}

fn replace(sent: &mut Sent, body: Value) {
    sent.text = body.to_string().into_bytes();
    sent.body = body;
}

/// Replaces the body so that the server behind rejects the request and changes nothing.
fn reject(known: &Known<'_>, sent: &mut Sent) {
    if request_type(known, sent).is_some() {
        sent.text = REJECTED.to_vec();
        sent.body = json!([]);
        let json = HeaderValue::from_static("application/json");
        sent.headers.insert(CONTENT_TYPE, json);
    }
}

impl Layer for Habitual {
    fn before(&self, known: &Known<'_>, sent: &mut Sent) -> Option<Answer> {
        match &self.fault {
            Fault::Parses(leniency) => {
                let read = request_type(known, sent)
                    .and_then(|_| lenient_json::read(*leniency, &sent.text));
                if let Some(body) = read {
                    replace(sent, body);
                    let json = HeaderValue::from_static("application/json");
                    sent.headers.insert(CONTENT_TYPE, json);
                }
            }
            Fault::Reads(own) => self.read(known, own, sent),
            Fault::Accepts(values) => self.accept(known, values, sent),
            Fault::Refuses(values) => {
                if self.is_about(known, sent, values) {
                    reject(known, sent);
                }
            }
            Fault::Answers(own) => {
                if own.is_of_body() && self.concerns(known, own, sent) {
                    reject(known, sent);
                }
            }
            Fault::Fills(own) => self.fill(known, own, sent),
            Fault::Forgets(memory) => {
                let mut body = sent.body.clone();
                memory.write_back(known, &mut body);
                if body != sent.body && sent.method == "PATCH" {
                    replace(sent, body);
                }
            }
            Fault::Routes(routing) => routing::route(*routing, sent),
            Fault::Keys(mistake) => access::mistake(*mistake, &self.keys, sent),
            Fault::Returns(_) => {}
        }
        None
    }

    fn pause(&self) -> Duration {
        match self.fault {
            // Updates that are sent together have to overlap between reading and writing.
            Fault::Forgets(Memory::StaleColumns) => Duration::from_millis(5),
            _ => Duration::ZERO,
        }
    }

    fn again(&self, _: &Known<'_>, _: &Sent) -> Option<Value> {
        None
    }

    fn after(&self, known: &Known<'_>, sent: &Sent, answer: &mut Answer) {
        match &self.fault {
            Fault::Accepts(_) => self.state().let_pass.put_back(known.original, answer),
            Fault::Returns(own) => Self::return_other(known, own, answer),
            Fault::Answers(own) => {
                // If the body decides, the request was changed on its way to the server behind.
                let is_concerned = match own.is_of_body() {
                    true => {
                        sent.text != known.original.text && sent.text == REJECTED
                            || known.original.text == REJECTED && self.concerns(known, own, sent)
                    }
                    false => self.concerns(known, own, known.original),
                };
                if is_concerned && own.replaces(known.original, answer) {
                    own.answer(answer);
                }
            }
            Fault::Forgets(memory) => {
                let mut state = self.state();
                memory.cache(known.original, answer, &mut state.cached);
                let old = state.old.entry(known.original.uri.path().to_lowercase()).or_default();
                memory.misremember(known, known.original, answer, old);
            }
            _ => {}
        }
    }
}
