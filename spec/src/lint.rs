//! Lint of a resolved contract: contradictions and unused entries, which are mistakes, and oddities, which
//! are warnings.

mod catalogue;
mod causes;
mod conditional;
mod deprecations;
mod follow;
mod gaps;
mod headings;
mod lists;
mod operations;
mod placed_schema;
mod places;
mod profiles;
mod references;
mod schema_keys;
mod situations;
mod unused;
mod values;

use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::pages::Pages;
use placed_schema::schemas;

/// Returns every contradiction and unused entry; `resolved` says whether `spec` has all of the pages.
pub(crate) fn lint(pages: &Pages, spec: &Spec, resolved: bool) -> Vec<Diagnostic> {
    let schemas = schemas(pages);
    let mut mistakes = Vec::new();
    schemas.iter().for_each(|at| schema_keys::lint(at, &mut mistakes));
    schemas.iter().for_each(|at| deprecations::lint(at, spec, &mut mistakes));
    references::lint(pages, spec, &mut mistakes);
    operations::lint(pages, &mut mistakes);
    conditional::lint(pages, spec, &mut mistakes);
    values::lint(pages, spec, &schemas, &mut mistakes);
    catalogue::lint(pages, spec, &schemas, &mut mistakes);
    causes::lint(pages, spec, resolved, &mut mistakes);
    headings::lint(pages, &schemas, &mut mistakes);
    gaps::lint(pages, spec, resolved, &mut mistakes);
    places::lint(pages, spec, &mut mistakes);
    profiles::lint(pages, &mut mistakes);
    situations::lint(pages, spec, resolved, &mut mistakes);
    mistakes
}

/// Returns what is odd about a contract without mistakes.
pub(crate) fn warnings(pages: &Pages, spec: &Spec) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    unused::lint(pages, spec, &mut warnings);
    warnings
}
