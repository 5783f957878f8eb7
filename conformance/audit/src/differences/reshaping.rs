//! Values that are given in another form of the same meaning, or with more or fewer properties.
//!
//! This module does not know where a value comes from.

use serde_json::{Map, Value, json};
use webdata_spec::model::Object;

use super::coercion::Coercion;
use super::walk::Place;
use crate::proxy::exchange::error_text;

/// Returns the value that another becomes, or `None` if the coercion is none of these or does not apply.
pub(super) fn reshape(coercion: &Coercion, place: &Place<'_>, value: &Value) -> Option<Value> {
    match (coercion, value) {
        (Coercion::ErrorOf(row), _) => error_text(place.spec, row).map(Value::from),
        (Coercion::ObjectWith(name), value) => {
            Some(Value::Object(Map::from_iter([(name.clone(), value.clone())])))
        }
        (Coercion::ReverseOrder, value) => {
            let mut reversed = value.clone();
            reverse(&mut reversed);
            Some(reversed)
        }
        (Coercion::WithFraction, Value::Number(number)) => {
            Some(json!(number.as_i64().map(|whole| whole as f64)?))
        }
        (Coercion::Lines, Value::String(text)) => Some(text.lines().map(Value::from).collect()),
        (Coercion::Prefixed(start), Value::String(text)) => Some(format!("{start}{text}").into()),
        (Coercion::UpperCase, Value::String(text)) => Some(text.to_uppercase().into()),
        (Coercion::OtherOffset, Value::String(text)) => time_with_offset(text),
        (Coercion::Surrounded { first, last }, Value::Array(items)) => {
            let ends = |text: &String| serde_json::from_str::<Value>(text).ok();
            let items = items.iter().cloned().map(Some);
            std::iter::once(ends(first)).chain(items).chain([ends(last)]).collect()
        }
        (Coercion::GroupedBy(name), Value::Array(items)) => grouped(name, items),
        (coercion, Value::Object(members)) => reshape_object(coercion, place, members.clone()),
        _ => None,
    }
}

fn reshape_object(
    coercion: &Coercion,
    place: &Place<'_>,
    mut members: Map<String, Value>,
) -> Option<Value> {
    match coercion {
        Coercion::Members(given) => members.extend(given.clone()),
        Coercion::Missing(given) => {
            for (name, value) in given {
                members.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        Coercion::Defaults(given) => {
            for (name, property) in objects(place).flat_map(|object| &object.properties) {
                let default = given.get(name).or(property.schema.default.as_ref());
                if let Some(default) = default {
                    members.entry(name.clone()).or_insert_with(|| default.clone());
                }
            }
        }
        Coercion::AnyOf(lists) => {
            // The length stands for chance, so that equal responses stay equal.
            let length = Value::Object(members.clone()).to_string().len();
            for (name, values) in lists {
                let values = values.as_array().filter(|values| !values.is_empty())?;
                members.insert(name.clone(), values[length % values.len()].clone());
            }
        }
        Coercion::Inverted(name) => {
            let listed = objects(place).find_map(|object| object.properties.get(name));
            let default = listed.and_then(|property| property.schema.default.as_ref());
            let stored = members.get(name).or(default).and_then(Value::as_bool)?;
            members.insert(name.clone(), (!stored).into());
        }
        Coercion::Copied(from, to) => {
            let value = members.get(from).cloned()?;
            members.insert(to.clone(), value);
        }
        Coercion::OnlyValue => {
            let mut values = members.into_iter().map(|(_, value)| value);
            return values.next().filter(|_| values.next().is_none());
        }
        Coercion::Translated { from, to, values } => {
            let value = values.get(members.get(from)?.as_str()?)?.clone();
            if members.contains_key(to) {
                return None;
            }
            members.shift_remove(from);
            members.insert(to.clone(), value.into());
        }
        Coercion::Moved(moves) => return Some(moved(members, moves)),
        _ => return None,
    }
    Some(Value::Object(members))
}

/// Returns the objects that the schemas of a place describe.
fn objects<'p>(place: &Place<'p>) -> impl Iterator<Item = &'p Object> {
    place.schemas.iter().filter_map(|schema| schema.object())
}

/// Moves properties to other places, and drops the others. `*` stands for all that are left.
fn moved(mut members: Map<String, Value>, moves: &[(String, String)]) -> Value {
    let mut whole = Value::Object(Map::new());
    for (name, to) in moves {
        let value = match name.as_str() {
            "*" => Some(Value::Object(std::mem::take(&mut members))),
            name => members.shift_remove(name),
        };
        if let Some(value) = value {
            put(&mut whole, to, value);
        }
    }
    whole
}

/// Puts a value at a JSON Pointer, in which `-` stands for a new item of a list. Makes the objects and lists on the
/// way, and adds the properties of an object to those that are there.
fn put(whole: &mut Value, pointer: &str, value: Value) {
    let mut place = whole;
    for token in pointer.split('/').skip(1) {
        if token == "-" {
            if !place.is_array() {
                *place = json!([]);
            }
            let Value::Array(items) = place else { return };
            items.push(Value::Null);
            let Some(last) = items.last_mut() else { return };
            place = last;
        } else {
            if !place.is_object() {
                *place = json!({});
            }
            let Value::Object(members) = place else { return };
            place = members.entry(token.to_owned()).or_insert(Value::Null);
        }
    }
    match (place, value) {
        (Value::Object(members), Value::Object(value)) => members.extend(value),
        (place, value) => *place = value,
    }
}

/// Groups objects by the string in a property, which they lose.
fn grouped(name: &str, items: &[Value]) -> Option<Value> {
    let mut groups = Map::new();
    for item in items {
        let mut members = item.as_object()?.clone();
        let key = members.shift_remove(name)?.as_str()?.to_owned();
        if let Value::Array(group) = groups.entry(key).or_insert_with(|| json!([])) {
            group.push(members.into());
        }
    }
    Some(groups.into())
}

fn reverse(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let before = std::mem::take(members);
            members.extend(before.into_iter().rev());
            members.values_mut().for_each(reverse);
        }
        Value::Array(items) => items.iter_mut().for_each(reverse),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Writes a time with an offset, with or without a fraction, and in letters of either case (RFC 3339).
fn time_with_offset(text: &str) -> Option<Value> {
    const ENDS: [&str; 4] = ["-00:30", ".5+14:00", ".000000000Z", "-00:00"];
    // The characters stand for chance, so that equal times stay equal.
    let chance: usize = text.bytes().map(usize::from).sum();
    let time = format!("{}{}", text.get(..19)?, ENDS[chance % ENDS.len()]);
    Some(if chance.is_multiple_of(3) { time.to_lowercase() } else { time }.into())
}
