//! The points around the steps of a request at which a server asks for its fault.
//!
//! It must not do a step.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::{AnswerChange, BodyFault, Fault, Form, JobFault, ResourceMistake, StorageMistake};
use crate::contract::compiled_schema::Violation;

/// The fault that a server has, if any.
#[derive(Debug, Default)]
pub(crate) struct Faults(Option<Fault>);

impl Faults {
    /// The faults of a server that was given one, or none.
    pub(crate) fn new(fault: Option<Fault>) -> Self {
        Self(fault)
    }

    /// After a key was refused: the form in which an operation takes one all the same.
    pub(crate) fn accepted_form(&self, operation: &str) -> Option<Form> {
        match &self.0 {
            Some(Fault::Access(fault)) if fault.operation == operation => Some(fault.form),
            _ => None,
        }
    }

    /// After a key was found to lack permission: whether it may use an operation all the same.
    pub(crate) fn permits(&self, operation: &str) -> bool {
        self.accepted_form(operation) == Some(Form::LimitedKey)
    }

    /// After a body was parsed: reads it as another one.
    pub(crate) fn on_parsed(&self, operation: &str, body: &mut Value) {
        if let Some(fault) = self.body(operation) {
            fault.read(body);
        }
    }

    /// After a body was read: the identity of the row that the server fails with.
    pub(crate) fn failure(&self, operation: &str, body: &Value) -> Option<&str> {
        self.body(operation)?.failure(body)
    }

    /// Before a body is validated: the body that is validated in its place.
    pub(crate) fn on_validation<'b>(&self, operation: &str, body: &'b Value) -> Cow<'b, Value> {
        self.body(operation).map_or(Cow::Borrowed(body), |fault| fault.as_validated(body))
    }

    /// While a body is validated at a moment: whether a violation is not minded.
    pub(crate) fn forgives(
        &self,
        operation: &str,
        body: &Value,
        violation: &Violation,
        now: &DateTime<Utc>,
    ) -> bool {
        self.body(operation).is_some_and(|fault| fault.forgives(body, violation, now))
    }

    /// After a body was validated: fills in what it left out.
    pub(crate) fn on_validated(&self, operation: &str, body: &mut Value) {
        if let Some(fault) = self.body(operation) {
            fault.fill(body);
        }
    }

    /// Around the change of a resource: what is stored wrongly.
    pub(crate) fn on_storage(&self, operation: &str) -> Option<&StorageMistake> {
        match &self.0 {
            Some(Fault::Storage(fault)) if fault.operation == operation => Some(&fault.mistake),
            _ => None,
        }
    }

    /// Around what an operation does with resources: what it does wrongly.
    pub(crate) fn on_resource(&self, operation: &str) -> Option<&ResourceMistake> {
        match &self.0 {
            Some(Fault::Resource(fault)) if fault.operation == operation => Some(&fault.mistake),
            _ => None,
        }
    }

    /// Around a service: what goes wrong with jobs.
    pub(crate) fn on_service(&self) -> Option<&JobFault> {
        match &self.0 {
            Some(Fault::Job(fault)) => Some(fault),
            _ => None,
        }
    }

    /// Before events are sent: changes the webhook that they go to.
    pub(crate) fn on_webhook(
        &self,
        url: &mut String,
        headers: &mut Vec<(String, String)>,
        metadata: Option<&mut Value>,
        events: &mut Vec<String>,
    ) {
        if let Some(Fault::Webhook(fault)) = &self.0 {
            fault.change(url, headers, metadata, events);
        }
    }

    /// Before a response is sent: what is done to it. It is a success, or an error with a row of the
    /// catalogue.
    pub(crate) fn on_response(
        &self,
        operation: Option<&str>,
        row: Option<&str>,
    ) -> Option<&AnswerChange> {
        match &self.0 {
            Some(Fault::Answer(fault)) => fault.change(operation, row),
            _ => None,
        }
    }

    fn body(&self, operation: &str) -> Option<&BodyFault> {
        match &self.0 {
            Some(Fault::Body(fault)) if fault.operation == operation => Some(fault),
            _ => None,
        }
    }
}
