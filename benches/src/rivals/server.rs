//! Processes of the comparison: the reference server, correct or as a mutant, and tools with a time limit.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// The variable that the server prints last.
const LAST: &str = "FIXTURE_2";

/// A server that runs until it is dropped.
pub(super) struct Server {
    /// The variables that the server prints: its address, keys and fixtures.
    pub(super) variables: BTreeMap<String, String>,
    process: Child,
}

impl Server {
    /// Starts the server on a free port, and reads what it prints at its start.
    pub(super) fn start(program: &Path, mutant: Option<&str>) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0"]);
        command.args(mutant.into_iter().flat_map(|id| ["--mutant", id]));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().context("cannot start the server")?;
        let mut output = BufReader::new(process.stdout.take().context("no output")?);
        let mut server = Self { variables: BTreeMap::new(), process };
        while !server.variables.contains_key(LAST) {
            let mut line = String::new();
            if output.read_line(&mut line)? == 0 {
                bail!("the server ended at once: {mutant:?}");
            }
            if let Some((name, value)) =
                line.trim_end().strip_prefix("export ").and_then(|said| said.split_once('='))
            {
                server.variables.insert(name.to_owned(), value.to_owned());
            }
        }
        // Otherwise the server would block on a full pipe.
        thread::spawn(move || io::copy(&mut output, &mut io::sink()));
        Ok(server)
    }

    /// Returns one of the variables.
    pub(super) fn variable(&self, name: &str) -> anyhow::Result<&str> {
        let variable = self.variables.get(name).map(String::as_str);
        variable.with_context(|| format!("the server does not say its {name}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Killing fails only if the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The result of a tool's process.
pub(super) struct ProcessResult {
    /// Whether the process ended within its time limit.
    pub(super) in_time: bool,
    /// How long the process ran.
    pub(super) time: Duration,
    /// The last line of its output.
    pub(super) last_line: String,
}

/// Waits for a process to end, and kills it at the time limit. The process writes into files in `folder`.
pub(super) fn run_to_end(
    command: &mut Command,
    limit: Duration,
    folder: &Path,
) -> anyhow::Result<ProcessResult> {
    let (start, path) = (Instant::now(), folder.join("output.txt"));
    command.stdin(Stdio::null()).stdout(fs::File::create(&path)?);
    command.stderr(fs::File::create(folder.join("errors.txt"))?);
    let mut process = command.spawn().context("cannot start a tool")?;
    let in_time = loop {
        if process.try_wait()?.is_some() {
            break true;
        }
        if start.elapsed() > limit {
            process.kill()?;
            process.wait()?;
            break false;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let output = fs::read(&path)?;
    let last_line = String::from_utf8_lossy(&output).lines().last().unwrap_or_default().to_owned();
    Ok(ProcessResult { in_time, time: start.elapsed(), last_line })
}
