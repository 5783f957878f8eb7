//! Values of wrong types that frameworks, languages and query strings convert to the right type, such as a
//! URL in place of an object with a URL, or a list with one item in place of the item.
//!
//! A few are sent to every place of a schema, the others to one place of each type. This is the first of the
//! outermost places, so that a property which is added deeper inside changes no identity of a case.

use std::collections::HashSet;
use std::mem::discriminant;

use serde_json::{Value, json};
use webdata_spec::Step;
use webdata_spec::model::{Object, Schema, Shape, StringFormat};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::{Place, Position};
use crate::derive::values::samples::{Extent, Samples};
use crate::interpreter::limits::broken;

/// A wrong value: the word of the keyword that it breaks, its name, whether it is sent to every place, and
/// the value.
type Lookalike = (&'static str, &'static str, bool, Value);

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.input != Input::Body {
        return Vec::new();
    }
    let mut outermost: Vec<&Place<'_>> = context.places().iter().collect();
    outermost.sort_by_key(|place| place.name.matches('.').count());
    let mut kinds = HashSet::new();
    outermost.retain(|place| {
        let is_tried = !place.name.is_empty() && has_lookalikes(place);
        is_tried && kinds.insert(discriminant(&place.schema.shape))
    });
    let first: HashSet<&str> = outermost.iter().map(|place| place.name.as_str()).collect();
    let mut schemas = HashSet::new();
    let mut cases = Vec::new();
    for place in context.places() {
        let is_new = schemas.insert((&place.schema.clause, &place.property.clause));
        if !is_new || !has_lookalikes(place) {
            continue;
        }
        let is_first = place.name.is_empty() || first.contains(place.name.as_str());
        // A server may reject an empty body for another reason.
        let sample = match place.name.as_str() {
            "" => context.baseline(),
            _ => context.samples.value(place.schema, Extent::Minimal),
        };
        for (word, name, is_revealing, value) in lookalikes(context.samples, place.schema, &sample)
        {
            if is_revealing || is_first {
                let only = [(Position::Only, "")];
                cases.extend(context.reject_in(place, word, name, &value, &only));
            }
        }
    }
    cases
}

/// Returns whether a place gets such values: it is no alternative of another place, and accepts more than one
/// value.
fn has_lookalikes(place: &Place<'_>) -> bool {
    place.discriminator.is_none() && !place.is_alternative && place.schema.constant().is_none()
}

fn lookalikes<'s>(samples: Samples<'s>, schema: &'s Schema, sample: &Value) -> Vec<Lookalike> {
    let empty = ("type", "empty-string", true, json!(""));
    let list_of_one = |is_revealing| ("type", "list-of-one", is_revealing, json!([sample]));
    match &schema.shape {
        Shape::Boolean => vec![
            empty,
            ("type", "zero", false, json!(0)),
            ("type", "one-as-string", false, json!("1")),
            ("type", "yes", false, json!("yes")),
            ("type", "on", false, json!("on")),
            ("type", "false-as-string", false, json!("false")),
            list_of_one(false),
        ],
        Shape::Integer | Shape::Number => vec![
            list_of_one(true),
            empty,
            ("type", "false", false, json!(false)),
            ("type", "blank", true, json!(" ")),
            ("type", "word-null", true, json!("null")),
        ],
        Shape::String if schema.is_free_text() => vec![list_of_one(true)],
        Shape::String if breaks_format(schema) => {
            vec![list_of_one(true), ("format", "empty", true, json!(""))]
        }
        Shape::String => vec![list_of_one(true)],
        Shape::Enum(values) => {
            let first = values.first().map(String::as_str).unwrap_or_default();
            vec![
                list_of_one(true),
                ("enum", "empty", true, json!("")),
                ("enum", "digit", true, json!("1")),
                ("enum", "blanks-around", true, json!(format!(" {first} "))),
            ]
        }
        Shape::Array { items } => {
            let inner = samples.spec.resolve(items);
            let item = samples.distinct(items, 0);
            let other = samples.distinct(items, 1);
            let parts =
                item.as_str().zip(other.as_str()).map(|(item, other)| format!("{item},{other}"));
            let parts = parts.filter(|_| inner.union().is_none());
            let parts = parts.map(|text| ("type", "comma-separated", true, json!(text)));
            let list = json!([item]);
            let more = [
                ("type", "object-of-items", false, json!({ "0": item })),
                ("type", "json-in-string", false, json!(list.to_string())),
            ];
            parts.into_iter().chain([empty]).chain(more).collect()
        }
        Shape::Object(_) | Shape::Union(_) | Shape::Map(_) => {
            let text = ("type", "json-in-string", false, json!(sample.to_string()));
            let parts = parts(samples, schema);
            parts.into_iter().chain([list_of_one(true), empty, text]).collect()
        }
        Shape::Any | Shape::OneOf(_) | Shape::Ref(_) | Shape::Tuple(_) => Vec::new(),
    }
}

/// Returns parts that other APIs send in place of an object: its required string, and its identity.
fn parts<'s>(samples: Samples<'s>, schema: &'s Schema) -> Vec<Lookalike> {
    let forms = samples.spec.children(schema).into_iter();
    let variants = forms.filter(|(step, _)| matches!(step, Step::Variant(..)));
    let variants = variants.filter_map(|(_, variant)| samples.spec.object_of(variant));
    let variants: Vec<&'s Object> = schema.object().into_iter().chain(variants).collect();
    let texts = variants.iter().flat_map(|object| object.properties.values()).filter(|property| {
        property.required && samples.spec.resolve(&property.schema).shape == Shape::String
    });
    let text = texts.map(|property| samples.value(&property.schema, Extent::Minimal)).next();
    let mut all = variants.iter().flat_map(|object| object.properties.values());
    let identity = all.find(|property| property.schema.format() == Some(StringFormat::Uuid));
    let identity = identity.map(|property| samples.value(&property.schema, Extent::Minimal));
    let text = text.map(|text| ("type", "member-alone", true, text));
    let identity = identity.map(|sample| ("type", "identity-alone", true, sample));
    text.into_iter().chain(identity).collect()
}

/// Returns whether an empty string breaks the format and nothing else. If it also broke a limit, the case
/// would show nothing about the format.
fn breaks_format(schema: &Schema) -> bool {
    let may_be_empty =
        matches!(schema.format(), None | Some(StringFormat::JsonPointer | StringFormat::Regex));
    !may_be_empty && broken(schema, &json!("")).is_empty()
}
