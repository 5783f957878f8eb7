//! Reads the table of habits: `habits/*.toml`, a page for each kind of implementation.
//!
//! This module does not know what a fault does.

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use super::fault::Fault;

/// The embedded pages.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/habits");

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
    pub(super) fault: Fault,
}

/// A page of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    habit: Vec<Habit>,
}

/// A mistake in a page, with its location.
#[derive(Debug)]
pub struct TableError {
    page: String,
    mistake: toml::de::Error,
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.page, self.mistake)
    }
}

impl std::error::Error for TableError {}

impl Habit {
    /// Returns the origin, such as the library that has the mistake.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Returns whether the effect on an exchange depends on earlier exchanges.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self.fault, Fault::Forgets(_))
    }
}

/// Returns every habit, in the order of the pages' names.
///
/// # Errors
/// The first mistake of a page.
pub fn habits() -> Result<Vec<Habit>, TableError> {
    let mut files: Vec<_> = PAGES.files().collect();
    files.sort_by_key(|file| file.path());
    let mut all = Vec::new();
    for file in files {
        let page = format!("habits/{}", file.path().display());
        all.extend(read(&page, file.contents_utf8().unwrap_or_default())?);
    }
    Ok(all)
}

/// Reads the habits of a page.
fn read(page: &str, text: &str) -> Result<Vec<Habit>, TableError> {
    let read: Result<Page, _> = toml::from_str(text);
    let row = read.map_err(|mistake| TableError { page: page.to_owned(), mistake })?;
    Ok(row.habit)
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
