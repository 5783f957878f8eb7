//! The rows of the error catalogue, each ready to be sent, and the error of a rejected request. A [`ContractError`]
//! is a mistake in a contract that cannot be served.
//!
//! This module does not choose rows; the code that rejects a request does. Every status code and text comes from
//! the contract.

use std::sync::Arc;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use indexmap::IndexMap;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, ErrorText, Property, Shape};
use webdata_spec::prose::capitalized;

use crate::contract::compiled_schema::{Violation, pointer};
use crate::contract::schema::{self, Properties};

/// The properties of an error body that a row fills, by their names in the contract.
const TEXT: &str = "error";
const CODE: &str = "code";
const DETAILS: &str = "details";

/// A rejected request: the error row of the response, and the violations.
#[derive(Debug)]
pub(crate) struct RequestError {
    pub(crate) row: Arc<Row>,
    pub(crate) violations: Vec<Violation>,
    /// The number of seconds to wait, if the server knows.
    pub(crate) wait_seconds: Option<u64>,
}

impl RequestError {
    pub(crate) fn new(row: &Arc<Row>) -> Self {
        Arc::clone(row).into()
    }

    pub(super) fn with_violations(self, violations: Vec<Violation>) -> Self {
        Self { violations, ..self }
    }
}

impl From<Arc<Row>> for RequestError {
    fn from(row: Arc<Row>) -> Self {
        Self { row, violations: Vec::new(), wait_seconds: None }
    }
}

/// The error row of a response, which the server attaches to the response as an extension. The body does not
/// identify the row, since several rows may have the same status code and text.
#[derive(Debug, Clone)]
pub struct RespondedRow(pub(crate) Arc<Row>);

impl RespondedRow {
    /// Returns the identity of the row.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }
}

/// Every error row, by identity, in the contract's order.
#[derive(Debug)]
pub(crate) struct ErrorCatalogue(IndexMap<String, Arc<Row>>);

impl ErrorCatalogue {
    /// Prepares every row of a contract, with bodies of the given type.
    ///
    /// # Errors
    /// A row has a status code or a header that HTTP does not allow.
    pub(crate) fn new(spec: &Spec, body: &str) -> Result<Self, ContractError> {
        let rows = spec.errors.iter();
        let rows =
            rows.map(|(id, row)| Ok((id.clone(), Arc::new(Row::from_spec(spec, row, body)?))));
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the row that the clause `place` names.
    ///
    /// # Errors
    /// There is no such row.
    pub(crate) fn row(&self, id: &str, place: &str) -> Result<Arc<Row>, ContractError> {
        self.find(id).ok_or_else(|| ContractError::unknown(place, "error", id))
    }

    /// Returns the row with this identity.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Row>> {
        self.0.get(id).cloned()
    }

    /// Returns the identities of all rows.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A row of the error catalogue, ready to be sent.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) status: StatusCode,
    pub(crate) media_type: HeaderValue,
    /// The header with the number of seconds to wait, if the row has one.
    pub(crate) wait: Option<HeaderName>,
    body: Properties,
    lists_details: bool,
}

impl Row {
    /// Prepares a row, with a body of the given type. Optional flags are left out.
    ///
    /// # Errors
    /// The status code or a header is invalid in HTTP.
    pub(super) fn from_spec(
        spec: &Spec,
        row: &ErrorRow,
        body_type: &str,
    ) -> Result<Self, ContractError> {
        let listed = schema::object_of(spec, body_type);
        let listed = listed.map(|object| &object.properties);
        let mut body = Properties::new();
        for (name, property) in listed.into_iter().flatten() {
            let value = match (name.as_str(), &row.code) {
                (TEXT, _) => Some(text(row).into()),
                (CODE, Some(code)) => Some(code.as_str().into()),
                _ if property.required => flag(property, false),
                _ => None,
            };
            body.extend(value.map(|value| (name.clone(), value)));
        }
        let retry = spec.service.retry.as_ref();
        let wait = retry.filter(|retry| retry.header_status == row.status);
        Ok(Self {
            id: row.id.clone(),
            status: status(row.status, row.clause("status").as_str())?,
            media_type: media_type(spec)?,
            wait: wait.map(|retry| header(&retry.header, "service.retry")).transpose()?,
            body,
            lists_details: listed.is_some_and(|listed| listed.contains_key(DETAILS)),
        })
    }

    pub(crate) fn body(&self, violations: &[Violation]) -> Properties {
        let mut body = self.body.clone();
        if self.lists_details && !violations.is_empty() {
            let details = violations.iter().map(|violation| {
                json!({ "path": pointer(&violation.steps), "message": violation.message })
            });
            body.insert(DETAILS.to_owned(), details.collect());
        }
        body
    }
}

/// Returns the text of a row: the contract's text, or else its description as a sentence, or else the cause.
fn text(row: &ErrorRow) -> String {
    match &row.text {
        ErrorText::Exact(text) | ErrorText::Free(text) => text.clone(),
        ErrorText::Described(says) => sentence(says),
        ErrorText::NotShown => row.cause.clone(),
    }
}

/// Turns a phrase into a sentence.
fn sentence(says: &str) -> String {
    let mut sentence = capitalized(says);
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// Returns the value of a boolean property: its constant, or else `usual`. Other properties have none.
pub(super) fn flag(property: &Property, usual: bool) -> Option<Value> {
    let is_flag = property.schema.shape == Shape::Boolean;
    is_flag.then(|| property.schema.constant().cloned().unwrap_or(usual.into()))
}

pub(super) fn status(number: u16, place: &str) -> Result<StatusCode, ContractError> {
    StatusCode::from_u16(number)
        .map_err(|_| ContractError::Status { place: place.to_owned(), status: number })
}

pub(super) fn media_type(spec: &Spec) -> Result<HeaderValue, ContractError> {
    let text = &spec.service.media_type;
    HeaderValue::try_from(text).map_err(|_| ContractError::Header {
        place: "service.mediaType".to_owned(),
        text: text.clone(),
    })
}

/// Converts the name of a header to HTTP's type.
pub(super) fn header(text: &str, place: &str) -> Result<HeaderName, ContractError> {
    HeaderName::try_from(text)
        .map_err(|_| ContractError::Header { place: place.to_owned(), text: text.to_owned() })
}

/// A name that the contract does not define, or a value that HTTP does not allow.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ContractError {
    /// The contract names an error, an authentication scheme or a type that it does not define.
    #[error("{place}: there is no {noun} `{name}`")]
    Unknown {
        /// The clause.
        place: String,
        /// What the name should refer to, such as `error` or `type`.
        noun: &'static str,
        /// The name.
        name: String,
    },
    /// A status code is outside the range of HTTP.
    #[error("{place}: {status} is not an HTTP status code")]
    Status {
        /// The clause.
        place: String,
        /// The number.
        status: u16,
    },
    /// A string is invalid in an HTTP header.
    #[error("{place}: `{text}` is not valid in an HTTP header")]
    Header {
        /// The clause.
        place: String,
        /// The string.
        text: String,
    },
}

impl ContractError {
    /// Creates the error for a name that the contract does not define.
    pub(super) fn unknown(place: &str, noun: &'static str, name: &str) -> Self {
        Self::Unknown { place: place.to_owned(), noun, name: name.to_owned() }
    }
}
