//! Mutants that accept values of a wrong type that frameworks, languages or query strings often convert.
//!
//! A few conversions are tried at every place, the others at the first place of each kind.

use std::collections::HashSet;

use serde_json::{Value, json};
use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, ValuePath};
use webdata_spec::model::{
    ClauseId, Constraint, JsonType, Keyword, Operation, Schema, Shape, StringFormat,
};

use super::builder::FaultBuilder;
use super::places::{Place, places};

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    let body = faults.spec.resolve(schema);
    if body.object().is_some() {
        let path = ValuePath::default();
        let mut add = |suffix: &str, description: &str, reading| {
            let description = format!("A request for {} whose body {description}", operation.id);
            let path = path.clone();
            add(
                faults,
                operation,
                &body.clause.child("type"),
                (suffix, description),
                path,
                reading,
            );
        };
        add("takes-list-of-one", "is a list of one is read as its item.", Reading::ArrayToItem);
        add("takes-json-in-text", "is a string of JSON is read as JSON.", Reading::StringToJson);
    }
    let (mut read, mut kinds) = (HashSet::new(), HashSet::new());
    let mut outermost = places(faults.spec, schema);
    outermost.sort_by_key(|place| place.name.matches(['.', '[']).count());
    for place in &outermost {
        let is_new = read.insert((&place.schema.clause, &place.property.clause));
        if !is_new || place.is_alternative || place.schema.constant().is_some() {
            continue;
        }
        let is_first = kinds.insert(std::mem::discriminant(&place.schema.shape));
        for (suffix, description, reading) in conversions(faults, place, is_first) {
            let clause = place.clause("type");
            let description = format!("`{}` {description}", place.name);
            let suffix = format!("{suffix}-in-{}", place.suffix);
            add(faults, operation, &clause, (&suffix, description), place.path.clone(), reading);
        }
    }
}

fn add(
    faults: &mut FaultBuilder<'_>,
    operation: &Operation,
    clause: &ClauseId,
    (suffix, description): (&str, String),
    path: ValuePath,
    reading: Reading,
) {
    let (id, mistake) = (operation.id.clone(), BodyMistake::ReadsAs(reading));
    let fault = Fault::Body(BodyFault { operation: id, path, mistake });
    faults.add(Some(operation), clause, suffix, description, fault);
}

type Conversion = (&'static str, &'static str, Reading);

/// Returns the conversions to try at a place: a few, or all if the place is the first of its kind.
fn conversions(faults: &FaultBuilder<'_>, place: &Place<'_>, is_first: bool) -> Vec<Conversion> {
    let schema = place.schema;
    let as_other =
        |suffix, description, from: Value, to: Value| (suffix, description, Reading::As(from, to));
    let list_of_one = ("takes-list-of-one", "in a list is read as its item.", Reading::ArrayToItem);
    let may_lack = place.required == Some(false) && !place.is_choice;
    let empty =
        ("takes-empty-for-nothing", "of \"\" is treated as left out.", Reading::EmptyToAbsent);
    let empty = may_lack.then_some(empty);
    let parsed = ("takes-json-in-text", "is read from a string of JSON.", Reading::StringToJson);
    match &schema.shape {
        Shape::Boolean => {
            let all = [
                as_other(
                    "takes-empty-for-false",
                    "of \"\" is read as false.",
                    json!(""),
                    json!(false),
                ),
                as_other("takes-0-for-false", "of 0 is read as false.", json!(0), json!(false)),
                as_other(
                    "takes-text-1-for-true",
                    "of \"1\" is read as true.",
                    json!("1"),
                    json!(true),
                ),
                as_other(
                    "takes-yes-for-true",
                    "of \"yes\" is read as true.",
                    json!("yes"),
                    json!(true),
                ),
                as_other(
                    "takes-on-for-true",
                    "of \"on\" is read as true.",
                    json!("on"),
                    json!(true),
                ),
                list_of_one,
            ];
            few(all, 1, is_first).chain(empty.filter(|_| is_first)).collect()
        }
        Shape::Integer | Shape::Number => {
            let minimum = schema.minimum_or(0.0);
            #[expect(clippy::cast_possible_truncation, reason = "limits are small")]
            let minimum = json!(minimum as i64);
            let all = [
                list_of_one,
                as_other(
                    "takes-empty-for-number",
                    "of \"\" is read as a number.",
                    json!(""),
                    minimum.clone(),
                ),
                as_other(
                    "takes-false-for-number",
                    "of false is read as a number.",
                    json!(false),
                    minimum,
                ),
            ];
            few(all, 2, is_first).chain(empty.filter(|_| is_first)).collect()
        }
        Shape::String | Shape::Enum(_) => {
            let is_free = schema.is_free_text();
            let text = ("takes-object-for-text", "of any type is converted to a string.");
            let text = is_free.then_some((text.0, text.1, Reading::AnyToString));
            let empty = empty.filter(|_| !is_free && breaks_format(schema));
            [list_of_one].into_iter().chain(text).chain(empty).collect()
        }
        Shape::Array { items } => {
            let inner = faults.spec.resolve(items);
            let is_text = inner.shape.json_type() == Some(JsonType::String);
            let parts = (
                "takes-parts-of-text",
                "is read from a comma-separated string.",
                Reading::SplitAtCommas,
            );
            let parts = is_text.then_some(parts);
            let values = (
                "takes-values-of-object",
                "is read from the values of an object.",
                Reading::ObjectToValues,
            );
            let more = [values, parsed].into_iter().filter(|_| is_first);
            parts.into_iter().chain(empty).chain(more).collect()
        }
        Shape::Object(_) | Shape::Union(_) | Shape::Map(_) => {
            let member = first_text(schema).map(|name| {
                let description = "is read from its first string alone.";
                ("takes-member-for-object", description, Reading::ValueToProperty(name))
            });
            let more = [parsed].into_iter().filter(|_| is_first);
            [list_of_one].into_iter().chain(member).chain(empty).chain(more).collect()
        }
        Shape::Any | Shape::OneOf(_) | Shape::Ref(_) | Shape::Tuple(_) => Vec::new(),
    }
}

fn few<const N: usize>(
    all: [Conversion; N],
    count: usize,
    is_first: bool,
) -> impl Iterator<Item = Conversion> {
    all.into_iter().take(if is_first { N } else { count })
}

/// Returns whether an empty string is not an enum value, or breaks a format and nothing else.
fn breaks_format(schema: &Schema) -> bool {
    let is_of_format = |constraint: &Constraint| {
        matches!(constraint.keyword, Keyword::Format | Keyword::MinimumInterval)
    };
    let may_be_empty =
        matches!(schema.format(), None | Some(StringFormat::JsonPointer | StringFormat::Regex));
    schema.words().is_some() || !may_be_empty && schema.constraints.iter().all(is_of_format)
}

/// Returns the only required property, if it is a string.
fn first_text(schema: &Schema) -> Option<String> {
    let mut required = schema.object()?.properties.iter().filter(|(_, property)| property.required);
    let (name, property) = required.next().filter(|_| required.next().is_none())?;
    (property.schema.shape == Shape::String).then(|| name.clone())
}
