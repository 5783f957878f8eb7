//! The key `deprecated` of operations and properties.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::Deprecation;

/// Whether clients should stop using an operation or a property.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum DeprecatedPage {
    /// Whether it is deprecated.
    Is(bool),
    /// A sentence that says what to use instead; implies `true`.
    Instead(String),
}

impl DeprecatedPage {
    /// Returns the deprecation that the key states, or `None` for `false` and for no key.
    pub(crate) fn resolve(page: Option<&Self>) -> Option<Deprecation> {
        match page? {
            Self::Is(false) => None,
            Self::Is(true) => Some(Deprecation { instead: None }),
            Self::Instead(says) => Some(Deprecation { instead: Some(says.clone()) }),
        }
    }
}
