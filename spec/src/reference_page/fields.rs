//! The fields of a type, each with its path. Tables of fields have a row for each, and clauses of a type name
//! them.

use super::markdown::code;
use super::writer::{Writer, is_below};
use crate::model::{JsonType, Schema, Spec};
use crate::place::Place;

/// A part of a type.
pub(super) struct Field<'s> {
    /// The path from the type, such as `location.country` or `targets[]`; empty for the type itself.
    pub(super) path: String,
    /// The JSON type, if the field is one of several alternatives.
    alternative: Option<&'static str>,
    pub(super) schema: &'s Schema,
    /// Whether the property is always present; `None` for other parts.
    pub(super) required: Option<bool>,
}

impl<'s> Field<'s> {
    fn new(place: &Place<'s>) -> Self {
        let json_type = place.schema.shape.json_type().map(JsonType::name);
        Self {
            path: place.name(),
            alternative: json_type.filter(|_| place.is_alternative()),
            schema: place.schema,
            required: place.property().map(|property| property.required),
        }
    }

    /// Returns the subject of a clause of the field, as Markdown.
    fn label(&self, id: &str) -> String {
        let below = id.strip_prefix(self.schema.clause.as_str()).unwrap_or_default();
        let mut words = below.split('.').skip(1);
        let kind = words.next().filter(|_| words.next().is_some());
        let kind = kind.and_then(|word| match word {
            "behaviour" => Some("behaviour"),
            "rules" => Some("rule"),
            "effects" => Some("effect"),
            "refusals" => Some("refusal"),
            _ => None,
        });
        match (self.path.as_str(), self.alternative, kind) {
            ("", None, None) => "*the value*".to_owned(),
            ("", None, Some(kind)) => format!("*{kind}*"),
            ("", Some(name), _) => format!("*as {name}*"),
            (path, None, _) => code(path),
            (path, Some(name), _) => format!("{} *as {name}*", code(path)),
        }
    }
}

/// Returns a schema and all schemas within it, outer ones first.
pub(super) fn fields(schema: &Schema) -> Vec<Field<'_>> {
    schema.places().iter().map(Field::new).collect()
}

/// Returns the subject of a clause, as Markdown.
pub(super) fn label(fields: &[Field<'_>], id: &str) -> String {
    innermost(fields, id).map_or_else(String::new, |field| field.label(id))
}

/// Returns the innermost field that a clause belongs to.
pub(super) fn innermost<'f, 's>(fields: &'f [Field<'s>], id: &str) -> Option<&'f Field<'s>> {
    let around = fields.iter().filter(|field| {
        let path = field.schema.clause.as_str();
        id != path && is_below(path, id)
    });
    around.max_by_key(|field| field.schema.clause.as_str().len())
}

impl<'s> Writer<'s> {
    /// Returns every schema of the types, with the name of its type.
    pub(super) fn schemas(&self) -> impl Iterator<Item = (&'s str, &'s Schema)> + use<'s> {
        let spec: &'s Spec = self.spec;
        spec.types.iter().flat_map(|(name, named_type)| {
            named_type.schema.within().into_iter().map(|schema| (name.as_str(), schema))
        })
    }
}
