//! Finds a feature that all rejected requests have and no accepted request has: one reason for many
//! rejections.

use std::collections::BTreeSet;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema, Shape};

use super::Judged;
use super::symptom::SUCCESS;
use crate::curl::json_body;

/// The minimum number of requests with the feature.
const MIN_REQUESTS: usize = 3;

/// A feature of a request body, with its place; `*` stands for the index of an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Feature {
    /// The value at the place is null.
    Null(String),
    /// There is a value at the place.
    Has(String),
    /// The object around the place exists, the value at the place does not.
    Lacks(String),
}

impl Feature {
    /// Returns the feature that all rejected requests have, and no request that the operation accepted.
    pub(super) fn find(
        operation: &str,
        rejected: &[Judged<'_>],
        judged: &[Judged<'_>],
    ) -> Option<Self> {
        let rejected: Vec<Value> = rejected.iter().filter_map(last_body).collect();
        let cases_of_operation = judged.iter().filter(|case| operation_of(case) == operation);
        let accepted: Vec<Value> = cases_of_operation.flat_map(accepted_bodies).collect();
        if rejected.len() < MIN_REQUESTS || accepted.is_empty() {
            return None;
        }
        let mut known = BTreeSet::new();
        for body in rejected.iter().chain(&accepted) {
            places(body, "", &mut known);
        }
        let features = |body: &Value| {
            let mut all = BTreeSet::new();
            features(body, "", &known, &mut all);
            all
        };
        let mut shared = rejected.iter().map(features).reduce(|left, right| &left & &right)?;
        for body in &accepted {
            let other = features(body);
            shared.retain(|feature| !other.contains(feature));
        }
        shared
            .into_iter()
            .min_by_key(|feature| (feature.place().matches('/').count(), feature.clone()))
    }

    /// Returns whether the request at which a case ended has the feature.
    pub(super) fn is_in(&self, case: &Judged<'_>) -> bool {
        // The places above it lead to it.
        let ends = self.place().match_indices('/').map(|(end, _)| end).chain([self.place().len()]);
        let known = ends.map(|end| self.place()[..end].to_owned()).collect();
        last_body(case).is_some_and(|body| {
            let mut all = BTreeSet::new();
            features(&body, "", &known, &mut all);
            all.contains(self)
        })
    }

    fn place(&self) -> &str {
        let (Self::Null(place) | Self::Has(place) | Self::Lacks(place)) = self;
        place
    }

    /// Returns the clause of the property, or of the object that lacks it.
    pub(super) fn clause(&self, spec: &Spec, operation: &str) -> Option<ClauseId> {
        let request = spec.operations.get(operation)?.request.as_ref()?;
        let steps: Vec<&str> = self.place().split('/').skip(1).collect();
        let property = &schema(spec, &spec.types.get(request)?.schema, &steps)?.clause;
        match self {
            Self::Null(_) | Self::Has(_) => Some(property.clone()),
            Self::Lacks(_) => {
                property.as_str().rsplit_once('.').map(|(parent, _)| ClauseId::new(parent))
            }
        }
    }

    /// Returns the feature in words, to follow "requests".
    pub(super) fn describe(&self) -> String {
        let place = self.place().trim_start_matches('/').replace("/*", "[]").replace('/', ".");
        match self {
            Self::Null(_) => format!("with `{place}: null`"),
            Self::Has(_) => format!("with `{place}`"),
            Self::Lacks(_) => format!("without `{place}`"),
        }
    }
}

/// Returns the operation that a case is about.
pub(super) fn operation_of<'j>(case: &Judged<'j>) -> &'j str {
    case.id.split("::").next().unwrap_or_default()
}

/// Returns the body of the request at which a case ended.
fn last_body(case: &Judged<'_>) -> Option<Value> {
    json_body(&case.outcome.transcript.get(case.outcome.ended_at?)?.curl)
}

/// Returns the bodies of accepted requests of a case.
fn accepted_bodies(case: &Judged<'_>) -> impl Iterator<Item = Value> {
    let accepted = case.outcome.transcript.iter().filter(|exchange| {
        exchange.response.as_ref().is_some_and(|response| SUCCESS.contains(&response.status))
    });
    accepted.filter_map(|exchange| json_body(&exchange.curl))
}

/// Adds the place of each property and item inside.
fn places(value: &Value, at: &str, known_places: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, inside) in members {
                let place = format!("{at}/{name}");
                places(inside, &place, known_places);
                known_places.insert(place);
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| places(item, &format!("{at}/*"), known_places));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds the features of a value at known places.
fn features(value: &Value, at: &str, known: &BTreeSet<String>, all: &mut BTreeSet<Feature>) {
    match value {
        Value::Object(members) => {
            let start = format!("{at}/");
            let inside = known.range(start.clone()..).take_while(|place| place.starts_with(&start));
            for place in inside.filter(|place| !place[start.len()..].contains('/')) {
                match members.get(&place[start.len()..]) {
                    None => drop(all.insert(Feature::Lacks(place.clone()))),
                    Some(inside) => {
                        all.insert(Feature::Has(place.clone()));
                        if inside.is_null() {
                            all.insert(Feature::Null(place.clone()));
                        }
                        features(inside, place, known, all);
                    }
                }
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| features(item, &format!("{at}/*"), known, all));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the schema at a place, in the first alternative that has it.
fn schema<'s>(spec: &'s Spec, at: &'s Schema, steps: &[&str]) -> Option<&'s Schema> {
    let Some((step, rest)) = steps.split_first() else { return Some(at) };
    let of_type = |name: &String| schema(spec, &spec.types.get(name)?.schema, steps);
    match &at.shape {
        Shape::Ref(name) => of_type(name),
        Shape::Object(object) => schema(spec, &object.properties.get(*step)?.schema, rest),
        Shape::Array { items, .. } => schema(spec, items, rest),
        Shape::Map(values) => schema(spec, values, rest),
        Shape::Union(union) => union.variants.values().find_map(of_type),
        Shape::OneOf(alternatives) => {
            alternatives.iter().find_map(|alternative| schema(spec, alternative, steps))
        }
        Shape::Tuple(items) => items.iter().find_map(|item| schema(spec, item, rest)),
        Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String
        | Shape::Enum(_) => None,
    }
}
