//! Writes an explanation as a sentence: the symptom, then exactly its attributes.

use std::fmt;

use webdata_cases::case::Surroundings;
use webdata_spec::model::ClauseId;

use super::attribute::{Attribute, DeclaredType, HasDefault, KeywordFamily, Presence};
use super::observation::Kind;
use super::subject::{InvalidForm, ItemPosition, OddText, SentKey, SentPart, SentType};
use super::symptom::Symptom;
use crate::judge::{Judge, SERVER_ERROR, UNAUTHORIZED, is_success};
use crate::outcome::Deviation;
use crate::untrusted::{cut, one_line};

pub(super) struct Sentence<'f> {
    pub(super) judge: Judge<'f>,
    pub(super) symptom: &'f Symptom,
    pub(super) kinds: &'f [Kind],
    pub(super) attributes: &'f [Attribute],
    /// The keywords that the requests break.
    pub(super) keywords: Vec<&'f str>,
    /// Whether everything that the explanation fits deviates so, and that is enough to say so: `nothing`, `no request`.
    pub(super) is_general: bool,
    /// Whether each of the requests breaks a clause itself, and not only the key or the state is the reason of the error
    /// that is due.
    pub(super) is_invalid: bool,
    /// The deviation of the example.
    pub(super) example: Option<&'f Deviation>,
}

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 200;

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_bare = self.is_general && self.attributes.iter().all(|one| self.is_place(one));
        match self.symptom {
            Symptom::Accepted if is_bare && self.is_invalid => {
                f.write_str("nothing is validated")?;
            }
            Symptom::Accepted if self.is_invalid => f.write_str("invalid requests are accepted")?,
            Symptom::Accepted => f.write_str("requests are accepted that should not be")?,
            Symptom::Status(status, text) => self.write_status(f, *status, text.as_deref())?,
            Symptom::Other if self.is_invalid => {
                f.write_str("invalid requests are not rejected as they should be")?;
            }
            Symptom::Other => f.write_str("requests are not rejected as they should be")?,
            Symptom::ErrorBody => f.write_str("errors have another text or code")?,
            Symptom::Missing => write!(f, "{} missing", self.subject())?,
            Symptom::Null => write!(f, "{} null", self.subject())?,
            Symptom::Type(json_type) => {
                write!(f, "{} {}", self.subject(), sent_type(*json_type))?;
            }
            Symptom::Silent => f.write_str("the server responds to no request")?,
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
            let is_named = self.attributes.iter().any(|one| matches!(one, Attribute::Clause(_)));
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
            [Kind::Invalid] if self.is_invalid => "invalid requests",
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
                if kinds.contains(&Kind::Valid)
                    && !is_success(status)
                    && self.is_general
                    && self.attributes.is_empty() =>
            {
                let requests = if kinds == [Kind::Valid] { "valid request" } else { "request" };
                write!(f, "no {requests} is accepted: {response}")?;
                if status == UNAUTHORIZED {
                    f.write_str("; check the valid key of the target")?;
                }
                Ok(())
            }
            [Kind::Valid] if !is_success(status) => {
                write!(f, "valid requests are rejected with {response}")
            }
            _ => {
                write!(f, "{requests} get {response}")?;
                let due = self.attributes.iter().find_map(|one| match one {
                    Attribute::Error(error) => self.judge.spec.errors.get(error),
                    _ => None,
                });
                match due {
                    Some(row) => match row.text.shown() {
                        Some(shown) => write!(f, ", not {} `{shown}`", row.status),
                        None => write!(f, ", not {}", row.status),
                    },
                    None => f.write_str(" instead of the response that is due"),
                }
            }
        }
    }

    /// Returns whether an attribute says where something is, and not what it is like.
    fn is_place(&self, attribute: &Attribute) -> bool {
        use Attribute::{At, Below, Clause, Operation, Within};
        match attribute {
            Operation(_) | Below(_) | Within(_) | At(_) => true,
            Clause(clause) => self.statement(clause).is_none(),
            _ => false,
        }
    }

    /// Returns the statement of a clause.
    fn statement(&self, clause: &ClauseId) -> Option<&str> {
        let clause = self.judge.clauses.get(clause)?;
        Some(clause.statement.trim_end_matches('.'))
    }

    fn stated(&self, clause: &ClauseId) -> String {
        match self.statement(clause) {
            Some(statement) => format!("`{clause}` ({statement})"),
            None => format!("`{clause}`"),
        }
    }

    fn phrase(&self, attribute: &Attribute) -> String {
        match attribute {
            Attribute::Clause(clause) if self.statement(clause).is_some() => self.stated(clause),
            Attribute::Clause(clause) => format!("in `{clause}`"),
            Attribute::Operation(id) => format!("in `{id}`"),
            Attribute::Keyword(word) => match word.as_str() {
                "type" => "the type of a value".to_owned(),
                "required" => "required properties".to_owned(),
                "enum" => "listed words".to_owned(),
                other => format!("`{other}`"),
            },
            Attribute::Family(KeywordFamily::Limits) => {
                "limits of numbers, strings or lists".to_owned()
            }
            Attribute::Form(form) => form_phrase(*form).to_owned(),
            Attribute::Format(format) => format!("strings of the format `{format}`"),
            Attribute::Error(error) => format!("where `{error}` is due"),
            Attribute::Status(status) => format!("with the status code {status}"),
            Attribute::Sent(sent) => format!("{} sent", sent_type(*sent)),
            Attribute::At(place) if place.is_empty() => "the body as a whole".to_owned(),
            Attribute::At(place) => format!("at `{}`", text(place)),
            Attribute::Below(place) => format!("below `{}`", text(place)),
            Attribute::Within(place) => format!("at or below `{}`", text(place)),
            Attribute::Part(part) => format!("in the {}", part_word(*part)),
            Attribute::Key(key) => key_phrase(*key).to_owned(),
            Attribute::MediaType(media_type) => format!("sent as `{}`", text(media_type)),
            Attribute::Header(name) => format!("with the header `{name}`"),
            Attribute::Type(declared) => format!("{} declared", declared_type(*declared)),
            Attribute::Presence(Presence::Required) => "required properties".to_owned(),
            Attribute::Presence(Presence::Optional) => "optional properties".to_owned(),
            Attribute::Default(HasDefault::Some) => "with a default".to_owned(),
            Attribute::Default(HasDefault::None) => "without a default".to_owned(),
            Attribute::Property(name) => format!("properties named `{}`", text(name)),
            Attribute::Null(clause) => format!("with `{clause}: null`"),
            Attribute::Without(clause) => format!("without `{clause}`"),
            Attribute::With(clause) => format!("with `{clause}`"),
            Attribute::Word(word) => format!("with `{}`", text(&word.to_string())),
            Attribute::Limit(clause) => {
                format!("with a value at the limit {}", self.stated(clause))
            }
            Attribute::Text(odd) => odd_text_phrase(*odd).to_owned(),
            Attribute::Position(ItemPosition::First) => "in the first of several items".to_owned(),
            Attribute::Position(ItemPosition::Later) => "in an item after the first".to_owned(),
            Attribute::Around(Surroundings::Siblings) => "beside other properties".to_owned(),
            Attribute::Around(Surroundings::Crowd) => "after many other properties".to_owned(),
            Attribute::Sample(sample) => format!("in cases named `…::{}`", text(sample)),
        }
    }
}

