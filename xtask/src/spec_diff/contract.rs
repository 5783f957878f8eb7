//! Finds the contract that an argument of the command line names: a folder or a git revision.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, bail};
use webdata_spec::{Diagnostics, Source, Spec, sources};

use crate::contract::FOLDER;
use crate::terminal;

/// A contract that is compared.
pub(super) struct Contract {
    /// The argument.
    pub(super) name: String,
    pub(super) spec: Spec,
}

impl Contract {
    /// Finds and reads a contract; `side` says whether it is the old or the new one.
    pub(super) fn find(side: &str, name: &str, repository: &Path) -> anyhow::Result<Self> {
        let folder = PathBuf::from(name);
        if folder.is_dir() {
            return Self::folder(side, name, &folder);
        }
        let (revision, folder) = name.split_once(':').unwrap_or((name, FOLDER));
        let folder = folder.trim_end_matches('/');
        let commit = format!("{revision}^{{commit}}");
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let Some(commit) = git(repository, &arguments)? else {
            bail!(
                "the {side} contract: `{name}` is neither a folder nor a git revision; give a \
                 folder such as {FOLDER}, a revision such as HEAD~1, or REVISION:FOLDER"
            );
        };
        let pages = pages(repository, commit.trim(), folder)?;
        if pages.is_empty() {
            bail!("the {side} contract: the revision {revision} has no contract in {folder}");
        }
        Self::read(side, name, &pages).with_context(|| {
            format!(
                "the {side} contract: the pages of {revision} cannot be read; where the language \
                 of the pages has changed since, compare with the `xtask` of that revision, or \
                 bring a copy of its pages up to date and name the folder"
            )
        })
    }

    /// Reads the contract in a folder.
    pub(super) fn folder(side: &str, name: &str, folder: &Path) -> anyhow::Result<Self> {
        if !folder.join("service.toml").is_file() {
            bail!("the {side} contract: the folder {name} holds none: it has no service.toml");
        }
        let pages = sources(folder).with_context(|| format!("the {side} contract"))?;
        Self::read(side, name, &pages)
            .with_context(|| format!("the {side} contract: the pages in {name} cannot be read"))
    }

    fn read(side: &str, name: &str, pages: &[Source]) -> Result<Self, Diagnostics> {
        let read = Spec::read(pages);
        if let Err(mistakes) = &read {
            let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            terminal::err(&format!("the {side} contract, {name}:\n{}", mistakes.render(color)));
        }
        Ok(Self { name: name.to_owned(), spec: read? })
    }
}

/// Returns the pages of a contract in a revision, as [`sources`] returns those of a folder.
fn pages(repository: &Path, commit: &str, folder: &str) -> anyhow::Result<Vec<Source>> {
    let below = format!("./{folder}/");
    let listed = git(repository, &["ls-tree", "-r", "-z", "--name-only", commit, "--", &below])?;
    let listed = listed.unwrap_or_default();
    let prefix = format!("{folder}/");
    let mut pages = Vec::new();
    for path in listed.split('\0') {
        let Some(name) = path.strip_prefix(&prefix) else { continue };
        let file = name.strip_prefix("types/").unwrap_or(name);
        if file.contains('/') || !file.ends_with(".toml") {
            continue;
        }
        let object = format!("{commit}:./{path}");
        let text = git(repository, &["cat-file", "blob", &object])?;
        let text = text.with_context(|| format!("cannot read {path} of {commit}"))?;
        pages.push(Source { name: name.to_owned(), text });
    }
    Ok(pages)
}

/// Returns the output of git, or `None` if git fails.
fn git(repository: &Path, arguments: &[&str]) -> anyhow::Result<Option<String>> {
    let started = Command::new("git").arg("-C").arg(repository).args(arguments).output();
    let Output { status, stdout, .. } = started.context("cannot start git")?;
    if !status.success() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8(stdout).context("git answers with what is no UTF-8")?))
}
