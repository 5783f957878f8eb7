//! `cargo xtask regenerate`: writes what is generated from a contract, or checks it: the crate, and the schema of the
//! pages.
//!
//! One function decides which files are stale. Writing and checking differ only in what they do with those.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use webdata_cases::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_codegen::stale::{ExpectedFiles, is_free};
use webdata_codegen::{Package, generate};
use webdata_spec::{
    Diagnostics, ReadError, Source, Spec, companion, companions, editor_schema, sources,
};

use crate::contract::{COMPANIONS, CRATE_FOLDER, CRATE_NAME, FOLDER};
use crate::{tables, terminal};

/// The exit code when a contract has mistakes.
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without options, the contract in spec/v2 becomes the crate in generated/, and spec/schema.json. A further \
contract has a crate of its own:
  cargo xtask regenerate --spec spec/v3 --out generated-v3 --crate-name webdata-v3")]
pub(crate) struct Options {
    /// Writes nothing; prints what would change, and fails if anything would.
    #[arg(long)]
    check: bool,
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

/// Writes or checks the generated files.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    if options.spec.is_some() && options.out.is_none() && !options.check {
        terminal::err("error: --spec says nothing about where to write; add --out DIR or --check");
        return Ok(ExitCode::from(WRONG));
    }
    let expected = match Expected::collect(root, options) {
        Ok(expected) => expected,
        Err(error) => return Ok(report(&error)),
    };
    for folder in &expected.written.folders {
        // The files of this folder are always written by this task, even if somebody edited them.
        if *folder != root.join(CRATE_FOLDER) && !is_free(folder)? {
            let folder = folder.display();
            return Ok(report(&anyhow!("{folder} holds something else than a generated crate")));
        }
    }
    if !expected.warnings.0.is_empty() {
        print_diagnostics(&expected.warnings);
    }
    let stale = expected.written.stale()?;
    let total = expected.written.files.len();
    tables::settle(root, "regenerate", &stale, total, options.check)
}

/// Prints why no file was written, and returns the exit code.
fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(ReadError::Mistakes(mistakes)) = error.downcast_ref() {
        print_diagnostics(mistakes);
    } else {
        terminal::err(&format!("error: {error:#}"));
    }
    terminal::err("nothing was written");
    ExitCode::from(WRONG)
}

/// Prints the mistakes or the warnings of a contract.
fn print_diagnostics(diagnostics: &Diagnostics) {
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    terminal::err(diagnostics.render(color).trim_end());
}

/// The files that are generated from a contract.
struct Expected {
    written: ExpectedFiles,
    warnings: Diagnostics,
}

impl Expected {
    /// Collects the crate of the contract; of the default contract, also the schema of pages.
    fn collect(root: &Path, options: &Options) -> anyhow::Result<Self> {
        let is_default = options.spec.is_none() && options.out.is_none();
        let folder = options.spec.clone().unwrap_or_else(|| root.join(FOLDER));
        let out = options.out.clone().unwrap_or_else(|| root.join(CRATE_FOLDER));
        let name = options.crate_name.as_deref().unwrap_or(CRATE_NAME);
        let pages = sources(&folder)?;
        let (spec, mut warnings) = Spec::read_with_warnings(&pages).map_err(ReadError::from)?;
        warnings.0.extend(warnings_about_clauses(&folder, &pages, &spec)?.0);
        let mut expected = Self { written: ExpectedFiles::default(), warnings };
        let contract = name_in_headers(root, &folder);
        let package = Package::in_workspace(name, &contract);
        expected.written.put_folder(out, generate(&spec, &package)?);
        if is_default {
            let schema = format!("{:#}\n", editor_schema());
            expected.written.files.insert(root.join("spec/schema.json"), schema);
        }
        Ok(expected)
    }
}

/// Returns what generated files call a contract: its folder, relative to the checkout if it is below it.
fn name_in_headers(root: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (root, folder) = (absolute(root), absolute(folder));
    let name = folder.file_name().unwrap_or_default();
    let path = folder.strip_prefix(root).unwrap_or(Path::new(name)).components();
    let parts: Vec<_> = path.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}

/// The companion with the reasons why no case can cover a clause.
const UNREACHED: &str = "exemptions/unreached.toml";

/// Returns a warning about each clause of a contract with neither a case nor a reason.
fn warnings_about_clauses(
    folder: &Path,
    pages: &[Source],
    spec: &Spec,
) -> anyhow::Result<Diagnostics> {
    let companions = companions(folder)?;
    // The parser's message has several lines.
    let reasons = Exemptions::read(companion(&companions, UNREACHED).unwrap_or_default())
        .map_err(|error| anyhow!("{}/{COMPANIONS}/{UNREACHED}: {error}", folder.display()))?;
    Ok(coverage::warnings(pages, &coverage::coverage(spec, &derive(spec), &reasons)))
}
