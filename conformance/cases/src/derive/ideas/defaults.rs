//! Defaults: what is left out is as if the default had been sent, wherever the answer shows it.
//!
//! Only inside lists: outside of them the contract does not say whether what is left out of a
//! nested object keeps its stored value.

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::OperationContext;
use crate::derive::values::places::Position;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in context.places() {
        let Some(default) = &place.property.default else { continue };
        let (true, Some(sent)) = (place.in_list(), place.body_without(Position::Only)) else {
            continue;
        };
        let sent = context.repair(sent);
        let expected = context.repair(place.body(default, Position::Only));
        let clause = place.property.clause.child("default");
        let mut members = context.echo(&expected);
        let mut shown =
            members.iter_mut().filter(|m| shows(context, m, &place.pointer())).peekable();
        if shown.peek().is_none() {
            continue;
        }
        shown.for_each(|member| member.clause = clause.clone());
        let steps = vec![
            context.arrange(context.baseline()),
            context.accepted(Purpose::Act, sent, members),
        ];
        let id = context.id(&[&place.name, "default", "left-out"]);
        found.push(context.case(id, place.property.level, clause, steps));
    }
    found
}

/// Whether an expectation says what stands at a place of the body.
fn shows(context: &OperationContext<'_>, member: &Member, pointer: &str) -> bool {
    let Some((resource, _)) = context.resource() else { return false };
    let whole = format!("/{}{pointer}", resource.returned_in);
    let inner = whole.strip_prefix(&member.pointer);
    match (&member.value, inner) {
        (Expected::Equal(value), Some(inner)) => value.pointer(inner).is_some(),
        _ => false,
    }
}
