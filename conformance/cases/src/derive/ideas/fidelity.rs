//! Fidelity: what is stored comes back exactly as it was sent, wherever in the body it stands:
//! strings of every script and kind, maps of any values, large numbers.
//!
//! Where a store may not take a value, its refusal is observed. What is accepted is judged.

mod any_values;
mod lists;
mod numbers;
mod texts;

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, Level, Probe};

use crate::case::{Case, Expect};
use crate::derive::context::OperationContext;
use crate::derive::values::places::{Place, Position};

/// The word of the idea in identities.
const WORD: &str = "fidelity";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((clause, level)) = context.effect(&EffectKind::StoresGiven) else { return Vec::new() };
    let idea = Idea { context, clause, level };
    let mut found = any_values::derive(&idea);
    found.extend(texts::derive(&idea));
    found.extend(numbers::derive(&idea));
    found.extend(lists::derive(&idea));
    found
}

/// What the cases of the idea share.
struct Idea<'c, 's> {
    context: &'c OperationContext<'s>,
    /// The clause by which what is given is stored.
    clause: &'s ClauseId,
    level: Level,
}

impl<'s> Idea<'_, 's> {
    /// Returns the clause by which the property that leads to a place is stored, where it is.
    fn stored(&self, place: &Place<'s>) -> Option<ClauseId> {
        let root = place.name.split('.').next()?;
        let is_stored = self.context.stored_properties().iter().any(|(name, _)| *name == root);
        is_stored.then(|| self.clause.child(root))
    }

    /// Makes a case in which a value is accepted and comes back.
    fn comes_back(&self, place: &Place<'s>, name: &str, value: &Value) -> Option<Case> {
        let clause = self.stored(place)?;
        let body = place.body(value, Position::Only);
        let parts = [WORD, place.name.as_str(), name];
        let case = self.context.accept(&parts, &clause, self.level, body)?;
        // A case that compares nothing is none of this idea.
        let has_members = case.steps.iter().any(|step| match &step.expect {
            Expect::Success { members, .. } => !members.is_empty(),
            _ => false,
        });
        has_members.then_some(case)
    }

    /// Makes a case in which a value is refused, or accepted and comes back.
    fn if_taken(&self, place: &Place<'s>, name: &str, value: &Value) -> Option<Case> {
        let gap = self.context.gap(Probe::OddValue)?;
        Some(self.context.or_refused(gap, self.comes_back(place, name, value)?))
    }
}
