//! `bench`: measures what the suite adds to the requests that it sends.
//!
//! The same requests go to the same embedded server twice: as cases that are judged and recorded, and as
//! plain requests. The plain requests use the same HTTP client and number of threads, and no one reads the
//! responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use tokio::runtime::Handle;
use webdata_reference::ReferenceServer;
use webdata_spec::model::Level;
use webdata_suite::plan::Selection;
use webdata_suite::run::{RawSender, Runner};
use webdata_suite::target::Target;
use webdata_suite::{Printable, Suite};

use super::option_values::whole_number;
use super::output::print;
use super::process::runtime;
use super::target::ContractArguments;

/// Measure the suite against the same requests sent without it, with the same concurrency.
///
/// The command only prints figures: its exit code is 0 however slow the suite is.
#[derive(Debug, Args)]
pub(super) struct BenchArguments {
    /// The number of measurements of each kind, which alternate.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = whole_number::<u32>(1..=u32::MAX.into()))]
    runs: u32,
    /// The number of cases, or of requests, side by side.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole_number::<u32>(1..=u32::MAX.into()))]
    jobs: u32,
    #[command(flatten)]
    contract: ContractArguments,
}

pub(super) fn bench(arguments: &BenchArguments) -> Result<u8> {
    let contract = arguments.contract.load()?;
    let suite = contract.suite()?;
    let runtime = runtime()?;
    let jobs = usize::try_from(arguments.jobs)?;
    let spec = Arc::new(suite.spec.clone());
    let extension = contract.extension(&spec)?;
    let server = runtime.block_on(ReferenceServer::start(spec, &extension, Default::default()))?;
    let target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
    let plain = RawSender::new(&suite.cases, &target)?;
    let (mut suite_times, mut plain_times) = (Vec::new(), Vec::new());
    for _ in 0..arguments.runs {
        suite_times.push(time_suite(&suite, &target, jobs, runtime.handle())?);
        plain_times.push(time_plain_requests(&plain, jobs, runtime.handle()));
    }
    let (suite_time, plain_time) = (fastest(&suite_times), fastest(&plain_times));
    let rate = |count: usize, time: Duration| count as f64 / time.as_secs_f64();
    let cases = suite.cases.len();
    let mut text = format!(
        "the fastest of {} runs, {jobs} at a time\n\
         suite     {cases} cases, {} requests in {:.2} s: {:.0} cases a second\n\
         requests  {} in {:.2} s: {:.0} a second\n\
         the suite sends at {:.2} of the rate of plain requests\n",
        arguments.runs,
        plain.len(),
        suite_time.as_secs_f64(),
        rate(cases, suite_time),
        plain.len(),
        plain_time.as_secs_f64(),
        rate(plain.len(), plain_time),
        plain_time.as_secs_f64() / suite_time.as_secs_f64(),
    );
    if let Some(kibibytes) = peak_memory() {
        let mebibytes = kibibytes as f64 / 1024.0;
        text.push_str(&format!("memory    {mebibytes:.0} MiB at most, the server included\n"));
    }
    print(&Printable::multiline(&text))?;
    Ok(0)
}

/// Returns the time in which the suite runs every case.
fn time_suite(suite: &Suite, target: &Target, jobs: usize, runtime: &Handle) -> Result<Duration> {
    let plan = suite.plan(target, &Selection::default())?;
    let start = Instant::now();
    // Dropping the report takes time, too, which no run waits for.
    let _report = suite.run(plan, target.clone(), Level::Must, Runner::Threads(jobs), runtime)?;
    Ok(start.elapsed())
}

/// Returns the time in which every plain request gets its response.
fn time_plain_requests(plain: &RawSender, jobs: usize, runtime: &Handle) -> Duration {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while runtime.block_on(plain.send(next.fetch_add(1, Ordering::Relaxed))) {}
            });
        }
    });
    start.elapsed()
}

/// Returns the shortest time: other work on the machine only ever makes a time longer.
fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// Returns the peak memory of this process in KiB, if the system reports it.
#[cfg(target_os = "linux")]
fn peak_memory() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    u64::try_from(getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss()).ok()
}

#[cfg(not(target_os = "linux"))]
fn peak_memory() -> Option<u64> {
    None
}
