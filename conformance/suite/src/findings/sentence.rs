//! Describes a finding in one sentence.

use indexmap::IndexSet;
use webdata_spec::Spec;
use webdata_spec::model::Clause;

use super::symptom::Symptom;
use super::{Group, place};
use crate::display::{cut, one_line};
use crate::judge::{SERVER_ERROR, UNAUTHORIZED};

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 200;

pub(super) fn render(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    let subject = subject(spec, clause, group);
    match &group.symptom {
        Symptom::Status { expected: None, received, .. } if *received < SERVER_ERROR => {
            let response = response(&group.symptom);
            if let Some(feature) = &group.feature {
                let which = feature.describe();
                return format!("valid requests {which} are rejected with {response}");
            }
            match group.parts.first().copied() {
                Some("") if *received == UNAUTHORIZED => {
                    format!("no request is accepted: {response}; check the valid key of the target")
                }
                Some("") => format!("no request is accepted: {response}"),
                Some(_) => format!("{subject}: valid requests are rejected with {response}"),
                None => format!("{subject}: a valid request is rejected with {response}"),
            }
        }
        Symptom::Status { expected, received, .. } if *received >= SERVER_ERROR => {
            let to = if expected.is_some() { "invalid requests" } else { "valid requests" };
            format!("{subject}: the server responds to {to} with {received}")
        }
        Symptom::Accepted => match group.parts.first() {
            Some(_) => format!("{subject}: nothing is validated"),
            None => format!("{subject} is not enforced: invalid requests are accepted"),
        },
        Symptom::Status { expected, .. } => {
            let wanted = expected.map(|error| describe_error(spec, error)).unwrap_or_default();
            format!("{subject}: invalid requests get {}, not {wanted}", response(&group.symptom))
        }
        Symptom::CatalogueError { error, received, text: None } => {
            let wanted = spec.errors.get(error).map(|row| row.status).unwrap_or_default();
            format!("the error `{error}` has the status code {received}, not {wanted}")
        }
        Symptom::CatalogueError { error, received, text: Some(received_text) } => {
            format!(
                "the error `{error}` comes as {received} `{}`, not {}",
                text(received_text),
                describe_error(spec, error)
            )
        }
        Symptom::Place { place, .. } => {
            let first = group.cases.iter().find_map(|case| case.deviation_from(&group.clause));
            let (expected, received) = first.map_or((String::new(), String::new()), |deviation| {
                (text(&deviation.expected), text(&deviation.received))
            });
            format!("{subject}: at `{}`, expected `{expected}`, got `{received}`", text(place))
        }
        Symptom::Other(reason) => format!("{subject}: `{}`", text(reason)),
    }
}

/// Returns the status code and the text of an error.
fn describe_error(spec: &Spec, error: &str) -> String {
    let row = spec.errors.get(error);
    let described = row.map(|row| match row.text.shown() {
        Some(text) => format!("{} `{text}`", row.status),
        None => row.status.to_string(),
    });
    described.unwrap_or_default()
}

/// The number of parts that are named.
const MAX_NAMED: usize = 2;

/// Returns the subject of a finding.
fn subject(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    if group.parts.contains(&"") {
        return "everywhere".to_owned();
    }
    if !group.parts.is_empty() {
        let shown = |part: &&str| match place::body(spec, part) {
            Some((shown, _)) => format!("`{shown}`"),
            None => format!("`{}`", part.replace("::", " ")),
        };
        let parts: IndexSet<String> = group.parts.iter().map(shown).collect();
        let named = parts.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(" and ");
        return match parts.len().saturating_sub(MAX_NAMED) {
            0 => named,
            more => format!("{named} and {more} more places"),
        };
    }
    match clause {
        Some(clause) => format!("`{}` ({})", clause.id, clause.statement.trim_end_matches('.')),
        None => format!("`{}`", group.clause),
    }
}

/// Returns the received response in words.
fn response(symptom: &Symptom<'_>) -> String {
    match symptom {
        Symptom::Status { received, text: Some(received_text), .. } => {
            format!("{received} `{}`", text(received_text))
        }
        Symptom::Status { received, .. } => received.to_string(),
        Symptom::Accepted
        | Symptom::CatalogueError { .. }
        | Symptom::Place { .. }
        | Symptom::Other(_) => String::new(),
    }
}

/// Returns a text of a server as a code span.
pub(super) fn text(text: &str) -> String {
    cut(&one_line(text), MAX_TEXT_CHARS).replace('`', "'")
}
