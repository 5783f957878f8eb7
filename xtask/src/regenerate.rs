//! `cargo xtask regenerate`: from the contract to the files in the repository.
//!
//! One function compares and decides; writing and checking differ only in what they do with the
//! files that are not as they should be.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use webdata_spec::{ReadError, Spec, editor_schema};

use crate::stale::{self, Stale, read};
use crate::terminal;

/// The name of the generated crate.
const CRATE_NAME: &str = "webdata";
/// The exit code when the contract has mistakes.
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
    let code = if options.check {
        stale::check(root, &stale, total, "regenerate")?
    } else {
        stale::write(root, &stale, total)?
    };
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
