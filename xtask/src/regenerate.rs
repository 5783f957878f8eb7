//! `cargo xtask regenerate`: writes what is generated from a contract, or checks it.
//!
//! One function decides which files are stale. Writing and checking differ only in what they do with those.

mod changelog;
mod expected_files;
mod uncovered;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use webdata_codegen::GenerateError;
use webdata_codegen::stale::is_free;
use webdata_spec::{Diagnostics, ReadError};

use crate::contract::{COPIES, CRATE_FOLDER};
use crate::{tables, terminal};
use expected_files::Expected;

/// The exit code when a contract has mistakes.
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without options, the contract in spec/v2 becomes the crate in generated/, the copies in conformance/contract/
that the suite's binary embeds, and spec/schema.json. A further contract has a crate of its own:
  cargo xtask regenerate --spec spec/v3 --out generated-v3 --crate-name webdata-v3

The CHANGELOG.md of a crate lists the changes since the last release, whose pages are in the folder `released`
beside that of the contract. --release writes these pages, and names the section after the version in
Cargo.toml.")]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
    /// Turns the unreleased section of CHANGELOG.md into that of the workspace's version, and stores the pages
    /// as those of the last release.
    #[arg(long, conflicts_with = "check")]
    release: bool,
    /// The folder of another contract; needs --out or --check.
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// The folder for the crate of that contract; nothing else is written [default: generated].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The name of the crate [default: webdata].
    #[arg(long, value_name = "NAME")]
    crate_name: Option<String>,
}

/// A reason why no file was written.
enum RegenerateError {
    /// The contract cannot be read. The folder is given if it is not that of `--spec`.
    Contract(Option<PathBuf>, ReadError),
    /// The contract has a construct that Rust cannot express.
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
    let expected = match Expected::collect(root, options) {
        Ok(expected) => expected,
        Err(error) => return Ok(report(error)),
    };
    for folder in &expected.written.folders {
        // These files are always written by this task, even if somebody edited them.
        let is_known = [CRATE_FOLDER, COPIES].iter().any(|known| *folder == root.join(known));
        if !is_known && expected.released.as_ref() != Some(folder) && !is_free(folder)? {
            let folder = folder.display();
            let message = format!("{folder} holds something else than a generated crate");
            return Ok(report(RegenerateError::Other(message)));
        }
    }
    if !expected.warnings.0.is_empty() {
        print_diagnostics(None, &expected.warnings);
    }
    let stale = expected.written.stale()?;
    let total = expected.written.files.len();
    let code = tables::settle(root, "regenerate", &stale, total, options.check)?;
    if !options.check && options.out.is_none() {
        uncovered::print_uncovered(root, &expected.spec)?;
    }
    Ok(code)
}

/// Prints the reason, and returns the exit code.
fn report(error: RegenerateError) -> ExitCode {
    match error {
        RegenerateError::Contract(folder, ReadError::Mistakes(mistakes)) => {
            print_diagnostics(folder.as_deref(), &mistakes);
        }
        RegenerateError::Contract(_, error) => terminal::err(&format!("error: {error}")),
        RegenerateError::Generate(error) => terminal::err(&format!("error: {error}")),
        RegenerateError::Other(says) => terminal::err(&format!("error: {says}")),
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
