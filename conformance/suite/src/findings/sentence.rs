//! Writes an explanation as a sentence: the symptom, then exactly its attributes.

use std::fmt;

use webdata_spec::model::ClauseId;

use super::attribute::{Attribute, AttributeName};
use super::observation::Kind;
use super::symptom::Symptom;
use crate::judge::{Judge, SERVER_ERROR, UNAUTHORIZED};
use crate::outcome::Deviation;
use crate::untrusted::{cut, one_line};

pub(super) struct Sentence<'f> {
    pub(super) judge: Judge<'f>,
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
        let is_bare = self.is_exact && self.attributes.iter().all(|one| one.name.is_place());
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
            Symptom::Value => match self.kinds.first() {
                Some(Kind::Effect) => {
                    f.write_str("an operation does not do what the contract says")?;
                }
                Some(Kind::Response) => f.write_str("responses are not what the contract says")?,
                _ => write!(f, "{} not what the contract says", self.subject())?,
            },
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
            Some(Kind::Effect) => "what an operation returns is",
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
                match due.and_then(|due| self.judge.spec.errors.get(&due.value)) {
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
        let clause = self.judge.clauses.get(&ClauseId::new(clause))?;
        Some(clause.statement.trim_end_matches('.'))
    }

    fn phrase(&self, attribute: &Attribute) -> String {
        use AttributeName as Name;
        let value = text(&attribute.value);
        let stated = match self.statement(&attribute.value) {
            Some(statement) => format!("`{value}` ({statement})"),
            None => format!("`{value}`"),
        };
        let phrase = match (attribute.name, value.as_str()) {
            (Name::Clause, _) if self.statement(&attribute.value).is_some() => return stated,
            (Name::Clause | Name::Operation, _) => return format!("in {stated}"),
            (Name::Keyword, "type") => "the type of a value",
            (Name::Keyword, "required") => "required properties",
            (Name::Keyword, "enum") => "listed words",
            (Name::Keyword, _) => return format!("`{value}`"),
            (Name::Family, _) => "limits of numbers, strings or lists",
            (Name::Form, "null") => "null where it is not allowed",
            (Name::Form, "convertible") => "values that can be converted to the declared type",
            (Name::Form, "number-or-boolean") => {
                "booleans in place of numbers, or 0 and 1 in place of booleans"
            }
            (Name::Form, "json-text") => "a list or an object as JSON text",
            (Name::Form, "no-body") => "without a body",
            (Name::Form, "not-json") => "a body that is not JSON",
            (Name::Form, "list-of-one") => "a list of one value in place of the value",
            (Name::Form, "item-without-list") => "an item in place of a list",
            (Name::Form, "other-case") => {
                "a listed word in other letter case or with spaces around it"
            }
            (Name::Form, _) => "values of another type that cannot be converted",
            (Name::Format, _) => return format!("strings of the format `{value}`"),
            (Name::Error, _) => return format!("where `{value}` is due"),
            (Name::Status, _) => return format!("with the status code {value}"),
            (Name::Sent, _) => return format!("{} sent", type_phrase(&value)),
            (Name::At, "") => "the body as a whole",
            (Name::At, _) => return format!("at `{value}`"),
            (Name::Below, _) => return format!("below `{value}`"),
            (Name::Within, _) => return format!("at or below `{value}`"),
            (Name::Part, _) => return format!("in the {value}"),
            (Name::Key, "none") => "without a key",
            (Name::Key, _) => return format!("with the key that is {value}"),
            (Name::MediaType, _) => return format!("sent as `{value}`"),
            (Name::Type, _) => return format!("{} declared", type_phrase(&value)),
            (Name::Presence, _) => return format!("{value} properties"),
            (Name::Default, "none") => "without a default",
            (Name::Default, _) => "with a default",
            (Name::Property, _) => return format!("properties named `{value}`"),
            (Name::Null, _) => return format!("with `{value}: null`"),
            (Name::Without, _) => return format!("without `{value}`"),
            (Name::With | Name::Word, _) => return format!("with `{value}`"),
            (Name::Limit, _) => return format!("with a value at the limit {stated}"),
            (Name::Text, "beyond-plane0") => "with an emoji or another character beyond U+FFFF",
            (Name::Text, "beyond-ascii") => "with characters beyond ASCII",
            (Name::Text, "nul") => "with a NUL in a text",
            (Name::Text, "control") => "with a control character in a text",
            (Name::Text, "blank-at-end") => "with blanks at an end of a text",
            (Name::Text, "percent") => "with a percent sign in a text",
            (Name::Text, "plus") => "with a plus sign in a text",
            (Name::Text, "angle-bracket") => "with markup in a text",
            (Name::Text, "lone-surrogate") => "with half of a surrogate pair in a text",
            (Name::Text, "question-mark") => "with a question mark in a text",
            (Name::Text, _) => "with an empty text",
            (Name::Position, "first") => "in the first of several items",
            (Name::Position, _) => "in an item after the first",
            (Name::Sample, _) => return format!("with the sample `{value}`"),
        };
        phrase.to_owned()
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
