//! `clean`: removes what killed runs left on a server.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use webdata_suite::run::clean as remove_left;
use webdata_suite::target::{AbandonedJournal, Entry};
use webdata_suite::{Printable, pluralize};

use super::option_values::REPORT_DIR;
use super::output::{print, warn};
use super::process::{INCOMPLETE, runtime};
use super::target::{ContractArguments, TargetArguments, print_leftovers, tear_down};

/// Remove what killed runs left on a server.
///
/// A run notes what it creates in a file of its report folder, created-*.jsonl, and removes the file with the last
/// resource. This command removes what is listed in the files of runs that have ended, by the recipes of the target file,
/// and runs the command of `teardown` if a set-up is left. It removes nothing else.
///
/// Exit codes: 0 nothing is left, 2 usage or configuration, 3 something is left.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CleanArguments {
    /// The report folder of the killed runs.
    #[arg(long, value_name = "DIR", default_value = REPORT_DIR)]
    report_dir: PathBuf,
    #[command(flatten)]
    contract: ContractArguments,
    #[command(flatten)]
    target: TargetArguments,
}

const EXAMPLES: &str = "\
Examples:
  webdata-conformance clean --target staging.toml
      what killed runs with the default report folder left
  webdata-conformance clean --target staging.toml --report-dir target/exploration
      what killed explorations left";

pub(super) fn clean(arguments: &CleanArguments) -> Result<u8> {
    let folder = &arguments.report_dir;
    let journals =
        AbandonedJournal::read_all(folder).with_context(|| folder.display().to_string())?;
    let contract = arguments.contract.load()?;
    let suite = contract.suite()?;
    let runtime = runtime()?;
    let chosen = arguments.target.choose(&contract, &suite, 1, runtime.handle())?;
    let target = &chosen.target;
    let (mut removed_count, mut is_clean) = (0, true);
    for mut journal in journals {
        let cleaning = remove_left(target, &suite.spec, &journal);
        let (cleaned, mut removed) = runtime.block_on(cleaning)?;
        removed_count += cleaned.removed;
        if cleaned.has_setup {
            match &target.settings.teardown {
                Some(command) if tear_down(target, command) => removed.push(Entry::Setup),
                Some(_) => {}
                None => warn(
                    "warning: a set-up is left, but the target file has no `teardown` any more",
                ),
            }
        }
        for entry in &removed {
            journal.remove(entry).with_context(|| journal.path.display().to_string())?;
        }
        print_leftovers(&cleaned.left);
        if cleaned.of_other_servers > 0 {
            let (count, path) = (cleaned.of_other_servers, journal.path.display());
            warn(format_args!(
                "warning: {count} of the entries of {path} are not on {}; name their server",
                target.connection.base_url
            ));
        }
        is_clean &= journal.left.is_empty();
    }
    print(&Printable::line(format_args!("removed {}", pluralize(removed_count, "resource"))))?;
    Ok(if is_clean { 0 } else { INCOMPLETE })
}
