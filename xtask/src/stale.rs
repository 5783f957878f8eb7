//! Compares files with the texts that they should have: prints a diff, or writes the files.
//!
//! This module does not know what the files contain.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use similar::TextDiff;

use crate::terminal;

/// The exit code when files are stale.
const STALE: u8 = 1;

/// A file that differs from what it should be.
pub(crate) struct StaleFile {
    pub(crate) path: PathBuf,
    /// The current text; empty if there is no such file.
    pub(crate) old: String,
    /// The text that the file should have; `None` if the file should not exist.
    pub(crate) new: Option<String>,
}

/// Prints a diff of each stale file, and the command that writes it. `total` is the number of files that were
/// compared.
pub(crate) fn check(
    root: &Path,
    stale: &[StaleFile],
    total: usize,
    task: &str,
) -> anyhow::Result<ExitCode> {
    if stale.is_empty() {
        terminal::out(&format!("up to date: {total} files"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for StaleFile { path, old, new } in stale {
        let name = relative_path(root, path);
        let new_name = if new.is_some() { name.as_str() } else { "(not generated any more)" };
        let diff = TextDiff::from_lines(old.as_str(), new.as_deref().unwrap_or_default());
        let diff = diff.unified_diff().context_radius(3).to_string();
        text.push_str(&format!("--- {name}\n+++ {new_name}\n{diff}"));
    }
    let (stale, total) = (stale.len(), with_noun(total, "file"));
    terminal::out(&format!(
        "{text}\n{stale} of {total} not as the contract says: run `cargo xtask {task}`"
    ))?;
    Ok(ExitCode::from(STALE))
}

/// Writes the stale files. `total` is the number of files that were compared.
pub(crate) fn write(root: &Path, stale: &[StaleFile], total: usize) -> anyhow::Result<ExitCode> {
    if stale.is_empty() {
        terminal::out(&format!("up to date: {total} files"))?;
        return Ok(ExitCode::SUCCESS);
    }
    for StaleFile { path, new, .. } in stale {
        match new {
            Some(text) => {
                replace(path, text).with_context(|| format!("cannot write {}", path.display()))?;
                terminal::out(&format!("wrote   {}", relative_path(root, path)))?;
            }
            None => {
                let removed = fs::remove_file(path);
                removed.with_context(|| format!("cannot remove {}", path.display()))?;
                // `remove_dir` fails for a folder that is not empty, which ends the loop.
                let mut folder = path.parent();
                while let Some(empty) = folder.filter(|folder| fs::remove_dir(folder).is_ok()) {
                    folder = empty.parent();
                }
                terminal::out(&format!("removed {}", relative_path(root, path)))?;
            }
        }
    }
    let written = stale.iter().filter(|stale| stale.new.is_some()).count();
    let removed = stale.len() - written;
    let removed = if removed == 0 { String::new() } else { format!(", removed {removed}") };
    terminal::out(&format!("wrote {written} of {}{removed}", with_noun(total, "file")))?;
    Ok(ExitCode::SUCCESS)
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
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read(path) {
        // Generated files are always UTF-8, so a file that is not differs in any case.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn relative_path(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn with_noun(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
