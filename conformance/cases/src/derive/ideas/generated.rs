//! Generated values: the server generates a value for a property that the request leaves out, and keeps the
//! value.

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::OperationContext;
use crate::derive::context::changes::no_op_body;
use crate::derive::values::places::{Place, Position};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let places = context.places();
    places
        .iter()
        .filter(|place| place.property.generated)
        .filter_map(|p| derive_case(context, p))
        .collect()
}

fn derive_case(context: &OperationContext<'_>, place: &Place<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let clause = place.property.clause.child("generated");
    let body = context.repair(place.body_without(Position::Only)?);
    let root = place.name.split('.').next()?;
    let member = |value| {
        let pointer = format!("{}{}", resource.pointer(), place.pointer);
        vec![Member::new(pointer, value, clause.clone())]
    };
    let steps = vec![
        context.arrange(context.baseline()),
        context.accepted(Purpose::Act, body, member(Expected::Present)),
        context.accepted(
            Purpose::Assert,
            no_op_body(context, root)?,
            member(Expected::SameAsStep(1)),
        ),
    ];
    let id = context.id(&[&place.name, "generated", "left-out"]);
    Some(context.case(id, place.property.level, clause, steps))
}
