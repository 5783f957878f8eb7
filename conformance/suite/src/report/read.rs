//! Reads `report.json`. What it does not know it refuses, since nobody could vouch for it.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::conclude::digest_of;
use super::document::{REPORT_VERSION, Report};
use crate::Untrusted;
use crate::display::cut;

/// The largest report that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// So many characters of a file are quoted in an error.
const QUOTED: usize = 300;

/// Why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system refused.
    #[error("cannot read it: {0}")]
    Io(std::io::Error),
    /// It is too large to be one.
    #[error("it has more than {LARGEST} bytes, which is more than any report")]
    TooLarge,
    /// It is no JSON, or not the document.
    #[error("it is no report.json: {}", quoted(.0))]
    Form(serde_json::Error),
    /// It is the document of another time.
    #[error(
        "its form is version {}, and this binary reads version {REPORT_VERSION}; use the \
         webdata-conformance that wrote it, or run the suite again",
        quoted(found)
    )]
    Version {
        /// The version that it has.
        found: Value,
    },
}

/// What an error quotes of the file.
fn quoted(error: impl std::fmt::Display) -> Untrusted {
    Untrusted::from(cut(&error.to_string(), QUOTED))
}

/// A report as it was found.
#[derive(Debug)]
pub struct Found {
    /// The document.
    pub report: Report,
    /// The digest of what stands there, by which the report's own is checked.
    pub digest: String,
}

/// Reads a file.
///
/// # Errors
/// When it cannot be read, or is not a report of this version with no further members.
pub fn read(path: &Path) -> Result<Found, ReadError> {
    if fs::metadata(path).map_err(ReadError::Io)?.len() > LARGEST {
        return Err(ReadError::TooLarge);
    }
    read_text(&fs::read_to_string(path).map_err(ReadError::Io)?)
}

/// Reads a text.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<Found, ReadError> {
    /// What every version has.
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(rename = "reportVersion")]
        version: Value,
    }
    // Asked first, since another version has other members.
    let Versioned { version } = serde_json::from_str(text).map_err(ReadError::Form)?;
    if version.as_u64() != Some(u64::from(REPORT_VERSION)) {
        return Err(ReadError::Version { found: version });
    }
    let report: Report = serde_json::from_str(text).map_err(ReadError::Form)?;
    let document = serde_json::from_str(text).map_err(ReadError::Form)?;
    Ok(Found { report, digest: digest_of(document) })
}
