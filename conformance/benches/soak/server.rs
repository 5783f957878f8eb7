//! The server under load: the binary of the suite, run as `serve`.
//!
//! This module sends no request.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The longest time for the start of the server.
const START: Duration = Duration::from_secs(30);

/// The server, which ends when this is dropped.
pub(crate) struct Server {
    process: Child,
    /// The base URL, such as `http://127.0.0.1:4567`.
    pub(crate) base_url: String,
}

impl Server {
    /// Starts the server on any free port.
    pub(crate) async fn start() -> Result<Self> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"));
        command.args(["serve", "--port", "0"]).kill_on_drop(true);
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().context("cannot start the server")?;
        let output = process.stdout.take().context("the server has no standard output")?;
        let mut lines = BufReader::new(output).lines();
        let base_url_read = async {
            while let Some(line) = lines.next_line().await? {
                if let Some(base_url) = base_url(&line) {
                    return Ok(base_url);
                }
            }
            anyhow::bail!("the server ended before it printed its address")
        };
        let base_url =
            timeout(START, base_url_read).await.context("the server does not start")??;
        // The output must be read, since the server would block on a full pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { process, base_url })
    }

    /// Returns the memory of the server in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        let id = self.process.id().context("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"));
        let status = status.context("the system does not report the memory of a process")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = resident.and_then(|text| text.trim().strip_suffix("kB"));
        let kibibytes = kibibytes.and_then(|number| number.trim().parse::<f64>().ok());
        Ok(kibibytes.context("the server has ended")? / 1024.0)
    }
}

/// Returns the first address in a line, without the part after the port.
fn base_url(line: &str) -> Option<String> {
    let at = line.find("http://")?;
    let rest = &line[at + "http://".len()..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !".:".contains(c));
    Some(format!("http://{}", &rest[..end.unwrap_or(rest.len())]))
}
