//! Random sequences of requests: about stored resources, about resources that they create, and about runs that they
//! start.

use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use serde_json::{Map, Value};
use webdata_cases::derive::sequences::{
    Action, Oracle, ResourceVocabulary, Sequence, Spelling, Vocabulary,
};
use webdata_spec::Spec;

use crate::{mistakes, values};

/// The maximum number of requests of a sequence, without those that bring resources into a known state.
const MAX_ACTIONS: usize = 8;

/// The maximum number of properties that an action sets.
const MAX_PROPERTIES: usize = 4;

/// The maximum number of stored resources that a sequence updates.
const MAX_RESOURCES: usize = 2;

/// One round in this many has a sequence that starts runs, since runs cost the server the most.
const ROUNDS_OF_JOBS: usize = 12;

/// A kind of sequence, and how often it is sent.
pub(super) struct SequenceKind {
    pub(super) strategy: BoxedStrategy<Sequence>,
    /// One round in this many has a sequence of this kind.
    pub(super) rounds: usize,
}

/// Returns every kind of sequence that a contract allows.
pub(super) fn sequence_kinds(spec: &Spec, oracle: &Oracle<'_>) -> Vec<SequenceKind> {
    let updates = oracle.vocabularies().into_iter();
    let updates = updates.map(|vocabulary| update_sequences(spec, &vocabulary, oracle));
    let created = oracle.resource_types().into_iter();
    let created = created.map(|resource_type| creation_sequences(spec, &resource_type));
    let jobs = oracle.jobs().map(run_sequences);
    let all = [(updates.collect(), 1), (created.collect(), 1), (jobs.collect(), ROUNDS_OF_JOBS)];
    let kind = |(strategies, rounds): (Vec<_>, usize)| {
        (!strategies.is_empty())
            .then(|| SequenceKind { strategy: Union::new(strategies).boxed(), rounds })
    };
    all.into_iter().filter_map(kind).collect()
}

/// The maximum numbers of updates that are sent together, each with its weight.
const CONCURRENT_UPDATES: [(u32, usize); 3] = [(4, 2), (1, 3), (1, 4)];

/// The maximum number of properties that concurrent updates share, and of those that each update has in addition.
const MAX_SHARED: usize = 2;

/// Returns sequences about an operation that updates resources. They shrink to fewer and smaller requests.
fn update_sequences(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
    oracle: &Oracle<'_>,
) -> BoxedStrategy<Sequence> {
    let actions = vec(actions(spec, vocabulary, oracle), 1..=MAX_ACTIONS);
    let arranged = proptest::bool::weighted(0.8).no_shrink();
    sequence(vocabulary.operation, (arranged, actions, proptest::bool::weighted(0.6)))
}

fn actions(spec: &Spec, vocabulary: &Vocabulary<'_>, oracle: &Oracle<'_>) -> BoxedStrategy<Action> {
    let properties = given(spec, vocabulary, 1..=MAX_PROPERTIES);
    let resource = || 0..MAX_RESOURCES;
    let owned = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let [rejections, headers, others] =
        [&vocabulary.rejected, &vocabulary.headers, &vocabulary.others].map(|names| owned(names));
    let headers_of = if headers.is_empty() {
        Just(None).boxed()
    } else {
        weighted(0.2, select(headers)).boxed()
    };
    let changed = match at_limits(spec, vocabulary) {
        Some(at_limits) => prop_oneof![7 => properties.clone(), 1 => at_limits].boxed(),
        None => properties.clone(),
    };
    let update = update(resource(), changed, headers_of);
    let elsewhere = prop_oneof![3 => Just(Map::new()), 1 => properties.clone()];
    let together = Union::new_weighted(
        CONCURRENT_UPDATES
            .map(|(weight, max_updates)| (weight, together(spec, vocabulary, max_updates)))
            .into(),
    );
    let at_once = (resource(), together, elsewhere)
        .prop_map(|(resource, given, elsewhere)| Action::Concurrent { resource, given, elsewhere });
    let mut all = vec![(8, update), (2, at_once.boxed())];
    let beside = prop_oneof![1 => Just(Map::new()), 2 => properties].boxed();
    all.extend(mistaken(spec, oracle, &beside).map(|mistaken| (10, mistaken)));
    if !rejections.is_empty() {
        all.push((6, rejected(resource(), rejections, beside)));
    }
    if !others.is_empty() {
        all.push((2, select(others).prop_map(|like| Action::Other { like }).boxed()));
    }
    Union::new_weighted(all).boxed()
}

