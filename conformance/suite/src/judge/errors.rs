//! Judges a response that must be an error of the catalogue: its status code, its text, its code, and a
//! header if the case is about one.

use serde_json::Value;
use webdata_cases::case::{Case, Expect, Purpose};
use webdata_cases::interpreter::RequestPart;
use webdata_spec::model::{ClauseId, ClauseRoot, ErrorRow, ErrorText};
use webdata_spec::{Spec, pointer};

use super::excerpt::{shown, start};
use super::somewhere::{has_word, is_in_another_language};
use super::{Context, HttpResponse, Judge, NOTHING, STATUS};
use crate::outcome::Deviation;

/// Describes the expected response in words.
fn describe(status: u16, text: &ErrorText, code: Option<&str>) -> String {
    let text = match text {
        ErrorText::Exact(text) => format!(" with the error `{text}`"),
        ErrorText::Free(text) => format!(" with an error message such as `{text}`"),
        ErrorText::Described(says) => format!(" with a message that says that {says}"),
        ErrorText::NotShown => String::new(),
    };
    let joined_by = if text.is_empty() { " with" } else { " and" };
    let code = code.map(|code| format!("{joined_by} the code `{code}`")).unwrap_or_default();
    format!("{status}{text}{code}")
}

/// Returns the deviations from the error that a step expects, the most important first.
pub(super) fn error_deviations(context: Context<'_>, response: &HttpResponse) -> Vec<Deviation> {
    let Expect::Error { id, status, text, words, code, header } = &context.step.expect else {
        return Vec::new();
    };
    if response.status != *status {
        let expected = describe(*status, text, code.as_deref());
        return vec![wrong_status(context.case, response, &expected)];
    }
    let missing = header.as_ref().filter(|header| response.header(header).is_none());
    let missing = missing.map(|header| {
        Deviation::new(first_clause(context.case), header.to_lowercase(), "a value", NOTHING)
    });
    let mut deviations: Vec<Deviation> = missing.into_iter().collect();
    // A body that is not JSON has one deviation, which `general_deviations` reports.
    if response.json.is_none() {
        return deviations;
    }
    let mut compare = |part: &str, place: &str, expected: &str| {
        let received = response.at(place);
        if received.and_then(Value::as_str) != Some(expected) {
            deviations.push(Deviation::new(
                ClauseRoot::Error(id).clause().child(part),
                place,
                format!("\"{expected}\""),
                shown(received),
            ));
        }
    };
    // The service chooses every other text.
    if let ErrorText::Exact(text) = text {
        compare("error", "/error", text);
    }
    if let Some(code) = code {
        compare("code", "/code", code);
    }
    let text = response.at("/error");
    let has_word = text.is_some_and(|text| has_word(text, words));
    if !words.is_empty() && !has_word && !is_in_another_language(response) {
        deviations.push(Deviation::new(
            ClauseRoot::Error(id).clause().child("error"),
            "/error",
            format!("a message with `{}`", words.join("` or `")),
            shown(text),
        ));
    }
    deviations
}

/// Returns the deviation of a wrong status code, under the clause that the case is about.
pub(super) fn wrong_status(case: &Case, response: &HttpResponse, expected: &str) -> Deviation {
    let text = response.at("/error").and_then(Value::as_str);
    let with_text =
        text.map(|text| format!(" with the error `{}`", start(text))).unwrap_or_default();
    Deviation::new(first_clause(case), STATUS, expected, format!("{}{with_text}", response.status))
}

fn first_clause(case: &Case) -> ClauseId {
    case.clauses.first().cloned().unwrap_or_else(|| ClauseId::new(""))
}

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
        (pointer, RequestPart::Body) => format!("`{}`", path(pointer, index)),
        (pointer, part) => format!("`{}` of the {}", path(pointer, index), part.name()),
    };
    Some(format!("{place} {}", violation.message))
}

/// Returns the body that the case stores first.
fn stored(case: &Case) -> Option<&Value> {
    let arranged = case.steps.iter().find(|step| step.purpose == Purpose::Arrange)?;
    arranged.request.body.as_json()
}

/// Writes the index of an item.
fn index(step: &str) -> String {
    format!("[{step}]")
}

/// Writes a JSON Pointer (RFC 6901) as people do, such as `tracks[0].title`; `item` writes the index of an item.
pub(crate) fn path(pointer: &str, item: impl Fn(&str) -> String) -> String {
    let mut path = String::new();
    for step in pointer::tokens(pointer) {
        match step.bytes().all(|byte| byte.is_ascii_digit()) {
            true => path.push_str(&item(&step)),
            false if path.is_empty() => path = step,
            false => path.push_str(&format!(".{step}")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::{index, path};

    #[test]
    fn pointers_are_rendered_as_property_paths() {
        let table = [
            ("/name", "name"),
            ("/tracks/0/takes/1", "tracks[0].takes[1]"),
            ("/webhook/headers/a~1b", "webhook.headers.a/b"),
            ("/0/id", "[0].id"),
        ];
        for (pointer, expected) in table {
            assert_eq!(path(pointer, index), expected);
        }
    }
}
