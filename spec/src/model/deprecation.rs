//! Deprecation: that something is on its way out.

/// Says that something still works, and that clients should stop using it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, in our own words, where the contract says so.
    pub instead: Option<String>,
}

impl Deprecation {
    /// Returns a sentence about it, for people.
    #[must_use]
    pub fn says(&self) -> String {
        match &self.instead {
            Some(instead) => format!("Deprecated: {instead}"),
            None => "Deprecated.".to_owned(),
        }
    }
}
