//! Measures how long it takes from the edit of a page to the verdict, beyond the cases themselves.
//!
//! Each edit is made in a copy of the pages; this module does not know what the edits are about.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::measure::{Table, in_turns, median};

/// The time that an edit may take beyond the cases.
const AIM: Duration = Duration::from_millis(1500);

/// The edits of the pages.
const EDITS: &str = include_str!("edits.toml");

/// The edits, as the file has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edits {
    edit: Vec<Edit>,
}

/// An edit of the contract.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    name: String,
    change: Vec<Change>,
}

/// A change of one page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    page: String,
    /// The text that is replaced; without it, `put` is added to the end.
    find: Option<String>,
    put: String,
}

/// The times of an edit.
#[derive(Default)]
struct Times {
    whole: Vec<Duration>,
    cases: Vec<Duration>,
    beyond: Vec<Duration>,
}

/// Makes each edit `runs` times, and runs every case with the suite's binary.
pub(crate) fn run(runs: usize, suite: &Path) -> Result<String> {
    let Edits { edit: edits } = toml::from_str(EDITS).context("edits.toml")?;
    let mut edits: Vec<(Edit, Times)> =
        edits.into_iter().map(|edit| (edit, Times::default())).collect();
    in_turns(&mut edits, runs, |(edit, times)| {
        edit.measure(suite, times).with_context(|| format!("the edit `{}`", edit.name))
    })?;
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    let mut worst = Duration::ZERO;
    let mut table = Table::new("<>>>", &["edit", "whole", "the cases", "beyond"]);
    for (edit, Times { whole, cases, beyond }) in &edits {
        let times = [whole, cases, beyond].map(|times| median(times));
        worst = worst.max(times[2]);
        table.row([edit.name.clone()].into_iter().chain(times.map(seconds)));
    }
    let share = worst.as_secs_f64() / AIM.as_secs_f64();
    Ok(format!(
        "from the edit of a page to the verdict, medians of {runs} runs; build: dev, as cargo xtask conformance \
         has it\n\n{table}the slowest is {share:.2} of the aim of {} beyond the cases\n",
        seconds(AIM)
    ))
}

impl Edit {
    /// Makes the edit in a fresh copy of the pages, and runs every case.
    fn measure(&self, suite: &Path, times: &mut Times) -> Result<()> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let pages = folder.path().join("pages");
        let copied = Command::new("cp").args(["-r", "spec/v2"]).arg(&pages).status();
        ensure!(copied.context("cannot start cp")?.success(), "cannot copy spec/v2");
        let mut suite = Command::new(suite);
        suite.args(["run", "--quiet", "--json", "--spec"]).arg(&pages);
        suite.arg("--report-dir").arg(folder.path().join("report"));
        let start = Instant::now();
        self.change.iter().try_for_each(|change| change.apply(&pages))?;
        let output = suite.output().context("cannot start the suite")?;
        let whole = start.elapsed();
        ensure!(output.status.success(), "the suite ends with {}", output.status);
        let counts: serde_json::Value =
            serde_json::from_slice(&output.stdout).context("no JSON")?;
        let cases = counts["durationSeconds"].as_f64().context("no duration")?;
        let cases = Duration::from_secs_f64(cases);
        times.whole.push(whole);
        times.cases.push(cases);
        times.beyond.push(whole.saturating_sub(cases));
        Ok(())
    }
}

impl Change {
    fn apply(&self, pages: &Path) -> Result<()> {
        let path = pages.join(&self.page);
        let old = fs::read_to_string(&path).with_context(|| self.page.clone())?;
        let new = match &self.find {
            None => format!("{old}{}", self.put),
            Some(find) => {
                ensure!(old.contains(find), "{} has no `{find}`; mend edits.toml", self.page);
                old.replacen(find, &self.put, 1)
            }
        };
        fs::write(path, new).with_context(|| self.page.clone())
    }
}
