//! Defaults: a property that the request leaves out has its default in the response.
//!
//! For updates, properties inside lists are tested here and others by `nested`, because the contract does not
//! say whether nested objects keep stored properties. A server may also merge list items with stored ones, so
//! each case sends an item that no other case sends. In a query and in headers, a default only shows that the
//! parameter may be left out.

mod nested;

use serde_json::Value;
use webdata_spec::model::ResourceEffect;

use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::circumstances::Circumstances;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::samples::Extent;

/// The first number for items of this idea, beyond those that distinguish other samples.
const FIRST_ITEM: usize = 1000;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, place) in context.places().iter().enumerate() {
        let Some(default) = &place.property.default else { continue };
        let clause = place.property.clause.child("default");
        if context.input != Input::Body {
            let left_out = place.body_without(Position::Only);
            let parts = [place.name.as_str(), "default", "left-out"];
            let level = place.property.level;
            cases.extend(left_out.and_then(|body| context.accept(&parts, &clause, level, body)));
            continue;
        }
        if !(place.in_list() || stores_defaults(context)) {
            cases.extend(nested::derive(context, place, default));
            continue;
        }
        let bodies = bodies_without(context, place).into_iter().map(|mut body| {
            identify(context, place, &mut body, FIRST_ITEM + index);
            context.repair(body)
        });
        let mut bodies =
            bodies.filter_map(|body| Some((returned(context, place, default, &body)?, body)));
        let Some((mut members, sent)) = bodies.next() else { continue };
        let shown = members.iter_mut().filter(|m| is_about(context, m, &place.pointer));
        shown.for_each(|member| member.clause = clause.clone());
        let is_creation = context.effect_on_resource() == Some(ResourceEffect::Creates);
        let mut steps = Vec::new();
        if !is_creation {
            steps.push(context.arrange(context.baseline()));
        }
        steps.push(context.accepted(Purpose::Act, sent, members));
        let id = context.id(&[&place.name, "default", "left-out"]);
        cases.push(context.case(id, place.property.level, clause, steps));
    }
    cases
}

/// Returns bodies without the property: one with nothing else, and one with each optional property beside it.
/// A server may return an object without properties as a plain name.
fn bodies_without(context: &OperationContext<'_>, place: &Place<'_>) -> Vec<Value> {
    fn outermost_property<'n>(place: &'n Place<'_>) -> &'n str {
        place.name.rsplit_once('.').map_or("", |(outer, _)| outer)
    }
    let is_beside = |other: &&Place<'_>| {
        other.name != place.name
            && other.required == Some(false)
            && outermost_property(other) == outermost_property(place)
    };
    let samples = context.samples;
    let beside = context.places().iter().filter(is_beside).filter_map(|other| {
        let sample = samples.value(other.property, Extent::Full);
        let is_default = other.property.default.as_ref() == Some(&sample);
        let value = if is_default { samples.other(other.property, &sample)? } else { sample };
        let body = other.body(&value, Position::Only);
        let schema = context.input_schema()?;
        Circumstances::find(context.spec, schema, &body).is_empty().then_some(body)
    });
    place.body_without(Position::Only).into_iter().chain(beside).collect()
}

/// Makes the list item around a place different from the items of other cases.
fn identify(context: &OperationContext<'_>, place: &Place<'_>, body: &mut Value, index: usize) {
    let Some(root) = place.name.split('.').next().filter(|_| !context.sends_whole_resource())
    else {
        return;
    };
    let property = context.request_object().and_then(|object| object.properties.get(root));
    let items = property.and_then(|property| context.spec.resolve(&property.schema).items());
    if let (Some(items), Some(item)) = (items, body[root].get_mut(0)) {
        context.samples.identify(items, item, index);
    }
}

/// Returns the expectations for a body whose missing property has its default, if they show the default.
fn returned(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    default: &Value,
    body: &Value,
) -> Option<Vec<Member>> {
    let (pointer, mut expected) = (place.pointer.clone(), body.clone());
    let (outer, name) = pointer.rsplit_once('/')?;
    expected.pointer_mut(outer)?.as_object_mut()?.insert(name.to_owned(), default.clone());
    let members = context.expect_stored(&context.repair(expected));
    members.iter().any(|member| is_about(context, member, &pointer)).then_some(members)
}

/// Returns whether the operation stores the default of a property that a request leaves out.
fn stores_defaults(context: &OperationContext<'_>) -> bool {
    match context.effect_on_resource() {
        Some(ResourceEffect::Creates | ResourceEffect::Replaces) => true,
        Some(_) | None => false,
    }
}

/// Returns whether an expectation is about this place of the body.
fn is_about(context: &OperationContext<'_>, member: &Member, pointer: &str) -> bool {
    let Some((resource, _)) = context.resource() else { return false };
    let whole = format!("{}{pointer}", resource.pointer());
    let inner = whole.strip_prefix(&member.pointer);
    match (&member.value, inner) {
        (Expected::Equal(value), Some(inner)) => value.pointer(inner).is_some(),
        _ => false,
    }
}
