//! What types of answers say: members are missing, inverted, or made as if they were something else.
//!
//! The server makes answers and does not judge them: a limit or a format here changes nothing.

use serde_json::Value;
use webdata_spec::model::{Additional, Keyword, Operand, Schema, Shape, SituationResponse};

use super::builder::MutantBuilder;
use super::find;
use super::objects::other_value;

impl MutantBuilder<'_> {
    /// Members of answers: the server makes them, and does not judge them.
    pub(super) fn mutate_answers(&mut self, schema: &Schema, path: &str, word: &str) {
        let at = path.to_owned();
        match (word, &schema.shape) {
            ("required", _) => {
                self.add("is-not-there", format!("Answers lack `{path}`."), move |spec| {
                    let (owner, name) = at.rsplit_once('.')?;
                    find::object(spec, owner)?.properties.shift_remove(name).map(drop)
                });
            }
            ("const", _) if self.is_required(path) => {
                let Some(other) = schema.constant().and_then(other_value) else { return };
                let says = format!("`{path}` is {other} in every answer.");
                self.schema(path, &format!("is {other}"), says, move |own| {
                    own.constrain(Keyword::Const, Some(Operand::Value(other.clone())));
                    Some(())
                });
            }
            ("type", _) => {
                if self.is_made_by_type(schema, path) {
                    let says = format!("`{path}` is made as if it were of another type.");
                    self.schema(path, "made-as-another-type", says, |own| {
                        own.shape = match own.shape {
                            Shape::Boolean => Shape::String,
                            _ => Shape::Boolean,
                        };
                        own.constraints.clear();
                        Some(())
                    });
                }
                self.mutate_mistyped(path);
            }
            // Of what no operation answers itself, only the values tell.
            ("enum", Shape::Enum(values)) if self.places.is_unknown(path) => {
                for value in values {
                    let says = format!("`{path}` is never `{value}`.");
                    let value = value.clone();
                    self.schema(path, &format!("never-{value}"), says, move |own| {
                        let Shape::Enum(values) = &mut own.shape else { return None };
                        find::take(values, |own| *own == value)
                    });
                }
            }
            ("additionalProperties", _) => {
                let says = format!("`{path}` is answered with members that are not listed.");
                self.add("has-unknown", says, move |spec| {
                    find::object(spec, &at)?.additional = Additional::Open;
                    Some(())
                });
            }
            _ => {}
        }
    }

    /// Whether the server makes what a path leads to by its type: parts of resources, of the
    /// envelopes around them, of errors and of events.
    fn is_made_by_type(&self, schema: &Schema, path: &str) -> bool {
        let type_name = find::type_name(path);
        let is_error = self.places.is_error(type_name);
        let is_envelope =
            self.spec.service.error_body == type_name || self.places.is_envelope(type_name);
        let is_whole = path == type_name;
        let is_around = is_whole && self.places.is_around(type_name);
        let is_of_headers = is_whole && self.places.is_of_headers(type_name);
        let first = self.places.operation(self.spec, self.clause);
        let first = self.spec.operations.get(&first);
        let is_stored = first.is_some_and(|own| own.resource.is_some());
        match schema.shape {
            // Around a resource the server makes flags, and of headers those that must be there. A
            // type that asks for none is made alike whatever it is.
            Shape::Object(ref object) if is_around => {
                let mut properties = object.properties.values();
                properties.any(|own| own.required && own.schema.shape == Shape::Boolean)
            }
            Shape::Object(ref object) if is_of_headers => {
                object.properties.values().any(|own| own.required)
            }
            Shape::Object(_) => is_error || is_stored || self.places.is_unknown(path),
            Shape::Array { .. } | Shape::Tuple(_) => is_stored && !is_envelope,
            Shape::Boolean => is_envelope && self.is_required(path),
            _ => false,
        }
    }

    /// A member of a known value is a text, or no text, in a situation.
    fn mutate_mistyped(&mut self, path: &str) {
        let Some((owner, name)) = path.rsplit_once('.') else { return };
        let lifecycles = self.spec.lifecycles.iter().filter(|own| own.type_name == owner);
        let situations = lifecycles.flat_map(|own| &own.situations).filter_map(|one| {
            let SituationResponse::Success(success) = &one.response else { return None };
            let mistyped = match success.members.get(name)? {
                Value::Number(number) => Value::String(number.to_string()),
                _ => return None,
            };
            Some((one.id.clone(), one.clause.clone(), mistyped))
        });
        for (id, clause, mistyped) in situations.collect::<Vec<_>>() {
            let says = format!("In the situation `{id}`, `{name}` is the text {mistyped}.");
            let name = name.to_owned();
            self.add(format!("is-a-text-where-{id}"), says, move |spec| {
                let mut situations = spec.lifecycles.iter_mut().flat_map(|own| &mut own.situations);
                let found = situations.find(|one| one.clause == clause)?;
                let SituationResponse::Success(success) = &mut found.response else { return None };
                *success.members.get_mut(&name)? = mistyped.clone();
                Some(())
            });
        }
    }

    /// Whether every object has the property that a path leads to; the server may leave out others.
    fn is_required(&self, path: &str) -> bool {
        let Some((owner, name)) = path.rsplit_once('.') else { return false };
        match find::seen(self.spec, owner).map(|own| &own.shape) {
            Some(Shape::Object(object)) => {
                object.properties.get(name).is_some_and(|property| property.required)
            }
            _ => false,
        }
    }
}
