//! The deprecation of operations, properties and values.

/// The mark that clients should stop using something that still works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, in prose, where the contract says so.
    pub instead: Option<String>,
}

impl Deprecation {
    /// Returns the deprecation as a sentence for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        match &self.instead {
            Some(instead) => format!("Deprecated: {instead}"),
            None => "Deprecated.".to_owned(),
        }
    }
}
