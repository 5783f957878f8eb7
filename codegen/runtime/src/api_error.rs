//! Errors of a service: the rows of an error catalogue, the lookup of a response in one, and an error response,
//! which is made from a row, with violations as its `details`.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::{ParseError, Violations};

/// An error response.
///
/// An error of the catalogue, [`Violations`] and a [`ParseError`] convert into an `ApiError`, so `?` turns each of
/// them into a response.
///
/// Violations become the error for invalid requests, which blames the client. Convert only violations of values
/// that the client sent. If a value that the server itself made breaks the contract, return a server error of the
/// catalogue instead.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError<K>(Box<Parts<K>>);

#[derive(Debug, Clone, PartialEq)]
struct Parts<K> {
    what: What<K>,
    message: Option<String>,
    details: Option<Value>,
    retry_after: Option<u64>,
}

#[derive(Debug, Clone, PartialEq)]
enum What<K> {
    /// A row of the catalogue.
    Listed(K),
    /// An error that no row lists.
    Unlisted { status: u16, text: String },
    /// The unchanged response of another server.
    Relayed { status: u16, body: Value },
}

impl<K: Catalogue> ApiError<K> {
    /// Makes the response of an error of the catalogue; `kind.into()` does the same.
    #[must_use]
    pub fn new(kind: K) -> Self {
        Self::from_what(What::Listed(kind))
    }

    /// Makes a response that the catalogue does not list, from an HTTP status code and a text.
    #[must_use]
    pub fn unlisted(status: u16, text: impl Into<String>) -> Self {
        Self::from_what(What::Unlisted { status, text: text.into() })
    }

    /// Passes on the response of another server, if the contract says that errors are relayed.
    #[must_use]
    pub fn relayed(status: u16, body: Value) -> Self {
        Self::from_what(What::Relayed { status, body })
    }

    fn from_what(what: What<K>) -> Self {
        Self(Box::new(Parts { what, message: None, details: None, retry_after: None }))
    }

    /// Sets another message, which is sent if the contract leaves the text to the service. If the contract
    /// fixes the text, the message is ignored.
    ///
    /// Without a message, an error with a free text has the contract's text, one with a described text has
    /// the description, and one whose text is not shown has its cause.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.0.message = Some(message.into());
        self
    }

    /// Sets `details`: any value, such as [`Violations::details`].
    #[must_use]
    pub fn details(mut self, details: impl Into<Value>) -> Self {
        self.0.details = Some(details.into());
        self
    }

    /// Sets the number of seconds after which the request may be repeated.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// Returns the error, or `None` if the catalogue does not list it.
    #[must_use]
    pub fn kind(&self) -> Option<K> {
        match self.0.what {
            What::Listed(kind) => Some(kind),
            What::Unlisted { .. } | What::Relayed { .. } => None,
        }
    }

    /// Returns the HTTP status code.
    #[must_use]
    pub fn status(&self) -> u16 {
        match &self.0.what {
            What::Listed(kind) => kind.row().status,
            What::Unlisted { status, .. } | What::Relayed { status, .. } => *status,
        }
    }

    /// Returns the header to send, with the number of seconds, if one was set.
    #[must_use]
    pub fn retry_after_header(&self) -> Option<(&'static str, u64)> {
        self.0.retry_after.map(|seconds| (K::RESPONSE_RULES.retry_after, seconds))
    }

    /// Returns the media type of the body.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        K::RESPONSE_RULES.media_type
    }

    /// Returns the body, in the form of the service.
    #[must_use]
    pub fn body(&self) -> Value {
        self.body_with(&K::RESPONSE_RULES.error_body)
    }

    /// Returns the body, in the form of an operation with its own error bodies.
    #[must_use]
    pub fn body_with(&self, members: &ErrorMembers) -> Value {
        let parts = &*self.0;
        let (text, code) = match &parts.what {
            What::Listed(kind) => (self.text(*kind), kind.row().code),
            What::Unlisted { text, .. } => (text.clone(), None),
            What::Relayed { body, .. } => return body.clone(),
        };
        let constants = members.constants.iter();
        let mut body: Map<String, Value> =
            constants.map(|(name, value)| ((*name).to_owned(), Value::Bool(*value))).collect();
        body.insert("error".to_owned(), text.into());
        if let Some(code) = code.filter(|_| members.code) {
            body.insert("code".to_owned(), code.into());
        }
        if let Some(details) = parts.details.as_ref().filter(|_| members.details) {
            body.insert("details".to_owned(), details.clone());
        }
        Value::Object(body)
    }

    fn text(&self, kind: K) -> String {
        let row = kind.row();
        let otherwise = match row.text {
            ErrorText::Exact(text) => return text.to_owned(),
            ErrorText::Free(text) | ErrorText::Described(text) => text,
            ErrorText::NotShown => row.cause,
        };
        self.0.message.clone().unwrap_or_else(|| otherwise.to_owned())
    }
}

