//! Puts properties that are free around a wrong value, and makes the cases that show that a server accepts these
//! properties.

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, Level, ResourceEffect};

use super::acceptance::is_testable_by_itself;
use super::{Input, OperationContext};
use crate::case::{Around, Case, Purpose, Surroundings};
use crate::derive::values::places::{BodyPlace, Position};
use crate::derive::values::samples::Extent;
use crate::interpreter::Interpreter;
use crate::proof;

/// A case that shows that a server accepts surroundings.
pub(super) struct Control {
    /// The name of the place of the object whose values have the surroundings.
    holder: String,
    surroundings: Surroundings,
    case: Case,
}

impl<'s> OperationContext<'s> {
    /// Makes the control of each object of the body and of each of its surroundings. A job is started by no control, since
    /// it costs credits.
    pub(super) fn controls(&self) -> Vec<Control> {
        let is_stored = self.operation.stored_resource().is_some() && !self.operation.is_bulk();
        if self.input != Input::Body
            || !is_stored
            || !is_testable_by_itself(self.spec, self.operation)
        {
            return Vec::new();
        }
        let Some(stores) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let objects = self.places.iter().filter(|place| {
            place.schema.object().is_some_and(|object| object.properties.len() > 1)
                && place.schema.level != Level::Open
                && !place.is_repeated
        });
        let controls = objects.flat_map(|place| {
            let around = Surroundings::ALL.into_iter();
            around.filter_map(|surroundings| self.control(place, surroundings, stores))
        });
        controls.collect()
    }

    fn control(
        &self,
        place: &BodyPlace<'s>,
        surroundings: Surroundings,
        (clause, level): (&ClauseId, Level),
    ) -> Option<Control> {
        let full = self.samples.value(place.schema, Extent::Outline);
        // A list gets an item of another variant, as most lists with a wrong value in a crowd have it.
        let (outside, position) = match surroundings {
            Surroundings::Siblings => (None, Position::Only),
            Surroundings::Crowd => (Some(surroundings), Position::First),
        };
        let body = place.body_around(&full, position, outside);
        let body = self.repair_around(body)?;
        if self.may_be_rejected(&body) {
            return None;
        }
        let parts = [place.name.as_str(), "around", surroundings.word()];
        let mut steps = Vec::new();
        if self.effect_on_resource() != Some(ResourceEffect::Creates) {
            steps.push(self.arrange(self.baseline()));
        }
        steps.push(self.accepted(Purpose::Act, body, Vec::new()));
        let case = self.case(&parts, (level, clause.clone()), steps);
        let is_proved = proof::mistake(&case, Interpreter::new(self.spec)).is_none();
        is_proved.then(|| Control { holder: place.name.clone(), surroundings, case })
    }

    /// Returns the controls that cases name.
    pub(crate) fn controls_of(&self, cases: &[Case]) -> Vec<Case> {
        let is_named = |control: &&Control| {
            let around = cases.iter().filter_map(|case| case.around.as_ref());
            around.map(|around| &around.control).any(|id| *id == control.case.id)
        };
        self.controls.iter().filter(is_named).map(|control| control.case.clone()).collect()
    }

    /// Makes a case in which the server rejects a body that breaks one clause. The identity of the case decides what
    /// stands around the wrong value; where that cannot be proved to break the clause alone, nothing does.
    pub(crate) fn reject_around(
        &self,
        place: &BodyPlace<'s>,
        parts: &[&str],
        clause: &ClauseId,
        expected_error: (Option<&str>, Level),
        body: &dyn Fn(Option<Surroundings>) -> Option<Value>,
    ) -> Option<Case> {
        let reject = |around| self.reject(parts, clause, expected_error, body(around)?);
        let around = self.around(place, &self.id(parts)).and_then(|around| {
            let case = Case { around: Some(around.clone()), ..reject(Some(around.surroundings))? };
            proof::mistake(&case, Interpreter::new(self.spec)).is_none().then_some(case)
        });
        around.or_else(|| reject(None))
    }

    /// Returns what stands around the value of a case, and the control; `None` for nothing, in a third of all cases.
    fn around(&self, place: &BodyPlace<'s>, id: &str) -> Option<Around> {
        let holder = place.holder.as_ref()?;
        let surroundings = match hash(id) % 3 {
            0 => return None,
            1 => Surroundings::Siblings,
            _ => Surroundings::Crowd,
        };
        let mut controls = self.controls.iter();
        let control = controls
            .find(|control| control.holder == *holder && control.surroundings == surroundings)?;
        // A lenient server reads some wrong values as absent. Even then, the body must break no second clause.
        let absent = place.body_without(Position::Only, Some(surroundings));
        if let Some(absent) = absent.filter(|_| place.required == Some(false)) {
            let broken = Interpreter::new(self.spec).violations_of(self.input_schema()?, &absent);
            if !broken.is_empty() {
                return None;
            }
        }
        Some(Around { surroundings, control: control.case.id.clone() })
    }
}

/// Returns the hash of a text by the function FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
