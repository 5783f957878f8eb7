//! Mutants of schemas: of presence, of enum values and variants, and of JSON types. `constraints` has the others.

use indexmap::IndexMap;
use serde_json::{Value, json};
use webdata_spec::model::{
    Additional, ClauseId, JsonType, Keyword, Level, Object, Operand, Part, Pattern, Schema, Shape,
    Union,
};
use webdata_spec::{Spec, walk};

use super::builder::{MutantBuilder, describe, has_required, property_mut, take};

impl MutantBuilder<'_> {
    pub(super) fn mutate_schema(&mut self) {
        let (path, word) = self.clause.split_last();
        let spec = self.spec;
        let Some(schema) = spec.schema_at(path) else { return };
        if !self.places.is_in_requests(path) {
            self.mutate_responses(schema, path, word);
            return;
        }
        match word {
            "type" => self.mutate_type(schema, path),
            "enum" => self.mutate_enum(schema, path),
            "discriminator" => self.mutate_union(schema, path),
            "required" | "nullable" | "default" | "generated" => {
                self.mutate_presence(schema, path, word);
            }
            _ => {
                let constraints = schema.all_constraints();
                if let Some(constraint) =
                    constraints.iter().find(|constraint| constraint.keyword.name() == word)
                {
                    self.mutate_constraint(schema, path, constraint);
                }
            }
        }
        let usual = &self.spec.service.validation_failure;
        let response = |error: &String| {
            self.spec.errors.get(error).map(|row| (row.status, &row.text, &row.code))
        };
        let has_other = schema.error.as_ref().is_some_and(|it| response(it) != response(usual));
        if matches!(word, "format" | "pattern") && has_other {
            let description =
                format!("{} is rejected with {usual} when it is invalid.", describe(path));
            self.schema(path, &format!("answered with {usual}"), description, |schema| {
                schema.error.take()
            });
        }
    }

    pub(super) fn mutate_presence(&mut self, schema: &Schema, path: &str, word: &str) {
        let subject = describe(path);
        match word {
            "required" => {
                let description = format!("{subject} may be left out.");
                self.loosened_at(path, "may-be-left-out", &description, |spec, path| {
                    property_mut(spec, path)?.required = false;
                    Some(())
                });
            }
            "nullable" => {
                let description = format!("{subject} is rejected when it is null.");
                self.schema(path, "refuses-null", description, |schema| schema.nullable = false);
            }
            "generated" => {
                let description = format!("{subject} is not generated when it is left out.");
                self.schema(path, "is-not-made", description, |schema| schema.generated = false);
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
                });
            }
            _ => {}
        }
    }

    fn mutate_default(&mut self, schema: &Schema, path: &str) {
        if let Some((other, named)) =
            schema.default.as_ref().and_then(|old| other_default(schema, old))
        {
            let description = format!("`{path}` is treated as {other} when it is left out.");
            self.schema(path, &format!("is-{named}"), description, move |schema| {
                schema.default = Some(other.clone());
            });
        }
        let description = format!("`{path}` has no default when it is left out.");
        self.schema(path, "is-nothing", description, |schema| {
            schema.default = None;
            schema.default_description = None;
        });
    }

    fn mutate_enum(&mut self, schema: &Schema, path: &str) {
        let Some(values) = schema.words() else { return };
        let subject = describe(path);
        let description = format!("{subject} may be any string.");
        self.loosened(path, "accepts-any-text", &description, |schema| {
            schema.shape = Shape::String;
        });
        // A server may reject the values that the contract leaves open.
        let open = schema.open_values.as_ref().map_or(&[][..], |open| &open.values);
        for value in values
            .iter()
            .filter(|value| !open.iter().any(|open_value| open_value == value.as_str()))
        {
            let description = format!("{subject} is rejected when it is `{value}`.");
            let value = value.clone();
            self.schema(path, &format!("refuses-{value}"), description, move |schema| {
                take(listed(schema)?, |other| *other == value)
            });
        }
        let cases: Vec<String> = values
            .iter()
            .map(|value| other_case(value))
            .filter(|value| !values.contains(value))
            .collect();
        if let Some(first) = cases.first() {
            let description =
                format!("{subject} is accepted in another letter case, such as `{first}`.");
            self.loosened(path, "accepts-other-case", &description, move |schema| {
                listed(schema)?.extend(cases.clone());
                Some(())
            });
        }
        for value in self.sibling_values(path, values) {
            let description = format!("{subject} is accepted when it is `{value}`.");
            self.loosened(path, &format!("accepts-{value}"), &description, move |schema| {
                listed(schema)?.push(value.clone());
                Some(())
            });
        }
    }

    /// Returns values that an enum of a request does not list, but the same property of the resource does.
    fn sibling_values(&self, path: &str, values: &[String]) -> Vec<String> {
        let Some((owner, name)) = path.rsplit_once('.') else { return Vec::new() };
        let operations = self.spec.operations.values();
        let resources = operations
            .filter(|operation| operation.request.as_deref() == Some(owner))
            .filter_map(|operation| operation.resource.as_ref());
        let mut others = Vec::new();
        for resource in resources {
            let sibling = self.spec.schema_at(&format!("{}.{name}", resource.type_name));
            let more = sibling.and_then(Schema::words).unwrap_or_default();
            others.extend(more.iter().filter(|value| !values.contains(value)).cloned());
        }
        others
    }

    fn mutate_union(&mut self, schema: &Schema, path: &str) {
        let Some(union) = schema.union() else { return };
        let description =
            format!("Variants of `{path}` are not told apart: any object is accepted.");
        self.loosened(path, "accepts-any-object", &description, |schema| {
            schema.shape = Shape::Object(any_object());
        });
        // Without its only variant, a union would have none.
        for value in union.variants.keys().filter(|_| union.variants.len() > 1) {
            let description = format!("The variant `{value}` of `{path}` is rejected.");
            let value = value.clone();
            self.schema(path, &format!("refuses-{value}"), description, move |schema| {
                union_of(schema)?.variants.shift_remove(&value)
            });
        }
        if let Some((value, name)) = union.variants.iter().next() {
            let description =
                format!("`{path}` is accepted with `{}` in capitals.", union.discriminator);
            let (other, name, tag) = (other_case(value), name.clone(), union.discriminator.clone());
            let path = path.to_owned();
            self.add("accepts-other-case", description, move |spec| {
                allow_any_tag(spec, &name, &tag)?;
                let union = union_of(spec.schema_at_mut(&path)?)?;
                union.variants.insert(other.clone(), name.clone());
                Some(())
            });
        }
        let mut variants = union.variants.iter();
        if let Some((first, first_type)) = variants.next()
            && let Some((second, second_type)) = variants.find(|(_, name)| *name != first_type)
        {
            let description = format!(
                "Variants `{first}` and `{second}` of `{path}` are confused with each other."
            );
            let (first, second) = (first.clone(), second.clone());
            let (first_type, second_type) = (first_type.clone(), second_type.clone());
            let (path, tag) = (path.to_owned(), union.discriminator.clone());
            self.add("swapped", description, move |spec| {
                allow_any_tag(spec, &first_type, &tag)?;
                allow_any_tag(spec, &second_type, &tag)?;
                let union = union_of(spec.schema_at_mut(&path)?)?;
                *union.variants.get_mut(&first)? = second_type.clone();
                *union.variants.get_mut(&second)? = first_type.clone();
                Some(())
            });
        }
    }

    fn mutate_type(&mut self, schema: &Schema, path: &str) {
        let subject = describe(path);
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
                    property_mut(spec, &property)?.required = true;
                    Some(())
                });
            }
            if object.properties.is_empty() {
                self.mutate_free_names(path);
            }
        }
    }

    /// Adds mutants that accept other types, null, or any value. Variants of a union have other mutants.
    fn mutate_any_type(&mut self, schema: &Schema, path: &str) {
        let subject = describe(path);
        self.loosened(path, "accepts-anything", &format!("{subject} may be anything."), |schema| {
            set_shape(schema, Shape::Any);
        });
        if schema.level == Level::Open {
            return;
        }
        // The type of a whole body cannot become one of several alternatives.
        let is_body = !path.contains('.') && self.places.references_to(path).is_empty();
        // A constant, or a multiple of an integer, is never a fraction.
        let is_whole = schema.constant().is_some() || schema.operand(Keyword::MultipleOf).is_some();
        // A part that is sent as text cannot be null or of another JSON type.
        let is_text = self.is_text_part(path);
        for (suffix, description, other) in others(&schema.shape) {
            let is_fraction = suffix == "accepts-fractions";
            let is_no_other = if is_fraction { is_whole } else { is_text };
            if !is_body && !is_no_other {
                let description = format!("{subject} may be {description}.");
                self.loosened(path, suffix, &description, move |schema| {
                    beside(schema, other.clone())
                });
            }
        }
        // A null body lacks the properties that a body requires.
        let lacks = is_body && has_required(schema);
        if !schema.nullable && !lacks && !is_text {
            let description = format!("{subject} is accepted when it is null.");
            self.loosened(path, "accepts-null", &description, |schema| schema.nullable = true);
        }
    }

    /// Returns whether a property is a part of a body that is sent as text or as a file.
    fn is_text_part(&self, path: &str) -> bool {
        let Some((owner, name)) = path.split_once('.') else { return false };
        let mut operations = self.spec.operations.values();
        let of_owner = operations.find(|operation| operation.request.as_deref() == Some(owner));
        let parts = of_owner.and_then(|operation| self.spec.parts(operation)).unwrap_or_default();
        matches!(parts.get(name), Some(Part::Text | Part::File(_)))
    }

    /// Adds mutants of a variant: one accepts any properties beside the discriminator, one rejects every value.
    fn mutate_variant(&mut self, schema: &Schema, path: &str, tag: &str) {
        let Some(object) = schema.object() else { return };
        let subject = describe(path);
        if object.properties.keys().any(|name| name != tag) {
            let description = format!("{subject} may have any properties beside `{tag}`.");
            self.loosened(path, "accepts-any-members", &description, |schema| {
                set_shape(schema, Shape::Any);
            });
        }
        self.mutate_no_value(path);
    }

    /// Adds a mutant that rejects every value.
    fn mutate_no_value(&mut self, path: &str) {
        let description = format!("{} is rejected whatever it is.", describe(path));
        self.schema(path, "is-refused", description, |schema| set_shape(schema, Shape::Boolean));
    }

    /// Returns the discriminator of the union that a type is a variant of.
    fn tag_of_variant(&self, type_name: &str) -> Option<String> {
        self.places.references_to(type_name).iter().find_map(|place| {
            let (union, _) = place.rsplit_once('.')?;
            Some(self.spec.schema_at(union)?.union()?.discriminator.clone())
        })
    }

    /// Adds mutants of the places that refer to a type, if there are several: one place accepts anything, or null.
    fn mutate_naming_places(&mut self, type_name: &str) {
        let places = self.places.references_to(type_name).to_vec();
        let spec = self.spec;
        for place in &places {
            let Some(reference) = spec.schema_at(place) else { continue };
            if !reference.is_reference() || places.len() < 2 {
                continue;
            }
            let subject = describe(place);
            let description = format!("{subject} may be anything.");
            self.schema(place, &format!("accepts-anything-as-{place}"), description, |schema| {
                set_shape(schema, Shape::Any);
            });
            if !reference.nullable {
                let description = format!("{subject} is accepted when it is null.");
                self.schema(place, &format!("accepts-null-as-{place}"), description, |schema| {
                    schema.nullable = true;
                });
            }
        }
    }

    /// Adds a mutant of an object with free names that rejects every property.
    fn mutate_free_names(&mut self, path: &str) {
        let description = format!("{} is rejected unless it is empty.", describe(path));
        self.schema(path, "refuses-all-names", description, |schema| {
            let mut closed = any_object();
            closed.additional = Additional::Forbidden;
            set_shape(schema, Shape::Object(closed));
        });
    }
}

