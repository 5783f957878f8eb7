//! `spec-diff` lists what changed between two contracts, and whom each change breaks.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use webdata_conformance::Contract;
use webdata_spec::diff;
use webdata_spec::diff::ComparedContract;
use webdata_suite::Printable;

use super::output::print;

/// List what changed between two contracts, and whom each change breaks.
///
/// A change breaks clients if a client that was correct under OLD may fail under NEW. It breaks servers if a server that
/// conformed to OLD may fail the suite of NEW. Behaviour that the contract states in prose is listed for you to read.
///
/// Exit codes: 0 compared, 2 a contract cannot be read.
#[derive(Debug, Args)]
pub(super) struct SpecDiffArguments {
    /// The folder of the old contract's pages.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The folder of the new contract's pages.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Print the changes as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn spec_diff(arguments: &SpecDiffArguments) -> Result<u8> {
    let [old, new] = [&arguments.old, &arguments.new].map(|folder: &PathBuf| -> Result<_> {
        Ok((name(folder), Contract::load(folder)?.spec()?))
    });
    let (old, new) = (old?, new?);
    let changes = webdata_spec::diff(&old.1, &new.1);
    let [old, new] = [&old, &new].map(|(name, spec)| ComparedContract { name, spec });
    let text = if arguments.json {
        diff::json(&old, &new, &changes)?
    } else {
        diff::text(&old, &new, &changes)
    };
    print(&Printable::multiline(&format!("{text}\n")))?;
    Ok(0)
}

fn name(folder: &Path) -> String {
    folder.display().to_string()
}
