//! Generates random bodies that a JSON Schema allows, as JSON values that keep the spelling of numbers and
//! strings, and repeated properties. This module reads only the schema, and uses no code under test.

use std::collections::HashSet;

use fastrand::Rng;
use serde_json::{Map, Value};

/// Generates values of a schema.
pub(crate) struct Generator<'s> {
    root: &'s Value,
}

/// The nesting depth from which optional parts are left out, so that recursive types end.
const MAX_DEPTH: usize = 6;

impl<'s> Generator<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self { root }
    }

    /// Returns a random value of the whole schema.
    pub(crate) fn body(&self, rng: &mut Rng) -> Json {
        self.value(self.root, rng, 0)
    }

    fn value(&self, schema: &'s Value, rng: &mut Rng, depth: usize) -> Json {
        if let Some(name) = schema["$ref"].as_str() {
            let schema = self.root.pointer(name.trim_start_matches('#'));
            return self.value(schema.unwrap_or(&Value::Null), rng, depth);
        }
        if let Some(example) = pick(&schema["examples"], rng).filter(|_| rng.u8(..) < 100) {
            return Json::new(example);
        }
        for listed in ["enum", "anyOf", "oneOf"] {
            match pick(&schema[listed], rng) {
                Some(value) if listed == "enum" => return Json::new(value),
                Some(value) if schema["properties"].is_null() => {
                    return self.value(value, rng, depth);
                }
                _ => {}
            }
        }
        if let Some(constant) = schema.get("const") {
            return Json::new(constant);
        }
        if let Some(variant) = pick(&schema["allOf"], rng) {
            return self.value(&variant["then"], rng, depth);
        }
        let kind = match &schema["type"] {
            Value::Array(_) => pick(&schema["type"], rng).and_then(Value::as_str),
            kind => kind.as_str(),
        };
        match kind {
            Some("null") => Json::plain("null"),
            Some("boolean") => Json::plain(rng.bool()),
            Some("integer") => integer(schema, rng),
            Some("number") => number(schema, rng),
            Some("string") => Json::text(&text(schema, rng)),
            Some("array") => self.list(schema, rng, depth),
            Some("object") => self.object(schema, rng, depth),
            _ => any_json(rng, 2),
        }
    }

    fn list(&self, schema: &'s Value, rng: &mut Rng, depth: usize) -> Json {
        if let Some(items) = schema["prefixItems"].as_array() {
            let length = rng.usize(count(&schema["minItems"]).unwrap_or(0)..=items.len());
            let items = items.iter().take(length);
            return Json::List(items.map(|item| self.value(item, rng, depth + 1)).collect());
        }
        let min_items = count(&schema["minItems"]).unwrap_or(0);
        let max_items = count(&schema["maxItems"]).unwrap_or(min_items + 4);
        let length = match rng.u8(..) {
            0..10 if max_items <= 60 && depth < 3 => max_items,
            10..30 => min_items,
            _ if depth > MAX_DEPTH => min_items,
            _ => rng.usize(min_items..=max_items.min(min_items + 3)),
        };
        let wanted = match schema.get("contains") {
            Some(_) => count(&schema["minContains"]).unwrap_or(1),
            None => 0,
        };
        let mut items: Vec<Json> =
            (0..wanted).map(|_| self.value(&schema["contains"], rng, depth + 1)).collect();
        items.extend((wanted..length).map(|_| self.value(&schema["items"], rng, depth + 1)));
        if schema["uniqueItems"] == true {
            let mut seen = HashSet::new();
            items.retain(|item| seen.insert(item.to_string()));
        }
        rng.shuffle(&mut items);
        Json::List(items)
    }

    fn object(&self, schema: &'s Value, rng: &mut Rng, depth: usize) -> Json {
        let none = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&none);
        let mut required: Vec<&str> = words(&schema["required"]);
        let mut left_out = Vec::new();
        if let Some(choices) = schema["oneOf"].as_array() {
            let chosen = rng.usize(..choices.len());
            for (index, choice) in choices.iter().enumerate() {
                let names = words(&choice["required"]);
                if index == chosen { required.extend(names) } else { left_out.extend(names) }
            }
        }
        for (name, needs) in schema["dependentRequired"].as_object().into_iter().flatten() {
            if rng.bool() {
                required.push(name);
                required.extend(words(needs));
            }
        }
        let likely = if depth > MAX_DEPTH { 0 } else { [10, 80, 200][rng.usize(..3)] };
        let mut members = Vec::new();
        for (name, property) in properties {
            let is_left_out = left_out.contains(&name.as_str());
            let taken = required.contains(&name.as_str()) || rng.u8(..) < likely && !is_left_out;
            if taken {
                members.push((name.clone(), self.value(property, rng, depth + 1)));
            }
        }
        match &schema["additionalProperties"] {
            Value::Bool(false) => {}
            Value::Object(_) => {
                for _ in 0..rng.usize(..4) {
                    let value = self.value(&schema["additionalProperties"], rng, depth + 1);
                    let name = match schema.get("propertyNames") {
                        Some(names) => match pick(&names["enum"], rng) {
                            Some(name) => name.as_str().unwrap_or_default().to_owned(),
                            None => text(names, rng),
                        },
                        None => name(rng),
                    };
                    members.push((name, value));
                }
            }
            _ if rng.u8(..) < 60 => members.push((name(rng), any_json(rng, 2))),
            _ => {}
        }
        if members.len() < count(&schema["minProperties"]).unwrap_or(0) {
            for (name, property) in properties.iter().take(1) {
                members.push((name.clone(), self.value(property, rng, depth + 1)));
            }
        }
        if rng.bool() {
            rng.shuffle(&mut members);
        }
        Json::Object(members)
    }
}

