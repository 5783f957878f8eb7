//! Lint of values: defaults, examples, values that effects set, and values in situations. Each is checked
//! against its schema.

use serde_json::Value;

use super::placed_schema::{PlacedSchema, types};
use super::schema_keys::contradictions;
use crate::diagnostic::Diagnostic;
use crate::model::{Operation, Schema, SituationResponse, Spec};
use crate::nearest::did_you_mean;
use crate::page::EffectPage;
use crate::pages::Pages;
use crate::resolve::Place;

pub(super) fn lint(
    pages: &Pages,
    spec: &Spec,
    schemas: &[PlacedSchema<'_>],
    mistakes: &mut Vec<Diagnostic>,
) {
    let mut lint = Lint { spec, mistakes };
    for at in schemas {
        if let Some(schema) = at.resolved(spec) {
            lint.schema(at, schema);
        }
    }
    for (name, at) in types(pages).filter(|(name, _)| spec.types.contains_key(*name)) {
        lint.effects(&at.page.effects, name, &at.place);
    }
    let place = Place::new(&pages.operations.document);
    for (id, operation) in &pages.operations.content {
        let place = place.at(id);
        let Some(called) = spec.operations.get(id) else { continue };
        for (index, situation) in operation.situations.iter().enumerate() {
            let place = place.at("situations").item(index).at("optional");
            for (name, value) in &situation.optional {
                if let Some(returned) = called.response_type() {
                    lint.member(returned, name, value, &place.at(name));
                }
            }
        }
        if let Some(resource) = &called.resource {
            lint.effects(&operation.effects, &resource.type_name, &place);
        }
    }
    lint.situations(pages);
}

struct Lint<'l> {
    spec: &'l Spec,
    mistakes: &'l mut Vec<Diagnostic>,
}

impl Lint<'_> {
    /// Checks the values that effects set in properties of a type.
    fn effects(&mut self, effects: &[EffectPage], type_name: &str, place: &Place<'_>) {
        for (index, effect) in effects.iter().enumerate() {
            if let (Some(name), Some(value)) = (&effect.property, &effect.value) {
                let place = place.at("effects").item(index).at("value");
                self.member(type_name, name, value, &place);
            }
        }
    }

    /// Checks the values of responses and events in situations.
    fn situations(&mut self, pages: &Pages) {
        let Some(page) = &pages.lifecycles else { return };
        let spec = self.spec;
        for lifecycle in &spec.lifecycles {
            let place = Place::new(&page.document).at(&lifecycle.type_name).at(&lifecycle.property);
            for (index, situation) in lifecycle.situations.iter().enumerate() {
                let place = place.at("situations").item(index);
                let SituationResponse::Success(success) = &situation.response else { continue };
                let operation = spec.operations.get(&situation.operation);
                if let Some(returned) = operation.and_then(Operation::response_type) {
                    for (word, members) in
                        [("members", &success.members), ("optional", &success.optional)]
                    {
                        for (name, value) in members {
                            self.member(returned, name, value, &place.at(word).at(name));
                        }
                    }
                }
                let Some(event) = &success.event else { continue };
                let channel = spec.channels.get(&event.channel);
                let carrying = channel.and_then(|channel| channel.events.get(&event.name));
                if let Some(carried) = carrying.and_then(|event| event.carries.as_ref()) {
                    let place = place.at("event").at("members");
                    for (name, value) in &event.members {
                        self.member(carried, name, value, &place.at(name));
                    }
                }
            }
        }
    }

    /// Checks the value of a property of a type.
    fn member(&mut self, type_name: &str, name: &str, value: &Value, place: &Place<'_>) {
        let object = self.spec.object(type_name);
        if let Some(property) = object.and_then(|object| object.properties.get(name)) {
            let what = format!("the value breaks the schema of `{name}`");
            self.value(&what, value, &property.schema, place);
        }
    }

    fn schema(&mut self, at: &PlacedSchema<'_>, schema: &Schema) {
        // If no value can meet the limits, the limits are the mistake.
        if contradictions(at.page).is_empty() {
            if let Some(constant) = schema.constant() {
                let place = at.place.at("const");
                self.value("the constant breaks its own schema", constant, schema, &place);
            }
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
        for (index, value) in at.page.open_values.iter().flat_map(|o| o.values.iter().enumerate()) {
            let place = at.place.at("openValues").at("values").item(index);
            self.value("the open value is not listed", value, schema, &place);
        }
    }

    fn value(&mut self, what: &str, value: &Value, schema: &Schema, place: &Place<'_>) {
        let Some(error) = rejection_reason(self.spec, schema, value) else { return };
        let mistake = place.value(format!("{what}: {error}"));
        let written = value.as_str().unwrap_or_default();
        let known = schema.words().unwrap_or_default().iter().map(String::as_str);
        let meant = did_you_mean(known, written);
        self.mistakes.push(match meant {
            Some(help) => mistake.with_help(help),
            None => mistake,
        });
    }
}

/// Returns the reason why a schema rejects a value, or `None` if it accepts the value.
pub(super) fn rejection_reason(spec: &Spec, schema: &Schema, value: &Value) -> Option<String> {
    let options = jsonschema::options().should_validate_formats(true);
    // A pattern that cannot be part of a JSON Schema is reported at the pattern.
    let validator = options.build(&spec.json_schema_of(schema)).ok()?;
    validator.iter_errors(value).next().map(|error| error.to_string())
}
