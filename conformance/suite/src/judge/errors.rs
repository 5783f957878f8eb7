//! Judges a response that must be an error of the catalogue: its status code, its text, its code, and a
//! header if the case is about one.

use serde_json::Value;
use webdata_cases::case::Case;
use webdata_spec::model::{ClauseId, ErrorText};

use super::excerpt::{rendered, start};
use super::http_response::{Context, HttpResponse, STATUS};
use super::somewhere::{has_word, is_in_another_language};
use crate::outcome::Deviation;

pub(super) struct ExpectedError<'e> {
    pub(super) id: &'e str,
    pub(super) status: u16,
    pub(super) text: &'e ErrorText,
    /// The text must contain one of these words.
    pub(super) words: &'e [String],
    pub(super) code: Option<&'e str>,
    /// A required header.
    pub(super) header: Option<&'e str>,
}

impl ExpectedError<'_> {
    /// Describes the expected response in words.
    fn describe(&self) -> String {
        let text = match self.text {
            ErrorText::Exact(text) => format!(" with the error `{text}`"),
            ErrorText::Free(text) => format!(" with an error message such as `{text}`"),
            ErrorText::Described(says) => format!(" with a message that says that {says}"),
            ErrorText::NotShown => String::new(),
        };
        let joined_by = if text.is_empty() { " with" } else { " and" };
        let code =
            self.code.map(|code| format!("{joined_by} the code `{code}`")).unwrap_or_default();
        format!("{}{text}{code}", self.status)
    }
}

/// Returns the deviations from the expected error, the most important first.
pub(super) fn error_deviations(
    context: Context<'_>,
    response: &HttpResponse,
    row: &ExpectedError<'_>,
) -> Vec<Deviation> {
    if response.status != row.status {
        return vec![wrong_status(context.case, response, &row.describe())];
    }
    let missing = row.header.filter(|header| response.header(header).is_none());
    let missing = missing.map(|header| Deviation {
        clause: context.case.clauses.first().cloned().unwrap_or_else(|| ClauseId::new("")),
        place: header.to_lowercase(),
        expected: "a value".to_owned(),
        received: "nothing".to_owned(),
    });
    let mut deviations: Vec<Deviation> = missing.into_iter().collect();
    // A body that is not JSON has one deviation, which `always` reports.
    if response.json.is_none() {
        return deviations;
    }
    let mut compare = |part: &str, place: &str, expected: &str| {
        let received = response.at(place);
        if received.and_then(Value::as_str) != Some(expected) {
            deviations.push(Deviation {
                clause: ClauseId::new(format!("errors.{}.{part}", row.id)),
                place: place.to_owned(),
                expected: format!("\"{expected}\""),
                received: received.map_or_else(|| "nothing".to_owned(), rendered),
            });
        }
    };
    // The service chooses every other text.
    if let ErrorText::Exact(text) = row.text {
        compare("error", "/error", text);
    }
    if let Some(code) = row.code {
        compare("code", "/code", code);
    }
    let text = response.at("/error");
    let has_word = text.is_some_and(|text| has_word(text, row.words));
    if !row.words.is_empty() && !has_word && !is_in_another_language(response) {
        deviations.push(Deviation {
            clause: ClauseId::new(format!("errors.{}.error", row.id)),
            place: "/error".to_owned(),
            expected: format!("a message with `{}`", row.words.join("` or `")),
            received: text.map_or_else(|| "nothing".to_owned(), rendered),
        });
    }
    deviations
}

/// Returns the deviation of a wrong status code, under the clause that the case is about.
pub(super) fn wrong_status(case: &Case, response: &HttpResponse, expected: &str) -> Deviation {
    let text = response.at("/error").and_then(Value::as_str);
    let with_text =
        text.map(|text| format!(" with the error `{}`", start(text))).unwrap_or_default();
    Deviation {
        clause: case.clauses.first().cloned().unwrap_or_else(|| ClauseId::new("")),
        place: STATUS.to_owned(),
        expected: expected.to_owned(),
        received: format!("{}{with_text}", response.status),
    }
}
