//! Compares the transcribed facts with the facts of the pages. The accepted differences, each with its reason, are
//! in `accepted.toml`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::facts::{ACCEPTED_FILE as FILE, Facts};

/// Kinds of facts that the contract states for some places only. Places without such a fact are not compared.
const IN_PART: [&str; 3] = ["answers.", "examples.", "limits."];

/// A cell that the contract does not state: any content of the page is correct.
const UNSAID: &str = "unsaid";

/// The last cell of a list that the contract shows in part: the page may list more.
const AND_MORE: &str = "…";

/// A place at which the contract and the pages differ. `None` means that the place is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Difference {
    pub(crate) place: String,
    pub(crate) contract: Option<String>,
    pub(crate) page: Option<String>,
}

/// Compares in both directions: the pages lack no fact and invent none.
pub(crate) fn differences(contract: &Facts, pages: &Facts) -> Vec<Difference> {
    let places: BTreeSet<&String> = contract.0.keys().chain(pages.0.keys()).collect();
    let differ = |place: &&String| match (contract.0.get(*place), pages.0.get(*place)) {
        (Some(written), Some(actual)) => !agree(written, actual),
        (None, Some(_)) => !IN_PART.iter().any(|kind| place.starts_with(kind)),
        _ => true,
    };
    let text = |facts: &Facts, place: &String| Some(facts.0.get(place)?.join(" | "));
    let places = places.into_iter().filter(differ);
    let difference = |place: &String| Difference {
        place: place.clone(),
        contract: text(contract, place),
        page: text(pages, place),
    };
    places.map(difference).collect()
}

fn agree(written: &[String], actual: &[String]) -> bool {
    match written.split_last() {
        Some((last, known)) if last == AND_MORE => known.iter().all(|cell| actual.contains(cell)),
        _ => {
            let cells = || written.iter().zip(actual);
            written.len() == actual.len() && cells().all(|(w, f)| w == UNSAID || w == f)
        }
    }
}

const HEADER: &str = "\
# Where the pages of spec/v2 differ from the contract text as it was transcribed, and why.
# Written by `cargo xtask spec-diff --accept \"why\"`.
";

/// The accepted differences.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accepted {
    #[serde(default)]
    difference: Vec<Entry>,
}

/// A difference, and the reason why the page is right.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    difference: Difference,
    reason: String,
}

impl Accepted {
    /// Reads the file in a folder. Without the file, no difference is accepted.
    pub(crate) fn read(folder: &Path) -> Result<Self, String> {
        match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => toml::from_str(&text).map_err(|error| format!("{FILE}: {error}")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{FILE}: {error}")),
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| format!("{FILE}: {error}"))?;
        let text = if self.difference.is_empty() { String::new() } else { format!("\n{text}") };
        fs::write(folder.join(FILE), format!("{HEADER}{text}"))
            .map_err(|error| format!("{FILE}: {error}"))
    }

    /// Accepts all differences: new ones for `reason`, known ones for their own reasons. Removes the entries
    /// of differences that no longer exist.
    pub(crate) fn accept(&mut self, differences: &[Difference], reason: &str) {
        let entry = |difference: &Difference| Entry {
            difference: difference.clone(),
            reason: self.reason(difference).unwrap_or(reason).to_owned(),
        };
        self.difference = differences.iter().map(entry).collect();
    }

    fn reason(&self, difference: &Difference) -> Option<&str> {
        let entry = self.difference.iter().find(|entry| entry.difference == *difference);
        entry.map(|entry| entry.reason.as_str())
    }

    /// Lists every difference, with the reason why it was accepted.
    pub(crate) fn render(&self, differences: &[Difference]) -> String {
        let mut text = format!("{} differences from the contract text\n", differences.len());
        for difference in differences {
            let Difference { place, contract, page } = difference;
            let _ = writeln!(text, "  {place}");
            for (sign, statement) in [("-", contract), ("+", page)] {
                if let Some(statement) = statement {
                    let _ = writeln!(text, "    {sign} {statement}");
                }
            }
            let _ = match self.reason(difference) {
                Some(reason) => writeln!(text, "    accepted: {reason}"),
                None => writeln!(text, "    NOT ACCEPTED"),
            };
        }
        text
    }

