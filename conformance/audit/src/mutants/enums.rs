//! Mutants of enum values and variants: one more, one fewer, another letter case, or confused with each
//! other.

use webdata_spec::Spec;
use webdata_spec::model::{Additional, Object, Schema, Shape, Union};

use super::builder::MutantBuilder;
use super::{find, subject};

impl MutantBuilder<'_> {
    pub(super) fn mutate_enum(&mut self, schema: &Schema, path: &str) {
        let Some(values) = schema.words() else { return };
        let subject = subject::describe(path);
        let description = format!("{subject} may be any string.");
        self.loosened(path, "accepts-any-text", &description, |schema| {
            schema.shape = Shape::String;
            Some(())
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
                find::take(listed(schema)?, |other| *other == value)
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

    /// Returns values that are not listed here, but for a property of the same name in another resource that
    /// requests change.
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

    pub(super) fn mutate_union(&mut self, schema: &Schema, path: &str) {
        let Some(union) = schema.union() else { return };
        let description =
            format!("Variants of `{path}` are not told apart: any object is accepted.");
        self.loosened(path, "accepts-any-object", &description, |schema| {
            schema.shape = Shape::Object(any_object());
            Some(())
        });
        // Without its only variant, a union would have none.
        for value in union.variants.keys().filter(|_| union.variants.len() > 1) {
            let description = format!("The variant `{value}` of `{path}` is rejected.");
            let value = value.clone();
            self.schema(path, &format!("refuses-{value}"), description, move |schema| {
                union_of(schema)?.variants.shift_remove(&value).map(drop)
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
}

/// Allows a variant with any value of its discriminator.
fn allow_any_tag(spec: &mut Spec, type_name: &str, tag: &str) -> Option<()> {
    find::property_mut(spec, &format!("{type_name}.{tag}"))?.schema.shape = Shape::String;
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
pub(super) fn any_object() -> Object {
    Object {
        properties: indexmap::IndexMap::new(),
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
