//! Mutants of JSON types: another type is accepted too, null is accepted, or any value is.

use webdata_spec::model::{
    Additional, ClauseId, JsonType, Keyword, Level, Operand, Pattern, Schema, Shape,
};
use webdata_spec::walk;

use super::builder::MutantBuilder;
use super::{enums, find, subject};

impl MutantBuilder<'_> {
    pub(super) fn mutate_type(&mut self, schema: &Schema, path: &str) {
        let subject = subject::describe(path);
        let is_type = !path.contains('.');
        match self.tag_of_variant(path) {
            // A part of a path is a string, whatever its schema says.
            _ if walk::parameter(path).is_some() => self.mutate_no_value(path),
            Some(tag) => self.mutate_variant(schema, path, &tag),
            None => self.mutate_any_type(schema, path),
        }
        if is_type {
            self.mutate_naming_places(path);
        }
        if let Some(object) = schema.object() {
            let optional = object.properties.iter().filter(|(_, property)| !property.required);
            for (name, _) in optional {
                let description = format!("{subject} is rejected without `{name}`.");
                let property = format!("{path}.{name}");
                self.add(format!("requires-{name}"), description, move |spec| {
                    find::property_mut(spec, &property)?.required = true;
                    Some(())
                });
            }
            if object.properties.is_empty() {
                self.mutate_free_names(path);
            }
        }
    }

    /// Adds mutants that accept values of no variant of a union: other types, null, or any value.
    fn mutate_any_type(&mut self, schema: &Schema, path: &str) {
        let subject = subject::describe(path);
        self.loosened(path, "accepts-anything", &format!("{subject} may be anything."), |schema| {
            set_shape(schema, Shape::Any);
            Some(())
        });
        if schema.level == Level::Open {
            return;
        }
        // The body itself has no schema beside which another type could be allowed.
        let is_body = !path.contains('.') && self.places.references_to(path).is_empty();
        // A constant, or a multiple of an integer, is never a fraction.
        let is_whole = schema.constant().is_some() || schema.operand(Keyword::MultipleOf).is_some();
        for (suffix, description, other) in others(&schema.shape) {
            let is_no_other = is_whole && suffix == "accepts-fractions";
            if !is_body && !is_no_other {
                let description = format!("{subject} may be {description}.");
                self.loosened(path, suffix, &description, move |schema| {
                    beside(schema, other.clone())
                });
            }
        }
        // A null body lacks the properties that a body requires.
        let lacks = is_body && find::has_required(schema);
        if !schema.nullable && !lacks {
            let description = format!("{subject} is accepted when it is null.");
            self.loosened(path, "accepts-null", &description, |schema| {
                schema.nullable = true;
                Some(())
            });
        }
    }

    /// Adds a mutant that does not look into a variant. The union still requires the discriminator, and an
    /// object.
    fn mutate_variant(&mut self, schema: &Schema, path: &str, tag: &str) {
        let Some(object) = schema.object() else { return };
        let subject = subject::describe(path);
        if object.properties.keys().any(|name| name != tag) {
            let description = format!("{subject} may have any properties beside `{tag}`.");
            self.loosened(path, "accepts-any-members", &description, |schema| {
                set_shape(schema, Shape::Any);
                Some(())
            });
        }
        self.mutate_no_value(path);
    }

    /// Adds a mutant that rejects every value.
    fn mutate_no_value(&mut self, path: &str) {
        let description = format!("{} is rejected whatever it is.", subject::describe(path));
        self.schema(path, "is-refused", description, |schema| {
            set_shape(schema, Shape::Boolean);
            Some(())
        });
    }

    /// Returns the discriminator of a variant of a union.
    fn tag_of_variant(&self, type_name: &str) -> Option<String> {
        self.places.references_to(type_name).iter().find_map(|place| {
            let (union, _) = place.rsplit_once('.')?;
            Some(self.spec.schema_at(union)?.union()?.discriminator.clone())
        })
    }

    /// Adds mutants of properties that refer to a type: one of several is not validated, one accepts null.
    fn mutate_naming_places(&mut self, type_name: &str) {
        let places = self.places.references_to(type_name).to_vec();
        let spec = self.spec;
        for place in &places {
            let Some(reference) = spec.schema_at(place) else { continue };
            if !reference.is_reference() || places.len() < 2 {
                continue;
            }
            let subject = subject::describe(place);
            let description = format!("{subject} may be anything.");
            self.schema(place, &format!("accepts-anything-as-{place}"), description, |schema| {
                set_shape(schema, Shape::Any);
                Some(())
            });
            if !reference.nullable {
                let description = format!("{subject} is accepted when it is null.");
                self.schema(place, &format!("accepts-null-as-{place}"), description, |schema| {
                    schema.nullable = true;
                    Some(())
                });
            }
        }
    }

    /// Adds a mutant of an object with free names that accepts none.
    fn mutate_free_names(&mut self, path: &str) {
        let description = format!("{} is rejected unless it is empty.", subject::describe(path));
        self.schema(path, "refuses-all-names", description, |schema| {
            let mut closed = enums::any_object();
            closed.additional = Additional::Forbidden;
            set_shape(schema, Shape::Object(closed));
            Some(())
        });
    }
}

