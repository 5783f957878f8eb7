//! `diff`: what broke from one run to another, and what was mended.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use webdata_suite::report::{Changed, Difference, Report, diff, read};

use super::output::{say, warn};

/// Compare two reports, case by case: what broke, what was mended, what is new, gone or otherwise.
///
/// Exit codes: 0 nothing broke, 1 a case fails that passed, was observed or was waived, 2 a report
/// cannot be read.
#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The report.json of the earlier run.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The report.json of the later run.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// List everything, not only the first of each kind.
    #[arg(long)]
    all: bool,
    /// As JSON, always with everything.
    #[arg(long)]
    json: bool,
}

/// At most so many lines of a kind are listed.
const LISTED: usize = 20;

pub(super) fn run(arguments: &DiffArguments) -> Result<u8> {
    let difference = diff(&report(&arguments.old)?, &report(&arguments.new)?);
    let text = if arguments.json {
        format!("{}\n", serde_json::to_string_pretty(&difference)?)
    } else {
        render(&difference, if arguments.all { usize::MAX } else { LISTED })
    };
    say(&text)?;
    Ok(u8::from(difference.has_broken()))
}

fn report(path: &Path) -> Result<Report> {
    let found = read(path).with_context(|| path.display().to_string())?;
    if found.report.digest != found.digest {
        warn(&format!(
            "warning: {}: it was changed after it was written; see `verify`",
            path.display()
        ));
    }
    Ok(found.report)
}

fn render(difference: &Difference, most: usize) -> String {
    let mut lines = Vec::new();
    let mut list = |name: &str, all: Vec<String>| {
        if all.is_empty() {
            return;
        }
        lines.push(format!("{name} {}", all.len()));
        let left_out = all.len().saturating_sub(most);
        lines.extend(all.into_iter().take(most).map(|line| format!("  {line}")));
        if left_out > 0 {
            lines.push(format!("  and {left_out} more; --all lists them"));
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
    list("other", difference.circumstances.iter().map(change).collect());
    if lines.is_empty() {
        lines.push("nothing has changed".to_owned());
    }
    lines.join("\n") + "\n"
}
