//! Builds the model from the pages: looks names up, and parses strings into types.
//!
//! An entry that cannot be resolved is reported and left out, so that one run finds every mistake.

mod conditional;
mod conditions;
mod constraints;
mod effects;
mod enumerations;
mod events;
mod gaps;
mod lifecycles;
mod limits;
mod lists;
mod operations;
mod place;
mod profiles;
mod resolver;
mod schemas;
mod service;

use indexmap::IndexMap;

use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::pages::Pages;

pub(crate) use constraints::{is_map, limited_kind, operand};
pub(crate) use place::Place;
pub(crate) use schemas::kind;

use resolver::Resolver;

/// Resolves all pages.
pub(crate) fn resolve(pages: &Pages) -> (Spec, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(pages);
    let mut spec = Spec {
        service: resolver.service(&pages.service),
        errors: resolver.errors(&pages.errors),
        types: resolver.types(&pages.types),
        operations: resolver.operations(&pages.operations),
        lifecycles: pages.lifecycles.as_ref().map_or_else(Vec::new, |p| resolver.lifecycles(p)),
        limits: pages.limits.as_ref().map_or_else(IndexMap::new, |p| resolver.limits(p)),
        charges: pages.limits.as_ref().map_or_else(IndexMap::new, |p| resolver.charges(p)),
        channels: pages.events.as_ref().map_or_else(IndexMap::new, |p| resolver.channels(p)),
        gaps: pages.gaps.as_ref().map_or_else(IndexMap::new, |p| resolver.gaps(p)),
        profiles: pages.profiles.as_ref().map_or_else(IndexMap::new, profiles::profiles),
        hash: String::new(),
    };
    gaps::add_implied(&mut spec);
    (spec, resolver.mistakes)
}
