//! Adds a challenge to a run: a string that the receiver of a report chose before the run.
//!
//! The challenge is in a header of each request and in prose values of the samples, so that the server stores
//! and returns it. A recorded run thus shows that it was made for this receiver.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Schema};

/// The header of each request that carries the challenge.
pub const CHALLENGE_HEADER: &str = "Conformance-Challenge";

/// The longest challenge, in characters.
const LONGEST: usize = 64;

/// A challenge: 1 to 64 ASCII letters, digits and hyphens, which a server has no reason to change.
///
/// ```
/// use webdata_cases::challenge::Challenge;
///
/// assert!("acme-2026-11-23".parse::<Challenge>().is_ok());
/// assert!("two words".parse::<Challenge>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Challenge(String);

/// The error for a string that is not a challenge.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "a challenge has 1 to {LONGEST} ASCII letters, digits and hyphens, such as `acme-2026-11-23-7f3c`"
)]
pub struct InvalidChallenge;

impl Challenge {
    /// Returns the challenge as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the contract with the challenge appended to each example that is prose. Cases derived from it
    /// keep their identities and clauses.
    #[must_use]
    pub fn with_examples(&self, spec: &Spec) -> Spec {
        let mut spec = spec.clone();
        for named_type in spec.types.values_mut() {
            named_type.schema.for_each_mut(&mut |schema| append_to_prose(schema, &self.0));
        }
        spec
    }
}

/// Appends a word to each example of a schema that is prose, if it still keeps to the maximum length.
pub(crate) fn append_to_prose(schema: &mut Schema, word: &str) {
    let longest = schema.count(Keyword::MaxLength);
    if !schema.is_free_text() {
        return;
    }
    for example in &mut schema.examples {
        // A single word may be a name that a server checks, such as a locale or a domain.
        let Some(prose) = example.as_str().filter(|text| text.contains(' ')) else { continue };
        let longer = format!("{prose} {word}");
        if longest.is_none_or(|longest| longer.chars().count() as u64 <= longest) {
            *example = Value::from(longer);
        }
    }
}

impl FromStr for Challenge {
    type Err = InvalidChallenge;

    fn from_str(text: &str) -> Result<Self, InvalidChallenge> {
        let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_valid = (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_usual);
        is_valid.then(|| Self(text.to_owned())).ok_or(InvalidChallenge)
    }
}

impl TryFrom<String> for Challenge {
    type Error = InvalidChallenge;

    fn try_from(text: String) -> Result<Self, InvalidChallenge> {
        text.parse()
    }
}

impl From<Challenge> for String {
    fn from(challenge: Challenge) -> Self {
        challenge.0
    }
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