/// Gives a schema another shape, without constraints.
pub(super) fn set_shape(schema: &mut Schema, shape: Shape) {
    schema.shape = shape;
    schema.constraints.clear();
}

/// Returns what careless servers accept beside a type: the suffix of the identity, the description, the schema.
fn others(shape: &Shape) -> Vec<(&'static str, &'static str, Schema)> {
    let text = || plain(Shape::String);
    let any_number = || plain(Shape::Number);
    let flag = || plain(Shape::Boolean);
    let texts = |pattern: &str| {
        let mut schema = text();
        schema.set_constraint(Keyword::Pattern, Some(Operand::Pattern(Pattern::new(pattern))));
        schema
    };
    let Some(json_type) = shape.json_type() else { return Vec::new() };
    match json_type {
        JsonType::Boolean => {
            let mut bit = plain(Shape::Integer);
            bit.set_constraint(Keyword::Minimum, Some(Operand::from(0)));
            bit.set_constraint(Keyword::Maximum, Some(Operand::from(1)));
            vec![
                ("accepts-text", "a boolean written as a string", texts("^(true|false)$")),
                ("accepts-numbers", "0 or 1", bit),
            ]
        }
        JsonType::Integer => vec![
            ("accepts-text", "a number written as a string", texts("^-?[0-9]+$")),
            ("accepts-fractions", "a number with a fraction", any_number()),
            ("accepts-booleans", "a boolean", flag()),
        ],
        JsonType::Number => vec![
            ("accepts-text", "a number written as a string", texts("^-?[0-9.]+$")),
            ("accepts-booleans", "a boolean", flag()),
        ],
        JsonType::String => vec![
            ("accepts-numbers", "a number", any_number()),
            ("accepts-booleans", "a boolean", flag()),
        ],
        JsonType::Array => {
            let object = plain(Shape::Object(enums::any_object()));
            vec![
                ("accepts-text", "a string in place of a list", text()),
                ("accepts-objects", "an object in place of a list", object),
            ]
        }
        JsonType::Object => {
            let list = plain(Shape::Array { items: Box::new(plain(Shape::Any)) });
            vec![
                ("accepts-text", "a string in place of an object", text()),
                ("accepts-lists", "a list in place of an object", list),
            ]
        }
    }
}

/// Allows another schema as an alternative to a schema.
fn beside(schema: &mut Schema, other: Schema) -> Option<()> {
    if (&schema.shape, &other.shape) == (&Shape::Integer, &Shape::Number) {
        schema.shape = Shape::Number;
        return Some(());
    }
    let own_schema = Schema { nullable: false, default: None, ..schema.clone() };
    let other = Schema { clause: schema.clause.child("other"), ..other };
    // The alternative that is tried last has the more useful errors.
    set_shape(schema, Shape::OneOf(vec![other, own_schema]));
    Some(())
}

fn plain(shape: Shape) -> Schema {
    Schema::new(ClauseId::new(String::new()), shape)
}
