//! Lint of a resolved contract: contradictions and unused entries, which are mistakes, and oddities, which
//! are warnings.

mod catalogue;
mod conditional;
mod entries;
mod jobs;
mod operations;
mod references;
mod schema_keys;
mod served;
mod situations;
mod uploads;

use std::cell::RefCell;

use self::references::{PlacedSchema, Types, schemas};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::model::Spec;
use crate::omission::Omission;
use crate::page::{LifecyclePage, OperationPage, Pages};
use crate::resolve::EntryPlace;

/// Returns every contradiction and unused entry; `resolved` says whether `spec` has all of the pages.
pub(crate) fn lint(pages: &Pages, spec: &Spec, resolved: bool) -> Vec<Diagnostic> {
    let lint = Lint::new(pages, spec, resolved);
    lint.schemas();
    lint.references();
    lint.calls();
    lint.uploads();
    lint.conditions();
    lint.jobs();
    lint.values();
    lint.catalogue();
    lint.causes();
    lint.names_with_dots();
    lint.headings();
    lint.gaps();
    lint.retried_statuses();
    lint.profiles();
    lint.situations();
    // Other mistakes may be the cause of these.
    if resolved && lint.mistakes.borrow().is_empty() {
        lint.served();
    }
    lint.mistakes.into_inner()
}

/// Returns what is odd about a contract without mistakes.
pub(crate) fn warnings(pages: &Pages, spec: &Spec) -> Vec<Diagnostic> {
    let lint = Lint::new(pages, spec, true);
    lint.unused();
    lint.mistakes.into_inner().into_iter().map(Diagnostic::into_warning).collect()
}

/// The pages and what was resolved from them, and the mistakes so far.
struct Lint<'p> {
    pages: &'p Pages,
    spec: &'p Spec,
    /// Whether `spec` has all of the pages.
    resolved: bool,
    types: Types<'p>,
    /// Every schema of the pages.
    schemas: Vec<PlacedSchema<'p>>,
    mistakes: RefCell<Vec<Diagnostic>>,
}

impl<'p> Lint<'p> {
    fn new(pages: &'p Pages, spec: &'p Spec, resolved: bool) -> Self {
        let (types, schemas) = (Types::new(pages), schemas(pages));
        Self { pages, spec, resolved, types, schemas, mistakes: RefCell::default() }
    }

    fn push(&self, mistake: Diagnostic) {
        self.mistakes.borrow_mut().push(mistake);
    }

    fn report(&self, mistake: Diagnostic, help: impl Into<String>) {
        self.push(mistake.with_help(help));
    }

    /// Reports something that the language leaves out.
    fn report_omission(&self, mistake: Diagnostic, help: impl Into<String>, omission: Omission) {
        self.push(mistake.with_help(help).with_omission(omission));
    }

    /// Returns every operation, with its identity and its place.
    fn operations(
        &self,
    ) -> impl Iterator<Item = (&'p String, &'p OperationPage, EntryPlace<'p>)> + use<'p> {
        let place = EntryPlace::new(&self.pages.operations.document);
        self.pages.operations.content.iter().map(move |(id, page)| (id, page, place.at(id)))
    }

    /// Returns every lifecycle, with its type, its property and its place.
    fn lifecycles(&self) -> Vec<(&'p String, &'p String, &'p LifecyclePage, EntryPlace<'p>)> {
        let mut lifecycles = Vec::new();
        let page = &self.pages.lifecycles;
        for (type_name, properties) in &page.content {
            for (property, lifecycle) in properties {
                let place = EntryPlace::new(&page.document).at(type_name).at(property);
                lifecycles.push((type_name, property, lifecycle, place));
            }
        }
        lifecycles
    }

    /// Returns the pages whose entries have clauses.
    fn documents(&self) -> impl Iterator<Item = &'p Document> + use<'p> {
        let Pages { service, errors, operations, lifecycles, limits, events, types, .. } =
            self.pages;
        let others = [
            &service.document,
            &errors.document,
            &operations.document,
            &lifecycles.document,
            &limits.document,
            &events.document,
        ];
        types.iter().map(|(_, page)| &page.document).chain(others)
    }
}
