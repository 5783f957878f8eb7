//! Measures the reference server under load, in requests per second and latency, beside a bare `axum`
//! handler.
//!
//! Each server runs in its own process, and `wrk` in a third. An unexpected response is an error.

pub(crate) mod servers;
mod wrk;

use std::time::Duration;

use anyhow::{Result, ensure};

use crate::measure::{Table, in_turns, median};
use servers::{BenchServer, PATCH, REJECTED_PATCH};
use wrk::Measured;

/// The number of seconds of each measurement.
const SECONDS: u32 = 3;
/// The number of seconds for which each server is warmed up.
const WARM_UP: u32 = 1;

/// The aim for the requests per second, as a share of those of the bare handler.
const MIN_SHARE: f64 = 0.5;
/// The aim for the 99th percentile of the latency.
const MAX_P99: Duration = Duration::from_millis(20);

/// A row of the table.
struct Row<'s> {
    name: &'static str,
    server: &'s BenchServer,
    body: &'static str,
    /// Whether the server rejects the requests.
    is_rejected: bool,
    measured: Vec<Measured>,
}

/// Measures each server `rounds` times.
pub(crate) fn run(rounds: usize) -> Result<String> {
    if !wrk::is_installed() {
        return Ok("wrk is not installed, so nothing was measured; `apt-get install wrk` installs it on Debian\n"
            .to_owned());
    }
    let reference = BenchServer::reference()?;
    let success = reference.send(PATCH)?;
    ensure!(success.status == 200, "a valid PATCH gets {}", success.text);
    let rejection = reference.send(REJECTED_PATCH)?;
    ensure!(rejection.status == 400, "an invalid PATCH gets {}", rejection.text);
    let bare = BenchServer::start_bare_handler(&success.text)?;
    ensure!(bare.send(PATCH)? == success, "the bare handler returns another response");
    let row = |name, server, body, is_rejected| Row {
        name,
        server,
        body,
        is_rejected,
        measured: Vec::new(),
    };
    let mut rows = [
        row("bare axum handler", &bare, PATCH, false),
        row("valid PATCH", &reference, PATCH, false),
        row("rejected PATCH", &reference, REJECTED_PATCH, true),
    ];
    for row in &rows {
        wrk::run(&row.server.url, row.body, WARM_UP)?;
    }
    in_turns(&mut rows, rounds, |row| {
        let measured = wrk::run(&row.server.url, row.body, SECONDS)?;
        let expected = if row.is_rejected { measured.requests } else { 0 };
        ensure!(
            measured.rejected == expected && measured.failed == 0,
            "{}: of {} requests, {} were rejected and {} failed",
            row.name,
            measured.requests,
            measured.rejected,
            measured.failed
        );
        row.measured.push(measured);
        Ok(())
    })?;
    Ok(format!(
        "{rounds} rounds of {SECONDS} s in which all take turns, medians; wrk, 1 thread, {} connections\n\
         kept alive, a body of {} bytes, responses of {}, or {} if rejected; no dashboard is open, nothing is logged\n{}",
        wrk::CONNECTIONS,
        PATCH.len(),
        success.text.len(),
        rejection.text.len(),
        table(&rows)
    ))
}

fn table(rows: &[Row<'_>]) -> String {
    let mut missed = Vec::new();
    let mut table = Table::new("<>>>>", &["", "requests/s", "p50", "p99", "ratio"]);
    for (at, row) in rows.iter().enumerate() {
        let median_of = |figure: fn(&Measured) -> f64| {
            median(&row.measured.iter().map(figure).collect::<Vec<_>>())
        };
        let rate = median_of(|load| load.rate);
        let [p50, p99] = [median_of(|load| load.p50), median_of(|load| load.p99)];
        let pairs = row.measured.iter().zip(&rows[0].measured);
        let ratio = median(&pairs.map(|(load, bare)| load.rate / bare.rate).collect::<Vec<_>>());
        let times = [p50, p99].map(|time| format!("{time:.2} ms"));
        let figures =
            [format!("{rate:.0}")].into_iter().chain(times).chain([format!("{ratio:.2}")]);
        table.row([row.name.to_owned()].into_iter().chain(figures));
        if at > 0 && ratio < MIN_SHARE {
            missed.push(format!("aim missed: {}: {ratio:.2} of the bare handler", row.name));
        }
        if at > 0 && p99 >= MAX_P99.as_secs_f64() * 1e3 {
            missed.push(format!("aim missed: {}: p99 is {p99:.2} ms", row.name));
        }
    }
    if missed.is_empty() {
        missed.push("every aim is met".to_owned());
    }
    format!(
        "{table}aims: at least {MIN_SHARE:.2} of the requests per second of the bare handler, p99 under {} ms\n{}\n",
        MAX_P99.as_millis(),
        missed.join("\n")
    )
}
