//! Lint of values: defaults, examples and what effects set, each against its own schema.

use serde_json::Value;

use super::words::contradictions;
use super::{At, types};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::model::{Schema, Shape, Spec};
use crate::read::Pages;
use crate::resolve::Place;

pub(super) fn lint(pages: &Pages, spec: &Spec, mistakes: &mut Vec<Diagnostic>) {
    let mut lint = Lint { spec, mistakes };
    for (name, at) in types(pages) {
        if let Some(found) = spec.types.get(name) {
            lint.schema(&at, &found.schema);
        }
    }
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        let place = place.at(id);
        let Some(found) = spec.operations.get(id) else { continue };
        for (name, page) in &operation.parameters {
            if let Some(found) = found.parameters.get(name) {
                lint.schema(&At { page, place: place.at("parameters").at(name) }, &found.schema);
            }
        }
        let resource = found.resource.as_ref().and_then(|r| spec.types.get(&r.type_name));
        for (index, effect) in operation.effects.iter().enumerate() {
            if let (Some(name), Some(value)) = (&effect.property, &effect.value)
                && let Some(resource) = resource
                && let Shape::Object(object) = &resource.schema.shape
                && let Some(property) = object.properties.get(name)
            {
                let place = place.at("effects").item(index).at("value");
                lint.value(
                    &format!("the value breaks the schema of `{name}`"),
                    value,
                    &property.schema,
                    &place,
                );
            }
        }
    }
}

struct Lint<'l> {
    spec: &'l Spec,
    mistakes: &'l mut Vec<Diagnostic>,
}

impl Lint<'_> {
    fn schema(&mut self, at: &At<'_>, schema: &Schema) {
        // Where nothing can meet the limits, it is they that are wrong.
        if contradictions(at.page).is_empty() {
            if let Some(default) = &at.page.default {
                self.value(
                    "the default breaks its own schema",
                    default,
                    schema,
                    &at.place.at("default"),
                );
            }
            for (index, example) in at.page.examples.iter().enumerate() {
                self.value(
                    "the example breaks its own schema",
                    example,
                    schema,
                    &at.place.at("examples").item(index),
                );
            }
        }
        match &schema.shape {
            Shape::Object(object) => {
                for (name, property) in &object.properties {
                    if let Some(at) = at.property(name) {
                        self.schema(&at, &property.schema);
                    }
                }
            }
            Shape::Array { items, .. } => {
                if let Some(at) = at.items() {
                    self.schema(&at, items);
                }
            }
            Shape::Map(values) => {
                if let Some(at) = at.free() {
                    self.schema(&at, values);
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, what: &str, value: &Value, schema: &Schema, place: &Place<'_>) {
        let options = jsonschema::options().should_validate_formats(true);
        // A pattern that makes no JSON Schema is reported where it stands.
        let Ok(validator) = options.build(&self.spec.json_schema_of(schema)) else { return };
        let Some(error) = validator.iter_errors(value).next() else { return };
        let mistake = place.value(format!("{what}: {error}"));
        let meant = match &schema.shape {
            Shape::Enum(known) => {
                let written = value.as_str().unwrap_or_default();
                did_you_mean(written, known.iter().map(String::as_str))
            }
            _ => None,
        };
        self.mistakes.push(match meant {
            Some(help) => mistake.with_help(help),
            None => mistake,
        });
    }
}
