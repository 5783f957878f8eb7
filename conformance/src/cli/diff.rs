//! `diff`: compares two runs: what broke and what was fixed.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use webdata_suite::report::{Changed, Contradiction, Difference, Report, diff, read};
use webdata_suite::{Printable, Untrusted};

use super::contract::ReportedContracts;
use super::output::{print, warn};
use super::verify::{Checked, check};

/// Compare two reports, case by case: what broke, what was fixed, what is new, gone or different.
///
/// Exit codes: 0 nothing broke; 1 a case fails that passed, was observed or was waived; 2 a report cannot be
/// read, was changed after it was written, or contradicts itself, as `verify` finds.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The report.json of the earlier run.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The report.json of the later run.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// List all cases, not only the first of each kind.
    #[arg(long)]
    all: bool,
    /// Print JSON, always with all cases.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    contracts: ReportedContracts,
}

/// The maximum number of cases of a kind that are listed.
const LISTED: usize = 20;

pub(super) fn run(arguments: &DiffArguments) -> Result<u8> {
    let difference = diff(&report(arguments, &arguments.old)?, &report(arguments, &arguments.new)?);
    let text = if arguments.json {
        Printable::pretty_json(&difference)?
    } else {
        render(&difference, if arguments.all { usize::MAX } else { LISTED })
    };
    print(&text)?;
    Ok(u8::from(difference.has_broken()))
}

/// Reads a report, and checks that it does not contradict itself, as far as its contract is known.
fn report(arguments: &DiffArguments, path: &Path) -> Result<Report> {
    let document = read(path).with_context(|| path.display().to_string())?;
    let place = path.display();
    if document.report.digest != document.digest {
        bail!("{place}: the report was changed after it was written; `verify` shows what is wrong");
    }
    let Checked { verification, unchecked } = check(&document, &arguments.contracts)?;
    if let Some(reason) = unchecked {
        warn(format_args!(
            "warning: {place}: whether the outcomes follow from the responses was not checked: {reason}"
        ));
    }
    let wrong = verification.contradictions.into_iter().next();
    if let Some(Contradiction { place: at, says }) = wrong {
        let contradiction = Untrusted::from_display(format_args!("{at}: {says}"));
        bail!(
            "{place}: the report contradicts itself: {contradiction}; `verify` shows every contradiction"
        );
    }
    Ok(document.report)
}

fn render(difference: &Difference, max_lines: usize) -> Printable {
    let mut text = Printable::default();
    let mut list = |name: &str, all: Vec<String>| {
        if all.is_empty() {
            return;
        }
        text.push_line(format_args!("{name} {}", all.len()));
        let left_out = all.len().saturating_sub(max_lines);
        for line in all.into_iter().take(max_lines) {
            text.push_line(format_args!("  {line}"));
        }
        if left_out > 0 {
            text.push_line(format_args!("  and {left_out} more; --all lists them"));
        }
    };
    let change = |changed: &Changed| {
        let [old, new] = [&changed.old, &changed.new].map(|side| side.as_deref().unwrap_or("none"));
        format!("{}: {old} -> {new}", changed.name)
    };
    list("new findings", difference.findings_new.clone());
    list("findings gone", difference.findings_gone.clone());
    for (kind, cases) in &difference.cases {
        list(&kind.to_string(), cases.iter().map(change).collect());
    }
    list("observed otherwise", difference.observations.iter().map(change).collect());
    list("clauses gone", difference.clauses_gone.clone());
    list("clauses new", difference.clauses_new.clone());
    list("other", difference.settings.iter().map(change).collect());
    if text.is_empty() {
        text.push_line("nothing has changed");
    }
    text
}
