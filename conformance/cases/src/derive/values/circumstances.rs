//! Finds the circumstances in which a server rejects a valid body. The body alone does not show them, so a
//! case states what it depends on, or is not derived.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{Refusal, Schema};

use super::selection::visit;
use crate::interpreter::rules::holds;

/// The reasons why a server may reject a valid body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::derive) struct Circumstances<'s> {
    /// States of the caller's team in which the server rejects the body.
    pub(in crate::derive) team_states: Vec<&'s str>,
    /// The errors of all other refusals that depend on the body.
    pub(in crate::derive) others: Vec<&'s str>,
}

impl<'s> Circumstances<'s> {
    /// Finds the circumstances in which a server rejects a value of a schema.
    ///
    /// Refusals that depend neither on the value nor on the team are left out, because a case cannot avoid
    /// them.
    pub(in crate::derive) fn find(spec: &'s Spec, schema: &'s Schema, value: &Value) -> Self {
        let mut circumstances = Self::default();
        visit(spec, schema, value, &mut |schema, value| {
            if let Some(object) = schema.object() {
                circumstances.add(&object.refusals, value);
            }
        });
        circumstances
    }

    pub(in crate::derive) fn extend(&mut self, other: Self) {
        for state in other.team_states {
            if !self.team_states.contains(&state) {
                self.team_states.push(state);
            }
        }
        self.others.extend(other.others);
    }

    /// Adds the refusals that apply to a value.
    pub(in crate::derive) fn add(&mut self, refusals: &'s [Refusal], value: &Value) {
        for refusal in refusals {
            if refusal.when.as_ref().is_some_and(|when| !holds(when, value)) {
                continue;
            }
            match &refusal.team_state {
                Some(state) if self.team_states.contains(&state.as_str()) => {}
                Some(state) => self.team_states.push(state),
                None => self.others.extend(refusal.when.iter().map(|_| refusal.error.as_str())),
            }
        }
    }

    pub(in crate::derive) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
