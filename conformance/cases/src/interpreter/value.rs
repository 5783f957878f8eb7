//! Walks a value and its schema side by side, and notes every violation.

use std::ops::BitAnd;

use serde_json::{Map, Value};
use webdata_runtime::decode::JsonPath;
use webdata_runtime::{Message, Violation, Violations};
use webdata_spec::Spec;
use webdata_spec::model::{Additional, JsonType, Keyword, Object, RuleScope, Schema, Shape, Union};

use super::{Unreadable, breaks_readable, broken_rule, limits};

pub(super) struct Pass<'s, 'v> {
    spec: &'s Spec,
    /// The violations so far, in the order of the value.
    pub(super) found: Violations,
    unreadable: Unreadable,
    visitor: Option<Visitor<'s, 'v>>,
    pub(super) takes_long_integers: bool,
}

/// A function that gets each schema before references are followed, the value that it judges, and the value's place.
/// The value is `None` for a listed property that the object lacks.
pub(super) type Visitor<'s, 'v> = &'v mut dyn FnMut(&'s Schema, Option<&Value>, &JsonPath<'_>);

impl<'s, 'v> Pass<'s, 'v> {
    pub(super) fn new(spec: &'s Spec, visitor: Option<Visitor<'s, 'v>>) -> Self {
        let (found, unreadable) = (Violations::new(), Unreadable::default());
        Self { spec, found, unreadable, visitor, takes_long_integers: false }
    }

    fn visit(&mut self, schema: &'s Schema, value: Option<&Value>, at: &JsonPath<'_>) {
        if let Some(visitor) = &mut self.visitor {
            visitor(schema, value, at);
        }
    }

    /// Notes each violation of a value. Returns whether the value is readable, that is, whether generated code can
    /// decode it. Rules skip unreadable values.
    pub(super) fn check(&mut self, schema: &'s Schema, value: &Value, at: &JsonPath<'_>) -> bool {
        self.visit(schema, Some(value), at);
        if value.is_null() && schema.nullable {
            return true;
        }
        let schema = self.spec.resolve(schema);
        let is_readable = match kind_mistake(schema, value) {
            Some(mistake) => {
                self.note(schema, TYPE, mistake, at);
                false
            }
            None => self.check_kind(schema, value, at),
        };
        if !is_readable {
            self.unreadable.insert(value);
        }
        is_readable
    }

    /// Checks a value whose JSON type is allowed.
    fn check_kind(&mut self, schema: &'s Schema, value: &Value, at: &JsonPath<'_>) -> bool {
        match (&schema.shape, value) {
            (Shape::Array { items }, Value::Array(values)) => {
                let all = values.iter().enumerate();
                let is_readable = all
                    .map(|(index, value)| self.check(items, value, &at.item(index)))
                    .fold(true, BitAnd::bitand);
                self.check_limits(schema, value, is_readable, at);
                is_readable
            }
            (Shape::Tuple(schemas), Value::Array(values)) => {
                let all = schemas.iter().zip(values).enumerate();
                let is_readable = all
                    .map(|(index, (schema, value))| self.check(schema, value, &at.item(index)))
                    .fold(true, BitAnd::bitand);
                self.check_limits(schema, value, is_readable, at);
                is_readable && values.len() as u64 >= schema.count(Keyword::MinItems).unwrap_or(0)
            }
            (Shape::Map(values), Value::Object(members)) => {
                let is_readable = members
                    .iter()
                    .map(|(name, value)| self.check(values, value, &at.member(name)))
                    .fold(true, BitAnd::bitand);
                self.check_limits(schema, value, is_readable, at);
                is_readable
            }
            (Shape::Object(object), Value::Object(members)) => {
                self.check_object(schema, object, (value, members), at)
            }
            (Shape::Union(union), Value::Object(members)) => {
                self.check_union(schema, union, (value, members), at)
            }
            (Shape::OneOf(alternatives), _) => match self.alternative(alternatives, value) {
                Ok(alternative) => self.check(alternative, value, at),
                Err(mistake) => {
                    self.note(schema, TYPE, mistake, at);
                    false
                }
            },
            (Shape::Enum(values), Value::String(text)) => {
                if !values.contains(text) && !schema.is_open_enum() {
                    let message = Message::none_of(values.iter().map(String::as_str));
                    self.note(schema, "enum", message, at);
                }
                true
            }
            (Shape::Integer, Value::Number(_)) => self.check_integer(schema, value, at),
            (
                Shape::Any
                | Shape::Boolean
                | Shape::Number
                | Shape::String
                | Shape::Integer
                | Shape::Enum(_)
                | Shape::Array { .. }
                | Shape::Tuple(_)
                | Shape::Map(_)
                | Shape::Object(_)
                | Shape::Union(_)
                | Shape::Ref(_),
                _,
            ) => {
                self.check_limits(schema, value, true, at);
                true
            }
        }
    }

    /// Checks the limits of a value. Keywords that compare items are skipped if an item is unreadable.
    fn check_limits(
        &mut self,
        schema: &Schema,
        value: &Value,
        is_readable: bool,
        at: &JsonPath<'_>,
    ) {
        limits::check(schema, value, &mut |keyword, message| {
            let compares_items = matches!(
                keyword,
                Keyword::UniqueItems
                    | Keyword::Contains
                    | Keyword::MinContains
                    | Keyword::MaxContains
            );
            if is_readable || !compares_items {
                self.note(schema, keyword.name(), message, at);
            }
        });
    }

