//! An error answer: its status, its body and its headers, made from a row of the catalogue.
//!
//! Must not know of any HTTP library; how it is sent is for others.

use std::fmt;

use serde_json::{Map, Value};

use crate::catalogue::{Catalogue, ErrorMembers, error_of};
use crate::{ErrorText, ParseError, Violations};

/// An error answer.
///
/// It is made from an error of the catalogue, from [`Violations`] or from a [`ParseError`], so that
/// `?` turns each of them into the answer that it earns.
///
/// What violations earn is an error of the caller's, so they must be of what the caller sent. For
/// a value that the server itself made, an error of the server's is to be chosen instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal<K>(Box<Parts<K>>);

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

impl<K: Catalogue> Refusal<K> {
    /// The answer with an error of the catalogue; `kind.into()` does the same.
    #[must_use]
    pub fn new(kind: K) -> Self {
        Self::from_what(What::Listed(kind))
    }

    /// The answer with an error that the catalogue does not list: a status of HTTP and a text.
    #[must_use]
    pub fn unlisted(status: u16, text: impl Into<String>) -> Self {
        Self::from_what(What::Unlisted { status, text: text.into() })
    }

    /// The unchanged response of another server, if the contract says that errors are relayed.
    #[must_use]
    pub fn relayed(status: u16, body: Value) -> Self {
        Self::from_what(What::Relayed { status, body })
    }

    fn from_what(what: What<K>) -> Self {
        Self(Box::new(Parts { what, message: None, details: None, retry_after: None }))
    }

    /// With another message, which is sent if the contract leaves the text to
    /// the service. Where it fixes the text, the text is sent and the message is not.
    ///
    /// Without one, an error whose text is free has the contract's text, one that is to say
    /// something says it in the contract's words, and one whose text is not shown names its cause.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.0.message = Some(message.into());
        self
    }

    /// With `details`: anything, such as [`Violations::details`].
    #[must_use]
    pub fn details(mut self, details: impl Into<Value>) -> Self {
        self.0.details = Some(details.into());
        self
    }

    /// With the number of seconds after which the request may be sent again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The error; none where the catalogue does not list it.
    #[must_use]
    pub fn kind(&self) -> Option<K> {
        match self.0.what {
            What::Listed(kind) => Some(kind),
            What::Unlisted { .. } | What::Relayed { .. } => None,
        }
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match &self.0.what {
            What::Listed(kind) => kind.row().status,
            What::Unlisted { status, .. } | What::Relayed { status, .. } => *status,
        }
    }

    /// The header to send, with the number of seconds, when one was given.
    #[must_use]
    pub fn retry_after_header(&self) -> Option<(&'static str, u64)> {
        self.0.retry_after.map(|seconds| (K::ANSWERS.retry_after, seconds))
    }

    /// The media type of the body.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        K::ANSWERS.media_type
    }

    /// The body, as the service has it.
    #[must_use]
    pub fn body(&self) -> Value {
        self.body_with(&K::ANSWERS.error_body)
    }

    /// The body, as an operation has it whose errors have a body of their own.
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
            ErrorText::Free(text) | ErrorText::Saying(text) => text,
            ErrorText::NotShown => row.cause,
        };
        self.0.message.clone().unwrap_or_else(|| otherwise.to_owned())
    }
}

impl<K: Catalogue> From<K> for Refusal<K> {
    fn from(kind: K) -> Self {
        Self::new(kind)
    }
}

/// For what the caller sent: the error that blames the caller for it.
impl<K: Catalogue> From<&Violations> for Refusal<K> {
    fn from(violations: &Violations) -> Self {
        Self::new(error_of(violations)).details(violations.details())
    }
}

/// For what the caller sent: the error that blames the caller for it.
impl<K: Catalogue> From<Violations> for Refusal<K> {
    fn from(violations: Violations) -> Self {
        Self::from(&violations)
    }
}

impl<K: Catalogue> From<ParseError> for Refusal<K> {
    fn from(error: ParseError) -> Self {
        match error {
            ParseError::Violations(violations) => violations.into(),
            unread @ ParseError::Json { .. } => {
                Self::new(K::ANSWERS.validation_failure).details(unread.details())
            }
        }
    }
}

impl<K: Catalogue> fmt::Display for Refusal<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        let text = body.get("error").and_then(Value::as_str).unwrap_or_default();
        write!(f, "{} {text}", self.status())
    }
}

impl<K: Catalogue> std::error::Error for Refusal<K> {}
