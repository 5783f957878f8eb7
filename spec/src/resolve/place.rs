//! The place of an entry on a page, which accompanies the entry while it is resolved.

use crate::diagnostic::Diagnostic;
use crate::document::{Document, Part};
use crate::nearest::did_you_mean;

/// The place of an entry: a page, and the keys that lead to the entry.
#[derive(Clone)]
pub(crate) struct Place<'p> {
    document: &'p Document,
    path: Vec<String>,
}

impl<'p> Place<'p> {
    pub(crate) fn new(document: &'p Document) -> Self {
        Self { document, path: Vec::new() }
    }

    /// Returns the place of a key of this entry.
    pub(crate) fn at(&self, key: &str) -> Self {
        let path = self.path.iter().cloned().chain([key.to_owned()]).collect();
        Self { document: self.document, path }
    }

    /// Returns the place of an item of this list.
    pub(crate) fn item(&self, index: usize) -> Self {
        self.at(&index.to_string())
    }

    /// Returns the keys that lead to the entry.
    pub(crate) fn path(&self) -> &[String] {
        &self.path
    }

    /// Returns the keys that the table has on the page.
    pub(crate) fn keys(&self) -> Vec<&'p str> {
        self.document.keys(&self.path)
    }

    /// Returns whether a key of the entry was reported before; what seems to be missing may be that key.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.document.is_incomplete(&self.path)
    }

    /// Creates a diagnostic that points to the value.
    pub(crate) fn value(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, Part::Value, message)
    }

    /// Creates a diagnostic that points to the key of the entry.
    pub(crate) fn entry(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, Part::Key, message)
    }

    /// Creates a diagnostic for a value that is not one of the known names.
    pub(crate) fn unknown(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        Self::suggest(self.value(format!("unknown {what} `{name}`")), name, known)
    }

    /// Creates a diagnostic for a key that is not one of the known names.
    pub(crate) fn unknown_key(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        Self::suggest(self.entry(format!("unknown {what} `{name}`")), name, known)
    }

    fn suggest(mistake: Diagnostic, name: &str, known: &[&str]) -> Diagnostic {
        match did_you_mean(known.iter().copied(), name) {
            Some(help) => mistake.with_help(help),
            None if known.is_empty() => mistake.with_help("there is none to name; remove this one"),
            None => mistake.with_help(format!("give one of `{}`", known.join("`, `"))),
        }
    }
}
