//! Versions of resources: each change gives the resource a new version, and all responses agree on the
//! version.

use webdata_spec::model::{Operation, ResourceEffect};

use crate::case::{Argument, Case, Expected, Member, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::all_changes;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let has_version =
        context.operation.resource.as_ref().is_some_and(|resource| resource.version.is_some());
    if !has_version {
        return Vec::new();
    }
    match context.effect_on_resource() {
        Some(ResourceEffect::Reads) => {
            let changes = changing_operations(context).into_iter();
            let changed = changes.filter_map(|operation| version_changes(context, operation));
            changed.chain(version_is_stated(context)).collect()
        }
        _ => version_as_read(context).into_iter().collect(),
    }
}

/// Returns the operations that change one resource of the type without removing it.
pub(super) fn changing_operations<'s>(context: &OperationContext<'s>) -> Vec<&'s Operation> {
    let Some(resource) = &context.operation.resource else { return Vec::new() };
    let effects = [ResourceEffect::Updates, ResourceEffect::Replaces].into_iter();
    let operations =
        effects.filter_map(|of| context.spec.operation_with_effect(of, &resource.type_name));
    operations.filter(|operation| operation.request.is_some()).collect()
}

/// Returns a step that reads a resource and expects this version in the header.
pub(super) fn read_version(
    context: &OperationContext<'_>,
    of: Argument,
    expected: Expected,
) -> Option<Step> {
    let header = context.version_header()?;
    let clause = context.operation.clause().child("version");
    let member = Member::in_header(header, expected, clause);
    context.read(of, vec![member])
}

/// Makes the case in which a resource has a new version after an operation changed it.
fn version_changes(context: &OperationContext<'_>, operation: &Operation) -> Option<Case> {
    let other = OperationContext::for_other_operation(context.spec, operation);
    let of = || Argument::Fixture { index: 0 };
    let change = other.accepted(Purpose::Arrange, all_changes(&other), Vec::new());
    let steps = vec![
        other.arrange(other.baseline()),
        read_version(context, of(), Expected::Present)?,
        change,
        read_version(context, of(), Expected::OtherThanStep(1))?,
    ];
    let id = context.id(&["version", &format!("after-{}", operation.id)]);
    let clause = context.operation.clause().child("version");
    Some(context.case(id, context.operation.level, clause, steps))
}

/// Makes the case in which a response states a version, if no operation changes the resource.
fn version_is_stated(context: &OperationContext<'_>) -> Option<Case> {
    let read = read_version(context, Argument::Fixture { index: 0 }, Expected::Present)?;
    let clause = context.operation.clause().child("version");
    let steps = vec![Step { purpose: Purpose::Act, ..read }];
    let is_alone = changing_operations(context).is_empty();
    let id = context.id(&["version", "told"]);
    is_alone.then(|| context.case(id, context.operation.level, clause, steps))
}

/// Makes the case in which the response to a change states the version that the next read shows.
fn version_as_read(context: &OperationContext<'_>) -> Option<Case> {
    let header = context.operation.resource.as_ref()?.version.as_deref()?;
    let clause = context.operation.clause().child("version");
    let stated = Member::in_header(header, Expected::Present, clause.clone());
    let (mut steps, of) = match context.effect_on_resource()? {
        ResourceEffect::Creates => (Vec::new(), context.created_in(0)?),
        ResourceEffect::Updates | ResourceEffect::Replaces => {
            (vec![context.arrange(context.baseline())], Argument::Fixture { index: 0 })
        }
        ResourceEffect::Reads | ResourceEffect::Lists | ResourceEffect::Deletes => return None,
    };
    let body = if steps.is_empty() { context.baseline() } else { all_changes(context) };
    let at = steps.len();
    steps.push(context.accepted(Purpose::Act, body, vec![stated]));
    steps.push(read_version(context, of, Expected::SameAsStep(at))?);
    let id = context.id(&["version", "as-read"]);
    Some(context.case(id, context.operation.level, clause, steps))
}
