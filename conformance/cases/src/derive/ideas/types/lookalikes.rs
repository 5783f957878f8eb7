//! Values that frameworks, languages and query strings convert to the right type, such as a URL for an object with a URL,
//! or a list with one item for the item.

use std::collections::HashSet;
use std::mem::discriminant;

use serde_json::{Value, json};
use webdata_spec::Step;
use webdata_spec::model::{Object, Part, Schema, Shape, StringFormat};

use crate::case::Case;
use crate::derive::context::{Input, OperationContext};
use crate::derive::values::places::{BodyPlace, Spread};
use crate::derive::values::samples::{Extent, Samples};
use crate::interpreter::limits::broken;

/// A value of the wrong type that frameworks, languages or query strings convert to the right type.
struct Lookalike {
    /// The keyword that the value breaks.
    keyword: &'static str,
    name: &'static str,
    /// Whether the value is sent to the first place of every schema; if not, to one place of each type.
    is_for_every_schema: bool,
    value: Value,
}

impl Lookalike {
    fn for_every_schema(keyword: &'static str, name: &'static str, value: Value) -> Self {
        Self { keyword, name, is_for_every_schema: true, value }
    }

    fn for_each_type(name: &'static str, value: Value) -> Self {
        Self { keyword: "type", name, is_for_every_schema: false, value }
    }
}

/// Makes cases of lookalikes. One place of each type is the first of the outermost ones, so that the identities of cases
/// stay if a deeper property is added.
pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    if context.input != Input::Body {
        return Vec::new();
    }
    let mut outermost: Vec<&BodyPlace<'_>> = context.places.iter().collect();
    outermost.sort_by_key(|place| place.name.matches('.').count());
    let parts = context.spec.parts(context.operation).unwrap_or_default();
    let mut kinds = HashSet::new();
    outermost.retain(|place| {
        let part = parts.get(place.name.as_str());
        let is_text = matches!(part, Some(Part::File(_) | Part::Text));
        let is_tried = !place.name.is_empty() && has_lookalikes(place) && !is_text;
        is_tried && kinds.insert(discriminant(&place.schema.shape))
    });
    let first: HashSet<&str> = outermost.iter().map(|place| place.name.as_str()).collect();
    let mut cases = Vec::new();
    for place in context.places.iter().filter(|place| has_lookalikes(place)) {
        let is_body = place.name.is_empty();
        let is_outermost = is_body || first.contains(place.name.as_str());
        // Each operation reads its body itself.
        let spread = if is_body { Spread::EveryPlace } else { Spread::FirstPlace };
        // A server may reject an empty body for another reason.
        let sample = match place.name.as_str() {
            "" => context.baseline(),
            _ => context.samples.value(place.schema, Extent::Minimal),
        };
        for lookalike in lookalikes(context.samples, place.schema, &sample) {
            let Lookalike { keyword, name, is_for_every_schema, value } = lookalike;
            if is_for_every_schema || is_outermost {
                cases.extend(context.reject_at(place, keyword, (name, &value), spread));
            }
        }
    }
    cases
}

/// Returns whether a place gets such values: it is no alternative of another place, and accepts more than one
/// value.
fn has_lookalikes(place: &BodyPlace<'_>) -> bool {
    place.discriminator.is_none() && !place.is_alternative && place.schema.constant().is_none()
}

