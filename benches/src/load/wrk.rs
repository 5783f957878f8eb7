//! Runs `wrk`, which sends the requests and measures the time.
//!
//! One thread of `wrk` keeps 64 connections busy, and leaves the other processor to the server. The request
//! is built once, so that no Lua runs during the measurement.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use webdata_reference::Keys;

/// The number of connections.
pub(crate) const CONNECTIONS: u32 = 64;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/load/wrk.lua");

/// The figures of a run.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) requests: u64,
    /// The number of responses with a status code of 400 or above.
    pub(crate) rejected: u64,
    /// The number of requests without a response.
    pub(crate) failed: u64,
    /// The requests per second.
    pub(crate) rate: f64,
    /// The median latency in milliseconds.
    pub(crate) p50: f64,
    /// The 99th percentile of the latency in milliseconds.
    pub(crate) p99: f64,
}

/// Returns whether `wrk` can be started.
pub(crate) fn is_installed() -> bool {
    let mut command = Command::new("wrk");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Sends the same PATCH again and again for a number of seconds.
pub(crate) fn run(url: &str, body: &str, seconds: u32) -> Result<Measured> {
    let mut command = Command::new("wrk");
    command.args(["--threads", "1", "--connections", &CONNECTIONS.to_string()]);
    command.args(["--duration", &format!("{seconds}s"), "--script", SCRIPT, url, "--"]);
    let output = command.args([Keys::default().valid.as_str(), body]).output();
    let output = output.context("cannot start wrk")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let failure = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "wrk ends with {}: {text}{failure}", output.status);
    let figures = text.lines().find_map(|line| line.strip_prefix("figures "));
    let figures = figures.with_context(|| format!("wrk prints no figures: {text}{failure}"))?;
    let figures: Vec<u64> = figures.split(' ').filter_map(|figure| figure.parse().ok()).collect();
    let &[requests, microseconds, rejected, failed, p50, p99] = figures.as_slice() else {
        anyhow::bail!("wrk prints unexpected figures: {text}");
    };
    Ok(Measured {
        requests,
        rejected,
        failed,
        rate: requests as f64 / (microseconds as f64 / 1e6),
        p50: p50 as f64 / 1e3,
        p99: p99 as f64 / 1e3,
    })
}
