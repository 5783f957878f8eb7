//! Reads the table of habits of a contract, which has a page for each kind of implementation.
//!
//! This module does not know what a fault does.

use serde::Deserialize;
use webdata_spec::{Source, Spec};

use crate::differences::{DataError, Difference, Mistakes};

/// The folder of the pages, beside those of the contract.
const FOLDER: &str = "habits/";

/// A mistake that people have made in public, and the equivalent mistake of a server of this contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habit {
    /// The identity: the origin, such as a library, and the mistake, as in `zod/email-comma`.
    pub id: String,
    /// The address of the public thread.
    pub source: String,
    /// The mistake of the original implementation.
    pub mistake: String,
    /// The equivalent mistake of a server of this contract.
    pub here: String,
    /// The sentence of the contract that the server breaks.
    pub sentence: String,
    /// The identity of the clause.
    pub clause: String,
    /// The fault that makes a server do so.
    pub(super) fault: Difference,
}

/// A page of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    habit: Vec<Habit>,
}

impl Habit {
    /// Returns the origin, such as the library that has the mistake.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Returns whether the effect on an exchange depends on earlier exchanges.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self.fault, Difference::Forgets(_))
    }
}

/// Reads the habits of a contract from the files `habits/*.toml` beside its pages, in the order of the files' names.
///
/// # Errors
/// Every name in a file that the contract does not have, or the first mistake of its syntax.
pub fn habits(spec: &Spec, files: &[Source]) -> Result<Vec<Habit>, DataError> {
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.name.starts_with(FOLDER)) {
        let habits = read(&file.name, &file.text)?;
        let mut mistakes = Mistakes::new(spec);
        for habit in &habits {
            mistakes.clause(&habit.clause, &format!("`{}`, clause", habit.id));
            mistakes.difference(&habit.fault, &format!("`{}`, fault", habit.id));
        }
        let mistakes = mistakes.found();
        if !mistakes.is_empty() {
            return Err(DataError::new(&file.name, mistakes));
        }
        all.extend(habits);
    }
    Ok(all)
}

/// Reads the habits of a page.
fn read(page: &str, text: &str) -> Result<Vec<Habit>, DataError> {
    let read: Result<Page, _> = toml::from_str(text);
    let read = read.map_err(|mistake| DataError::new(page, vec![mistake.to_string()]))?;
    Ok(read.habit)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_mistake_in_a_page_is_reported_with_its_location() {
        let habit = |fault: &str| {
            format!(
                "[[habit]]\nid = \"a/b\"\nsource = \"https://example.com\"\nmistake = \"M.\"\n\
                 here = \"H.\"\nsentence = \"S.\"\nclause = \"c\"\nfault = {fault}\n"
            )
        };
        assert!(read("habits/a.toml", &habit("{ parses = \"trailing-commas\" }")).is_ok());
        for (fault, told) in [
            ("{ guesses = \"a\" }", "unknown variant `guesses`"),
            ("{ parses = \"poems\" }", "unknown variant `poems`"),
            ("{ refuses = { of = 1 } }", "unknown field `of`"),
            ("{ refuses = { like = \"(\" } }", "regex parse error"),
            ("{ fills = { with = \"{\" } }", "EOF"),
        ] {
            let error = read("habits/a.toml", &habit(fault)).map(drop).unwrap_err().to_string();
            assert!(error.starts_with("habits/a.toml: TOML parse error at line 8"), "{error}");
            assert!(error.contains(told), "{error}");
        }
    }
}
