//! Fidelity: the server returns stored values exactly as they were sent, at every place of the body. The
//! values are strings of every script and kind, maps of any values, and large numbers.
//!
//! If a data store may not support a value, its rejection is observed and an accepted value is judged.

mod any_values;
mod lists;
mod numbers;
mod strings;

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, Level, Probe};

use crate::case::{Body, Case, Expect, Interpretation, Matcher, Purpose, Step};
use crate::derive::context::OperationContext;
use crate::derive::values::places::{Place, Position};

/// An integer between two neighbouring 64-bit floats.
const BETWEEN_FLOATS: i64 = (1 << 53) + 1;

/// The word that names the idea in identities.
const WORD: &str = "fidelity";

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some((clause, level)) = context.effect(&EffectKind::StoresGiven) else { return Vec::new() };
    let idea = FidelityContext { context, clause, level };
    let mut cases = any_values::derive(&idea);
    cases.extend(strings::derive(&idea));
    cases.extend(numbers::derive(&idea));
    cases.extend(lists::derive(&idea));
    cases
}

/// The data that all cases of the idea share.
struct FidelityContext<'c, 's> {
    context: &'c OperationContext<'s>,
    /// The clause that requires given values to be stored.
    clause: &'s ClauseId,
    level: Level,
}

impl<'s> FidelityContext<'_, 's> {
    /// Returns the clause that requires the value at a place to be stored, if any.
    fn stored(&self, place: &Place<'s>) -> Option<ClauseId> {
        let root = place.name.split('.').next()?;
        let is_stored = self.context.stored_properties().iter().any(|(name, _)| *name == root);
        is_stored.then(|| self.clause.child(root))
    }

    /// Makes a case in which the server accepts a value and returns it.
    fn round_trip(&self, place: &Place<'s>, name: &str, value: &Value) -> Option<Case> {
        let clause = self.stored(place)?;
        let body = place.body(value, Position::Only);
        let parts = [WORD, place.name.as_str(), name];
        let case = self.context.accept(&parts, &clause, self.level, body)?;
        // A case that compares nothing does not test fidelity.
        let has_members = case.steps.iter().any(|step| match &step.expect {
            Expect::Success { members, .. } => !members.is_empty(),
            _ => false,
        });
        has_members.then_some(case)
    }

    /// Makes a case that observes whether the server returns an integer that no 64-bit float equals. The
    /// integer is at a place or in a property of the value there. JSON leaves the precision of numbers open
    /// (RFC 8259, section 6).
    fn exact_integer(&self, place: &Place<'s>, value: &Value, member: &str) -> Option<Case> {
        let (context, clause) = (self.context, self.stored(place)?);
        let (gap, (resource, _)) = (context.gap(Probe::OddValue)?, context.resource()?);
        let pointer = format!("{}{}{member}", resource.pointer(), place.pointer);
        let exact = Matcher::Value(pointer, value.pointer(member)?.clone());
        let mut interpretations =
            vec![Interpretation::new(exact, "accepted, and stored as it was sent")];
        interpretations
            .extend(context.interpretations("accepted, and returned as another value", "rejected"));
        let never_5xx = Some(clause.clone());
        let expect = Expect::Observation { gap: gap.id.clone(), interpretations, never_5xx };
        let body = context.repair(place.body(value, Position::Only));
        let step = Step::new(Purpose::Act, context.request(Body::Json(body)), expect);
        let id = context.id(&[WORD, &place.name, "between-floats"]);
        Some(context.case(id, self.level, clause, vec![step]))
    }

    /// Makes a case in which the server either rejects a value or accepts and returns it.
    fn returned_if_accepted(&self, place: &Place<'s>, name: &str, value: &Value) -> Option<Case> {
        let gap = self.context.gap(Probe::OddValue)?;
        Some(self.context.allow_rejection(gap, self.round_trip(place, name, value)?))
    }
}
