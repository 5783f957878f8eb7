//! `generate`: writes a Rust crate from a contract, or checks whether one is stale.

use std::env;
use std::path::{Component, Path, PathBuf, absolute};

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_codegen::stale::{ExpectedFiles, is_free, render_diff, write};
use webdata_codegen::{Manifest, Package, generate as crate_files};
use webdata_suite::Printable;

use super::contract::ContractArguments;
use super::output::{print, warn_in_lines};

/// Generate a Rust crate from the contract: types with validators, the errors, a client and a server, and beside
/// them OpenAPI, JSON Schemas and a reference page.
///
/// The crate needs no workspace. The command writes Cargo.toml, README.md, openapi.json and reference.md, and removes
/// other files from the folders src and schemas; further files of the folder are yours.
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

/// The exit code when a file is stale.
const STALE: u8 = 1;

/// The option that writes nothing.
const CHECK: &str = "--check";

/// The folders that have only generated files.
const GENERATED: [&str; 2] = ["src", "schemas"];

pub(super) fn generate(arguments: &GenerateArguments) -> Result<u8> {
    let (spec, warnings) = arguments.contract.load()?.spec_with_warnings()?;
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
    expected.folders.extend(GENERATED.map(|folder| out.join(folder)));
    let (stale, total) = (expected.stale()?, expected.files.len());
    if !arguments.check {
        print(&Printable::multiline(&format!("{}\n", write(Path::new(""), &stale, total)?)))?;
        return Ok(0);
    }
    let words = env::args().skip(1).filter(|word| word != CHECK);
    let command = format!("webdata-conformance {}", words.collect::<Vec<_>>().join(" "));
    let diff = render_diff(Path::new(""), &stale, total, &command);
    print(&Printable::multiline(&format!("{diff}\n")))?;
    Ok(if stale.is_empty() { 0 } else { STALE })
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
