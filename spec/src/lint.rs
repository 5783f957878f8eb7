//! Lint of a resolved contract: contradictions and unused entries, which are mistakes, and oddities, which
//! are warnings.

mod catalogue;
mod conditional;
mod operations;
mod references;
mod schema_keys;

use self::references::schemas;
use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::read::Pages;

/// Returns every contradiction and unused entry; `resolved` says whether `spec` has all of the pages.
pub(crate) fn lint(pages: &Pages, spec: &Spec, resolved: bool) -> Vec<Diagnostic> {
    let schemas = schemas(pages);
    let mut mistakes = Vec::new();
    schemas.iter().for_each(|at| schema_keys::lint(at, &mut mistakes));
    schemas.iter().for_each(|at| schema_keys::deprecations(at, spec, &mut mistakes));
    references::lint(pages, spec, &mut mistakes);
    operations::lint(pages, spec, &mut mistakes);
    conditional::lint(pages, spec, &mut mistakes);
    schema_keys::values(pages, spec, &schemas, &mut mistakes);
    catalogue::lint(pages, spec, &schemas, &mut mistakes);
    conditional::causes(pages, spec, resolved, &mut mistakes);
    catalogue::headings(pages, &schemas, &mut mistakes);
    catalogue::gaps(pages, spec, resolved, &mut mistakes);
    references::places(pages, spec, &mut mistakes);
    catalogue::profiles(pages, &mut mistakes);
    conditional::situations(pages, spec, resolved, &mut mistakes);
    mistakes
}

/// Returns what is odd about a contract without mistakes.
pub(crate) fn warnings(pages: &Pages, spec: &Spec) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    catalogue::unused(pages, spec, &mut warnings);
    warnings
}
