//! Lint of errors, operations, lifecycles and gaps: rows that nothing uses, clauses that collide.

use std::collections::HashSet;

use super::At;
use super::follow::Types;
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::Spec;
use crate::read::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, schemas: &[At<'_>], mistakes: &mut Vec<Diagnostic>) {
    unused_errors(pages, spec, schemas, mistakes);
    unknown_schemes(pages, mistakes);
    colliding_effects(pages, mistakes);
    states_beside_enums(pages, mistakes);
}

fn unused_errors(pages: &Pages, spec: &Spec, schemas: &[At<'_>], mistakes: &mut Vec<Diagnostic>) {
    // An error may be used by what was taken out.
    let misfits = [pages.service.document.has_misfits(), pages.operations.document.has_misfits()];
    if misfits.contains(&true)
        || pages.limits.as_ref().is_some_and(|page| page.document.has_misfits())
        || pages.types.iter().any(|(_, page)| page.document.has_misfits())
    {
        return;
    }
    let service = &spec.service;
    let mut used: HashSet<&str> =
        [service.unknown_path.as_str(), service.validation_failure.as_str()].into();
    for scheme in service.authentication.values() {
        used.extend([scheme.rejected.as_str(), scheme.forbidden.as_str()]);
    }
    for operation in spec.operations.values() {
        used.extend(operation.errors.iter().map(String::as_str));
        used.extend(operation.resource.iter().map(|resource| resource.unknown.as_str()));
    }
    used.extend(spec.limits.values().map(|limit| limit.error.as_str()));
    used.extend(schemas.iter().filter_map(|at| at.page.error.as_deref()));
    let place = Place::new(&pages.errors.document);
    let known = place.keys();
    let dangling = used.iter().filter(|name| !known.contains(name));
    // A misspelt reference is reported; the row that it means is not unused.
    let meant: HashSet<&str> =
        dangling.filter_map(|name| nearest(name, known.iter().copied())).collect();
    used.extend(meant);
    for id in pages.errors.content.keys().filter(|id| !used.contains(id.as_str())) {
        let mistake = place.at(id).entry(format!("no operation uses the error `{id}`"));
        mistakes.push(mistake.with_help("name it in the `errors` of an operation"));
    }
}

fn unknown_schemes(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let known = Place::new(&pages.service.document).at("authentication").keys();
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        for scheme in operation.authentication.iter().filter(|s| !known.contains(&s.as_str())) {
            let place = place.at(id).at("authentication");
            mistakes.push(place.unknown("authentication scheme", scheme, &known));
        }
    }
}

fn colliding_effects(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        let mut seen = HashSet::new();
        for (index, effect) in operation.effects.iter().enumerate() {
            if !seen.insert(effect.id.as_str()) {
                let place = place.at(id).at("effects").item(index).at("id");
                let mistake = place.value(format!("there are two effects `{}`", effect.id));
                mistakes.push(mistake.with_help("give one of them another `id`"));
            }
        }
    }
}

fn states_beside_enums(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.lifecycles else { return };
    let types = Types::of(pages);
    for (type_name, properties) in &page.content {
        let Some(found) = types.get(type_name) else { continue };
        let known = found.place.at("properties").keys();
        for (property, lifecycle) in properties {
            let place = Place::new(&page.document).at(type_name).at(property);
            if !known.contains(&property.as_str()) {
                mistakes.push(place.unknown_key("property", property, &known));
                continue;
            }
            let Some(at) = found.property(property) else { continue };
            match &at.page.enumeration {
                Some(values) if *values == lifecycle.states => {}
                Some(values) => {
                    let listed = values.join("`, `");
                    let mistake = place.at("states").value("the property lists other states");
                    mistakes.push(mistake.with_help(format!("its `enum` is `{listed}`")));
                }
                None if at.place.is_incomplete() => {}
                None => {
                    let message = format!("the property `{property}` has no `enum` of states");
                    mistakes.push(place.entry(message));
                }
            }
        }
    }
}