/// Returns requests to any operation whose bodies have a mistake.
fn mistaken(
    spec: &Spec,
    oracle: &Oracle<'_>,
    beside: &BoxedStrategy<Map<String, Value>>,
) -> Option<BoxedStrategy<Action>> {
    let places = oracle.places().map(|(operation, place, schema)| {
        let (operation, place) = (operation.to_owned(), place.to_owned());
        let mistaken = move |(resource, value, beside)| {
            let (operation, place) = (operation.clone(), place.clone());
            Action::Mistaken { operation, resource, place, value, beside }
        };
        let parts = (0..MAX_RESOURCES, mistakes::strategy(spec, schema), beside.clone());
        (mistakes::weight(schema), parts.prop_map(mistaken).boxed())
    });
    let places: Vec<_> = places.collect();
    (!places.is_empty()).then(|| Union::new_weighted(places).boxed())
}

fn update(
    resource: impl Strategy<Value = usize> + 'static,
    given: impl Strategy<Value = Map<String, Value>> + 'static,
    headers_of: impl Strategy<Value = Option<String>> + 'static,
) -> BoxedStrategy<Action> {
    let spelling = prop_oneof![8 => Just(Spelling::Compact), 1 => select(Spelling::ALL.to_vec())];
    let update = |(resource, given, spelling, headers_of)| Action::Update {
        resource,
        given,
        spelling,
        headers_of,
    };
    (resource, given, spelling, headers_of).prop_map(update).boxed()
}

fn rejected(
    resource: impl Strategy<Value = usize> + 'static,
    cases: Vec<String>,
    beside: impl Strategy<Value = Map<String, Value>> + 'static,
) -> BoxedStrategy<Action> {
    let rejected = |(resource, like, beside)| Action::Rejected { resource, like, beside };
    (resource, select(cases), beside).prop_map(rejected).boxed()
}

/// Returns the properties of at most `max_updates` updates that are sent together. Some properties are in one update
/// only, others are in several with different values.
fn together(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
    max_updates: usize,
) -> BoxedStrategy<Vec<Map<String, Value>>> {
    let shared = properties(spec, vocabulary).map(|(name, value)| {
        let values = vec(weighted(0.9, value), max_updates);
        values.prop_map(move |values| (name.clone(), values)).boxed()
    });
    let shared = vec(Union::new(shared), 0..=MAX_SHARED);
    let changes = vec(given(spec, vocabulary, 0..=MAX_SHARED), 2..=max_updates);
    let both = (changes, shared).prop_map(|(mut changes, shared)| {
        for (name, values) in shared {
            for (given, value) in changes.iter_mut().zip(values) {
                given.extend(value.map(|value| (name.clone(), value)));
            }
        }
        changes
    });
    both.boxed()
}

/// Returns random properties with random values; `count` is their number.
fn given(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
    count: RangeInclusive<usize>,
) -> BoxedStrategy<Map<String, Value>> {
    let property = properties(spec, vocabulary)
        .map(|(name, value)| value.prop_map(move |value| (name.clone(), value)).boxed());
    vec(Union::new(property), count).prop_map(|all| all.into_iter().collect()).boxed()
}

/// Returns several properties, each at one of its limits, or `None` if the contract limits fewer than two.
fn at_limits(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
) -> Option<BoxedStrategy<Map<String, Value>>> {
    let stored = vocabulary.properties.iter();
    let limited = stored.map(|(name, (schema, _))| (*name, values::limits(spec, schema)));
    let limited: Vec<_> = limited.filter(|(_, limits)| !limits.is_empty()).collect();
    let count = limited.len();
    if count < 2 {
        return None;
    }
    let property = |(name, limits): (&str, Vec<Value>)| {
        let name = name.to_owned();
        select(limits).prop_map(move |value| (name.clone(), value)).boxed()
    };
    let property = Union::new(limited.into_iter().map(property));
    Some(vec(property, 2..=count).prop_map(|all| all.into_iter().collect()).boxed())
}

/// Returns the properties, each with its values: those of derived cases, or any of the schema.
fn properties(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
) -> impl Iterator<Item = (String, BoxedStrategy<Value>)> {
    vocabulary.properties.iter().map(|(name, (schema, known))| {
        let any = values::strategy(spec, schema, 0);
        let value = if known.is_empty() {
            any
        } else {
            prop_oneof![1 => select(known.clone()), 2 => any].boxed()
        };
        ((*name).to_owned(), value)
    })
}

/// The maximum number of resources that a sequence creates at its start.
const MAX_CREATED_FIRST: usize = 3;

/// The number of resources that the actions of a sequence may refer to.
const MAX_NAMED_RESOURCES: usize = 4;

/// The number of runs that the actions of a sequence may refer to.
const MAX_RUNS: usize = 2;

/// The maximum number of actions in the middle of a sequence about resources.
const MAX_RESOURCE_ACTIONS: usize = 8;

