//! Writes a report to disk: each file completely, or not at all.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;
use tempfile::NamedTempFile;

use super::ci_views::{badge, junit};
use super::conclude::digest_of;
use super::document::{REPORT_VERSION, Report};
use super::markdown::markdown;
use super::page::page;

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

/// Returns the text of the file, with its digest.
///
/// # Errors
/// If the document cannot be written as JSON.
pub(super) fn json(report: &Report) -> Result<String, serde_json::Error> {
    let mut document = serde_json::to_value(report)?;
    document["digest"] = digest_of(&document).into();
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
