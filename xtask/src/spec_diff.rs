//! `cargo xtask spec-diff`: what changed in the contract, and whom each change breaks.
//!
//! Here are the options and the exit code. The judgement is [`mod@webdata_spec::diff`].

mod contract;
mod render;
mod transcription;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ValueEnum;
use clap::builder::NonEmptyStringValueParser;
use webdata_spec::diff::{Breaks, Change};

use crate::terminal;
use contract::{Contract, FOLDER};

/// The exit code when a change is denied.
const DENIED: u8 = 1;

/// The options of the command.
#[derive(Debug, clap::Args)]
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

Without OLD, spec/v2 is compared with the contract text as it was transcribed by hand, in
spec/tests/contract. What differs is listed, with the reason for which it was accepted.

Examples
  cargo xtask spec-diff HEAD                         what you are about to commit
  cargo xtask spec-diff v1.2.0 v1.3.0                notes for a release
  cargo xtask spec-diff origin/main --deny clients   a gate for CI
  cargo xtask spec-diff                              since the contract text was transcribed
  cargo xtask spec-diff --accept \"Asked for in #12\"  and accepts that, with the reason

Exit codes: 0 told, 1 a change is denied or not accepted, 2 OLD or NEW cannot be read")]
pub(crate) struct Options {
    /// The contract as it was: a folder, a git revision or REVISION:FOLDER [default: the contract text
    /// as it was transcribed].
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
    #[arg(long, value_name = "DIR", requires = "old")]
    repository: Option<PathBuf>,
    /// Records all differences from the contract text as accepted, those that are new for this reason.
    #[arg(long, value_name = "REASON", conflicts_with = "old", value_parser = NonEmptyStringValueParser::new())]
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
    let Some(old) = &options.old else {
        let is_accepted = transcription::compare(root, options.accept.as_deref())?;
        return Ok(if is_accepted { ExitCode::SUCCESS } else { ExitCode::from(DENIED) });
    };
    let repository = options.repository.as_deref().unwrap_or(root);
    let old = Contract::find("old", old, repository)?;
    let new = match &options.new {
        Some(name) => Contract::find("new", name, repository)?,
        None => Contract::folder("new", FOLDER, &repository.join(FOLDER))?,
    };
    let changes = webdata_spec::diff(&old.spec, &new.spec);
    let text = if options.json {
        render::json(&old, &new, &changes).context("cannot write JSON")?
    } else {
        render::text(&old, &new, &changes)
    };
    terminal::out(&text)?;
    Ok(judged(options.deny, &changes))
}

fn judged(deny: Option<Deny>, changes: &[Change]) -> ExitCode {
    let Some(deny) = deny else { return ExitCode::SUCCESS };
    let denied = changes.iter().filter(|change| deny.denies(change.breaks)).count();
    if denied == 0 {
        return ExitCode::SUCCESS;
    }
    let (changes, verb) = if denied == 1 { ("change", "breaks") } else { ("changes", "break") };
    terminal::err(&format!("denied: {denied} {changes} {verb} {}", deny.whom()));
    ExitCode::from(DENIED)
}
