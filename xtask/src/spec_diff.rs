//! `cargo xtask spec-diff`: what changed in the contract, and whom each change breaks.
//!
//! Here are the options and the exit code. The judgement is [`mod@webdata_spec::diff`].

mod contract;
pub(crate) mod migration;
mod render;
pub(crate) mod semver;
mod transcription;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::NonEmptyStringValueParser;
use clap::{ArgGroup, ValueEnum};
use webdata_spec::diff::{Breaks, Change};

use crate::terminal;
use contract::{Contract, FOLDER};
use migration::Audience;

/// The exit code when a change is denied.
const DENIED: u8 = 1;

/// The options of the command.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("compared").multiple(true))]
#[command(after_help = "\
OLD and NEW are each one of
  a folder               spec/v2, ../other/spec/v2
  a git revision         HEAD~1, v1.2.0, main: the pages of spec/v2 there
  a revision and folder  main:contracts/v2

A change breaks clients when a client that was right under OLD may fail under NEW. It breaks
servers when a server that was conformant under OLD may fail the suite of NEW. Behaviour in words
is not judged; it is listed to be read.

A value, a variant or an event that is new in answers breaks a client that does not keep what it
does not know. Generated clients keep it, as `Other`; those of other makes may not, and so it is
counted.

What was deprecated in OLD and is gone from NEW is told by itself, and denied by nothing.

--migration writes a page in Markdown, for clients or for servers: what they must do, what was
deprecated and is gone, what is new.

--semver tells what the next version of the generated crate must be. What users can name decides by
Cargo's rules (https://doc.rust-lang.org/cargo/reference/semver.html), as the emitters of today emit both
contracts; beside it, what breaks clients is major, and what breaks servers alone is minor, as is what is
new in answers, which generated clients keep. Without OLD,
it compares with the pages of the last release in spec/released, else with the newest tag, or with HEAD.

Without OLD, spec/v2 is compared with the contract text as it was transcribed by hand, in
spec/tests/contract. What differs is listed, with the reason for which it was accepted.

Examples
  cargo xtask spec-diff HEAD                         what you are about to commit
  cargo xtask spec-diff v1.2.0 v1.3.0                notes for a release
  cargo xtask spec-diff origin/main --deny clients   a gate for CI
  cargo xtask spec-diff spec/v2 spec/v3 --migration clients   how to come to the new version
  cargo xtask spec-diff --semver                     the number of the next release
  cargo xtask spec-diff                              since the contract text was transcribed
  cargo xtask spec-diff --accept \"Asked for in #12\"  and accepts that, with the reason

Exit codes: 0 told, 1 a change is denied or not accepted, 2 OLD or NEW cannot be read")]
pub(crate) struct Options {
    /// The contract as it was: a folder, a git revision or REVISION:FOLDER [default: the contract text
    /// as it was transcribed].
    #[arg(group = "compared")]
    old: Option<String>,
    /// The contract as it is, named in the same ways [default: spec/v2 as it stands in the
    /// working tree].
    new: Option<String>,
    /// Ends with exit code 1 when there is such a change; `breaking` is either of the others.
    #[arg(long, value_name = "WHAT", requires = "old")]
    deny: Option<Deny>,
    /// Prints the changes as JSON.
    #[arg(long, requires = "old")]
    json: bool,
    /// The repository that revisions are looked up in, and folders of revisions are relative to
    /// [default: this workspace].
    #[arg(long, value_name = "DIR", requires = "compared")]
    repository: Option<PathBuf>,
    /// Prints a page in Markdown that says what these have to do.
    #[arg(long, value_name = "WHOM", requires = "old", conflicts_with_all = ["json", "semver"])]
    migration: Option<Audience>,
    /// Prints what the next version of the generated crate must be, and what decides it.
    #[arg(long, conflicts_with = "json", group = "compared")]
    semver: bool,
    /// Records all differences from the contract text as accepted, those that are new for this reason.
    #[arg(long, value_name = "REASON", conflicts_with_all = ["old", "semver"], value_parser = NonEmptyStringValueParser::new())]
    accept: Option<String>,
}

/// The changes that are denied.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Deny {
    /// Those that break clients or servers.
    Breaking,
    /// Those that break clients.
    Clients,
    /// Those that break servers.
    Servers,
}

impl Deny {
    fn denies(self, breaks: Breaks) -> bool {
        match self {
            Self::Breaking => breaks.clients() || breaks.servers(),
            Self::Clients => breaks.clients(),
            Self::Servers => breaks.servers(),
        }
    }

    fn whom(self) -> &'static str {
        match self {
            Self::Breaking => "clients or servers",
            Self::Clients => "clients",
            Self::Servers => "servers",
        }
    }
}

/// Tells the changes, and whether any is denied.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<ExitCode> {
    let repository = options.repository.as_deref().unwrap_or(root);
    let old =
        options.old.clone().or_else(|| options.semver.then(|| semver::last_release(repository)));
    let Some(old) = old else {
        let is_accepted = transcription::compare(root, options.accept.as_deref())?;
        return Ok(if is_accepted { ExitCode::SUCCESS } else { ExitCode::from(DENIED) });
    };
    let old = Contract::find("old", &old, repository)?;
    let new = match &options.new {
        Some(name) => Contract::find("new", name, repository)?,
        None => Contract::folder("new", FOLDER, &repository.join(FOLDER))?,
    };
    let changes = webdata_spec::diff(&old.spec, &new.spec);
    let text = if let Some(audience) = options.migration {
        migration::page(audience, &old.spec, &new.spec, &changes)
    } else if options.semver {
        semver::text(repository, &old, &new, &changes)?
    } else if options.json {
        render::json(&old, &new, &changes).context("cannot write JSON")?
    } else {
        render::text(&old, &new, &changes)
    };
    terminal::out(&text)?;
    Ok(judged(options.deny, &changes))
}

fn judged(deny: Option<Deny>, changes: &[Change]) -> ExitCode {
    let Some(deny) = deny else { return ExitCode::SUCCESS };
    let denied = changes.iter().filter(|one| !one.announced && deny.denies(one.breaks)).count();
    if denied == 0 {
        return ExitCode::SUCCESS;
    }
    let (changes, verb) = if denied == 1 { ("change", "breaks") } else { ("changes", "break") };
    terminal::err(&format!("denied: {denied} {changes} {verb} {}", deny.whom()));
    ExitCode::from(DENIED)
}
