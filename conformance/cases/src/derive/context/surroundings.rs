//! Puts properties that are free around a wrong value, and makes the cases that show that a server accepts these
//! properties.

use std::collections::HashSet;

use serde_json::Value;
use webdata_spec::model::{ClauseId, EffectKind, Level, ResourceEffect};

use super::acceptance::is_testable_by_itself;
use super::{Input, OperationContext};
use crate::case::{Around, Case, Purpose, Surroundings};
use crate::derive::values::places::{BodyPlace, Position, Spread};
use crate::derive::values::samples::Extent;
use crate::interpreter::Interpreter;
use crate::proof;

/// What a server rejects: the parts of the identity without the position, the clause, and the expected error with its level.
#[derive(Clone, Copy)]
pub(crate) struct Rejection<'r> {
    pub(crate) parts: &'r [&'r str],
    pub(crate) clause: &'r ClauseId,
    pub(crate) error: (Option<&'r str>, Level),
}

/// A case that shows that a server accepts surroundings.
pub(super) struct Control {
    /// The name of the place of the object whose values have the surroundings.
    holder: String,
    surroundings: Surroundings,
    case: Case,
}

impl<'s> OperationContext<'s> {
    /// Makes the controls of places that are marked: one of each object of the body and of each of its surroundings.
    pub(crate) fn add_controls(&mut self) {
        self.controls = self.controls();
    }

    /// Returns the controls of all places. A job is started by no control, since it costs credits.
    fn controls(&self) -> Vec<Control> {
        let is_stored = self.operation.stored_resource().is_some() && !self.operation.is_bulk();
        if self.input != Input::Body
            || !is_stored
            || !is_testable_by_itself(self.spec, self.operation)
        {
            return Vec::new();
        }
        let Some(stores) = self.effect(&EffectKind::StoresGiven) else { return Vec::new() };
        let objects = self.places.iter().filter(|place| {
            place.schema.object().is_some_and(|object| !object.properties.is_empty())
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
        let has_siblings = place.schema.object()?.properties.len() > 1;
        if surroundings == Surroundings::Siblings && !has_siblings {
            return None;
        }
        // A list gets items of another variant and of the same one, as lists with a wrong value in a crowd have them.
        let (outside, position) = match surroundings {
            Surroundings::Siblings => (None, Position::Only),
            Surroundings::Crowd => (Some(surroundings), Position::AmongVariants),
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
        let case = self.proved(case)?;
        Some(Control { holder: place.name.clone(), surroundings, case })
    }

    fn proved(&self, case: Case) -> Option<Case> {
        proof::mistake(&case, Interpreter::new(self.spec)).is_none().then_some(case)
    }

    /// Returns the controls that cases name.
    pub(crate) fn controls_of(&self, cases: &[Case]) -> Vec<Case> {
        let named: HashSet<&str> = cases.iter().filter_map(Case::control).collect();
        let is_named = |control: &&Control| named.contains(&*control.case.id);
        self.controls.iter().filter(is_named).map(|control| control.case.clone()).collect()
    }

    /// Makes cases in which the server rejects a value at a place, in each position of the spread, which is the only
    /// invalid one of its clause or the first of several. `body` makes the body with the value; the identities
    /// end in the word of the position.
    ///
    /// The first value of a clause stands alone. The identities of the others decide what stands around them; as the first
    /// of several items, a value never stands alone. The only value of a clause is sent once more in a crowd.
    pub(crate) fn reject_in_positions(
        &self,
        place: &BodyPlace<'s>,
        spread: Spread,
        rejection: Rejection<'_>,
        body: &dyn Fn(Position, Option<Surroundings>) -> Option<Value>,
    ) -> Vec<Case> {
        let reject = |parts: &[&str], position, around| {
            self.reject(parts, rejection.clause, rejection.error, body(position, around)?)
        };
        let reject_around = |parts: &[&str], position, surroundings| {
            let around = self.around(place, surroundings)?;
            let case = reject(parts, position, Some(surroundings))?;
            self.proved(Case { around: Some(around), ..case })
        };
        let mut cases = Vec::new();
        let positions = place.positions(spread);
        for (position, word) in positions {
            let parts = [rejection.parts, &[word]].concat();
            let is_alone = place.is_first && *position == Position::Only && spread.is_first_value();
            let surroundings = match hash(&self.id(&parts)) {
                _ if is_alone => None,
                hash if hash.is_multiple_of(3) && *position != Position::First => None,
                hash => {
                    Some(if hash % 3 == 1 { Surroundings::Siblings } else { Surroundings::Crowd })
                }
            };
            let around = surroundings.and_then(|it| reject_around(&parts, *position, it));
            cases.extend(around.or_else(|| reject(&parts, *position, None)));
        }
        if let ([(position, _)], Spread::OnlyValue) = (positions, spread)
            && place.is_first
        {
            let twin = |surroundings: &Surroundings| {
                let parts = [rejection.parts, &[surroundings.word()]].concat();
                reject_around(&parts, *position, *surroundings)
            };
            cases.extend(Surroundings::ALL.iter().rev().find_map(twin));
        }
        cases
    }

    /// Returns surroundings of the value at a place, with their control.
    fn around(&self, place: &BodyPlace<'s>, surroundings: Surroundings) -> Option<Around> {
        let holder = place.holder.as_ref()?;
        let mut controls = self.controls.iter();
        let control = controls
            .find(|control| control.holder == *holder && control.surroundings == surroundings)?;
        // A lenient server reads some wrong values as absent. Even then, what stands around them must break no clause.
        let broken = |around| {
            let absent = place.body_without(Position::Only, around)?;
            Some(Interpreter::new(self.spec).violations_of(self.input_schema()?, &absent))
        };
        if place.required == Some(false) {
            let (alone, among) = (broken(None)?, broken(Some(surroundings))?);
            if among.iter().any(|new| alone.iter().all(|it| it.clause != new.clause)) {
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
