//! An error response: its status code, body and headers, made from a row of the catalogue.
//!
//! This module depends on no HTTP library.

use std::fmt;

use serde_json::{Map, Value};

use crate::catalogue::{Catalogue, ErrorMembers, error_of};
use crate::{ErrorText, ParseError, Violations};

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

/// For values of the caller: the error that the caller is responsible for.
impl<K: Catalogue> From<&Violations> for ApiError<K> {
    fn from(violations: &Violations) -> Self {
        Self::new(error_of(violations)).details(violations.details())
    }
}

/// For values of the caller: the error that the caller is responsible for.
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
