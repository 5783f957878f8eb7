//! Finds a feature that all rejected requests have and no accepted request has: one reason for many
//! rejections.

use std::collections::BTreeSet;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Schema};

use super::symptom::SUCCESS;
use super::{Judged, text};
use crate::outcome::{Exchange, RequestBody};

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
        let request = spec.schema(spec.operations.get(operation)?.request.as_ref()?)?;
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

pub(super) fn operation_of<'j>(case: &Judged<'j>) -> &'j str {
    case.id.split("::").next().unwrap_or_default()
}

/// Returns the body of the request at which a case ended.
fn last_body(case: &Judged<'_>) -> Option<Value> {
    json_body(case.outcome.transcript.get(case.outcome.ended_at?)?)
}

fn accepted_bodies(case: &Judged<'_>) -> impl Iterator<Item = Value> {
    let accepted = case.outcome.transcript.iter().filter(|exchange| {
        exchange.response.as_ref().is_some_and(|response| SUCCESS.contains(&response.status))
    });
    accepted.filter_map(json_body)
}

/// Returns the body of a request, if it is JSON.
fn json_body(exchange: &Exchange) -> Option<Value> {
    match exchange.request.as_ref()?.body.as_ref()? {
        RequestBody::Text(text) => serde_json::from_str(text).ok(),
        RequestBody::Printf(_) => None,
    }
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
    let unions = spec.alternatives(at).into_iter().filter_map(Schema::union);
    let mut unions = unions.filter(|union| union.discriminator == name);
    unions.find_map(|union| spec.schema(union.variants.get(value)?))
}

/// Returns the clause that lists a value, if a schema lists it.
fn enum_clause(spec: &Spec, at: &Schema, value: &str) -> Option<ClauseId> {
    let is_listed = |words: &[String]| words.iter().any(|word| word == value);
    let mut alternatives = spec.alternatives(at).into_iter();
    let lists = alternatives.find(|schema| schema.words().is_some_and(is_listed))?;
    Some(lists.clause.child("enum"))
}

/// Returns the schema at a place, in the first alternative that has it.
fn schema<'s>(spec: &'s Spec, at: &'s Schema, steps: &[&str]) -> Option<&'s Schema> {
    let inner = |schemas: Vec<&'s Schema>, step: &&str| {
        schemas.into_iter().flat_map(|schema| spec.part(schema, step)).collect()
    };
    steps.iter().fold(vec![at], inner).first().copied()
}
