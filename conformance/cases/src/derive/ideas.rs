//! Lists the ideas that cases come from, each a function of a module of `ideas/`.
//!
//! An idea makes cases from an [`OperationContext`]. To add one:
//!
//! 1. Write a function of the type that [`Module`] shows, in the module of its subject or in a new one. The methods
//!    of the context make identities, steps and cases (`context/`); `values/` makes the values.
//! 2. Declare a new module below, and add the idea's row to [`MODULES`] at the position of its cases.
//! 3. Add the word that names the idea in identities to `counts.rs`.
//! 4. Run `SNAPSHOTS=overwrite cargo test --test derivation`, and read the cases that the goldens gained.
//!
//! An idea may use the functions of another module, but not in a circle.

mod bounds;
mod bulk;
mod combined;
pub(super) mod concurrent;
pub(super) mod effects;
pub(super) mod errors;
mod fidelity;
pub(super) mod lifecycles;
pub(super) mod lists;
mod malformed;
mod observations;
mod parents;
mod properties;
mod resources;
mod responses;
mod rules;
mod strings;
mod types;
mod webhooks;

use webdata_spec::model::ResourceEffect;

use super::context::{Input, OperationContext};
use crate::case::Case;

/// An idea: its name, its scope, and the function that makes its cases.
pub(super) type Module = (&'static str, Scope, fn(&OperationContext<'_>) -> Vec<Case>);

/// The requests that an idea makes cases for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Each part of a request: the body, the query and the headers.
    Values,
    /// The operation as a whole.
    Operation,
    /// The operation, if it has this effect on a single stored resource.
    Effect(ResourceEffect),
}

impl Scope {
    /// Returns whether an idea of this scope makes cases for the context.
    pub(super) fn includes(self, context: &OperationContext<'_>) -> bool {
        let is_whole = context.input == Input::Body;
        match self {
            Self::Values => true,
            Self::Operation => is_whole,
            Self::Effect(effect) => is_whole && context.effect_on_resource() == Some(effect),
        }
    }
}

/// All ideas, in the order of their cases. The docs of this module explain how to add one.
pub(super) const MODULES: &[Module] = &[
    ("body", Scope::Operation, errors::body),
    ("types", Scope::Values, types::types),
    ("required", Scope::Values, properties::required),
    ("closed", Scope::Values, properties::closed),
    ("bounds", Scope::Values, bounds::derive),
    ("enums", Scope::Values, types::enums),
    ("defaults", Scope::Values, properties::defaults),
    ("generated", Scope::Effect(ResourceEffect::Updates), properties::generated),
    ("kept", Scope::Effect(ResourceEffect::Updates), properties::kept),
    ("formats", Scope::Values, strings::formats),
    ("patterns", Scope::Values, strings::patterns),
    ("unions", Scope::Values, types::unions),
    ("rules", Scope::Operation, rules::derive),
    ("effects", Scope::Operation, effects::effects),
    ("fidelity", Scope::Effect(ResourceEffect::Updates), fidelity::derive),
    ("creates", Scope::Effect(ResourceEffect::Creates), resources::creates),
    ("reads", Scope::Effect(ResourceEffect::Reads), resources::reads),
    ("lists", Scope::Effect(ResourceEffect::Lists), lists::derive),
    ("results", Scope::Effect(ResourceEffect::Reads), lists::results),
    ("parents", Scope::Operation, parents::derive),
    ("replaces", Scope::Effect(ResourceEffect::Replaces), effects::replaces),
    ("deletes", Scope::Effect(ResourceEffect::Deletes), resources::deletes),
    ("versions", Scope::Operation, resources::versions),
    ("conditions", Scope::Operation, resources::conditions),
    ("idempotency", Scope::Operation, resources::idempotency),
    ("notices", Scope::Operation, responses::notices),
    ("bulk", Scope::Operation, bulk::derive),
    ("concurrent", Scope::Effect(ResourceEffect::Updates), concurrent::concurrent),
    ("isolation", Scope::Effect(ResourceEffect::Updates), concurrent::isolation),
    ("lifecycles", Scope::Effect(ResourceEffect::Updates), lifecycles::lifecycles),
    ("actions", Scope::Effect(ResourceEffect::Uses), lifecycles::actions),
    ("initial", Scope::Effect(ResourceEffect::Creates), lifecycles::initial),
    ("runs", Scope::Operation, lifecycles::runs),
    ("parameters", Scope::Operation, errors::parameters),
    ("malformed", Scope::Operation, malformed::derive),
    ("refusals", Scope::Operation, responses::refusals),
    ("situations", Scope::Operation, responses::situations),
    ("webhooks", Scope::Effect(ResourceEffect::Updates), webhooks::derive),
    ("responses", Scope::Operation, responses::responses),
    ("authentication", Scope::Operation, errors::authentication),
    ("errors", Scope::Operation, errors::errors),
    ("observations", Scope::Operation, observations::derive),
];
