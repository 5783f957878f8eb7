//! Defaults in nested objects of an update, which the server may merge with the stored object or put in its
//! place.
//!
//! A property that was stored with its default must have the default after an update that leaves it out. A
//! property that was stored with another value must have that value or the default.

use serde_json::Value;
use webdata_spec::model::{ClauseId, Keyword, ResourceEffect, Shape};

use super::{bodies_without, is_about, returned};
use crate::case::{Case, Expected, Member, Purpose};
use crate::derive::context::OperationContext;
use crate::derive::values::format_samples::valid_samples;
use crate::derive::values::places::{Place, Position};
use crate::derive::values::rule_bodies::add_missing;

pub(super) fn derive(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    default: &Value,
) -> Vec<Case> {
    let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
    // An update keeps top-level properties that it leaves out.
    if !is_update || !place.name.contains('.') {
        return Vec::new();
    }
    let clause = place.property.clause.child("default");
    let after_default = [default.clone()];
    let mut cases = Vec::new();
    cases.extend(derive_case(
        context,
        place,
        (&clause, "left-out-after-default"),
        default,
        &after_default,
    ));
    // After another value, both that value and the default are right.
    if let Some(other) = other_value(place, default) {
        let either = [other.clone(), default.clone()];
        cases.extend(derive_case(
            context,
            place,
            (&clause, "left-out-after-other"),
            &other,
            &either,
        ));
    }
    cases
}

/// Makes the case that stores a value and then leaves the property out.
fn derive_case(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    (clause, name): (&ClauseId, &str),
    stored: &Value,
    expected: &[Value],
) -> Option<Case> {
    let mut known = place.body(stored, Position::Only);
    add_missing(&mut known, context.baseline());
    // The update changes the other properties, so that a server which ignores it is noticed.
    let mut bodies = bodies_without(context, place).into_iter().map(|body| context.repair(body));
    let (members, body) = bodies.find_map(|body| {
        Some((returned(context, place, place.property.default.as_ref()?, &body)?, body))
    })?;
    let pointer = &place.pointer;
    members.iter().find(|member| is_about(context, member, pointer))?;
    let sent = context.expect_stored(&body);
    let resource = context.resource()?.0.pointer();
    let values = expected.to_vec();
    let value = match &values[..] {
        [one] => Expected::Equal(one.clone()),
        _ => Expected::OneOf(values),
    };
    let member_of_default = Member {
        omissible: vec![String::new()],
        ..Member::new(format!("{resource}{pointer}"), value, clause.clone())
    };
    let steps = vec![
        context.arrange(without_exclusive_properties(context, place, known)),
        context.accepted(Purpose::Act, body, sent.into_iter().chain([member_of_default]).collect()),
    ];
    let id = context.id(&[&place.name, "default", name]);
    Some(context.case(id, place.property.level, clause.clone(), steps))
}

/// Removes properties from a body that exclude each other, except the first.
fn without_exclusive_properties(
    context: &OperationContext<'_>,
    place: &Place<'_>,
    mut body: Value,
) -> Value {
    let Some(root) = place.name.split('.').next() else { return body };
    let Some(object) = context.request_object().and_then(|object| object.properties.get(root))
    else {
        return body;
    };
    let exactly_one = context.spec.resolve(&object.schema).exactly_one();
    let names: Vec<&String> =
        exactly_one.iter().filter(|name| body[root].get(*name).is_some()).collect();
    for name in names.into_iter().skip(1) {
        body[root].as_object_mut().and_then(|members| members.shift_remove(name));
    }
    context.repair(body)
}

/// Returns a value other than the default, if a wrong server could return a third value.
fn other_value(place: &Place<'_>, default: &Value) -> Option<Value> {
    let schema = place.property;
    let examples = schema.examples.iter().cloned();
    let made: Vec<Value> = match (&schema.shape, schema.format()) {
        (Shape::String, Some(format)) => {
            valid_samples(format).iter().map(|sample| (*sample).into()).collect()
        }
        (Shape::Enum(values), _) if values.len() > 2 => {
            values.iter().map(|value| value.as_str().into()).collect()
        }
        (Shape::Integer, _) => {
            let limits = [Keyword::Minimum, Keyword::Maximum];
            limits
                .into_iter()
                .filter_map(|keyword| schema.integer(keyword))
                .map(Value::from)
                .collect()
        }
        _ => Vec::new(),
    };
    if matches!(schema.shape, Shape::Boolean) {
        return None;
    }
    examples.chain(made).find(|example| example != default)
}
