//! Mutants of response types: properties are missing, inverted, or of another type.
//!
//! The server produces responses and does not validate them. So limits and formats make no mutants here.

use serde_json::Value;
use webdata_spec::model::{Additional, Keyword, Operand, Schema, Shape, SituationResponse};
use webdata_spec::walk;

use super::builder::{MutantBuilder, situation_mut, take};
use super::objects::other_value;

impl MutantBuilder<'_> {
    /// Adds the mutants of a response's property.
    pub(super) fn mutate_responses(&mut self, schema: &Schema, path: &str, word: &str) {
        let at = path.to_owned();
        match (word, &schema.shape) {
            ("required", _) => {
                self.add("is-not-there", format!("Responses lack `{path}`."), move |spec| {
                    let (owner, name) = at.rsplit_once('.')?;
                    spec.schema_at_mut(owner)?.object_mut()?.properties.shift_remove(name)
                });
            }
            ("const", _) if self.is_required(path) == Some(true) => {
                let Some(other) = schema.constant().and_then(other_value) else { return };
                let description = format!("`{path}` is {other} in every response.");
                self.schema(path, &format!("is {other}"), description, move |schema| {
                    schema.set_constraint(Keyword::Const, Some(Operand::Value(other.clone())));
                });
            }
            ("type", _) => {
                if self.is_made_by_type(schema, path) {
                    let description =
                        format!("`{path}` is produced as if it were of another type.");
                    self.schema(path, "made-as-another-type", description, |schema| {
                        schema.shape = match schema.shape {
                            Shape::Boolean => Shape::String,
                            _ => Shape::Boolean,
                        };
                        schema.constraints.clear();
                        Some(())
                    });
                }
                self.mutate_mistyped(path);
            }
            // No operation returns this type itself, so only its values can be wrong.
            ("enum", Shape::Enum(values)) if self.places.is_in_no_operation(path) => {
                for value in values {
                    let description = format!("`{path}` is never `{value}`.");
                    let value = value.clone();
                    self.schema(path, &format!("never-{value}"), description, move |schema| {
                        let Shape::Enum(values) = &mut schema.shape else { return None };
                        take(values, |listed| *listed == value)
                    });
                }
            }
            ("additionalProperties", _) => {
                let description =
                    format!("`{path}` is returned with properties that are not listed.");
                self.add("has-unknown", description, move |spec| {
                    spec.schema_at_mut(&at)?.object_mut()?.additional = Additional::Open;
                    Some(())
                });
            }
            _ => {}
        }
    }

    /// Returns whether the server produces the value at a path from its type. Such values are in resources, their
    /// envelopes, errors and events.
    fn is_made_by_type(&self, schema: &Schema, path: &str) -> bool {
        let type_name = walk::type_name(path);
        let operations = || self.spec.operations.values();
        let is_usual_error = self.spec.service.error_body == type_name;
        let is_error = is_usual_error || operations().any(|it| it.error_body == type_name);
        let returning =
            || operations().filter(|it| it.response_type().is_some_and(|name| name == type_name));
        let is_envelope = is_usual_error || returning().any(|it| it.stored_resource().is_some());
        let is_whole = path == type_name;
        let mut resources = returning().filter_map(|it| it.resource.as_ref());
        let has_resource_property =
            is_whole && resources.any(|resource| resource.returned_in.is_some());
        let mut responses = operations().filter_map(|operation| operation.response.as_ref());
        let is_header_type =
            is_whole && responses.any(|response| response.headers.as_deref() == Some(type_name));
        let first = self.places.operation(self.spec, self.clause);
        let first = self.spec.operations.get(&first);
        let is_stored = first.is_some_and(|operation| operation.stored_resource().is_some());
        match schema.shape {
            // Of an envelope, the server produces only flags; of headers, only required ones. Without these, a
            // mutant of the type would change no response.
            Shape::Object(ref object) if has_resource_property => {
                let mut properties = object.properties.values();
                properties
                    .any(|property| property.required && property.schema.shape == Shape::Boolean)
            }
            Shape::Object(ref object) if is_header_type => {
                object.properties.values().any(|property| property.required)
            }
            Shape::Object(_) => is_error || is_stored || self.places.is_in_no_operation(path),
            // The server may leave out an optional list.
            Shape::Array { .. } | Shape::Tuple(_) => {
                is_stored && !is_envelope && self.is_required(path) != Some(false)
            }
            Shape::Boolean => is_envelope && self.is_required(path) == Some(true),
            _ => false,
        }
    }

    /// Adds mutants in which a number of a situation's response is a string.
    fn mutate_mistyped(&mut self, path: &str) {
        let Some((owner, name)) = path.rsplit_once('.') else { return };
        let lifecycles =
            self.spec.lifecycles.iter().filter(|lifecycle| lifecycle.type_name == owner);
        let situations =
            lifecycles.flat_map(|lifecycle| &lifecycle.situations).filter_map(|situation| {
                let SituationResponse::Success(success) = &situation.response else { return None };
                let mistyped = match success.members.get(name)? {
                    Value::Number(number) => Value::String(number.to_string()),
                    _ => return None,
                };
                Some((situation.id.clone(), situation.clause.clone(), mistyped))
            });
        for (id, clause, mistyped) in situations.collect::<Vec<_>>() {
            let description =
                format!("In the situation `{id}`, `{name}` is the string {mistyped}.");
            let name = name.to_owned();
            self.add(format!("is-a-text-where-{id}"), description, move |spec| {
                let response = &mut situation_mut(spec, &clause)?.response;
                let SituationResponse::Success(success) = response else { return None };
                *success.members.get_mut(&name)? = mistyped.clone();
                Some(())
            });
        }
    }

    /// Returns whether the property at a path is required; `None` if the path names no property. The server may omit
    /// optional properties.
    fn is_required(&self, path: &str) -> Option<bool> {
        let (owner, name) = path.rsplit_once('.')?;
        let object = self.spec.schema_at(owner).and_then(Schema::object)?;
        object.properties.get(name).map(|property| property.required)
    }
}
