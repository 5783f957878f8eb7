//! The one way to walk through schemas: into the schemas within them, and to the types that they refer to.
//!
//! Walks a schema, never a value: which variant a value selects is decided by those who judge values. Callers
//! that need less than a walk offers filter it.

use std::collections::HashSet;

use crate::model::{JsonType, Object, Property, Refusal, Schema, Shape, Spec, Union};
use crate::pointer;

impl Schema {
    /// Returns the schemas directly within this one, each with the step to it. Neither references nor variants
    /// are followed; [`Schema::type_names`] returns the names of their types.
    #[must_use]
    pub fn children(&self) -> Vec<(Step<'_>, &Self)> {
        match &self.shape {
            Shape::Array { items } => vec![(Step::Item, items)],
            Shape::Tuple(items) => {
                let items = items.iter().enumerate();
                items.map(|(index, item)| (Step::Position(index), item)).collect()
            }
            Shape::Map(values) => vec![(Step::Entry, values)],
            Shape::Object(object) => {
                let properties = object.properties.iter();
                properties
                    .map(|(name, property)| (Step::Property(name, property), &property.schema))
                    .collect()
            }
            Shape::OneOf(alternatives) => {
                let each = alternatives.iter().enumerate();
                each.map(|(index, schema)| (Step::Alternative(index, schema), schema)).collect()
            }
            Shape::Any
            | Shape::Boolean
            | Shape::Integer
            | Shape::Number
            | Shape::String
            | Shape::Enum(_)
            | Shape::Union(_)
            | Shape::Ref(_) => Vec::new(),
        }
    }

    /// Returns the schema of a part of a value: of the property or the item that a token of a JSON Pointer
    /// names.
    #[must_use]
    pub fn child(&self, token: &str) -> Option<&Self> {
        match &self.shape {
            Shape::Array { items: inner } | Shape::Map(inner) => Some(inner),
            Shape::Tuple(items) => items.get(token.parse::<usize>().ok()?),
            Shape::Object(object) => object.properties.get(token).map(|property| &property.schema),
            _ => None,
        }
    }

