//! Counts cases by what they test, by level and by place.
//!
//! The counts follow from the identities alone, which `list` shows.

use indexmap::IndexMap;
use webdata_spec::model::{Keyword, Level};

use crate::case::Case;

/// The words of identities that say what a case tests, in the order of the table, but for the
/// keywords of constraints, which stand between both.
const BEFORE: [&str; 6] = ["request", "type", "nullable", "required", "enum", "discriminator"];
const AFTER: [&str; 22] = [
    "default",
    "generated",
    "rules",
    "effects",
    "fidelity",
    "isolation",
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
    "observations",
];

fn kinds() -> impl Iterator<Item = &'static str> {
    let keywords = Keyword::ALL.iter().map(|keyword| keyword.name());
    BEFORE.into_iter().chain(keywords).chain(AFTER)
}

/// The kind of cases whose identity has none of the words.
const OTHERS: &str = "others";

/// The cases of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// By level.
    pub must: usize,
    /// By level.
    pub should: usize,
    /// By level: observed and never judged.
    pub open: usize,
    /// About a property of the body itself.
    pub property: usize,
    /// About a property of an object in the body.
    pub nested: usize,
    /// About the items of a list.
    pub in_list: usize,
}

impl Count {
    /// Returns the number of all cases.
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

/// Counts the cases by kind; kinds without a case are left out.
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

/// Returns the word of an identity that says what the case tests, and the place that it tests: the
/// operation is followed by a place and the word, or by the word alone.
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

/// Renders the counts as a table in Markdown, with a last line for all.
#[must_use]
pub fn table(cases: &[Case]) -> String {
    let mut lines = vec![
        "| tested | cases | must | should | open | of properties | nested | in lists |".to_owned(),
        "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    let mut all = Count::default();
    for (kind, count) in counts(cases) {
        lines.push(line(&format!("`{kind}`"), &count));
        let Count { must, should, open, property, nested, in_list } = count;
        all.must += must;
        all.should += should;
        all.open += open;
        all.property += property;
        all.nested += nested;
        all.in_list += in_list;
    }
    lines.push(line("all", &all));
    lines.join("\n") + "\n"
}

fn line(name: &str, count: &Count) -> String {
    let Count { must, should, open, property, nested, in_list } = count;
    let all = count.all();
    format!("| {name} | {all} | {must} | {should} | {open} | {property} | {nested} | {in_list} |")
}
