//! `cargo xtask regenerate`: from the contracts to the files in the repository.
//!
//! One function compares and decides; writing and checking differ only in what they do with the
//! files that are not as they should be.

mod changelog;
mod uncovered;
mod wanted;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use webdata_codegen::{GenerateError, WRITTEN_BY};
use webdata_spec::{Diagnostics, ReadError};

use crate::stale::{self, Stale, read};
use crate::terminal;
use crate::versions::CRATE_FOLDER;
use wanted::Wanted;

/// The exit code when a contract has mistakes.
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each folder of spec/ that has a service.toml is a contract, and is named after its version. The crate of
spec/v2 goes to generated/, that of spec/v3 to generated-v3/, and so on; generated-contracts/ lists them
all, for `webdata-conformance --contract v3`.

The CHANGELOG.md of a crate tells what has changed since the pages of the last release, which stand in
spec/released. --release writes these, and names the section after the version in Cargo.toml.")]
pub(crate) struct Options {
    /// Writes nothing, shows what would change and fails when anything would.
    #[arg(long)]
    check: bool,
    /// Makes what is not released yet in each CHANGELOG.md the section of the workspace's version, and keeps
    /// the pages as those of the last release.
    #[arg(long, conflicts_with_all = ["check", "spec", "out"])]
    release: bool,
    /// The folder of one contract, in place of all those of spec/; goes with --out or --check.
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// Where the crate of that contract goes, and nothing else then [default: generated].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Why nothing was written.
enum Refusal {
    /// A contract cannot be read; its folder is told where there are several.
    Contract(Option<PathBuf>, ReadError),
    /// A contract says something that has no form in Rust.
    Generate(GenerateError),
    /// Something else is wrong, in words.
    Other(String),
}

/// Writes or checks.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.spec.is_some() && options.out.is_none() && !options.check {
        terminal::err("error: --spec says nothing about where to write; add --out DIR or --check");
        return Ok(ExitCode::from(WRONG));
    }
    let wanted = match (&options.spec, &options.out) {
        (None, None) => Wanted::of_repository(root, options.release)?,
        (spec, out) => Wanted::of_contract(root, spec.as_deref(), out.as_deref()),
    };
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(refusals) => return Ok(refuse(refusals)),
    };
    for folder in &wanted.folders {
        // What stands in `generated` is ours, whatever was done to it; so are the pages of a release.
        let is_known = *folder == root.join(CRATE_FOLDER) || wanted.released.contains(folder);
        if !is_known && !is_ours(folder)? {
            let says = format!("{} holds something else than a generated crate", folder.display());
            return Ok(refuse(vec![Refusal::Other(says)]));
        }
    }
    for (folder, warnings) in &wanted.warnings {
        tell(folder.as_deref(), warnings);
    }
    let mut stale = Vec::new();
    for (path, text) in &wanted.files {
        let old = read(path)?;
        if old.as_deref() != Some(text) {
            let (path, new) = (path.clone(), Some(text.clone()));
            stale.push(Stale { path, old: old.unwrap_or_default(), new });
        }
    }
    for folder in &wanted.folders {
        for path in files_below(folder)?.into_iter().filter(|path| !wanted.files.contains_key(path))
        {
            let old = read(&path)?.unwrap_or_default();
            stale.push(Stale { path, old, new: None });
        }
    }
    let total = wanted.files.len();
    if options.check {
        stale::check(root, &stale, total, "regenerate")
    } else {
        let code = stale::write(root, &stale, total)?;
        if options.out.is_none() {
            uncovered::tell(root, &wanted.contracts)?;
        }
        Ok(code)
    }
}

/// Whether a folder is empty, not there, or holds a generated crate: files that are not generated
/// any more are removed, so nothing else may stand there.
fn is_ours(folder: &Path) -> anyhow::Result<bool> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    let ours = manifest.is_some_and(|manifest| manifest.contains(WRITTEN_BY));
    Ok(ours || files_below(folder)?.is_empty())
}

/// Says what is wrong.
fn refuse(refusals: Vec<Refusal>) -> ExitCode {
    for refusal in refusals {
        match refusal {
            Refusal::Contract(folder, ReadError::Mistakes(mistakes)) => {
                tell(folder.as_deref(), &mistakes);
            }
            Refusal::Contract(_, error) => terminal::err(&format!("error: {error}")),
            Refusal::Generate(error) => terminal::err(&format!("error: {error}")),
            Refusal::Other(says) => terminal::err(&format!("error: {says}")),
        }
    }
    terminal::err("nothing was written");
    ExitCode::from(WRONG)
}

/// Shows the mistakes of a contract, or the warnings.
fn tell(folder: Option<&Path>, found: &Diagnostics) {
    if let Some(folder) = folder {
        terminal::err(&format!("the contract in {}:", folder.display()));
    }
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    terminal::err(found.render(color).trim_end());
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