    /// Returns the schemas of [`Schema::children`], to change them.
    pub fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.shape {
            Shape::Array { items: inner } | Shape::Map(inner) => vec![inner],
            Shape::Tuple(several) | Shape::OneOf(several) => several.iter_mut().collect(),
            Shape::Object(object) => {
                object.properties.values_mut().map(|property| &mut property.schema).collect()
            }
            Shape::Any
            | Shape::Boolean
            | Shape::Integer
            | Shape::Number
            | Shape::String
            | Shape::Enum(_)
            | Shape::Union(_)
            | Shape::Ref(_) => Vec::new(),
        }
    }

    /// Returns the names of the types that this schema itself refers to: of a reference, or of the variants of
    /// a union.
    #[must_use]
    pub fn type_names(&self) -> Vec<&String> {
        match &self.shape {
            Shape::Ref(name) => vec![name],
            Shape::Union(union) => union.variants.values().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the names of [`Schema::type_names`], to change them.
    pub fn type_names_mut(&mut self) -> Vec<&mut String> {
        match &mut self.shape {
            Shape::Ref(name) => vec![name],
            Shape::Union(union) => union.variants.values_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns this schema and all schemas within it, the outermost first, without following references.
    #[must_use]
    pub fn within(&self) -> Vec<&Self> {
        let mut all = vec![self];
        all.extend(self.children().into_iter().flat_map(|(_, schema)| schema.within()));
        all
    }

    /// Returns the names of the types that this schema or a schema within it refers to.
    pub fn types_within(&self) -> impl Iterator<Item = &String> {
        self.within().into_iter().flat_map(Self::type_names)
    }

    /// Changes this schema and all schemas within it, the outermost first, without following references.
    pub fn for_each_mut(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        self.children_mut().into_iter().for_each(|schema| schema.for_each_mut(change));
    }

    /// Returns every place in a value of this schema, the outermost first, without following references.
    #[must_use]
    pub fn places(&self) -> Vec<Place<'_>> {
        let resolve = |schema| schema;
        walk(self, &resolve, &Self::children)
    }

    /// Returns the name of this schema as one of several alternatives: that of its type, or of its JSON type.
    #[must_use]
    pub fn alternative_name(&self) -> &str {
        match &self.shape {
            Shape::Ref(name) => name,
            shape => shape.json_type().map_or("", JsonType::name),
        }
    }
}

impl Spec {
    /// Returns the schema of a named type.
    #[must_use]
    pub fn schema(&self, type_name: &str) -> Option<&Schema> {
        self.types.get(type_name).map(|named_type| &named_type.schema)
    }

    /// Returns the schema that a reference leads to, and any other schema unchanged.
    #[must_use]
    pub fn resolve<'s>(&'s self, schema: &'s Schema) -> &'s Schema {
        let mut schema = schema;
        // References may be circular, so their number is bounded.
        for _ in 0..=self.types.len() {
            let Shape::Ref(name) = &schema.shape else { break };
            let Some(next) = self.schema(name) else { break };
            schema = next;
        }
        schema
    }

    /// Returns the schemas directly within a schema, with references followed and with the variants of a
    /// union, each with the step to it.
    #[must_use]
    pub fn children<'s>(&'s self, schema: &'s Schema) -> Vec<(Step<'s>, &'s Schema)> {
        let schema = self.resolve(schema);
        let Some(union) = schema.union() else { return schema.children() };
        let variants = union.variants.iter();
        let variant = |(value, name): (&'s String, &String)| {
            Some((Step::Variant(union, value), self.schema(name)?))
        };
        variants.filter_map(variant).collect()
    }

    /// Returns every place in a value of a schema, the outermost first. References and variants are followed,
    /// but not into a type that a place is inside of: its clauses are the same at every depth.
    #[must_use]
    pub fn places<'s>(&'s self, schema: &'s Schema) -> Vec<Place<'s>> {
        walk(schema, &|schema| self.resolve(schema), &|schema| self.children(schema))
    }

    /// Returns the schemas that a schema stands for, with references followed and alternatives opened. A union
    /// is one schema.
    #[must_use]
    pub fn alternatives<'s>(&'s self, schema: &'s Schema) -> Vec<&'s Schema> {
        let (mut alternatives, mut known) = (Vec::new(), HashSet::new());
        let mut open = vec![self.resolve(schema)];
        while let Some(schema) = open.pop() {
            match &schema.shape {
                Shape::OneOf(several) if known.insert(&schema.clause) => {
                    open.extend(several.iter().rev().map(|schema| self.resolve(schema)));
                }
                Shape::OneOf(_) => {}
                _ => alternatives.push(schema),
            }
        }
        alternatives
    }

    /// Returns the JSON types that a schema allows, without null. A reference has none, nor has a schema that
    /// allows any type.
    #[must_use]
    pub fn json_types(&self, schema: &Schema) -> Vec<JsonType> {
        let kinds = match &schema.shape {
            Shape::OneOf(several) => several.iter().map(|kind| self.resolve(kind)).collect(),
            _ => vec![schema],
        };
        kinds.into_iter().filter_map(|kind| kind.shape.json_type()).collect()
    }

    /// Returns the schemas that a part of a value may have, in every alternative and variant. `token` is the
    /// part's token in a JSON Pointer; `*` stands for any item.
    #[must_use]
    pub fn part<'s>(&'s self, schema: &'s Schema, token: &str) -> Vec<&'s Schema> {
        let mut parts = Vec::new();
        for alternative in self.alternatives(schema) {
            for (step, child) in self.children(alternative) {
                match step {
                    Step::Variant(..) => parts.extend(self.part(child, token)),
                    _ if step.leads_to(token) => parts.push(child),
                    _ => {}
                }
            }
        }
        parts
    }

    /// Returns the schema whose clauses begin with a path: of a type, a schema within it, or a path parameter.
    #[must_use]
    pub fn schema_at(&self, path: &str) -> Option<&Schema> {
        let schema = match parameter(path) {
            Some((operation, name)) => {
                &self.operations.get(operation)?.parameters.get(name)?.schema
            }
            None => self.schema(type_name(path))?,
        };
        schema.within().into_iter().find(|schema| schema.clause.as_str() == path)
    }

    /// Returns the schema of [`Spec::schema_at`], to change it.
    pub fn schema_at_mut(&mut self, path: &str) -> Option<&mut Schema> {
        let schema = match parameter(path) {
            Some((operation, name)) => {
                &mut self.operations.get_mut(operation)?.parameters.get_mut(name)?.schema
            }
            None => &mut self.types.get_mut(type_name(path))?.schema,
        };
        find_mut(schema, path)
    }

    /// Returns every schema of the types, including all schemas within them.
    #[must_use]
    pub fn schemas(&self) -> Vec<&Schema> {
        self.types.values().flat_map(|named_type| named_type.schema.within()).collect()
    }

    /// Returns these schemas, all schemas within them, and all schemas of the types that any of them refers
    /// to.
    #[must_use]
    pub fn reached<'s>(&'s self, from: impl IntoIterator<Item = &'s Schema>) -> Vec<&'s Schema> {
        let (mut reached, mut named) = (Vec::new(), HashSet::new());
        let mut open: Vec<&Schema> = from.into_iter().collect();
        while let Some(schema) = open.pop() {
            for schema in schema.within() {
                reached.push(schema);
                let new = schema.type_names().into_iter().filter(|name| named.insert(*name));
                open.extend(new.filter_map(|name| self.schema(name)));
            }
        }
        reached
    }

    /// Returns the listed properties of a type that is an object.
    #[must_use]
    pub fn object(&self, type_name: &str) -> Option<&Object> {
        self.schema(type_name)?.object()
    }

    /// Returns the object that a schema is, with references followed.
    #[must_use]
    pub fn object_of<'s>(&'s self, schema: &'s Schema) -> Option<&'s Object> {
        self.resolve(schema).object()
    }

    /// Returns every refusal of a type, with the name of the type, in the contract's order.
    pub fn type_refusals(&self) -> impl Iterator<Item = (&str, &Refusal)> {
        let types = self.types.values();
        let objects = types.filter_map(|named| Some((named.name.as_str(), named.schema.object()?)));
        objects
            .flat_map(|(name, object)| object.refusals.iter().map(move |refusal| (name, refusal)))
    }

    /// Returns the description of a value, or of its type if the value has none.
    #[must_use]
    pub fn doc<'s>(&'s self, schema: &'s Schema) -> &'s str {
        if schema.doc.is_empty() { &self.resolve(schema).doc } else { &schema.doc }
    }
}

/// Returns the operation and the name of the path parameter whose clauses begin with a path.
#[must_use]
pub fn parameter(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("operations.")?.split_once(".parameters.")
}

/// Returns the name of the type whose clauses begin with a path.
#[must_use]
pub fn type_name(path: &str) -> &str {
    path.split_once('.').map_or(path, |(name, _)| name)
}

fn find_mut<'s>(schema: &'s mut Schema, path: &str) -> Option<&'s mut Schema> {
    if schema.clause.as_str() == path {
        return Some(schema);
    }
    schema.children_mut().into_iter().find_map(|schema| find_mut(schema, path))
}

