//! Mutants of error responses: each row with a wrong envelope; and a few rows, which represent the others, as
//! a whole.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use webdata_reference::Fault;
use webdata_reference::faults::{
    ResponseChange, ResponseFault, ResponseFilter, ValueChange, ValuePath,
};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ErrorRow, ErrorText, Object};

use super::super::objects::other_value;
use super::builder::FaultBuilder;
use super::responses::mistyped;
use webdata_spec::kebab;

/// The properties of an error body that a row fills.
const TEXT: &str = "error";
const CODE: &str = "code";

pub(super) fn derive(faults: &mut FaultBuilder<'_>) {
    let spec = faults.spec;
    let thorough = representatives(spec);
    let bodies = bodies(spec);
    for row in spec.errors.values() {
        let body = bodies.get(row.id.as_str()).copied();
        let body = spec.object(body.unwrap_or(&spec.service.error_body));
        envelope(faults, row, body);
        status(faults, row);
        if thorough.contains(row.id.as_str()) {
            whole_response(faults, row, body);
        }
        retry(faults, row);
    }
}

/// Returns the rows that represent the others: one each for a body, a key, a resource and a path.
fn representatives(spec: &Spec) -> HashSet<&str> {
    let keys =
        spec.service.authentication.values().map(|authentication| authentication.rejected.as_str());
    let service = [&spec.service.validation_failure, &spec.service.unknown_path];
    let resources = spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let unknown = resources.filter_map(|resource| resource.unknown.as_deref());
    service.into_iter().map(String::as_str).chain(keys).chain(unknown).collect()
}

/// Returns the type of the body of each error. If an operation with the default error body has the row, that
/// type is taken.
fn bodies(spec: &Spec) -> HashMap<&str, &str> {
    let usual = spec.service.error_body.as_str();
    let mut bodies = HashMap::new();
    for operation in spec.operations.values() {
        for row in spec.operation_errors(operation) {
            let body = bodies.entry(row.id.as_str()).or_insert(operation.error_body.as_str());
            if operation.error_body == usual {
                *body = usual;
            }
        }
    }
    bodies
}

fn add(
    faults: &mut FaultBuilder<'_>,
    row: &ErrorRow,
    (clause, suffix): (&ClauseId, &str),
    description: &str,
    change: ResponseChange,
) {
    let description = format!("Responses with {} {description}", row.id);
    let on = ResponseFilter::Error(row.id.clone());
    let fault = Fault::Response(ResponseFault { operation: None, on, change });
    faults.add(None, clause, &format!("{suffix}-of-{}", row.id), description, fault);
}

/// Adds the mutants of the properties that every error has.
fn envelope(faults: &mut FaultBuilder<'_>, row: &ErrorRow, body: Option<&Object>) {
    let Some(object) = body else { return };
    for (name, property) in &object.properties {
        let path = ValuePath::default().member(name);
        let of = |word: &str| property.schema.clause.child(word);
        let mut change = |word: &str, suffix: &str, description: &str, change: ValueChange| {
            let change = ResponseChange::Body(path.clone(), change);
            let suffix = format!("{}-{suffix}", kebab(name));
            add(faults, row, (&of(word), &suffix), description, change);
        };
        if property.required {
            change("required", "left-out", &format!("lack `{name}`."), ValueChange::Dropped);
        }
        if let Some(other) = property.schema.constant().and_then(other_value) {
            let description = format!("have `{name}` {other}.");
            change("const", "inverted", &description, ValueChange::Replaced(other));
        }
        // The code of a row without one may have any value.
        let is_there = property.required || (name == CODE && row.code.is_some());
        if let Some(other) = mistyped(&property.schema.shape).filter(|_| is_there) {
            let description = format!("have {other} for `{name}`.");
            change("type", "mistyped", &description, ValueChange::Replaced(other));
            let description = format!("have null for `{name}`.");
            change("type", "null", &description, ValueChange::Replaced(Value::Null));
        }
    }
    if row.code.is_some() {
        let code = ValuePath::default().member(CODE);
        let dropped = ResponseChange::Body(code, ValueChange::Dropped);
        let clause = row.clause(CODE);
        add(faults, row, (&clause, "code-left-out"), "lack `code`.", dropped);
    }
    if let ErrorText::Exact(text) = &row.text {
        let nested = json!({ "message": text });
        let path = ValuePath::default().member(TEXT);
        let nested = ResponseChange::Body(path, ValueChange::Replaced(nested));
        let clause = row.clause(TEXT);
        add(faults, row, (&clause, "text-nested"), "have the text in an object.", nested);
    }
}

fn status(faults: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let clause = row.clause("status");
    let description = "have the status code 200.";
    add(faults, row, (&clause, "answers-200"), description, ResponseChange::Status(200));
}

/// Adds the mutants of the whole response.
fn whole_response(faults: &mut FaultBuilder<'_>, row: &ErrorRow, body: Option<&Object>) {
    let media_type = ClauseId::new("service.mediaType");
    let html = ResponseChange::Header("content-type".to_owned(), Some("text/html".to_owned()));
    let none = ResponseChange::Header("content-type".to_owned(), None);
    let page = format!("<html><body><h1>{}</h1></body></html>", row.status);
    let changes = [
        ("html", "have the media type of HTML.", html),
        ("no-content-type", "have no media type.", none),
        ("page", "are web pages.", ResponseChange::Text(page)),
        ("plain-text", "are plain text.", ResponseChange::Text(row.cause.clone())),
        ("truncated", "end in the middle.", ResponseChange::Truncated),
        ("nothing", "have no body.", ResponseChange::Text(String::new())),
    ];
    for (suffix, description, change) in changes {
        add(faults, row, (&media_type, suffix), description, change);
    }
    let Some(object) = body else { return };
    for (name, property) in &object.properties {
        let Some(other) = property.schema.constant().and_then(other_value) else { continue };
        let clause = property.schema.clause.child("const");
        for (is_last, suffix) in [(true, "twice-then-other"), (false, "twice-first-other")] {
            let (member, value) = (name.clone(), other.clone());
            let change = ResponseChange::Twice { name: member, value, is_last };
            let description = format!("have `{name}` twice, once as {other}.");
            add(faults, row, (&clause, &format!("{}-{suffix}", kebab(name))), &description, change);
        }
    }
}

/// Adds the mutants of the header that says when to retry.
fn retry(faults: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let retry = faults.spec.service.retry.as_ref();
    let Some(retry) = retry.filter(|retry| retry.header_status == row.status) else { return };
    let clause = ClauseId::new("service.retry.header");
    let header = retry.header.clone();
    let values = [
        ("as-date", "Wed, 21 Oct 2026 07:28:00 GMT"),
        ("as-fraction", "1.5"),
        ("with-unit", "30s"),
        ("negative", "-1"),
        ("empty", ""),
    ];
    for (suffix, value) in values {
        let change = ResponseChange::Header(header.clone(), Some(value.to_owned()));
        let description = format!("have `{value}` in {header}.");
        add(faults, row, (&clause, &format!("header-{suffix}")), &description, change);
    }
}
