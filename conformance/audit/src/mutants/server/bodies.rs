//! Constraints that are not checked everywhere: not behind the first item of a list, or not in one
//! of the places where their type is reached.

use std::collections::HashMap;

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, Mistake, ValuePath};
use webdata_spec::json_schema::MINIMUM_INTERVAL;
use webdata_spec::model::{Additional, ClauseId, Operation, Schema, Shape, StringFormat};

use super::super::subject::kebab;
use super::builder::FaultBuilder;
use super::places::{Place, places};

/// A constraint at a place.
struct Constraint {
    clause: ClauseId,
    /// Where what breaks it is found.
    path: ValuePath,
    /// The keyword of JSON Schema.
    keyword: &'static str,
    /// What is wrong with a value that breaks it.
    wrong: String,
}

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some(schema) = operation.request.as_deref().and_then(|name| found.named(name)) else {
        return;
    };
    let places = places(found.spec, schema);
    let all: Vec<(&Place<'_>, Constraint)> =
        places.iter().flat_map(|place| constraints(place).map(move |own| (place, own))).collect();
    let mut times: HashMap<ClauseId, usize> = HashMap::new();
    for (_, constraint) in &all {
        *times.entry(constraint.clause.clone()).or_default() += 1;
    }
    for (place, constraint) in all {
        let Constraint { clause, path, keyword, wrong } = constraint;
        // That it is unchecked at another place than the first is a change of the contract.
        let several = times.remove(&clause).is_some_and(|times| times > 1);
        let fault = |mistake| {
            let (operation, path) = (operation.id.clone(), path.clone());
            Fault::Body(BodyFault { operation, path, mistake })
        };
        let at = &place.way;
        if several {
            let way = format!("unchecked-in-{at}");
            let says = format!("`{}` {wrong} is accepted at this one place.", place.name);
            found.add(Some(operation), &clause, &way, says, fault(Mistake::Forgives(keyword)));
        }
        if place.in_list {
            let way = format!("first-only-in-{at}");
            let says = format!(
                "`{}` {wrong} is accepted behind the first item of the list around it.",
                place.name
            );
            let mistake = Mistake::ForgivesBehindFirst(keyword);
            found.add(Some(operation), &clause, &way, says, fault(mistake));
        }
    }
}

/// What can be broken at a place, and in the object that it is a property of.
fn constraints(place: &Place<'_>) -> impl Iterator<Item = Constraint> {
    let schema = place.schema;
    let mut found = Vec::new();
    let mut add = |word: &str, keyword: &'static str, wrong: String| {
        let (clause, path) = (place.clause(word), place.path.clone());
        found.push(Constraint { clause, path, keyword, wrong });
    };
    if !place.is_alternative && !matches!(schema.shape, Shape::Any) {
        add("type", "type", "of another type".to_owned());
    }
    of_shape(schema, &mut add);
    if place.required == Some(true) {
        let clause = place.property.clause.child("required");
        let (path, wrong) = (place.path.clone(), "left out".to_owned());
        found.push(Constraint { clause, path, keyword: "required", wrong });
    }
    if let Shape::Union(union) = &schema.shape {
        for (keyword, wrong) in [("required", "without"), ("enum", "with an unknown")] {
            let path = place.path.member(&union.discriminator);
            let wrong = format!("{wrong} `{}`", union.discriminator);
            found.push(Constraint { clause: place.clause("discriminator"), path, keyword, wrong });
        }
    }
    found.into_iter()
}

fn of_shape(schema: &Schema, add: &mut impl FnMut(&str, &'static str, String)) {
    match &schema.shape {
        Shape::Integer { minimum, maximum } => {
            minimum.iter().for_each(|n| add("minimum", "minimum", format!("below {n}")));
            maximum.iter().for_each(|n| add("maximum", "maximum", format!("above {n}")));
        }
        Shape::Number { minimum, maximum } => {
            minimum.iter().for_each(|n| add("minimum", "minimum", format!("below {n}")));
            maximum.iter().for_each(|n| add("maximum", "maximum", format!("above {n}")));
        }
        Shape::Enum(_) => add("enum", "enum", "of no listed value".to_owned()),
        Shape::Array { min_items, max_items, .. } => {
            min_items
                .iter()
                .for_each(|n| add("minItems", "minItems", format!("of fewer than {n} items")));
            max_items
                .iter()
                .for_each(|n| add("maxItems", "maxItems", format!("of more than {n} items")));
        }
        Shape::Object(object) => {
            if object.additional == Additional::Forbidden {
                let wrong = "with a property that is not listed";
                add("additionalProperties", "additionalProperties", wrong.to_owned());
            }
            if !object.exactly_one.is_empty() {
                let wrong = format!("without exactly one of `{}`", object.exactly_one.join("`, `"));
                add("exactlyOne", "oneOf", wrong);
            }
            if let Some(least) = object.min_properties {
                let wrong = format!("of fewer than {least} properties");
                add("minProperties", "minProperties", wrong);
            }
        }
        Shape::String(text) => {
            let (least, most) = (text.min_length, text.max_length);
            least.iter().for_each(|n| {
                add("minLength", "minLength", format!("of fewer than {n} characters"));
            });
            most.iter().for_each(|n| {
                add("maxLength", "maxLength", format!("of more than {n} characters"));
            });
            if let Some(pattern) = &text.pattern {
                add("pattern", "pattern", format!("that does not match `{pattern}`"));
            }
            if let Some(format) = text.format {
                add("format", "format", format!("that is no {}", kebab(format.name())));
                if let StringFormat::Cron { minimum_interval: Some(interval) } = format {
                    let wrong = format!("with runs less than {} seconds apart", interval.as_secs());
                    add("minimumInterval", MINIMUM_INTERVAL, wrong);
                }
            }
        }
        _ => {}
    }
}
