//! Mutants that are faults of the server's own, derived from the contract.
//!
//! It must not know how a fault is carried out, nor what the suite makes of the contract: places
//! of bodies are walked here once more.

mod access;
mod answers;
mod bodies;
mod defaults;
mod errors;
mod notifications;
mod places;
mod readings;
mod storage;

use std::collections::{HashMap, HashSet};

use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Level, Operation, Schema};

use super::{Change, Mutant, subject};
use webdata_reference::Fault;

/// Every mutant with a fault of its own, in the order of the contract's clauses.
pub(super) fn mutants(spec: &Spec) -> Vec<Mutant> {
    let clauses = spec.clauses();
    let order = clauses.iter().enumerate().map(|(at, clause)| (clause.id.clone(), at));
    let stated = clauses.iter().filter(|clause| clause.level != Level::Open);
    let mut found = Found {
        spec,
        stated: stated.map(|clause| clause.id.clone()).collect(),
        seen: HashSet::new(),
        mutants: Vec::new(),
    };
    for operation in spec.operations.values() {
        bodies::derive(&mut found, operation);
        readings::derive(&mut found, operation);
        defaults::derive(&mut found, operation);
        answers::derive(&mut found, operation);
        access::derive(&mut found, operation);
        storage::derive(&mut found, operation);
    }
    errors::derive(&mut found);
    notifications::derive(&mut found);
    let order: HashMap<ClauseId, usize> = order.collect();
    found.mutants.sort_by_key(|mutant| order.get(&mutant.clause).copied());
    found.mutants
}

/// The mutants that are found.
struct Found<'s> {
    spec: &'s Spec,
    /// The clauses that the contract states.
    stated: HashSet<ClauseId>,
    /// The identities so far; of two mutants of one identity the first stands.
    seen: HashSet<String>,
    mutants: Vec<Mutant>,
}

impl<'s> Found<'s> {
    /// Adds a mutant of an operation, or of the whole service, where the contract states the
    /// clause.
    fn add(
        &mut self,
        operation: Option<&Operation>,
        clause: &ClauseId,
        way: &str,
        says: String,
        fault: Fault,
    ) {
        let at = operation.map_or_else(|| "service".to_owned(), |own| subject::kebab(&own.id));
        let id = format!("{at}/{clause}/{}", subject::kebab(way));
        if self.stated.contains(clause) && self.seen.insert(id.clone()) {
            let clause = clause.clone();
            self.mutants.push(Mutant { id, clause, says, change: Change::Server(fault) });
        }
    }

    /// The schema of a named type.
    fn named(&self, name: &str) -> Option<&'s Schema> {
        self.spec.types.get(name).map(|found| &found.schema)
    }
}
