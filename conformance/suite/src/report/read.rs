//! Reads `report.json`. What it does not know it refuses, since nobody could vouch for it.

use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::conclude::digest_of;
use super::document::{REPORT_VERSION, Report};
use crate::Untrusted;
use crate::display::cut;
use crate::foreign_file;
use crate::judge::json::{NoCost, cost};

/// The largest report that is read, in bytes. The suite keeps what it writes far below.
const LARGEST: u64 = 192 << 20;

/// The most memory that a report may take once it is read, in bytes.
const MEMORY: usize = 512 << 20;

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
    /// It is JSON of so many values that it takes more memory than it may.
    #[error("it has more values than any report: they take more than {MEMORY} bytes of memory")]
    TooManyValues,
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
    let text = foreign_file::read_text(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => ReadError::TooLarge,
        _ => ReadError::Io(error),
    })?;
    read_text(&text)
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
    match cost(text.as_bytes(), MEMORY) {
        Ok(_) => {}
        Err(NoCost::TooMuch) => return Err(ReadError::TooManyValues),
        Err(NoCost::NotJson(error)) => return Err(ReadError::Form(error)),
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
