//! Makes the mutants that are faults of the reference server, from the contract.
//!
//! No module here knows how a fault is carried out. None uses the derivation of cases either, so the places
//! of bodies are found a second time.

mod access;
mod any_values;
mod bodies;
mod builder;
mod coercions;
mod defaults;
mod errors;
mod lists;
mod lost_properties;
mod notifications;
mod nullables;
mod places;
mod requests;
mod resources;
mod responses;
mod spellings;
mod storage;
mod strings;
mod tempting_coercions;
mod versions;

use std::collections::{HashMap, HashSet};

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level};

use super::mutant::Mutant;
use builder::FaultBuilder;

/// Returns every mutant that is a fault, in the order of the contract's clauses.
pub(super) fn mutants(spec: &Spec) -> Vec<Mutant> {
    let clauses = spec.clauses();
    let order = clauses.iter().enumerate().map(|(at, clause)| (clause.id.clone(), at));
    let stated = clauses.iter().filter(|clause| clause.level != Level::Open);
    let stated = stated.map(|clause| clause.id.clone()).collect();
    let mut found = FaultBuilder { spec, stated, seen: HashSet::new(), mutants: Vec::new() };
    for operation in spec.operations.values() {
        bodies::derive(&mut found, operation);
        coercions::derive(&mut found, operation);
        spellings::derive(&mut found, operation);
        tempting_coercions::derive(&mut found, operation);
        strings::derive(&mut found, operation);
        any_values::derive(&mut found, operation);
        lost_properties::derive(&mut found, operation);
        requests::derive(&mut found, operation);
        defaults::derive(&mut found, operation);
        responses::derive(&mut found, operation);
        nullables::derive(&mut found, operation);
        access::derive(&mut found, operation);
        storage::derive(&mut found, operation);
        resources::derive(&mut found, operation);
        lists::derive(&mut found, operation);
        versions::derive(&mut found, operation);
    }
    errors::derive(&mut found);
    notifications::derive(&mut found);
    let order: HashMap<ClauseId, usize> = order.collect();
    found.mutants.sort_by_cached_key(|mutant| order.get(&mutant.clause).copied());
    found.mutants
}
