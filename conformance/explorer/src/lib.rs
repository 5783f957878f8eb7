//! The explorer: sends random sequences of requests, judges them exactly, and reports the smallest sequence
//! that fails.
//!
//! The requests are random, and a seed reproduces them. The verdicts are not random: each sequence becomes a
//! case, by the same model as all derived cases, and the suite judges it like any other. A failing sequence
//! is shrunk to the fewest and smallest requests that fail for the same reason.

mod explore;
mod mistakes;
mod sequences;
mod values;

use std::path::Path;
use std::{fs, io};

use webdata_cases::derive::sequences::Sequence;
use webdata_suite::report::replace_file;

pub use self::explore::{
    ExplorationResult, Explorer, FailingSequence, Limits, Progress, Statistics,
};

/// The reason why a corpus cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The file cannot be read.
    #[error("cannot read {path}: {cause}")]
    Unreadable {
        /// The path of the file.
        path: String,
        /// The error of the file system.
        cause: io::Error,
    },
    /// A line is not a sequence.
    #[error("{path}:{line}: not a sequence of requests: {cause}; remove the line")]
    NoSequence {
        /// The path of the file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The error of the JSON parser.
        cause: serde_json::Error,
    },
}

/// Reads a corpus. A missing file is an empty corpus.
///
/// # Errors
/// When the file cannot be read, or a line is not a sequence.
pub fn read(path: &Path) -> Result<Vec<Sequence>, CorpusError> {
    let shown = || path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(CorpusError::Unreadable { path: shown(), cause }),
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let sequence = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|cause| CorpusError::NoSequence {
            path: shown(),
            line: index + 1,
            cause,
        })
    };
    lines.map(sequence).collect()
}

/// Writes a corpus. If that fails, the old file stays as it is.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, sequences: &[Sequence]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let line = |sequence| -> io::Result<String> { Ok(serde_json::to_string(sequence)? + "\n") };
    replace_file(folder, path, &sequences.iter().map(line).collect::<io::Result<String>>()?)
}
