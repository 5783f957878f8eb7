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
    let mut faults = FaultBuilder { spec, stated, seen: HashSet::new(), mutants: Vec::new() };
    for operation in spec.operations.values() {
        bodies::derive(&mut faults, operation);
        coercions::derive(&mut faults, operation);
        spellings::derive(&mut faults, operation);
        tempting_coercions::derive(&mut faults, operation);
        strings::derive(&mut faults, operation);
        any_values::derive(&mut faults, operation);
        lost_properties::derive(&mut faults, operation);
        requests::derive(&mut faults, operation);
        defaults::derive(&mut faults, operation);
        responses::derive(&mut faults, operation);
        nullables::derive(&mut faults, operation);
        access::derive(&mut faults, operation);
        storage::derive(&mut faults, operation);
        resources::derive(&mut faults, operation);
        lists::derive(&mut faults, operation);
        versions::derive(&mut faults, operation);
    }
    errors::derive(&mut faults);
    notifications::derive(&mut faults);
    let order: HashMap<ClauseId, usize> = order.collect();
    faults.mutants.sort_by_cached_key(|mutant| order.get(&mutant.clause).copied());
    faults.mutants
}
