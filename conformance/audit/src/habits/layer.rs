//! Applies a fault to requests and responses on their way.
//!
//! It must not know which habit the fault is of.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use webdata_reference::Keys;

use super::circumstance::Part;
use super::fault::{Answering, Fault, Filling, Rewriting};
use super::memory::{Memory, Old};
use super::stand_in::stand_in;
use super::values::Values;
use super::walk::{Step, Visited, operation, value_at, visit};
use super::{access, json_text, routing};
use crate::front::Layer;
use crate::front::exchange::{Answer, Known, Sent};

/// A page of a server or proxy, in place of JSON.
const PAGE: &str = "<!DOCTYPE html><html><body><pre>Error</pre></body></html>";

/// A body that breaks every operation's schema, so that the server behind rejects it after it has
/// looked at the key and at the resource.
const REJECTED: &[u8] = b"[]";

/// A server's habit, on the way of its exchanges.
#[derive(Debug)]
pub(super) struct Habitual {
    fault: Fault,
    keys: Keys,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many requests the fault was about.
    count: usize,
    /// Values that were let pass, by the path of their resource.
    let_pass: HashMap<String, Vec<LetPass>>,
    /// What is remembered wrongly, by the path of the resource.
    old: HashMap<String, Old>,
    /// Responses that are sent again, by the URL.
    cached: HashMap<String, Answer>,
}

/// An invalid value that a valid one stands for behind the front.
#[derive(Debug)]
struct LetPass {
    steps: Vec<Step>,
    stand_in: Value,
    sent: Value,
}

impl Habitual {
    pub(super) fn new(fault: Fault, keys: Keys) -> Self {
        Self { fault, keys, state: Mutex::default() }
    }

    /// Returns whether the habit does wrong where it changes a request with this right response: a valid
    /// value that is let pass is no mistake, and no invalid one that is rejected.
    pub(super) fn is_wrong_for(&self, right: StatusCode) -> bool {
        match self.fault {
            Fault::Accepts(_) => !right.is_success(),
            Fault::Refuses(_) => right.is_success(),
            _ => true,
        }
    }

    /// Returns whether the habit depends on exchanges that it leaves as they are.
    pub(super) fn remembers(&self) -> bool {
        matches!(self.fault, Fault::Forgets(_))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while the lock is held; if it did, the state would still be whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request is one that values are about. It counts those that are.
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
        let mut passed = Vec::new();
        let mut body = sent.body.clone();
        let mut number = self.state().count;
        if !values.has_others(known.spec, &type_name, &body)
            || values.when.is_some_and(|when| !when.is_of(known, sent, number))
        {
            return;
        }
        visit(known.spec, &type_name, &mut body, &mut |place, value| {
            if values.is_one(place, value) {
                number += 1;
                let stand_in = stand_in(place.spec, place.schemas, value, number);
                let steps = place.steps.to_vec();
                passed.push(LetPass { steps, stand_in: stand_in.clone(), sent: value.clone() });
                *value = stand_in;
            }
            Visited::Stays
        });
        let mut state = self.state();
        state.count = number;
        let all = state.let_pass.entry(sent.uri.path().to_lowercase()).or_default();
        let is_given = |own: &LetPass| matches!(own.steps.first(), Some(Step::Name(name)) if sent.body.get(name).is_some());
        all.retain(|own| !is_given(own));
        if !passed.is_empty() {
            all.extend(passed);
            replace(sent, body);
        }
    }

