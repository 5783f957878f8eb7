//! Makes valid values for any schema. They surround the value that a case tests.

mod changed;
mod collections;
mod search;

use serde_json::{Map, Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{
    Constraint, JsonType, Keyword, Object, Operand, Property, Schema, Shape, StringFormat,
};

use super::expectations::{Circumstances, applies};
use super::format_samples::valid_samples;
use super::lengths::string_of_pattern;
use super::{json_values, lengths};
use crate::equality::concrete;
use crate::interpreter::holds;
use crate::interpreter::limits::fits;

pub(crate) use self::collections::{constrains_items, minimum_items};
pub(crate) use self::search::{kept, sample_with_value_at, varied};

/// Makes valid values, from the examples of the contract if the contract has some. No value contains anything
/// that a server may reject in a circumstance that the case does not state.
#[derive(Clone, Copy)]
pub(crate) struct Samples<'s> {
    pub(crate) spec: &'s Spec,
    /// Whether each object keeps its rules. A search for such an object tries values of samples without this
    /// setting, so that nested objects start no further search.
    pub(crate) keep_rules: bool,
}

/// The properties that a sample has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The required properties only.
    Minimal,
    /// Every property that may stand next to the others, but only the required properties of items in lists.
    /// A known state has this extent, so that it does not depend on every option of every item.
    Outline,
    /// Every property that may stand next to the others.
    Full,
}

impl<'s> Samples<'s> {
    /// Returns a valid value.
    pub(crate) fn value(self, schema: &'s Schema, extent: Extent) -> Value {
        self.value_within(schema, extent, &mut Vec::new())
    }

    fn value_within(self, schema: &'s Schema, extent: Extent, open: &mut Vec<&'s str>) -> Value {
        let known = schema.only_values().into_iter().chain(schema.examples.iter().cloned()).next();
        if let Some(known) = known {
            return known;
        }
        match &schema.shape {
            Shape::Any => json!("sample"),
            Shape::Boolean => {
                json!(schema.default.as_ref().and_then(Value::as_bool).unwrap_or(false))
            }
            Shape::Integer | Shape::Number => match &schema.default {
                Some(default) => default.clone(),
                None => number(schema),
            },
            Shape::String => string(schema).into(),
            Shape::Enum(_) => json!(listed(schema).next()),
            Shape::Array { items } => {
                let min_items = minimum_items(schema);
                let wanted = if extent == Extent::Minimal { min_items } else { min_items.max(1) };
                if wanted > 0 && constrains_items(schema) {
                    return self.items(schema, items, wanted).into();
                }
                if wanted == 1 {
                    let extent = if extent == Extent::Outline { Extent::Minimal } else { extent };
                    return json!([self.value_within(items, extent, open)]);
                }
                (0..wanted).map(|index| self.distinct(items, index)).collect()
            }
            Shape::Tuple(items) => {
                let wanted =
                    if extent == Extent::Minimal { minimum_items(schema) } else { items.len() };
                self.tuple(items, wanted, extent).into()
            }
            Shape::Map(values) => {
                let is_minimal = extent == Extent::Minimal;
                match schema.count(Keyword::MinProperties) {
                    None if is_minimal => json!({}),
                    Some(minimum) if is_minimal || minimum > 1 => {
                        self.map(schema, values, minimum as usize)
                    }
                    _ => {
                        let [name, _] = self.names(schema);
                        json!({ name: self.value_within(values, extent, open) })
                    }
                }
            }
            Shape::Object(object) => self.object_within(schema, object, extent, open).into(),
            Shape::Union(union) => {
                let Some((tag, name)) = union.variants.first() else { return Value::Null };
                let variant = self.spec.schema(name);
                let mut value =
                    variant.map_or(Value::Null, |schema| self.value_within(schema, extent, open));
                value[&union.discriminator] = tag.as_str().into();
                value
            }
            Shape::OneOf(alternatives) => match alternatives.last() {
                Some(fullest) => self.value_within(fullest, extent, open),
                None => Value::Null,
            },
            Shape::Ref(name) => {
                // At the second level of a recursive type, only required properties are added.
                let extent = if open.contains(&name.as_str()) { Extent::Minimal } else { extent };
                open.push(name);
                let named = self.spec.schema(name);
                let value =
                    named.map_or(Value::Null, |schema| self.value_within(schema, extent, open));
                open.pop();
                value
            }
        }
    }

