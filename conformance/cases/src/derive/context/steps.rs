//! Makes steps, each a request with what the server must respond. The case that a step is for is unknown here.

use serde_json::Value;
use webdata_spec::model::ResourceEffect;

use super::OperationContext;
use super::changes::no_op_body;
use super::expectations::expect_error;
use crate::case::{Argument, Body, Member, Purpose, Request, Step};

impl<'s> OperationContext<'s> {
    /// Returns a step that brings the resource into a known state.
    pub(crate) fn arrange(&self, body: Value) -> Step {
        Step::new(Purpose::Arrange, self.request(body), self.success(Vec::new()))
    }

    /// Returns a step that must succeed, with these values in the response.
    pub(crate) fn succeeds(&self, members: Vec<Member>) -> Step {
        Step::new(Purpose::Act, self.valid_request(), self.success(members))
    }

    /// Returns a step with a body that the server must accept, with these values in the response.
    pub(crate) fn accepted(&self, purpose: Purpose, body: Value, members: Vec<Member>) -> Step {
        Step::new(purpose, self.request(body), self.success(members))
    }

    /// Returns a step with a body that the server must accept, store and return.
    pub(crate) fn stores(&self, body: Value) -> Step {
        let members = self.expect_stored(&body);
        self.accepted(Purpose::Act, body, members)
    }

    /// Returns a step with a request to which the server must respond with an error of the catalogue.
    pub(crate) fn fails(&self, request: Request, error: &str) -> Option<Step> {
        let row = self.spec.errors.get(error)?;
        Some(Step::new(Purpose::Act, request, expect_error(row)))
    }

    /// Returns a step with a body that the server must reject as invalid.
    pub(crate) fn invalid(&self, body: impl Into<Body>) -> Option<Step> {
        self.fails(self.request(body), &self.spec.service.validation_failure)
    }

    /// Returns the step with another resource in its path.
    pub(crate) fn on_resource(&self, of: &Argument, mut step: Step) -> Step {
        self.name_resource(of, &mut step.request);
        step
    }
}

/// Returns a step that reads the first fixture: with the operation that reads it, or with an update that
/// repeats a stored value.
pub(crate) fn read_back(
    context: &OperationContext<'_>,
    beside: &str,
    members: Vec<Member>,
) -> Option<Step> {
    if context.is_readable() {
        return context.read_again(Argument::FIRST_FIXTURE, members);
    }
    if context.effect_on_resource() != Some(ResourceEffect::Updates) {
        return None;
    }
    Some(context.accepted(Purpose::Assert, no_op_body(context, beside)?, members))
}