type Children<'f, 's> = dyn Fn(&'s Schema) -> Vec<(Step<'s>, &'s Schema)> + 'f;

fn walk<'s>(
    schema: &'s Schema,
    resolve: &dyn Fn(&'s Schema) -> &'s Schema,
    children: &Children<'_, 's>,
) -> Vec<Place<'s>> {
    let whole = Place { steps: Vec::new(), stated: schema, schema: resolve(schema) };
    let mut places = Vec::new();
    visit(whole, resolve, children, &mut Vec::new(), &mut places);
    places
}

fn visit<'s>(
    place: Place<'s>,
    resolve: &dyn Fn(&'s Schema) -> &'s Schema,
    children: &Children<'_, 's>,
    inside: &mut Vec<&'s str>,
    places: &mut Vec<Place<'s>>,
) {
    let clause = place.schema.clause.as_str();
    if inside.contains(&clause) {
        return;
    }
    inside.push(clause);
    let inner: Vec<Place<'s>> = children(place.schema)
        .into_iter()
        .map(|(step, stated)| place.inner(step, stated, resolve(stated)))
        .collect();
    places.push(place);
    inner.into_iter().for_each(|place| visit(place, resolve, children, inside, places));
    inside.pop();
}

/// A step from the schema of a value to the schema of a value within it, or of the value in one of its forms.
#[derive(Debug, Clone, Copy)]
pub enum Step<'s> {
    /// To a listed property of an object.
    Property(&'s str, &'s Property),
    /// To each item of a list.
    Item,
    /// To the item of a tuple at an index.
    Position(usize),
    /// To each value of a map.
    Entry,
    /// To one of several kinds of value that differ in their JSON type.
    Alternative(usize, &'s Schema),
    /// To the variant of a union that a value of its discriminator selects.
    Variant(&'s Union, &'s str),
}

