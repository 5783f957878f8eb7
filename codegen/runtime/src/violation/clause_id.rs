//! The identity of a clause, which is put together on first use.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};

/// The identity of a clause, such as `AlbumUpdate.name.maxLength`. Dereferences to `str`.
///
/// Most violations are noted without a reader, so the string is put together on first use only.
#[derive(Clone)]
pub struct ClauseId {
    owner: &'static str,
    word: &'static str,
    whole: OnceLock<Box<str>>,
}

impl ClauseId {
    /// Makes the identity `<owner>.<word>`.
    pub(crate) const fn new(owner: &'static str, word: &'static str) -> Self {
        Self { owner, word, whole: OnceLock::new() }
    }

    /// Returns the identity as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.whole.get_or_init(|| [self.owner, ".", self.word].concat().into_boxed_str())
    }
}

impl Deref for ClauseId {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for ClauseId {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<String> for ClauseId {
    fn from(whole: String) -> Self {
        Self { owner: "", word: "", whole: OnceLock::from(whole.into_boxed_str()) }
    }
}

impl From<&str> for ClauseId {
    fn from(whole: &str) -> Self {
        Self::from(whole.to_owned())
    }
}

impl From<ClauseId> for String {
    fn from(clause: ClauseId) -> Self {
        clause.as_str().to_owned()
    }
}

impl PartialEq for ClauseId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ClauseId {}

impl PartialEq<str> for ClauseId {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<String> for ClauseId {
    fn eq(&self, other: &String) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<&str> for ClauseId {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for ClauseId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::ClauseId;

    #[test]
    fn a_clause_reads_as_a_string_however_it_was_made() {
        let noted = ClauseId::new("Book.title", "minLength");
        assert_eq!(noted.clone(), ClauseId::from("Book.title.minLength"));
        assert_ne!(noted, ClauseId::from("Book.title.maxLength"));
        assert_eq!(noted, "Book.title.minLength");
        assert!(noted.starts_with("Book."));
        assert_eq!(format!("{noted} {noted:?}"), "Book.title.minLength \"Book.title.minLength\"");
        assert_eq!(serde_json::json!(noted), "Book.title.minLength");
        assert_eq!(String::from(noted), "Book.title.minLength");
    }
}
