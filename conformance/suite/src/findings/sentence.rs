//! Writes an explanation as a sentence: the symptom, then exactly its attributes.

use std::collections::HashMap;
use std::fmt;

use webdata_spec::Spec;
use webdata_spec::model::{Clause, ClauseId};

use super::attribute::{Attribute, AttributeName};
use super::observe::{Kind, Symptom};
use crate::judge::{SERVER_ERROR, UNAUTHORIZED};
use crate::outcome::Deviation;
use crate::untrusted::{cut, one_line};

pub(super) struct Sentence<'f> {
    pub(super) spec: &'f Spec,
    pub(super) clauses: &'f HashMap<ClauseId, Clause>,
    pub(super) symptom: &'f Symptom,
    pub(super) kinds: &'f [Kind],
    pub(super) attributes: &'f [Attribute],
    /// The keywords that the requests break.
    pub(super) keywords: Vec<&'f str>,
    /// Whether everything that the explanation fits deviates so.
    pub(super) is_exact: bool,
    /// The deviation of the example.
    pub(super) example: Option<&'f Deviation>,
}

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 200;

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_about_place = |attribute: &Attribute| {
            matches!(
                attribute.name,
                AttributeName::Operation
                    | AttributeName::Below
                    | AttributeName::Within
                    | AttributeName::At
                    | AttributeName::Clause
            )
        };
        let is_bare = self.is_exact && self.attributes.iter().all(is_about_place);
        let names_clause = |attribute: &Attribute| {
            attribute.name == AttributeName::Clause && self.statement(&attribute.value).is_some()
        };
        match self.symptom {
            Symptom::Accepted if is_bare && !self.attributes.iter().any(names_clause) => {
                f.write_str("nothing is validated")?;
            }
            Symptom::Accepted => f.write_str("invalid requests are accepted")?,
            Symptom::Status(status, text) => self.write_status(f, *status, text.as_deref())?,
            Symptom::Other => f.write_str("invalid requests are not rejected as they should be")?,
            Symptom::ErrorBody => f.write_str("errors have another text or code")?,
            Symptom::Missing => write!(f, "{} missing", self.subject())?,
            Symptom::Null => write!(f, "{} null", self.subject())?,
            Symptom::Type(json_type) => {
                write!(f, "{} {}", self.subject(), type_phrase(&json_type.to_string()))?;
            }
            Symptom::Value => write!(f, "{} not what the contract says", self.subject())?,
        }
        let mut separator = ": ";
        for attribute in self.attributes {
            write!(f, "{separator}{}", self.phrase(attribute))?;
            separator = ", ";
        }
        if !self.keywords.is_empty() {
            let words: Vec<String> = self.keywords.iter().map(|word| format!("`{word}`")).collect();
            write!(f, "; the requests break {}", words.join(", "))?;
        }
        let is_status =
            matches!(self.symptom, Symptom::Accepted | Symptom::Other | Symptom::Status(..));
        if let Some(deviation) = self.example.filter(|_| !is_status) {
            let Deviation { clause, place, expected, received, .. } = deviation;
            let [place, expected, received] = [place, expected, received].map(|part| text(part));
            let is_named = self.attributes.iter().any(|one| one.name == AttributeName::Clause);
            let clause = if is_named { String::new() } else { format!(" `{clause}`") };
            write!(
                f,
                "; for example{clause} at `{place}`, expected `{expected}`, got `{received}`"
            )?;
        }
        Ok(())
    }
}

