//! Measures how long it takes from the edit of a page to the verdict, beyond the cases themselves.
//!
//! Each edit is made in a copy of the pages; this module does not know what the edits are about.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use webdata_spec::Source;

use super::harness::{Table, in_turns, median};
use crate::conformance::{build_suite, printed};
use crate::contract::{self, FOLDER};

/// The time that an edit may take beyond the cases.
const AIM: Duration = Duration::from_millis(1500);

/// The file with the edits.
const EDITS: &str = "xtask/bench/edits.toml";

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

/// Makes each edit `runs` times.
pub(super) fn run(root: &Path, runs: u32) -> anyhow::Result<String> {
    let edits = fs::read_to_string(root.join(EDITS)).context(EDITS)?;
    let Edits { edit: edits } = toml::from_str(&edits).context(EDITS)?;
    let program = build_suite(root)?;
    let mut edits: Vec<(Edit, Times)> =
        edits.into_iter().map(|edit| (edit, Times::default())).collect();
    in_turns(&mut edits, usize::try_from(runs)?, |(edit, times)| {
        edit.measure(root, &program, times).with_context(|| format!("the edit `{}`", edit.name))
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
    fn measure(&self, root: &Path, program: &Path, times: &mut Times) -> anyhow::Result<()> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let pages = folder.path().join("pages");
        for Source { name, text } in contract::files(&root.join(FOLDER))? {
            let path = pages.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&pages))?;
            fs::write(path, text)?;
        }
        let mut suite = Command::new(program);
        suite.args(["run", "--quiet", "--json", "--spec"]).arg(&pages);
        suite.arg("--report-dir").arg(folder.path().join("report"));
        let start = Instant::now();
        self.change.iter().try_for_each(|change| change.apply(&pages))?;
        let counts = printed(&mut suite)?;
        let whole = start.elapsed();
        let counts: serde_json::Value = serde_json::from_str(&counts).context("no JSON")?;
        let cases = counts["durationSeconds"].as_f64().context("no duration")?;
        let cases = Duration::from_secs_f64(cases);
        times.whole.push(whole);
        times.cases.push(cases);
        times.beyond.push(whole.saturating_sub(cases));
        Ok(())
    }
}

impl Change {
    fn apply(&self, pages: &Path) -> anyhow::Result<()> {
        let path = pages.join(&self.page);
        let old = fs::read_to_string(&path).with_context(|| self.page.clone())?;
        let new = match &self.find {
            None => format!("{old}{}", self.put),
            Some(find) => {
                ensure!(old.contains(find), "{} has no `{find}`; mend {EDITS}", self.page);
                old.replacen(find, &self.put, 1)
            }
        };
        fs::write(path, new).with_context(|| self.page.clone())
    }
}
