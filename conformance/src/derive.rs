//! From the contract to its cases: one module for each idea.
//!
//! Derivation reads the resolved contract alone. It knows no particular service, asks no server,
//! and gives the same cases in the same order every time.

mod answers;
mod authentication;
mod body;
mod bounds;
mod cases;
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

/// Derives every case of a contract, in a fixed order.
///
/// Identities are unique; of two derivations of the same case the first stands.
#[must_use]
pub fn derive(spec: &Spec) -> Vec<Case> {
    let mut cases = Vec::new();
    for operation in spec.operations.values() {
        let derive = Cases::new(spec, operation);
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
        cases.extend(concurrent::derive(&derive));
        cases.extend(isolation::derive(&derive));
        cases.extend(lifecycles::derive(&derive));
        cases.extend(runs::derive(&derive));
        cases.extend(parameters::derive(&derive));
        cases.extend(refusals::derive(&derive));
        cases.extend(situations::derive(&derive));
        cases.extend(webhooks::derive(&derive));
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
