//! Properties of objects: required and unknown ones, defaults and generated values.

use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{
    Additional, ClauseId, Constraint, Keyword, Level, Object, Probe, ResourceEffect, Shape,
    StringFormat,
};

use crate::case::{Case, Expected, ListTest, Member, Purpose};
use crate::derive::context::changes::{all_changes, changes, no_op_body};
use crate::derive::context::gaps::gap_of;
use crate::derive::context::steps::read_back;
use crate::derive::context::{Input, OperationContext, Rejection};
use crate::derive::values::expectations::Circumstances;
use crate::derive::values::format_samples::{numbered_uuid, valid_samples};
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::derive::values::rules::add_missing;
use crate::derive::values::samples::Extent;
use crate::equality::Meaning;

/// Makes cases of required properties: the server must reject a body without one of them, and accept a body with only
/// the required properties.
pub(super) fn required(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        if place.required == Some(true) {
            let clause = place.property.clause.child("required");
            let parts = [place.name.as_str(), "required", "missing"];
            let error = (place.error, place.property.level);
            let rejection = Rejection { parts: &parts, clause: &clause, error };
            let body = |position, around| place.body_without(position, around);
            cases.extend(context.reject_in_positions(place, Spread::OnlyValue, rejection, &body));
        }
        let Some(object) = place.schema.object() else { continue };
        let required = object.properties.iter().find_map(|(name, property)| {
            let is_discriminator = place.discriminator == Some(name.as_str());
            (property.required && !is_discriminator).then_some(property)
        });
        cases.extend(none_of_several(context, place, object));
        if let Some(required) = required.filter(|_| !place.is_repeated) {
            let clause = required.schema.clause.child("required");
            let minimal: Value = context.samples.value(place.schema, Extent::Minimal);
            let parts = [place.name.as_str(), "required", "no-more"];
            let body = place.body(&minimal, Position::Only);
            cases.extend(context.accept(&parts, (place.schema.level, clause), body));
        } else if may_be_empty(place, object) {
            cases.extend(context.accept_at(place, "type", "empty", &json!({})));
        }
    }
    cases
}

/// Makes the case of an object that lacks all of its required properties.
fn none_of_several(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    object: &Object,
) -> Option<Case> {
    let mut required = object
        .properties
        .iter()
        .filter(|(name, property)| property.required && place.discriminator != Some(name.as_str()));
    let (_, first) = required.next()?;
    let is_sent = context.input == Input::Body && !place.name.is_empty() && place.is_first;
    required.next().filter(|_| is_sent)?;
    let clause = first.schema.clause.child("required");
    let parts = [place.name.as_str(), "required", "none"];
    let body = place.body(&json!({}), Position::Only);
    let case = context.reject(&parts, &clause, (place.error, first.schema.level), body)?;
    // The body breaks the clause of each of these properties.
    Some(Case { breaks: None, ..case })
}

/// Returns whether an object may be empty. Variants of a union and alternatives are excluded, because an
/// empty object does not show which one it is.
fn may_be_empty(place: &BodyPlace<'_>, object: &Object) -> bool {
    let requires_some = |constraint: &Constraint| {
        matches!(constraint.keyword, Keyword::MinProperties | Keyword::ExactlyOne)
    };
    let has_minimum = place.schema.constraints.iter().any(requires_some);
    let is_distinguished = place.discriminator.is_some() || place.is_alternative;
    !has_minimum && !is_distinguished && !object.properties.is_empty()
}

/// The name of a property that no contract lists.
pub(super) const UNKNOWN: &str = "noSuchProperty";

/// Makes cases of unknown properties: the server must reject them where the contract forbids them.
pub(super) fn closed(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in &context.places {
        let Some(object) = place.schema.object() else { continue };
        if object.additional == Additional::Forbidden {
            let mut value = context.samples.value(place.schema, Extent::Minimal);
            value[UNKNOWN] = json!(true);
            let word = "additionalProperties";
            let all = context.reject_at(place, word, ("unknown", &value), Spread::EveryItem);
            cases.extend(all);
            let mut among = context.samples.value(place.schema, Extent::Full);
            among[UNKNOWN] = json!(true);
            let among = context.reject_at(
                place,
                word,
                ("unknown-among-others", &among),
                Spread::FirstPlace,
            );
            cases.extend(among);
            // In JavaScript, this name is special: naive code does not see the property.
            value.as_object_mut().and_then(|members| members.shift_remove(UNKNOWN));
            value["__proto__"] = json!({ "a": true });
            let proto = context.reject_at(place, word, ("proto", &value), Spread::FirstPlace);
            cases.extend(proto.into_iter().filter(|_| context.input == Input::Body));
        }
    }
    cases
}

