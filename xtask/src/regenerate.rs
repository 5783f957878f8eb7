//! `cargo xtask regenerate`: from the contract to the files in the repository.
//!
//! One function compares and decides; writing and checking differ only in what they do with the
//! files that are not as they should be.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use similar::TextDiff;
use webdata_spec::{ReadError, Spec, editor_schema};

use crate::terminal;

/// The name of the generated crate.
const CRATE_NAME: &str = "webdata";
/// Exit codes: what is in the repository is stale; the contract has mistakes.
const STALE: u8 = 1;
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing, shows what would change and fails when anything would.
    #[arg(long)]
    check: bool,
    /// The folder of the contract [default: spec/v2]; another one goes with --out or --check.
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// Where the generated crate goes, and nothing else then [default: generated].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes or checks.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.spec.is_some() && options.out.is_none() && !options.check {
        terminal::err("error: --spec says nothing about where to write; add --out DIR or --check");
        return Ok(ExitCode::from(WRONG));
    }
    let folder = options.spec.clone().unwrap_or_else(|| root.join("spec/v2"));
    let spec = match Spec::load(&folder) {
        Ok(spec) => spec,
        Err(error) => return Ok(refuse(&error)),
    };
    let out = options.out.clone().unwrap_or_else(|| root.join("generated"));
    if options.out.is_some() && !is_ours(&out)? {
        let out = out.display();
        terminal::err(&format!(
            "error: {out} holds something else than a generated crate; nothing was written"
        ));
        return Ok(ExitCode::from(WRONG));
    }
    let files = match webdata_codegen::generate(&spec, CRATE_NAME) {
        Ok(files) => files,
        Err(error) => {
            terminal::err(&format!("error: {error}\nnothing was written"));
            return Ok(ExitCode::from(WRONG));
        }
    };
    let mut wanted: Vec<(PathBuf, String)> =
        files.into_iter().map(|file| (out.join(file.path), file.text)).collect();
    let known: BTreeSet<PathBuf> = wanted.iter().map(|(path, _)| path.clone()).collect();
    if options.out.is_none() {
        wanted.push((root.join("spec/schema.json"), format!("{:#}\n", editor_schema())));
    }
    let total = wanted.len();
    let mut stale = Vec::new();
    for (path, text) in wanted {
        let old = read(&path)?;
        if old.as_deref() != Some(&text) {
            stale.push(Stale { path, old: old.unwrap_or_default(), new: Some(text) });
        }
    }
    for path in files_below(&out)?.difference(&known) {
        stale.push(Stale { path: path.clone(), old: read(path)?.unwrap_or_default(), new: None });
    }
    let code =
        if options.check { check(root, &stale, total)? } else { write(root, &stale, total)? };
    Ok(code)
}

/// Whether a folder is empty, not there, or holds a generated crate: files that are not generated
/// any more are removed, so nothing else may stand there.
fn is_ours(folder: &Path) -> anyhow::Result<bool> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    let ours = manifest.is_some_and(|manifest| manifest.contains(webdata_codegen::HEADER));
    Ok(ours || files_below(folder)?.is_empty())
}

/// Says what is wrong with the contract.
fn refuse(error: &ReadError) -> ExitCode {
    match error {
        ReadError::Mistakes(mistakes) => {
            let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            terminal::err(mistakes.render(color).trim_end());
        }
        other => terminal::err(&format!("error: {other}")),
    }
    terminal::err("nothing was written");
    ExitCode::from(WRONG)
}

/// A file that is not as it should be.
struct Stale {
    path: PathBuf,
    /// The text that it has; empty where there is no such file.
    old: String,
    /// The text that it should have; `None` when it should not be there.
    new: Option<String>,
}

fn check(root: &Path, stale: &[Stale], total: usize) -> anyhow::Result<ExitCode> {
    if stale.is_empty() {
        terminal::out(&format!("up to date: {total} files"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for Stale { path, old, new } in stale {
        let name = shown(root, path);
        let new_name = if new.is_some() { name.as_str() } else { "(not generated any more)" };
        let diff = TextDiff::from_lines(old.as_str(), new.as_deref().unwrap_or_default());
        let diff = diff.unified_diff().context_radius(3).to_string();
        text.push_str(&format!("--- {name}\n+++ {new_name}\n{diff}"));
    }
    let (stale, total) = (stale.len(), count(total, "file"));
    terminal::out(&format!(
        "{text}\n{stale} of {total} not as the contract says: run `cargo xtask regenerate`"
    ))?;
    Ok(ExitCode::from(STALE))
}

fn write(root: &Path, stale: &[Stale], total: usize) -> anyhow::Result<ExitCode> {
    if stale.is_empty() {
        terminal::out(&format!("up to date: {total} files"))?;
        return Ok(ExitCode::SUCCESS);
    }
    for Stale { path, new, .. } in stale {
        match new {
            Some(text) => {
                replace(path, text).with_context(|| format!("cannot write {}", path.display()))?;
                terminal::out(&format!("wrote   {}", shown(root, path)))?;
            }
            None => {
                let removed = fs::remove_file(path);
                removed.with_context(|| format!("cannot remove {}", path.display()))?;
                terminal::out(&format!("removed {}", shown(root, path)))?;
            }
        }
    }
    let written = stale.iter().filter(|stale| stale.new.is_some()).count();
    let removed = stale.len() - written;
    let removed = if removed == 0 { String::new() } else { format!(", removed {removed}") };
    terminal::out(&format!("wrote {written} of {}{removed}", count(total, "file")))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes to the side and renames, so that no reader ever sees half a file.
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

/// The text of a file, where there is one.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read(path) {
        // Text that is no UTF-8 was not generated, and differs from everything that is.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Every file of a folder and of those inside it.
fn files_below(folder: &Path) -> anyhow::Result<BTreeSet<PathBuf>> {
    let (mut files, mut open) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot list {}", folder.display()));
            }
        };
        for entry in entries {
            let entry = entry?;
            // A link is a file of its own: what it leads to is not ours to remove.
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            } else {
                files.insert(entry.path());
            }
        }
    }
    Ok(files)
}

fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
