//! Compares the transcribed facts with the facts of the pages. Does not know which differences were accepted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::facts::Facts;

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

#[cfg(test)]
mod tests {
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
        ("types/book.toml", "\"lent\"], default", "\"lent\", \"lost\"], default", &["values.BookUpdate.status"]),
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
