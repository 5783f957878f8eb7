//! `new`: writes the smallest contract that is worth running.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use include_dir::{Dir, include_dir};
use webdata_suite::Printable;

use super::output::print;

/// The files of the contract. `DIR` in the README stands for the folder.
static TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template");
const README: &str = "README.md";
const PLACEHOLDER: &str = "DIR";

/// Write the smallest contract that is worth running: a service with one resource, which can be created, read,
/// updated, listed and deleted.
///
/// The README in the folder has the next commands. Nothing is written into a folder that has files.
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
    let entries = fs::read_dir(folder).map(|mut entries| entries.next().is_none());
    if !entries.unwrap_or_else(|_| !folder.exists()) {
        bail!("{place} is not an empty folder; name another one");
    }
    write(&TEMPLATE, folder)?;
    print(&Printable::line(format_args!(
        "wrote a contract into {place}; next: webdata-conformance run --spec {}",
        quoted(folder)
    )))?;
    Ok(0)
}

/// Writes the files of an embedded folder and of those below it.
fn write(template: &Dir<'_>, folder: &Path) -> Result<()> {
    for file in template.files() {
        let path = folder.join(file.path());
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        let mut text = file.contents_utf8().context("a template that is text")?.to_owned();
        if file.path() == Path::new(README) {
            text = text.replace(PLACEHOLDER, &quoted(folder));
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    template.dirs().try_for_each(|below| write(below, folder))
}

/// Returns a path as a word of a shell.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    match path.chars().all(is_plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}
