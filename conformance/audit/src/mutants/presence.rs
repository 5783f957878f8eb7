//! Mutants of presence: properties that may be omitted, be null, or be unlisted; and their defaults.

use serde_json::{Value, json};
use webdata_spec::model::{Additional, Keyword, Schema, Shape};

use super::builder::MutantBuilder;
use super::{find, subject};

impl MutantBuilder<'_> {
    pub(super) fn mutate_presence(&mut self, schema: &Schema, path: &str, word: &str) {
        let subject = subject::describe(path);
        match word {
            "required" => {
                let description = format!("{subject} may be left out.");
                self.loosened_at(path, "may-be-left-out", &description, |spec, path| {
                    find::property_mut(spec, path)?.required = false;
                    Some(())
                });
            }
            "nullable" => {
                let description = format!("{subject} is rejected when it is null.");
                self.schema(path, "refuses-null", description, |schema| {
                    schema.nullable = false;
                    Some(())
                });
            }
            "generated" => {
                let description = format!("{subject} is not generated when it is left out.");
                self.schema(path, "is-not-made", description, |schema| {
                    schema.generated = false;
                    Some(())
                });
            }
            "default" => self.mutate_default(schema, path),
            "additionalProperties" => {
                let description = format!("{subject} may have a property that is not listed.");
                self.loosened_at(path, "accepts-unknown", &description, |spec, path| {
                    spec.schema_at_mut(path)?.object_mut()?.additional = Additional::Open;
                    Some(())
                });
            }
            "exactlyOne" => {
                let description = format!(
                    "{subject} may have several properties that exclude each other, or none."
                );
                self.loosened(path, "accepts-any-number", &description, |schema| {
                    schema.set_constraint(Keyword::ExactlyOne, None);
                    Some(())
                });
            }
            _ => {}
        }
    }

    fn mutate_default(&mut self, schema: &Schema, path: &str) {
        if let Some((other, named)) =
            schema.default.as_ref().and_then(|old| other_value(schema, old))
        {
            let description = format!("`{path}` is treated as {other} when it is left out.");
            self.schema(path, &format!("is-{named}"), description, move |schema| {
                schema.default = Some(other.clone());
                Some(())
            });
        }
        let description = format!("`{path}` has no default when it is left out.");
        self.schema(path, "is-nothing", description, |schema| {
            schema.default = None;
            schema.default_description = None;
            Some(())
        });
    }
}

/// Returns a value of the same kind that differs from the default, and its name in identities.
pub(super) fn other_value(schema: &Schema, default: &Value) -> Option<(Value, String)> {
    let other = match (&schema.shape, default) {
        (Shape::Enum(values), _) => {
            values.iter().map(|value| json!(value)).find(|value| value != default)?
        }
        // Another string that matches the pattern, as far as one can be made without parsing the pattern.
        (Shape::String, Value::String(old)) if schema.pattern().is_some() => {
            json!(old.chars().rev().collect::<String>())
        }
        (Shape::String, _) => json!("other"),
        (_, Value::Bool(value)) => json!(!value),
        (_, Value::Array(items)) if !items.is_empty() => json!([]),
        (_, Value::Number(number)) => json!(number.as_i64()? + 1),
        _ => return None,
    };
    let named = other.to_string();
    Some((other, named))
}
