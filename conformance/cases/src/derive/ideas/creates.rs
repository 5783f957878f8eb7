//! Creations: the server stores what was sent, the resource can be read, and each creation makes another
//! resource.

use webdata_spec::model::ResourceEffect;

use super::bulk::generated;
use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Creates) {
        return Vec::new();
    }
    [stored(context), same_body_twice(context)].into_iter().flatten().collect()
}

/// Makes the case in which a created resource has an identity and can be read by it.
fn stored(context: &OperationContext<'_>) -> Option<Case> {
    let (clause, body) = (context.operation.clause().child("creates"), context.baseline());
    let echo = context.expect_stored(&body);
    let members = identity(context, Expected::Present).into_iter().chain(echo.clone()).collect();
    let mut steps = vec![context.accepted(Purpose::Act, body, members)];
    steps.extend(context.created_in(0).and_then(|created| context.read_again(created, echo)));
    let id = context.id(&["creates", "stored"]);
    let mut case = context.case(id, context.operation.level, clause, steps);
    let (resource, stored) = context.resource()?;
    case.clauses.extend(generated(resource, stored));
    Some(case)
}

/// Makes the case in which two creations with the same body make two resources.
fn same_body_twice(context: &OperationContext<'_>) -> Option<Case> {
    let clause = context.operation.clause().child("creates");
    let other = vec![identity(context, Expected::OtherThanStep(0))?];
    let mut steps = vec![
        context.accepted(Purpose::Act, context.baseline(), Vec::new()),
        context.accepted(Purpose::Act, context.baseline(), other),
    ];
    for step in [0, 1] {
        steps
            .extend(context.created_in(step).and_then(|created| context.read(created, Vec::new())));
    }
    let id = context.id(&["creates", "twice"]);
    Some(context.case(id, context.operation.level, clause, steps))
}

fn identity(context: &OperationContext<'_>, value: Expected) -> Option<Member> {
    let (resource, _) = context.resource()?;
    context.operation.response_type()?;
    context.member(&resource.identity, value, context.operation.clause().child("creates"))
}
