//! From the contract to its cases: one module for each idea.
//!
//! Derivation reads the resolved contract alone. It knows no particular service, asks no server,
//! and gives the same cases in the same order every time.

mod answers;
mod authentication;
mod body;
mod bounds;
mod cases;
mod changes;
mod circumstances;
mod closed;
mod concurrent;
mod defaults;
mod effects;
mod enums;
mod errors;
mod follow;
mod format_samples;
mod formats;
mod generated;
mod isolation;
mod lifecycles;
mod observations;
mod parameters;
mod patterns;
mod places;
mod readings;
mod refusals;
mod required;
mod responses;
mod returned;
mod rules;
mod runs;
mod samples;
mod situations;
mod steps;
mod types;
mod unions;
mod webhooks;

use std::collections::HashSet;

use webdata_spec::Spec;

use crate::case::Case;
use cases::Cases;

/// An idea: its name, and the cases that it makes for one operation.
type Module = (&'static str, fn(&Cases<'_>) -> Vec<Case>);

/// The ideas, in the order of their cases.
const MODULES: [Module; 25] = [
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

/// Derives every case of a contract, in a fixed order.
///
/// Identities are unique; of two derivations of the same case the first stands.
#[must_use]
pub fn derive(spec: &Spec) -> Vec<Case> {
    derive_without(spec, &[])
}

/// The names of the ideas that cases come from, in the order of their cases.
pub fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}

/// Derives the cases of all ideas but these.
#[must_use]
pub fn derive_without(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let modules = || MODULES.iter().filter(|(name, _)| !left_out.contains(name));
    let mut cases = Vec::new();
    for operation in spec.operations.values() {
        let derive = Cases::new(spec, operation);
        cases.extend(modules().flat_map(|(_, module)| module(&derive)));
    }
    if modules().any(|(name, _)| *name == "errors") {
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
