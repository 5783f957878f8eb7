//! Answers: rows of the error catalogue and envelopes of a success, as HTTP responses.
//!
//! It must not decide which answer a request gets, and has no status and no text of its own.

use std::collections::HashSet;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, ErrorText, Operation, Property, Shape};

use super::StartError;
use super::check::Violation;
use super::schema;
use super::store::Properties;

/// The members of an error body that a row fills; the contract lists them by these names.
const TEXT: &str = "error";
const CODE: &str = "code";
const DETAILS: &str = "details";

/// What a client is told to wait when a row carries the retry header.
const WAIT_SECONDS: u64 = 1;

/// A row of the error catalogue, ready to be sent.
#[derive(Debug)]
pub(super) struct Row {
    id: String,
    status: StatusCode,
    media_type: HeaderValue,
    wait: Option<HeaderName>,
    body: Properties,
    lists_details: bool,
}

impl Row {
    /// Prepares a row, with a body of a type. A flag that need not be there is left out.
    ///
    /// # Errors
    /// When the contract gives it a status or a header that HTTP does not have.
    pub(super) fn of(spec: &Spec, row: &ErrorRow, body_type: &str) -> Result<Self, StartError> {
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

    /// Its identity.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The response, which names what is wrong with the request, if anything is.
    pub(super) fn answer(&self, violations: &[Violation]) -> Response {
        self.answer_with_wait(violations, WAIT_SECONDS)
    }

    /// The response; where the row has the header for it, it says how many seconds to wait.
    pub(super) fn answer_with_wait(&self, violations: &[Violation], seconds: u64) -> Response {
        let mut body = self.body.clone();
        if self.lists_details && !violations.is_empty() {
            let details = violations.iter().map(|violation| {
                json!({ "path": pointer(&violation.steps), "message": violation.message })
            });
            body.insert(DETAILS.to_owned(), details.collect());
        }
        let mut response = response(self.status, &self.media_type, &body);
        if let Some(header) = &self.wait {
            response.headers_mut().insert(header, seconds.into());
        }
        response
    }
}

/// The answer of an operation when all is well, ready to be filled.
#[derive(Debug)]
pub(super) struct Success {
    status: StatusCode,
    media_type: HeaderValue,
    envelope: Properties,
    /// The members that the type of the answer lists, where the contract shows one.
    listed: Option<HashSet<String>>,
    resource: Option<Returned>,
}

/// What a service found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Members that the contract knows, where it shows the answer at all.
    pub(super) shown: Properties,
    /// Members that are the server's own.
    pub(super) beyond: Properties,
}

#[derive(Debug)]
struct Returned {
    property: String,
    listed: HashSet<String>,
}

impl Success {
    /// Prepares the answer of an operation.
    ///
    /// # Errors
    /// When the contract gives it a status that HTTP does not have.
    pub(super) fn of(spec: &Spec, operation: &Operation) -> Result<Self, StartError> {
        let shown = operation.response.as_ref();
        let envelope = shown.and_then(|shown| schema::object_of(spec, &shown.type_name));
        let listed = envelope.map(|object| object.properties.keys().cloned().collect());
        let envelope = envelope.into_iter().flat_map(|object| &object.properties);
        let envelope = envelope
            .filter_map(|(name, property)| Some((name.clone(), flag(property, true)?)))
            .collect();
        let place = operation.clause().child("response");
        Ok(Self {
            status: match shown.and_then(|shown| shown.status) {
                Some(number) => status(number, place.as_str())?,
                // Any success will do where the contract shows none.
                None => StatusCode::OK,
            },
            media_type: media_type(spec)?,
            envelope,
            listed,
            resource: operation.resource.as_ref().map(|resource| Returned {
                property: resource.returned_in.clone(),
                listed: schema::object_of(spec, &resource.type_name)
                    .into_iter()
                    .flat_map(|object| object.properties.keys().cloned())
                    .collect(),
            }),
        })
    }

    /// The response, with the resource in its place, where it has one: as much of it as its type
    /// lists.
    pub(super) fn answer(&self, mut resource: Properties) -> Response {
        let mut body = self.envelope.clone();
        let shown = |property| self.listed.as_ref().is_none_or(|names| names.contains(property));
        if let Some(returned) = self.resource.as_ref().filter(|own| shown(&own.property)) {
            resource.retain(|name, _| returned.listed.contains(name));
            body.insert(returned.property.clone(), Value::Object(resource));
        }
        response(self.status, &self.media_type, &body)
    }

    /// The response of a service: of what it found, as much as the type of the answer lists, and
    /// what it says beyond the contract.
    pub(super) fn answer_with(&self, found: Found) -> Response {
        let mut body = self.envelope.clone();
        let shown = |name: &String| self.listed.as_ref().is_none_or(|names| names.contains(name));
        body.extend(found.shown.into_iter().filter(|(name, _)| shown(name)));
        body.extend(found.beyond);
        response(self.status, &self.media_type, &body)
    }
}

/// The text of a row: the contract's, or one of the server's own where the contract leaves it to the
/// service.
fn text(row: &ErrorRow) -> String {
    match &row.text {
        ErrorText::Exact(text) | ErrorText::Free(text) => text.clone(),
        ErrorText::Saying(says) => sentence(says),
        ErrorText::NotShown => row.cause.clone(),
    }
}

/// What is said, as a sentence.
fn sentence(says: &str) -> String {
    let mut characters = says.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(characters).collect();
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// The value of a property that is true or false alone; its constant goes before `usual`.
fn flag(property: &Property, usual: bool) -> Option<Value> {
    match property.schema.shape {
        Shape::Boolean { constant } => Some(constant.unwrap_or(usual).into()),
        _ => None,
    }
}

fn response(status: StatusCode, media_type: &HeaderValue, body: &Properties) -> Response {
    // Every value of JSON can be written.
    let text = serde_json::to_vec(body).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, media_type.clone());
    response
}

/// A JSON Pointer by RFC 6901.
fn pointer(steps: &[String]) -> String {
    steps.iter().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect()
}

fn status(number: u16, place: &str) -> Result<StatusCode, StartError> {
    StatusCode::from_u16(number)
        .map_err(|_| StartError::Status { place: place.to_owned(), status: number })
}

fn media_type(spec: &Spec) -> Result<HeaderValue, StartError> {
    let text = &spec.service.media_type;
    HeaderValue::try_from(text).map_err(|_| StartError::Header {
        place: "service.mediaType".to_owned(),
        text: text.clone(),
    })
}

/// A header's name as HTTP has it.
pub(super) fn header(text: &str, place: &str) -> Result<HeaderName, StartError> {
    HeaderName::try_from(text)
        .map_err(|_| StartError::Header { place: place.to_owned(), text: text.to_owned() })
}
