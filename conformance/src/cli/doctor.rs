//! `run --doctor`: prints what was found about a target, for people or as JSON.

use std::fmt::Write;

use anyhow::{Context, Result};
use tokio::runtime::Handle;
use webdata_suite::doctor::doctor;
use webdata_suite::doctor::{Diagnosis, DoctorOptions, State};
use webdata_suite::{Printable, Suite};

use super::exit::USAGE;
use super::output::print;

/// Checks a target and prints the results. The exit code says whether a run can start.
pub(super) fn run(
    suite: &Suite,
    options: DoctorOptions<'_>,
    as_json: bool,
    runtime: &Handle,
) -> Result<u8> {
    let diagnosis = runtime.block_on(doctor(suite, options));
    let text = if as_json {
        Printable::pretty_json(&diagnosis).context("cannot write JSON")?
    } else {
        Printable::multiline(&in_lines(&diagnosis))
    };
    print(&text)?;
    Ok(if diagnosis.can_run() { 0 } else { USAGE })
}

fn in_lines(diagnosis: &Diagnosis) -> String {
    let mut text = String::new();
    // Writing into a string never fails.
    for check in &diagnosis.checks {
        let state = match check.state {
            State::Ok => "ok",
            State::Warning => "warning",
            State::Fault => "fault",
            State::Problem => "problem",
        };
        let message = check.describe().replace('\n', "\n           ");
        let _ = writeln!(text, "{state:<10} {message}");
    }
    let _ =
        writeln!(text, "cases      {} would be sent, {} skipped", diagnosis.runs, diagnosis.skips);
    for (index, remedy) in diagnosis.remedies.iter().enumerate() {
        let name = if index == 0 { "skipped" } else { "" };
        let _ = writeln!(text, "{name:<10} {remedy}");
    }
    let verdict = if diagnosis.can_run() {
        "a run can start"
    } else {
        "a run cannot start: fix the problems above"
    };
    let _ = writeln!(text, "verdict    {verdict}");
    text
}
