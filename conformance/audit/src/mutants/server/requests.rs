//! Mutants of requests: a client's mistake makes the server fail, text that is almost JSON is accepted, unusual
//! but valid requests are rejected, and wrong keys are accepted.
//!
//! The requests are in the table `requests.toml`, unless they depend on a schema.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;
use webdata_cases::case::WrongKey;
use webdata_spec::model::{
    Additional, ClauseId, Keyword, Level, Operation, Probe, Schema, Shape, StringFormat,
};

use super::{ACCESS, DifferenceBuilder, Place, REQUESTS};
use crate::differences::{
    Condition, Deviation, Difference, Leniency, Pattern, ResponseKind, ResponseOverride,
    ValueSelector,
};

const TABLE: &str = include_str!("../../../requests.toml");

/// The requests. A test reads the table, so it has no mistakes.
static REQUEST_TABLE: LazyLock<Table> = LazyLock::new(|| toml::from_str(TABLE).unwrap_or_default());

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Table {
    almost_json: Vec<AlmostJson>,
    failing: Vec<Row>,
    failing_path: Vec<FailingPath>,
    refused: Vec<Row>,
}

/// Text that is almost JSON, and that a lenient parser reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AlmostJson {
    parses: Leniency,
    /// The suffix of the identity.
    suffix: String,
    /// The part of the description after `with`.
    with: String,
    /// The conditions on the operation, all of which hold.
    #[serde(default, rename = "if")]
    conditions: Vec<OperationCondition>,
}

/// Requests that a server fails at or rejects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The suffix of the identity.
    suffix: String,
    /// The part of the description that tells the request from others.
    with: String,
    /// The conditions on the operation, all of which hold.
    #[serde(default, rename = "if")]
    conditions: Vec<OperationCondition>,
    /// The clause, if it is not that of the operation's request.
    clause: Option<ClauseId>,
    /// The conditions on the request; the row of the response is filled in.
    request: ResponseOverride,
}

/// Identities in a path that a server fails at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FailingPath {
    suffix: String,
    with: String,
    path: Pattern,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OperationCondition {
    /// The operation works on a stored resource.
    Resource,
    /// The operation updates one resource.
    Update,
    /// The contract has the gap of malformed requests.
    Gap,
    /// The body has a place that takes any value.
    FreePlace,
    /// The body has a URL outside of lists.
    Url,
    /// No header is a condition on a version.
    NoConditions,
}

impl OperationCondition {
    fn holds(self, builder: &DifferenceBuilder<'_>, operation: &Operation) -> bool {
        match self {
            Self::Resource => operation.stored_resource().is_some(),
            Self::Update => builder.is_update(operation),
            Self::Gap => builder.has_gap(Probe::MalformedRequest),
            Self::FreePlace => takes_anything(builder, operation),
            Self::Url => builder
                .request_places(operation)
                .iter()
                .any(|place| place.schema.format() == Some(StringFormat::Uri) && !place.in_list),
            Self::NoConditions => operation.precondition.is_none() && operation.condition.is_none(),
        }
    }
}

/// Adds mutants that accept missing, malformed, or revoked keys, or keys without permission.
pub(super) fn keys(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let authentication = &builder.spec.service.authentication;
    let scheme = operation.authentication.as_ref().and_then(|id| authentication.get(id));
    let Some(scheme) = scheme else { return };
    for wrong in WrongKey::of_scheme(scheme) {
        let (id, with) = (&operation.id, wrong.description());
        let description = format!("A request for {id} {with} is accepted.");
        let (clause, suffix) =
            (scheme.clause(wrong.clause_word()), format!("accepts-{}", wrong.word()));
        builder.add(ACCESS, &clause, suffix, description, Deviation::Keys(wrong));
    }
}

/// Adds the mutants of the requests of an operation.
pub(super) fn derive(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let failure = builder.failure();
    if let (Some(row), true) = (&failure, builder.has_gap(Probe::MalformedRequest)) {
        in_path(builder, operation, row);
    }
    if builder.is_update(operation) {
        unusual_forms(builder, operation);
    }
    if operation.is_multipart() || builder.request(operation).and_then(Schema::object).is_none() {
        return;
    }
    let clause = operation.clause().child("request");
    let all_hold = |builder: &DifferenceBuilder<'_>, conditions: &[OperationCondition]| {
        conditions.iter().all(|condition| condition.holds(builder, operation))
    };
    for AlmostJson { parses, suffix, with, conditions } in &REQUEST_TABLE.almost_json {
        if all_hold(builder, conditions) {
            let description = format!("A body of {} with {with} is accepted.", operation.id);
            builder.add(REQUESTS, &clause, suffix, description, Deviation::Parses(*parses));
        }
    }
    let Some(failure) = failure else { return };
    for Row { suffix, with, conditions, request, .. } in &REQUEST_TABLE.failing {
        if all_hold(builder, conditions) {
            let description = format!("A body of {} {with} makes the server fail.", operation.id);
            builder.add(REQUESTS, &clause, suffix, description, provoked(request, &failure));
        }
    }
}

