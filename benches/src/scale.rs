//! Measures runs against slow servers and servers with a rate limit, and the memory that such runs take.
//!
//! It runs a tenth of the cases, then all of them, side by side; then it runs cases against a server with a rate limit.

mod counting_server;

use std::time::Duration;

use anyhow::Result;
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;

use crate::measure::peak_memory;
use counting_server::{Behaviour, Bucket, CountingServer, RequestCounts};

/// The jobs of the run against a slow server, and the time of each response.
const JOBS: usize = 256;
const LATENCY: Duration = Duration::from_millis(100);
/// The aim for the requests in flight on average.
const IN_FLIGHT: usize = 200;

/// The jobs of the run with a rate limit: enough for every rate that is common.
const LIMITED_JOBS: usize = 16;
/// The requests per second that are accepted, and the number that may arrive at once before the limit applies.
const RATE: f64 = 50.0;
const BURST: f64 = 10.0;
/// How long the run with a rate limit lasts.
const LIMITED: Duration = Duration::from_secs(60);

/// One case in this many is part of the smaller run.
const SMALLER: usize = 10;

pub(crate) fn run() -> Result<String> {
    let suite = webdata_conformance::suite()?;
    let before = peak_memory();
    // The smaller run comes first, since the system only reports the maximum so far.
    let slow = Behaviour::Slow(LATENCY);
    let (fewer, _) = run_suite(&suite, slow.clone(), JOBS, SMALLER, None)?;
    let between = peak_memory();
    let (cases, seen) = run_suite(&suite, slow, JOBS, 1, None)?;
    let after = peak_memory();
    let average = seen.total.as_secs_f64() / seen.duration().as_secs_f64().max(f64::MIN_POSITIVE);
    let mut text = format!(
        "in flight  {average:.0} requests on average, {} at most (aim: {IN_FLIGHT}): {cases} cases, --jobs {JOBS}, \
         {} ms for each response, {:.1} s\n",
        seen.max_in_flight,
        LATENCY.as_millis(),
        seen.duration().as_secs_f64()
    );
    text += &match (before, between, after) {
        (Some(before), Some(between), Some(after)) => format!(
            "memory     {after} MiB at most with {cases} cases, {between} MiB with {fewer}, {before} MiB \
             before, the server's included\n"
        ),
        _ => "memory     not reported by this system\n".to_owned(),
    };
    let limited = Behaviour::Limited(Bucket::new(RATE, BURST));
    let (_, seen) = run_suite(&suite, limited, LIMITED_JOBS, 1, Some(LIMITED))?;
    let share = seen.accepted as f64 / (RATE * seen.duration().as_secs_f64() + BURST);
    text += &format!(
        "rate       {:.0} % of {RATE} requests a second (aim: 80 %): {} accepted and {} rejected within {:.1} s\n",
        share * 100.0,
        seen.accepted,
        seen.rejected,
        seen.duration().as_secs_f64()
    );
    Ok(text)
}

/// Runs one case in every `among`, for no longer than `budget`. Returns the number of cases, and what the
/// server has counted.
fn run_suite(
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
    suite.run(plan, target, Level::Must, Runner::Threads(jobs), runtime)?;
    Ok((cases, served.request_counts()))
}