/// Makes cases of generated values: the server generates a value for a property that the request leaves out, and keeps
/// the value.
pub(super) fn generated(context: &OperationContext<'_>) -> Vec<Case> {
    let places = context.places.iter().filter(|place| place.property.generated);
    let cases = places.enumerate().flat_map(|(number, place)| {
        let several = [
            generated_case(context, place),
            several_generated(context, place),
            reordered(context, (number, place)),
        ];
        several.into_iter().flatten().chain(beside_known_identity(context, (number, place)))
    });
    cases.collect()
}

/// Makes the case of several new items of a list: the server generates another value for each.
fn several_generated(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Option<Case> {
    let sent = several_items(context, place, |_| None)?;
    distinct_values(context, place, "several-left-out", (context.baseline(), sent))
}

/// Makes the case of stored items, with values that the client chose, in another order and without one of them.
fn reordered(
    context: &OperationContext<'_>,
    (number, place): (usize, &BodyPlace<'_>),
) -> Option<Case> {
    let identity =
        |index| numbered_value(context, place, number * NUMBERS_PER_PLACE + REORDERED + index);
    let stored = several_items(context, place, identity)?;
    let (list, _) = list_and_name(place)?;
    let mut sent = stored.clone();
    let items = sent.pointer_mut(list)?.as_array_mut()?;
    items.reverse();
    items.pop();
    distinct_values(context, place, "reordered", (stored, sent))
}

/// Makes a case in which no two items of the list that a place is in have the same value at the place afterwards.
fn distinct_values(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    word: &str,
    (stored, sent): (Value, Value),
) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let (list, name) = list_and_name(place)?;
    let distinct = Expected::List(ListTest::Distinct(name.to_owned()));
    let clause = place.property.clause.child("generated");
    let member = Member::new(format!("{}{list}", resource.pointer()), distinct, clause.clone());
    let steps = vec![context.arrange(stored), context.accepted(Purpose::Act, sent, vec![member])];
    let tested = (place.property.level, clause);
    Some(context.case(&[&place.name, "generated", word], tested, steps))
}

/// Returns the JSON Pointer of the list that a place is in, and the name of the place in an item.
fn list_and_name<'p>(place: &'p BodyPlace<'_>) -> Option<(&'p str, &'p str)> {
    place.pointer.rsplit_once("/0/")
}

/// Returns a body with several items of the list that a place is in, each with this value at the place.
fn several_items(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    value: impl Fn(usize) -> Option<Value>,
) -> Option<Value> {
    let (list, name) = list_and_name(place)?;
    let root = list.strip_prefix('/')?;
    let items = context.spec.resolve(&context.request_property(root)?.schema).items()?;
    let mut body = place.body_without(Position::Only, None)?;
    let item = body.pointer(list)?.get(0)?.clone();
    let several = (0..SEVERAL).map(|index| {
        let mut item = item.clone();
        context.samples.identify(items, &mut item, FIRST_ITEM + index);
        item.as_object_mut()?.extend(value(index).map(|value| (name.to_owned(), value)));
        Some(item)
    });
    body[root] = several.collect::<Option<_>>()?;
    Some(context.repair(body))
}

