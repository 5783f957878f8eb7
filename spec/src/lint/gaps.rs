//! Lint of gaps: each names a clause, or the beginning of several. A gap with values names a schema.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::model::{Probe, Spec};
use crate::nearest::did_you_mean;
use crate::page::GapPage;
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, resolved: bool, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.gaps else { return };
    let clauses = spec.clauses();
    let clauses = clauses.iter().map(|clause| clause.id.as_str());
    let clauses: BTreeSet<&str> = clauses.filter(|id| !id.starts_with("gaps.")).collect();
    // If an entry was left out, its clauses are missing too, but the pages still have its name.
    let whole = resolved && !documents(pages).any(Document::has_rejected);
    // A schema with contradictory keywords may lack a part that the page names.
    let sound = whole && mistakes.is_empty();
    let named = names(pages);
    let schemas: Vec<&str> =
        spec.schemas().into_iter().map(|schema| schema.clause.as_str()).collect();
    for (id, gap) in &page.content {
        let at = Place::new(&page.document).at(id);
        values(gap, &at, mistakes);
        let strict = if gap.values.is_some() { sound } else { whole };
        if !strict && named.iter().any(|name| starts_with(&gap.place, name)) {
            continue;
        }
        if gap.values.is_some() {
            if !schemas.contains(&gap.place.as_str()) {
                let message = format!("`{}` is not a type or a part of a type", gap.place);
                let mistake = at.at("place").value(message);
                mistakes.push(match did_you_mean(schemas.iter().copied(), &gap.place) {
                    Some(help) => mistake.with_help(help),
                    None => mistake
                        .with_help("name the schema that the values are sent to: `Type.property`"),
                });
            }
            continue;
        }
        let below = format!("{}.", gap.place);
        let is_below = |identity: &&str| identity.starts_with(&below);
        if clauses.contains(gap.place.as_str())
            || clauses.range(below.as_str()..).next().is_some_and(is_below)
        {
            continue;
        }
        let mistake = at.at("place").value(format!("no clause begins with `{}`", gap.place));
        let starts = clauses.iter().flat_map(|clause| {
            let ends = clause.match_indices('.').map(|(end, _)| end);
            ends.chain([clause.len()]).filter_map(|end| clause.get(..end))
        });
        mistakes.push(match did_you_mean(starts, &gap.place) {
            Some(help) => mistake.with_help(help),
            None => mistake.with_help("name a type, or an entry such as `operations.ID`, `errors.ID`, `service.KEY`, `authentication.KEY`, `lifecycles.ID`, `events.ID`, `limits.ID` or `charges.ID`"),
        });
    }
}

/// Returns whether an identity equals another one or is below it.
fn starts_with(identity: &str, outer: &str) -> bool {
    identity.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Reports values that no probe sends, and an empty list of values.
fn values(gap: &GapPage, place: &Place<'_>, mistakes: &mut Vec<Diagnostic>) {
    let Some(values) = &gap.values else { return };
    if gap.probe != Some(Probe::OpenValue) {
        let mistake = place.at("values").entry("only the probe `open-value` sends values");
        mistakes.push(mistake.with_help("write `probe = \"open-value\"`, or remove `values`"));
    } else if values.is_empty() {
        let mistake = place.at("values").value("the list of values is empty");
        mistakes.push(mistake.with_help("add values, or remove `values`"));
    }
}

fn documents(pages: &Pages) -> impl Iterator<Item = &Document> {
    let optional = [
        pages.lifecycles.as_ref().map(|page| &page.document),
        pages.limits.as_ref().map(|page| &page.document),
        pages.events.as_ref().map(|page| &page.document),
    ];
    let others = [&pages.service.document, &pages.errors.document, &pages.operations.document];
    let types = pages.types.iter().map(|(_, page)| &page.document);
    types.chain(others).chain(optional.into_iter().flatten())
}

/// Returns the names on the pages, including entries that could not be resolved.
fn names(pages: &Pages) -> Vec<String> {
    let types = pages.types.iter().flat_map(|(_, page)| page.document.keys(&[]));
    let mut names: Vec<String> = types.map(str::to_owned).collect();
    let mut add = |prefix: &str, document: &Document, path: &[&str]| {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        names.extend(document.keys(&path).iter().map(|key| format!("{prefix}.{key}")));
    };
    add("operations", &pages.operations.document, &[]);
    add("errors", &pages.errors.document, &[]);
    add("service", &pages.service.document, &[]);
    add("authentication", &pages.service.document, &["authentication"]);
    if let Some(page) = &pages.lifecycles {
        add("lifecycles", &page.document, &[]);
    }
    if let Some(page) = &pages.events {
        add("events", &page.document, &[]);
    }
    if let Some(page) = &pages.limits {
        add("limits", &page.document, &["limits"]);
        add("charges", &page.document, &["charges"]);
    }
    names
}
