//! What kinds of mutants there are, for tables that people read.

use super::mutant::{Change, Mutant};

/// The kinds by the last words of clauses.
const BY_KEYWORD: [(&str, &[&str]); 7] = [
    ("types", &["type", "nullable", "const", "exactlyOne", "discriminator"]),
    ("enums", &["enum"]),
    (
        "limits",
        &["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties"],
    ),
    ("formats and patterns", &["format", "pattern", "minimumInterval"]),
    ("required properties", &["required"]),
    ("unknown properties", &["additionalProperties"]),
    ("defaults and generated values", &["default", "generated"]),
];

/// The kinds by a word within clauses.
const BY_PART: [(&str, &[&str]); 5] = [
    ("rules", &[".rules."]),
    ("effects", &[".effects."]),
    ("refusals", &[".refusals."]),
    ("states and moves", &[".moves.", ".situations."]),
    ("behaviour", &[".behaviour."]),
];

/// The kinds by the first words of clauses.
const BY_ROOT: [(&str, &[&str]); 4] = [
    ("errors", &["errors"]),
    ("authentication", &["authentication"]),
    ("credits and limits of plans", &["charges", "limits"]),
    ("events", &["events"]),
];

/// All others: paths, media types, requests, responses.
const OTHERS: &str = "operations and messages";

impl Mutant {
    /// The kind of mutant that it is, as tables have it.
    #[must_use]
    pub fn family(&self) -> &'static str {
        if let Change::Server(fault) = &self.change {
            return fault.family();
        }
        let clause = self.clause.as_str();
        let root = clause.split('.').next().unwrap_or(clause);
        let word = clause.rsplit('.').next().unwrap_or(clause);
        let by_part =
            BY_PART.iter().find(|(_, parts)| parts.iter().any(|own| clause.contains(own)));
        let by_root = || BY_ROOT.iter().find(|(_, roots)| roots.contains(&root));
        let by_keyword = || BY_KEYWORD.iter().find(|(_, words)| words.contains(&word));
        by_part.or_else(by_root).or_else(by_keyword).map_or(OTHERS, |(family, _)| family)
    }
}
