//! Measures runs against slow servers and servers with a rate limit, and the memory that such runs take.
//!
//! `cargo bench --profile dev --bench scale -- JOBS MILLISECONDS RATE SECONDS` runs a tenth of the cases,
//! then all of them, side by side; then it runs cases for SECONDS against a server with a rate limit. The
//! benchmark prints figures and never fails for being slow.

mod counting_server;
#[path = "../../../codegen/benches/shared/harness.rs"]
#[expect(dead_code, reason = "each run is measured once")]
mod harness;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;

use counting_server::{Behaviour, Bucket, CountingServer, RequestCounts};

const USAGE: &str = "expected JOBS, MILLISECONDS that a response takes, a RATE of requests a second, \
                     and SECONDS for which a run is limited to it";

/// The jobs of the run with a rate limit: enough for every rate that is common.
const LIMITED_JOBS: usize = 16;

/// The number of requests that may arrive at once before the rate limit applies.
const BURST: f64 = 10.0;

/// One case in this many is part of the smaller run.
const SMALLER: usize = 10;

fn main() -> ExitCode {
    harness::run(figures)
}

fn figures(arguments: &[&str]) -> Result<String> {
    let [jobs, milliseconds, rate, seconds] = arguments else { bail!(USAGE) };
    let jobs: usize = jobs.parse().context(USAGE)?;
    let latency = Duration::from_millis(milliseconds.parse().context(USAGE)?);
    let rate: f64 = rate.parse().ok().filter(|rate| *rate > 0.0).context(USAGE)?;
    let limit = Duration::from_secs(seconds.parse().context(USAGE)?);
    let suite = webdata_conformance::suite()?;
    let before = most_memory();
    // The smaller run comes first, since the system only reports the maximum so far.
    let slow = || Behaviour::Slow(latency);
    let (fewer, _) = run(&suite, slow(), jobs, SMALLER, None)?;
    let between = most_memory();
    let (cases, seen) = run(&suite, slow(), jobs, 1, None)?;
    let after = most_memory();
    let average = seen.total.as_secs_f64() / seen.duration().as_secs_f64().max(f64::MIN_POSITIVE);
    let mut text = format!(
        "in flight  {average:.0} requests on average, {} at most (aim: {:.0}): {cases} cases, --jobs {jobs}, \
         {} ms for each response, {:.1} s\n",
        seen.max_in_flight,
        jobs as f64 * 200.0 / 256.0,
        latency.as_millis(),
        seen.duration().as_secs_f64()
    );
    text += &match (before, between, after) {
        (Some(before), Some(between), Some(after)) => format!(
            "memory     {after} MiB at most with {cases} cases, {between} MiB with {fewer}, {before} MiB \
             before, the server's included\n"
        ),
        _ => "memory     not reported by this system\n".to_owned(),
    };
    let bucket = Bucket::new(rate, BURST);
    let (_, seen) = run(&suite, Behaviour::Limited(bucket), LIMITED_JOBS, 1, Some(limit))?;
    let share = seen.accepted as f64 / (rate * seen.duration().as_secs_f64() + BURST);
    text += &format!(
        "rate       {:.0} % of {rate} requests a second (aim: 80 %): {} accepted and {} rejected within {:.1} s\n",
        share * 100.0,
        seen.accepted,
        seen.rejected,
        seen.duration().as_secs_f64()
    );
    Ok(text)
}

/// Runs one case in every `among`, for no longer than `budget`. Returns the number of cases, and what the
/// server has counted.
fn run(
    suite: &Suite,
    behaviour: Behaviour,
    jobs: usize,
    among: usize,
    budget: Option<Duration>,
) -> Result<(usize, RequestCounts)> {
    let served = CountingServer::start(suite, behaviour, jobs)?;
    let mut plan = suite.plan(&served.target, &Selection::default())?;
    let mut place = 0;
    plan.cases.retain(|_| {
        place += 1;
        place % among == 0
    });
    plan.order.clear();
    plan.order.extend(0..plan.cases.len());
    plan.limits.budget = budget;
    let cases = plan.cases.len();
    let (target, runtime) = (served.target.clone(), served.runtime.handle());
    let record = suite.run(plan, target, Level::Must, Runner::Threads(jobs), runtime)?;
    drop(record);
    Ok((cases, served.request_counts()))
}

/// Returns the peak memory of this process in MiB, if the system reports it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}