impl Step<'_> {
    /// Returns whether the step leads to the part that a token of a JSON Pointer names. The token `*` stands
    /// for the index of any item.
    #[must_use]
    pub fn leads_to(&self, token: &str) -> bool {
        match self {
            Self::Property(name, _) => *name == token,
            Self::Item | Self::Entry => true,
            Self::Position(index) => token == "*" || token == index.to_string(),
            Self::Alternative(..) | Self::Variant(..) => false,
        }
    }

    /// Returns the keys of a page that the step is written with: `properties` and `url`, or `items`.
    pub(crate) fn keys(&self) -> Vec<String> {
        let (word, name) = match self {
            Self::Property(name, _) => ("properties", Some((*name).to_owned())),
            Self::Item => ("items", None),
            Self::Position(index) => ("prefixItems", Some(index.to_string())),
            Self::Entry => ("additionalProperties", None),
            Self::Alternative(index, _) => ("oneOf", Some(index.to_string())),
            Self::Variant(_, value) => ("variants", Some((*value).to_owned())),
        };
        std::iter::once(word.to_owned()).chain(name).collect()
    }

    /// Returns the step in the terms of JSON Schema: `url`, `items`, `prefixItems.0`.
    fn word(&self) -> String {
        match self {
            Self::Property(name, _) => (*name).to_owned(),
            Self::Item => "items".to_owned(),
            Self::Position(index) => format!("prefixItems.{index}"),
            Self::Entry => "additionalProperties".to_owned(),
            Self::Alternative(_, schema) => schema.alternative_name().to_owned(),
            Self::Variant(_, value) => (*value).to_owned(),
        }
    }
}

/// A place in a value of a schema.
#[derive(Debug, Clone)]
pub struct Place<'s> {
    /// The steps from the whole value, each with the schema that it starts at. A reference is no step.
    pub steps: Vec<(&'s Schema, Step<'s>)>,
    /// The schema as it is stated for this place. It differs from `schema` only if it is a reference.
    pub stated: &'s Schema,
    /// The schema of the value. [`Spec::places`](crate::Spec::places) follows references,
    /// [`Schema::places`] does not.
    pub schema: &'s Schema,
}

impl<'s> Place<'s> {
    /// Returns the place that a step leads to.
    fn inner(&self, step: Step<'s>, stated: &'s Schema, schema: &'s Schema) -> Self {
        let steps = self.steps.iter().copied().chain([(self.schema, step)]);
        Self { steps: steps.collect(), stated, schema }
    }

