//! Mutants that read values as others: coerced, truncated, or counted in another unit.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Segment};
use webdata_spec::Spec;
use webdata_spec::model::{EffectKind, Keyword, NumberUnit, Operation, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::{Place, places};
use super::strings::is_plain_text;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| faults.spec.schema(name))
    else {
        return;
    };
    let places = places(faults.spec, schema);
    // A type is mutated at the first place that reaches it.
    let mut read = HashSet::new();
    for place in &places {
        if read.insert((&place.schema.clause, &place.property.clause)) {
            coerced(faults, operation, place);
            in_other_units(faults, operation, place);
            stored_otherwise(faults, operation, place);
        }
    }
}

fn add(
    faults: &mut FaultBuilder<'_>,
    operation: &Operation,
    place: &Place<'_>,
    (word, suffix, description): (&str, &str, &str),
    mistake: BodyMistake,
) {
    let (id, path) = (operation.id.clone(), place.path.clone());
    let fault = Fault::Body(BodyFault { operation: id, path, mistake });
    let description = format!("`{}` {description}", place.name);
    faults.add(Some(operation), &place.clause(word), suffix, description, fault);
}

fn coerced(faults: &mut FaultBuilder<'_>, operation: &Operation, place: &Place<'_>) {
    let mut takes = |suffix: &str, description: &str, reading: Reading| {
        add(faults, operation, place, ("type", suffix, description), BodyMistake::ReadsAs(reading));
    };
    if !place.is_alternative {
        match &place.schema.shape {
            Shape::Boolean => {
                takes("takes-1-for-true", "of 1 is read as true.", Reading::NumberToBool);
                let description = "of the string \"true\" is read as true.";
                takes("takes-text-for-true", description, Reading::StringToBool);
            }
            Shape::Integer => {
                let description = "of digits in a string is read as the number.";
                takes("takes-text-for-number", description, Reading::StringToNumber);
                let description = "with a fraction is read as the integer below.";
                takes("cuts-fraction", description, Reading::FractionToInteger);
            }
            Shape::Number => {
                let description = "of digits in a string is read as the number.";
                takes("takes-text-for-number", description, Reading::StringToNumber);
            }
            Shape::String if is_plain_text(place.schema) => {
                takes("takes-number-for-text", "of 7 is read as \"7\".", Reading::NumberToString);
                let description = "of true is read as \"true\".";
                takes("takes-true-for-text", description, Reading::BoolToString);
            }
            // A list that needs several items does not accept a list of one.
            Shape::Array { .. } if may_have_one_item(place.schema) => {
                let description = "is accepted without a list, as if it were a list of one.";
                takes("takes-item-for-list", description, Reading::ValueToArray);
            }
            _ => {}
        }
    }
    let is_any = matches!(place.schema.shape, Shape::Any) || place.is_alternative;
    let may_lack = place.required == Some(false) && !place.is_choice;
    if may_lack && !place.is_nullable() && !is_any {
        takes("takes-null-for-nothing", "of null is treated as left out.", Reading::NullToAbsent);
    }
}

fn in_other_units(faults: &mut FaultBuilder<'_>, operation: &Operation, place: &Place<'_>) {
    let mut judges = |word: &str, suffix: &str, description: &str, reading: Reading| {
        add(
            faults,
            operation,
            place,
            (word, suffix, description),
            BodyMistake::ValidatesAs(reading),
        );
    };
    let limit = |keyword| place.schema.operand(keyword);
    match &place.schema.shape {
        Shape::String if limit(Keyword::MaxLength).is_some() && place.schema.format().is_none() => {
            let description = "is rejected if it has more bytes than it may have characters.";
            judges("maxLength", "counts-bytes", description, Reading::InBytes);
        }
        Shape::Integer => {
            if place.schema.unit != Some(NumberUnit::Milliseconds) {
                return;
            }
            if limit(Keyword::Minimum).is_some() {
                let description = "is judged as if it were microseconds.";
                judges("minimum", "judges-microseconds", description, Reading::Times(0.001));
            }
            if limit(Keyword::Maximum).is_some() {
                let description = "is judged as if it were seconds.";
                judges("maximum", "judges-seconds", description, Reading::Times(1000.0));
            }
        }
        _ => {}
    }
}

/// Returns whether a list may have only one item.
fn may_have_one_item(list: &Schema) -> bool {
    let minimum_of = |keyword| list.count(keyword).unwrap_or(0);
    minimum_of(Keyword::MinItems) < 2 && minimum_of(Keyword::MinContains) < 2
}

/// Returns whether a schema describes objects of several kinds.
fn has_kinds(spec: &Spec, schema: &Schema) -> bool {
    spec.resolve(schema).union().is_some_and(|union| union.variants.len() > 1)
}

/// Adds mutants that store a value wrongly.
fn stored_otherwise(faults: &mut FaultBuilder<'_>, operation: &Operation, place: &Place<'_>) {
    let stores = operation.effects.iter().find(|effect| effect.kind == EffectKind::StoresGiven);
    let (Some(stores), Some(Segment::Member(property))) = (stores, place.path.0.first()) else {
        return;
    };
    let clause = stores.clause.child(property);
    let spec = faults.spec;
    let mut keeps = |suffix: &str, description: &str, reading: Reading| {
        let (id, path) = (operation.id.clone(), place.path.clone());
        let mistake = BodyMistake::ReadsAs(reading);
        let fault = Fault::Body(BodyFault { operation: id, path, mistake });
        let suffix = format!("{suffix}-{}", place.suffix);
        faults.add(
            Some(operation),
            &clause,
            &suffix,
            format!("`{}` {description}", place.name),
            fault,
        );
    };
    let limit = |keyword| place.schema.count(keyword);
    match &place.schema.shape {
        // Strings that people write, in the properties of the resource itself.
        Shape::String
            if is_plain_text(place.schema)
                && place.path.0.len() == 1
                && let Some(max_length) = limit(Keyword::MaxLength) =>
        {
            keeps("lower-cases", "is stored in lower case.", Reading::LowerCase);
            keeps("escapes", "is stored escaped for HTML.", Reading::Escaped);
            let description = "is stored without characters beyond the basic plane of Unicode.";
            keeps("loses-emoji", description, Reading::WithoutEmoji);
            let half = usize::try_from(max_length / 2).unwrap_or(usize::MAX);
            let description = format!("is stored truncated to {half} characters.");
            keeps("cuts", &description, Reading::Cut(half));
        }
        Shape::Array { items }
            if limit(Keyword::MaxItems).is_none_or(|max_items| max_items > 1) =>
        {
            let is_of_kinds = has_kinds(spec, items);
            keeps("first-only", "is stored with its first item only.", Reading::FirstItem);
            // A server may treat a list of plain values, or of objects with plain names, as a set.
            if is_of_kinds {
                keeps("reverses", "is stored in reverse.", Reading::Reversed);
            }
        }
        _ => {}
    }
}
