//! What kinds of mutants there are, for tables that people read.

use webdata_spec::model::Keyword;

use super::keywords;
use super::mutant::{Change, Mutant};

/// The kinds by the last words of clauses that are no keywords of constraints.
const BY_WORD: [(&str, &[&str]); 4] = [
    ("types", &["type", "nullable", "discriminator"]),
    ("enums", &["enum"]),
    ("required properties", &["required"]),
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

/// Mistakes that people have made in public, whatever they are about.
const HABITS: &str = "habits of implementations";

/// All others: paths, media types, requests, responses.
const OTHERS: &str = "operations and messages";

impl Mutant {
    /// The kind of mutant that it is, as tables have it.
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
            BY_PART.iter().find(|(_, parts)| parts.iter().any(|own| clause.contains(own)));
        let by_root = || BY_ROOT.iter().find(|(_, roots)| roots.contains(&root));
        let by_word = || BY_WORD.iter().find(|(_, words)| words.contains(&word));
        let keyword = || Keyword::ALL.iter().find(|keyword| keyword.name() == word);
        let found = by_part.or_else(by_root).or_else(by_word).map(|(family, _)| *family);
        found.or_else(|| keyword().map(|own| keywords::family(*own))).unwrap_or(OTHERS)
    }
}
