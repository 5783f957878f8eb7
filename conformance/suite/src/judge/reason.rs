//! Explains why a case expects one error of the catalogue and no other.
//!
//! This module does not judge.

use webdata_cases::case::{Case, Purpose};
use webdata_cases::interpreter::RequestPart;
use webdata_spec::model::{ErrorRow, ErrorText};
use webdata_spec::{Spec, pointer};

use super::{Context, Judge};

/// Returns the explanation of an expected error: the error's cause, if another error of the operation has the
/// same status code, and what is wrong with the request. Returns an empty string if neither is known.
pub(super) fn reason(judge: &Judge<'_>, context: Context<'_>, error: &str) -> String {
    let operation = context.step.request.operation.as_deref();
    let cause = operation.and_then(|operation| cause(judge.spec, operation, error));
    let cause = cause.map(|cause| format!(" (cause: {})", cause.trim_end_matches('.')));
    let violation =
        describe_violation(judge, context).map(|violation| format!(", since {violation}"));
    [cause, violation].into_iter().flatten().collect()
}

/// Returns the cause of an error that could be confused with another error of the operation. An error without
/// a code, whose text the service chooses, is identified by its status code alone.
fn cause(spec: &Spec, operation: &str, error: &str) -> Option<String> {
    let is_identifiable =
        |row: &&ErrorRow| matches!(row.text, ErrorText::Exact(_)) || row.code.is_some();
    let row = spec.errors.get(error).filter(is_identifiable)?;
    let causes = spec.operation_causes(spec.operations.get(operation)?);
    let is_like = |id: &str, status: u16| id != error && status == row.status;
    if !causes.iter().any(|(row, _)| is_like(&row.id, row.status)) {
        return None;
    }
    causes.into_iter().find(|(row, _)| row.id == error).map(|(_, cause)| cause)
}

/// Returns the place at which a request breaks the clause of its case, and how, without the value.
fn describe_violation(judge: &Judge<'_>, context: Context<'_>) -> Option<String> {
    let clause = context.case.breaks.as_ref()?;
    let violations =
        judge.interpreter().request_violations(&context.step.request, stored(context.case));
    let (part, violation) = violations
        .into_iter()
        .find(|(_, violation)| violation.clause.as_str() == clause.as_str())?;
    let place = match (violation.pointer.as_str(), part) {
        ("", part) => format!("the {}", part.name()),
        (pointer, RequestPart::Body) => format!("`{}`", path(pointer)),
        (pointer, part) => format!("`{}` of the {}", path(pointer), part.name()),
    };
    Some(format!("{place} {}", violation.message))
}

/// Returns the body that the case stores first.
fn stored(case: &Case) -> Option<&serde_json::Value> {
    let arranged = case.steps.iter().find(|step| step.purpose == Purpose::Arrange)?;
    arranged.request.body.as_json()
}

/// Writes a JSON Pointer (RFC 6901) as people do: `targets[0].url`.
fn path(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer::tokens(pointer) {
        match step.bytes().all(|byte| byte.is_ascii_digit()) {
            true => path.push_str(&format!("[{step}]")),
            false if path.is_empty() => path = step,
            false => path.push_str(&format!(".{step}")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn pointers_are_rendered_as_property_paths() {
        let table = [
            ("/name", "name"),
            ("/targets/0/urls/1", "targets[0].urls[1]"),
            ("/webhook/headers/a~1b", "webhook.headers.a/b"),
            ("/0/id", "[0].id"),
        ];
        for (pointer, expected) in table {
            assert_eq!(path(pointer), expected);
        }
    }
}
