//! Places: the steps from a value to a value within it, and what a place is called. A place walks nowhere;
//! `walk` finds the places of a schema.

use crate::model::{Property, Schema, Union};
use crate::pointer;

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
    pub(crate) fn word(&self) -> String {
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
    pub(crate) fn inner(&self, step: Step<'s>, stated: &'s Schema, schema: &'s Schema) -> Self {
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
