//! Reads: the response shows the resource as another operation stored it.

use webdata_spec::model::ResourceEffect;

use crate::case::{Case, Purpose, Step};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Reads) {
        return Vec::new();
    }
    let stores =
        [ResourceEffect::Creates, ResourceEffect::Updates, ResourceEffect::Replaces].into_iter();
    stores.filter_map(|effect| derive_case(context, effect)).collect()
}

/// Makes the case that reads what another operation has stored.
fn derive_case(context: &OperationContext<'_>, effect: ResourceEffect) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let operation = context.spec.operation_with_effect(effect, &resource.type_name)?;
    let other = OperationContext::for_other_operation(context.spec, operation);
    let clause = context.operation.clause().child("reads");
    let stored = other.baseline();
    let of = other.operation.resource.as_ref()?;
    let echo = other.expect_stored(&stored).into_iter().map(|mut member| {
        let inner = member.pointer.strip_prefix(&of.pointer()).unwrap_or(&member.pointer);
        member.pointer = format!("{}{inner}", resource.pointer());
        member.clause = clause.clone();
        member
    });
    let arrange = other.arrange(stored.clone());
    let argument = match effect {
        ResourceEffect::Creates => other.created_in(0)?,
        _ => arrange.request.arguments().next()?.clone(),
    };
    let read = context.read(argument, echo.collect())?;
    let steps = vec![arrange, Step { purpose: Purpose::Act, ..read }];
    let id = context.id(&["reads", &format!("after-{}", operation.id)]);
    Some(context.case(id, context.operation.level, clause, steps))
}