impl<K: Catalogue> From<K> for ApiError<K> {
    fn from(kind: K) -> Self {
        Self::new(kind)
    }
}

/// Converts the violations of a value that the client sent into the error that all broken clauses name, or else into the
/// validation failure.
impl<K: Catalogue> From<&Violations> for ApiError<K> {
    fn from(violations: &Violations) -> Self {
        Self::new(error_of(violations)).details(violations.details())
    }
}

/// Converts the violations of a value that the client sent into the error that all broken clauses name, or else into the
/// validation failure.
impl<K: Catalogue> From<Violations> for ApiError<K> {
    fn from(violations: Violations) -> Self {
        Self::from(&violations)
    }
}

impl<K: Catalogue> From<ParseError> for ApiError<K> {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Violations(violations) => violations.into(),
            unread @ ParseError::Json { .. } => {
                Self::new(K::RESPONSE_RULES.validation_failure).details(unread.details())
            }
        }
    }
}

impl<K: Catalogue> fmt::Display for ApiError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        let text = body.get("error").and_then(Value::as_str).unwrap_or_default();
        write!(f, "{} {text}", self.status())
    }
}

impl<K: Catalogue> std::error::Error for ApiError<K> {}

impl Violations {
    /// Returns the violations as a list of `{ "pointer", "clause", "message" }`, in the order of the input.
    /// If some were not kept, a last `{ "message" }` says how many.
    ///
    /// `pointer` is a JSON Pointer (RFC 6901) into the body, empty for the whole body and for path
    /// parameters; `clause` names the broken clause; `message` is for people.
    #[must_use]
    pub fn details(&self) -> Value {
        let entry = |violation: &crate::Violation| {
            json!({
                "pointer": violation.pointer,
                "clause": violation.clause,
                "message": violation.message,
            })
        };
        let more = (self.left_out() > 0)
            .then(|| json!({ "message": format!("there are {} more", self.left_out()) }));
        self.iter().map(entry).chain(more).collect()
    }
}

impl ParseError {
    /// Returns the violations as [`Violations::details`] does. For bytes that are not JSON, returns a list of one
    /// `{ "line", "column", "message" }`. Both numbers start at 1, and the column counts bytes.
    #[must_use]
    pub fn details(&self) -> Value {
        match self {
            Self::Json { line, column, message } => {
                json!([{ "line": line, "column": column, "message": message }])
            }
            Self::Violations(violations) => violations.details(),
        }
    }
}

/// The errors of a service, as an enum.
pub trait Catalogue: Copy + fmt::Debug + Eq + Send + Sync + 'static {
    /// The rules that all responses of the service follow.
    const RESPONSE_RULES: &'static ResponseRules<Self>;

    /// Returns the row of the catalogue.
    fn row(self) -> &'static ErrorRow;
}

/// The rules for all responses of a service: media type, headers and errors.
#[derive(Debug)]
pub struct ResponseRules<K: 'static> {
    /// The media type of every body.
    pub media_type: &'static str,
    /// The form of error bodies, unless an operation has its own.
    pub error_body: ErrorMembers,
    /// The header with the number of seconds to wait before a retry.
    pub retry_after: &'static str,
    /// The error for violations of clauses that name no error.
    pub validation_failure: K,
    /// The error for unknown paths.
    pub unknown_path: K,
    /// The errors of every operation, in the contract's order.
    pub shared: &'static [K],
    /// The errors that clauses name: the path of a clause without its last step, and the error.
    pub by_clause: &'static [(&'static str, K)],
}

/// The properties of an error body besides the text `error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorMembers {
    /// Properties with a constant value.
    pub constants: &'static [(&'static str, bool)],
    /// Whether the body may have a `code`.
    pub code: bool,
    /// Whether the body may have `details`.
    pub details: bool,
}

