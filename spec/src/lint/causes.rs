//! Lint of the causes that an operation gives for errors: the operation must have each of the errors.

use crate::diagnostic::Diagnostic;
use crate::model::Spec;
use crate::pages::Pages;
use crate::resolve::Place;

/// Reports causes of errors that an operation does not have. The errors of an operation are known only if
/// everything is `resolved`.
pub(super) fn lint(pages: &Pages, spec: &Spec, resolved: bool, mistakes: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = pages.errors.content.keys().map(String::as_str).collect();
    let place = Place::new(&pages.operations.document);
    for (id, page) in &pages.operations.content {
        let place = place.at(id).at("causes");
        for error in page.causes.keys() {
            let place = place.at(error);
            if !known.contains(&error.as_str()) {
                mistakes.push(place.unknown_key("error", error, &known));
                continue;
            }
            let Some(operation) = spec.operations.get(id).filter(|_| resolved) else { continue };
            let earned = spec.operation_errors(operation);
            if earned.iter().all(|row| row.id != *error) {
                let mistake = place.entry(format!("`{id}` does not have the error `{error}`"));
                let ids = earned.iter().map(|row| row.id.as_str()).collect::<Vec<_>>();
                let help = format!("add it to `errors`; the operation has `{}`", ids.join("`, `"));
                mistakes.push(mistake.with_help(help));
            }
        }
    }
}
