//! Measures the reference server under load, in requests per second and latency, beside a bare `axum`
//! handler.
//!
//! `cargo bench -p webdata-conformance --bench load -- [--rounds N] [--seconds N]`. The benchmark prints
//! figures and never fails for being slow, only for unexpected responses. Each server runs in its own
//! process, and `wrk` in a third.

#[path = "../../../codegen/benches/shared/harness.rs"]
mod harness;
mod servers;
mod wrk;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use harness::{Table, in_turns, median};
use servers::{BenchServer, PATCH, REJECTED_PATCH};
use wrk::Measured;

/// The default number and duration of measurements.
const ROUNDS: u32 = 5;
const SECONDS: u32 = 3;
/// The number of seconds for which each server is warmed up.
const WARM_UP: u32 = 1;

/// The aim for the requests per second, as a share of those of the bare handler.
const SHARE: f64 = 0.5;
/// The aim for the 99th percentile of the latency.
const SLOWEST: Duration = Duration::from_millis(20);

const USAGE: &str = "expected --rounds N and --seconds N, each at least 1";

fn main() -> ExitCode {
    harness::run(|arguments| match arguments {
        [servers::REFERENCE] => servers::serve_reference(),
        [servers::BARE, answer] => servers::serve_bare_handler(answer),
        _ => figures(arguments).and_then(|(rounds, seconds)| compare(rounds, seconds)),
    })
}

/// Returns the number of rounds, and the seconds of each.
fn figures(arguments: &[&str]) -> Result<(u32, u32)> {
    let (mut rounds, mut seconds) = (ROUNDS, SECONDS);
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let value = value.parse().ok().filter(|value| *value > 0).context(USAGE)?;
        match *name {
            "--rounds" => rounds = value,
            "--seconds" => seconds = value,
            _ => bail!(USAGE),
        }
    }
    Ok((rounds, seconds))
}

/// A row of the table.
struct Row<'c> {
    name: &'static str,
    contestant: &'c BenchServer,
    body: &'static str,
    /// Whether the server rejects the requests.
    is_refused: bool,
    taken: Vec<Measured>,
}

fn compare(rounds: u32, seconds: u32) -> Result<String> {
    if !wrk::is_installed() {
        return Ok("wrk is not installed, so nothing was measured; `apt-get install wrk` installs it on Debian\n"
            .to_owned());
    }
    let reference = BenchServer::reference()?;
    let answer = reference.send(PATCH)?;
    ensure!(answer.status == 200, "a valid PATCH gets {}", answer.text);
    let refusal = reference.send(REJECTED_PATCH)?;
    ensure!(refusal.status == 400, "an invalid PATCH gets {}", refusal.text);
    let bare = BenchServer::start_bare_handler(&answer.text)?;
    ensure!(bare.send(PATCH)? == answer, "the bare handler returns another response");
    let row = |name, contestant, body, is_refused| Row {
        name,
        contestant,
        body,
        is_refused,
        taken: Vec::new(),
    };
    let mut rows = [
        row("bare axum handler", &bare, PATCH, false),
        row("valid PATCH", &reference, PATCH, false),
        row("rejected PATCH", &reference, REJECTED_PATCH, true),
    ];
    for row in &rows {
        wrk::run(&row.contestant.url, row.body, WARM_UP)?;
    }
    in_turns(&mut rows, usize::try_from(rounds)?, |row| {
        let measured = wrk::run(&row.contestant.url, row.body, seconds)?;
        let expected = if row.is_refused { measured.requests } else { 0 };
        ensure!(
            measured.refused == expected && measured.failed == 0,
            "{}: of {} requests, {} were rejected and {} failed",
            row.name,
            measured.requests,
            measured.refused,
            measured.failed
        );
        row.taken.push(measured);
        Ok(())
    })?;
    Ok(format!(
        "{rounds} rounds of {seconds} s in which all take turns, medians; wrk, 1 thread, {} connections\n\
         kept alive, a body of {} bytes, responses of {}, or {} if rejected; no dashboard is open, nothing is logged\n{}",
        wrk::CONNECTIONS,
        PATCH.len(),
        answer.text.len(),
        refusal.text.len(),
        table(&rows)
    ))
}

fn table(rows: &[Row<'_>]) -> String {
    let mut missed = Vec::new();
    let mut table = Table::new("<>>>>", &["", "requests/s", "p50", "p99", "ratio"]);
    for (at, row) in rows.iter().enumerate() {
        let of =
            |look: fn(&Measured) -> f64| median(&row.taken.iter().map(look).collect::<Vec<_>>());
        let (rate, half, slow) = (of(|load| load.rate), of(|load| load.p50), of(|load| load.p99));
        let ratios = row.taken.iter().zip(&rows[0].taken).map(|(load, bare)| load.rate / bare.rate);
        let ratio = median(&ratios.collect::<Vec<_>>());
        let times = [half, slow].map(|time| format!("{time:.2} ms"));
        let figures =
            [format!("{rate:.0}")].into_iter().chain(times).chain([format!("{ratio:.2}")]);
        table.row([row.name.to_owned()].into_iter().chain(figures));
        if at > 0 && ratio < SHARE {
            missed.push(format!("aim missed: {}: {ratio:.2} of the bare handler", row.name));
        }
        if at > 0 && slow >= SLOWEST.as_secs_f64() * 1e3 {
            missed.push(format!("aim missed: {}: p99 is {slow:.2} ms", row.name));
        }
    }
    if missed.is_empty() {
        missed.push("every aim is met".to_owned());
    }
    format!(
        "{table}aims: at least {SHARE:.2} of the requests per second of the bare handler, p99 under {} ms\n{}\n",
        SLOWEST.as_millis(),
        missed.join("\n")
    )
}
