//! `cargo xtask spec-diff`: lists what changed in the contract, and whom each change breaks.
//!
//! This file has the options and the exit code; [`mod@webdata_spec::diff`] classifies the changes.

mod render;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use clap::builder::NonEmptyStringValueParser;
use webdata_spec::diff::{self, Breaks, Change, ComparedContract};
use webdata_spec::prose::pluralize;
use webdata_spec::{Diagnostics, Source, Spec, sources};

use self::render::Audience;
use crate::conformance::cargo;
use crate::contract::FOLDER;
use crate::terminal;

/// The exit code when a change is denied.
const DENIED: u8 = 1;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
OLD and NEW are each one of
  a folder               spec/v2, ../other/spec/v2
  a git revision         HEAD~1, v1.2.0, main: the pages of spec/v2 there
  a revision and folder  main:contracts/v2

A change breaks clients if a client that was correct under OLD may fail under NEW. It breaks servers if a \
server that was conformant under OLD may fail the suite of NEW. Behaviour that the contract states in prose is \
not classified; it is listed for you to read.

A new value, variant or event in responses breaks clients that reject unknown ones. Generated clients keep them \
as `Other`, but other clients may not, so the change counts.

Properties, values and operations that OLD deprecates and NEW removes are listed apart, and --deny ignores them.

--migration writes a page in Markdown, for clients or for servers: what they must do, what was deprecated and \
is removed, what is new.

Without OLD, spec/v2 is compared with the transcription of the contract text in spec/tests/contract. Each \
difference is listed, with the reason why it was accepted.

Examples
  cargo xtask spec-diff HEAD                         what you are about to commit
  cargo xtask spec-diff v1.2.0 v1.3.0                notes for a release
  cargo xtask spec-diff origin/main --deny clients   a gate for CI
  cargo xtask spec-diff spec/v2 spec/v3 --migration clients   how to move to the new version
  cargo xtask spec-diff                              since the contract text was transcribed
  cargo xtask spec-diff --accept \"Asked for in #12\"  accepts these differences

Exit codes: 0 no change is denied, 1 a change is denied or not accepted, 2 OLD or NEW cannot be read")]
pub(crate) struct Options {
    /// The old contract: a folder, a git revision or REVISION:FOLDER [default: the contract text as it was
    /// transcribed].
    old: Option<String>,
    /// The new contract, in the same forms [default: spec/v2 in the working tree].
    new: Option<String>,
    /// Ends with exit code 1 if there is such a change; `breaking` means either of the others.
    #[arg(long, value_name = "WHAT", requires = "old")]
    deny: Option<DeniedChanges>,
    /// Prints the changes as JSON.
    #[arg(long, requires = "old")]
    json: bool,
    /// The repository of revisions, and the folder that folders of revisions are relative to [default: this
    /// workspace].
    #[arg(long, value_name = "DIR", requires = "old")]
    repository: Option<PathBuf>,
    /// Prints a Markdown page that says what these readers have to do.
    #[arg(long, value_name = "WHOM", requires = "old", conflicts_with = "json")]
    migration: Option<Audience>,
    /// Records all differences from the contract text as accepted; those that are new get this reason.
    #[arg(long, value_name = "REASON", conflicts_with = "old", value_parser = NonEmptyStringValueParser::new())]
    accept: Option<String>,
}

/// The changes that are denied.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum DeniedChanges {
    /// Those that break clients or servers.
    Breaking,
    /// Those that break clients.
    Clients,
    /// Those that break servers.
    Servers,
}

impl DeniedChanges {
    fn denies(self, breaks: Breaks) -> bool {
        match self {
            Self::Breaking => breaks.clients() || breaks.servers(),
            Self::Clients => breaks.clients(),
            Self::Servers => breaks.servers(),
        }
    }

    fn denied_parties(self) -> &'static str {
        match self {
            Self::Breaking => "clients or servers",
            Self::Clients => "clients",
            Self::Servers => "servers",
        }
    }
}

/// Prints the changes between two contracts, or between the contract and its text. Returns the exit code: `DENIED` if
/// a change is denied or a difference has no reason.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let repository = options.repository.as_deref().unwrap_or(root);
    let Some(old) = &options.old else {
        let is_accepted = compare_with_transcription(root, options.accept.as_deref())?;
        return Ok(if is_accepted { ExitCode::SUCCESS } else { ExitCode::from(DENIED) });
    };
    let old = Contract::find("old", old, repository)?;
    let new = match &options.new {
        Some(name) => Contract::find("new", name, repository)?,
        None => Contract::folder("new", FOLDER, &repository.join(FOLDER))?,
    };
    let changes = webdata_spec::diff(&old.spec, &new.spec);
    let text = if let Some(audience) = options.migration {
        render::migration_page(audience, &old.spec, &new.spec, &changes)
    } else if options.json {
        diff::json(&old.compared(), &new.compared(), &changes).context("cannot write JSON")?
    } else {
        diff::text(&old.compared(), &new.compared(), &changes)
    };
    terminal::out(&text)?;
    Ok(exit_code_of(options.deny, &changes))
}

fn exit_code_of(deny: Option<DeniedChanges>, changes: &[Change]) -> ExitCode {
    let Some(deny) = deny else { return ExitCode::SUCCESS };
    let denied =
        changes.iter().filter(|change| !change.announced && deny.denies(change.breaks)).count();
    if denied == 0 {
        return ExitCode::SUCCESS;
    }
    let breaks = if denied == 1 { "breaks" } else { "break" };
    let changes = pluralize(denied, "change");
    terminal::err(&format!("denied: {changes} {breaks} {}", deny.denied_parties()));
    ExitCode::from(DENIED)
}

/// A contract that is compared.
struct Contract {
    /// The argument.
    name: String,
    spec: Spec,
}

impl Contract {
    fn compared(&self) -> ComparedContract<'_> {
        ComparedContract { name: &self.name, spec: &self.spec }
    }

    /// Finds and reads a contract; `side` says whether it is the old or the new one.
    fn find(side: &str, name: &str, repository: &Path) -> anyhow::Result<Self> {
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
    fn folder(side: &str, name: &str, folder: &Path) -> anyhow::Result<Self> {
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
    Ok(Some(String::from_utf8(stdout).context("the output of git is not UTF-8")?))
}

/// The arguments that run the test. They do not name its package: a package alone would have other features
/// of its dependencies than the workspace, and cargo would build them again.
const TEST: [&str; 6] = ["test", "--quiet", "--test", "contract", "--", "--nocapture"];

/// Lists the differences, and returns whether all of them are accepted. With a reason, all differences are
/// accepted first.
fn compare_with_transcription(root: &Path, reason: Option<&str>) -> anyhow::Result<bool> {
    let mut cargo = cargo(root);
    cargo.args(TEST).env_remove("ACCEPT_REASON");
    if let Some(reason) = reason {
        cargo.env("ACCEPT_REASON", reason);
    }
    let status = cargo.status().context("cannot start cargo")?;
    Ok(status.success())
}
