//! Lists the ideas that cases come from, each a module of `ideas/`.
//!
//! An idea is a function from an [`OperationContext`] to cases. To add one:
//!
//! 1. Write `ideas/<name>.rs` with a function `derive` of the type that [`Module`] shows. The methods
//!    of the context make identities, steps and cases (`context/`); `values/` makes the values.
//! 2. Declare the module below, and add its row to [`MODULES`] at the position of its cases.
//! 3. Add the word that names the idea in identities to `counts.rs`.
//! 4. Run `SNAPSHOTS=overwrite cargo test -p webdata-cases`, and read the cases that the goldens gained.
//!
//! An idea may use the functions of another idea, but not in a circle.

mod authentication;
mod body;
mod bounds;
mod bulk;
mod closed;
pub(super) mod concurrent;
mod conditions;
mod creates;
mod defaults;
mod deletes;
pub(super) mod effects;
mod enums;
pub(super) mod errors;
mod fidelity;
mod formats;
mod generated;
mod idempotency;
mod isolation;
mod lifecycles;
pub(super) mod lists;
mod malformed;
mod notices;
mod observations;
mod parameters;
mod patterns;
mod reads;
mod refusals;
pub(super) mod replaces;
mod required;
mod responses;
pub(super) mod rules;
pub(super) mod runs;
mod situations;
mod types;
mod unions;
mod versions;
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
    /// Updates of a single stored resource.
    Updates,
}

impl Scope {
    /// Returns whether an idea of this scope makes cases for the context.
    pub(super) fn includes(self, context: &OperationContext<'_>) -> bool {
        let operation = context.operation;
        let is_update = operation.resource_effect() == Some(ResourceEffect::Updates);
        match self {
            Self::Values => true,
            Self::Operation => context.input == Input::Body,
            Self::Updates => context.input == Input::Body && is_update && !operation.is_bulk(),
        }
    }
}

/// All ideas, in the order of their cases. The docs of this module explain how to add one.
pub(super) const MODULES: &[Module] = &[
    ("body", Scope::Operation, body::derive),
    ("types", Scope::Values, types::derive),
    ("required", Scope::Values, required::derive),
    ("closed", Scope::Values, closed::derive),
    ("bounds", Scope::Values, bounds::derive),
    ("enums", Scope::Values, enums::derive),
    ("defaults", Scope::Values, defaults::derive),
    ("generated", Scope::Updates, generated::derive),
    ("formats", Scope::Values, formats::derive),
    ("patterns", Scope::Values, patterns::derive),
    ("unions", Scope::Values, unions::derive),
    ("rules", Scope::Operation, rules::derive),
    ("effects", Scope::Operation, effects::derive),
    ("fidelity", Scope::Updates, fidelity::derive),
    ("creates", Scope::Operation, creates::derive),
    ("reads", Scope::Operation, reads::derive),
    ("lists", Scope::Operation, lists::derive),
    ("replaces", Scope::Operation, replaces::derive),
    ("deletes", Scope::Operation, deletes::derive),
    ("versions", Scope::Operation, versions::derive),
    ("conditions", Scope::Operation, conditions::derive),
    ("idempotency", Scope::Operation, idempotency::derive),
    ("notices", Scope::Operation, notices::derive),
    ("bulk", Scope::Operation, bulk::derive),
    ("concurrent", Scope::Updates, concurrent::derive),
    ("isolation", Scope::Updates, isolation::derive),
    ("lifecycles", Scope::Updates, lifecycles::derive),
    ("runs", Scope::Operation, runs::derive),
    ("parameters", Scope::Operation, parameters::derive),
    ("malformed", Scope::Operation, malformed::derive),
    ("refusals", Scope::Operation, refusals::derive),
    ("situations", Scope::Operation, situations::derive),
    ("webhooks", Scope::Updates, webhooks::derive),
    ("responses", Scope::Operation, responses::derive),
    ("authentication", Scope::Operation, authentication::derive),
    ("errors", Scope::Operation, errors::derive),
    ("observations", Scope::Operation, observations::derive),
];
