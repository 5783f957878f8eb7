//! Lint of errors, operations, lifecycles and gaps: rows that nothing uses, clauses that collide.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::model::{Schema, Shape, Spec};
use crate::read::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    unused_errors(pages, spec, mistakes);
    unknown_schemes(pages, mistakes);
    colliding_effects(pages, mistakes);
    states_beside_enums(pages, spec, mistakes);
}

fn unused_errors(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
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
    let place = Place::new(&pages.errors.document);
    for id in pages.errors.content.keys().filter(|id| !used.contains(id.as_str())) {
        let mistake = place.at(id).entry(format!("no operation uses the error `{id}`"));
        mistakes.push(mistake.with_help("name it in the `errors` of an operation"));
    }
}

fn unknown_schemes(pages: &Pages, mistakes: &mut Vec<Diagnostic>) {
    let known: Vec<&str> =
        pages.service.content.authentication.keys().map(String::as_str).collect();
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
                mistakes.push(place.value(format!("there are two effects `{}`", effect.id)));
            }
        }
    }
}

fn states_beside_enums(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let Some(page) = &pages.lifecycles else { return };
    let place = Place::new(&page.document);
    for lifecycle in &spec.lifecycles {
        let place = place.at(&lifecycle.type_name).at(&lifecycle.property);
        let Some(found) = spec.types.get(&lifecycle.type_name) else { continue };
        match property(&found.schema, &lifecycle.property).map(|schema| &schema.shape) {
            Some(Shape::Enum(values)) if *values == lifecycle.states => {}
            Some(Shape::Enum(values)) => {
                let listed = values.join("`, `");
                let mistake = place.at("states").value("the property lists other states");
                mistakes.push(mistake.with_help(format!("its `enum` is `{listed}`")));
            }
            _ => mistakes.push(place.entry("there is no such property with an `enum`")),
        }
    }
}

fn property<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    match &schema.shape {
        Shape::Object(object) => object.properties.get(name).map(|property| &property.schema),
        _ => None,
    }
}
