//! Measures how long `cargo xtask regenerate --check` takes: it reads the contract, generates every file and compares it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::measure::{fastest, median};

/// The time that one `regenerate` of the contract may take.
const AIM: Duration = Duration::from_millis(500);

/// Runs the program of the tasks `runs` times.
pub(crate) fn run(runs: usize, xtask: &Path) -> Result<String> {
    let mut times = Vec::new();
    for _ in 0..runs {
        let mut command = Command::new(xtask);
        command.args(["regenerate", "--check"]).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status().context("cannot start regenerate")?;
        times.push(start.elapsed());
        // A stale file takes as long as one that is up to date; a contract with mistakes ends early.
        ensure!(matches!(status.code(), Some(0 | 1)), "regenerate --check ends with {status}");
    }
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let share = median(&times).as_secs_f64() / AIM.as_secs_f64();
    Ok(format!(
        "regenerate --check of spec/v2, {runs} runs; build: dev, as cargo xtask has it\n\
         fastest  {}\nmedian   {}, {share:.2} of the aim of {}\n",
        milliseconds(fastest(&times)),
        milliseconds(median(&times)),
        milliseconds(AIM)
    ))
}