    /// Returns the last step; the whole value has none.
    #[must_use]
    pub fn last(&self) -> Option<Step<'s>> {
        self.steps.last().map(|(_, step)| *step)
    }

    /// Returns the listed property that leads here, if the last step is one.
    #[must_use]
    pub fn property(&self) -> Option<&'s Property> {
        match self.last() {
            Some(Step::Property(_, property)) => Some(property),
            _ => None,
        }
    }

    /// Returns the union that the place is a variant of.
    #[must_use]
    pub fn variant_of(&self) -> Option<&'s Union> {
        match self.last() {
            Some(Step::Variant(union, _)) => Some(union),
            _ => None,
        }
    }

    /// Returns whether the place is one of several kinds of value.
    #[must_use]
    pub fn is_alternative(&self) -> bool {
        matches!(self.last(), Some(Step::Alternative(..)))
    }

    /// Returns whether the place is the discriminator of a variant.
    #[must_use]
    pub fn is_discriminator(&self) -> bool {
        match self.steps.as_slice() {
            [.., (_, Step::Variant(union, _)), (_, Step::Property(name, _))] => {
                union.discriminator == *name
            }
            _ => false,
        }
    }

    /// Returns whether null is allowed here.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.stated.nullable || self.schema.nullable
    }

    /// Returns the place as a JSON Pointer (RFC 6901), with the first item of each list. `entry` names an
    /// entry of a map.
    #[must_use]
    pub fn pointer(&self, entry: impl Fn(&'s Schema) -> String) -> String {
        let mut place = String::new();
        for (from, step) in &self.steps {
            match step {
                Step::Property(name, _) => pointer::push(&mut place, name),
                Step::Item => pointer::push(&mut place, "0"),
                Step::Position(index) => pointer::push(&mut place, &index.to_string()),
                Step::Entry => pointer::push(&mut place, &entry(from)),
                Step::Alternative(..) | Step::Variant(..) => {}
            }
        }
        place
    }

    /// Returns the name for people: `shelves[].labels[]`; empty for the whole value.
    #[must_use]
    pub fn name(&self) -> String {
        self.name_with(|_, _| {})
    }

    /// Returns the name for people, with the variants of unions: `shelves[tall].labels[]`, `result(done).id`.
    #[must_use]
    pub fn name_with_variants(&self) -> String {
        self.name_with(|name, value| match name.strip_suffix("[]") {
            Some(list) => *name = format!("{list}[{value}]"),
            None => name.push_str(&format!("({value})")),
        })
    }

    fn name_with(&self, variant: impl Fn(&mut String, &str)) -> String {
        let mut name = String::new();
        for (_, step) in &self.steps {
            match step {
                Step::Property(property, _) => append(&mut name, ".", property),
                Step::Item => name.push_str("[]"),
                Step::Position(index) => name.push_str(&format!("[{index}]")),
                Step::Entry => append(&mut name, ".", "*"),
                Step::Alternative(..) => {}
                Step::Variant(_, value) => variant(&mut name, value),
            }
        }
        name
    }

    /// Returns the path in the terms of JSON Schema, such as `shelves.items.tall.labels.items`. It is the part
    /// of an identity that names the place.
    #[must_use]
    pub fn path(&self) -> String {
        self.steps.iter().map(|(_, step)| step.word()).collect::<Vec<_>>().join(".")
    }

    /// Returns a short suffix of an identity: `shelves-tall-labels`. Places of the same property have the
    /// same suffix, whether the property, its items or one of its alternatives is meant.
    #[must_use]
    pub fn suffix(&self) -> String {
        let mut suffix = String::new();
        for (_, step) in &self.steps {
            match step {
                Step::Property(name, _) => append(&mut suffix, "-", &kebab(name)),
                Step::Position(index) => append(&mut suffix, "-", &index.to_string()),
                Step::Variant(_, value) => append(&mut suffix, "-", &kebab(value)),
                Step::Item | Step::Entry | Step::Alternative(..) => {}
            }
        }
        suffix
    }
}

fn append(text: &mut String, between: &str, part: &str) {
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(part);
}

/// Converts a string to kebab-case: words of lower-case letters and digits, with `-` between them.
#[must_use]
pub fn kebab(text: &str) -> String {
    let mut kebab = String::new();
    let mut after_lower = false;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && after_lower {
                kebab.push('-');
            }
            kebab.push(c.to_ascii_lowercase());
        } else if !kebab.is_empty() && !kebab.ends_with('-') {
            kebab.push('-');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    kebab.trim_end_matches('-').to_owned()
}
