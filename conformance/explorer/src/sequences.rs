//! Random sequences of requests to one operation.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Map, Value};
use webdata_cases::derive::sequences::{Move, Sequence, Spelling, Vocabulary};
use webdata_spec::Spec;

use crate::values;

/// The most requests of a sequence, apart from those that bring resources into a known state.
const LONGEST: usize = 8;

/// The most properties that are given on purpose.
const PROPERTIES: usize = 4;

/// Sequences about one operation. They shrink to fewer and smaller requests.
pub(super) fn sequences(
    spec: &Spec,
    vocabulary: &Vocabulary<'_>,
    resources: usize,
) -> BoxedStrategy<Sequence> {
    let operation = vocabulary.operation.to_owned();
    let moves = vec(moves(spec, vocabulary, resources), 1..=LONGEST);
    (proptest::bool::weighted(0.8).no_shrink(), moves, proptest::bool::weighted(0.6))
        .prop_map(move |(arranged, moves, read_back)| Sequence {
            operation: operation.clone(),
            arranged,
            moves,
            read_back,
        })
        .boxed()
}

fn moves(spec: &Spec, vocabulary: &Vocabulary<'_>, resources: usize) -> BoxedStrategy<Move> {
    let given = given(spec, vocabulary);
    let resource = || 0..resources.max(1);
    let owned = |all: &[&str]| all.iter().map(|own| (*own).to_owned()).collect::<Vec<String>>();
    let [refused, headers, others] =
        [&vocabulary.refused, &vocabulary.headers, &vocabulary.others].map(|own| owned(own));
    let headers_of = match headers.is_empty() {
        true => Just(None).boxed(),
        false => weighted(0.2, select(headers)).boxed(),
    };
    let spelling = prop_oneof![8 => Just(Spelling::Compact), 1 => select(Spelling::ALL.to_vec())];
    let update = (resource(), given.clone(), spelling, headers_of).prop_map(
        |(resource, given, spelling, headers_of)| Move::Update {
            resource,
            given,
            spelling,
            headers_of,
        },
    );
    let at_once = (resource(), [given.clone(), given.clone()])
        .prop_map(|(resource, given)| Move::AtOnce { resource, given });
    let mut all = vec![(8, update.boxed()), (1, at_once.boxed())];
    if !refused.is_empty() {
        let beside = prop_oneof![1 => Just(Map::new()), 2 => given];
        let refused = (resource(), select(refused), beside)
            .prop_map(|(resource, like, beside)| Move::Refused { resource, like, beside });
        all.push((6, refused.boxed()));
    }
    if !others.is_empty() {
        all.push((2, select(others).prop_map(|like| Move::Other { like }).boxed()));
    }
    Union::new_weighted(all).boxed()
}

/// Some properties with values: those of derived cases, or any of the schema.
fn given(spec: &Spec, vocabulary: &Vocabulary<'_>) -> BoxedStrategy<Map<String, Value>> {
    let properties = vocabulary.properties.iter().map(|(name, (schema, known))| {
        let any = values::of(spec, schema, 0);
        let value = match known.is_empty() {
            true => any,
            false => prop_oneof![1 => select(known.clone()), 2 => any].boxed(),
        };
        let name = (*name).to_owned();
        value.prop_map(move |value| (name.clone(), value)).boxed()
    });
    let property = Union::new(properties);
    vec(property, 1..=PROPERTIES).prop_map(|all| all.into_iter().collect()).boxed()
}
