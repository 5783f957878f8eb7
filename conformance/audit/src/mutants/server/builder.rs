//! Collects the mutants that are faults, and names them.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, Operation, Schema};

use super::super::mutant::{Change, Mutant};
use super::super::subject;

/// Collects mutants.
pub(super) struct FaultBuilder<'s> {
    pub(super) spec: &'s Spec,
    /// The clauses that are not open.
    pub(super) stated: HashSet<ClauseId>,
    /// The identities so far. Of two mutants with one identity, the first is kept.
    pub(super) seen: HashSet<String>,
    pub(super) mutants: Vec<Mutant>,
}

impl<'s> FaultBuilder<'s> {
    /// Adds a mutant of an operation, or of the whole service, unless the clause is open.
    pub(super) fn add(
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

    /// Returns the schema of a named type.
    pub(super) fn named(&self, name: &str) -> Option<&'s Schema> {
        self.spec.types.get(name).map(|found| &found.schema)
    }
}
