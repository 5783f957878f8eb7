//! Idempotency keys: a creation that is repeated with the same key creates no further resource.

use webdata_spec::model::{ClauseId, Idempotency};

use crate::case::{
    Argument, Authorization, Body, Case, Expect, Expected, KeyName, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;
use crate::derive::context::steps::UNKNOWN_ID;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(idempotency) = &context.operation.idempotency else { return Vec::new() };
    let derived = [
        repeated_key(context, idempotency),
        another_key(context, idempotency),
        key_of_another_team(context, idempotency),
    ];
    let reused = idempotency
        .reused
        .as_ref()
        .and_then(|error| key_with_another_body(context, idempotency, error));
    derived.into_iter().chain([reused]).flatten().collect()
}

fn clause(context: &OperationContext<'_>) -> ClauseId {
    context.operation.clause().child("idempotency")
}

fn case(context: &OperationContext<'_>, name: &str, steps: Vec<Step>) -> Case {
    let id = context.id(&["idempotency", name]);
    context.case(id, context.operation.level, clause(context), steps)
}

/// Returns a request that creates a resource with the idempotency key of this number.
fn request(context: &OperationContext<'_>, idempotency: &Idempotency, number: usize) -> Request {
    let mut request = context.request(Body::Json(context.baseline()));
    request.headers.insert(idempotency.header.clone(), UNKNOWN_ID.into());
    let key = Argument::NewUuid { shared: Some(number) };
    request.header_arguments.insert(idempotency.header.clone(), key);
    request
}

/// Returns a step that creates a resource and expects this identity.
fn creates(context: &OperationContext<'_>, request: Request, identity: Expected) -> Option<Step> {
    let (resource, _) = context.resource()?;
    context.operation.response_type()?;
    let member = context.member(&resource.identity, identity, clause(context))?;
    Some(Step::new(Purpose::Act, request, context.success(vec![member])))
}

/// Makes the case in which the same key and the same body give one resource. The status code of the second
/// response is open.
fn repeated_key(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let mut again = creates(context, request(context, idempotency, 0), Expected::SameAsStep(0))?;
    if let Expect::Success { status, .. } = &mut again.expect {
        *status = None;
    }
    let first = creates(context, request(context, idempotency, 0), Expected::Present)?;
    Some(case(context, "same-key", vec![first, again]))
}

/// Makes the case in which another key gives another resource.
fn another_key(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let first = creates(context, request(context, idempotency, 0), Expected::Present)?;
    let other = creates(context, request(context, idempotency, 1), Expected::OtherThanStep(0))?;
    Some(case(context, "another-key", vec![first, other]))
}

/// Makes the case in which another team uses the same key and gets another resource.
fn key_of_another_team(context: &OperationContext<'_>, idempotency: &Idempotency) -> Option<Case> {
    let first = creates(context, request(context, idempotency, 0), Expected::Present)?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    let request = Request { authorization: Some(key), ..request(context, idempotency, 0) };
    let other = creates(context, request, Expected::OtherThanStep(0))?;
    Some(case(context, "another-teams-key", vec![first, other]))
}

/// Makes the case in which the same key with another body is rejected and changes nothing.
fn key_with_another_body(
    context: &OperationContext<'_>,
    idempotency: &Idempotency,
    error: &str,
) -> Option<Case> {
    let other = all_changes(context);
    if other == context.baseline() {
        return None;
    }
    let first = creates(context, request(context, idempotency, 0), Expected::Present)?;
    let again = Request { body: Body::Json(other), ..request(context, idempotency, 0) };
    let mut steps = vec![first, context.fails(again, error)?];
    let echo = context.expect_stored(&context.baseline());
    steps.extend(context.created_in(0).and_then(|of| context.read_again(of, echo)));
    let id = context.id(&["idempotency", "another-body"]);
    let clause = clause(context).child("reused");
    Some(context.case(id, context.operation.level, clause, steps))
}
