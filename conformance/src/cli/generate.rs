//! `new` writes the smallest contract worth running, and `generate` the Rust crate of a contract.

use std::path::{Component, Path, PathBuf, absolute};
use std::{env, fs, io};

use anyhow::{Context, Result, bail};
use clap::Args;
use include_dir::{Dir, include_dir};
use webdata_codegen::stale::{ExpectedFiles, is_free, render_diff, write};
use webdata_codegen::{Manifest, Package, generate as crate_files};
use webdata_suite::{Printable, Suite};

use super::output::{print, warn_in_lines};
use super::target::ContractArguments;

/// Generate a Rust crate from the contract: types with validators, the errors, a client and a server, and beside
/// them OpenAPI, JSON Schemas and a reference page.
///
/// The crate needs no workspace. The command writes Cargo.toml, README.md, openapi.json and reference.md, and removes
/// other files from the folder src; further files of the folder are yours.
///
/// Exit codes: 0 written or up to date, 1 a file is stale, 2 the contract has mistakes or the folder belongs to
/// something else.
#[derive(Debug, Args)]
pub(super) struct GenerateArguments {
    #[command(flatten)]
    contract: ContractArguments,
    /// The folder for the crate.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The name of the crate.
    #[arg(long, value_name = "NAME")]
    crate_name: String,
    /// The folder of the crate webdata-runtime, which generated code calls, as long as it is not published.
    #[arg(long, value_name = "PATH")]
    runtime: Option<PathBuf>,
    /// Write nothing; print what would change, and fail if anything would.
    #[arg(long)]
    check: bool,
}

pub(super) fn generate(arguments: &GenerateArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let (spec, mut warnings) = contract.spec_with_warnings()?;
    warnings.0.extend(contract.warnings(&Suite::new(spec.clone()))?.0);
    if !warnings.0.is_empty() {
        warn_in_lines(&Printable::multiline(&warnings.render(false)));
    }
    let out = &arguments.out;
    if !is_free(out)? {
        bail!("{} holds something else than a generated crate; name another --out", out.display());
    }
    let runtime = arguments.runtime.as_deref().map(|path| runtime(path, out)).transpose()?;
    let package = Package {
        name: &arguments.crate_name,
        written_by: "webdata-conformance generate",
        contract: format!("of the {}, version {}", spec.service.name, spec.service.version),
        manifest: Manifest::Standalone { runtime: runtime.as_deref() },
    };
    let mut expected = ExpectedFiles::default();
    expected.put(out, crate_files(&spec, &package)?);
    // This folder has only generated files.
    expected.folders.push(out.join("src"));
    let (stale, total) = (expected.stale()?, expected.files.len());
    if !arguments.check {
        print(&Printable::multiline(&format!("{}\n", write(Path::new(""), &stale, total)?)))?;
        return Ok(0);
    }
    let words = env::args().skip(1).filter(|word| word != "--check");
    let command = format!("webdata-conformance {}", words.collect::<Vec<_>>().join(" "));
    let diff = render_diff(Path::new(""), &stale, total, &command);
    print(&Printable::multiline(&format!("{diff}\n")))?;
    Ok(u8::from(!stale.is_empty()))
}

/// Returns the path of the runtime, relative to the crate, so that both can be moved together.
fn runtime(path: &Path, out: &Path) -> Result<String> {
    if !path.join("Cargo.toml").is_file() {
        bail!("--runtime {}: there is no crate in this folder", path.display());
    }
    let (path, out) = (path.canonicalize()?, absolute(out)?);
    let relative = relative(&path, &out);
    let text = relative.to_str().context("--runtime: the path is not UTF-8")?;
    Ok(text.replace('\\', "/"))
}

/// Returns a path relative to a folder; both are absolute.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let (path, folder): (Vec<_>, Vec<_>) =
        (path.components().collect(), folder.components().collect());
    let shared = path.iter().zip(&folder).take_while(|(left, right)| left == right).count();
    // On another drive, only the absolute path leads there.
    if shared == 0 {
        return path.into_iter().collect();
    }
    let up = folder[shared..].iter().map(|_| Component::ParentDir);
    up.chain(path[shared..].iter().copied()).collect()
}

/// The files of the contract. `DIR` in the README stands for the folder.
static TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template");

/// Write the smallest contract that is worth running: a service with one resource, which can be created, read,
/// updated, listed and deleted.
///
/// The README in the folder has the next commands. Nothing is written into a folder that has anything but `.git`.
#[derive(Debug, Args)]
pub(super) struct NewArguments {
    /// The folder for the pages; it is created if it does not exist.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn new(arguments: &NewArguments) -> Result<u8> {
    // Without the slash that a shell's completion adds.
    let folder: &PathBuf = &arguments.folder.components().collect();
    let place = folder.display();
    let is_git = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|it| it.file_name() == ".git");
    let entries = fs::read_dir(folder).map(|mut entries| entries.all(is_git));
    if !entries.unwrap_or_else(|_| !folder.exists()) {
        bail!("{place} is not an empty folder; name another one");
    }
    write_template(&TEMPLATE, folder)?;
    print(&Printable::line(format_args!(
        "wrote a contract into {place}; next: webdata-conformance run --spec {}",
        quoted(folder)
    )))?;
    Ok(0)
}

/// Writes the files of an embedded folder and of those below it.
fn write_template(template: &Dir<'_>, folder: &Path) -> Result<()> {
    for file in template.files() {
        let path = folder.join(file.path());
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        let mut text = file.contents_utf8().context("a template that is text")?.to_owned();
        if file.path() == Path::new("README.md") {
            text = text.replace("DIR", &quoted(folder));
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    template.dirs().try_for_each(|below| write_template(below, folder))
}

/// Returns a path as a word of a shell.
pub(super) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}
