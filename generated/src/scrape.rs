//! The types of the page `types/scrape.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// How a page is scraped.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScrapeOptions {}

impl ScrapeOptions {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl decode::Model for ScrapeOptions {
    const CLAUSE: &'static str = "ScrapeOptions";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut runtime::Violations,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, _: &decode::At<'_>, _: &mut runtime::Violations) {}
}

impl decode::Object for ScrapeOptions {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        _: &decode::At<'_>,
        _: &mut runtime::Violations,
    ) -> Result<Option<Self>, A::Error> {
        while members.next_key::<decode::Name<'de>>()?.is_some() {
            decode::skip(&mut members)?;
        }
        Ok(Some(Self {}))
    }
}
