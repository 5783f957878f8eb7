//! `cargo xtask regenerate`: writes what is generated from a contract, or checks it: the crate with its changelog, and
//! the schema of the pages.
//!
//! One function decides which files are stale. Writing and checking differ only in what they do with those.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use webdata_cases::coverage::coverage;
use webdata_cases::derive::derive;
use webdata_cases::exemptions::Exemptions;
use webdata_codegen::stale::{self, ExpectedFiles, is_free};
use webdata_codegen::{ApiChange, Bump, GenerateError, GeneratedFile, Package, generate};
use webdata_spec::{
    Diagnostics, ReadError, Source, Spec, companion, companions, editor_schema, sources,
};

use crate::contract::{self, COMPANIONS, CRATE_FOLDER, CRATE_NAME, FOLDER};
use crate::spec_diff::render::{Audience, migration_sections};
use crate::spec_diff::semver;
use crate::{tables, terminal};

/// The exit code when a contract has mistakes.
const WRONG: u8 = 2;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without options, the contract in spec/v2 becomes the crate in generated/, and spec/schema.json. A further
contract has a crate of its own:
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
        if *folder != root.join(CRATE_FOLDER)
            && expected.released.as_ref() != Some(folder)
            && !is_free(folder)?
        {
            let folder = folder.display();
            return Ok(report(&anyhow!("{folder} holds something else than a generated crate")));
        }
    }
    if !expected.warnings.0.is_empty() {
        print_diagnostics(&expected.warnings);
    }
    let stale = expected.written.stale()?;
    let total = expected.written.files.len();
    let code = tables::settle(root, "regenerate", &stale, total, options.check)?;
    if !options.check && options.out.is_none() {
        print_uncovered(root, &expected.spec)?;
    }
    Ok(code)
}

