//! What the service makes when it is left out: it is there, and it stays.

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::Cases;
use crate::derive::context::changes::neutral;
use crate::derive::values::places::{Place, Position};

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let places = cases.places();
    places.iter().filter(|place| place.property.generated).filter_map(|p| one(cases, p)).collect()
}

fn one(cases: &Cases<'_>, place: &Place<'_>) -> Option<Case> {
    let (resource, _) = cases.resource()?;
    let clause = place.property.clause.child("generated");
    let body = cases.repair(place.body_without(Position::Only)?);
    let root = place.name.split('.').next()?;
    let member = |value| {
        let pointer = format!("/{}{}", resource.returned_in, place.pointer());
        vec![Member::new(pointer, value, clause.clone())]
    };
    let steps = vec![
        cases.arrange(cases.baseline()),
        cases.accepted(Purpose::Act, body, member(Expected::Present)),
        cases.accepted(Purpose::Assert, neutral(cases, root)?, member(Expected::SameAsStep(1))),
    ];
    let id = cases.id(&[&place.name, "generated", "left-out"]);
    Some(cases.case(id, place.property.level, clause, steps))
}
