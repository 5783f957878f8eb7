//! The masking of personal data in markdown.
//!
//! The default kinds of data come from the contract.

use regex::Regex;
use serde_json::Value;
use webdata_spec::model::Shape;

use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::web_data::scrape::options;

const OPTIONS: &str = "RedactPIIOptions";

/// The method that finds a kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finder {
    /// The model alone.
    Model,
    /// The model and the heuristics.
    Both,
    /// Extra heuristics, which only the most thorough mode uses.
    Extra,
}

/// The patterns of each kind of data; patterns that match longer strings come first.
const PATTERNS: [(&str, Finder, &str); 9] = [
    ("FINANCIAL", Finder::Both, r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"),
    ("FINANCIAL", Finder::Both, r"\b(?:\d{4}[ -]?){3}\d{4}\b"),
    ("SECRET", Finder::Both, r"(?i)\b(?:password|api key|token|secret)\s?[:=]\s?[\w-]+"),
    ("EMAIL", Finder::Both, r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("EMAIL", Finder::Extra, r"\b[\w.]+ at \w+ dot \w+\b"),
    ("PHONE", Finder::Both, r"\+\d[\d ()-]{6,}\d"),
    ("PHONE", Finder::Extra, r"\b\d{3}[-. ]\d{3}[-. ]\d{4}\b"),
    ("LOCATION", Finder::Model, r"\b\d+ [A-Z][a-z]+ (?:Street|Road|Avenue|Lane|Square)\b"),
    ("PERSON", Finder::Model, r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]+(?: [A-Z][a-z]+)*"),
];

/// Masks personal data in markdown as the redaction option says.
pub(super) fn mask(contract: &Contract, redaction: &Value, markdown: String) -> String {
    let Some(redaction) = effective_redaction(contract, redaction) else {
        return markdown;
    };
    let text = |name: &str| redaction.get(name).and_then(Value::as_str).unwrap_or_default();
    let entities = entities(contract, &redaction);
    let used = finders(contract, text("mode"));
    let style = text("replaceStyle");
    if !contract.has_clause(&format!("{OPTIONS}.replaceStyle.behaviour.{style}")) {
        return markdown;
    }
    let mut markdown = markdown;
    for (entity, finder, pattern) in PATTERNS {
        if !used.contains(&finder) || !entities.iter().any(|wanted| wanted == entity) {
            continue;
        }
        let Ok(pattern) = Regex::new(pattern) else { continue };
        let redacted =
            pattern.replace_all(&markdown, |captures: &regex::Captures<'_>| match style {
                "tag" => format!("[{entity}]"),
                "mask" => "*".repeat(captures[0].chars().count()),
                _ => String::new(),
            });
        markdown = redacted.into_owned();
    }
    markdown
}

/// Returns the effective options of a redaction, if redaction is switched on.
fn effective_redaction(contract: &Contract, redaction: &Value) -> Option<Value> {
    match redaction {
        _ if !contract.has_clause("Redaction.behaviour.masked") => None,
        Value::Object(_) => Some(redaction.clone()),
        Value::Bool(true) if contract.has_clause("Redaction.behaviour.true-uses-defaults") => {
            let schema = &contract.spec.types.get(OPTIONS)?.schema;
            let none = Value::Object(Properties::new());
            Some(options::effective(&contract.spec, schema, &none))
        }
        _ => None,
    }
}

/// Returns the named kinds of data, or all kinds that the contract lists if it says so.
fn entities(contract: &Contract, redaction: &Value) -> Vec<String> {
    if let Some(named) = redaction.get("entities").and_then(Value::as_array) {
        return named.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    }
    if !contract.has_clause(&format!("{OPTIONS}.entities.default")) {
        return Vec::new();
    }
    let listed = schema::object_of(&contract.spec, OPTIONS);
    let items = listed.and_then(|object| match &object.properties.get("entities")?.schema.shape {
        Shape::Array { items, .. } => Some(items),
        _ => None,
    });
    match items.map(|items| &items.shape) {
        Some(Shape::Enum(values)) => values.clone(),
        _ => Vec::new(),
    }
}

/// Returns the methods that a mode uses; none for a mode that the contract does not describe.
fn finders(contract: &Contract, mode: &str) -> &'static [Finder] {
    if !contract.has_clause(&format!("{OPTIONS}.mode.behaviour.{mode}")) {
        return &[];
    }
    match mode {
        "accurate" => &[Finder::Model, Finder::Both],
        "aggressive" => &[Finder::Model, Finder::Both, Finder::Extra],
        "fast" => &[Finder::Both],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_matches_only_its_kind() {
        let table = [
            "IBAN DE89 3704 0044 0532 0130 00.",
            "4111 1111 1111 1111",
            "password: tea4two",
            "ada@example.com",
            "charles at example dot com",
            "+1 555 010 4477",
            "555-010-4477",
            "12 Garden Street",
            "Dr. Ada Lovelace",
        ];
        for ((entity, _, pattern), text) in PATTERNS.iter().zip(table) {
            let pattern = Regex::new(pattern).unwrap();
            assert!(pattern.is_match(text), "{entity}: {text}");
            assert!(!pattern.is_match("We have sold tea since 1999, at 9.50 USD."), "{entity}");
        }
    }
}
