//! Makes sequences that create resources and read, list, update, replace and delete them, even after the
//! deletion.
//!
//! The runner removes the resources that a case has created, whatever the outcome of the case.

mod builder;
mod resource;
mod rules;

use indexmap::IndexMap;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, EffectKind, Level, Operation, ResourceEffect};

use self::builder::SequenceBuilder;
use super::{Sequence, SequenceCase};
use crate::case::{Case, Request};
use crate::derive::context::OperationContext;

/// The clauses that a request breaks.
pub(super) type BrokenClauses<'b> = &'b dyn Fn(&Request) -> Vec<ClauseId>;

/// The operations on resources of a type that the contract has operations to create and to delete.
pub(super) struct ResourceType<'s> {
    pub(super) creates: OperationContext<'s>,
    /// The other operations, each with its effect.
    others: Vec<(ResourceEffect, OperationContext<'s>)>,
}

impl<'s> ResourceType<'s> {
    /// Returns the operations for the resources that `creates` creates, or `None` if none of them deletes the
    /// resources.
    pub(super) fn new(spec: &'s Spec, creates: &'s Operation) -> Option<Self> {
        use ResourceEffect::{Creates, Deletes, Lists, Reads, Replaces, Updates};
        let type_name = &creates.resource.as_ref()?.type_name;
        if spec.operation_with_effect(Creates, type_name)?.id != creates.id {
            return None;
        }
        let other = |effect| {
            let operation = spec.operation_with_effect(effect, type_name)?;
            Some((effect, OperationContext::for_other_operation(spec, operation)))
        };
        let others = [Deletes, Reads, Lists, Updates, Replaces].into_iter().filter_map(other);
        let created = Self {
            creates: OperationContext::for_other_operation(spec, creates),
            others: others.collect(),
        };
        created.operation_with(Deletes)?;
        created.creates.operation.response_type()?;
        Some(created)
    }

    /// Returns the operation with this effect on the resources.
    pub(super) fn operation_with(&self, effect: ResourceEffect) -> Option<&OperationContext<'s>> {
        self.others.iter().find(|(known, _)| *known == effect).map(|(_, context)| context)
    }

    /// Returns every operation on the resources, the creation first.
    pub(super) fn contexts(&self) -> impl Iterator<Item = &OperationContext<'s>> {
        std::iter::once(&self.creates).chain(self.others.iter().map(|(_, context)| context))
    }

    /// Returns the identity of the derived case of a single creation.
    pub(super) fn case(&self) -> String {
        self.creates.id(&["creates", "stored"])
    }

    /// Returns the clause that requires a deleted resource to be gone.
    pub(super) fn deletes(&self) -> Option<ClauseId> {
        let operation = self.operation_with(ResourceEffect::Deletes)?.operation;
        Some(operation.clause().child(ResourceEffect::Deletes.name()))
    }

    /// Returns the properties that requests can set and nothing else may change. A state whose transitions
    /// are open is left out.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let all =
            self.contexts().flat_map(OperationContext::stored_properties).map(|(name, _)| name);
        let (context, mut names) = (&self.creates, all.collect::<Vec<&str>>());
        let type_name = context.operation.resource.as_ref().map(|resource| &resource.type_name);
        let open = |name: &&str| {
            context.spec.lifecycles.iter().any(|lifecycle| {
                lifecycle.gap.is_some()
                    && Some(&lifecycle.type_name) == type_name
                    && lifecycle.property == *name
            })
        };
        names.retain(|name| !open(name));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Makes the case of a sequence, or returns `None` if no action can be sent.
    pub(super) fn sequence_case(
        &self,
        name: &str,
        sequence: &Sequence,
        cases: &IndexMap<&'s str, &'s Case>,
        broken: BrokenClauses<'_>,
    ) -> Option<SequenceCase> {
        let (steps, resources, clauses) = (Vec::new(), Vec::new(), Vec::new());
        let mut builder =
            SequenceBuilder { resource_type: self, cases, broken, steps, resources, clauses };
        let mut actions = Vec::new();
        for (index, action) in sequence.actions.iter().enumerate() {
            // Actions that cannot be sent are left out.
            if let Some(step) = builder.step(action) {
                builder.steps.push(step);
                actions.push(index);
            }
        }
        let clause = builder.clauses.last()?.clone();
        let id = self.creates.id(&["explored", name]);
        let mut case = self.creates.case(id, Level::Must, clause, builder.steps);
        for clause in builder.clauses {
            if !case.clauses.contains(&clause) {
                case.clauses.push(clause);
            }
        }
        Some(SequenceCase { case, actions })
    }
}

/// Returns whether the contract says that a rejected request changes nothing.
fn refusal_keeps_all(context: &OperationContext<'_>) -> bool {
    let changes = [ResourceEffect::Updates, ResourceEffect::Replaces];
    let is_change = context.effect_on_resource().is_some_and(|effect| changes.contains(&effect));
    !is_change || context.effect(&EffectKind::RefusalKeepsAll).is_some()
}
