//! Isolation: an update of one resource leaves other resources unchanged.

use serde_json::Value;
use webdata_spec::model::EffectKind;

use crate::case::{Argument, Case, Expected, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::{all_changes, no_op_body};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    // The update that reads the resource repeats one property, so a second case checks this property.
    let Some(reader) = no_op_body(context, "") else { return Vec::new() };
    let named = reader.as_object().and_then(|members| members.keys().next().cloned());
    let other = named.and_then(|name| Some((no_op_body(context, &name)?, name)));
    let first = derive_case(context, reader, "another-resource", None);
    let second = other.and_then(|(reader, name)| {
        derive_case(context, reader, &format!("{name}-of-another-resource"), Some(&name))
    });
    first.into_iter().chain(second).collect()
}

/// Makes a case that changes every property of one resource and reads one or all properties of another.
fn derive_case(
    context: &OperationContext<'_>,
    read_back: Value,
    name: &str,
    only: Option<&str>,
) -> Option<Case> {
    let (clause, level) = context.effect(&EffectKind::KeepsOmitted)?;
    let on_second = |step: Step| context.on_resource(&Argument::Fixture { index: 1 }, step);
    let members = context.stored_properties().into_iter().map(|(name, _)| name);
    let members = members.filter(|name| only.is_none_or(|only| only == *name));
    let members = members.filter(|name| read_back.get(*name).is_none());
    let members =
        members.filter_map(|name| context.member(name, Expected::SameAsStep(0), clause.clone()));
    let members = members.collect();
    let steps = vec![
        on_second(context.arrange(context.baseline())),
        context.accepted(Purpose::Act, all_changes(context), Vec::new()),
        on_second(context.accepted(Purpose::Assert, read_back, members)),
    ];
    Some(context.case(context.id(&["isolation", name]), level, clause.clone(), steps))
}