/// Returns a random JSON value with at most `levels` levels.
pub(crate) fn any_json(rng: &mut Rng, levels: usize) -> Json {
    match rng.u8(..if levels == 0 { 6 } else { 8 }) {
        0 => Json::plain("null"),
        1 => Json::plain(rng.bool()),
        2 => Json::plain(rng.i64(..)),
        3 => Json::plain(f64::from(rng.i32(..)) / 8.0),
        4 | 5 => Json::text(&string_of_length(rng, 5)),
        6 => Json::List((0..rng.usize(..3)).map(|_| any_json(rng, levels - 1)).collect()),
        _ => {
            let members = (0..rng.usize(..3)).map(|_| (name(rng), any_json(rng, levels - 1)));
            Json::Object(members.collect())
        }
    }
}

/// Returns a name that no contract lists. Some names need escapes in JSON Pointers.
pub(crate) fn name(rng: &mut Rng) -> String {
    let names = ["x", "x-a", "a/b", "m~n", "", "é", "𐍈", "a\"b", "0"];
    format!("{}{}", names[rng.usize(..names.len())], rng.u8(..20))
}

/// Returns a string of `length` characters, of one to four bytes each.
pub(crate) fn string_of_length(rng: &mut Rng, length: usize) -> String {
    let all = ['a', 'Z', '0', ' ', 'ß', '€', '𐍈', '😀', '"', '\\', '\n'];
    let some = if rng.bool() { &all[..3] } else { &all[..] };
    (0..length).map(|_| some[rng.usize(..some.len())]).collect()
}

fn text(schema: &Value, rng: &mut Rng) -> String {
    if let Some(format) = schema["format"].as_str() {
        let known = crate::reference::samples(format);
        return known[rng.usize(..known.len())].to_owned();
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        // The contracts have few patterns. If a new pattern matches none of these strings, the reference
        // rejects bodies that should be valid, and the test fails.
        let known =
            ["AB", "GB-12", "12-3", "https://example.com/a", "linen", "DE", "abc", "K7", "z"];
        let matching: Vec<&str> =
            known.into_iter().filter(|text| crate::reference::matches(pattern, text)).collect();
        return matching.get(rng.usize(..matching.len().max(1))).copied().unwrap_or("").to_owned();
    }
    let min_length = count(&schema["minLength"]).unwrap_or(0);
    let max_length = count(&schema["maxLength"]).unwrap_or(min_length + 12);
    let length = match rng.u8(..) {
        0..20 => max_length,
        20..40 => min_length,
        _ => rng.usize(min_length..=max_length.min(min_length + 12)),
    };
    string_of_length(rng, length)
}

fn integer(schema: &Value, rng: &mut Rng) -> Json {
    let above = schema["exclusiveMinimum"].as_i64().map(|limit| limit + 1);
    let below = schema["exclusiveMaximum"].as_i64().map(|limit| limit - 1);
    let minimum = schema["minimum"].as_i64().or(above).unwrap_or(-1_000_000);
    let maximum = schema["maximum"].as_i64().or(below).unwrap_or(minimum.max(0) + 1_000_000);
    let step = schema["multipleOf"].as_i64().unwrap_or(1);
    let value =
        [minimum, maximum, rng.i64(minimum..=maximum)][rng.usize(..3)].div_euclid(step) * step;
    match rng.u8(..) {
        0..20 => Json::plain(format!("{value}.0")),
        20..40 => Json::plain(format!("{value}e0")),
        40..50 if value % 100 == 0 => Json::plain(format!("{}e2", value / 100)),
        50..60 if value == 0 => Json::plain("-0"),
        _ => Json::plain(value),
    }
}

