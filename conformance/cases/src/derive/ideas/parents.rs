//! Parents in paths such as `/albums/{albumId}/tracks/{trackId}`: each must exist and own the next resource.

use serde_json::Map;
use webdata_spec::model::{Parent, ResourceEffect};

use super::lists::listed;
use crate::case::{Argument, Case, Expected, ListTest, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::requests::UNKNOWN_ID;

/// The word that names the idea in identities.
const WORD: &str = "parent";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((resource, _)) = context.resource() else { return Vec::new() };
    // The error for the next resource in the path if it belongs to another parent; `None` if the path names none.
    let mut unknown = resource.identified_by.as_ref().and(resource.unknown.as_ref());
    let mut cases = Vec::new();
    for (distance, parent) in resource.parents().enumerate() {
        cases.extend(unknown_parent(context, parent));
        cases.extend(match unknown {
            Some(error) => another_parent(context, (distance, parent), error),
            None => absent_from_list(context, parent),
        });
        cases.extend(property(context, parent));
        unknown = parent.unknown.as_ref();
    }
    cases
}

/// Makes the case of a parent that does not exist.
fn unknown_parent(context: &OperationContext<'_>, parent: &Parent) -> Option<Case> {
    let mut request = context.minimal_request();
    let mut steps = Vec::new();
    // A job that the target names would come with its parents.
    if request.circumstance.is_some()
        && let Some(job) = context.related.created_in(0)
        && request.name_resource(context.operation, &job).is_some()
    {
        steps.extend(context.related.creation());
    }
    name(&mut request, parent, &Argument::Text(UNKNOWN_ID.to_owned()))?;
    steps.push(context.fails(request, parent.unknown.as_ref()?)?);
    let clause = context.operation.parent_clause(&parent.identified_by).child("unknown");
    Some(context.case(&[WORD, &parent.identified_by, "unknown"], clause, steps))
}

/// Makes the case in which the path names another parent than that of the next resource in the path.
fn another_parent(
    context: &OperationContext<'_>,
    (distance, parent): (usize, &Parent),
    error: &str,
) -> Option<Case> {
    let mut request = context.minimal_request();
    let mut steps = Vec::new();
    if context.identified_by().is_some() {
        steps.extend(context.related.creation());
        if let Some(created) = context.related.created_in(0) {
            request.name_resource(context.operation, &created)?;
        } else if context.effect_on_resource() == Some(ResourceEffect::Deletes) {
            return None;
        }
    }
    let is_created = distance == 0 && !steps.is_empty();
    name(&mut request, parent, &another(context, parent, is_created, &mut steps)?)?;
    steps.push(context.fails(request, error)?);
    let clause = context.operation.parent_clause(&parent.identified_by);
    Some(context.case(&[WORD, &parent.identified_by, "another"], clause, steps))
}

/// Makes the case in which the list of another parent lacks a resource.
fn absent_from_list(context: &OperationContext<'_>, parent: &Parent) -> Option<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Lists) {
        return None;
    }
    let clause = context.operation.parent_clause(&parent.identified_by);
    let (stored, identity) = context.known_resource(0, 0)?;
    let mut steps = vec![stored];
    let is_created = context.related.creation().is_some();
    let other = another(context, parent, is_created, &mut steps)?;
    let mut list = listed(context, Map::new(), &clause, [ListTest::Lacks(identity)])?;
    name(&mut list.request, parent, &other)?;
    steps.push(list);
    Some(context.case(&[WORD, &parent.identified_by, "another"], clause, steps))
}

/// Makes the case in which a resource shows the identity of its parent.
fn property(context: &OperationContext<'_>, parent: &Parent) -> Option<Case> {
    let property = parent.property.as_ref().filter(|_| context.operation.returns_one())?;
    let clause = context.operation.parent_clause(&parent.identified_by).child("property");
    let same = Expected::Parameter(parent.identified_by.clone());
    let act = context.succeeds(vec![context.member(property, same, clause.clone())?]);
    Some(context.case(&[WORD, &parent.identified_by, "property"], clause, vec![act]))
}

/// Returns the argument for another parent of the same type, which a further step creates. If no operation creates one,
/// the second leased fixture is the parent, because a case creates resources below the first.
fn another(
    context: &OperationContext<'_>,
    parent: &Parent,
    is_created: bool,
    steps: &mut Vec<Step>,
) -> Option<Argument> {
    let spec = context.spec;
    let Some(creates) = spec.operation_with_effect(ResourceEffect::Creates, &parent.type_name)
    else {
        return is_created.then_some(Argument::parent(1, 1));
    };
    let creates = OperationContext::for_other_operation(spec, creates);
    let created = creates.related.created_in(steps.len());
    steps.push(creates.arrange(creates.baseline()));
    created
}

/// Names a parent in the path of a request.
fn name(request: &mut Request, parent: &Parent, argument: &Argument) -> Option<()> {
    request.parameters.get_mut(&parent.identified_by)?.clone_from(argument);
    Some(())
}
