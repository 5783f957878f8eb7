//! Makes requests whose bodies have a random mistake, if the contract requires a server to reject them.

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};
use webdata_spec::model::{ClauseId, Level, Schema};

use super::{BrokenClauses, Oracle};
use crate::case::{Argument, Body, Case, Expect, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::places::{BodyPlace, Position};

/// The prefix of a string that stands for raw text in a body: `"raw text: NaN"` is sent as `NaN`. If the string is
/// the name of a property with the value null, the raw text replaces the whole property.
pub const RAW: &str = "raw text: ";

/// Raw texts that are not JSON but that lenient parsers accept: for numbers, for strings, and for values, properties
/// or last items of any type. Derived cases cite the sentence of RFC 8259 that forbids each kind.
pub const NOT_JSON: [&[&str]; 3] = [
    &["NaN", "-Infinity", "007", "+7", "0x1F", "7.", "7 /* a comment */"],
    &["'abc'", "\"\\x41\"", "\"one\ntwo\"", "abc", "\"abc\" // a comment\n"],
    &["", "True", "undefined", "[1,]", "{\"a\":1,}", "{a:1}", "['a']", "'sample':1"],
];

impl<'s> Oracle<'s> {
    /// Returns the places that can have a mistake: for each, the operation, the name and the schema.
    pub fn places(&self) -> impl Iterator<Item = (&str, &str, &'s Schema)> {
        self.requests.iter().flat_map(|context| {
            let places = context.places.iter().filter(|place| !place.name.is_empty());
            places.map(|place| (context.operation.id.as_str(), place.name.as_str(), place.schema))
        })
    }

    /// Returns a clause that a value at a place breaks, and the step in which the server rejects the body as
    /// invalid. Returns `None` if a correct server may respond otherwise. `beside` has further properties of the
    /// body. It is `None` if the sequence is about another operation; the request then names no fixture.
    pub(super) fn mistaken(
        &self,
        operation: &str,
        (place, value): (&str, &Value),
        beside: Option<&Map<String, Value>>,
        broken: BrokenClauses<'_>,
    ) -> Option<(ClauseId, Step)> {
        let context = self.requests.iter().find(|context| context.operation.id == operation)?;
        let place = context.places.iter().find(|other| other.name == place)?;
        let mut body = place.body(value, Position::Only);
        for (name, value) in beside.into_iter().flatten() {
            body.as_object_mut()?.entry(name).or_insert_with(|| value.clone());
        }
        let body = context.repair(body);
        let raw = with_raw_text(&body);
        // Only JSON bodies of the operation that the sequence is about add to the needs of its case.
        let [usual, now] = [&context.baseline(), &body].map(|body| context.circumstances(body));
        let has_needs = beside.is_some() && raw.is_none() && now.others == usual.others;
        if now != usual && !has_needs {
            return None;
        }
        let clause = if raw.is_some() {
            context.operation.clause().child("request")
        } else {
            let clauses = broken(&context.request(body.clone()));
            let is_certain = clauses.iter().all(|clause| is_certain(context, clause));
            clauses.into_iter().next().filter(|_| is_certain)?
        };
        let step = context.invalid(raw.map_or(Body::Json(body), Body::Text))?;
        let is_fixture = |argument: &Argument| matches!(argument, Argument::Fixture { .. });
        let is_sent = beside.is_some() || !step.request.arguments().any(is_fixture);
        is_sent.then_some((clause, step))
    }
}

/// Returns whether a derived case is one request to an operation, with an object that the server must reject.
pub(super) fn has_mistake(case: &Case, operation: &str) -> bool {
    let [Step { request, expect: Expect::Error { .. }, .. }] = case.steps.as_slice() else {
        return false;
    };
    let is_object = matches!(request.body, Body::Json(Value::Object(_)));
    is_object && request.operation.as_deref() == Some(operation)
}

/// Returns a body with its raw text inserted, or `None` if it has no raw text or the result is JSON.
fn with_raw_text(body: &Value) -> Option<String> {
    let json = body.to_string();
    let (before, _) = json.split_once(&format!("\"{RAW}"))?;
    let rest = &json[before.len()..];
    let mut strings = Deserializer::from_str(rest).into_iter::<String>();
    let string = strings.next()?.ok()?;
    let raw =
        string.strip_prefix(RAW).filter(|raw| NOT_JSON.iter().any(|all| all.contains(raw)))?;
    let after = &rest[strings.byte_offset()..];
    let after = after.strip_prefix(":null").unwrap_or(after);
    let text = format!("{before}{raw}{after}");
    serde_json::from_str::<IgnoredAny>(&text).is_err().then_some(text)
}

/// Returns whether a server must respond with the validation failure wherever a clause is broken.
fn is_certain(context: &OperationContext<'_>, clause: &ClauseId) -> bool {
    let (schema, word) = clause.split_last();
    let is_meant = |one: &Schema| one.clause.as_str() == schema;
    let mut places = context.places.iter().filter(|place| schemas(place).into_iter().any(is_meant));
    let is_must = |one: &Schema| one.level == Level::Must;
    let is_plain = |place: &BodyPlace<'_>| {
        schemas(place).into_iter().all(is_must) && (place.error.is_none() || word == "type")
    };
    places.next().is_some_and(is_plain) && places.all(is_plain)
}

fn schemas<'s>(place: &BodyPlace<'s>) -> [&'s Schema; 2] {
    [place.schema, place.property]
}