    /// Returns what to do; empty if every difference is accepted and every entry has a difference.
    pub(crate) fn problems(&self, differences: &[Difference]) -> String {
        let new = differences.iter().filter(|difference| self.reason(difference).is_none());
        let gone = self.difference.iter().filter(|entry| !differences.contains(&entry.difference));
        let mut text = String::new();
        for Difference { place, .. } in new {
            let _ = writeln!(text, "{place}: the page differs from the contract text");
        }
        for Entry { difference: Difference { place, .. }, .. } in gone {
            let _ = writeln!(
                text,
                "{place}: {FILE} has an entry for a difference that no longer exists"
            );
        }
        if !text.is_empty() {
            text.push_str(
                "Correct the page; or, if the contract has changed, run \
                 `cargo xtask spec-diff --accept \"why\"`, which brings spec/tests/contract/accepted.toml \
                 up to date.\n",
            );
        }
        text
    }
}

#[cfg(test)]
mod comparison_tests {
    use webdata_spec::{Source, Spec, sources};

    use super::{agree, differences};
    use crate::facts::Facts;
    use crate::package;

    /// Typos: the page, the string on the page, its replacement, and the places at which the difference is
    /// reported.
    #[rustfmt::skip]
    const TYPOS: &[(&str, &str, &str, &[&str])] = &[
        ("types/book.toml", "maxLength = 120", "maxLength = 210", &["fields.BookUpdate.title", "limits.BookUpdate.title"]),
        ("types/book.toml", "ok   =", "new  = { type = \"any\", doc = \"New.\" }\nok   =", &["fields.BookResponse.new"]),
        ("types/book.toml", "tags     =", "tag      =", &["examples.BookUpdate.tags", "fields.BookUpdate.tag", "fields.BookUpdate.tags", "limits.BookUpdate.tags", "limits.BookUpdate.tags.items"]),
        ("types/book.toml", "[\"id\", \"title\", ", "[\"id\", ", &["fields.Book.title"]),
        ("errors.toml", "Too Many Requests", "Too many", &["answers.429 Too Many Requests", "errors.429 Too Many Requests", "errors.429 Too many", "serviceLimits.429 Too Many Requests", "serviceLimits.429 Too many"]),
        ("errors.toml", "retry  = \"sometimes\"", "retry  = \"never\"", &["errors.503 under-water"]),
    ];

    fn library(edit: impl Fn(&mut Source)) -> Facts {
        let mut pages = sources(&package().join("tests/diff/contract")).expect("the pages");
        pages.iter_mut().for_each(edit);
        let spec = Spec::read(&pages).unwrap_or_else(|error| panic!("{}", error.render(false)));
        Facts::from_spec(&spec)
    }

    #[test]
    fn typos_in_pages_are_reported() {
        let right = library(|_| ());
        assert_eq!(differences(&right, &right), []);
        for (page, find, replace, places) in TYPOS {
            let typo = library(|source| {
                if source.name == *page {
                    assert!(source.text.contains(find), "{page} has no {find:?}");
                    source.text = source.text.replacen(find, replace, 1);
                }
            });
            let actual: Vec<_> =
                differences(&right, &typo).into_iter().map(|difference| difference.place).collect();
            assert_eq!(actual, *places, "{find}");
        }
    }

    #[test]
    fn facts_that_the_contract_does_not_state_are_not_compared() {
        for (written, actual, expected) in [
            (&["a", "b"][..], &["a", "b"][..], true),
            (&["a", "b"], &["a", "c"], false),
            (&["a", "b"], &["a"], false),
            (&["a"], &["a", "b"], false),
            (&["unsaid", "b"], &["a", "b"], true),
            (&["unsaid", "b"], &["a", "c"], false),
            (&["b", "…"], &["a", "b"], true),
            (&["c", "…"], &["a", "b"], false),
        ] {
            let cells =
                |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
            assert_eq!(agree(&cells(written), &cells(actual)), expected, "{written:?}, {actual:?}");
        }
    }
}

#[cfg(test)]
mod accepted_tests {
    use super::Accepted;
    use crate::comparison::Difference;

    fn difference(place: &str, page: &str) -> Difference {
        let contract = Some("256".to_owned());
        Difference { place: place.to_owned(), contract, page: Some(page.to_owned()) }
    }

    #[test]
    fn each_difference_is_accepted_with_its_own_reason() {
        let mut accepted = Accepted::default();
        let early = [difference("a", "200")];
        let late = [early[0].clone(), difference("b", "100")];
        assert!(accepted.problems(&early).starts_with("a: the page differs"));
        accepted.accept(&early, "early");
        assert_eq!(accepted.problems(&early), "");
        let again = accepted.problems(&[difference("a", "201")]);
        assert!(
            again.contains("a: the page differs")
                && again.contains("a difference that no longer exists")
        );
        accepted.accept(&late, "late");
        assert_eq!(accepted.problems(&late), "");
        assert_eq!(
            late.each_ref().map(|difference| accepted.reason(difference)),
            [Some("early"), Some("late")]
        );
        accepted.accept(&[], "none");
        assert!(accepted.difference.is_empty());
    }
}
