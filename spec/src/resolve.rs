//! From what stands on the pages to the model: names are looked up, words become types.
//!
//! Whatever cannot be resolved is reported and left out, so that one run finds every mistake.

mod conditions;
mod events;
mod gaps;
mod lifecycles;
mod limits;
mod operations;
mod place;
mod schemas;
mod service;
mod texts;

use indexmap::IndexMap;

use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::read::{Page, Pages};

pub(crate) use place::Place;
pub(crate) use schemas::kind;

/// What is being resolved: the mistakes so far, and the names that may be referred to.
pub(crate) struct Resolver<'p> {
    pages: &'p Pages,
    mistakes: Vec<Diagnostic>,
    errors: Vec<&'p str>,
    types: Vec<&'p str>,
    operations: Vec<&'p str>,
    gaps: Vec<&'p str>,
    channels: Vec<&'p str>,
    team_states: Vec<&'p str>,
}

/// Resolves all pages.
pub(crate) fn resolve(pages: &Pages) -> (Spec, Vec<Diagnostic>) {
    let mut resolver = Resolver {
        pages,
        mistakes: Vec::new(),
        errors: keys(&pages.errors),
        types: pages.types.iter().flat_map(|(_, page)| keys(page)).collect(),
        operations: keys(&pages.operations),
        gaps: pages.gaps.as_ref().map(keys).unwrap_or_default(),
        channels: pages.events.as_ref().map(keys).unwrap_or_default(),
        team_states: pages.service.document.keys(&["teamStates".to_owned()]),
    };
    let spec = Spec {
        service: resolver.service(&pages.service),
        errors: resolver.errors(&pages.errors),
        types: resolver.types(&pages.types),
        operations: resolver.operations(&pages.operations),
        lifecycles: pages.lifecycles.as_ref().map_or_else(Vec::new, |p| resolver.lifecycles(p)),
        limits: pages.limits.as_ref().map_or_else(IndexMap::new, |p| resolver.limits(p)),
        charges: pages.limits.as_ref().map_or_else(IndexMap::new, |p| resolver.charges(p)),
        channels: pages.events.as_ref().map_or_else(IndexMap::new, |p| resolver.channels(p)),
        gaps: pages.gaps.as_ref().map_or_else(IndexMap::new, |p| resolver.gaps(p)),
        hash: String::new(),
    };
    (spec, resolver.mistakes)
}

/// What a page names, misfits included: a reference to one of those does not dangle.
fn keys<T>(page: &Page<T>) -> Vec<&str> {
    page.document.keys(&[])
}

/// The kinds of thing that an entry can refer to.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Error,
    Type,
    Operation,
    Gap,
    Channel,
    TeamState,
}

impl Resolver<'_> {
    pub(crate) fn report(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
    }

    /// Reports that something is missing at a place, unless a key there was reported already.
    pub(crate) fn report_missing(&mut self, place: &Place<'_>, mistake: Diagnostic) {
        if !place.is_incomplete() {
            self.report(mistake);
        }
    }

    /// Returns the name when there is such a thing; else reports a dangling reference.
    pub(crate) fn refer(&mut self, kind: Named, name: &str, place: &Place<'_>) -> Option<String> {
        let (what, known) = match kind {
            Named::Error => ("error", &self.errors),
            Named::Type => ("type", &self.types),
            Named::Operation => ("operation", &self.operations),
            Named::Gap => ("gap", &self.gaps),
            Named::Channel => ("channel", &self.channels),
            Named::TeamState => ("team state", &self.team_states),
        };
        if known.contains(&name) {
            return Some(name.to_owned());
        }
        let mistake = place.unknown(what, name, known);
        self.report(mistake);
        None
    }
}