/// Makes cases of invalid properties beside a stored identity: a server may check only the items that it does not know.
/// Each case has an identity of its own, since a server may keep what it knows of one.
fn beside_known_identity(
    context: &OperationContext<'_>,
    (number, place): (usize, &BodyPlace<'_>),
) -> Vec<Case> {
    let Some((item, name)) = place.pointer.rsplit_once('/') else { return Vec::new() };
    let is_beside = |other: &&BodyPlace<'_>| {
        other.holder == place.holder && other.required.is_some() && other.name != place.name
    };
    let case = |(index, other): (usize, &BodyPlace<'_>)| {
        let identity = numbered_value(context, place, number * NUMBERS_PER_PLACE + index)?;
        let wrong = context.samples.of_wrong_type(other.schema)?;
        let mut body = other.body(&wrong, Position::Only);
        body.pointer_mut(item)?.as_object_mut()?.insert(name.to_owned(), identity.clone());
        let error = other.error.unwrap_or(&context.spec.service.validation_failure);
        let known = context.repair(place.body(&identity, Position::Only));
        let steps = vec![context.arrange(known), context.fails(context.request(body), error)?];
        let clause = other.clause("type");
        let parts = [&*other.name, "type", "beside-known-identity"];
        let case = context.case(&parts, (other.schema.level, clause.clone()), steps);
        Some(Case { breaks: Some(clause), ..case })
    };
    context.places.iter().filter(is_beside).enumerate().filter_map(case).collect()
}

/// Returns a value of a place with a number; `None` if the format has none with numbers.
fn numbered_value(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    number: usize,
) -> Option<Value> {
    let is_uuid = place.schema.format() == Some(StringFormat::Uuid);
    let sample = context.samples.value(place.schema, Extent::Full);
    Some(json!(numbered_uuid(sample.as_str().filter(|_| is_uuid)?, FIRST_ITEM + number)))
}

