//! Compares the suite with schemathesis, on a correct server and on a fixed
//! sample of servers with one fault each.
//!
//! The sample is not chosen by hand, and no tool gets information that the others could use and do not get.

mod events;
mod schemathesis;
mod server;
mod suite;
mod table;

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde::Serialize;

use schemathesis::Schemathesis;
use server::Server;
use suite::{Explorer, Suite};

/// The number of mutants in the sample.
const SAMPLE: usize = 60;
/// The number of servers that are tested at the same time.
const SIDE_BY_SIDE: usize = 2;
/// The number of runs against the correct server, each with its own seed. Failures that a tool reports there
/// are false alarms, and do not count on mutants.
const CORRECT: u64 = 3;
/// The time limit of a tool for one server.
const LIMIT: Duration = Duration::from_secs(240);

/// The result of a tool for one server.
#[derive(Debug, Default, Serialize)]
struct ToolResult {
    /// The failures that the tool reports, each once.
    failures: BTreeSet<String>,
    requests: usize,
    seconds: f64,
    /// Whether the tool ended within the time limit.
    in_time: bool,
}

/// A tool that tests servers.
trait Tool: Sync {
    /// Returns the name that is used in names of folders.
    fn name(&self) -> &'static str;
    /// Tests a server. The tool writes its files into `folder`.
    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult>;
}

/// The results of a tool for all servers.
struct Record {
    correct: Vec<ToolResult>,
    mutants: Vec<(String, ToolResult)>,
}

/// A server that a tool is run against; `None` as mutant is the correct server.
struct Trial {
    mutant: Option<String>,
    seed: u64,
}

impl Trial {
    /// Returns the name of this server's folder.
    fn folder(&self) -> String {
        let server = self.mutant.as_deref().unwrap_or("correct");
        format!("{}-{}", server.replace('/', "-"), self.seed)
    }

    /// Describes the result of a tool for this server.
    fn describe(&self, result: &ToolResult) -> String {
        let server = self.mutant.as_deref().unwrap_or("the correct server");
        let late = if result.in_time { "" } else { ", ended when its time was over" };
        let ToolResult { failures, requests, seconds, .. } = result;
        format!("{server}: {} failures, {requests} requests, {seconds:.0} s{late}", failures.len())
    }
}

/// Runs each tool against every server with the suite's binary, and returns the table.
pub(crate) fn run(program: &Path) -> anyhow::Result<String> {
    let root = std::env::current_dir()?;
    let folder = root.join("target/rivals");
    let suite = Suite::new(&root, program)?;
    let rival = Schemathesis::install(&root, &folder)?;
    let trials = trials(program)?;
    let runs = folder.join("last");
    if runs.exists() {
        fs::remove_dir_all(&runs).context("cannot remove the comparison before this one")?;
    }
    let explorer = record(&Explorer(&suite), program, &trials, &runs)?;
    let suite_record = record(&suite, program, &trials, &runs)?;
    let rival = record(&rival, program, &trials, &runs)?;
    Ok(table::table(&suite_record, &explorer, &rival))
}

/// Returns the correct server and the sample, which the suite's binary lists.
fn trials(program: &Path) -> anyhow::Result<Vec<Trial>> {
    let mut command = Command::new(program);
    command.args(["audit", "--list", "--sample", &SAMPLE.to_string()]);
    let output = command.output().context("cannot start the suite")?;
    let listed = String::from_utf8(output.stdout).context("the list of mutants is no text")?;
    let ids = listed.lines().filter(|line| !line.starts_with(' ') && !line.is_empty());
    let mutants: Vec<_> = ids.map(|id| Trial { mutant: Some(id.to_owned()), seed: 1 }).collect();
    ensure!(mutants.len() == SAMPLE, "the suite lists {} mutants, not {SAMPLE}", mutants.len());
    let correct = (1..=CORRECT).map(|seed| Trial { mutant: None, seed });
    Ok(correct.chain(mutants).collect())
}

/// Runs a tool against every server, several at a time.
fn record(
    tool: &dyn Tool,
    program: &Path,
    trials: &[Trial],
    runs: &Path,
) -> anyhow::Result<Record> {
    let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..trials.len()).collect());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let one_after_another = || {
        let mut done = Vec::new();
        while let Some(at) = next() {
            let folder = runs.join(tool.name()).join(trials[at].folder());
            let result = test(tool, program, &trials[at], &folder)?;
            eprintln!(
                "{} {}/{}: {}",
                tool.name(),
                at + 1,
                trials.len(),
                trials[at].describe(&result)
            );
            done.push((at, result));
        }
        anyhow::Ok(done)
    };
    let mut done = thread::scope(|scope| {
        let workers: Vec<_> = (0..SIDE_BY_SIDE).map(|_| scope.spawn(one_after_another)).collect();
        let mut done = Vec::new();
        for worker in workers {
            let trials_done =
                worker.join().map_err(|_| anyhow::anyhow!("a comparison panicked"))?;
            done.extend(trials_done?);
        }
        anyhow::Ok(done)
    })?;
    done.sort_by_key(|(at, _)| *at);
    let mut record = Record { correct: Vec::new(), mutants: Vec::new() };
    for (at, result) in done {
        match &trials[at].mutant {
            None => record.correct.push(result),
            Some(mutant) => record.mutants.push((mutant.clone(), result)),
        }
    }
    Ok(record)
}

/// Runs a tool against one server, and keeps its result in `folder`.
fn test(
    tool: &dyn Tool,
    program: &Path,
    trial: &Trial,
    folder: &Path,
) -> anyhow::Result<ToolResult> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let server = Server::start(program, trial.mutant.as_deref())?;
    let result = tool.test(&server, trial.seed, folder)?;
    let text = serde_json::to_string_pretty(&result).context("a result is no JSON")?;
    fs::write(folder.join("result.json"), text).context("cannot write result.json")?;
    Ok(result)
}
