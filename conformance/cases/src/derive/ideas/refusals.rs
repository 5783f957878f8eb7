//! Refusals: errors in circumstances that no body brings about. The target states how to bring them about.

use webdata_spec::model::{Condition, Refusal, ResourceEffect, Test};

use super::responses::clauses_of;
use crate::case::{Body, Case, Request};
use crate::derive::context::OperationContext;
use crate::derive::values::places::Position;
use crate::derive::values::samples::Extent;
use crate::interpreter::rules::holds;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let cases = context.operation.refusals.iter();
    let cases =
        cases.filter_map(|refusal| derive_case(context, refusal, &[], context.valid_request()));
    cases.chain(refusals_of_bodies(context)).chain(refusals_of_operations(context)).collect()
}

/// Makes cases in which the server rejects a part of the body because of the state of the team.
fn refusals_of_bodies(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places().iter().filter(|_| stores_body(context)) {
        let Some(object) = place.schema.object() else { continue };
        let [full, minimal] = [Extent::Full, Extent::Minimal]
            .map(|extent| context.samples.value(place.schema, extent));
        for refusal in object.refusals.iter().filter(|refusal| refusal.team_state.is_some()) {
            if refusal.when.is_none() && minimal != full {
                // The refusal does not depend on the properties of the object.
                let body = context.repair(place.body(&minimal, Position::Only));
                let request = context.request(Body::Json(body));
                cases.extend(derive_case(
                    context,
                    refusal,
                    &[place.name.as_str(), "least"],
                    request,
                ));
            }
            let mut value = full.clone();
            if let Some(Condition { path, test: Test::Equals(wanted) }) = &refusal.when {
                value[path.root()] = wanted.clone();
            }
            if refusal.when.as_ref().is_some_and(|when| !holds(when, &value)) {
                continue;
            }
            let body = context.repair(place.body(&value, Position::Only));
            let request = context.request(Body::Json(body));
            cases.extend(derive_case(context, refusal, &[place.name.as_str()], request));
        }
    }
    cases
}

/// Returns whether the operation stores the body in one resource.
fn stores_body(context: &OperationContext<'_>) -> bool {
    context.effect_on_resource().is_some_and(ResourceEffect::stores)
}

/// Makes cases in which the operation responds with an error. The contract shows only the error, so the
/// target states the request.
fn refusals_of_operations(context: &OperationContext<'_>) -> Vec<Case> {
    if context.operation.resource.is_some() {
        return Vec::new();
    }
    let may_be = |refusal: &Refusal| context.operation.errors.contains(&refusal.error);
    let refusals = context.spec.type_refusals().filter(|(_, refusal)| may_be(refusal));
    refusals
        .filter_map(|(name, refusal)| {
            derive_case(context, refusal, &[name], context.valid_request())
        })
        .collect()
}

fn derive_case(
    context: &OperationContext<'_>,
    refusal: &Refusal,
    at: &[&str],
    request: Request,
) -> Option<Case> {
    let request = Request { circumstance: Some(refusal.clause.clone()), ..request };
    let step = context.fails(request, &refusal.error)?;
    let parts: Vec<&str> = ["refusals"].iter().chain(at).copied().chain([&*refusal.id]).collect();
    let clause = refusal.clause.clone();
    let mut case = context.case(context.id(&parts), refusal.level, clause, vec![step]);
    let operation = context.operation;
    if operation.error_body != context.spec.service.error_body {
        case.clauses.push(operation.clause().child("errorBody"));
        case.clauses.extend(clauses_of(context, &operation.error_body));
    }
    Some(case)
}
