//! Contracts that say something else in one clause, so that a server which interprets them is a
//! server with one fault.
//!
//! It must not know what a server makes of a clause, nor how a fault is noticed.

mod find;
mod objects;
mod operations;
mod schemas;
mod service;

use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

/// A contract that differs from another one in one clause.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What it says in place of the clause, such as `at most 255 characters`.
    pub says: String,
    /// The whole contract.
    pub spec: Spec,
}

/// Every way in which a clause of a contract is broken here; none for a clause that says nothing
/// about a server, or that is left open.
#[must_use]
pub fn mutants(spec: &Spec, clause: &ClauseId) -> Vec<Mutant> {
    let mut ways = Ways { spec, mutants: Vec::new() };
    ways.of_schema(clause);
    ways.of_object(clause);
    ways.of_operation(clause);
    ways.of_service(clause);
    ways.mutants
}

/// The mutants of one clause, as they are found.
struct Ways<'s> {
    spec: &'s Spec,
    mutants: Vec<Mutant>,
}

impl Ways<'_> {
    /// Adds the contract as `change` leaves it, if it finds what it looks for.
    fn add(&mut self, says: impl Into<String>, change: impl FnOnce(&mut Spec) -> Option<()>) {
        let mut spec = self.spec.clone();
        if change(&mut spec).is_some() {
            self.mutants.push(Mutant { says: says.into(), spec });
        }
    }
}
