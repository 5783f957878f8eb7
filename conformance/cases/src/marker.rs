//! Marks the resources that a run sets up, so that another run on the same resources is recognised.
//!
//! Each run has a random marker in the first prose property of the requests that set a resource up. A response that
//! has the marker of another run proves that the other run changed the resource, too.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ResourceEffect, Schema};

use crate::challenge::append_to_prose;

/// The start of every marker.
const PREFIX: &str = "conformance-run-";

/// The number of hexadecimal digits of the time, and of the random number.
const DIGITS: usize = 8;

/// The marker of a run: when the run started, and a random number.
///
/// ```
/// use webdata_cases::marker::Marker;
///
/// let marker = Marker::new(0x6924_7d00, 0xbeef);
/// assert_eq!(marker.as_str(), "conformance-run-69247d00-0000beef");
/// assert_eq!(Marker::find_all("Price watch conformance-run-69247d00-0000beef").next(), Some(marker));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Marker {
    text: String,
    started: u32,
}

/// The error for a string that is not a marker.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "a marker is `{PREFIX}`, {DIGITS} hexadecimal digits, a hyphen and {DIGITS} hexadecimal digits"
)]
pub struct InvalidMarker;

impl Marker {
    /// Returns the marker of a run that started at a time, in seconds since 1970 in UTC.
    #[must_use]
    pub fn new(started: u32, random: u32) -> Self {
        Self { text: format!("{PREFIX}{started:08x}-{random:08x}"), started }
    }

    /// Returns the marker as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the seconds between the starts of two runs.
    #[must_use]
    pub fn seconds_between(&self, other: &Self) -> u32 {
        self.started.abs_diff(other.started)
    }

    /// Returns the markers in a string.
    pub fn find_all(text: &str) -> impl Iterator<Item = Self> {
        text.match_indices(PREFIX).filter_map(|(at, _)| {
            let length = PREFIX.len() + 2 * DIGITS + 1;
            text.get(at..at + length)?.to_owned().try_into().ok()
        })
    }

    /// Returns the contract with the marker in its examples: for each request that creates, updates or replaces a
    /// resource, in the first property of prose. Cases derived from it keep their identities and clauses.
    #[must_use]
    pub fn with_examples(&self, spec: &Spec) -> Spec {
        let is_prose = |schema: &Schema| {
            let mut examples = schema.examples.iter().filter_map(|example| example.as_str());
            schema.is_free_text() && examples.any(|example| example.contains(' '))
        };
        let places: BTreeSet<ClauseId> = spec
            .operations
            .values()
            .filter(|operation| match operation.resource_effect() {
                Some(
                    ResourceEffect::Creates | ResourceEffect::Updates | ResourceEffect::Replaces,
                ) => true,
                Some(
                    ResourceEffect::Reads
                    | ResourceEffect::Lists
                    | ResourceEffect::Deletes
                    | ResourceEffect::Starts
                    | ResourceEffect::Cancels
                    | ResourceEffect::Uses,
                )
                | None => false,
            })
            .filter_map(|operation| spec.object(operation.request.as_deref()?))
            .filter_map(|object| {
                let mut schemas = object.properties.values().map(|property| &property.schema);
                Some(schemas.find(|schema| is_prose(schema))?.clause.clone())
            })
            .collect();
        let mut marked = spec.clone();
        for place in &places {
            if let Some(schema) = marked.schema_at_mut(place.as_str()) {
                append_to_prose(schema, &self.text);
            }
        }
        marked
    }
}

impl TryFrom<String> for Marker {
    type Error = InvalidMarker;

    fn try_from(text: String) -> Result<Self, InvalidMarker> {
        let digits = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-'));
        let (started, random) = digits.ok_or(InvalidMarker)?;
        let is_number = |digits: &str| {
            digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        if !is_number(started) || !is_number(random) {
            return Err(InvalidMarker);
        }
        let started = u32::from_str_radix(started, 16).map_err(|_| InvalidMarker)?;
        Ok(Self { text, started })
    }
}

impl From<Marker> for String {
    fn from(marker: Marker) -> Self {
        marker.text
    }
}

impl std::fmt::Display for Marker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}
