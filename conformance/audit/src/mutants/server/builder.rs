//! Collects the mutants that are faults of the server, and names them.

use std::collections::HashSet;

use webdata_reference::Fault;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseId, Effect, EffectKind, Observation, Operation, Probe, ResourceEffect, Schema,
};

use super::super::mutant::{Change, Mutant};

/// Collects mutants.
pub(super) struct FaultBuilder<'s> {
    pub(super) spec: &'s Spec,
    /// The clauses that are not open.
    pub(super) stated: HashSet<ClauseId>,
    /// The identities of the mutants. Of two mutants with the same identity, the first is kept.
    pub(super) seen: HashSet<String>,
    pub(super) mutants: Vec<Mutant>,
}

impl<'s> FaultBuilder<'s> {
    /// Adds a mutant of an operation, or of the whole service, unless the clause is open.
    pub(super) fn add(
        &mut self,
        operation: Option<&Operation>,
        clause: &ClauseId,
        suffix: &str,
        description: String,
        fault: Fault,
    ) {
        let at = operation
            .map_or_else(|| "service".to_owned(), |operation| webdata_spec::kebab(&operation.id));
        let id = format!("{at}/{clause}/{}", webdata_spec::kebab(suffix));
        if self.stated.contains(clause) && self.seen.insert(id.clone()) {
            let clause = clause.clone();
            self.mutants.push(Mutant { id, clause, description, change: Change::Server(fault) });
        }
    }

    /// Returns whether the contract has a gap that a probe asks about. Such values are varied only if the
    /// contract has the gap.
    pub(super) fn has_gap(&self, probe: Probe) -> bool {
        self.spec.gaps.values().any(|gap| gap.observation == Observation::Probe(probe))
    }

    /// Returns whether an operation updates one resource by an object.
    pub(super) fn is_update(&self, operation: &Operation) -> bool {
        let body = operation.request.as_deref().and_then(|name| self.spec.schema(name));
        let is_object = body.is_some_and(|body| body.object().is_some());
        let updates = operation.resource_effect() == Some(ResourceEffect::Updates);
        updates && is_object && !operation.is_bulk()
    }

    /// Returns the effect by which an update of one resource stores the given properties, and the schema of
    /// its body.
    pub(super) fn stored_by_update<'o>(
        &self,
        operation: &'o Operation,
    ) -> Option<(&'o Effect, &'s Schema)> {
        let stores =
            operation.effects.iter().find(|effect| effect.kind == EffectKind::StoresGiven)?;
        let schema = self.spec.schema(operation.request.as_deref()?)?;
        self.is_update(operation).then_some((stores, schema))
    }
}