    /// Checks an integer. An integer of more than 64 bits is unreadable. It breaks its minimum or maximum or, without
    /// such a limit, its type.
    fn check_integer(&mut self, schema: &Schema, value: &Value, at: &JsonPath<'_>) -> bool {
        let before = self.found.len() + self.found.left_out();
        self.check_limits(schema, value, true, at);
        let is_beyond = !self.takes_long_integers
            && matches!(
                limits::SchemaNumber::new(schema, value),
                Some(limits::SchemaNumber::Beyond(_))
            );
        if is_beyond && self.found.len() + self.found.left_out() == before {
            let message = "is beyond the whole numbers of 64 bits";
            self.note(schema, TYPE, message.into(), at);
        }
        !is_beyond
    }

    fn check_object(
        &mut self,
        schema: &'s Schema,
        object: &'s Object,
        (value, members): (&Value, &Map<String, Value>),
        at: &JsonPath<'_>,
    ) -> bool {
        let mut is_readable = true;
        for (name, member) in members {
            let here = at.member(name);
            match object.properties.get(name) {
                Some(property) => {
                    let is_usable = self.check(&property.schema, member, &here);
                    is_readable &= is_usable || !property.required;
                }
                None => match object.additional {
                    Additional::Open => {}
                    Additional::Forbidden => {
                        let message = "is not a property of this object";
                        let word = Keyword::AdditionalProperties.name();
                        self.note(schema, word, message.into(), &here);
                    }
                },
            }
        }
        for (name, property) in &object.properties {
            if members.contains_key(name) {
                continue;
            }
            self.visit(&property.schema, None, &at.member(name));
            if property.required {
                self.note(&property.schema, "required", "is missing".into(), &at.member(name));
                is_readable = false;
            }
        }
        self.check_limits(schema, value, true, at);
        for rule in &object.rules {
            if rule.scope == RuleScope::AsSent && breaks_readable(rule, value, &self.unreadable) {
                self.found.push(|| broken_rule(rule, at));
            }
        }
        is_readable
    }

    fn check_union(
        &mut self,
        schema: &'s Schema,
        union: &'s Union,
        (value, members): (&Value, &Map<String, Value>),
        at: &JsonPath<'_>,
    ) -> bool {
        let name = &union.discriminator;
        let Some(selected) = members.get(name) else {
            let message = format!("has no `{name}`, which selects its type");
            self.note(schema, DISCRIMINATOR, message.into(), at);
            return false;
        };
        let variant = selected.as_str().map(|selected| union.variants.get(selected));
        let message = match variant {
            Some(Some(variant)) => {
                let variant = self.spec.schema(variant);
                return variant.is_none_or(|variant| self.check(variant, value, at));
            }
            Some(None) => Message::none_of(union.variants.keys().map(String::as_str)),
            None => Message::wrong_kind(kind(selected), "a string"),
        };
        self.note(schema, DISCRIMINATOR, message, &at.member(name));
        false
    }

    /// Returns the alternative for the JSON type of a value.
    ///
    /// # Errors
    /// What is wrong with the JSON type, if no alternative has it.
    fn alternative<'a>(
        &self,
        alternatives: &'a [Schema],
        value: &Value,
    ) -> Result<&'a Schema, Message> {
        let json_type = |schema| self.spec.resolve(schema).shape.json_type();
        let find = |wanted| alternatives.iter().find(|schema| json_type(schema) == Some(wanted));
        let (found, kind) = match value {
            Value::Number(number) if number.is_f64() => match find(JsonType::Integer) {
                Some(_) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => {
                    (None, FRACTION)
                }
                integer => (find(JsonType::Number).or(integer), kind(value)),
            },
            Value::Number(_) => {
                (find(JsonType::Integer).or_else(|| find(JsonType::Number)), kind(value))
            }
            _ => (json_type_of(value).and_then(find), kind(value)),
        };
        found.ok_or_else(|| {
            let kinds: Vec<&str> =
                alternatives.iter().filter_map(json_type).map(in_words).collect();
            let kinds = match kinds.split_last() {
                Some((last, others)) if !others.is_empty() => {
                    format!("{} or {last}", others.join(", "))
                }
                _ => kinds.concat(),
            };
            format!("is {kind} instead of {kinds}").into()
        })
    }

    fn note(&mut self, schema: &Schema, word: &str, message: Message, at: &JsonPath<'_>) {
        self.found.push(|| Violation {
            pointer: at.pointer(),
            clause: format!("{}.{word}", schema.clause).into(),
            message,
        });
    }
}

/// The last step of the clause about the JSON type of a value.
const TYPE: &str = "type";

/// The last step of the clause about the property that selects a variant.
const DISCRIMINATOR: &str = "discriminator";

/// Describes a number where an integer is expected.
const FRACTION: &str = "a number with a fraction";

/// Returns what is wrong with the JSON type of a value, if the schema demands another.
pub(crate) fn kind_mistake(schema: &Schema, value: &Value) -> Option<Message> {
    let expected = schema.shape.json_type()?;
    let actual = match json_type_of(value) {
        Some(JsonType::Number) if expected == JsonType::Integer => {
            let is_whole = limits::SchemaNumber::new(schema, value).is_some();
            return (!is_whole).then(|| Message::wrong_kind(FRACTION, in_words(expected)));
        }
        actual => actual,
    };
    (actual != Some(expected)).then(|| Message::wrong_kind(kind(value), in_words(expected)))
}

/// Returns the JSON type of a value, which is never an integer, or `None` for null.
fn json_type_of(value: &Value) -> Option<JsonType> {
    match value {
        Value::Null => None,
        Value::Bool(_) => Some(JsonType::Boolean),
        Value::Number(_) => Some(JsonType::Number),
        Value::String(_) => Some(JsonType::String),
        Value::Array(_) => Some(JsonType::Array),
        Value::Object(_) => Some(JsonType::Object),
    }
}

fn kind(value: &Value) -> &'static str {
    json_type_of(value).map_or("null", in_words)
}

fn in_words(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}