/// The maximum number of actions of a sequence about runs.
const MAX_RUN_ACTIONS: usize = 12;

/// Returns sequences about resources that an operation creates. They shrink to fewer and smaller requests.
fn creation_sequences(spec: &Spec, vocabulary: &ResourceVocabulary<'_>) -> BoxedStrategy<Sequence> {
    let all: Vec<Action> = (0..MAX_NAMED_RESOURCES)
        .map(|resource| Action::Read { resource })
        .chain(vocabulary.queries.get(..1).into_iter().flatten().map(listed))
        .collect();
    let count = all.len();
    let begin = vec(created(spec, &vocabulary.creates), 1..=MAX_CREATED_FIRST);
    let middle = vec(resource_actions(spec, vocabulary), 0..=MAX_RESOURCE_ACTIONS);
    let end = prop_oneof![1 => Just(Vec::new()), 2 => subsequence(all, 0..=count)];
    // Actions that refer to the created resources shrink before the creations do.
    let actions =
        (middle, end, begin).prop_map(|(middle, end, begin)| [begin, middle, end].concat());
    sequence(vocabulary.operation, (Just(false), actions, Just(false)))
}

fn run_sequences(operation: &str) -> BoxedStrategy<Sequence> {
    let run = || prop_oneof![1 => Just(0), 1 => 0..MAX_RUNS];
    let middle = prop_oneof![
        1 => Just(Action::Start),
        6 => run().prop_map(|resource| Action::Read { resource }),
        4 => run().prop_map(|resource| Action::End { resource }),
    ];
    let actions = vec(middle, 1..=MAX_RUN_ACTIONS);
    let actions = actions.prop_map(|actions| [vec![Action::Start], actions].concat());
    sequence(operation, (Just(false), actions, Just(false)))
}

/// Returns sequences with these fields: `arranged`, `actions` and `read_back`.
fn sequence(
    operation: &str,
    fields: impl Strategy<Value = (bool, Vec<Action>, bool)> + 'static,
) -> BoxedStrategy<Sequence> {
    let operation = operation.to_owned();
    let sequence = move |(arranged, actions, read_back)| Sequence {
        operation: operation.clone(),
        arranged,
        actions,
        read_back,
    };
    fields.prop_map(sequence).boxed()
}

fn resource_actions(spec: &Spec, vocabulary: &ResourceVocabulary<'_>) -> BoxedStrategy<Action> {
    let resource = || 0..MAX_NAMED_RESOURCES;
    let read = resource().prop_map(|resource| Action::Read { resource });
    let delete = resource().prop_map(|resource| Action::Delete { resource });
    let mut all =
        vec![(3, read.boxed()), (3, created(spec, &vocabulary.creates)), (3, delete.boxed())];
    if !vocabulary.queries.is_empty() {
        let queries = vocabulary.queries.iter().map(listed).collect::<Vec<_>>();
        all.push((2, select(queries).boxed()));
    }
    let stored = |vocabulary: &&Vocabulary<'_>| !vocabulary.properties.is_empty();
    if let Some(updates) = vocabulary.updates.as_ref().filter(stored) {
        let given = given(spec, updates, 1..=MAX_PROPERTIES);
        all.push((4, update(resource(), given, Just(None))));
    }
    if let Some(replaces) = vocabulary.replaces.as_ref().filter(stored) {
        let replace = (resource(), given(spec, replaces, 1..=MAX_PROPERTIES))
            .prop_map(|(resource, given)| Action::Replace { resource, given });
        all.push((3, replace.boxed()));
    }
    if !vocabulary.rejected.is_empty() {
        let cases = vocabulary.rejected.iter().map(|id| (*id).to_owned()).collect();
        let beside = if vocabulary.creates.properties.is_empty() {
            Just(Map::new()).boxed()
        } else {
            let given = given(spec, &vocabulary.creates, 1..=MAX_PROPERTIES);
            prop_oneof![1 => Just(Map::new()), 1 => given].boxed()
        };
        all.push((3, rejected(resource(), cases, beside)));
    }
    Union::new_weighted(all).boxed()
}

/// Returns creations. The oracle adds the required properties that a creation lacks.
fn created(spec: &Spec, vocabulary: &Vocabulary<'_>) -> BoxedStrategy<Action> {
    let create = |given| Action::Create { given };
    let empty = Just(Map::new()).prop_map(create);
    if vocabulary.properties.is_empty() {
        return empty.boxed();
    }
    prop_oneof![1 => empty, 4 => given(spec, vocabulary, 1..=MAX_PROPERTIES).prop_map(create)]
        .boxed()
}

fn listed(query: &Map<String, serde_json::Value>) -> Action {
    Action::List { query: query.clone() }
}
