//! Mutants of maps of any values that store other values.

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Segment};
use webdata_spec::model::{Operation, Probe, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::places;
use super::strings::failure;

/// The losses, each with the suffix of its identity and its description.
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

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some((stores, schema)) = faults.stored_by_update(operation) else { return };
    let (failure, has_gap) = (failure(faults), faults.has_gap(Probe::OddValue));
    for place in places(faults.spec, schema) {
        let (Some(values), Some(Segment::Member(property))) =
            (place.schema.values(), place.path.0.first())
        else {
            continue;
        };
        // A server may store the values of a gap as it likes.
        if !takes_anything(faults, values) {
            continue;
        }
        let clause = stores.clause.child(property);
        let mut add = |suffix: &str, description: &str, mistake: BodyMistake| {
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let description = format!("`{}` {description}", place.name);
            faults.add(
                Some(operation),
                &clause,
                &format!("{suffix}-{}", place.suffix),
                description,
                fault,
            );
        };
        for (suffix, description, reading) in LOSSES {
            // A server may reject some names.
            let is_of_names = matches!(reading, Reading::CamelCased | Reading::WithoutSpecialNames);
            if is_of_names && !has_gap {
                continue;
            }
            add(suffix, description, BodyMistake::ReadsAs(reading));
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
fn takes_anything(faults: &FaultBuilder<'_>, schema: &Schema) -> bool {
    let schema = faults.spec.resolve(schema);
    let is_open = faults.spec.gaps.values().any(|gap| gap.place == schema.clause.as_str());
    schema.shape == Shape::Any && !is_open
}
