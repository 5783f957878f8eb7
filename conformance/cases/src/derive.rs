//! Derives the cases of a contract.
//!
//! ```text
//! values ──► context ──► ideas ──► derive
//! ```
//!
//! - `values/` makes the values that cases send, and decides what the contract expects of them.
//! - `context/` makes steps and cases from these values, for one operation.
//! - `ideas/` has one module for each idea of what to test. `ideas.rs` has the table of ideas and explains how to add one.
//!
//! The derivation reads the resolved contract alone: it knows no particular service and contacts no server.
//! The same contract has the same cases in the same order.

mod context;
mod ideas;
pub mod sequences;
mod values;

use std::collections::HashSet;

use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Operation, Resource, ResourceEffect};

use crate::case::{Argument, Case, Request};
use crate::interpreter::Interpreter;
use crate::proof;
use context::fixtures::name_existing;
use context::{Input, OperationContext};
use ideas::{MODULES, errors};
pub use values::format_samples::{invalid_samples, valid_samples};
pub(crate) use values::lengths::is_kept_by_pattern;
// Some of these are public for the tests of this crate.
pub use values::lengths::{beyond_limit, has_no_length, string_of_length, string_of_pattern};
pub use values::phrases;

/// The maximum number of fixtures that one case uses at the same time, except for long lists of changes.
const MAX_FIXTURES_PER_CASE: usize = 4;

/// The maximum number of fixtures that one case uses for a long list of changes.
const MAX_FIXTURES_PER_LIST: usize = 16;

/// Derives every case of a contract, in a fixed order.
///
/// Identities are unique: if two ideas make a case of the same identity, the first case is kept.
#[must_use]
pub fn derive(spec: &Spec) -> Vec<Case> {
    derive_without(spec, &[])
}

/// Returns the names of the ideas, in the order of their cases.
pub fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, ..)| *name)
}

/// Returns the maximum number of fixtures that any case of the contract uses at the same time. For a list of changes, this
/// is one more than the list may have, up to a limit.
#[must_use]
pub fn max_fixtures(spec: &Spec) -> usize {
    spec.operations
        .values()
        .map(|operation| fixtures_of(spec, operation))
        .fold(MAX_FIXTURES_PER_CASE, usize::max)
}

/// Returns the maximum number of fixtures that any case of one operation uses at the same time.
fn fixtures_of(spec: &Spec, operation: &Operation) -> usize {
    let request = operation.request.as_ref().filter(|_| operation.is_bulk());
    let list = request.and_then(|name| spec.types.get(name));
    let longest = list.and_then(|list| list.schema.count(Keyword::MaxItems));
    let count = longest.and_then(|longest| usize::try_from(longest).ok()?.checked_add(1));
    count
        .filter(|count| *count <= MAX_FIXTURES_PER_LIST)
        .map_or(MAX_FIXTURES_PER_CASE, |count| count.max(MAX_FIXTURES_PER_CASE))
}

/// Derives the cases of all ideas except those in `left_out`. Values that a rule excludes may make a case impossible; a
/// case that cannot be proved is left out.
#[must_use]
pub fn derive_without(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let mut cases = unproved(spec, left_out);
    cases.retain(|case| proof::mistake(case, Interpreter::new(spec)).is_none());
    cases
}

/// Returns why each case that the derivation of a contract leaves out cannot be proved.
#[must_use]
pub fn left_out(spec: &Spec) -> Vec<String> {
    let cases = unproved(spec, &[]);
    cases.iter().filter_map(|case| proof::mistake(case, Interpreter::new(spec))).collect()
}

fn unproved(spec: &Spec, left_out: &[&str]) -> Vec<Case> {
    let modules = || MODULES.iter().filter(|(name, ..)| !left_out.contains(name));
    let (mut cases, mut known) = (Vec::new(), HashSet::new());
    for operation in spec.operations.values() {
        for input in Input::parts_of(operation) {
            let mut context = OperationContext::new(spec, operation, input);
            context.mark_first(&mut known);
            context.add_controls();
            let in_scope = modules().filter(|(_, scope, _)| scope.includes(&context));
            let made: Vec<Case> = in_scope.flat_map(|(_, _, derive)| derive(&context)).collect();
            let controls = context.controls_of(&made);
            cases.extend(made.into_iter().chain(controls));
        }
    }
    if modules().any(|(name, ..)| *name == "errors") {
        cases.extend(errors::unknown_path(spec));
    }
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.id.clone()));
    let stated = spec.clauses();
    for case in &mut cases {
        let clause = case.clauses.first().and_then(|first| stated.get(first));
        if let Some((sentence, clause)) = case.sentence.as_mut().zip(clause) {
            sentence.complete(clause);
        }
        case.clauses.extend(case.breaks.clone());
        let mut named = HashSet::new();
        case.clauses.retain(|clause| named.insert(clause.clone()));
    }
    cases
}

/// The requests by which operations of the contract create and remove a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifetime {
    /// The path parameter that identifies the resource.
    pub parameter: String,
    /// The request that creates a resource.
    pub creation: Request,
    /// The place of the identity in the response to the creation, as a JSON Pointer (RFC 6901).
    pub identity: String,
    /// The request that removes the resource.
    pub removal: Request,
}

/// Returns the resources that the contract has both an operation to create and an operation to remove.
#[must_use]
pub fn lifetimes(spec: &Spec) -> Vec<Lifetime> {
    let removals = spec.operations.values().filter_map(|operation| {
        let resource = operation.resource.as_ref()?;
        let is_removal = resource.effect == ResourceEffect::Deletes && !operation.is_bulk();
        is_removal.then_some((operation, resource))
    });
    let lifetime = |(operation, resource): (&Operation, &Resource)| {
        let context = OperationContext::new(spec, operation, Input::Body);
        let Argument::ResponseValue { pointer, .. } = context.related.created_in(0)? else {
            return None;
        };
        let mut creation = [context.related.creation()?];
        name_existing(spec, &mut creation);
        let [creation] = creation;
        Some(Lifetime {
            parameter: resource.identified_by.clone()?,
            creation: creation.request,
            identity: pointer,
            removal: context.valid_request(),
        })
    };
    removals.filter_map(lifetime).collect()
}
