//! Counts cases by what they test, by level and by place.
//!
//! The counts follow from the identities of the cases and their levels alone.

use indexmap::IndexMap;
use webdata_spec::model::{Keyword, Level};

use crate::case::Case;

/// The words in identities that name a kind of case, in the order of the table. The keywords of constraints
/// stand between `BEFORE` and `AFTER`.
const BEFORE: [&str; 7] =
    ["request", "type", "contentMediaType", "nullable", "required", "enum", "discriminator"];
const AFTER: [&str; 25] = [
    "default",
    "generated",
    "rules",
    "effects",
    "fidelity",
    "isolation",
    "around",
    "parent",
    "lifecycle",
    "version",
    "precondition",
    "condition",
    "idempotency",
    "deprecatedSince",
    "sunset",
    "parameters",
    "malformed",
    "authentication",
    "refusals",
    "situations",
    "webhooks",
    "response",
    "errors",
    "spellings",
    "observations",
];

fn kinds() -> impl Iterator<Item = &'static str> {
    let keywords = Keyword::ALL.iter().map(|keyword| keyword.name());
    BEFORE.into_iter().chain(keywords).chain(AFTER)
}

/// The kind of the cases whose identity contains none of the words.
const OTHERS: &str = "others";

/// The number of cases of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases of clauses with level `must`.
    pub must: usize,
    /// Cases of clauses with level `should`.
    pub should: usize,
    /// Cases of clauses with level `open`, which are observed and never judged.
    pub open: usize,
    /// Cases about a top-level property of the body.
    pub property: usize,
    /// Cases about a property of an object inside the body.
    pub nested: usize,
    /// Cases about the items of a list.
    pub in_list: usize,
}

impl Count {
    /// Returns the number of cases of all levels.
    #[must_use]
    pub fn all(&self) -> usize {
        self.must + self.should + self.open
    }

    fn add(&mut self, level: Level, place: &str) {
        *match level {
            Level::Must => &mut self.must,
            Level::Should => &mut self.should,
            Level::Open => &mut self.open,
        } += 1;
        let steps: Vec<&str> = place.split('.').collect();
        match steps.as_slice() {
            [""] => {}
            steps if steps.contains(&"items") => self.in_list += 1,
            [_] => self.property += 1,
            _ => self.nested += 1,
        }
    }
}

/// Counts the cases by kind. Kinds without a case are left out.
#[must_use]
pub fn counts(cases: &[Case]) -> IndexMap<&'static str, Count> {
    let mut counts: IndexMap<&str, Count> =
        kinds().chain([OTHERS]).map(|kind| (kind, Count::default())).collect();
    for case in cases {
        let (kind, place) = tested(&case.id);
        counts.entry(kind).or_default().add(case.level, place);
    }
    counts.retain(|_, count| count.all() > 0);
    counts
}

/// Returns the kind and the place that an identity names. After the operation, an identity has a place and
/// the word of a kind, or the word alone.
fn tested(id: &str) -> (&'static str, &str) {
    let words = || id.split("::").skip(1);
    let kind = |word: &str| kinds().find(|kind| *kind == word);
    match words().enumerate().find_map(|(at, word)| Some((at, kind(word)?))) {
        None => (OTHERS, ""),
        Some((0, kind)) => (kind, ""),
        Some((_, kind)) => (kind, words().next().unwrap_or_default()),
    }
}

/// Returns the operation and the idea that an identity names.
#[must_use]
pub fn operation_and_idea(id: &str) -> (&str, &'static str) {
    (id.split("::").next().unwrap_or(id), tested(id).0)
}

/// Renders the counts as a Markdown table with a total in the last row.
#[must_use]
pub fn table(cases: &[Case]) -> String {
    let mut lines = vec![
        "| tested | cases | must | should | open | of properties | nested | in lists |".to_owned(),
        "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    let mut all = Count::default();
    cases.iter().for_each(|case| all.add(case.level, tested(&case.id).1));
    lines.extend(counts(cases).iter().map(|(kind, count)| line(&format!("`{kind}`"), count)));
    lines.push(line("all", &all));
    lines.join("\n") + "\n"
}

fn line(name: &str, count: &Count) -> String {
    let Count { must, should, open, property, nested, in_list } = count;
    let all = count.all();
    format!("| {name} | {all} | {must} | {should} | {open} | {property} | {nested} | {in_list} |")
}
