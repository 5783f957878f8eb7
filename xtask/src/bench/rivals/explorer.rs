//! The explorer: the suite's random sequences, as anybody would send them.
//!
//! It must not use that it could have the server in its own process.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use serde::Deserialize;

use super::process::to_the_end;
use super::server::Server;
use super::suite::{Suite, failures};
use super::tool::{LIMIT, Seen, Tool};

/// For so many seconds sequences are sent to one server, unless something is found.
pub(super) const SECONDS: u64 = 60;

/// What the explorer says of itself.
#[derive(Deserialize)]
struct Told {
    requests: usize,
    found: Vec<String>,
}

/// The explorer, which is told of a server what the suite is told.
pub(super) struct Explorer<'s>(pub(super) &'s Suite);

impl Tool for Explorer<'_> {
    fn name(&self) -> &'static str {
        "explorer"
    }

    fn version(&self) -> String {
        self.0.version()
    }

    fn tried(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<Seen> {
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
        let ended = to_the_end(&mut command, LIMIT)?;
        let mut seen =
            Seen { seconds: ended.time.as_secs_f64(), in_time: ended.in_time, ..Seen::default() };
        if !ended.in_time {
            return Ok(seen);
        }
        let told: Told =
            serde_json::from_str(&ended.last_line).context("what the explorer told")?;
        seen.requests = told.requests;
        // Where nothing was found there is no report.
        if !told.found.is_empty() {
            seen.failures = failures(folder)?.0;
        }
        Ok(seen)
    }
}