impl Sentence<'_> {
    fn subject(&self) -> &'static str {
        match self.kinds.first() {
            Some(Kind::Effect) => "what an operation should do is",
            Some(Kind::Response) => "a part of responses is",
            _ => "values in responses are",
        }
    }

    fn write_status(
        &self,
        f: &mut fmt::Formatter<'_>,
        status: u16,
        text_received: Option<&str>,
    ) -> fmt::Result {
        let requests = match self.kinds {
            [Kind::Valid] => "valid requests",
            [Kind::Invalid] => "invalid requests",
            _ => "requests",
        };
        if status >= SERVER_ERROR {
            return write!(f, "the server responds to {requests} with {status}");
        }
        let response = match text_received {
            Some(received) => format!("{status} `{}`", text(received)),
            None => status.to_string(),
        };
        match self.kinds {
            kinds
                if kinds.contains(&Kind::Valid) && self.is_exact && self.attributes.is_empty() =>
            {
                let requests = if kinds == [Kind::Valid] { "valid request" } else { "request" };
                write!(f, "no {requests} is accepted: {response}")?;
                if status == UNAUTHORIZED {
                    f.write_str("; check the valid key of the target")?;
                }
                Ok(())
            }
            [Kind::Valid] => write!(f, "valid requests are rejected with {response}"),
            _ => {
                write!(f, "{requests} get {response}")?;
                let due = self.attributes.iter().find(|one| one.name == AttributeName::Error);
                match due.and_then(|due| self.spec.errors.get(&due.value)) {
                    Some(row) => match row.text.shown() {
                        Some(shown) => write!(f, ", not {} `{shown}`", row.status),
                        None => write!(f, ", not {}", row.status),
                    },
                    None => f.write_str(" instead of the response that is due"),
                }
            }
        }
    }

    /// Returns the statement of a clause.
    fn statement(&self, clause: &str) -> Option<&str> {
        let clause = self.clauses.get(&ClauseId::new(clause))?;
        Some(clause.statement.trim_end_matches('.'))
    }

    fn phrase(&self, attribute: &Attribute) -> String {
        let value = text(&attribute.value);
        match attribute.name {
            AttributeName::Clause => match self.statement(&attribute.value) {
                Some(statement) => format!("`{value}` ({statement})"),
                None => format!("in `{value}`"),
            },
            AttributeName::Keyword => match value.as_str() {
                "type" => "the type of a value".to_owned(),
                "required" => "required properties".to_owned(),
                "enum" => "listed words".to_owned(),
                word => format!("`{word}`"),
            },
            AttributeName::Form => match value.as_str() {
                "null" => "null where it is not allowed",
                "convertible" => "values that can be converted to the declared type",
                "number-or-boolean" => {
                    "booleans in place of numbers, or 0 and 1 in place of booleans"
                }
                "json-text" => "a list or an object as JSON text",
                "no-body" => "without a body",
                "not-json" => "a body that is not JSON",
                "list-of-one" => "a list of one value in place of the value",
                "item-without-list" => "an item in place of a list",
                "other-case" => "a listed word in other letter case or with spaces around it",
                _ => "values of another type that cannot be converted",
            }
            .to_owned(),
            AttributeName::Format => format!("strings of the format `{value}`"),
            AttributeName::Error => format!("where `{value}` is due"),
            AttributeName::Status => format!("with the status code {value}"),
            AttributeName::Sent => format!("{} sent", type_phrase(&value)),
            AttributeName::At if value.is_empty() => "the body as a whole".to_owned(),
            AttributeName::At => format!("at `{value}`"),
            AttributeName::Below => format!("below `{value}`"),
            AttributeName::Within => format!("at or below `{value}`"),
            AttributeName::Part => format!("in the {value}"),
            AttributeName::Key => match value.as_str() {
                "none" => "without a key".to_owned(),
                key => format!("with the key that is {key}"),
            },
            AttributeName::MediaType => format!("sent as `{value}`"),
            AttributeName::Type => format!("{} declared", type_phrase(&value)),
            AttributeName::Presence => format!("{value} properties"),
            AttributeName::Default => match value.as_str() {
                "none" => "without a default".to_owned(),
                _ => "with a default".to_owned(),
            },
            AttributeName::Operation => format!("in `{value}`"),
            AttributeName::Property => format!("properties named `{value}`"),
            AttributeName::Null => format!("with `{value}: null`"),
            AttributeName::Without => format!("without `{value}`"),
            AttributeName::With | AttributeName::Word => format!("with `{value}`"),
            AttributeName::Limit => match self.statement(&attribute.value) {
                Some(statement) => format!("with a value at the limit `{value}` ({statement})"),
                None => format!("with a value at the limit `{value}`"),
            },
            AttributeName::Text => match value.as_str() {
                "beyond-plane0" => "with an emoji or another character beyond U+FFFF",
                "beyond-ascii" => "with characters beyond ASCII",
                "nul" => "with a NUL in a text",
                "control" => "with a control character in a text",
                "blank-at-end" => "with blanks at an end of a text",
                "percent" => "with a percent sign in a text",
                "plus" => "with a plus sign in a text",
                "angle-bracket" => "with markup in a text",
                "question-mark" => "with a question mark in a text",
                _ => "with an empty text",
            }
            .to_owned(),
            AttributeName::Position => match value.as_str() {
                "first" => "in the first of several items".to_owned(),
                _ => "in an item after the first".to_owned(),
            },
            AttributeName::Sample => format!("with the sample `{value}`"),
        }
    }
}

/// Returns a JSON type with its article.
fn type_phrase(json_type: &str) -> &str {
    match json_type {
        "array" => "a list",
        "object" => "an object",
        "integer" => "an integer",
        "number" => "a number",
        "string" => "a string",
        "boolean" => "a boolean",
        "listed word" => "a listed word",
        other => other,
    }
}

/// Returns a text of a server as a code span.
fn text(text: &str) -> String {
    cut(&one_line(text), MAX_TEXT_CHARS).replace('`', "'")
}
