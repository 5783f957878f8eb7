//! Starts the reference server as a process, correct or as a mutant, and reads the variables that it prints.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::process::{NoFurtherLine, Process};

/// The time limit for its start.
const START: Duration = Duration::from_secs(60);
/// The variable that the server prints last.
const LAST: &str = "FIXTURE_2";

/// A server that runs until it is dropped.
pub(super) struct Server {
    /// The variables that the server prints: its address, keys and fixtures.
    pub(super) variables: BTreeMap<String, String>,
    /// The operations whose path the contract does not show, as the server offers them: identity, method,
    /// path.
    pub(super) bindings: Vec<[String; 3]>,
    _process: Process,
}

impl Server {
    /// Starts the server on a free port.
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
                Err(NoFurtherLine::ProcessResult) => bail!("the server ended at once: {mutant:?}"),
                Err(NoFurtherLine::Late) => {
                    bail!("the server did not start in {START:?}: {mutant:?}")
                }
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

    /// Returns one of the variables.
    pub(super) fn variable(&self, name: &str) -> anyhow::Result<&str> {
        let variable = self.variables.get(name).map(String::as_str);
        variable.with_context(|| format!("the server does not say its {name}"))
    }
}
