//! What sequences are made of: the values, refused requests and headers of the derived cases.

use indexmap::IndexMap;
use serde_json::Value;
use webdata_spec::model::{Level, Schema, StringFormat};

use crate::case::{Argument, Body, Case, Expect, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::strings_of;

/// What can be sent to one operation.
#[derive(Debug, Clone)]
pub struct Vocabulary<'s> {
    /// The operation's identity.
    pub operation: &'s str,
    /// The properties that are stored, each with its schema and with values of the derived cases.
    pub properties: IndexMap<&'s str, (&'s Schema, Vec<Value>)>,
    /// The derived cases in which one request is refused.
    pub refused: Vec<&'s str>,
    /// The derived cases with headers or a media type of their own, which change nothing.
    pub headers: Vec<&'s str>,
    /// The derived cases of one request to another operation.
    pub others: Vec<&'s str>,
}

impl<'s> Vocabulary<'s> {
    pub(super) fn new(context: &OperationContext<'s>, cases: &IndexMap<&'s str, &'s Case>) -> Self {
        let operation = context.operation.id.as_str();
        let stored = context.stored_properties().into_iter();
        let stored = stored.filter(|(_, schema)| schema.level != Level::Open);
        let mut own = Self {
            operation,
            properties: stored.map(|(name, schema)| (name, (schema, Vec::new()))).collect(),
            refused: Vec::new(),
            headers: Vec::new(),
            others: Vec::new(),
        };
        let usual = context.request(Body::None);
        for case in cases.values().filter(|case| case.level == Level::Must) {
            own.add(case, &usual);
        }
        own
    }

    fn add(&mut self, case: &'s Case, usual: &Request) {
        let is_own = |step: &Step| step.request.operation.as_deref() == Some(self.operation);
        if case.steps.iter().any(|step| !is_plain(step)) {
            return;
        }
        if !case.steps.iter().any(is_own) {
            if let [_] = case.steps.as_slice() {
                self.others.push(&case.id);
            }
            return;
        }
        for step in case.steps.iter().filter(|step| is_own(step)) {
            let Expect::Success { refusal: None, .. } = step.expect else { continue };
            let is_usual = step.request.headers == usual.headers
                && step.request.media_type == usual.media_type;
            if !is_usual {
                self.headers.push(&case.id);
            }
            let Body::Json(Value::Object(body)) = &step.request.body else { continue };
            for (name, value) in body {
                if let Some((_, known)) = self.properties.get_mut(name.as_str())
                    && !known.contains(value)
                    && !names_items(value)
                {
                    known.push(value.clone());
                }
            }
        }
        if let [step] = case.steps.as_slice()
            && matches!(step.expect, Expect::Error { .. })
        {
            self.refused.push(&case.id);
        }
    }
}

/// Whether a value may name stored items, by an identity or by all that it says of them: a server may keep
/// those in their places, so that several come back in another order.
fn names_items(value: &Value) -> bool {
    let text = value.to_string();
    let objects =
        value.as_array().map_or(0, |items| items.iter().filter(|own| own.is_object()).count());
    objects > 1 || strings_of(StringFormat::Uuid).iter().any(|identity| text.contains(identity))
}

/// Whether a step can stand in any sequence: it leans on no other step, and on nothing that the target
/// must bring about.
fn is_plain(step: &Step) -> bool {
    let request = &step.request;
    let is_plain =
        |argument: &Argument| matches!(argument, Argument::Fixture { .. } | Argument::Text(_));
    request.circumstance.is_none()
        && request.provoke.is_none()
        && request.pages.is_none()
        && !request.is_trigger
        && request.arguments().all(is_plain)
        && matches!(step.expect, Expect::Success { .. } | Expect::Error { .. })
}
