//! Puts a mixed load on a server for a given time, and checks that the responses stay correct and the memory
//! does not grow.
//!
//! `cargo xtask soak` starts this benchmark. The server is the released binary, `serve` in its own process.
//! The time is divided into fifths. In the first fifth, every bounded list fills up. After that, memory must not grow:
//! the median of the last fifth may exceed that of the second only by a tenth and a few MiB. These allow for the
//! fragmentation of the allocator.

mod load;
mod sender;
mod server;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use load::ServerLoad;
use sender::Tally;
use server::Server;

const USAGE: &str = "expected --minutes N, at least 1";
/// The default duration.
const MINUTES: u64 = 10;

/// The number of clients, each of which sends one request after the other.
const CLIENTS: u64 = 8;
/// The time between two samples of memory.
const SAMPLED: Duration = Duration::from_secs(1);
/// The number of samples of which one is printed.
const SAMPLES_PER_LINE: usize = 10;

/// The allowed growth of memory, as a share of the median of the second fifth.
const GROWTH_SHARE: f64 = 0.1;
/// The growth that is allowed besides, in MiB.
const GROWTH: f64 = 8.0;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match minutes(&arguments).and_then(soak) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn minutes(arguments: &[&str]) -> Result<u64> {
    match arguments {
        [] => Ok(MINUTES),
        ["--minutes", minutes] => {
            minutes.parse().ok().filter(|minutes| *minutes > 0).context(USAGE)
        }
        _ => bail!(USAGE),
    }
}

/// Runs the load, and returns whether the server passed.
fn soak(minutes: u64) -> Result<bool> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let server = Server::start().await?;
        let load = Arc::new(ServerLoad::set_up(&server.base_url).await?);
        eprintln!("soak: {} is under load for {minutes} minutes", server.base_url);
        load.fill_up().await?;
        let stop = CancellationToken::new();
        let mut clients = JoinSet::new();
        for seed in 0..CLIENTS {
            clients.spawn(Arc::clone(&load).keep_sending(seed, stop.clone()));
        }
        let samples = watch(&server, &load, Duration::from_secs(60 * minutes)).await?;
        stop.cancel();
        while let Some(ended) = clients.join_next().await {
            ended.context("a client ended early")?;
        }
        Ok(print_results(&load.sender.tally, &samples))
    })
}

/// Returns samples of the server's memory in MiB.
async fn watch(server: &Server, load: &ServerLoad, time: Duration) -> Result<Vec<f64>> {
    let began = Instant::now();
    let mut ticks = interval(SAMPLED);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut samples = Vec::new();
    while began.elapsed() < time {
        ticks.tick().await;
        samples.push(server.memory()?);
        if samples.len() % SAMPLES_PER_LINE == 0 {
            let seconds = began.elapsed().as_secs();
            let memory = samples.last().copied().unwrap_or_default();
            let (sent, wrong) = (load.sender.tally.sent(), load.sender.tally.wrong_responses());
            eprintln!("soak: {seconds:>4} s, {sent:>9} requests, {wrong} wrong, {memory:.1} MiB");
        }
    }
    Ok(samples)
}

/// Prints the results, and returns whether the server passed.
fn print_results(tally: &Tally, samples: &[f64]) -> bool {
    print!("{}", tally.table());
    let fifth = samples.len() / 5;
    let of = |number: usize| {
        let mut samples = samples[number * fifth..(number + 1) * fifth].to_vec();
        samples.sort_by(f64::total_cmp);
        samples.get(fifth / 2).copied().unwrap_or(f64::NAN)
    };
    let (before, after) = (of(1), of(4));
    let limit = before * (1.0 + GROWTH_SHARE) + GROWTH;
    let medians: Vec<String> = (0..5).map(|number| format!("{:.1}", of(number))).collect();
    println!("memory, the median of each fifth of the time: {} MiB", medians.join(", "));
    let grows = after > limit;
    if grows {
        println!("memory grows: at most {limit:.1} MiB was allowed in the last fifth");
    }
    if tally.wrong_responses() > 0 {
        println!("{} responses were not as expected, such as:", tally.wrong_responses());
        tally.examples().iter().for_each(|example| println!("  {example}"));
    }
    let is_well = !grows && tally.wrong_responses() == 0 && tally.sent() > 0;
    if is_well {
        println!("every response was as expected, and memory does not grow");
    }
    is_well
}
