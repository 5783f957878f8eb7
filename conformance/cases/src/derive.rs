//! Derives the cases of a contract.
//!
//! ```text
//! values ──► context ──► ideas ──► derive
//! ```
//!
//! - `values/` makes the values that are sent, and says what the contract expects of them.
//! - `context/` makes steps and cases of them, for one operation.
//! - `ideas/` has one module for each idea of what to test. The table of ideas is in `ideas.rs`,
//!   whose docs say how to add one.
//!
//! Derivation reads the resolved contract alone. It knows no particular service, asks no server,
//! and makes the same cases in the same order every time.

mod context;
mod ideas;
mod values;

use std::collections::HashSet;

use webdata_spec::Spec;

use crate::case::Case;
use context::{Input, OperationContext};
use ideas::{MODULES, errors};

/// The most stored resources that one case works on at the same time.
pub const MOST_FIXTURES: usize = 4;

/// Derives every case of a contract, in a fixed order.
///
/// Identities are unique: where two ideas make the same case, the first one is kept.
#[must_use]
pub fn derive(spec: &Spec) -> Vec<Case> {
    derive_without(spec, &[])
}

/// Returns the names of the ideas, in the order of their cases.
pub fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, ..)| *name)
}

/// Derives the cases of all ideas except these.
#[must_use]
pub fn derive_without(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let modules = || MODULES.iter().filter(|(name, ..)| !left_out.contains(name));
    let mut cases = Vec::new();
    for operation in spec.operations.values() {
        for input in Input::of(operation) {
            let context = OperationContext::new(spec, operation, input);
            let own = modules().filter(|(_, scope, _)| scope.includes(&context));
            cases.extend(own.flat_map(|(_, _, derive)| derive(&context)));
        }
    }
    if modules().any(|(name, ..)| *name == "errors") {
        cases.extend(errors::unknown_path(spec));
    }
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.id.clone()));
    for case in &mut cases {
        case.clauses.extend(case.breaks.clone());
        let mut named = HashSet::new();
        case.clauses.retain(|clause| named.insert(clause.clone()));
    }
    cases
}
