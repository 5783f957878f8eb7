//! Removals: no operation finds the removed resource, and all other resources stay.

use webdata_spec::model::ResourceEffect;

use super::lists::listed;
use crate::case::{Authorization, Case, Expected, KeyName, ListTest, Purpose, Request, Step};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Deletes) {
        return Vec::new();
    }
    let mut vec: Vec<Case> = [
        second_removal(context),
        another_resource_stays(context),
        rejected_for_another_team(context),
        absent_from_list(context),
    ]
    .into_iter()
    .flatten()
    .collect();
    let of_type = context.operation.resource.as_ref().map(|resource| &resource.type_name);
    let named = context.spec.operations.values().filter(|operation| {
        let is_removal = operation.id == context.operation.id;
        let resource =
            operation.resource.as_ref().filter(|resource| resource.effect.needs_identity());
        !is_removal && resource.is_some_and(|resource| Some(&resource.type_name) == of_type)
    });
    for operation in named {
        let other = OperationContext::for_other_operation(context.spec, operation);
        vec.extend(not_found_afterwards(context, &other));
    }
    vec
}

fn case(context: &OperationContext<'_>, name: &str, steps: Vec<Step>) -> Case {
    let clause = context.operation.clause().child("deletes");
    let id = context.id(&["deletes", name]);
    context.case(id, context.operation.level, clause, steps)
}

/// Returns the step that removes the resource which an earlier step created.
fn delete_step(context: &OperationContext<'_>, step: usize) -> Option<Step> {
    Some(context.on_resource(&context.created_in(step)?, context.succeeds(Vec::new())))
}

/// Makes the case in which another operation does not find a removed resource.
fn not_found_afterwards(
    context: &OperationContext<'_>,
    other: &OperationContext<'_>,
) -> Option<Case> {
    let unknown = other.operation.resource.as_ref()?.unknown.as_ref()?;
    let mut request = other.minimal_request();
    request.arguments_mut().next()?.clone_from(&context.created_in(0)?);
    let step = other.fails(request, unknown)?;
    let step = Step { purpose: Purpose::Assert, ..step };
    let steps = vec![context.creation()?, delete_step(context, 0)?, step];
    Some(case(context, &format!("gone-for-{}", other.operation.id), steps))
}

/// Makes the case in which a second removal does not find the resource.
fn second_removal(context: &OperationContext<'_>) -> Option<Case> {
    let unknown = context.operation.resource.as_ref()?.unknown.as_ref()?;
    let again = context.fails(context.valid_request(), unknown)?;
    let again =
        context.on_resource(&context.created_in(0)?, Step { purpose: Purpose::Assert, ..again });
    Some(case(context, "twice", vec![context.creation()?, delete_step(context, 0)?, again]))
}

/// Makes the case in which another resource stays.
fn another_resource_stays(context: &OperationContext<'_>) -> Option<Case> {
    let create = || context.creation();
    let read = context.read(context.created_in(1)?, Vec::new())?;
    Some(case(context, "another-stays", vec![create()?, create()?, delete_step(context, 0)?, read]))
}

/// Makes the case in which another team tries to remove the resource, which stays.
fn rejected_for_another_team(context: &OperationContext<'_>) -> Option<Case> {
    let foreign = context.operation.resource.as_ref()?.foreign.as_ref()?;
    let key = Authorization::with_key(context.scheme()?, KeyName::OtherTeam);
    let request = Request { authorization: Some(key), ..context.valid_request() };
    let rejected = context.on_resource(&context.created_in(0)?, context.fails(request, foreign)?);
    let read = context.read(context.created_in(0)?, Vec::new())?;
    Some(case(context, "another-teams-stays", vec![context.creation()?, rejected, read]))
}

/// Makes the case in which a list no longer has the removed resource.
fn absent_from_list(context: &OperationContext<'_>) -> Option<Case> {
    let resource = context.operation.resource.as_ref()?;
    let lists = context.spec.operation_with_effect(ResourceEffect::Lists, &resource.type_name)?;
    let lists = OperationContext::for_other_operation(context.spec, lists);
    let clause = context.operation.clause().child("deletes");
    let lacks = Expected::List(ListTest::Lacks(context.identity_in(0)?));
    let list = listed(&lists, Default::default(), vec![(lacks, clause)])?;
    let list = Step { purpose: Purpose::Assert, ..list };
    Some(case(context, "unlisted", vec![context.creation()?, delete_step(context, 0)?, list]))
}
