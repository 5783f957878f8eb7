//! Makes rejected requests of bodies with random mistakes. The contract decides whether a server must reject them.

use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use webdata_spec::model::{ClauseId, Level};

use super::{BrokenClauses, Oracle};
use crate::case::{Argument, Body, Case, Expect, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::places::Place;

/// The string in a body that a text which is not JSON replaces. If it is the name of a property, the text replaces
/// the property, whose value is null.
pub const PLACEHOLDER: &str = "a text that is not JSON";

/// Texts that make a body no JSON in place of a value, a property or the last item of a list. Parsers that extend JSON
/// read them. Each is of a kind that derived cases send elsewhere, with the sentence of RFC 8259 that forbids it.
pub const NOT_JSON: [&str; 22] = [
    "",
    "NaN",
    "-Infinity",
    "007",
    "+7",
    "0x1F",
    "7.",
    "7 /* a comment */",
    "7 // a comment\n",
    "True",
    "undefined",
    "abc",
    "'abc'",
    "\"\\x41\"",
    "\"one\ntwo\"",
    "[1,]",
    "[1 /* a comment */]",
    "{\"a\":1,}",
    "{a:1}",
    "sample:1",
    "'sample':1",
    "\"sample\" 1",
];

/// Returns whether a derived case of an operation has a body with a mistake.
pub(super) fn can_be_mistaken<'s>(
    context: &OperationContext<'s>,
    mut cases: impl Iterator<Item = &'s Case>,
) -> bool {
    cases.any(|case| match case.steps.as_slice() {
        [Step { request, expect: Expect::Error { .. }, .. }] => {
            request.operation.as_ref() == Some(&context.operation.id)
                && matches!(request.body, Body::Json(Value::Object(_)))
        }
        _ => false,
    })
}

impl<'s> Oracle<'s> {
    /// Returns the identities of the operations whose bodies can have mistakes.
    pub fn requests(&self) -> impl Iterator<Item = &'s str> {
        self.requests.iter().map(|context| context.operation.id.as_str())
    }

    /// Returns a clause that a body breaks, and the step in which the server rejects the body as invalid. Returns `None`
    /// if a correct server may respond otherwise. `text` replaces the placeholder in the body. `updates` is the
    /// operation that the sequence is about: no other request names a resource.
    pub(super) fn mistaken(
        &self,
        (operation, updates): (&str, &str),
        given: &Map<String, Value>,
        text: Option<&str>,
        broken: BrokenClauses<'_>,
    ) -> Option<(ClauseId, Step)> {
        let context = self.requests.iter().find(|context| context.operation.id == operation)?;
        let body = context.repair(Value::Object(given.clone()));
        let mut step = context.invalid(Body::Json(body.clone()))?;
        let is_own = operation == updates;
        let names_resource =
            step.request.arguments().any(|argument| matches!(argument, Argument::Fixture { .. }));
        // The needs of a case follow from bodies of JSON for the operation that the sequence is about.
        let states = context.circumstances(&body).team_states;
        if (names_resource || !states.is_empty()) && !is_own
            || text.is_some() && !states.is_empty()
            || context.may_be_rejected(&body)
        {
            return None;
        }
        if let Some(text) = text {
            step.request.body = Body::Text(without_json(&body, text)?);
            return Some((context.operation.clause().child("request"), step));
        }
        let clauses = broken(&step.request);
        let is_certain = clauses.iter().all(|clause| is_certain(context, clause));
        Some((clauses.into_iter().next().filter(|_| is_certain)?, step))
    }
}

/// Returns a body with a text in place of the placeholder, if the result is not JSON.
fn without_json(body: &Value, text: &str) -> Option<String> {
    let body = body.to_string();
    let placeholder = json!(PLACEHOLDER).to_string();
    let property = format!("{placeholder}:null");
    let replaced = if body.contains(&property) { &property } else { &placeholder };
    let is_once = body.matches(PLACEHOLDER).count() == 1 && NOT_JSON.contains(&text);
    let changed = is_once.then(|| body.replacen(replaced, text, 1))?;
    serde_json::from_str::<IgnoredAny>(&changed).is_err().then_some(changed)
}

/// Returns whether a server must respond with the validation failure wherever a clause is broken.
fn is_certain(context: &OperationContext<'_>, clause: &ClauseId) -> bool {
    let Some((schema, word)) = clause.as_str().rsplit_once('.') else { return false };
    let is_meant = |place: &&Place<'_>| {
        [place.schema, place.property].iter().any(|one| one.clause.as_str() == schema)
    };
    let mut places = context.places().iter().filter(is_meant).peekable();
    let is_must = |place: &Place<'_>| {
        [place.schema, place.property].iter().all(|one| one.level == Level::Must)
    };
    places.peek().is_some()
        && places.all(|place| is_must(place) && (place.error.is_none() || word == "type"))
}
