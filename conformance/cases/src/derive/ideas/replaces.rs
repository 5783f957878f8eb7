//! Replacements: a property that the request leaves out has its default or no value afterwards.

use webdata_spec::model::{Effect, EffectKind, ResourceEffect};

use super::effects::read_back;
use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.effect_on_resource() != Some(ResourceEffect::Replaces) {
        return Vec::new();
    }
    let resets = |effect: &&Effect| effect.kind == EffectKind::ResetsOmitted;
    let Some(effect) = context.operation.effects.iter().find(resets) else { return Vec::new() };
    let names = context.stored_properties().into_iter().map(|(name, _)| name);
    names.filter_map(|name| derive_case(context, effect, name)).collect()
}

/// Makes the case that leaves one property out.
fn derive_case(context: &OperationContext<'_>, effect: &Effect, name: &str) -> Option<Case> {
    let expected = left_out(context, name)?;
    let mut body = context.baseline();
    body.as_object_mut()?.shift_remove(name)?;
    // A rule may require the property.
    if context.repair(body.clone()) != body {
        return None;
    }
    let member = context.member(name, expected, effect.clause.clone())?;
    let members: Vec<Member> = vec![member];
    let mut steps = vec![
        context.arrange(context.baseline()),
        context.accepted(Purpose::Act, body, members.clone()),
    ];
    steps.extend(read_back(context, name, members));
    let id = context.id(&["effects", &effect.id, &format!("{name}-left-out")]);
    Some(context.case(id, effect.level, effect.clause.clone(), steps))
}

/// Returns the expected value of a property after a replacement that leaves it out, if the contract states
/// one.
pub(in crate::derive) fn left_out(context: &OperationContext<'_>, name: &str) -> Option<Expected> {
    let sent =
        context.request_object()?.properties.get(name).filter(|property| !property.required)?;
    let (_, stored) = context.resource()?;
    match &sent.schema.default {
        Some(default) => Some(Expected::Equal(default.clone())),
        // The server chooses a required value that has no default.
        None if stored.properties.get(name)?.required => None,
        None if is_set(context, name) => None,
        None => Some(Expected::Absent),
    }
}

/// Returns whether an effect may set a property that the request leaves out.
fn is_set(context: &OperationContext<'_>, name: &str) -> bool {
    context.operation.effects.iter().any(|effect| match &effect.kind {
        EffectKind::Sets { property, .. } => property == name,
        _ => false,
    })
}
