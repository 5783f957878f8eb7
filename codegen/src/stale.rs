//! Compares generated files with the texts that they should have: renders a diff, or writes the files.
//!
//! This module does not know what the files contain, and prints nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use similar::TextDiff;
use webdata_spec::prose::pluralize;

use crate::generated_file::GeneratedFile;

/// A file that differs from what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaleFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The current text; empty if there is no such file.
    pub old: String,
    /// The text that the file should have; `None` if the file should not exist.
    pub new: Option<String>,
}

/// The files and folders as they should be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExpectedFiles {
    /// The text of each file.
    pub files: BTreeMap<PathBuf, String>,
    /// The folders that should have no other files.
    pub folders: Vec<PathBuf>,
}

/// The reason why a file cannot be compared or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}", path.display())]
pub struct FileError {
    action: &'static str,
    path: PathBuf,
    #[source]
    cause: io::Error,
}

impl FileError {
    fn new<'e>(action: &'static str, path: &'e Path) -> impl FnOnce(io::Error) -> Self + 'e {
        move |cause| Self { action, path: path.to_owned(), cause }
    }
}

impl ExpectedFiles {
    /// Adds the files of a folder that should have no others.
    pub fn put_folder(&mut self, folder: PathBuf, files: Vec<GeneratedFile>) {
        self.put(&folder, files);
        self.folders.push(folder);
    }

    /// Adds files, whose paths are relative to a folder.
    pub fn put(&mut self, folder: &Path, files: Vec<GeneratedFile>) {
        self.files.extend(files.into_iter().map(|file| (folder.join(file.path), file.text)));
    }

    /// Returns the files that differ, or that should not exist.
    ///
    /// # Errors
    /// If a file or a folder cannot be read.
    pub fn stale(&self) -> Result<Vec<StaleFile>, FileError> {
        let mut stale = Vec::new();
        for (path, text) in &self.files {
            let old = read(path)?;
            if old.as_deref() != Some(text) {
                let (path, new) = (path.clone(), Some(text.clone()));
                stale.push(StaleFile { path, old: old.unwrap_or_default(), new });
            }
        }
        for folder in &self.folders {
            let files = files_below(folder)?.into_iter();
            for path in files.filter(|path| !self.files.contains_key(path)) {
                let old = read(&path)?.unwrap_or_default();
                stale.push(StaleFile { path, old, new: None });
            }
        }
        Ok(stale)
    }
}

/// Renders a diff of each stale file, and the command that writes it. Paths are relative to `root` if they
/// are below it; `total` is the number of files that were compared.
#[must_use]
pub fn render_diff(root: &Path, stale: &[StaleFile], total: usize, command: &str) -> String {
    if stale.is_empty() {
        return format!("up to date: {total} files");
    }
    let mut text = String::new();
    for StaleFile { path, old, new } in stale {
        let name = relative_path(root, path);
        let new_name = if new.is_some() { name.as_str() } else { "(not generated any more)" };
        let diff = TextDiff::from_lines(old.as_str(), new.as_deref().unwrap_or_default());
        let diff = diff.unified_diff().context_radius(3).to_string();
        text.push_str(&format!("--- {name}\n+++ {new_name}\n{diff}"));
    }
    let (stale, total) = (stale.len(), pluralize(total, "file"));
    format!("{text}\n{stale} of {total} not as the contract says: run `{command}`")
}

/// Writes the stale files, and returns a line for each and their number. Paths are as for [`render_diff`].
///
/// # Errors
/// If a file cannot be written or removed.
pub fn write(root: &Path, stale: &[StaleFile], total: usize) -> Result<String, FileError> {
    if stale.is_empty() {
        return Ok(format!("up to date: {total} files"));
    }
    let mut text = String::new();
    for StaleFile { path, new, .. } in stale {
        let verb = match new {
            Some(new) => {
                replace(path, new).map_err(FileError::new("write", path))?;
                "wrote  "
            }
            None => {
                fs::remove_file(path).map_err(FileError::new("remove", path))?;
                // `remove_dir` fails for a folder that is not empty, which ends the loop.
                let mut folder = path.parent();
                while let Some(empty) = folder.filter(|folder| fs::remove_dir(folder).is_ok()) {
                    folder = empty.parent();
                }
                "removed"
            }
        };
        text.push_str(&format!("{verb} {}\n", relative_path(root, path)));
    }
    let written = stale.iter().filter(|stale| stale.new.is_some()).count();
    let removed = stale.len() - written;
    let removed = if removed == 0 { String::new() } else { format!(", removed {removed}") };
    Ok(format!("{text}wrote {written} of {}{removed}", pluralize(total, "file")))
}

/// Writes to a temporary file and renames it, so that no reader sees half a file.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut side = tempfile::Builder::new();
    #[cfg(unix)]
    side.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut side = side.tempfile_in(folder)?;
    side.write_all(text.as_bytes())?;
    side.persist(path)?;
    Ok(())
}

/// Returns the text of a file, or `None` if there is no file.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<Option<String>, FileError> {
    match fs::read(path) {
        // Generated files are always UTF-8, so a file that is not differs in any case.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::new("read", path)(error)),
    }
}

/// Returns whether a folder is absent, empty, or holds a generated crate. No crate is written to any other
/// folder, since files that are not generated would be removed.
///
/// # Errors
/// If the folder cannot be read.
pub fn is_free(folder: &Path) -> Result<bool, FileError> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    let is_ours = manifest.is_some_and(|manifest| crate::is_generated(&manifest));
    Ok(is_ours || files_below(folder)?.is_empty())
}

/// Returns every file below a folder.
fn files_below(folder: &Path) -> Result<BTreeSet<PathBuf>, FileError> {
    let (mut files, mut open) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(FileError::new("list", &folder)(error)),
        };
        for entry in entries {
            let entry = entry.map_err(FileError::new("list", &folder))?;
            // A link counts as a file: what it points to may not be removed.
            if entry.file_type().map_err(FileError::new("list", &folder))?.is_dir() {
                open.push(entry.path());
            } else {
                files.insert(entry.path());
            }
        }
    }
    Ok(files)
}

fn relative_path(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
