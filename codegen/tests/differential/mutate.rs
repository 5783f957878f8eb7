//! Mutates bodies: small mistakes, and uncommon spellings.

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::Value;

use crate::generate::{Json, any_json, name, string_of_length};
use crate::reference;

/// The facts of a schema that mutations use.
pub(crate) struct SchemaFacts {
    /// The limits of lengths and counts, and their neighbours.
    lengths: Vec<usize>,
    /// The limits of numbers.
    numbers: Vec<f64>,
    /// All listed strings, and the names of all properties and keywords.
    words: Vec<String>,
}

impl SchemaFacts {
    pub(crate) fn new(schema: &Value) -> Self {
        let (mut lengths, mut numbers) = (BTreeSet::new(), Vec::new());
        let mut words = BTreeSet::new();
        let mut open = vec![schema];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    for (word, value) in members {
                        words.insert(word.clone());
                        match (word.as_str(), value.as_f64()) {
                            (
                                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
                                | "multipleOf",
                                Some(limit),
                            ) => numbers.push(limit),
                            (_, Some(limit)) if (0.0..=20_000.0).contains(&limit) => {
                                let limit = limit as usize;
                                lengths.extend([limit.saturating_sub(1), limit, limit + 1]);
                            }
                            _ => {}
                        }
                        open.push(value);
                    }
                }
                Value::String(word) if word.len() < 40 => drop(words.insert(word.clone())),
                _ => {}
            }
        }
        lengths.extend([0, 1]);
        let words = words.into_iter().collect();
        Self { lengths: lengths.into_iter().collect(), numbers, words }
    }

    fn word(&self, rng: &mut Rng) -> String {
        self.words.get(rng.usize(..self.words.len().max(1))).cloned().unwrap_or_default()
    }
}

/// Values of every JSON type, and spellings that parsers disagree about.
const EDGE_CASES: [&str; 32] = [
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "1.0",
    "1e2",
    "1E+2",
    "0.5",
    "-1",
    "1e400",
    "1e308",
    "-1e30",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1e-400",
    "\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"\\u0061\"",
    "[]",
    "[null]",
    "[[{}]]",
    "{}",
    "{\"a\":{\"b\":[1]}}",
];

/// Changes one value, or the order of properties.
pub(crate) fn mutate(body: &mut Json, facts: &SchemaFacts, rng: &mut Rng) {
    let place = rng.usize(..body.size());
    let Some(value) = body.at(place) else { return };
    match (rng.u8(..12), &mut *value) {
        (0 | 1, _) => *value = edge_case(rng),
        (2, _) => *value = any_json(rng, 3),
        (3, _) => *value = nested(value.clone(), rng),
        (4, _) => *value = Json::text(&facts.word(rng)),
        (5..=11, Json::Object(members)) => mutate_object(members, facts, rng),
        (5..=11, Json::List(items)) => mutate_list(items, facts, rng),
        (5..=11, Json::Text(text)) => *text = mutate_string(text, facts, rng),
        (_, Json::Plain(spelling)) => *spelling = mutate_number(spelling, facts, rng),
        _ => {}
    }
}

fn edge_case(rng: &mut Rng) -> Json {
    Json::plain(EDGE_CASES[rng.usize(..EDGE_CASES.len())])
}

/// Nests a value in a few lists and objects, or in about as many as the parser accepts.
fn nested(mut value: Json, rng: &mut Rng) -> Json {
    let levels = if rng.u8(..4) == 0 { rng.usize(115..132) } else { rng.usize(1..4) };
    for _ in 0..levels {
        value = if rng.bool() {
            Json::List(vec![value])
        } else {
            Json::Object(vec![("a".to_owned(), value)])
        };
    }
    value
}

fn mutate_object(members: &mut Vec<(String, Json)>, facts: &SchemaFacts, rng: &mut Rng) {
    let any = rng.usize(..members.len().max(1));
    let again = members.get(any).cloned();
    match (rng.u8(..8), again) {
        (0 | 1, Some(_)) => drop(members.remove(any)),
        (2, Some((name, value))) => members.push((name, value)),
        (3, Some((name, _))) => members.push((name, edge_case(rng))),
        (4, Some((name, _))) => members.insert(0, (name, Json::text(&facts.word(rng)))),
        (5, Some((name, _))) => {
            let text = match rng.u8(..3) {
                0 => name.to_uppercase(),
                1 => format!("{name} "),
                _ => facts.word(rng),
            };
            members[any].0 = text;
        }
        (6, _) => rng.shuffle(members),
        _ => {
            let name = if rng.bool() { name(rng) } else { facts.word(rng) };
            members.push((name, any_json(rng, 2)));
        }
    }
}

fn mutate_list(items: &mut Vec<Json>, facts: &SchemaFacts, rng: &mut Rng) {
    let any = rng.usize(..items.len().max(1));
    match rng.u8(..4) {
        0 if !items.is_empty() => drop(items.remove(any)),
        1 => items.insert(any.min(items.len()), edge_case(rng)),
        _ => {
            let length = facts.lengths[rng.usize(..facts.lengths.len())];
            let item = items.get(any).cloned().unwrap_or_else(|| any_json(rng, 1));
            // Long lists of large items would only take time.
            if length * item.size() < 3000 {
                items.resize(length, item);
            }
        }
    }
}

fn mutate_string(spelling: &str, facts: &SchemaFacts, rng: &mut Rng) -> String {
    let text: String = serde_json::from_str(spelling).unwrap_or_default();
    let text = match rng.u8(..7) {
        0 | 1 => {
            let length = facts.lengths[rng.usize(..facts.lengths.len())];
            string_of_length(rng, length)
        }
        2 => text.to_uppercase(),
        3 => format!("{text} "),
        4 => {
            let at = rng.usize(..=text.chars().count());
            let mut all: Vec<char> = text.chars().collect();
            let new = ['-', ':', '/', ' ', '9', 'a', '.', '@', '\u{0}', 'é', '%'];
            all.insert(at, new[rng.usize(..new.len())]);
            all.into_iter().collect()
        }
        5 => {
            let mut all: Vec<char> = text.chars().collect();
            if !all.is_empty() {
                all.remove(rng.usize(..all.len()));
            }
            all.into_iter().collect()
        }
        _ => {
            let misses = reference::NEAR_MISSES;
            misses[rng.usize(..misses.len())].to_owned()
        }
    };
    Value::from(text).to_string()
}

fn mutate_number(spelling: &str, facts: &SchemaFacts, rng: &mut Rng) -> String {
    let Ok(value) = spelling.parse::<f64>() else { return EDGE_CASES[rng.usize(..20)].to_owned() };
    let limit = facts.numbers.get(rng.usize(..facts.numbers.len().max(1))).copied();
    let limit = limit.unwrap_or(value);
    let value = match rng.u8(..6) {
        0 => value + 1.0,
        1 => value - 1.0,
        2 => value + 0.5,
        3 => limit + f64::from(rng.i8(-1..=1)),
        4 => limit,
        _ => -value,
    };
    let whole = value.fract() == 0.0 && value.abs() < 1e15;
    if whole && rng.bool() { format!("{value:.0}") } else { Value::from(value).to_string() }
}
