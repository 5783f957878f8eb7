//! Makes steps, each a request with what the server must respond. The case that a step is for is unknown here.

use serde_json::Value;
use webdata_spec::model::{EffectKind, ResourceEffect};

use super::OperationContext;
use super::changes::no_op_body;
use super::expectations::expect_error;
use crate::case::{Argument, Body, Expected, Member, Purpose, Request, Step};

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
        step.request.name_resource(self.operation, of);
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
    if context.related.is_readable() {
        return context.read_again(Argument::FIRST_FIXTURE, members);
    }
    if context.effect_on_resource() != Some(ResourceEffect::Updates) {
        return None;
    }
    Some(context.accepted(Purpose::Assert, no_op_body(context, beside)?, members))
}

/// Returns the steps that remove a property from the first fixture and check that it is absent. Returns
/// `None` if the contract does not say how a property is removed.
pub(crate) fn without_property(context: &OperationContext<'_>, name: &str) -> Option<Vec<Step>> {
    let (resource, stored) = context.resource()?;
    let operation =
        context.spec.operation_with_effect(ResourceEffect::Replaces, &resource.type_name)?;
    let other = OperationContext::for_other_operation(context.spec, operation);
    let property = other.request_property(name)?;
    let is_kept = property.required
        || property.schema.default.is_some()
        || stored.properties.get(name)?.required;
    let (clause, _) = other.effect(&EffectKind::ResetsOmitted).filter(|_| !is_kept)?;
    let mut body = other.baseline();
    body.as_object_mut()?.shift_remove(name);
    // A rule may require the property.
    if other.repair(body.clone()) != body {
        return None;
    }
    let place = context.related.read_pointer().map(|pointer| format!("{pointer}/{name}"));
    let lacks = place.map(|place| Member::new(place, Expected::Absent, clause.clone()));
    let seen = context.related.read(Argument::FIRST_FIXTURE, lacks.into_iter().collect());
    Some([other.arrange(body)].into_iter().chain(seen).collect())
}