fn form_phrase(form: InvalidForm) -> &'static str {
    match form {
        InvalidForm::Null => "null where it is not allowed",
        InvalidForm::Convertible => "values that can be converted to the declared type",
        InvalidForm::NumberOrBoolean => {
            "booleans in place of numbers, or 0 and 1 in place of booleans"
        }
        InvalidForm::JsonText => "a list or an object as JSON text",
        InvalidForm::ListOfOne => "a list of one value in place of the value",
        InvalidForm::ItemWithoutList => "an item in place of a list",
        InvalidForm::OtherType => "values of another type that cannot be converted",
        InvalidForm::OtherCase => "a listed word in other letter case or with spaces around it",
        InvalidForm::NotJson => "a body that is not JSON",
        InvalidForm::NotFinite => "NaN or Infinity in the body, which is not JSON",
        InvalidForm::Deep => "a body that is hundreds of levels deep",
        InvalidForm::ByteOrderMark => "a byte order mark before the body",
        InvalidForm::NotUtf8 => "a body that is not UTF-8",
        InvalidForm::Unreadable => "a body that not every reader of JSON reads",
        InvalidForm::NoBody => "without a body",
    }
}

fn key_phrase(key: SentKey) -> &'static str {
    match key {
        SentKey::None => "without a key",
        SentKey::Unknown => "with an unknown key",
        SentKey::Revoked => "with a revoked key",
        SentKey::Limited => "with a key that lacks permission",
        SentKey::OtherTeam => "with a key of another team",
        SentKey::Cut => "with the beginning of a key",
        SentKey::OtherCase => "with a key in another letter case",
        SentKey::TextAfter => "with text after the key",
        SentKey::OtherScheme => "with the key under another scheme, or none",
    }
}

fn part_word(part: SentPart) -> &'static str {
    match part {
        SentPart::Path => "path",
        SentPart::Query => "query",
        SentPart::Headers => "headers",
        SentPart::Body => "body",
    }
}

fn odd_text_phrase(odd: OddText) -> &'static str {
    match odd {
        OddText::BeyondPlane0 => "with an emoji or another character beyond U+FFFF",
        OddText::BeyondAscii => "with characters beyond ASCII",
        OddText::Nul => "with a NUL in a text",
        OddText::Control => "with a control character in a text",
        OddText::BlankAtEnd => "with blanks at an end of a text",
        OddText::Percent => "with a percent sign in a text",
        OddText::Plus => "with a plus sign in a text",
        OddText::AngleBracket => "with markup in a text",
        OddText::QuestionMark => "with a question mark in a text",
        OddText::Empty => "with an empty text",
        OddText::LoneSurrogate => "with half of a surrogate pair in a text",
    }
}

/// Returns the JSON type of a value, with its article.
fn sent_type(sent: SentType) -> &'static str {
    match sent {
        SentType::Null => "null",
        SentType::Boolean => "a boolean",
        SentType::Number => "a number",
        SentType::String => "a string",
        SentType::Array => "a list",
        SentType::Object => "an object",
    }
}

/// Returns a declared type with its article.
fn declared_type(declared: DeclaredType) -> &'static str {
    match declared {
        DeclaredType::Array => "a list",
        DeclaredType::Object => "an object",
        DeclaredType::Integer => "an integer",
        DeclaredType::Number => "a number",
        DeclaredType::String => "a string",
        DeclaredType::Boolean => "a boolean",
        DeclaredType::ListedWord => "a listed word",
    }
}

/// Returns a text of a server as a code span.
fn text(text: &str) -> String {
    cut(&one_line(text), MAX_TEXT_CHARS).replace('`', "'")
}
