//! `cargo xtask regenerate`: writes what is generated from the contracts, or checks it.
//!
//! One function decides which files are stale. Writing and checking differ only in what they do with those.

mod changelog;
mod expected_files;
mod uncovered;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use webdata_codegen::{GenerateError, WRITTEN_BY};
use webdata_spec::{Diagnostics, ReadError};

use crate::stale::{self, StaleFile, read};
use crate::terminal;
use crate::versions::CRATE_FOLDER;
use expected_files::ExpectedFiles;

/// The exit code when a contract has mistakes.
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each folder of spec/ that has a service.toml is a contract, and is named after its version. The crate of
spec/v2 goes to generated/, that of spec/v3 to generated-v3/, and so on; generated-contracts/ lists them
all, for `webdata-conformance --contract v3`.

The CHANGELOG.md of a crate lists the changes since the last release, whose pages are in spec/released.
--release writes these pages, and names the section after the version in Cargo.toml.")]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
    /// Turns the unreleased section of each CHANGELOG.md into that of the workspace's version, and stores the
    /// pages as those of the last release.
    #[arg(long, conflicts_with_all = ["check", "spec", "out"])]
    release: bool,
    /// The folder of one contract, instead of all in spec/; needs --out or --check.
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// The folder for the crate of that contract; nothing else is written [default: generated].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A reason why no file was written.
enum RegenerateError {
    /// A contract cannot be read. The folder is given if there are several contracts.
    Contract(Option<PathBuf>, ReadError),
    /// A contract has a construct that Rust cannot express.
    Generate(GenerateError),
    /// Any other reason, as a sentence.
    Other(String),
}

/// Writes or checks the generated files.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.spec.is_some() && options.out.is_none() && !options.check {
        terminal::err("error: --spec says nothing about where to write; add --out DIR or --check");
        return Ok(ExitCode::from(WRONG));
    }
    let wanted = match (&options.spec, &options.out) {
        (None, None) => ExpectedFiles::for_repository(root, options.release)?,
        (spec, out) => ExpectedFiles::for_contract(root, spec.as_deref(), out.as_deref()),
    };
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(errors) => return Ok(report(errors)),
    };
    for folder in &wanted.folders {
        // Files in `generated` and in the pages of a release are always written by this task, even if
        // somebody edited them.
        let is_known = *folder == root.join(CRATE_FOLDER) || wanted.released.contains(folder);
        if !is_known && !is_ours(folder)? {
            let message =
                format!("{} holds something else than a generated crate", folder.display());
            return Ok(report(vec![RegenerateError::Other(message)]));
        }
    }
    for (folder, warnings) in &wanted.warnings {
        print_diagnostics(folder.as_deref(), warnings);
    }
    let mut stale = Vec::new();
    for (path, text) in &wanted.files {
        let old = read(path)?;
        if old.as_deref() != Some(text) {
            let (path, new) = (path.clone(), Some(text.clone()));
            stale.push(StaleFile { path, old: old.unwrap_or_default(), new });
        }
    }
    for folder in &wanted.folders {
        for path in files_below(folder)?.into_iter().filter(|path| !wanted.files.contains_key(path))
        {
            let old = read(&path)?.unwrap_or_default();
            stale.push(StaleFile { path, old, new: None });
        }
    }
    let total = wanted.files.len();
    if options.check {
        stale::check(root, &stale, total, "regenerate")
    } else {
        let code = stale::write(root, &stale, total)?;
        if options.out.is_none() {
            uncovered::print_uncovered(root, &wanted.contracts)?;
        }
        Ok(code)
    }
}

/// Returns whether a folder is absent, empty, or holds a generated crate. StaleFile files are removed, so this
/// task writes to no other folder.
fn is_ours(folder: &Path) -> anyhow::Result<bool> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    let ours = manifest.is_some_and(|manifest| manifest.contains(WRITTEN_BY));
    Ok(ours || files_below(folder)?.is_empty())
}

/// Prints the reasons, and returns the exit code.
fn report(errors: Vec<RegenerateError>) -> ExitCode {
    for refusal in errors {
        match refusal {
            RegenerateError::Contract(folder, ReadError::Mistakes(mistakes)) => {
                print_diagnostics(folder.as_deref(), &mistakes);
            }
            RegenerateError::Contract(_, error) => terminal::err(&format!("error: {error}")),
            RegenerateError::Generate(error) => terminal::err(&format!("error: {error}")),
            RegenerateError::Other(says) => terminal::err(&format!("error: {says}")),
        }
    }
    terminal::err("nothing was written");
    ExitCode::from(WRONG)
}

/// Prints the mistakes or the warnings of a contract.
fn print_diagnostics(folder: Option<&Path>, diagnostics: &Diagnostics) {
    if let Some(folder) = folder {
        terminal::err(&format!("the contract in {}:", folder.display()));
    }
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    terminal::err(diagnostics.render(color).trim_end());
}

/// Returns every file below a folder.
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
            // A link counts as a file: what it points to may not be removed.
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            } else {
                files.insert(entry.path());
            }
        }
    }
    Ok(files)
}
