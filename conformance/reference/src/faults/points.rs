//! The points around the steps of a request at which the server asks for its fault.
//!
//! This module performs no step of a request.

use std::borrow::Cow;

use serde_json::Value;

use super::body::BodyFault;
use super::request::ReceivedRequest;
use super::{
    Fault, KeyForm, Mistake, RequestMistake, ResourceMistake, ResponseChange, StorageMistake,
};
use crate::shared::Shared;

/// The fault of a server; none by default.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    fault: Option<Fault>,
    /// The bodies that were handled, each with the identity of its resource, in order.
    handled: Shared<Vec<(String, Value)>>,
}

impl Faults {
    /// Wraps the fault of a server, if there is one.
    pub(crate) fn new(fault: Option<Fault>) -> Self {
        Self { fault, handled: Shared::default() }
    }

    /// Returns the form of unauthorized keys that the operation accepts all the same.
    pub(crate) fn accepted_form(&self, operation: &str) -> Option<KeyForm> {
        match self.mistake(Some(operation))? {
            Mistake::Access(form) => Some(*form),
            _ => None,
        }
    }

    /// Returns whether the operation accepts a key that lacks permission.
    pub(crate) fn permits(&self, operation: &str) -> bool {
        self.accepted_form(operation) == Some(KeyForm::LimitedKey)
    }

    /// Returns the error row with which the fault responds to a request, before the request is handled.
    pub(crate) fn on_request(
        &self,
        operation: &str,
        request: &ReceivedRequest<'_>,
    ) -> Option<&str> {
        self.request(operation)?.row(request)
    }

    /// Returns the error row with which the fault responds to a method that the path of the operation lacks.
    pub(crate) fn on_other_method(&self, operation: &str) -> Option<&str> {
        self.request(operation)?.row_of_method()
    }

    /// Returns whether the fault inspects requests, so that [`Self::on_request`] must be called.
    pub(crate) fn inspects_requests(&self) -> bool {
        matches!(&self.fault, Some(Fault { mistake: Mistake::Request(_), .. }))
    }

    /// Returns the bytes that are parsed in place of a body.
    pub(crate) fn on_body<'b>(&self, operation: &str, body: &'b [u8]) -> Cow<'b, [u8]> {
        self.request(operation).map_or(Cow::Borrowed(body), |fault| fault.read(body))
    }

    /// Returns the mistake of reading or validating a body.
    pub(crate) fn on_value(&self, operation: &str) -> Option<BodyFault<'_>> {
        match self.mistake(Some(operation))? {
            Mistake::Body(path, mistake) => Some(BodyFault { path, mistake }),
            _ => None,
        }
    }

    /// Returns the mistake of storing a changed resource.
    pub(crate) fn on_storage(&self, operation: &str) -> Option<&StorageMistake> {
        match self.mistake(Some(operation))? {
            Mistake::Storage(mistake) => Some(mistake),
            _ => None,
        }
    }

    /// Records a body that a resource is stored with. Returns whether the body repeats an earlier one of the resource,
    /// but not the last one.
    pub(crate) fn record_body(&self, id: &str, body: &Value) -> bool {
        let mut handled = self.handled.lock();
        let values: Vec<&Value> =
            handled.iter().filter(|(other, _)| other == id).map(|(_, body)| body).collect();
        let is_last = values.last().is_some_and(|last| *last == body);
        let is_repeated = !is_last && values.contains(&body);
        handled.push((id.to_owned(), body.clone()));
        is_repeated
    }

    /// Returns the mistake of an operation on resources.
    pub(crate) fn on_resource(&self, operation: &str) -> Option<&ResourceMistake> {
        match self.mistake(Some(operation))? {
            Mistake::Resource(mistake) => Some(mistake),
            _ => None,
        }
    }

    /// Changes the webhook of events, before they are sent.
    pub(crate) fn on_webhook(
        &self,
        url: &mut String,
        headers: &mut Vec<(String, String)>,
        metadata: Option<&mut Value>,
        events: &mut Vec<String>,
    ) {
        if let Some(Mistake::Webhook(fault)) = self.mistake(None) {
            fault.change(url, headers, metadata, events);
        }
    }

    /// Returns the change to a response. `row` is the error row, or `None` for a success.
    pub(crate) fn on_response(
        &self,
        operation: Option<&str>,
        row: Option<&str>,
    ) -> Option<&ResponseChange> {
        match self.mistake(operation)? {
            Mistake::Response(on, change) => on.selects(row).then_some(change),
            _ => None,
        }
    }

    /// Returns the mistake of an operation, or of the whole service.
    fn mistake(&self, operation: Option<&str>) -> Option<&Mistake> {
        let fault = self.fault.as_ref()?;
        let applies = fault.operation.is_none() || fault.operation.as_deref() == operation;
        applies.then_some(&fault.mistake)
    }

    fn request(&self, operation: &str) -> Option<&RequestMistake> {
        match self.mistake(Some(operation))? {
            Mistake::Request(mistake) => Some(mistake),
            _ => None,
        }
    }
}
