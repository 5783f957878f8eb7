//! Runs the suite and the explorer against a server over connections, with a target file, as their users do.
//!
//! The server is always a process of its own, as it is for every other tool.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use serde::Deserialize;
use webdata_spec::{Spec, sources};

use super::server::{ProcessResult, Server, run_to_end};
use super::{LIMIT, Tool, ToolResult};
use crate::contract::FOLDER;

/// The suite's own binary.
pub(super) struct Suite {
    program: PathBuf,
    contract: Spec,
    /// The part of the target file that no page says.
    more: String,
}

/// The file with that part.
const MORE: &str = "xtask/bench/rivals-target.toml";

impl Suite {
    /// Returns the suite for the contract of the workspace.
    pub(super) fn new(root: &Path, program: &Path) -> anyhow::Result<Self> {
        match Spec::read(&sources(&root.join(FOLDER))?) {
            Ok(contract) => {
                let more = fs::read_to_string(root.join(MORE)).context(MORE)?;
                Ok(Self { program: program.to_owned(), contract, more })
            }
            Err(mistakes) => bail!("{}", mistakes.render(false)),
        }
    }

    /// Returns the path parameters that identify the resources of the contract.
    pub(super) fn parameters(&self) -> BTreeSet<String> {
        let operations = self.contract.operations.values();
        let resources = operations.filter_map(|operation| operation.resource.as_ref());
        resources.filter_map(|resource| resource.identified_by.clone()).collect()
    }

    /// Runs a command of the binary against a server, with a target file in `folder`.
    fn run(
        &self,
        server: &Server,
        folder: &Path,
        command: &[&str],
    ) -> anyhow::Result<(ProcessResult, ToolResult)> {
        fs::write(folder.join("target.toml"), self.target(server)?)
            .context("cannot write a target file")?;
        let mut program = Command::new(&self.program);
        program.current_dir(folder).envs(&server.variables).args(command);
        program.args(["--target", "target.toml", "--report-dir", ".", "--no-preflight"]);
        let ended = run_to_end(&mut program, LIMIT, folder)?;
        let (seconds, in_time) = (ended.time.as_secs_f64(), ended.in_time);
        Ok((ended, ToolResult { seconds, in_time, ..ToolResult::default() }))
    }

    /// Returns a target file with the variables that the server prints, and with what the mock's page says.
    fn target(&self, server: &Server) -> anyhow::Result<String> {
        let mut text = format!("base-url = \"{}\"\n\n[keys]\n", server.variable("BASE_URL")?);
        // Writing into a string never fails.
        for (key, variable) in [
            ("valid", "VALID_KEY"),
            ("revoked", "REVOKED_KEY"),
            ("limited", "LIMITED_KEY"),
            ("other-team", "OTHER_TEAM_KEY"),
        ] {
            let _ = writeln!(text, "{key} = {{ env = \"{variable}\" }}");
        }
        let (first, second) = (server.variable("FIXTURE_1")?, server.variable("FIXTURE_2")?);
        text.push_str("\n[fixtures]\n");
        for parameter in self.parameters() {
            let _ = writeln!(text, "{parameter} = [\"{first}\", \"{second}\"]");
        }
        text.push_str("\n[bind]\n");
        for [operation, method, path] in &server.bindings {
            let _ = writeln!(text, "{operation} = {{ method = \"{method}\", path = \"{path}\" }}");
        }
        let states: Vec<&String> = self.contract.service.team_states.keys().collect();
        let _ = writeln!(text, "\n[team]\nnot-in = {states:?}\n\n[provoke]");
        for error in self.contract.errors.keys() {
            let _ = writeln!(text, "{error} = {{ x-reference-provoke = \"{error}\" }}");
        }
        text.push_str(&self.more);
        Ok(text)
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

    fn version(&self) -> String {
        // Another build may report other failures.
        let built = self.program.metadata().and_then(|metadata| metadata.modified());
        format!("{built:?}")
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

    fn version(&self) -> String {
        self.0.version()
    }

    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult> {
        let (seconds, seed) = (SECONDS.to_string(), seed.to_string());
        let command =
            ["explore", "--json", "--findings", "1", "--seconds", &seconds, "--seed", &seed];
        let (ended, mut result) = self.0.run(server, folder, &command)?;
        if !result.in_time {
            return Ok(result);
        }
        let printed: ExplorerOutput =
            serde_json::from_str(&ended.last_line).context("the explorer printed no result")?;
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
    let bytes = fs::read(folder.join("report.json")).context("the suite has written no report")?;
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