fn generated_case(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Option<Case> {
    let (resource, _) = context.resource()?;
    let clause = place.property.clause.child("generated");
    let body = context.repair(place.body_without(Position::Only, None)?);
    let root = place.name.split('.').next()?;
    let member = |value| {
        let pointer = format!("{}{}", resource.pointer(), place.pointer);
        vec![Member::new(pointer, value, clause.clone())]
    };
    let same = member(Expected::SameAsStep(1));
    let steps = vec![
        context.arrange(context.baseline()),
        context.accepted(Purpose::Act, body, member(Expected::Present)),
        context.accepted(Purpose::Assert, no_op_body(context, root)?, same),
    ];
    let tested = (place.property.level, clause);
    Some(context.case(&[&place.name, "generated", "left-out"], tested, steps))
}

/// Makes the cases of properties that never change: after an update of everything else, and at each of two reads, each is
/// as before. One more case sends all of them.
pub(super) fn kept(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((_, resource)) = context.resource() else { return Vec::new() };
    let kept = resource.properties.iter().filter_map(|(name, property)| {
        let (level, clause) = (property.schema.kept?, property.schema.clause.child("kept"));
        Some((
            name,
            (level, clause.clone()),
            context.member(name, Expected::SameAsStep(0), clause)?,
        ))
    });
    let kept: Vec<_> = kept.collect();
    let mut cases = Vec::new();
    for (name, tested, member) in &kept {
        let members = || vec![member.clone()];
        let mut steps = vec![
            context.arrange(context.baseline()),
            context.accepted(Purpose::Act, all_changes(context), members()),
        ];
        steps.extend((0..2).filter_map(|_| read_back(context, "", members())));
        cases.push(context.case(&["response", name, "kept"], tested.clone(), steps));
    }
    let unchanged: Vec<Member> = kept.into_iter().map(|(.., member)| member).collect();
    cases.extend(sent_by_client(context, unchanged));
    cases
}

/// Makes the case of an update that sends every property of the resource that only the server sets.
fn sent_by_client(context: &OperationContext<'_>, mut unchanged: Vec<Member>) -> Option<Case> {
    let gap = gap_of(context.spec, Probe::UnknownProperty)?;
    let (_, stored) = context.resource()?;
    let clause = context.operation.clause().child("response");
    unchanged.extend(context.identity_of_path(&clause));
    let change = changes(context).into_iter().next()?;
    let mut sent = change.body.clone();
    for (name, property) in &stored.properties {
        let sample = context.samples.value(&property.schema, Extent::Full);
        let other = context.samples.other(&property.schema, &sample).unwrap_or(sample);
        let is_set_by_server = context.request_property(name).is_none();
        sent.as_object_mut()?.extend(is_set_by_server.then(|| (name.clone(), other)));
    }
    let act = context.accepted(Purpose::Act, sent, unchanged.clone());
    let steps = vec![context.arrange(context.baseline()), act];
    let case = context.case(&["response", "set-by-client"], (Level::Should, clause), steps);
    let mut case = case.with_open_rejection(gap);
    case.steps.extend(read_back(context, change.name, unchanged));
    Some(case)
}

/// The distance between the numbers of two places, and the first number of a place for items in another order.
const NUMBERS_PER_PLACE: usize = 100;
const REORDERED: usize = 50;

/// The number of items that lack a generated value.
const SEVERAL: usize = 3;

/// The first number for items of this idea, beyond those that distinguish other samples.
const FIRST_ITEM: usize = 1000;

/// Makes cases of defaults: a property that the request leaves out has its default in the response.
///
/// For updates, `nested_defaults` tests properties outside lists, because the contract does not say whether nested
/// objects keep stored properties. A server may also merge list items with stored ones, so each case sends an item that
/// no other case sends. In a query and in headers, a default only shows that the parameter may be left out.
pub(super) fn defaults(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    let effect = context.effect_on_resource();
    let stores_defaults =
        matches!(effect, Some(ResourceEffect::Creates | ResourceEffect::Replaces));
    let places = context.places.iter().enumerate().filter(|(_, place)| !place.is_repeated);
    for (index, place) in places {
        let Some(default) = &place.property.default else { continue };
        let clause = place.property.clause.child("default");
        if context.input != Input::Body {
            let left_out = place.body_without(Position::Only, None);
            let parts = [place.name.as_str(), "default", "left-out"];
            let tested = (place.property.level, clause);
            cases.extend(left_out.and_then(|body| context.accept(&parts, tested, body)));
            continue;
        }
        if !(place.in_list() || stores_defaults) {
            cases.extend(nested_defaults(context, place, default));
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
        let is_creation = effect == Some(ResourceEffect::Creates);
        let known = (!is_creation).then(|| context.arrange(context.baseline()));
        let act = context.accepted(Purpose::Act, sent, members);
        let steps = known.into_iter().chain([act]).collect();
        let tested = (place.property.level, clause);
        cases.push(context.case(&[&place.name, "default", "left-out"], tested, steps));
    }
    cases
}

/// Returns bodies without the property: one with nothing else, and one with each optional property beside it.
/// A server may return an object without properties as a plain name.
fn bodies_without(context: &OperationContext<'_>, place: &BodyPlace<'_>) -> Vec<Value> {
    fn outermost_property<'n>(place: &'n BodyPlace<'_>) -> &'n str {
        place.name.rsplit_once('.').map_or("", |(outer, _)| outer)
    }
    let is_beside = |other: &&BodyPlace<'_>| {
        other.name != place.name
            && other.required == Some(false)
            && outermost_property(other) == outermost_property(place)
    };
    let samples = context.samples;
    let beside = context.places.iter().filter(is_beside).filter_map(|other| {
        let sample = samples.value(other.property, Extent::Full);
        let is_default = other.property.default.as_ref() == Some(&sample);
        let value = if is_default { samples.other(other.property, &sample)? } else { sample };
        let body = other.body(&value, Position::Only);
        let schema = context.input_schema()?;
        Circumstances::has_none(context.spec, schema, &body).then_some(body)
    });
    place.body_without(Position::Only, None).into_iter().chain(beside).collect()
}

/// Makes the list item around a place different from the items of other cases.
fn identify(context: &OperationContext<'_>, place: &BodyPlace<'_>, body: &mut Value, index: usize) {
    let Some(root) = place.name.split('.').next().filter(|_| !context.sends_whole_resource())
    else {
        return;
    };
    let property = context.request_property(root);
    let items = property.and_then(|property| context.spec.resolve(&property.schema).items());
    if let (Some(items), Some(item)) = (items, body[root].get_mut(0)) {
        context.samples.identify(items, item, index);
    }
}

/// Returns the expectations for a body whose missing property has its default, if they show the default.
fn returned(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    default: &Value,
    body: &Value,
) -> Option<Vec<Member>> {
    let (pointer, mut expected) = (place.pointer.clone(), body.clone());
    let (outer, name) = pointer.rsplit_once('/')?;
    expected.pointer_mut(outer)?.as_object_mut()?.insert(name.to_owned(), default.clone());
    let members = context.expect_stored(&context.repair(expected));
    members.iter().any(|member| is_about(context, member, &pointer)).then_some(members)
}

fn is_about(context: &OperationContext<'_>, member: &Member, pointer: &str) -> bool {
    let Some((resource, _)) = context.resource() else { return false };
    let whole = format!("{}{pointer}", resource.pointer());
    let inner = whole.strip_prefix(&member.pointer);
    match (&member.value, inner) {
        (Expected::Equal(value), Some(inner)) => value.pointer(inner).is_some(),
        _ => false,
    }
}

/// Makes cases of defaults in nested objects of an update, which the server may merge with the stored object or put in
/// its place.
///
/// A property that was stored with its default must have the default after an update that leaves it out. A property that
/// was stored with another value must have that value or the default.
fn nested_defaults(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    default: &Value,
) -> Vec<Case> {
    let is_update = context.effect_on_resource() == Some(ResourceEffect::Updates);
    // An update keeps top-level properties that it leaves out.
    if !is_update || !place.name.contains('.') {
        return Vec::new();
    }
    let clause = place.property.clause.child("default");
    let expected = Expected::Equal(default.clone());
    let same =
        nested_default(context, place, (&clause, "left-out-after-default"), default, expected);
    // After another value, both that value and the default are right.
    let other = other_value(context.spec, place, default).and_then(|other| {
        let either = Expected::OneOf(vec![other.clone(), default.clone()]);
        nested_default(context, place, (&clause, "left-out-after-other"), &other, either)
    });
    same.into_iter().chain(other).collect()
}

/// Makes the case that stores a value and then leaves the property out.
fn nested_default(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    (clause, name): (&ClauseId, &str),
    stored: &Value,
    expected: Expected,
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
    let member_of_default = Member::new(format!("{resource}{pointer}"), expected, clause.clone());
    let member_of_default = member_of_default.whole_is_omissible();
    let steps = vec![
        context.arrange(without_exclusive_properties(context, place, known)),
        context.accepted(Purpose::Act, body, sent.into_iter().chain([member_of_default]).collect()),
    ];
    let tested = (place.property.level, clause.clone());
    Some(context.case(&[&place.name, "default", name], tested, steps))
}

/// Removes properties from a body that exclude each other, except the first.
fn without_exclusive_properties(
    context: &OperationContext<'_>,
    place: &BodyPlace<'_>,
    mut body: Value,
) -> Value {
    let Some(root) = place.name.split('.').next() else { return body };
    let Some(object) = context.request_property(root) else { return body };
    let exactly_one = context.spec.resolve(&object.schema).exactly_one();
    let names: Vec<&String> =
        exactly_one.iter().filter(|name| body[root].get(*name).is_some()).collect();
    for name in names.into_iter().skip(1) {
        body[root].as_object_mut().and_then(|members| members.shift_remove(name));
    }
    context.repair(body)
}

/// Returns a value other than the default, if a wrong server could return a third value.
fn other_value(spec: &Spec, place: &BodyPlace<'_>, default: &Value) -> Option<Value> {
    let schema = place.property;
    let examples = schema.examples.iter().cloned();
    let made: Vec<Value> = match (&schema.shape, schema.format()) {
        (Shape::Boolean, _) => return None,
        (Shape::String, Some(format)) => {
            valid_samples(format).iter().map(|sample| (*sample).into()).collect()
        }
        (Shape::Enum(values), _) if values.len() > 2 => {
            values.iter().map(|value| value.as_str().into()).collect()
        }
        (Shape::Integer, _) => {
            let limits =
                [Keyword::Minimum, Keyword::Maximum].map(|keyword| schema.integer(keyword));
            limits.into_iter().flatten().map(Value::from).collect()
        }
        _ => Vec::new(),
    };
    let meaning = Meaning::new(spec, schema);
    examples.chain(made).find(|example| !meaning.is_equal(default, example))
}
