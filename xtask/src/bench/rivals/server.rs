//! The reference server as a process, correct or a mutant, with what it says of itself.
//!
//! It must not know which tool asks it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::process::{Process, Silence};

/// How long it may take to start.
const START: Duration = Duration::from_secs(60);
/// The last line that it says of itself.
const LAST: &str = "FIXTURE_2";

/// A server that runs until it is dropped.
pub(super) struct Server {
    /// What it says of itself, as variables of a shell.
    pub(super) variables: BTreeMap<String, String>,
    /// Where it offers operations for which the contract shows no path: identity, method, path.
    pub(super) bindings: Vec<[String; 3]>,
    _process: Process,
}

impl Server {
    /// Starts it on a free port.
    pub(super) fn start(program: &Path, mutant: Option<&str>) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0"]);
        command.args(mutant.into_iter().flat_map(|id| ["--mutant", id]));
        let process = Process::start(&mut command)?;
        let (mut variables, mut bindings) = (BTreeMap::new(), Vec::new());
        let deadline = Instant::now() + START;
        while !variables.contains_key(LAST) {
            let line = match process.line(deadline) {
                Ok(line) => line,
                Err(Silence::Ended) => bail!("the server ended at once: {mutant:?}"),
                Err(Silence::Late) => bail!("the server did not start in {START:?}: {mutant:?}"),
            };
            if let Some((name, value)) =
                line.strip_prefix("export ").and_then(|said| said.split_once('='))
            {
                variables.insert(name.to_owned(), value.to_owned());
            } else if let Some((operation, endpoint)) =
                line.strip_prefix("# ").and_then(|said| said.split_once(": "))
                && let Some((method, path)) = endpoint.split_once(" /")
                && method.bytes().all(|byte| byte.is_ascii_uppercase())
            {
                bindings.push([operation.to_owned(), method.to_owned(), format!("/{path}")]);
            }
        }
        Ok(Self { variables, bindings, _process: process })
    }

    /// One of the variables.
    pub(super) fn variable(&self, name: &str) -> anyhow::Result<&str> {
        let found = self.variables.get(name).map(String::as_str);
        found.with_context(|| format!("the server does not say its {name}"))
    }
}
