//! `deprecated`, on operations and properties.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::Deprecation;

/// Whether clients should stop using something.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum DeprecatedPage {
    /// Whether they should.
    Is(bool),
    /// They should: a sentence says what to use instead.
    Instead(String),
}

impl DeprecatedPage {
    /// What it comes to.
    pub(crate) fn resolve(page: Option<&Self>) -> Option<Deprecation> {
        match page? {
            Self::Is(false) => None,
            Self::Is(true) => Some(Deprecation { instead: None }),
            Self::Instead(says) => Some(Deprecation { instead: Some(says.clone()) }),
        }
    }
}
