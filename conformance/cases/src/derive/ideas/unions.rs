//! Unions: each variant, and properties of which exactly one must be given.

use serde_json::{Map, Value, json};
use webdata_spec::model::{Object, Shape, Union};

use crate::case::Case;
use crate::derive::context::OperationContext;
use crate::derive::values::places::{Place, with_tag};
use crate::derive::values::samples::Extent;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for place in context.places() {
        match &place.schema.shape {
            Shape::Union(union) => cases.extend(variants(context, place, union)),
            Shape::Object(object) if !place.schema.exactly_one().is_empty() => {
                cases.extend(exactly_one(context, place, object));
            }
            _ => {}
        }
    }
    cases
}

fn variants(context: &OperationContext<'_>, place: &Place<'_>, union: &Union) -> Vec<Case> {
    let name = &union.discriminator;
    let mut cases = Vec::new();
    for (tag, type_name) in &union.variants {
        let Some(schema) = context.spec.schema(type_name) else { continue };
        let value = |extent| with_tag(context.samples.value(schema, extent), name, tag);
        let (minimal, full) = (value(Extent::Minimal), value(Extent::Full));
        cases.extend(context.accept_at(place, "discriminator", tag, &minimal));
        if full != minimal {
            let side = format!("{tag}-full");
            cases.extend(context.accept_at(place, "discriminator", &side, &full));
        }
    }
    let Some(first) = union.variants.values().next().and_then(|name| context.spec.schema(name))
    else {
        return cases;
    };
    let members = match context.samples.value(first, Extent::Minimal) {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    let with = |tag: Option<Value>| {
        let mut members = members.clone();
        members.shift_remove(name);
        if let Some(tag) = tag {
            members.shift_insert(0, name.clone(), tag);
        }
        Value::Object(members)
    };
    let tag = union.variants.keys().next();
    let capitals = tag.map(|tag| tag.to_uppercase());
    let capitals = capitals.filter(|capitals| !union.variants.contains_key(capitals));
    if let Some(capitals) = capitals {
        let value = with(Some(json!(capitals)));
        cases.extend(context.reject_at(place, "discriminator", "other-case", &value));
    }
    for (side, tag) in [
        ("missing", None),
        ("unknown", Some(json!("no-such-variant"))),
        ("null", Some(Value::Null)),
        ("number", Some(json!(7))),
    ] {
        let value = with(tag);
        cases.extend(context.reject_at(place, "discriminator", side, &value));
        // One wrong value is enough to show whether the server checks the last items of a long list.
        let far = if side == "missing" { place.far_positions() } else { Vec::new() };
        cases.extend(context.reject_in(place, "discriminator", side, &value, &far));
    }
    cases
}

fn exactly_one(context: &OperationContext<'_>, place: &Place<'_>, object: &Object) -> Vec<Case> {
    let names = place.schema.exactly_one();
    let beside = match context.samples.value(place.schema, Extent::Full) {
        Value::Object(mut members) => {
            members.retain(|name, _| !names.contains(name));
            members
        }
        _ => Map::new(),
    };
    let with = |names: &[&String]| {
        let mut members = beside.clone();
        for name in names {
            if let Some(property) = object.properties.get(*name) {
                let value = context.samples.value(&property.schema, Extent::Minimal);
                members.insert((*name).clone(), value);
            }
        }
        Value::Object(members)
    };
    let mut cases = Vec::new();
    for name in names {
        cases.extend(context.accept_at(place, "exactlyOne", name, &with(&[name])));
    }
    cases.extend(context.reject_at(place, "exactlyOne", "none", &with(&[])));
    let all: Vec<&String> = names.iter().collect();
    cases.extend(context.reject_at(place, "exactlyOne", "all", &with(&all)));
    cases
}