fn number(schema: &Value, rng: &mut Rng) -> Json {
    let minimum =
        schema["minimum"].as_f64().or(schema["exclusiveMinimum"].as_f64()).unwrap_or(-1e6);
    let maximum = schema["maximum"].as_f64().or(schema["exclusiveMaximum"].as_f64());
    let maximum = maximum.unwrap_or(minimum.max(0.0) + 1e6);
    if let Some(step) = schema["multipleOf"].as_f64() {
        // Multiples are computed in tenths, as the contracts have them, so that the product is exact.
        let tenths = f64::from(rng.i16(-200..200)) * (step * 10.0);
        return Json::plain(Value::from(tenths.round() / 10.0));
    }
    let between = minimum + (maximum - minimum) * f64::from(rng.u8(..)) / 256.0;
    Json::plain(Value::from([minimum, maximum, between][rng.usize(..3)]))
}

fn pick<'v>(list: &'v Value, rng: &mut Rng) -> Option<&'v Value> {
    let items = list.as_array().filter(|items| !items.is_empty())?;
    items.get(rng.usize(..items.len()))
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn count(limit: &Value) -> Option<usize> {
    usize::try_from(limit.as_u64()?).ok()
}

/// A JSON value as it is spelled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    /// A number, a boolean or null.
    Plain(String),
    /// A string with its quotes.
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    #[expect(clippy::needless_pass_by_value, reason = "callers pass literals")]
    pub(crate) fn plain(spelling: impl ToString) -> Self {
        Self::Plain(spelling.to_string())
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Value::from(text).to_string())
    }

    pub(crate) fn new(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::text(text),
            Value::Array(items) => Self::List(items.iter().map(Self::new).collect()),
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.clone(), Self::new(value)));
                Self::Object(members.collect())
            }
            plain => Self::plain(plain),
        }
    }

    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Plain(spelling) | Self::Text(spelling) => text.push_str(spelling),
            Self::List(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    item.write(text);
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    text.push_str(&Value::from(name.as_str()).to_string());
                    text.push(':');
                    value.write(text);
                }
                text.push('}');
            }
        }
    }

    /// Returns the number of values in this value, including itself.
    pub(crate) fn size(&self) -> usize {
        1 + self.inside().map(Self::size).sum::<usize>()
    }

    /// Returns the value with this number, in depth-first order from 0, which is this value itself.
    pub(crate) fn at(&mut self, number: usize) -> Option<&mut Self> {
        if number == 0 {
            return Some(self);
        }
        let mut left = number - 1;
        let inside: Box<dyn Iterator<Item = &mut Self>> = match self {
            Self::List(items) => Box::new(items.iter_mut()),
            Self::Object(members) => Box::new(members.iter_mut().map(|(_, value)| value)),
            _ => return None,
        };
        for value in inside {
            let size = value.size();
            if left < size {
                return value.at(left);
            }
            left -= size;
        }
        None
    }

    fn inside(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match self {
            Self::List(items) => Box::new(items.iter()),
            Self::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Returns whether two values are the same JSON, with numbers in any spelling. Whole numbers are compared as
/// integers, since large neighbours are equal as floats.
pub(crate) fn is_same_json(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            let whole = left.as_i64().zip(right.as_i64()).map(|(left, right)| left == right);
            let natural = left.as_u64().zip(right.as_u64()).map(|(left, right)| left == right);
            let float = left.as_f64().zip(right.as_f64()).map(|(left, right)| left == right);
            whole.or(natural).or(float).unwrap_or(left == right)
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| is_same_json(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| {
                    right.get(name).is_some_and(|other| is_same_json(value, other))
                })
        }
        _ => left == right,
    }
}

#[test]
fn numbers_are_the_same_in_any_spelling() {
    for (left, right, expected) in [
        ("1", "1.0", true),
        ("100", "1e2", true),
        ("0", "-0.0", true),
        ("1", "1.5", false),
        ("9007199254740992", "9007199254740993", false),
        ("9223372036854775807", "9223372036854775808", false),
        ("18446744073709551614", "18446744073709551615", false),
    ] {
        let read = |text: &str| serde_json::from_str(text).expect("is JSON");
        assert_eq!(is_same_json(&read(left), &read(right)), expected, "{left} and {right}");
    }
}
