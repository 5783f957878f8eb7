//! Errors that are not what they should be: each row with another envelope, and rows that stand
//! for the others as a whole.

use serde_json::{Value, json};
use webdata_reference::Fault;
use webdata_reference::faults::{AnswerChange, AnswerFault, MemberChange, On, ValuePath};
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ErrorRow, ErrorText, Object, Operation, Shape};

use super::super::objects::other_value;
use super::super::subject::kebab;
use super::answers::mistyped;
use super::builder::FaultBuilder;

/// The members of an error that a row fills.
const TEXT: &str = "error";
const CODE: &str = "code";

pub(super) fn derive(found: &mut FaultBuilder<'_>) {
    let spec = found.spec;
    let thorough = representatives(spec);
    for row in spec.errors.values() {
        envelope(found, row);
        status(found, row);
        if thorough.contains(&row.id) {
            whole(found, row);
        }
        retry(found, row);
    }
}

/// The rows that stand for the others: for a body, a key, a resource and a path.
fn representatives(spec: &Spec) -> Vec<String> {
    let keys = spec.service.authentication.values().map(|own| own.rejected.clone());
    let service = [&spec.service.validation_failure, &spec.service.unknown_path];
    let unknown = spec.operations.values().filter_map(|own| own.resource.as_ref()?.unknown.clone());
    service.into_iter().cloned().chain(keys).chain(unknown).collect()
}

fn add(
    found: &mut FaultBuilder<'_>,
    row: &ErrorRow,
    (clause, way): (&ClauseId, &str),
    says: &str,
    change: AnswerChange,
) {
    let says = format!("Answers with {} {says}", row.id);
    let on = On::Error(row.id.clone());
    let fault = Fault::Answer(AnswerFault { operation: None, on, change });
    found.add(None, clause, &format!("{way}-of-{}", row.id), says, fault);
}

/// The members that every error has.
fn envelope(found: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let Some(object) = body_of(found.spec, row) else { return };
    for (name, property) in &object.properties {
        let path = ValuePath::default().member(name);
        let of = |word: &str| property.schema.clause.child(word);
        let mut change = |word: &str, way: &str, says: &str, change: MemberChange| {
            let change = AnswerChange::Body(path.clone(), change);
            let way = format!("{}-{way}", kebab(name));
            add(found, row, (&of(word), &way), says, change);
        };
        if property.required {
            change("required", "left-out", &format!("lack `{name}`."), MemberChange::Dropped);
        }
        if let Some(other) = property.schema.constant().and_then(other_value) {
            let says = format!("have `{name}` {other}.");
            change("const", "inverted", &says, MemberChange::Replaced(other));
        }
        // The code of a row that has none may be anything.
        let is_there = property.required || (name == CODE && row.code.is_some());
        if let Some(other) = mistyped(&property.schema.shape).filter(|_| is_there) {
            let says = format!("have {other} for `{name}`.");
            change("type", "mistyped", &says, MemberChange::Replaced(other));
            let says = format!("have null for `{name}`.");
            change("type", "null", &says, MemberChange::Replaced(Value::Null));
        }
    }
    if row.code.is_some() {
        let code = ValuePath::default().member(CODE);
        let dropped = AnswerChange::Body(code, MemberChange::Dropped);
        let clause = row.clause(CODE);
        add(found, row, (&clause, "code-left-out"), "lack `code`.", dropped);
    }
    if let ErrorText::Exact(text) = &row.text {
        let nested = json!({ "message": text });
        let path = ValuePath::default().member(TEXT);
        let nested = AnswerChange::Body(path, MemberChange::Replaced(nested));
        let clause = row.clause(TEXT);
        add(found, row, (&clause, "text-nested"), "have the text in an object.", nested);
    }
}

/// The object that the body of every error is, where an operation that the row is an error of has it.
fn body_of<'s>(spec: &'s Spec, row: &ErrorRow) -> Option<&'s Object> {
    let usual = &spec.service.error_body;
    let has_row = |own: &&Operation| spec.operation_errors(own).iter().any(|own| own.id == row.id);
    let bodies = spec.operations.values().filter(has_row).map(|own| &own.error_body);
    // What one operation may leave out is judged at the others.
    let body = bodies.reduce(|one, other| if other == usual { other } else { one });
    match &spec.types.get(body.unwrap_or(usual))?.schema.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

fn status(found: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let clause = row.clause("status");
    let says = "have the status 200.";
    add(found, row, (&clause, "answers-200"), says, AnswerChange::Status(200));
}

/// The answer as a whole.
fn whole(found: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let media_type = ClauseId::new("service.mediaType");
    let html = AnswerChange::Header("content-type".to_owned(), Some("text/html".to_owned()));
    let none = AnswerChange::Header("content-type".to_owned(), None);
    let page = format!("<html><body><h1>{}</h1></body></html>", row.status);
    let changes = [
        ("html", "are labelled as HTML.", html),
        ("no-content-type", "are not labelled.", none),
        ("page", "are web pages.", AnswerChange::Text(page)),
        ("plain-text", "are plain text.", AnswerChange::Text(row.cause.clone())),
        ("truncated", "end in their middle.", AnswerChange::Truncated),
        ("nothing", "have no body.", AnswerChange::Text(String::new())),
    ];
    for (way, says, change) in changes {
        add(found, row, (&media_type, way), says, change);
    }
    let Some(object) = body_of(found.spec, row) else { return };
    for (name, property) in &object.properties {
        let Some(other) = property.schema.constant().and_then(other_value) else { continue };
        let clause = property.schema.clause.child("const");
        for (is_last, way) in [(true, "twice-then-other"), (false, "twice-first-other")] {
            let (member, value) = (name.clone(), other.clone());
            let change = AnswerChange::Twice { name: member, value, is_last };
            let says = format!("have `{name}` twice, once as {other}.");
            add(found, row, (&clause, &format!("{}-{way}", kebab(name))), &says, change);
        }
    }
}

/// The header that says when to try again.
fn retry(found: &mut FaultBuilder<'_>, row: &ErrorRow) {
    let retry = found.spec.service.retry.as_ref();
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
    for (way, value) in values {
        let change = AnswerChange::Header(header.clone(), Some(value.to_owned()));
        let says = format!("have `{value}` in {header}.");
        add(found, row, (&clause, &format!("header-{way}")), &says, change);
    }
}
