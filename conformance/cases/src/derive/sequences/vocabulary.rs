//! Collects the parts of sequences: values, rejected requests and headers of the derived cases.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use webdata_spec::model::{Level, ResourceEffect, Schema, Shape, StringFormat};

use super::created_resources::ResourceType;
use super::{Action, Oracle, Sequence};
use crate::case::{Argument, Body, Case, Expect, Request, Step};
use crate::derive::context::OperationContext;
use crate::derive::context::pages::large_page;
use crate::derive::ideas::lists::small_page;
use crate::derive::valid_samples;

/// The values, requests and headers that can be sent to one operation.
#[derive(Debug, Clone)]
pub struct Vocabulary<'s> {
    /// The identity of the operation.
    pub operation: &'s str,
    /// The stored properties, each with its schema and the values of the derived cases.
    pub properties: IndexMap<&'s str, (&'s Schema, Vec<Value>)>,
    /// The derived cases of a single request that the server must reject.
    pub rejected: Vec<&'s str>,
    /// The derived cases with other headers or another media type, which do not change the effect. Only one
    /// case is listed for the same headers.
    pub headers: Vec<&'s str>,
    /// The derived cases of a single request to another operation.
    pub others: Vec<&'s str>,
}

impl<'s> Vocabulary<'s> {
    pub(super) fn new(context: &OperationContext<'s>, cases: &IndexMap<&'s str, &'s Case>) -> Self {
        let operation = context.operation.id.as_str();
        let stored = context.stored_properties().into_iter();
        let stored = stored.filter(|(_, schema)| schema.level != Level::Open);
        let mut vocabulary = Self {
            operation,
            properties: stored.map(|(name, schema)| (name, (schema, Vec::new()))).collect(),
            rejected: Vec::new(),
            headers: Vec::new(),
            others: Vec::new(),
        };
        let usual = context.request(Body::None);
        let mut seen = Vec::new();
        for case in cases.values().filter(|case| case.level == Level::Must) {
            vocabulary.add(case, &usual, &mut seen, context);
        }
        vocabulary
    }

    /// Adds the values, requests and headers of a case. `seen` holds the headers and media types of earlier
    /// cases.
    fn add(
        &mut self,
        case: &'s Case,
        usual: &Request,
        seen: &mut Vec<(&'s Map<String, Value>, &'s str)>,
        context: &OperationContext<'s>,
    ) {
        let is_own = |step: &Step| step.request.operation.as_deref() == Some(self.operation);
        if case.steps.iter().any(|step| !is_plain(step)) {
            return;
        }
        if !case.steps.iter().any(is_own) {
            if let [step] = case.steps.as_slice()
                && keeps_resources(context, step)
                && is_repeatable(context, &step.request)
            {
                self.others.push(&case.id);
            }
            return;
        }
        for step in case.steps.iter().filter(|step| is_own(step)) {
            let Expect::Success { rejection: None, .. } = step.expect else { continue };
            let is_usual = step.request.headers == usual.headers
                && step.request.media_type == usual.media_type;
            let spelling = (&step.request.headers, step.request.media_type.as_str());
            if !is_usual && !seen.contains(&spelling) {
                seen.push(spelling);
                self.headers.push(&case.id);
            }
            let Body::Json(Value::Object(body)) = &step.request.body else { continue };
            for (name, value) in body {
                if let Some((_, known)) = self.properties.get_mut(name.as_str())
                    && !known.contains(value)
                    && !identifies_items(value)
                {
                    known.push(value.clone());
                }
            }
        }
        if let [step] = case.steps.as_slice()
            && matches!(step.expect, Expect::Error { .. })
        {
            self.rejected.push(&case.id);
        }
    }
}

/// Returns whether a request to another operation leaves the resources of a sequence unchanged. All resources
/// of a sequence belong to one path parameter.
fn keeps_resources(context: &OperationContext<'_>, step: &Step) -> bool {
    let is_fixture = |argument: &Argument| matches!(argument, Argument::Fixture { .. });
    if !step.request.arguments().any(is_fixture) {
        return true;
    }
    let other = step.request.operation.as_ref().and_then(|id| context.spec.operations.get(id));
    let resources = other
        .and_then(|operation| operation.resource.as_ref())
        .zip(context.operation.resource.as_ref());
    resources.is_some_and(|(other, resource)| {
        other.effect == ResourceEffect::Reads && other.identified_by == resource.identified_by
    })
}

/// Returns whether the server executes a repeated request again, because the request has no fixed idempotency
/// key.
fn is_repeatable(context: &OperationContext<'_>, request: &Request) -> bool {
    let operation = request.operation.as_ref().and_then(|id| context.spec.operations.get(id));
    let Some(idempotency) = operation.and_then(|operation| operation.idempotency.as_ref()) else {
        return true;
    };
    request.header_arguments.contains_key(&idempotency.header)
        || !request.headers.contains_key(&idempotency.header)
}

