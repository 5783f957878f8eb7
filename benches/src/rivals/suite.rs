//! Runs the suite and the explorer against a server over connections, with a target file, as their users do.
//!
//! The server is always a process of its own, as it is for every other tool.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use serde::Deserialize;

use super::server::{ProcessResult, Server, run_to_end};
use super::{LIMIT, Tool, ToolResult};

/// The suite's own binary, with the target file of the reference server.
pub(super) struct Suite {
    program: PathBuf,
    target: toml::Table,
}

/// The target file of the reference server at its usual address.
const TARGET: &str = "targets/reference.toml";

impl Suite {
    /// Returns the suite of the workspace.
    pub(super) fn new(root: &Path, program: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(root.join(TARGET)).context(TARGET)?;
        Ok(Self { program: program.to_owned(), target: text.parse().context(TARGET)? })
    }

    /// Runs a command of the binary against a server, with a target file in `folder`.
    fn run(
        &self,
        server: &Server,
        folder: &Path,
        command: &[&str],
    ) -> anyhow::Result<(ProcessResult, ToolResult)> {
        let mut target = self.target.clone();
        target.insert("base-url".to_owned(), server.variable("BASE_URL")?.into());
        fs::write(folder.join("target.toml"), target.to_string())
            .context("cannot write a target file")?;
        let mut program = Command::new(&self.program);
        program.current_dir(folder).envs(&server.variables).args(command);
        program.args(["--target", "target.toml", "--report-dir", ".", "--no-preflight"]);
        let ended = run_to_end(&mut program, LIMIT, folder)?;
        let (seconds, in_time) = (ended.time.as_secs_f64(), ended.in_time);
        Ok((ended, ToolResult { seconds, in_time, ..ToolResult::default() }))
    }
}

/// The keys of a report that the comparison reads.
#[derive(Deserialize)]
struct Report {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    outcome: String,
    #[serde(default)]
    transcript: Vec<serde::de::IgnoredAny>,
}

impl Tool for Suite {
    fn name(&self) -> &'static str {
        "suite"
    }

    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult> {
        let shuffle = format!("--shuffle={seed}");
        let (_, mut result) = self.run(server, folder, &["run", "--jobs", "1", &shuffle])?;
        if result.in_time {
            (result.failures, result.requests) = failures(folder)?;
        }
        Ok(result)
    }
}

/// The time limit of the explorer in seconds for one server; the explorer ends earlier if it finds a failure.
pub(super) const SECONDS: u64 = 60;

/// The explorer, with the same target file as the suite.
pub(super) struct Explorer<'s>(pub(super) &'s Suite);

/// The JSON that the explorer prints.
#[derive(Deserialize)]
struct ExplorerOutput {
    requests: usize,
    found: Vec<String>,
}

impl Tool for Explorer<'_> {
    fn name(&self) -> &'static str {
        "explorer"
    }

    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult> {
        let (seconds, seed) = (SECONDS.to_string(), seed.to_string());
        let command =
            ["explore", "--json", "--findings", "1", "--seconds", &seconds, "--seed", &seed];
        let (ended, mut result) = self.0.run(server, folder, &command)?;
        if !result.in_time {
            return Ok(result);
        }
        let printed: ExplorerOutput = serde_json::from_str(&ended.last_line)
            .with_context(|| format!("the explorer printed no result; see {}", folder.display()))?;
        result.requests = printed.requests;
        // The explorer writes a report only if it found something.
        if !printed.found.is_empty() {
            result.failures = failures(folder)?.0;
        }
        Ok(result)
    }
}

/// Returns the failed cases of a report, and the number of requests. The report is removed afterwards, since
/// the requests and responses of all runs would fill the disk.
fn failures(folder: &Path) -> anyhow::Result<(BTreeSet<String>, usize)> {
    let bytes = fs::read(folder.join("report.json"))
        .with_context(|| format!("the suite has written no report; see {}", folder.display()))?;
    let report: Report = serde_json::from_slice(&bytes).context("the report of the suite")?;
    let (mut failures, mut requests) = (BTreeSet::new(), 0);
    for Case { id, outcome, transcript } in report.cases {
        requests += transcript.len();
        if outcome == "fail" {
            failures.insert(id);
        }
    }
    for name in ["report.json", "junit.xml"] {
        fs::remove_file(folder.join(name)).with_context(|| format!("cannot remove {name}"))?;
    }
    Ok((failures, requests))
}
