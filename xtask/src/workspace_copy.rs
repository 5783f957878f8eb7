//! A copy of the workspace that a task may edit and build.
//!
//! There is one copy, below `target/`, and tasks take turns. Cargo treats the crates of another folder as
//! other crates, and would build all of them again for each copy.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

/// The folder of the copy, below the target folder.
const FOLDER: &str = "workspace-copy";

/// The parts of a target folder that tell cargo which crates are built.
const BUILT: [&str; 3] = [".fingerprint", "build", "deps"];

/// The git tag of the state that each user of the copy starts from.
const FRESH: &str = "fresh";

/// The copy, and its target folder. A lock keeps other processes away while this value lives.
pub(crate) struct WorkspaceCopy {
    pub(crate) folder: PathBuf,
    pub(crate) built: PathBuf,
    _lock: File,
}

impl WorkspaceCopy {
    /// Brings the copy up to date, or undoes the edits of the last user. Waits while another process uses the
    /// copy.
    pub(crate) fn open_clean<'c>(
        copied: &'c mut Option<Self>,
        root: &Path,
    ) -> anyhow::Result<&'c Self> {
        match copied {
            Some(copy) => {
                undo_edits(&copy.folder)?;
                Ok(copy)
            }
            None => Ok(copied.insert(Self::open(root)?)),
        }
    }

    fn open(root: &Path) -> anyhow::Result<Self> {
        let whole = target(root).join(FOLDER);
        fs::create_dir_all(&whole).with_context(|| format!("no folder {}", whole.display()))?;
        let lock = File::create(whole.join("lock"))?;
        lock.lock().context("cannot tell whether another process has the copy")?;
        let workspace =
            Self { folder: whole.join("workspace"), built: whole.join("target"), _lock: lock };
        copy(root, &workspace.folder)?;
        if !workspace.built.is_dir() {
            copy_build_output(root, &workspace.built)?;
        }
        Ok(workspace)
    }
}

/// Returns cargo's target folder.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Copies the files that git knows, with their uncommitted changes, into a repository of its own. Files that
/// are equal keep their modification time, since cargo builds again whatever is newer.
fn copy(root: &Path, folder: &Path) -> anyhow::Result<()> {
    // An interrupted copy lacks the tag, and is made again. Without a repository in the folder, git would use the
    // checkout around it.
    if !folder.join(".git").is_dir() || undo_edits(folder).is_err() {
        if folder.is_dir() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        git(folder, &["init", "--quiet"])?;
    }
    let listed = git(root, &["ls-files", "--cached", "--others", "--exclude-standard", "-z"])?;
    let names = listed.split('\0').filter(|name| root.join(name).is_file());
    let names: BTreeSet<&str> = names.collect();
    for name in &names {
        let (from, to) = (root.join(name), folder.join(name));
        fs::create_dir_all(to.parent().unwrap_or(folder))?;
        copy_file(&from, &to).with_context(|| format!("cannot copy {name}"))?;
    }
    let copied = git(folder, &["ls-files", "-z"])?;
    for gone in copied.split('\0').filter(|name| !name.is_empty() && !names.contains(name)) {
        fs::remove_file(folder.join(gone)).with_context(|| format!("cannot remove {gone}"))?;
    }
    git(folder, &["add", "--all"])?;
    let author = ["-c", "user.name=copy", "-c", "user.email=copy@localhost"];
    let commit = ["commit", "--quiet", "--allow-empty", "--message", "The workspace as it stands"];
    git(folder, &[&author[..], &commit[..]].concat())?;
    git(folder, &["tag", "--force", FRESH])?;
    Ok(())
}

/// Restores the state in which the copy was last brought up to date.
fn undo_edits(folder: &Path) -> anyhow::Result<()> {
    git(folder, &["reset", "--quiet", "--hard", FRESH])?;
    git(folder, &["clean", "--quiet", "--force", "-dx"])?;
    Ok(())
}

/// Copies a file if it differs; a new file keeps its modification time.
fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    let there = fs::read(to).ok();
    if there.as_ref().is_some_and(|there| fs::read(from).is_ok_and(|new| new == *there)) {
        return Ok(());
    }
    fs::copy(from, to)?;
    if there.is_none() {
        File::options().write(true).open(to)?.set_modified(fs::metadata(from)?.modified()?)?;
    }
    Ok(())
}

/// Copies the built crates, so that a task builds only what differs. The workspace's own builds stay
/// untouched.
fn copy_build_output(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let debug = target(root).join("debug");
    let parts = BUILT.iter().map(|part| debug.join(part)).filter(|part| part.is_dir());
    let unfinished = folder.with_extension("unfinished");
    fs::create_dir_all(unfinished.join("debug"))?;
    let status = Command::new("cp").arg("-a").args(parts).arg(unfinished.join("debug")).status();
    ensure!(status.context("cannot start `cp`")?.success(), "cannot copy {}", debug.display());
    fs::rename(&unfinished, folder)?;
    Ok(())
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output();
    let output = output.context("cannot start git")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), error.trim());
    String::from_utf8(output.stdout).context("git names a file that is no UTF-8")
}
