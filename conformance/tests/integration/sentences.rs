//! Each sentence of the contract's text has clauses, gaps, or a reason why no client can test it; and each
//! clause has a sentence.
//!
//! The text is not in the repository. Its sentences, table rows and list items were transcribed by hand into
//! `spec/tests/contract/*.toml`, word by word and in their order, each with the clauses that it states.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use webdata_cases::coverage::{Coverage, coverage};
use webdata_conformance::{Contract, suite};

/// The files, in the order of the text.
const FILES: [&str; 10] = [
    "service",
    "resources",
    "scrape_options",
    "states",
    "endpoints",
    "authentication",
    "events",
    "errors",
    "limits",
    "versioning",
];

/// Each clause of the contract, with the number of its cases.
static CLAUSES: LazyLock<Vec<Coverage>> = LazyLock::new(|| {
    let suite = suite().unwrap();
    coverage(&suite.spec, &suite.cases, &Contract::embedded().unreached().unwrap())
});

/// The sentences of a file; `webdata-spec` tests the facts after them.
#[derive(Deserialize)]
struct Page {
    heading: Vec<Heading>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    /// The heading of the contract, as `service.toml` lists it.
    source: String,
    sentences: Vec<Sentence>,
}

/// A sentence, and the clauses and gaps that it states. In ids, `{a,b}` means `a` and `b`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    says: String,
    /// The clauses that have cases.
    #[serde(default)]
    clauses: Vec<String>,
    /// The clauses that are exempt from having cases.
    #[serde(default)]
    exempt: Vec<String>,
    #[serde(default)]
    gaps: Vec<String>,
    /// Why no client can test the sentence. A sentence with a reason has no clauses and no gaps.
    why: Option<String>,
}

impl Sentence {
    /// Returns each clause that the sentence names, and whether the sentence claims that cases test it.
    fn named(&self) -> Vec<(String, Option<bool>)> {
        let all = |patterns: &[String], tested| {
            let each = patterns.iter().flat_map(|pattern| expand(pattern));
            each.map(|id| (id, tested)).collect::<Vec<_>>()
        };
        let gaps = self.gaps.iter().map(|gap| (format!("gaps.{gap}"), None));
        let mut named = all(&self.clauses, Some(true));
        named.extend(all(&self.exempt, Some(false)));
        named.extend(gaps);
        named
    }
}

/// Returns the ids of a pattern: one for each combination of the alternatives `{a,b}`.
fn expand(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else { return vec![pattern.to_owned()] };
    let (words, after) = rest.split_once('}').expect("a brace is closed");
    words.split(',').flat_map(|word| expand(&format!("{before}{word}{after}"))).collect()
}

/// Returns the mistakes of the table, one line each.
fn mistakes(pages: &[Page], clauses: &[Coverage], headings: &[String]) -> Vec<String> {
    let known: HashMap<&str, &Coverage> =
        clauses.iter().map(|coverage| (coverage.clause.id.as_str(), coverage)).collect();
    let (mut problems, mut named) = (Vec::new(), HashSet::new());
    let mut later = headings.iter();
    for heading in pages.iter().flat_map(|page| &page.heading) {
        if !later.any(|source| *source == heading.source) {
            let source = &heading.source;
            problems.push(format!("`{source}`: no heading of the contract, or not in its order"));
        }
        for sentence in &heading.sentences {
            let clauses_named = sentence.named();
            let why = sentence.why.as_ref().is_some_and(|why| !why.trim().is_empty());
            let mut report =
                |problem: String| problems.push(format!("{problem}: {}", sentence.says));
            if why != clauses_named.is_empty() {
                report("either clauses and gaps, or a `why`".to_owned());
            }
            for (id, tested) in clauses_named {
                match (known.get(id.as_str()), tested) {
                    (None, _) => report(format!("no clause is `{id}`")),
                    (Some(clause), _) if clause.is_missing() => {
                        report(format!("`{id}` has neither a case nor a reason"));
                    }
                    (Some(clause), Some(true)) if clause.cases == 0 => {
                        report(format!("`{id}` has no case, and belongs to `exempt`"));
                    }
                    (Some(clause), Some(false)) if clause.cases > 0 => {
                        report(format!("`{id}` has cases, and belongs to `clauses`"));
                    }
                    _ => {}
                }
                named.insert(id);
            }
        }
    }
    let unnamed = clauses.iter().filter(|coverage| !named.contains(coverage.clause.id.as_str()));
    problems.extend(unnamed.map(|coverage| format!("no sentence names `{}`", coverage.clause.id)));
    problems
}

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the mistakes of the table after an edit: a string, and its replacement.
fn mistakes_after(edit: (&str, &str)) -> Vec<String> {
    let page = |name: &str| {
        let text = text(&format!("../spec/tests/contract/{name}.toml"));
        toml::from_str(&text.replacen(edit.0, edit.1, 1)).unwrap()
    };
    let pages: Vec<Page> = FILES.into_iter().map(page).collect();
    let service: toml::Table = toml::from_str(&text("../spec/v2/service.toml")).unwrap();
    let headings: Vec<String> = service["headings"].clone().try_into().unwrap();
    mistakes(&pages, &CLAUSES, &headings)
}

#[test]
fn every_sentence_has_its_clauses_and_every_clause_its_sentence() {
    let mistakes = mistakes_after(("\0", ""));
    assert!(
        mistakes.is_empty(),
        "{} mistakes; a sentence is a line below its heading in spec/tests/contract/, such as \
         {{ says = \"…\", clauses = [\"Monitor.name.type\"] }}:\n{}",
        mistakes.len(),
        mistakes.join("\n")
    );
}

#[test]
fn mistakes_in_the_table_are_reported() {
    for (find, replace, expected) in [
        (
            "| name | string | |\", clauses = [\"Monitor.name.{required,type}\"]",
            "| name | string | |\", clauses = [\"Monitor.name.type\"]",
            "no sentence names `Monitor.name.required`",
        ),
        (
            "\"Monitor.id.{required,",
            "\"Monitor.id.{required,nonsense,",
            "no clause is `Monitor.id.nonsense`: | id | string, uuid | |",
        ),
        (
            "gaps = [\"time-zone-spelling\"]",
            "gaps = [\"nonsense\"]",
            "no clause is `gaps.nonsense`: | timezone |",
        ),
        (
            "exempt = [\"ScrapeOptions.parsers.behaviour.pdf-extracted",
            "clauses = [\"ScrapeOptions.parsers.behaviour.pdf-extracted",
            "has no case, and belongs to `exempt`: With `pdf` present",
        ),
        (
            "clauses = [\"MonitorSchedule.exactlyOne\"]",
            "exempt = [\"MonitorSchedule.exactlyOne\"]",
            "`MonitorSchedule.exactlyOne` has cases, and belongs to `clauses`: Supply either",
        ),
        (
            "why = \"it is about",
            "clauses = [\"Monitor.type\"], why = \"it is about",
            "either clauses and gaps, or a `why`: This document",
        ),
        (
            "why = \"it is about the document\"",
            "why = \"\"",
            "either clauses and gaps, or a `why`: This document",
        ),
        (
            "\"Errors / Retry rules\"",
            "\"Errors\"",
            "`Errors`: no heading of the contract, or not in its order",
        ),
    ] {
        let mistakes = mistakes_after((find, replace));
        assert!(
            mistakes.iter().any(|message| message.contains(expected)),
            "{expected}: {mistakes:?}"
        );
    }
}
