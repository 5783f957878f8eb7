//! `run --doctor`: prints what was found about a target, for people or as JSON.

use std::fmt::Write;

use anyhow::{Context, Result};
use indexmap::IndexSet;
use tokio::runtime::Handle;
use webdata_suite::doctor::{Check, Diagnosis, DoctorOptions, Severity, doctor};
use webdata_suite::remedies::{Remedy, RemedyGroup};
use webdata_suite::{Printable, Suite};

use crate::cli::output::print;
use crate::cli::process::USAGE;

/// Checks a target and prints the results. The exit code says whether a run can start.
pub(super) fn run(
    suite: &Suite,
    options: DoctorOptions<'_>,
    (as_json, is_verbose): (bool, bool),
    runtime: &Handle,
) -> Result<u8> {
    let diagnosis = runtime.block_on(doctor(suite, options));
    let text = if as_json {
        Printable::pretty_json(&diagnosis).context("cannot write JSON")?
    } else {
        Printable::multiline(&in_lines(&diagnosis, is_verbose))
    };
    print(&text)?;
    Ok(if diagnosis.can_run() { 0 } else { USAGE })
}

/// Writes what is wrong, then what is missing. With `is_verbose`, each change of the target file has a line of its
/// own; otherwise the changes of one table have.
fn in_lines(diagnosis: &Diagnosis, is_verbose: bool) -> String {
    let mut text = String::new();
    let mut line = |name: &str, says: &str| {
        // Writing into a string never fails.
        let _ = writeln!(text, "{name:<10} {}", says.replace('\n', "\n           "));
    };
    let mut checks: Vec<&Check> = diagnosis.checks.iter().collect();
    checks.sort_by_key(|check| std::cmp::Reverse(check.state));
    let (fine, wrong): (Vec<_>, Vec<_>) =
        checks.into_iter().partition(|check| check.state == Severity::Ok && !is_verbose);
    for check in wrong {
        line(name_of(check.state), &check.describe());
    }
    // The time is a result, not only a check.
    let (times, fine): (Vec<_>, Vec<_>) = fine.into_iter().partition(|check| check.about == TIME);
    let about: IndexSet<&str> = fine.iter().map(|check| check.about.as_str()).collect();
    if !about.is_empty() {
        line("ok", &about.into_iter().collect::<Vec<_>>().join(", "));
    }
    for check in times {
        line(TIME, &check.says);
    }
    let Diagnosis { runs, skips, off, remedies, .. } = diagnosis;
    let off = if *off > 0 { format!(", {off} of them switched off") } else { String::new() };
    line("cases", &format!("{runs} would be sent, {skips} skipped{off}"));
    let lacking: Vec<String> = if is_verbose {
        remedies.iter().map(Remedy::to_string).collect()
    } else {
        RemedyGroup::all(remedies).iter().map(RemedyGroup::to_string).collect()
    };
    for (index, remedy) in lacking.iter().enumerate() {
        line(if index == 0 { "missing" } else { "" }, remedy);
    }
    if !is_verbose && !lacking.is_empty() {
        line("", "--verbose prints the lines to add; `init --from-doctor` writes them into a file");
    }
    let verdict = if diagnosis.can_run() {
        "a run can start"
    } else {
        "a run cannot start: fix the problems above"
    };
    line("verdict", verdict);
    text
}

/// The subject of the check of the duration.
const TIME: &str = "time";

fn name_of(state: Severity) -> &'static str {
    match state {
        Severity::Ok => "ok",
        Severity::Warning => "warning",
        Severity::Fault => "fault",
        Severity::Problem => "problem",
    }
}
