//! Finds a feature that all rejected requests have and no accepted request has: one reason for many
//! rejections.

use std::collections::BTreeSet;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema, Shape};

use super::Judged;
use super::sentence::text;
use super::symptom::SUCCESS;
use crate::curl::json_body;

/// The minimum number of requests with the feature.
const MIN_REQUESTS: usize = 3;

/// A feature of a request body.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feature {
    /// The place as a JSON Pointer, with `*` for the index of an item.
    place: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The value at the place is null.
    Null,
    /// There is a value at the place.
    Has,
    /// The object around the place exists, the value at the place does not.
    Lacks,
    /// The value at the place is this string.
    Equals(String),
}

impl Feature {
    /// Returns the feature that all rejected requests have, and no request that the operation accepted, with
    /// the clause that rejecting it breaks.
    pub(super) fn find(
        spec: &Spec,
        operation: &str,
        rejected: &[Judged<'_>],
        judged: &[Judged<'_>],
    ) -> Option<(Self, ClauseId)> {
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
            let mut features = BTreeSet::new();
            add_features(body, "", &known, &mut features);
            features
        };
        let mut shared = rejected.iter().map(features).reduce(|left, right| &left & &right)?;
        for body in &accepted {
            let other = features(body);
            shared.retain(|feature| !other.contains(feature));
        }
        let with_clause = shared
            .into_iter()
            .filter_map(|feature| feature.clause(spec, operation).map(|clause| (feature, clause)));
        with_clause.min_by_key(|(Self { place, kind }, _)| {
            (place.matches('/').count(), kind.clone(), place.clone())
        })
    }

    /// Returns whether the request at which a case ended has the feature.
    pub(super) fn is_in(&self, case: &Judged<'_>) -> bool {
        // `add_features` descends only into known places, so the ancestors are known, too.
        let ends = self.place.match_indices('/').map(|(end, _)| end).chain([self.place.len()]);
        let known = ends.map(|end| self.place[..end].to_owned()).collect();
        last_body(case).is_some_and(|body| {
            let mut features = BTreeSet::new();
            add_features(&body, "", &known, &mut features);
            features.contains(self)
        })
    }

    /// Returns the clause that rejecting the feature breaks.
    fn clause(&self, spec: &Spec, operation: &str) -> Option<ClauseId> {
        let request = spec.operations.get(operation)?.request.as_ref()?;
        let request = &spec.types.get(request)?.schema;
        let steps: Vec<&str> = self.place.split('/').skip(1).collect();
        let (name, outer) = steps.split_last()?;
        let property = schema(spec, request, &steps)?;
        match &self.kind {
            Kind::Null | Kind::Has => Some(property.clause.clone()),
            Kind::Lacks => {
                property.clause.as_str().rsplit_once('.').map(|(parent, _)| ClauseId::new(parent))
            }
            Kind::Equals(value) => {
                let outer = schema(spec, request, outer)?;
                match variant(spec, outer, name, value) {
                    Some(variant) => Some(variant.clause.child("type")),
                    None => enum_clause(spec, property, value),
                }
            }
        }
    }

    /// Returns the feature in words, to follow "requests".
    pub(super) fn describe(&self) -> String {
        let place = self.place.trim_start_matches('/').replace("/*", "[]").replace('/', ".");
        match &self.kind {
            Kind::Null => format!("with `{place}: null`"),
            Kind::Has => format!("with `{place}`"),
            Kind::Lacks => format!("without `{place}`"),
            Kind::Equals(value) => format!("with `{place}: {}`", text(value)),
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

/// Adds the place of each property at any depth, with `*` for the indices of items.
fn places(value: &Value, at: &str, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, inside) in members {
                let place = format!("{at}/{name}");
                places(inside, &place, all);
                all.insert(place);
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| places(item, &format!("{at}/*"), all));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds the features of a value at known places.
fn add_features(
    value: &Value,
    at: &str,
    known: &BTreeSet<String>,
    features: &mut BTreeSet<Feature>,
) {
    match value {
        Value::Object(members) => {
            let start = format!("{at}/");
            let inside = known.range(start.clone()..).take_while(|place| place.starts_with(&start));
            for place in inside.filter(|place| !place[start.len()..].contains('/')) {
                let mut add = |kind| features.insert(Feature { place: place.clone(), kind });
                let Some(inside) = members.get(&place[start.len()..]) else {
                    add(Kind::Lacks);
                    continue;
                };
                add(Kind::Has);
                if inside.is_null() {
                    add(Kind::Null);
                }
                if let Some(value) = inside.as_str() {
                    add(Kind::Equals(value.to_owned()));
                }
                add_features(inside, place, known, features);
            }
        }
        Value::Array(items) => {
            items.iter().for_each(|item| add_features(item, &format!("{at}/*"), known, features));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns the schema of the variant that the value of this discriminator selects.
fn variant<'s>(spec: &'s Spec, at: &'s Schema, name: &str, value: &str) -> Option<&'s Schema> {
    alternatives(spec, at).into_iter().find_map(|alternative| match &alternative.shape {
        Shape::Union(union) if union.discriminator == name => {
            Some(&spec.types.get(union.variants.get(value)?)?.schema)
        }
        _ => None,
    })
}

/// Returns the clause that lists a value, if a schema lists it.
fn enum_clause(spec: &Spec, at: &Schema, value: &str) -> Option<ClauseId> {
    let lists = |alternative: &&Schema| matches!(&alternative.shape, Shape::Enum(values) if values.iter().any(|listed| listed == value));
    let alternative = alternatives(spec, at).into_iter().find(lists)?;
    Some(alternative.clause.child("enum"))
}

/// Returns the schemas that a schema stands for: those of a named type, or of each kind of value.
fn alternatives<'s>(spec: &'s Spec, at: &'s Schema) -> Vec<&'s Schema> {
    match &at.shape {
        Shape::Ref(name) => {
            let definition = spec.types.get(name);
            definition.map(|definition| alternatives(spec, &definition.schema)).unwrap_or_default()
        }
        Shape::OneOf(kinds) => kinds.iter().flat_map(|kind| alternatives(spec, kind)).collect(),
        Shape::Enum(_)
        | Shape::Union(_)
        | Shape::Object(_)
        | Shape::Array { .. }
        | Shape::Tuple(_)
        | Shape::Map(_)
        | Shape::Any
        | Shape::Boolean
        | Shape::Integer
        | Shape::Number
        | Shape::String => vec![at],
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
