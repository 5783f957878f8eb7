//! A place on a page, kept beside whatever is being resolved.

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::document::{Document, Part};

/// An entry of a page, by the keys that lead to it.
#[derive(Clone)]
pub(crate) struct Place<'p> {
    document: &'p Document,
    path: Vec<String>,
}

impl<'p> Place<'p> {
    pub(crate) fn new(document: &'p Document) -> Self {
        Self { document, path: Vec::new() }
    }

    /// The entry one key further in.
    pub(crate) fn at(&self, key: &str) -> Self {
        let path = self.path.iter().cloned().chain([key.to_owned()]).collect();
        Self { document: self.document, path }
    }

    /// The item of a list.
    pub(crate) fn item(&self, index: usize) -> Self {
        self.at(&index.to_string())
    }

    /// The keys that lead here.
    pub(crate) fn path(&self) -> &[String] {
        &self.path
    }

    /// The keys that are written in the table here.
    pub(crate) fn keys(&self) -> Vec<&'p str> {
        self.document.keys(&self.path)
    }

    /// Whether a key here was reported already, so that what seems to be missing may be that key.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.document.is_incomplete(&self.path)
    }

    /// A mistake about the value here.
    pub(crate) fn value(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, Part::Value, message)
    }

    /// A mistake about the entry as a whole.
    pub(crate) fn entry(&self, message: impl Into<String>) -> Diagnostic {
        self.document.mistake(&self.path, Part::Key, message)
    }

    /// A name that nothing has.
    pub(crate) fn unknown(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        Self::suggest(self.value(format!("there is no {what} `{name}`")), name, known)
    }

    /// A key here that names something which is not there.
    pub(crate) fn unknown_key(&self, what: &str, name: &str, known: &[&str]) -> Diagnostic {
        Self::suggest(self.entry(format!("there is no {what} `{name}`")), name, known)
    }

    fn suggest(mistake: Diagnostic, name: &str, known: &[&str]) -> Diagnostic {
        match did_you_mean(name, known.iter().copied()) {
            Some(help) => mistake.with_help(help),
            None if known.is_empty() => mistake,
            None => mistake.with_help(format!("there are `{}`", known.join("`, `"))),
        }
    }
}
