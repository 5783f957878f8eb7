//! What each tool is asked and what it found. Knows neither tool.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::server::Server;

/// How often each tool meets the correct server, each time with another seed: what it reports there
/// is a false alarm, and is taken away from what it reports of mutants.
pub(super) const CORRECT: u64 = 3;
/// How long a tool may take with one server.
pub(super) const LIMIT: Duration = Duration::from_secs(240);

/// What a tool found of one server.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Seen {
    /// What it holds against the server, each once.
    pub(super) failures: BTreeSet<String>,
    pub(super) requests: usize,
    pub(super) seconds: f64,
    /// Whether it came to its end in time.
    pub(super) in_time: bool,
}

/// A tool that looks for failures of a server.
pub(super) trait Tool: Sync {
    /// Its name, in the names of folders.
    fn name(&self) -> &'static str;
    /// The tool, with what could make it find otherwise.
    fn version(&self) -> String;
    /// Tries a server; what it writes goes into a folder of its own.
    fn tried(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<Seen>;
}

/// What a tool found of all servers.
pub(super) struct Record {
    pub(super) correct: Vec<Seen>,
    pub(super) mutants: Vec<(String, Seen)>,
}