/// Returns the deviation of a server that responds to requests with an error row.
fn provoked(request: &ResponseOverride, row: &str) -> Deviation {
    let row = Some(row.to_owned());
    Deviation::Provokes(Box::new(ResponseOverride { row, ..request.clone() }))
}

/// Adds mutants that fail at an identity in the path or at another method, or reject an identity in capitals.
fn in_path(builder: &mut DifferenceBuilder<'_>, operation: &Operation, row: &str) {
    let with_path = |path: &Pattern, row: &str| {
        provoked(&ResponseOverride { path: path.regex(), ..ResponseOverride::default() }, row)
    };
    for parameter in operation.parameters.values() {
        if parameter.schema.format() != Some(StringFormat::Uuid) {
            continue;
        }
        let clause = parameter.schema.clause.child(Keyword::Format.name());
        for FailingPath { suffix, with, path } in &REQUEST_TABLE.failing_path {
            let description = format!("A `{}` {with} makes {} fail.", parameter.name, operation.id);
            builder.add(REQUESTS, &clause, suffix, description, with_path(path, row));
        }
        if operation.resource.as_ref().is_some_and(|it| it.unknown.is_some())
            && parameter.schema.level == Level::Must
        {
            let description = format!("A `{}` in capitals is malformed.", parameter.name);
            let failure = &builder.spec.service.validation_failure;
            let rejected = with_path(&Pattern::new("ABCDEF"), failure);
            let unknown = operation.clause().child("unknown");
            builder.add(REQUESTS, &unknown, "refuses-capitals", description, rejected);
        }
    }
    if let Some(endpoint) = &operation.endpoint {
        let service = &builder.spec.service;
        let segments = endpoint.path.split('/').map(|segment| {
            if segment.starts_with('{') { "[^/]+".to_owned() } else { regex::escape(segment) }
        });
        let path = segments.collect::<Vec<_>>().join("/");
        let path = Regex::new(&format!("^{}{path}$", regex::escape(&service.base_path))).ok();
        let of = Some(ResponseKind::Row(service.unknown_path.clone()));
        let when = Some(Condition::UnknownPath);
        let values = ValueSelector { of, when, ..ValueSelector::default() };
        let row = Some(row.to_owned());
        let given = ResponseOverride { values, path, row, ..ResponseOverride::default() };
        // A request with another method calls no operation.
        let difference = Difference::from(Deviation::Overrides(Box::new(given)));
        let description =
            format!("Another method on the path of {} makes the server fail.", operation.id);
        let suffix = format!("fails-at-other-method-of-{}", operation.id);
        let clause = ClauseId::new("service.unknownPath");
        builder.add_difference(REQUESTS, &clause, suffix, description, difference);
    }
}

/// Adds mutants that reject a valid request in an unusual form.
fn unusual_forms(builder: &mut DifferenceBuilder<'_>, operation: &Operation) {
    let failure = builder.spec.service.validation_failure.clone();
    let of_request = operation.clause().child("request");
    for Row { suffix, with, conditions, clause, request } in &REQUEST_TABLE.refused {
        if conditions.iter().all(|condition| condition.holds(builder, operation)) {
            let description = format!("A request for {} {with} is rejected.", operation.id);
            let what = provoked(request, &failure);
            let clause = clause.as_ref().unwrap_or(&of_request);
            builder.add(REQUESTS, clause, suffix, description, what);
        }
    }
    if let Some(size) = length_of_two_longest(builder, operation) {
        let id = &operation.id;
        let description =
            format!("A request for {id} with two strings at their limits is rejected.");
        let request = ResponseOverride { longer_than: Some(size), ..ResponseOverride::default() };
        let (suffix, what) = ("refuses-several-at-limits", provoked(&request, &failure));
        builder.add(REQUESTS, &of_request, suffix, description, what);
    }
}

/// Returns the sum of the two largest maximum lengths of a body's strings.
fn length_of_two_longest(builder: &DifferenceBuilder<'_>, operation: &Operation) -> Option<usize> {
    let object = builder.spec.object(operation.request.as_deref()?)?;
    let lengths =
        object.properties.values().filter_map(|property| property.schema.count(Keyword::MaxLength));
    let mut lengths: Vec<u64> = lengths.collect();
    lengths.sort_unstable();
    let longest: &[u64; 2] = lengths.last_chunk()?;
    usize::try_from(longest.iter().sum::<u64>()).ok()
}

/// Returns whether a body has a place for any value: an unlisted property, or an entry of a map.
fn takes_anything(builder: &DifferenceBuilder<'_>, operation: &Operation) -> bool {
    let object = builder.request(operation).and_then(Schema::object);
    let is_map = |place: &Place<'_>| {
        let values = place.schema.values().filter(|_| !place.in_list);
        values.is_some_and(|values| builder.spec.resolve(values).shape == Shape::Any)
    };
    object.is_some_and(|object| object.additional == Additional::Open)
        || builder.request_places(operation).iter().any(is_map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let table: Table = toml::from_str(TABLE).expect("a table");
        assert!(!table.almost_json.is_empty() && !table.failing_path.is_empty());
    }
}