fn lookalikes<'s>(samples: Samples<'s>, schema: &'s Schema, sample: &Value) -> Vec<Lookalike> {
    let for_every_schema = Lookalike::for_every_schema;
    let for_each_type = Lookalike::for_each_type;
    let empty = for_every_schema("type", "empty-string", json!(""));
    let list_of_one = for_every_schema("type", "list-of-one", json!([sample]));
    match &schema.shape {
        Shape::Boolean => vec![
            empty,
            for_each_type("zero", json!(0)),
            for_each_type("one-as-string", json!("1")),
            for_each_type("yes", json!("yes")),
            for_each_type("on", json!("on")),
            for_each_type("false-as-string", json!("false")),
            for_each_type("list-of-one", json!([sample])),
        ],
        Shape::Integer | Shape::Number => vec![
            list_of_one,
            empty,
            for_each_type("false", json!(false)),
            for_every_schema("type", "blank", json!(" ")),
            for_every_schema("type", "word-null", json!("null")),
        ],
        Shape::String if schema.is_free_text() => vec![list_of_one],
        Shape::String if breaks_format(schema) => {
            vec![list_of_one, for_every_schema("format", "empty", json!(""))]
        }
        Shape::String => vec![list_of_one],
        Shape::Enum(values) => {
            let first = values.first().map(String::as_str).unwrap_or_default();
            vec![
                list_of_one,
                for_every_schema("enum", "empty", json!("")),
                for_every_schema("enum", "digit", json!("1")),
                for_every_schema("enum", "blanks-around", json!(format!(" {first} "))),
            ]
        }
        Shape::Array { items } => {
            let inner = samples.spec.resolve(items);
            let item = samples.distinct(items, 0);
            let other = samples.distinct(items, 1);
            let parts =
                item.as_str().zip(other.as_str()).map(|(item, other)| format!("{item},{other}"));
            let parts = parts.filter(|_| inner.union().is_none());
            let parts = parts.map(|text| for_every_schema("type", "comma-separated", json!(text)));
            let list = json!([item]);
            let more = [
                for_each_type("object-of-items", json!({ "0": item })),
                for_each_type("json-in-string", json!(list.to_string())),
            ];
            parts.into_iter().chain([empty]).chain(more).collect()
        }
        Shape::Object(_) | Shape::Union(_) | Shape::Map(_) => {
            let text = for_each_type("json-in-string", json!(sample.to_string()));
            let by_position = members_in_list(samples, schema);
            let by_position =
                by_position.map(|list| for_every_schema("type", "members-in-a-list", list.into()));
            let more = [list_of_one, empty, text];
            shorthand_values(samples, schema).chain(more).chain(by_position).collect()
        }
        Shape::Any | Shape::OneOf(_) | Shape::Ref(_) | Shape::Tuple(_) => Vec::new(),
    }
}

/// Returns the values of an object by their position, in the order of the contract; null for a property that the object
/// lacks. Some languages read an object from such a list. In a union, the discriminator comes first.
fn members_in_list<'s>(samples: Samples<'s>, schema: &'s Schema) -> Option<Vec<Value>> {
    let (tag, schema) = match schema.union() {
        Some(union) => {
            let (tag, name) = union.variants.first()?;
            (Some((union.discriminator.as_str(), tag)), samples.spec.schema(name)?)
        }
        None => (None, schema),
    };
    let object = samples.spec.object_of(schema)?;
    let sample = samples.value(schema, Extent::Full);
    let names = object.properties.keys();
    let names = names.filter(|name| tag.is_none_or(|(discriminator, _)| *name != discriminator));
    let values = names.map(|name| sample.get(name).cloned().unwrap_or_default());
    let all: Vec<Value> = tag.map(|(_, tag)| json!(tag)).into_iter().chain(values).collect();
    (!all.is_empty()).then_some(all)
}

/// Returns what other APIs send in place of an object: its required string, and its identity.
fn shorthand_values<'s>(
    samples: Samples<'s>,
    schema: &'s Schema,
) -> impl Iterator<Item = Lookalike> {
    let for_every_schema = Lookalike::for_every_schema;
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
    let text = text.map(|text| for_every_schema("type", "member-alone", text));
    let identity = identity.map(|sample| for_every_schema("type", "identity-alone", sample));
    text.into_iter().chain(identity)
}

/// Returns whether an empty string breaks the format and nothing else. If it also broke a limit, the case
/// would show nothing about the format.
fn breaks_format(schema: &Schema) -> bool {
    let may_be_empty =
        matches!(schema.format(), None | Some(StringFormat::JsonPointer | StringFormat::Regex));
    !may_be_empty && broken(schema, &json!("")).is_empty()
}
