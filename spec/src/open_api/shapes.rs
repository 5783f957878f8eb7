//! What code generators need of a shape and validators do not: names, `const` for tags, explicitly open
//! objects, and complete alternatives.

use serde_json::{Map, Value, json};

use super::dialect::OpenApi;
use crate::json_schema::{Dialect, Words, keywords};
use crate::model::{Additional, ClauseId, Schema, Shape};

impl OpenApi<'_> {
    /// Rewrites the keywords of a shape without changing what they accept.
    pub(super) fn rewritten(
        &self,
        schema: &Schema,
        shape: Map<String, Value>,
    ) -> Map<String, Value> {
        let mut words = Words(shape);
        match &schema.shape {
            // The only string that is allowed is a tag, not an enumeration.
            Shape::Enum(values) if values.len() == 1 => {
                words.0.remove("enum");
                words.set("const", values[0].as_str());
            }
            Shape::Enum(_) | Shape::Union(_) | Shape::OneOf(_) => {
                words.set("title", self.title(&schema.clause));
            }
            Shape::Object(object) => {
                words.set("title", self.title(&schema.clause));
                if object.properties.is_empty() {
                    words.0.remove("properties");
                }
                words.0.entry("additionalProperties").or_insert(Value::Bool(true));
                if self.has_alternatives(schema) {
                    let names = schema.exactly_one().iter();
                    let alternatives = names.map(|name| {
                        json!({ "$ref": self.reference(&self.alternative_name(schema, name)) })
                    });
                    let alternatives = alternatives.collect::<Vec<_>>();
                    for word in ["type", "properties", "required", "additionalProperties"] {
                        words.0.remove(word);
                    }
                    words.set("oneOf", alternatives);
                }
            }
            _ => {}
        }
        words.0
    }

    /// Returns the alternatives of a type that has exactly one of some properties, by name. Each alternative
    /// has one of the properties and not the others.
    pub(super) fn alternatives(&self, schema: &Schema) -> Vec<(String, Value)> {
        let Shape::Object(object) = &schema.shape else { return Vec::new() };
        if !self.has_alternatives(schema) {
            return Vec::new();
        }
        let choice = schema.exactly_one();
        let alternative = |chosen: &String| {
            let others = || choice.iter().filter(|name| *name != chosen);
            let listed = object.properties.iter().filter(|(name, _)| !others().any(|o| o == *name));
            let properties: Map<String, Value> = listed
                .clone()
                .map(|(name, own)| (name.clone(), keywords(&own.schema, self).into()))
                .collect();
            let required = listed.filter(|(name, own)| own.required || *name == chosen);
            let required: Vec<Value> = required.map(|(name, _)| name.as_str().into()).collect();
            let mut absent: Vec<Value> =
                others().map(|name| json!({ "required": [name] })).collect();
            let name = self.alternative_name(schema, chosen);
            let mut words = Words::default();
            words.set("title", name.as_str());
            words.set("description", format!("{} This form has `{chosen}`.", schema.doc).trim());
            words.set("type", "object");
            words.set("properties", properties);
            words.set("required", required);
            words.set("additionalProperties", object.additional == Additional::Open);
            if object.additional == Additional::Open {
                let only = absent.pop().filter(|_| absent.is_empty());
                let several = json!({ "anyOf": absent });
                words.set("not", only.unwrap_or(several));
            }
            (name, words.0.into())
        };
        choice.iter().map(alternative).collect()
    }

    /// Returns whether the alternatives of a schema are types of the document.
    fn has_alternatives(&self, schema: &Schema) -> bool {
        schema.exactly_one().len() > 1 && self.types.contains_key(schema.clause.as_str())
    }

    fn alternative_name(&self, schema: &Schema, chosen: &str) -> String {
        self.title(&schema.clause.child(chosen))
    }

    /// Returns a name for the schema of a clause, in upper camel case. No type of the contract has the name.
    fn title(&self, clause: &ClauseId) -> String {
        let clause = clause.as_str();
        let steps = clause.split(|c: char| !c.is_alphanumeric()).filter(|step| !step.is_empty());
        let title: String = steps.map(capitalized).collect();
        let is_taken = title != clause && self.types.contains_key(&title);
        if is_taken { format!("{title}Value") } else { title }
    }
}

/// Returns the string with its first letter in upper case.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}
