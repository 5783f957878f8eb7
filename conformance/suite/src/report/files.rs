//! Reads and writes the files of a report. Each file is written completely, or not at all; unknown content of a
//! report is rejected, since it could not be verified.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;
use serde_json::Value;
use tempfile::NamedTempFile;

use super::ci_views::{badge, junit};
use super::conclude::digest_of;
use super::document::{REPORT_VERSION, Report};
use super::markdown::markdown;
use super::page::page;
use crate::untrusted::cut;
use crate::{Untrusted, foreign_file};
use webdata_cases::json::{CostError, cost};

/// The reason why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system returned an error.
    #[error("cannot write {}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// A format cannot express something in the report.
    #[error("cannot write {form}: {cause}")]
    Form {
        /// The format.
        form: &'static str,
        /// The reason.
        cause: String,
    },
}

/// The name of the record in a report folder.
pub const RECORD: &str = "report.json";

/// The name of the record's signature, if it has one.
pub const SIGNATURE: &str = "report.json.sig";

/// The record, its signature and its views.
const FILES: [&str; 6] = [RECORD, SIGNATURE, "junit.xml", "report.html", "summary.md", "badge.svg"];

/// Prepares the folder for a run's report: creates it, checks that files can be written, and removes the
/// report of an earlier run, which would otherwise look like this run's report after an interruption.
///
/// # Errors
/// If the folder cannot be created or written, or an old file cannot be removed.
pub fn prepare_folder(folder: &Path) -> Result<(), WriteError> {
    let io = |path: &Path, cause| WriteError::Io { path: path.to_owned(), cause };
    let made = fs::create_dir_all(folder).and_then(|()| NamedTempFile::new_in(folder));
    made.map(drop).map_err(|cause| io(folder, cause))?;
    for path in FILES.map(|name| folder.join(name)) {
        match fs::remove_file(&path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(io(&path, cause)),
            _ => {}
        }
    }
    Ok(())
}

/// Writes `report.json` and its views `junit.xml`, `report.html`, `summary.md` and `badge.svg` into a folder,
/// which is created if it is missing.
///
/// # Errors
/// If a file cannot be created or written.
pub fn write(report: &Report, folder: &Path) -> Result<(), WriteError> {
    let form =
        |form, cause: &dyn std::fmt::Display| WriteError::Form { form, cause: cause.to_string() };
    let json = json(report).map_err(|error| form(RECORD, &error))?;
    let xml = junit(report).map_err(|error| form("junit.xml", &error))?;
    let html = page(report).map_err(|error| form("report.html", &error))?;
    let badge = badge(report).map_err(|error| form("badge.svg", &error))?;
    let text = markdown(report);
    // The record is written last: if it is new, its views are.
    write_files(
        folder,
        [
            ("junit.xml", xml.as_str()),
            ("report.html", html.as_str()),
            ("summary.md", text.as_str()),
            ("badge.svg", badge.as_str()),
            (RECORD, json.as_str()),
        ],
    )
}

/// Writes files of these names and texts into a folder, which is created if it is missing.
pub fn write_files<const N: usize>(
    folder: &Path,
    files: [(&str, &str); N],
) -> Result<(), WriteError> {
    let io = |path: &Path, cause| WriteError::Io { path: path.to_owned(), cause };
    fs::create_dir_all(folder).map_err(|cause| io(folder, cause))?;
    for (name, text) in files {
        let path = folder.join(name);
        replace_file(folder, &path, text).map_err(|cause| io(&path, cause))?;
    }
    Ok(())
}

/// Replaces a file completely, or not at all.
pub fn replace_file(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; the umask should decide who may read a report.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Returns the text of the file.
///
/// # Errors
/// If the document cannot be written as JSON.
pub(super) fn json(report: &Report) -> Result<String, serde_json::Error> {
    let document = serde_json::to_value(report)?;
    let mut text = String::from("{");
    let members = document.as_object().into_iter().flatten();
    for (index, (name, value)) in members.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing into a string never fails.
        let _ = write!(text, "{comma}\n  {}: ", Value::from(name.as_str()));
        match value {
            Value::Array(items) if !items.is_empty() => {
                let items: Vec<String> = items.iter().map(|item| format!("\n    {item}")).collect();
                let _ = write!(text, "[{}\n  ]", items.join(","));
            }
            value => {
                let _ = write!(text, "{value}");
            }
        }
    }
    text.push_str("\n}\n");
    Ok(text)
}

/// Returns the schema, draft 2020-12.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Report).to_value();
    schema["title"] = "The report of a run of webdata-conformance".into();
    schema["properties"]["reportVersion"]["const"] = REPORT_VERSION.into();
    schema
}

/// The last version before this one, which is read too: its deviations have no steps, its cases no subjects, and its
/// findings no explanations.
const LAST_VERSION: u32 = 5;

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
        Err(CostError::TooManyValues | CostError::TooDeep(_)) => {
            return Err(ReadError::TooManyValues);
        }
        Err(CostError::NotJson(error)) => return Err(ReadError::Form(error)),
    }
    // The version is read first, since other versions have other properties.
    let Versioned { version } = serde_json::from_str(text).map_err(ReadError::Form)?;
    let digest = digest_of(serde_json::from_str(text).map_err(ReadError::Form)?);
    let report = match version.as_u64().and_then(|version| u32::try_from(version).ok()) {
        Some(REPORT_VERSION | LAST_VERSION) => serde_json::from_str(text),
        _ => return Err(ReadError::Version { found: version }),
    };
    Ok(ReportFile { report: report.map_err(ReadError::Form)?, digest })
}
