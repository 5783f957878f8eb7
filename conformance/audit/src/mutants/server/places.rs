//! The places of a body as faults name them, each with its schema.
//!
//! This module does not know what is done with a place.

use webdata_reference::faults::{Segment, ValuePath};
use webdata_spec::model::{ClauseId, Schema};
use webdata_spec::{Spec, Step};

/// A place of a body.
#[derive(Clone)]
pub(super) struct Place<'s> {
    pub(super) path: ValuePath,
    /// The path for people: `targets[].urls[]`.
    pub(super) name: String,
    /// The path for identities, with the variants of unions: `targets-scrape-urls`.
    pub(super) suffix: String,
    /// The schema of the value, with references resolved.
    pub(super) schema: &'s Schema,
    /// The schema of the property that leads here. It differs from `schema` only if it is a reference.
    pub(super) property: &'s Schema,
    /// Whether the property is required; `None` if the place is not a property.
    pub(super) required: Option<bool>,
    /// Whether the place is one of several properties of which exactly one must be present.
    pub(super) is_choice: bool,
    /// Whether the place is an alternative of a schema with several, whose JSON type is its clause.
    pub(super) is_alternative: bool,
    /// Whether the place is an entry of a map.
    pub(super) is_entry: bool,
    /// Whether the path goes through a list or a map.
    pub(super) in_list: bool,
}

impl Place<'_> {
    /// Returns a clause of the schema here.
    pub(super) fn clause(&self, word: &str) -> ClauseId {
        self.schema.clause.child(word)
    }

    /// Returns whether null is allowed here.
    pub(super) fn is_nullable(&self) -> bool {
        self.property.nullable || self.schema.nullable
    }
}

/// Returns every place in a value of a schema, the outermost first, without the value itself.
pub(super) fn places<'s>(spec: &'s Spec, schema: &'s Schema) -> Vec<Place<'s>> {
    spec.places(schema).iter().skip(1).map(Place::new).collect()
}

impl<'s> Place<'s> {
    fn new(place: &webdata_spec::Place<'s>) -> Self {
        let choices = place.steps.last().map(|(around, _)| around.exactly_one());
        let is_choice = |name: &str| choices.into_iter().flatten().any(|choice| choice == name);
        let is_each = |step: &Step<'_>| matches!(step, Step::Item | Step::Entry);
        Self {
            path: ValuePath(place.steps.iter().filter_map(|(_, step)| segment(*step)).collect()),
            name: place.name(),
            suffix: place.suffix(),
            schema: place.schema,
            property: place.stated,
            required: place.property().map(|property| property.required),
            is_choice: matches!(place.last(), Some(Step::Property(name, _)) if is_choice(name)),
            // The type of a variant belongs to its union.
            is_alternative: place.is_alternative() || place.variant_of().is_some(),
            is_entry: matches!(place.last(), Some(Step::Entry)),
            in_list: place.steps.iter().any(|(_, step)| is_each(step)),
        }
    }
}

/// Returns the segment of a path for a step; a step to an alternative stays at the value.
fn segment(step: Step<'_>) -> Option<Segment> {
    Some(match step {
        Step::Property(name, _) => Segment::Member(name.to_owned()),
        Step::Item | Step::Entry => Segment::Each,
        Step::Position(index) => Segment::Item(index),
        Step::Alternative(..) => return None,
        Step::Variant(union, value) => {
            Segment::Where(union.discriminator.clone(), value.to_owned())
        }
    })
}
