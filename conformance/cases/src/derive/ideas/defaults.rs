//! Defaults: a property that is left out shows its default in the response.
//!
//! Of updates, only properties inside lists are tested. The contract does not say whether a nested
//! object elsewhere keeps the stored value of a property that is left out. Of a query and of headers,
//! that one may be left out is all that shows.

use webdata_spec::model::ResourceEffect;

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::Position;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for place in context.places() {
        let Some(default) = &place.property.default else { continue };
        if context.input != Input::Body {
            let (clause, level) = (place.property.clause.child("default"), place.property.level);
            let left_out = place.body_without(Position::Only);
            let parts = [place.name.as_str(), "default", "left-out"];
            found.extend(left_out.and_then(|own| context.accept(&parts, &clause, level, own)));
            continue;
        }
        let is_known = place.in_list() || stores_all(context);
        let (true, Some(sent)) = (is_known, place.body_without(Position::Only)) else {
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
        let is_creation = context.effect_on_resource() == Some(ResourceEffect::Creates);
        let mut steps = Vec::new();
        if !is_creation {
            steps.push(context.arrange(context.baseline()));
        }
        steps.push(context.accepted(Purpose::Act, sent, members));
        let id = context.id(&[&place.name, "default", "left-out"]);
        found.push(context.case(id, place.property.level, clause, steps));
    }
    found
}

/// Returns whether what a request leaves out is stored as its default.
fn stores_all(context: &OperationContext<'_>) -> bool {
    match context.effect_on_resource() {
        Some(ResourceEffect::Creates | ResourceEffect::Replaces) => true,
        Some(_) | None => false,
    }
}

/// Returns whether an expectation is about a place of the body.
fn shows(context: &OperationContext<'_>, member: &Member, pointer: &str) -> bool {
    let Some((resource, _)) = context.resource() else { return false };
    let whole = format!("{}{pointer}", resource.pointer());
    let inner = whole.strip_prefix(&member.pointer);
    match (&member.value, inner) {
        (Expected::Equal(value), Some(inner)) => value.pointer(inner).is_some(),
        _ => false,
    }
}
