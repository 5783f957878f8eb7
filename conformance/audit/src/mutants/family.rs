//! Families of mutants, for tables that people read.

use webdata_spec::model::Keyword;

use super::keywords;
use super::mutant::{Change, Mutant};

/// The families by the last word of clauses that are not constraints.
const BY_WORD: [(&str, &[&str]); 4] = [
    ("types", &["type", "nullable", "discriminator"]),
    ("enums", &["enum"]),
    ("required properties", &["required"]),
    ("defaults and generated values", &["default", "generated"]),
];

/// The families by a word within clauses.
const BY_PART: [(&str, &[&str]); 5] = [
    ("rules", &[".rules."]),
    ("effects", &[".effects."]),
    ("refusals", &[".refusals."]),
    ("states and moves", &[".moves.", ".situations."]),
    ("behaviour", &[".behaviour."]),
];

/// The families by the first word of clauses.
const BY_ROOT: [(&str, &[&str]); 4] = [
    ("errors", &["errors"]),
    ("authentication", &["authentication"]),
    ("credits and limits of plans", &["charges", "limits"]),
    ("events", &["events"]),
];

/// The family of all habits, whatever clause they break.
const HABITS: &str = "habits of implementations";

/// The family of all other clauses: paths, media types, requests, responses.
const OTHERS: &str = "operations and messages";

impl Mutant {
    /// Returns the family of the mutant, by which tables group mutants.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match &self.change {
            Change::Server(fault) => return fault.family(),
            Change::Habit(_) => return HABITS,
            Change::Contract(_) => {}
        }
        let clause = self.clause.as_str();
        let root = clause.split('.').next().unwrap_or(clause);
        let word = clause.rsplit('.').next().unwrap_or(clause);
        let by_part =
            BY_PART.iter().find(|(_, parts)| parts.iter().any(|part| clause.contains(part)));
        let by_root = || BY_ROOT.iter().find(|(_, roots)| roots.contains(&root));
        let by_word = || BY_WORD.iter().find(|(_, words)| words.contains(&word));
        let keyword = || Keyword::ALL.iter().find(|keyword| keyword.name() == word);
        let family = by_part.or_else(by_root).or_else(by_word).map(|(family, _)| *family);
        family.or_else(|| keyword().map(|keyword| keywords::family(*keyword))).unwrap_or(OTHERS)
    }
}