/// The values and requests that can be sent to the operations on resources which a sequence creates.
#[derive(Debug, Clone)]
pub struct ResourceVocabulary<'s> {
    /// The identity of the operation that creates the resources.
    pub operation: &'s str,
    /// The vocabulary of creations.
    pub creates: Vocabulary<'s>,
    /// The vocabulary of updates, if an operation updates the resources.
    pub updates: Option<Vocabulary<'s>>,
    /// The vocabulary of replacements, if an operation replaces the resources.
    pub replaces: Option<Vocabulary<'s>>,
    /// The derived cases of a single request to any of these operations that the server must reject.
    pub rejected: Vec<&'s str>,
    /// The queries of lists; empty if no operation lists the resources.
    pub queries: Vec<Map<String, Value>>,
}

impl<'s> ResourceVocabulary<'s> {
    pub(super) fn new(
        resource_type: &ResourceType<'s>,
        cases: &IndexMap<&'s str, &'s Case>,
    ) -> Self {
        let new = |context| Vocabulary::new(context, cases);
        let [updates, replaces] = [ResourceEffect::Updates, ResourceEffect::Replaces]
            .map(|effect| resource_type.operation_with(effect).map(new));
        let lists = resource_type.operation_with(ResourceEffect::Lists);
        Self {
            operation: &resource_type.creates.operation.id,
            creates: new(&resource_type.creates),
            updates,
            replaces,
            rejected: resource_type.contexts().flat_map(|context| new(context).rejected).collect(),
            queries: lists.map(queries).unwrap_or_default(),
        }
    }
}

impl<'s> Oracle<'s> {
    /// Returns the sequence without actions that refer to unknown cases or to cases that the target cannot run.
    #[must_use]
    pub fn without_unknown_cases(&self, sequence: &Sequence) -> Sequence {
        let is_known =
            |action: &Action| action.source_case().is_none_or(|id| self.cases.contains_key(id));
        let actions = sequence.actions.iter().filter(|action| is_known(action)).cloned().collect();
        Sequence { actions, ..sequence.clone() }
    }

    /// Returns the vocabulary of each operation that updates fixtures.
    #[must_use]
    pub fn vocabularies(&self) -> Vec<Vocabulary<'s>> {
        let all = self.contexts.iter().map(|context| Vocabulary::new(context, &self.cases));
        all.filter(|vocabulary| !vocabulary.properties.is_empty()).collect()
    }

    /// Returns the vocabulary of each type of resources that a sequence can create.
    #[must_use]
    pub fn resource_types(&self) -> Vec<ResourceVocabulary<'s>> {
        self.resource_types
            .iter()
            .map(|resource_type| ResourceVocabulary::new(resource_type, &self.cases))
            .collect()
    }

    /// Returns the identities of the operations that start runs.
    pub fn jobs(&self) -> impl Iterator<Item = &'s str> {
        self.jobs.iter().map(|jobs| jobs.context.operation.id.as_str())
    }
}

/// Returns the queries of a list: an empty one, one for large and one for small pages, and one for each value
/// of a filter.
fn queries(lists: &OperationContext<'_>) -> Vec<Map<String, Value>> {
    let large: Map<String, Value> = large_page(lists).into_iter().collect();
    let mut queries = vec![Map::new(), large.clone()];
    queries.extend(small_page(lists));
    for name in lists.spec.filters(lists.operation) {
        let Some(schema) = lists.query_schema(name) else { continue };
        let values: Vec<Value> = match &lists.spec.resolve(schema).shape {
            Shape::Enum(words) => words.iter().cloned().map(Value::String).collect(),
            Shape::Boolean => vec![false.into(), true.into()],
            _ => Vec::new(),
        };
        queries.extend(values.into_iter().map(|value| {
            let mut query = large.clone();
            query.insert(name.to_owned(), value);
            query
        }));
    }
    queries
}

/// Returns whether a value may identify stored items, by an identity or by its other properties. A server may
/// keep such items at their places, so that several of them are returned in another order.
fn identifies_items(value: &Value) -> bool {
    let text = value.to_string();
    let objects =
        value.as_array().map_or(0, |items| items.iter().filter(|item| item.is_object()).count());
    objects > 1 || valid_samples(StringFormat::Uuid).iter().any(|identity| text.contains(identity))
}

/// Returns whether a step can stand in any sequence: it depends on no other step and on nothing that the
/// target must bring about.
fn is_plain(step: &Step) -> bool {
    let request = &step.request;
    let is_plain = |argument: &Argument| {
        use Argument::{Fixture, NewUuid, Text};
        matches!(argument, Fixture { .. } | Text(_) | NewUuid { shared: None })
    };
    request.circumstance.is_none()
        && request.provoke.is_none()
        && request.pages.is_none()
        && !request.is_trigger
        && request.arguments().all(is_plain)
        && matches!(step.expect, Expect::Success { .. } | Expect::Error { .. })
}
