//! Reads `report.json`. Unknown content is rejected, since it could not be verified.

use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::conclude::digest_of;
use super::document::{REPORT_VERSION, Report};
use super::version_4;
use crate::Untrusted;
use crate::display::cut;
use crate::foreign_file;
use crate::judge::json::{CostError, cost};

/// The last version before this one, which is converted.
const LAST_VERSION: u32 = 4;

/// The maximum size of a report, in bytes. Reports of the suite are far smaller.
const MAX_FILE_BYTES: u64 = 192 << 20;

/// The maximum memory of a parsed report, in bytes.
const MAX_MEMORY_BYTES: usize = 512 << 20;

/// The maximum length of quotations in errors, in characters.
const MAX_QUOTED_CHARS: usize = 300;

/// The reason why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}; give the report.json of a run")]
    Io(std::io::Error),
    /// The file is too large.
    #[error(
        "the file has more than {MAX_FILE_BYTES} bytes, more than any report.json; give the report.json of a run"
    )]
    TooLarge,
    /// The JSON has so many values that it takes too much memory.
    #[error(
        "the file has more values than any report.json: they take more than {MAX_MEMORY_BYTES} bytes of memory; \
         give the report.json of a run"
    )]
    TooManyValues,
    /// The text is not JSON, or not a report.
    #[error(
        "the file is not a report.json: {}; give the file as `run` wrote it, or run the suite again",
        quoted(.0)
    )]
    Form(serde_json::Error),
    /// The report has another version.
    #[error(
        "the report has the version {}, and this binary reads the versions {LAST_VERSION} and {REPORT_VERSION}; use the \
         webdata-conformance that wrote it, or run the suite again",
        quoted(found)
    )]
    Version {
        /// The version of the report.
        found: Value,
    },
}

/// Quotes the error of a parser, which repeats parts of the file.
fn quoted(error: impl std::fmt::Display) -> Untrusted {
    Untrusted::from(cut(&error.to_string(), MAX_QUOTED_CHARS))
}

/// A report, and the digest of its text.
#[derive(Debug)]
pub struct ReportFile {
    /// The document.
    pub report: Report,
    /// The computed digest, to compare with the report's own.
    pub digest: String,
}

/// Reads a file.
///
/// # Errors
/// If the file cannot be read, or is not a report of this version or the last one without unknown properties.
pub fn read(path: &Path) -> Result<ReportFile, ReadError> {
    let text =
        foreign_file::read_text(path, MAX_FILE_BYTES).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => ReadError::TooLarge,
            _ => ReadError::Io(error),
        })?;
    read_text(&text)
}

/// Reads a text.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str) -> Result<ReportFile, ReadError> {
    /// The property that every version has.
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(rename = "reportVersion")]
        version: Value,
    }
    match cost(text.as_bytes(), MAX_MEMORY_BYTES) {
        Ok(_) => {}
        Err(CostError::TooMuch) => return Err(ReadError::TooManyValues),
        Err(CostError::NotJson(error)) => return Err(ReadError::Form(error)),
    }
    // The version is read first, since other versions have other properties.
    let Versioned { version } = serde_json::from_str(text).map_err(ReadError::Form)?;
    let mut document: Value = serde_json::from_str(text).map_err(ReadError::Form)?;
    let digest = digest_of(&document);
    let report = match version.as_u64().and_then(|version| u32::try_from(version).ok()) {
        Some(REPORT_VERSION) => serde_json::from_str(text),
        Some(LAST_VERSION) => {
            version_4::convert(&mut document);
            serde_json::from_value(document)
        }
        _ => return Err(ReadError::Version { found: version }),
    };
    Ok(ReportFile { report: report.map_err(ReadError::Form)?, digest })
}
