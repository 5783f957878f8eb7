//! Defaults: what is left out is as if the default had been sent, wherever the answer shows it.
//!
//! Only inside lists: outside of them the contract does not say whether what is left out of a
//! nested object keeps its stored value.

use super::cases::Cases;
use super::places::Position;
use crate::case::{Case, Purpose};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in cases.places() {
        let Some(default) = &place.property.default else { continue };
        let (true, Some(sent)) = (place.in_list(), place.body_without()) else { continue };
        let sent = cases.repair(sent);
        let expected = cases.repair(place.body(default, Position::Only));
        let steps = vec![
            cases.arrange(cases.baseline()),
            cases.accepted(Purpose::Act, sent, cases.echo(&expected)),
        ];
        let clause = place.property.clause.child("default");
        let id = cases.id(&[&place.name, "default", "left-out"]);
        found.push(cases.case(id, place.property.level, clause, steps));
    }
    found
}