/// Returns a value of the same kind that differs from the default, and its name in identities.
pub(super) fn other_default(schema: &Schema, default: &Value) -> Option<(Value, String)> {
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

/// Lets the discriminator of a variant have any value.
fn allow_any_tag(spec: &mut Spec, type_name: &str, tag: &str) -> Option<()> {
    property_mut(spec, &format!("{type_name}.{tag}"))?.schema.shape = Shape::String;
    Some(())
}

fn listed(schema: &mut Schema) -> Option<&mut Vec<String>> {
    match &mut schema.shape {
        Shape::Enum(values) => Some(values),
        _ => None,
    }
}

fn union_of(schema: &mut Schema) -> Option<&mut Union> {
    match &mut schema.shape {
        Shape::Union(union) => Some(union),
        _ => None,
    }
}

/// Returns the schema of an object without constraints.
fn any_object() -> Object {
    Object {
        properties: IndexMap::new(),
        additional: Additional::Open,
        rules: Vec::new(),
        effects: Vec::new(),
        refusals: Vec::new(),
    }
}

/// Returns a value in upper case, or in lower case if it is in upper case already.
fn other_case(value: &str) -> String {
    let capitals = value.to_uppercase();
    if capitals == value { value.to_lowercase() } else { capitals }
}

/// Gives a schema another shape, without constraints.
fn set_shape(schema: &mut Schema, shape: Shape) {
    schema.shape = shape;
    schema.constraints.clear();
}

/// Returns schemas that careless servers accept in addition to a type, each after its suffix and description.
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
            let object = plain(Shape::Object(any_object()));
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
