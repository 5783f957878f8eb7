//! What a contract may not say even where every name resolves: contradictions and loose ends.

mod catalogue;
mod types;

use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::read::Pages;

/// Every contradiction and loose end.
pub(crate) fn lint(pages: &Pages, spec: &Spec) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    types::lint(pages, spec, &mut mistakes);
    catalogue::lint(pages, spec, &mut mistakes);
    mistakes
}