    fn object_within(
        self,
        schema: &Schema,
        object: &'s Object,
        extent: Extent,
        open: &mut Vec<&'s str>,
    ) -> Map<String, Value> {
        let is_minimal = extent == Extent::Minimal;
        self.object_with(schema, object, is_minimal, &mut |property, is_sure| {
            let is_chosen = is_sure || (!is_minimal && !is_identity(property));
            is_chosen.then(|| self.value_within(&property.schema, extent, open))
        })
    }

    /// Returns an object. `member` returns the value of a property, or `None` to leave the property out; its second
    /// argument is whether the object must have the property.
    fn object_with(
        self,
        schema: &Schema,
        object: &'s Object,
        is_minimal: bool,
        member: &mut dyn FnMut(&'s Property, bool) -> Option<Value>,
    ) -> Map<String, Value> {
        let mut members = Map::new();
        for (name, property) in &object.properties {
            // The contract does not say which of its values a server accepts, or the stored state decides it.
            let is_open = || self.spec.is_open_enum(&property.schema);
            if !property.required && (is_open() || self.spec.is_guarded(&property.schema)) {
                continue;
            }
            let is_sure = match schema.exactly_one().iter().position(|choice| choice == name) {
                Some(0) => true,
                Some(_) => continue,
                None => property.required,
            };
            let Some(value) = member(property, is_sure) else { continue };
            // Most cases send full samples, which must not depend on the state of the team.
            let is_free = || Circumstances::has_none(self.spec, &property.schema, &value);
            if is_minimal || property.required || is_free() {
                members.insert(name.clone(), value);
            }
        }
        self.add_dependents(schema, object, &mut members);
        let members = self_consistent(object, members);
        if object.rules.is_empty() || !self.keep_rules {
            return members;
        }
        let value = Value::Object(members);
        json_values::members(kept(schema, &value, self).unwrap_or(value))
    }

    /// Returns the `index`th of several valid values, which differ as far as the schema allows.
    pub(crate) fn distinct(self, schema: &'s Schema, index: usize) -> Value {
        let schema = self.spec.resolve(schema);
        let mut sample = self.value(schema, Extent::Minimal);
        if index == 0 {
            return sample;
        }
        match (&schema.shape, &mut sample) {
            (Shape::Enum(_), _) => {
                let count = listed(schema).count();
                listed(schema).nth(index % count.max(1)).map_or(sample, Value::from)
            }
            (Shape::OneOf(alternatives), _) => {
                alternatives.last().map_or(sample, |fullest| self.distinct(fullest, index))
            }
            (Shape::String, Value::String(sample)) => distinct_text(schema, sample, index),
            (Shape::Array { items, .. }, Value::Array(values)) => {
                if let Some(first) = values.first_mut() {
                    *first = self.distinct(items, index);
                }
                sample
            }
            (Shape::Tuple(items), Value::Array(values)) => {
                for (item, value) in items.iter().zip(values) {
                    *value = self.varied(item, index);
                }
                sample
            }
            (Shape::Object(object), Value::Object(members)) => {
                self.make_distinct(object, members, index);
                sample
            }
            (Shape::Union(union), Value::Object(members)) => {
                let first = union.variants.values().next().and_then(|name| self.spec.schema(name));
                if let Some(object) = first.and_then(|schema| self.spec.object_of(schema)) {
                    self.make_distinct(object, members, index);
                }
                sample
            }
            _ => sample,
        }
    }

    /// Makes an object, or a variant of a union, the `index`th of several distinguishable ones. The first
    /// required property that is no enum gets another value.
    pub(crate) fn identify(self, schema: &'s Schema, value: &mut Value, index: usize) {
        let schema = concrete(self.spec, self.spec.resolve(schema), value);
        let (Shape::Object(object), Value::Object(members)) = (&schema.shape, value) else {
            return;
        };
        let is_identifying = |property: &Property| property.required && !self.is_enum(property);
        let mut properties = object.properties.iter();
        if let Some((name, property)) = properties.find(|(_, property)| is_identifying(property))
            && let Some(member) = members.get_mut(name)
        {
            *member = self.distinct(&property.schema, index);
        }
    }

    /// Returns properties of an object with the other value of each flag, and with another one of several properties of
    /// which exactly one is given. What a server may then reject stays as it is.
    pub(crate) fn with_other_choices(
        self,
        schema: &'s Schema,
        given: &Map<String, Value>,
    ) -> Map<String, Value> {
        let Some(object) = schema.object() else { return given.clone() };
        let mut others = given.clone();
        for (name, value) in given {
            let Some(property) = object.properties.get(name) else { continue };
            if let Value::Bool(flag) = value
                && self.spec.resolve(&property.schema).constant().is_none()
            {
                others.insert(name.clone(), Value::Bool(!flag));
            }
        }
        let choices = schema.exactly_one();
        let given_choice = choices.iter().find(|name| others.contains_key(*name));
        let other = choices.iter().rfind(|name| !others.contains_key(*name));
        if let Some((before, other)) = given_choice.zip(other)
            && let Some(property) = object.properties.get(other)
        {
            others.shift_remove(before);
            others.insert(other.clone(), self.value(&property.schema, Extent::Minimal));
        }
        let is_accepted =
            Circumstances::has_none(self.spec, schema, &Value::Object(others.clone()));
        if is_accepted { others } else { given.clone() }
    }

    /// Returns a value of a type that a schema does not have: an object for a list, and a list for everything else.
    pub(crate) fn of_wrong_type(self, schema: &'s Schema) -> Option<Value> {
        Some(match schema.shape.json_type() {
            _ if schema.shape == Shape::Any => return None,
            Some(JsonType::Array) => json!({}),
            _ => json!([self.value(schema, Extent::Minimal)]),
        })
    }

    fn is_enum(self, property: &Property) -> bool {
        matches!(self.spec.resolve(&property.schema).shape, Shape::Enum(_))
    }

    /// Changes the first property that can have another value.
    fn make_distinct(self, object: &'s Object, members: &mut Map<String, Value>, index: usize) {
        for (name, member) in members {
            let Some(property) = object.properties.get(name) else { continue };
            let other = self.distinct(&property.schema, index);
            if !self.is_enum(property) && other != *member {
                *member = other;
                return;
            }
        }
    }
}

/// Returns the properties after the object's own effects, without optional properties that cause a refusal.
pub(crate) fn self_consistent(object: &Object, members: Map<String, Value>) -> Map<String, Value> {
    if object.effects.is_empty() && object.refusals.is_empty() {
        return members;
    }
    let mut value = Value::Object(members);
    for effect in &object.effects {
        let set = applies(effect, &value).filter(|(name, _)| value.get(*name).is_some());
        if let Some((name, to)) = set {
            value[name] = to.clone();
        }
    }
    for when in object.refusals.iter().filter_map(|refusal| refusal.when.as_ref()) {
        let name = when.path.root();
        let optional = object.properties.get(name).is_some_and(|property| !property.required);
        if optional && holds(when, &value) {
            value.as_object_mut().and_then(|members| members.shift_remove(name));
        }
    }
    json_values::members(value)
}

/// Returns the values of an enum that every correct server accepts.
pub(crate) fn listed(schema: &Schema) -> impl Iterator<Item = &str> {
    let values = schema.words().unwrap_or_default().iter().map(String::as_str);
    values.filter(|value| !is_open(schema, &json!(value)))
}

/// Returns whether the contract leaves open if a server accepts the value.
pub(crate) fn is_open(schema: &Schema, value: &Value) -> bool {
    schema.open_values.as_ref().is_some_and(|open| open.values.contains(value))
}

/// Returns whether a property is an identity. Identities are left out because one sample is sent for many
/// resources.
fn is_identity(property: &Property) -> bool {
    property.schema.stand_in.is_none() && property.schema.format() == Some(StringFormat::Uuid)
}

fn number(schema: &Schema) -> Value {
    let is_plain =
        |constraint: &Constraint| matches!(constraint.keyword, Keyword::Minimum | Keyword::Maximum);
    if !schema.constraints.iter().all(is_plain) {
        return number_of(schema, schema.minimum_or(1.0));
    }
    let limit = |keyword| match schema.operand(keyword) {
        Some(Operand::Number(limit)) => Some(limit.clone()),
        _ => None,
    };
    let limit = limit(Keyword::Minimum).or_else(|| limit(Keyword::Maximum));
    match limit {
        Some(limit) => limit.into(),
        None if schema.shape == Shape::Integer => json!(1),
        None => json!(1.0),
    }
}

/// Returns a number as JSON, without a fraction for an integer schema.
pub(crate) fn number_of(schema: &Schema, number: f64) -> Value {
    // Removes the rounding errors of products with steps such as 0.1.
    let rounded = (number * 1e9).round() / 1e9;
    match schema.shape {
        Shape::Integer => json!(rounded as i64),
        _ => json!(rounded),
    }
}

fn string(schema: &Schema) -> String {
    let min_length = schema.count(Keyword::MinLength).unwrap_or(0) as usize;
    match (schema.format(), schema.pattern()) {
        (Some(format), _) => {
            let known = valid_samples(format).iter().map(|sample| (*sample).to_owned());
            let made = (min_length..min_length + 256)
                .filter_map(|length| lengths::string_of_length(schema, length));
            let sample = known.chain(made).find(|text| fits(schema, &json!(text)));
            sample.unwrap_or_else(|| valid_samples(format)[0].to_owned())
        }
        (None, Some(pattern)) => {
            let mut lengths = min_length..min_length + 64;
            let made = lengths.find_map(|length| string_of_pattern(pattern, length));
            made.unwrap_or_else(|| "sample".to_owned())
        }
        (None, None) => fit("sample", schema),
    }
}

/// Cuts or extends a sample to an allowed length.
fn fit(sample: &str, schema: &Schema) -> String {
    let length = |keyword| schema.count(keyword).and_then(|limit| usize::try_from(limit).ok());
    let max_length = length(Keyword::MaxLength).unwrap_or(usize::MAX);
    let mut fitted: String = sample.chars().take(max_length).collect();
    while fitted.chars().count() < length(Keyword::MinLength).unwrap_or(0) {
        fitted.push('a');
    }
    fitted
}

fn distinct_text(schema: &Schema, sample: &str, index: usize) -> Value {
    let only = schema.only_values();
    if !only.is_empty() {
        return only[index % only.len()].clone();
    }
    match schema.format() {
        None => {
            let word = fit(&distinct_word(sample, index), schema).into();
            if fits(schema, &word) { word } else { sample.into() }
        }
        Some(StringFormat::Uri) => format!("{sample}/{index}").into(),
        Some(StringFormat::Email) => format!("n{index}.{sample}").into(),
        _ => sample.into(),
    }
}

/// Returns another string of the same structure, because a server may check that it is a domain or a locale. In a
/// word or a domain, the varying part comes first, so that a maximum length does not cut it off.
fn distinct_word(sample: &str, index: usize) -> String {
    let is_domain = |text: &str| {
        text.contains('.') && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"-.".contains(&c))
    };
    match sample.strip_prefix("*.") {
        Some(domain) => format!("*.n{index}.{domain}"),
        None if is_domain(sample) => format!("n{index}.{sample}"),
        None if sample.contains("://") => format!("{sample}/{index}"),
        None if sample.contains(' ') => format!("{sample} {index}"),
        None => format!("{}{sample}", letters(index)),
    }
}

/// Writes a number in letters, because the sample may be a word that allows no digits.
fn letters(mut number: usize) -> String {
    let mut text = String::new();
    while number > 0 {
        number -= 1;
        text.extend(u32::try_from(number % 26).ok().and_then(|n| char::from_u32('a' as u32 + n)));
        number /= 26;
    }
    text
}
