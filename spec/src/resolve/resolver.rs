//! The state of resolving: the mistakes so far, and the names that pages may refer to. Resolves no part
//! itself.

use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::pages::{Page, Pages};

/// The mistakes so far, and the names that pages may refer to.
pub(super) struct Resolver<'p> {
    pub(super) pages: &'p Pages,
    pub(super) mistakes: Vec<Diagnostic>,
    pub(super) errors: Vec<&'p str>,
    pub(super) types: Vec<&'p str>,
    pub(super) operations: Vec<&'p str>,
    pub(super) gaps: Vec<&'p str>,
    pub(super) channels: Vec<&'p str>,
    pub(super) team_states: Vec<&'p str>,
    pub(super) tags: Vec<&'p str>,
}

/// The kinds of things that an entry can refer to.
#[derive(Clone, Copy)]
pub(super) enum ReferenceKind {
    Error,
    Type,
    Operation,
    Gap,
    Channel,
    TeamState,
    Tag,
}

impl<'p> Resolver<'p> {
    /// Collects the names that pages may refer to.
    pub(super) fn new(pages: &'p Pages) -> Self {
        Self {
            pages,
            mistakes: Vec::new(),
            errors: keys(&pages.errors),
            types: pages.types.iter().flat_map(|(_, page)| keys(page)).collect(),
            operations: keys(&pages.operations),
            gaps: pages.gaps.as_ref().map(keys).unwrap_or_default(),
            channels: pages.events.as_ref().map(keys).unwrap_or_default(),
            team_states: pages.service.document.keys(&["teamStates".to_owned()]),
            tags: pages.service.document.keys(&["tags".to_owned()]),
        }
    }

    pub(super) fn report(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
    }

    /// Reports that something is missing at a place, unless a key there was reported before.
    pub(super) fn report_missing(&mut self, place: &Place<'_>, mistake: Diagnostic) {
        if !place.is_incomplete() {
            self.report(mistake);
        }
    }

    /// Returns the name if it exists, and reports it otherwise.
    pub(super) fn refer(
        &mut self,
        kind: ReferenceKind,
        name: &str,
        place: &Place<'_>,
    ) -> Option<String> {
        let (what, known) = match kind {
            ReferenceKind::Error => ("error", &self.errors),
            ReferenceKind::Type => ("type", &self.types),
            ReferenceKind::Operation => ("operation", &self.operations),
            ReferenceKind::Gap => ("gap", &self.gaps),
            ReferenceKind::Channel => ("channel", &self.channels),
            ReferenceKind::TeamState => ("team state", &self.team_states),
            ReferenceKind::Tag => ("tag", &self.tags),
        };
        if known.contains(&name) {
            return Some(name.to_owned());
        }
        let mistake = place.unknown(what, name, known);
        self.report(mistake);
        None
    }
}

/// Returns the names on a page, including entries that were rejected: a reference to them is not reported
/// too.
fn keys<T>(page: &Page<T>) -> Vec<&str> {
    page.document.keys(&[])
}
