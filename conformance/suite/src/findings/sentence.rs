//! Describes a finding in one sentence.

use indexmap::IndexSet;
use webdata_spec::Spec;
use webdata_spec::model::Clause;

use super::symptom::Symptom;
use super::{Group, place};
use crate::display::{cut, one_line};
use crate::judge::{SERVER_ERROR, UNAUTHORIZED};

/// The maximum length of a server's text, in characters.
const WIDEST: usize = 200;

pub(super) fn says(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    let what = what(spec, clause, group);
    match &group.symptom {
        Symptom::Status { expected: None, received, .. } if *received < SERVER_ERROR => {
            let response = response(&group.symptom);
            if let Some(feature) = &group.feature {
                let which = feature.says();
                return format!("valid requests {which} are refused with {response}");
            }
            match group.parts.first().copied() {
                Some("") if *received == UNAUTHORIZED => {
                    format!("no request is accepted: {response}; is the valid key valid?")
                }
                Some("") => format!("no request is accepted: {response}"),
                Some(_) => format!("{what}: valid requests are refused with {response}"),
                None => format!("{what}: a valid request is rejected with {response}"),
            }
        }
        Symptom::Status { expected, received, .. } if *received >= SERVER_ERROR => {
            let to = if expected.is_some() { "invalid requests" } else { "valid requests" };
            format!("{what}: the server answers {to} with {received}")
        }
        Symptom::Accepted => match group.parts.first() {
            Some(_) => format!("{what}: nothing is validated"),
            None => format!("{what} is not enforced: what breaks it is accepted"),
        },
        Symptom::Status { expected, .. } => {
            let wanted = expected.map(|error| wanted(spec, error)).unwrap_or_default();
            format!(
                "{what}: what breaks it is answered with {}, not {wanted}",
                response(&group.symptom)
            )
        }
        Symptom::Row { error, received, text: None } => {
            let wanted = spec.errors.get(error).map(|row| row.status).unwrap_or_default();
            format!("the error `{error}` has the status {received}, not {wanted}")
        }
        Symptom::Row { error, received, text: Some(own) } => {
            format!(
                "the error `{error}` comes as {received} `{}`, not {}",
                text(own),
                wanted(spec, error)
            )
        }
        Symptom::Place { place, .. } => {
            let first = group.cases.iter().find_map(|case| case.seen(&group.clause));
            let (expected, received) = first.map_or((String::new(), String::new()), |own| {
                (text(&own.expected), text(&own.received))
            });
            format!("{what}: at `{}`, expected `{expected}`, got `{received}`", text(place))
        }
        Symptom::Other(reason) => format!("{what}: `{}`", text(reason)),
    }
}

/// Returns the status code and the text of an error.
fn wanted(spec: &Spec, error: &str) -> String {
    let row = spec.errors.get(error);
    let told = row.map(|row| match row.text.shown() {
        Some(text) => format!("{} `{text}`", row.status),
        None => row.status.to_string(),
    });
    told.unwrap_or_default()
}

/// The number of parts that are named.
const NAMED: usize = 2;

/// Returns the subject of a finding.
fn what(spec: &Spec, clause: Option<&Clause>, group: &Group<'_>) -> String {
    if group.parts.contains(&"") {
        return "everywhere".to_owned();
    }
    if !group.parts.is_empty() {
        let shown = |part: &&str| match place::body(spec, part) {
            Some((shown, _)) => format!("`{shown}`"),
            None => format!("`{}`", part.replace("::", " ")),
        };
        let parts: IndexSet<String> = group.parts.iter().map(shown).collect();
        let named = parts.iter().take(NAMED).cloned().collect::<Vec<_>>().join(" and ");
        return match parts.len().saturating_sub(NAMED) {
            0 => named,
            more => format!("{named} and {more} more places"),
        };
    }
    match clause {
        Some(found) => format!("`{}` ({})", found.id, found.statement.trim_end_matches('.')),
        None => format!("`{}`", group.clause),
    }
}

/// Returns the received response in words.
fn response(symptom: &Symptom<'_>) -> String {
    match symptom {
        Symptom::Status { received, text: Some(own), .. } => format!("{received} `{}`", text(own)),
        Symptom::Status { received, .. } => received.to_string(),
        Symptom::Accepted | Symptom::Row { .. } | Symptom::Place { .. } | Symptom::Other(_) => {
            String::new()
        }
    }
}

/// Returns a text of a server as a code span.
fn text(own: &str) -> String {
    cut(&one_line(own), WIDEST).replace('`', "'")
}
