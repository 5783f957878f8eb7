//! The ideas that cases come from: one module for each.
//!
//! An idea is a function from an [`OperationContext`] to cases. To add one:
//!
//! 1. Write `ideas/<name>.rs` with a function `derive` of the type that [`Module`] shows. The methods
//!    of the context make identities, steps and cases (`context/`); `values/` makes the values.
//! 2. Declare the module below, and add its row to [`MODULES`] where its cases should come.
//! 3. Give the word that the identities have a row in `counts.rs`.
//! 4. Run `SNAPSHOTS=overwrite cargo test -p webdata-cases`, and read what the lists gained.
//!
//! An idea may use the functions of another one, but not in a circle.

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

/// An idea: its name, and the function that makes its cases for one operation.
pub(super) type Module = (&'static str, fn(&OperationContext<'_>) -> Vec<Case>);

/// Every idea, in the order of its cases; the module's docs say how to add one.
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
