//! Random sequences about resources that they create, and about runs that they start.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use serde_json::Map;
use webdata_cases::derive::sequences::{
    Action, ResourceVocabulary, Sequence, Spelling, Vocabulary,
};
use webdata_spec::Spec;

use crate::sequences::{MAX_PROPERTIES, given};

/// The maximum number of resources that a sequence creates at its start.
const MAX_CREATED_FIRST: usize = 3;

/// The number of resources that the actions of a sequence may refer to.
const MAX_RESOURCES: usize = 4;

/// The number of runs that the actions of a sequence may refer to.
const MAX_RUNS: usize = 2;

/// The maximum number of actions in the middle of a sequence about resources.
const MAX_ACTIONS: usize = 8;

/// The maximum number of actions of a sequence about runs.
const MAX_RUN_ACTIONS: usize = 12;

/// Returns sequences about resources that an operation creates. They shrink to fewer and smaller requests.
pub(super) fn creation_sequences(
    spec: &Spec,
    vocabulary: &ResourceVocabulary<'_>,
) -> BoxedStrategy<Sequence> {
    let all: Vec<Action> = (0..MAX_RESOURCES)
        .map(|resource| Action::Read { resource })
        .chain(vocabulary.queries.get(..1).into_iter().flatten().map(listed))
        .collect();
    let count = all.len();
    let begin = vec(created(spec, &vocabulary.creates), 1..=MAX_CREATED_FIRST);
    let middle = vec(actions(spec, vocabulary), 0..=MAX_ACTIONS);
    let end = prop_oneof![1 => Just(Vec::new()), 2 => subsequence(all, 0..=count)];
    // Actions that refer to the created resources shrink before the creations do.
    let actions =
        (middle, end, begin).prop_map(|(middle, end, begin)| [begin, middle, end].concat());
    sequence(vocabulary.operation, actions)
}

/// Returns sequences about runs that an operation starts.
pub(super) fn run_sequences(operation: &str) -> BoxedStrategy<Sequence> {
    let run = || prop_oneof![1 => Just(0), 1 => 0..MAX_RUNS];
    let middle = prop_oneof![
        1 => Just(Action::Start),
        6 => run().prop_map(|resource| Action::Read { resource }),
        4 => run().prop_map(|resource| Action::End { resource }),
    ];
    let actions = vec(middle, 1..=MAX_RUN_ACTIONS);
    sequence(operation, actions.prop_map(|actions| [vec![Action::Start], actions].concat()))
}

fn sequence(
    operation: &str,
    actions: impl Strategy<Value = Vec<Action>> + 'static,
) -> BoxedStrategy<Sequence> {
    let operation = operation.to_owned();
    let sequence = move |actions| Sequence {
        operation: operation.clone(),
        arranged: false,
        actions,
        read_back: false,
    };
    actions.prop_map(sequence).boxed()
}

fn actions(spec: &Spec, vocabulary: &ResourceVocabulary<'_>) -> BoxedStrategy<Action> {
    let resource = || 0..MAX_RESOURCES;
    let read = resource().prop_map(|resource| Action::Read { resource });
    let delete = resource().prop_map(|resource| Action::Delete { resource });
    let mut all =
        vec![(3, read.boxed()), (3, created(spec, &vocabulary.creates)), (3, delete.boxed())];
    if !vocabulary.queries.is_empty() {
        let queries = vocabulary.queries.iter().map(listed).collect::<Vec<_>>();
        all.push((2, select(queries).boxed()));
    }
    if let Some(updates) =
        vocabulary.updates.as_ref().filter(|updates| !updates.properties.is_empty())
    {
        let spelling =
            prop_oneof![8 => Just(Spelling::Compact), 1 => select(Spelling::ALL.to_vec())];
        let update = (resource(), given(spec, updates, 1..=MAX_PROPERTIES), spelling).prop_map(
            |(resource, given, spelling)| Action::Update {
                resource,
                given,
                spelling,
                headers_of: None,
            },
        );
        all.push((4, update.boxed()));
    }
    if let Some(replaces) =
        vocabulary.replaces.as_ref().filter(|replaces| !replaces.properties.is_empty())
    {
        let replace = (resource(), given(spec, replaces, 1..=MAX_PROPERTIES))
            .prop_map(|(resource, given)| Action::Replace { resource, given });
        all.push((3, replace.boxed()));
    }
    if !vocabulary.rejected.is_empty() {
        let refused = vocabulary.rejected.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let beside = match vocabulary.creates.properties.is_empty() {
            true => Just(Map::new()).boxed(),
            false => {
                prop_oneof![1 => Just(Map::new()), 1 => given(spec, &vocabulary.creates, 1..=MAX_PROPERTIES)].boxed()
            }
        };
        let refused = (resource(), select(refused), beside)
            .prop_map(|(resource, like, beside)| Action::Rejected { resource, like, beside });
        all.push((3, refused.boxed()));
    }
    Union::new_weighted(all).boxed()
}

/// Returns creations, with at least the required properties.
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
