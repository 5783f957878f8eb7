//! Maps that take any value, and store another one.

use webdata_reference::Fault;
use webdata_reference::faults::{BodyFault, BodyMistake, Reading, Step};
use webdata_spec::model::{Operation, Probe, Schema, Shape};

use super::builder::FaultBuilder;
use super::places::{places, resolved};
use super::texts::failure;

/// What is lost, each with its way.
const LOST: [(&str, &str, Reading); 7] = [
    ("makes-texts", "is stored with texts for numbers and booleans.", Reading::ScalarsToStrings),
    ("drops-objects", "is stored without what is in its objects.", Reading::WithoutInnerObjects),
    ("drops-lists", "is stored without lists.", Reading::WithoutArrays),
    ("drops-falsy", "is stored without what is false, zero or empty.", Reading::WithoutFalsy),
    ("makes-whole", "is stored with whole numbers.", Reading::NumbersToIntegers),
    ("camel-cases", "is stored with other names.", Reading::CamelCased),
    ("drops-odd-names", "is stored without names that have dots.", Reading::WithoutSpecialNames),
];

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let Some((stores, schema)) = found.stored_by_update(operation) else { return };
    let (failure, has_gap) = (failure(found), found.has_gap(Probe::OddValue));
    for place in places(found.spec, schema) {
        let (Shape::Map(values), Some(Step::Member(property))) =
            (&place.schema.shape, place.path.0.first())
        else {
            continue;
        };
        // What a gap leaves open may be stored as any server likes.
        if !takes_anything(found, values) {
            continue;
        }
        let clause = stores.clause.child(property);
        let mut add = |way: &str, says: &str, mistake: BodyMistake| {
            let (id, path) = (operation.id.clone(), place.path.clone());
            let fault = Fault::Body(BodyFault { operation: id, path, mistake });
            let says = format!("`{}` {says}", place.name);
            found.add(Some(operation), &clause, &format!("{way}-{}", place.way), says, fault);
        };
        for (way, says, reading) in LOST {
            // A name may be refused.
            let is_of_names = matches!(reading, Reading::CamelCased | Reading::WithoutSpecialNames);
            if is_of_names && !has_gap {
                continue;
            }
            add(way, says, BodyMistake::ReadsAs(reading));
        }
        if let Some(row) = &failure {
            let lists = BodyMistake::FailsOnReading(Reading::WithoutArrays, row.clone());
            add("fails-at-lists", "with a list makes it fail.", lists);
            let objects = BodyMistake::FailsOnReading(Reading::WithoutInnerObjects, row.clone());
            add("fails-at-objects", "with an object makes it fail.", objects);
        }
    }
}

/// Whether a schema asks for nothing, and no gap leaves open what may stand there.
fn takes_anything(found: &FaultBuilder<'_>, schema: &Schema) -> bool {
    let schema = resolved(found.spec, schema);
    let is_open = found.spec.gaps.values().any(|gap| gap.place == schema.clause.as_str());
    schema.shape == Shape::Any && !is_open
}
