//! From the contract to its cases: one module for each idea.
//!
//! Derivation reads the resolved contract alone. It knows no particular service, asks no server,
//! and gives the same cases in the same order every time.

mod authentication;
mod body;
mod bounds;
mod cases;
mod circumstances;
mod closed;
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
mod patterns;
mod places;
mod readings;
mod required;
mod responses;
mod returned;
mod rules;
mod samples;
mod steps;
mod types;
mod unions;

use std::collections::HashSet;

use webdata_spec::Spec;
use webdata_spec::model::Operation;

use crate::case::Case;
use cases::Cases;

/// Whether cases call an operation.
///
/// So far only operations that work on a stored resource, at a path that the contract shows, are
/// called: their answers show what was understood and what was stored. A path that a target has to
/// give, and jobs that have to be started first, are for cases that are still to be derived; until
/// then the clauses of such operations are listed as uncovered.
#[must_use]
pub fn calls(operation: &Operation) -> bool {
    operation.endpoint.is_some() && operation.resource.is_some()
}

/// Derives every case of a contract, in a fixed order.
///
/// Identities are unique; of two derivations of the same case the first stands.
#[must_use]
pub fn derive(spec: &Spec) -> Vec<Case> {
    let mut cases = Vec::new();
    for operation in spec.operations.values() {
        let Some(derive) = Cases::new(spec, operation) else { continue };
        cases.extend(body::derive(&derive));
        cases.extend(types::derive(&derive));
        cases.extend(required::derive(&derive));
        cases.extend(closed::derive(&derive));
        cases.extend(bounds::derive(&derive));
        cases.extend(enums::derive(&derive));
        cases.extend(defaults::derive(&derive));
        cases.extend(generated::derive(&derive));
        cases.extend(formats::derive(&derive));
        cases.extend(patterns::derive(&derive));
        cases.extend(unions::derive(&derive));
        cases.extend(rules::derive(&derive));
        cases.extend(effects::derive(&derive));
        cases.extend(isolation::derive(&derive));
        cases.extend(lifecycles::derive(&derive));
        cases.extend(responses::derive(&derive));
        cases.extend(authentication::derive(&derive));
        cases.extend(errors::derive(&derive));
        cases.extend(observations::derive(&derive));
    }
    cases.extend(errors::unknown_path(spec));
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.id.clone()));
    for case in &mut cases {
        case.clauses.extend(case.breaks.clone());
        let mut named = HashSet::new();
        case.clauses.retain(|clause| named.insert(clause.clone()));
    }
    cases
}