    /// Puts values that were let pass back into a response.
    fn put_back(&self, sent: &Sent, answer: &mut Answer) {
        let state = self.state();
        let all = state.let_pass.get(&sent.uri.path().to_lowercase());
        if let (Some(data), true) = (answer.body.get_mut("data"), answer.status.is_success()) {
            for own in all.into_iter().flatten() {
                if let Some(value) = value_at(data, &own.steps)
                    && holds(value, &own.stand_in)
                {
                    *value = own.sent.clone();
                }
            }
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
        // An update of nothing would be rejected; one of the name that is there changes nothing.
        if sent.body != json!({})
            && let Some(members) = body.as_object_mut()
            && let Some(name) = known.before.get("name").filter(|_| members.is_empty())
            && sent.method == "PATCH"
        {
            members.insert("name".to_owned(), name.clone());
        }
        if body.to_string() != sent.body.to_string() {
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

    /// Whether a request is one of those that get another response.
    fn concerns(&self, known: &Known<'_>, own: &Answering, sent: &Sent) -> bool {
        let header = |name: &String| {
            let mut all = sent.headers.get_all(name.as_str()).iter();
            match &own.header_like {
                Some(like) => all.any(|value| value.to_str().is_ok_and(|own| like.is_match(own))),
                None => all.next().is_some(),
            }
        };
        own.method.as_ref().is_none_or(|method| method == sent.method.as_str())
            && own.path.as_ref().is_none_or(|path| path.is_match(&sent.uri.to_string()))
            && own.header.as_ref().is_none_or(header)
            && self.is_about(known, sent, &own.values)
    }
}

/// Returns whether a value is another one, but for members that the server behind has added.
fn holds(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => other
            .iter()
            .all(|(name, other)| value.get(name).is_some_and(|value| holds(value, other))),
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len()
                && value.iter().zip(other).all(|(own, other)| holds(own, other))
        }
        _ => value == other,
    }
}

/// The type of a request's body.
fn request_type(known: &Known<'_>, sent: &Sent) -> Option<String> {
    operation(known.spec, &sent.method, sent.uri.path())?.request.clone()
}

fn replace(sent: &mut Sent, body: Value) {
    sent.text = body.to_string().into_bytes();
    sent.body = body;
}

/// Has the server behind reject a request, without a change of what is stored.
fn reject(known: &Known<'_>, sent: &mut Sent) {
    if request_type(known, sent).is_some() {
        sent.text = REJECTED.to_vec();
        sent.body = json!([]);
        let json = HeaderValue::from_static("application/json");
        sent.headers.insert(CONTENT_TYPE, json);
    }
}

impl Answering {
    /// Returns whether the body of the request decides, so that the server behind must not do what it
    /// asks.
    fn is_of_body(&self) -> bool {
        let part = self.values.when.map(super::circumstance::When::part);
        match part {
            Some(part) => part == Part::Body,
            None => self.values.has_place(),
        }
    }

    /// Returns whether the right response is one that this other one stands for: those about the key or
    /// the resource come first where a body decides.
    fn replaces(&self, sent: &Sent, answer: &Answer) -> bool {
        let status = answer.status.as_u16();
        let comes_later = match self.values.when.map(super::circumstance::When::part) {
            Some(Part::Path) => [200, 400, 404].contains(&status),
            Some(Part::Response | Part::Headers) => true,
            _ if self.is_of_body() => [400, 413, 415, 422].contains(&status),
            _ => true,
        };
        comes_later
            && self.instead_of.is_none_or(|own| own == status)
            && self.values.when.is_none_or(|when| when.is_of_response(sent, answer))
    }

    fn answer(&self, answer: &mut Answer) {
        if let Some(status) = self.status.and_then(|own| StatusCode::from_u16(own).ok()) {
            answer.status = status;
        }
        if let Some(error) = &self.error {
            answer.body = json!({ "success": false, "error": error });
        }
        if let Some(media_type) = &self.media_type
            && let Ok(value) = HeaderValue::from_str(media_type)
        {
            answer.headers.insert(CONTENT_TYPE, value);
            if !media_type.contains("json") {
                answer.text = Some(PAGE.to_owned());
            }
        }
        if let Some(body) = &self.body {
            answer.body = serde_json::from_str(body).unwrap_or_default();
            answer.text = Some(body.clone());
        }
        if let Value::Object(members) = &mut answer.body {
            members.retain(|name, _| !self.without.contains(name));
        }
        for (name, value) in &self.headers {
            let name = name.parse::<HeaderName>();
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value)) {
                match value.is_empty() {
                    true => drop(answer.headers.remove(name)),
                    false => drop(answer.headers.insert(name, value)),
                }
            }
        }
    }
}

impl Layer for Habitual {
    fn before(&self, known: &Known<'_>, sent: &mut Sent) -> Option<Answer> {
        match &self.fault {
            Fault::Parses(leniency) => {
                let read =
                    request_type(known, sent).and_then(|_| json_text::read(*leniency, &sent.text));
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
            // Updates that are sent together have to meet between reading and writing.
            Fault::Forgets(Memory::StaleColumns) => Duration::from_millis(5),
            _ => Duration::ZERO,
        }
    }

    fn again(&self, _: &Known<'_>, _: &Sent) -> Option<Value> {
        None
    }

    fn after(&self, known: &Known<'_>, sent: &Sent, answer: &mut Answer) {
        match &self.fault {
            Fault::Accepts(_) => self.put_back(known.original, answer),
            Fault::Returns(own) => Self::return_other(known, own, answer),
            Fault::Answers(own) => {
                // A request that a body decides about was changed on its way to the server behind.
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
                if memory.caches(known.original, answer) {
                    let url = known.original.uri.to_string();
                    state.cached.entry(url).or_insert_with(|| answer.clone());
                }
                if let Some(first) = state.cached.get(&known.original.uri.to_string())
                    && known.original.method == "GET"
                {
                    *answer = first.clone();
                }
                let old = state.old.entry(known.original.uri.path().to_lowercase()).or_default();
                memory.misremember(known, known.original, answer, old);
            }
            _ => {}
        }
    }
}
