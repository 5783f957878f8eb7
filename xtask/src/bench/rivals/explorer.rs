//! Runs the explorer against a server, by its command line.
//!
//! The server is always a process of its own, as it is for every other tool.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use serde::Deserialize;

use super::process::run_to_end;
use super::server::Server;
use super::suite::{Suite, failures};
use super::tool::{LIMIT, Tool, ToolResult};

/// The time limit in seconds for one server; the explorer ends earlier if it finds a failure.
pub(super) const SECONDS: u64 = 60;

/// The JSON that the explorer prints.
#[derive(Deserialize)]
struct ExplorerOutput {
    requests: usize,
    found: Vec<String>,
}

/// The explorer, with the same target file as the suite.
pub(super) struct Explorer<'s>(pub(super) &'s Suite);

impl Tool for Explorer<'_> {
    fn name(&self) -> &'static str {
        "explorer"
    }

    fn version(&self) -> String {
        self.0.version()
    }

    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult> {
        fs::write(folder.join("target.toml"), self.0.target(server)?)
            .context("cannot write a target file")?;
        let mut command = Command::new(self.0.program());
        command.current_dir(folder).envs(&server.variables);
        command.args([
            "explore",
            "--target",
            "target.toml",
            "--report-dir",
            ".",
            "--json",
            "--no-preflight",
        ]);
        command.args(["--findings", "1", "--seconds", &SECONDS.to_string()]);
        command.args(["--seed", &seed.to_string()]);
        let ended = run_to_end(&mut command, LIMIT)?;
        let mut result = ToolResult {
            seconds: ended.time.as_secs_f64(),
            in_time: ended.in_time,
            ..ToolResult::default()
        };
        if !ended.in_time {
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
