//! Warnings about types, errors and events that no operation uses.
//!
//! The warnings are for a contract without mistakes, since a mistake may remove the entry that uses a type.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::model::{Operation, Schema, Spec};
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, warnings: &mut Vec<Diagnostic>) {
    let types = types(spec);
    for (_, page) in &pages.types {
        let place = Place::new(&page.document);
        for name in page.content.keys().filter(|name| !types.contains(name.as_str())) {
            let warning = place.at(name).entry(format!("no operation uses the type `{name}`"));
            let help =
                format!("refer to `{name}` in another type or in an operation, or remove it");
            warnings.push(warning.with_help(help).into_warning());
        }
    }
    let errors = errors(spec);
    let place = Place::new(&pages.errors.document);
    for id in pages.errors.content.keys().filter(|id| !errors.contains(id.as_str())) {
        let warning = place.at(id).entry(format!("no operation has the error `{id}`"));
        let help = "add it to the `errors` of an operation, or remove it";
        warnings.push(warning.with_help(help).into_warning());
    }
    let Some(page) = &pages.events else { return };
    let place = Place::new(&page.document);
    for (id, channel) in &page.content {
        let setup = channel.type_name.as_ref().filter(|name| !types.contains(name.as_str()));
        if let (Some(name), false) = (setup, channel.events.is_empty()) {
            let place = place.at(id).at("events");
            let message = format!(
                "no operation configures the channel `{id}`: no request has its type `{name}`"
            );
            let warning = place.entry(message);
            let help = format!("refer to `{name}` in the type of a request, or remove the channel");
            warnings.push(warning.with_help(help).into_warning());
        }
    }
}

/// Returns the names of the types that operations and events use.
fn types(spec: &Spec) -> HashSet<&str> {
    let operations = || spec.operations.values();
    let bodies = operations().flat_map(|operation| {
        let types = operation.sent_types().chain(operation.returned_types());
        types.chain([operation.error_body.as_str()])
    });
    let resources = operations().filter_map(|operation| operation.resource.as_ref());
    let events = spec.channels.values().flat_map(|channel| channel.events.values());
    let names = bodies
        .chain(resources.map(|resource| resource.type_name.as_str()))
        .chain(events.filter_map(|event| event.carries.as_deref()))
        .chain(operations().flat_map(Operation::found_types))
        .chain([spec.service.error_body.as_str()]);
    let schemas = names.filter_map(|name| Some(&spec.types.get(name)?.schema));
    let reached = spec.reached(schemas.chain(operations().flat_map(parameters)));
    let types = reached.into_iter().filter_map(|schema| spec.types.get(schema.clause.as_str()));
    types.map(|named_type| named_type.name.as_str()).collect()
}

fn parameters(operation: &Operation) -> impl Iterator<Item = &Schema> {
    operation.parameters.values().map(|parameter| &parameter.schema)
}

/// Returns the identities of the errors that responses can have.
fn errors(spec: &Spec) -> HashSet<&str> {
    let service = &spec.service;
    let operations =
        spec.operations.values().flat_map(|operation| spec.operation_errors(operation));
    let limits = spec.limits.values().map(|limit| limit.error.as_str());
    let rows = [service.unknown_path.as_str(), service.validation_failure.as_str()];
    operations.map(|row| row.id.as_str()).chain(limits).chain(rows).collect()
}
