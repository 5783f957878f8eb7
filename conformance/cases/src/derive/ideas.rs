//! The ideas that cases come from: one module for each.

mod authentication;
mod body;
mod bounds;
mod closed;
mod concurrent;
mod defaults;
mod effects;
mod enums;
pub(super) mod errors;
mod formats;
mod generated;
mod isolation;
mod lifecycles;
mod observations;
mod parameters;
mod patterns;
mod refusals;
mod required;
mod responses;
pub(super) mod rules;
mod runs;
mod situations;
mod types;
mod unions;
mod webhooks;

use super::context::OperationContext;
use crate::case::Case;

/// An idea: its name, and the cases that it makes for one operation.
pub(super) type Module = (&'static str, fn(&OperationContext<'_>) -> Vec<Case>);

/// The ideas, in the order of their cases.
pub(super) const MODULES: [Module; 25] = [
    ("body", body::derive),
    ("types", types::derive),
    ("required", required::derive),
    ("closed", closed::derive),
    ("bounds", bounds::derive),
    ("enums", enums::derive),
    ("defaults", defaults::derive),
    ("generated", generated::derive),
    ("formats", formats::derive),
    ("patterns", patterns::derive),
    ("unions", unions::derive),
    ("rules", rules::derive),
    ("effects", effects::derive),
    ("concurrent", concurrent::derive),
    ("isolation", isolation::derive),
    ("lifecycles", lifecycles::derive),
    ("runs", runs::derive),
    ("parameters", parameters::derive),
    ("refusals", refusals::derive),
    ("situations", situations::derive),
    ("webhooks", webhooks::derive),
    ("responses", responses::derive),
    ("authentication", authentication::derive),
    ("errors", errors::derive),
    ("observations", observations::derive),
];
