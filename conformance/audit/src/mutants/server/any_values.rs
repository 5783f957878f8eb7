//! Mutants of maps of any values that store other values.

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Segment};
use webdata_spec::model::{Operation, Probe, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::{places, resolved};
use super::strings::failure;

/// The losses, each with its way in identities and its description.
const LOSSES: [(&str, &str, Reading); 7] = [
    ("makes-texts", "is stored with strings for numbers and booleans.", Reading::ScalarsToStrings),
    (
        "drops-objects",
        "is stored without the contents of its objects.",
        Reading::WithoutInnerObjects,
    ),
    ("drops-lists", "is stored without lists.", Reading::WithoutArrays),
    ("drops-falsy", "is stored without false, zero and empty values.", Reading::WithoutFalsy),
    ("makes-whole", "is stored with integers only.", Reading::NumbersToIntegers),
    ("camel-cases", "is stored with other names.", Reading::CamelCased),
    ("drops-odd-names", "is stored without names that have dots.", Reading::WithoutSpecialNames),
];

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some((stores, schema)) = found.stored_by_update(operation) else { return };
    let (failure, has_gap) = (failure(found), found.has_gap(Probe::OddValue));
    for place in places(found.spec, schema) {
        let (Shape::Map(values), Some(Segment::Member(property))) =
            (&place.schema.shape, place.path.0.first())
        else {
            continue;
        };
        // A server may store the values of a gap as it likes.
        if !takes_anything(found, values) {
            continue;
        }
        let clause = stores.clause.child(property);
        let mut add = |way: &str, description: &str, mistake: BodyMistake| {
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let description = format!("`{}` {description}", place.name);
            found.add(
                Some(operation),
                &clause,
                &format!("{way}-{}", place.way),
                description,
                fault,
            );
        };
        for (way, description, reading) in LOSSES {
            // A server may reject some names.
            let is_of_names = matches!(reading, Reading::CamelCased | Reading::WithoutSpecialNames);
            if is_of_names && !has_gap {
                continue;
            }
            add(way, description, BodyMistake::ReadsAs(reading));
        }
        if let Some(row) = &failure {
            let lists = BodyMistake::FailsOnReading(Reading::WithoutArrays, row.clone());
            add("fails-at-lists", "with a list makes the server fail.", lists);
            let objects = BodyMistake::FailsOnReading(Reading::WithoutInnerObjects, row.clone());
            add("fails-at-objects", "with an object makes the server fail.", objects);
        }
    }
}

/// Returns whether a schema allows any value, and no gap leaves open which values are allowed.
fn takes_anything(found: &FaultBuilder<'_>, schema: &Schema) -> bool {
    let schema = resolved(found.spec, schema);
    let is_open = found.spec.gaps.values().any(|gap| gap.place == schema.clause.as_str());
    schema.shape == Shape::Any && !is_open
}