/// Prints why no file was written, and returns the exit code.
fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(ReadError::Mistakes(mistakes)) = error.downcast_ref() {
        let place = error.to_string();
        // The mistakes of a release's pages have the folder as their context.
        if place != mistakes.to_string() {
            terminal::err(&format!("{place}:"));
        }
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
    /// The folder that the pages of a release are written into.
    released: Option<PathBuf>,
    spec: Spec,
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
        let (spec, warnings) = Spec::read_with_warnings(&pages).map_err(ReadError::from)?;
        let mut expected =
            Self { written: ExpectedFiles::default(), released: None, spec, warnings };
        let contract = name_in_headers(root, &folder);
        let package = Package::in_workspace(name, &contract);
        let changelog = expected.changelog(root, options.release, &package, &folder, &out)?;
        let mut files = generate(&expected.spec, &package)?;
        files.push(GeneratedFile { path: CHANGELOG.to_owned(), text: changelog });
        expected.written.put_folder(out, files);
        if options.release {
            let released = contract::released(&folder);
            expected.written.put_folder(released.clone(), copies(pages));
            expected.released = Some(released);
        }
        if is_default {
            let schema = format!("{:#}\n", editor_schema());
            expected.written.files.insert(root.join("spec/schema.json"), schema);
        }
        Ok(expected)
    }

    /// Returns the changelog of the crate; with `release`, the unreleased changes are those of the workspace's
    /// version.
    fn changelog(
        &self,
        root: &Path,
        release: bool,
        package: &Package<'_>,
        pages: &Path,
        out: &Path,
    ) -> anyhow::Result<String> {
        let released = contract::released(pages);
        let last = released.is_dir().then(|| {
            let read = Spec::load(&released);
            read.with_context(|| format!("the contract in {}", released.display()))
        });
        let old = stale::read(&out.join(CHANGELOG))?;
        let text = changelog(package, last.transpose()?.as_ref(), &self.spec, old.as_deref())?;
        if !release {
            return Ok(text);
        }
        let version = contract::workspace_version(root);
        let version = version.context("the workspace's Cargo.toml says no version")?;
        release_section(package, &version, &text)
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

/// Returns files as they are, since the hash of a contract covers its pages.
fn copies(files: Vec<Source>) -> Vec<GeneratedFile> {
    files.into_iter().map(|Source { name: path, text }| GeneratedFile { path, text }).collect()
}

/// The name of the file in a crate's folder.
const CHANGELOG: &str = "CHANGELOG.md";

/// The heading of the unreleased section.
const UNRELEASED: &str = "## Unreleased";

/// The start of the heading of each release.
const RELEASE: &str = "\n## ";

/// The unreleased section if no clause has changed.
const UNCHANGED: &str = "Nothing has changed since the last release.\n";

/// Returns the changelog of a crate: the unreleased section, and then the released sections of
/// `old`, the current changelog.
///
/// # Errors
/// If one of the contracts has a construct that Rust cannot express.
fn changelog(
    package: &Package<'_>,
    released: Option<&Spec>,
    spec: &Spec,
    old: Option<&str>,
) -> Result<String, GenerateError> {
    let section = match released {
        Some(released) => unreleased(package, released, spec)?,
        None => {
            format!("The first release, of version {} of the contract.\n", spec.service.version)
        }
    };
    Ok(assemble(package, &section, releases(old.unwrap_or_default())))
}

/// Turns the unreleased section into the section of `version`.
///
/// # Errors
/// If the version is released already, or nothing has changed.
fn release_section(package: &Package<'_>, version: &str, old: &str) -> anyhow::Result<String> {
    let heading = format!("## {version}");
    if old.lines().any(|line| line == heading) {
        bail!(
            "{CHANGELOG} of {} has a section of {version} already; raise `version` in Cargo.toml first",
            package.name
        );
    }
    let (_, section) = old.split_once(UNRELEASED).unwrap_or_default();
    let section = section.split(RELEASE).next().unwrap_or_default().trim();
    let releases = format!("{heading}\n\n{section}\n\n{}", releases(old));
    Ok(assemble(package, UNCHANGED, releases.trim_end()))
}

/// Returns the text of a changelog with an unreleased section and released sections.
fn assemble(package: &Package<'_>, section: &str, releases: &str) -> String {
    let Package { name, written_by, .. } = package;
    let text = format!(
        "<!-- Written by `{written_by}`; released sections are kept. -->\n\
         # Changelog of `{name}`\n\n\
         {UNRELEASED}\n\n{}\n\n{releases}",
        section.trim()
    );
    format!("{}\n", text.trim_end())
}

/// Returns the released sections.
fn releases(text: &str) -> &str {
    let rest = text.split_once(UNRELEASED).map_or("", |(_, rest)| rest);
    rest.find(RELEASE).map_or("", |at| &rest[at + 1..]).trim_end()
}

/// Returns the changes since the last release, for users of the crate.
fn unreleased(
    package: &Package<'_>,
    released: &Spec,
    spec: &Spec,
) -> Result<String, GenerateError> {
    let changes = webdata_spec::diff(released, spec);
    let (next, api) = semver::next(package, released, spec, &changes)?;
    let Some(next) = next else { return Ok(UNCHANGED.to_owned()) };
    let mut text = format!("A {} version.\n", next.name());
    text.push_str(&migration_sections(Audience::Clients, released, spec, &changes, "###"));
    let broken: Vec<&ApiChange> = api.iter().filter(|item| item.bump == Bump::Major).collect();
    if !broken.is_empty() {
        text.push_str("\n### Rust that must change\n\n");
        for ApiChange { item, why, .. } in broken {
            let _ = writeln!(text, "- `{item}`: {why}.");
        }
    }
    Ok(text)
}

/// The companion with the reasons why no case can cover a clause.
const UNREACHED: &str = "exemptions/unreached.toml";

/// Prints the clauses of the default contract that have neither a case nor a reason.
fn print_uncovered(root: &Path, spec: &Spec) -> anyhow::Result<()> {
    let companions = companions(&root.join(FOLDER))?;
    let page = format!("{FOLDER}/{COMPANIONS}/{UNREACHED}");
    // The parser's message has several lines.
    let reasons = Exemptions::read(companion(&companions, UNREACHED).unwrap_or_default())
        .map_err(|error| anyhow!("{page}: {error}"))?;
    let all_coverage = coverage(spec, &derive(spec), &reasons);
    let missing: Vec<_> = all_coverage.iter().filter(|coverage| coverage.is_missing()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut text = format!(
        "{} of {} clauses have no case and no reason; no server is judged by them:",
        missing.len(),
        all_coverage.len(),
    );
    for coverage in missing {
        text.push_str(&format!("\n  {}  {}", coverage.clause.id, coverage.clause.statement));
    }
    text.push_str(&format!("\nadd a case, or a reason to {page}"));
    terminal::err(&text);
    Ok(())
}
