//! Defaults: what is left out is as if the default had been sent, wherever the answer shows it.
//!
//! Only inside lists: outside of them the contract does not say whether what is left out of a
//! nested object keeps its stored value.

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::Cases;
use crate::derive::values::places::Position;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        let Some(default) = &place.property.default else { continue };
        let (true, Some(sent)) = (place.in_list(), place.body_without(Position::Only)) else {
            continue;
        };
        let sent = cases.repair(sent);
        let expected = cases.repair(place.body(default, Position::Only));
        let clause = place.property.clause.child("default");
        let mut members = cases.echo(&expected);
        let mut shown = members.iter_mut().filter(|m| shows(cases, m, &place.pointer())).peekable();
        if shown.peek().is_none() {
            continue;
        }
        shown.for_each(|member| member.clause = clause.clone());
        let steps =
            vec![cases.arrange(cases.baseline()), cases.accepted(Purpose::Act, sent, members)];
        let id = cases.id(&[&place.name, "default", "left-out"]);
        found.push(cases.case(id, place.property.level, clause, steps));
    }
    found
}

/// Whether an expectation says what stands at a place of the body.
fn shows(cases: &Cases<'_>, member: &Member, pointer: &str) -> bool {
    let Some((resource, _)) = cases.resource() else { return false };
    let whole = format!("/{}{pointer}", resource.returned_in);
    let inner = whole.strip_prefix(&member.pointer);
    match (&member.value, inner) {
        (Expected::Equal(value), Some(inner)) => value.pointer(inner).is_some(),
        _ => false,
    }
}
