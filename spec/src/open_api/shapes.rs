//! What code generators need of a shape and validators do not: names, `const` for tags, explicitly open
//! objects, and complete alternatives.

use serde_json::{Map, Value, json};

use super::dialect::OpenApi;
use crate::json_schema::{Dialect, JsonObject, keywords};
use crate::model::{Additional, ClauseId, Schema, Shape};

impl OpenApi<'_> {
    /// Rewrites the keywords of a shape without changing what they accept.
    pub(super) fn rewrite_keywords(
        &self,
        schema: &Schema,
        shape: Map<String, Value>,
    ) -> Map<String, Value> {
        let mut json = JsonObject(shape);
        match &schema.shape {
            // The only string that is allowed is a tag, not an enumeration.
            Shape::Enum(values) if values.len() == 1 => {
                json.0.remove("enum");
                json.set("const", values[0].as_str());
            }
            Shape::Enum(_) | Shape::Union(_) | Shape::OneOf(_) => {
                json.set("title", self.title(&schema.clause));
            }
            Shape::Object(object) => {
                json.set("title", self.title(&schema.clause));
                if object.properties.is_empty() {
                    json.0.remove("properties");
                }
                json.0.entry("additionalProperties").or_insert(Value::Bool(true));
                if self.has_alternatives(schema) {
                    let names = schema.exactly_one().iter();
                    let alternatives = names.map(|name| {
                        json!({ "$ref": self.reference(&self.alternative_name(schema, name)) })
                    });
                    let alternatives = alternatives.collect::<Vec<_>>();
                    for word in ["type", "properties", "required", "additionalProperties"] {
                        json.0.remove(word);
                    }
                    json.set("oneOf", alternatives);
                }
            }
            _ => {}
        }
        json.0
    }

    /// Returns the alternatives of a type that has exactly one of some properties, by name. Each alternative
    /// has one of the properties and not the others.
    pub(super) fn alternatives(&self, schema: &Schema) -> Vec<(String, Value)> {
        let Some(object) = schema.object() else { return Vec::new() };
        if !self.has_alternatives(schema) {
            return Vec::new();
        }
        let choice = schema.exactly_one();
        let alternative = |chosen: &String| {
            let others = || choice.iter().filter(|name| *name != chosen);
            let listed = object.properties.iter().filter(|(name, _)| !others().any(|o| o == *name));
            let properties: Map<String, Value> = listed
                .clone()
                .map(|(name, property)| (name.clone(), keywords(&property.schema, self).into()))
                .collect();
            let required = listed.filter(|(name, property)| property.required || *name == chosen);
            let required: Vec<Value> = required.map(|(name, _)| name.as_str().into()).collect();
            let mut absent: Vec<Value> =
                others().map(|name| json!({ "required": [name] })).collect();
            let name = self.alternative_name(schema, chosen);
            let mut json = JsonObject::default();
            json.set("title", name.as_str());
            json.set("description", format!("{} This form has `{chosen}`.", schema.doc).trim());
            json.set("type", "object");
            json.set("properties", properties);
            json.set("required", required);
            json.set("additionalProperties", object.additional == Additional::Open);
            if object.additional == Additional::Open {
                let only = absent.pop().filter(|_| absent.is_empty());
                let several = json!({ "anyOf": absent });
                json.set("not", only.unwrap_or(several));
            }
            (name, json.0.into())
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