/// Returns the error for violations: the one that all broken clauses name, otherwise the validation failure.
///
/// If several broken clauses name different errors, each of these errors would hide the others from a client
/// that reads only the error, while the validation failure is true of all of them. It also makes the response
/// independent of the order of properties.
pub fn error_of<K: Catalogue>(violations: &Violations) -> K {
    let rules = K::RESPONSE_RULES;
    let named = |clause: &str| {
        let (owner, _word) = clause.rsplit_once('.')?;
        rules.by_clause.iter().find(|(path, _)| *path == owner).map(|(_, kind)| *kind)
    };
    let mut earned = violations.iter().map(|violation| named(&violation.clause));
    let Some(Some(first)) = earned.next() else { return rules.validation_failure };
    if earned.all(|other| other == Some(first)) { first } else { rules.validation_failure }
}

/// A row of an error catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorRow {
    /// The identity, such as `invalid-token`.
    pub id: &'static str,
    /// The HTTP status code.
    pub status: u16,
    /// The error text, as far as the contract shows it.
    pub text: ErrorText,
    /// The code, if the row has one.
    pub code: Option<&'static str>,
    /// Whether a client may retry.
    pub retry: Retry,
    /// The cause of the error.
    pub cause: &'static str,
}

/// The text of an error, as far as a contract shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorText {
    /// Exactly this text is sent.
    Exact(&'static str),
    /// This text is sent, or another message of the service.
    Free(&'static str),
    /// A message with this meaning is sent.
    Described(&'static str),
    /// The contract does not show the text.
    NotShown,
}

impl ErrorText {
    /// Returns the text for looking the error up, if one is shown.
    #[must_use]
    pub const fn shown(self) -> Option<&'static str> {
        match self {
            Self::Exact(text) | Self::Free(text) => Some(text),
            Self::Described(_) | Self::NotShown => None,
        }
    }

    /// Returns whether a response with this text can be the error.
    fn admits(self, text: Option<&str>) -> bool {
        match self {
            Self::Exact(exact) => text == Some(exact),
            Self::Free(_) | Self::Described(_) | Self::NotShown => true,
        }
    }
}

/// Whether a request that failed with an error may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Retry {
    /// The request must not be repeated.
    Never,
    /// The request may be repeated, with backoff.
    Backoff,
    /// The request may sometimes be repeated; the contract does not say when.
    Sometimes,
}

/// Returns the error of a catalogue that a response is, by its status code and the properties `error` and
/// `code` of its body.
///
/// A row with a code is found by the code, and by its text if the text is exact; a row without a code by its
/// text. Otherwise, it is the row of the status code whose text is free. A row that shows neither text nor
/// code is never guessed, and neither is one whose text is only described.
pub fn identify<K: Copy>(
    catalogue: &[K],
    row: impl Fn(K) -> &'static ErrorRow,
    status: u16,
    body: &Value,
) -> Option<K> {
    let member = |name| body.get(name).and_then(Value::as_str);
    let (text, code) = (member("error"), member("code"));
    let find = |fits: &dyn Fn(&ErrorRow) -> bool| {
        let mut rows = catalogue.iter().copied();
        rows.find(|kind| row(*kind).status == status && fits(row(*kind)))
    };
    find(&|row| row.code.is_some() && row.code == code && row.text.admits(text))
        .or_else(|| find(&|row| row.code.is_none() && text.is_some() && row.text.shown() == text))
        .or_else(|| {
            let free = |row: &ErrorRow| matches!(row.text, ErrorText::Free(_));
            find(&|row| row.code.is_none() && text.is_some() && free(row))
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{ParseError, Violation, Violations};

    #[test]
    fn details_have_a_place_for_each_violation() {
        let violation = |pointer: &str| Violation {
            pointer: pointer.to_owned(),
            clause: "Book.title.minLength".into(),
            message: "has 0 characters".into(),
        };
        let violations: Violations = [violation("/title"), violation("")].into_iter().collect();
        let clause = "Book.title.minLength";
        let expected = json!([
            { "pointer": "/title", "clause": clause, "message": "has 0 characters" },
            { "pointer": "", "clause": clause, "message": "has 0 characters" },
        ]);
        assert_eq!(violations.details(), expected);
        assert_eq!(ParseError::from(violations).details(), expected);
        let more = Violations::from_kept(vec![violation("")], 12);
        let expected = json!([
            { "pointer": "", "clause": clause, "message": "has 0 characters" },
            { "message": "there are 12 more" },
        ]);
        assert_eq!(more.details(), expected);
        let shown = "the value has 0 characters (Book.title.minLength); and 12 more";
        assert_eq!(more.to_string(), shown);
        let unread = ParseError::Json { line: 2, column: 7, message: "expected value".to_owned() };
        let expected = json!([{ "line": 2, "column": 7, "message": "expected value" }]);
        assert_eq!(unread.details(), expected);
    }
}
