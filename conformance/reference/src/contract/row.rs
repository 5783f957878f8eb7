//! Rows of the error catalogue, each with its status code, headers and body ready to be sent.
//!
//! This module does not choose rows. Every status code and text comes from the contract.

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::{Value, json};
use webdata_spec::model::{ErrorRow, ErrorText, Property, Shape};
use webdata_spec::{Spec, pointer};

use super::compiled_schema::Violation;
use super::error::ContractError;
use super::schema::{self, Properties};

/// The properties of an error body that a row fills, by their names in the contract.
const TEXT: &str = "error";
const CODE: &str = "code";
const DETAILS: &str = "details";

/// A row of the error catalogue, ready to be sent.
#[derive(Debug)]
pub(crate) struct Row {
    id: String,
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

    /// Returns the identity of the row.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the body, with the violations as details.
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

/// Returns the text of a row: the contract's, or the server's own if the contract leaves the text to the
/// service.
fn text(row: &ErrorRow) -> String {
    match &row.text {
        ErrorText::Exact(text) | ErrorText::Free(text) => text.clone(),
        ErrorText::Described(says) => sentence(says),
        ErrorText::NotShown => row.cause.clone(),
    }
}

/// Turns a phrase into a sentence.
fn sentence(says: &str) -> String {
    let mut characters = says.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(characters).collect();
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

/// Formats reference tokens as a JSON Pointer (RFC 6901).
fn pointer(steps: &[String]) -> String {
    steps.iter().map(|step| pointer::child("", step)).collect()
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
