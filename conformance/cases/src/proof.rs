//! Proves cases before they are sent. An invalid body must break the clause that the case is about, and a body that
//! the server should accept must break no clause.

use std::borrow::Cow;

use serde_json::Value;
use webdata_spec::model::ClauseId;

use crate::case::{Body, Case, Expect, Purpose, Request, Step};
use crate::interpreter::Interpreter;

/// Returns what is wrong with a case, or `None` for a proved case. The tested body must break the clause of
/// the case, and no clause that the case does not name. A body that the server should accept must break none.
#[must_use]
pub fn mistake(case: &Case, interpreter: Interpreter<'_>) -> Option<String> {
    let stored = case.steps.iter().find(|step| step.purpose == Purpose::Arrange);
    let stored = stored.and_then(|step| step.request.body.as_json());
    let mut earlier = None;
    for (group, step) in case.groups().flat_map(|group| group.iter().map(move |s| (group, s))) {
        let success = matches!(step.expect, Expect::Success { .. });
        let tested = step.purpose == Purpose::Act && case.breaks.is_some();
        if !success && !tested {
            continue;
        }
        let request = read(&step.request);
        let mut broken = interpreter.broken_clauses(&request, stored);
        if success {
            // Rules also apply to what earlier steps stored.
            if earlier.as_ref() != stored {
                broken.extend(interpreter.broken_clauses(&request, earlier.as_ref()));
            }
            earlier = match request.body.as_json() {
                Some(Value::Array(items)) => Some(items.clone().into()),
                _ => Some(stored_after(earlier.as_ref(), std::slice::from_ref(step))),
            };
        }
        if group.len() > 1 {
            // The last update to arrive applies to what the others stored.
            broken.extend(
                interpreter.broken_clauses(&step.request, Some(&stored_after(stored, group))),
            );
        }
        let (is_as_expected, expected) = match (&case.breaks, success) {
            (Some(clause), false) => {
                let is_named = |broken: &ClauseId| case.clauses.contains(broken);
                (broken.contains(clause) && broken.iter().all(is_named), clause.as_str())
            }
            _ => (broken.is_empty(), "nothing"),
        };
        if !is_as_expected {
            return Some(format!(
                "{}: its {:?} body breaks {broken:?} instead of {expected}",
                case.id, step.purpose
            ));
        }
    }
    None
}

/// Returns the request, with its body parsed if the body is a string that contains JSON.
fn read(request: &Request) -> Cow<'_, Request> {
    let json = match &request.body {
        Body::Text(text) => serde_json::from_str(text).ok(),
        Body::None | Body::Json(_) | Body::Bytes(_) => None,
    };
    match json {
        Some(json) => Cow::Owned(Request { body: Body::Json(json), ..request.clone() }),
        None => Cow::Borrowed(request),
    }
}

/// Returns what is stored after steps that are sent together, in any order.
fn stored_after(stored: Option<&Value>, group: &[Step]) -> Value {
    let bodies =
        stored.into_iter().chain(group.iter().filter_map(|step| step.request.body.as_json()));
    let members = bodies.filter_map(Value::as_object).flatten();
    members.map(|(name, value)| (name.clone(), value.clone())).collect()
}
