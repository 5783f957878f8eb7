//! The interface of a compared tool, and the record of what it found.
//!
//! This module knows none of the tools.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::server::Server;

/// The number of runs against the correct server, each with its own seed. Failures that a tool reports there
/// are false alarms, and do not count on mutants.
pub(super) const CORRECT: u64 = 3;
/// The time limit of a tool for one server.
pub(super) const LIMIT: Duration = Duration::from_secs(240);

/// The result of a tool for one server.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ToolResult {
    /// The failures that the tool reports, each once.
    pub(super) failures: BTreeSet<String>,
    pub(super) requests: usize,
    pub(super) seconds: f64,
    /// Whether the tool ended within the time limit.
    pub(super) in_time: bool,
}

/// A tool that tests servers.
pub(super) trait Tool: Sync {
    /// Returns the name that is used in names of folders.
    fn name(&self) -> &'static str;
    /// Returns the tool's version, with everything that changes its results.
    fn version(&self) -> String;
    /// Tests a server. The tool writes its files into `folder`.
    fn test(&self, server: &Server, seed: u64, folder: &Path) -> anyhow::Result<ToolResult>;
}

/// The results of a tool for all servers.
pub(super) struct Record {
    pub(super) correct: Vec<ToolResult>,
    pub(super) mutants: Vec<(String, ToolResult)>,
}
