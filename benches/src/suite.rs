//! Measures what the suite adds to the requests that it sends.
//!
//! The same requests go to the same embedded server twice: as cases that are judged and recorded, and as
//! plain requests. The plain requests use the same HTTP client and number of threads, and no one reads the
//! responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::runtime::Handle;
use webdata_reference::ReferenceServer;
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::run::{RawSender, Runner};
use webdata_suite::target::Target;

use crate::measure::{fastest, peak_memory};

/// The number of cases, or of requests, side by side.
const JOBS: usize = 2;

/// Measures the suite and the plain requests `runs` times, alternately.
pub(crate) fn run(runs: usize) -> Result<String> {
    let suite = webdata_conformance::suite()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let spec = Arc::new(suite.spec.clone());
    let extension = webdata_conformance::extension(&spec)?;
    let server = runtime.block_on(ReferenceServer::start(spec, &extension, Default::default()))?;
    let target = webdata_audit::reference_target(&server, &suite.spec, JOBS)?;
    let plain = RawSender::new(&suite.cases, &target)?;
    let (mut suite_times, mut plain_times) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        suite_times.push(time_suite(&suite, &target, runtime.handle())?);
        plain_times.push(time_plain_requests(&plain, runtime.handle()));
    }
    let (suite_time, plain_time) = (fastest(&suite_times), fastest(&plain_times));
    let rate = |count: usize, time: Duration| count as f64 / time.as_secs_f64();
    let cases = suite.cases.len();
    let mut text = format!(
        "the fastest of {runs} runs, {JOBS} at a time\n\
         suite     {cases} cases, {} requests in {:.2} s: {:.0} cases a second\n\
         requests  {} in {:.2} s: {:.0} a second\n\
         the suite sends at {:.2} of the rate of plain requests\n",
        plain.len(),
        suite_time.as_secs_f64(),
        rate(cases, suite_time),
        plain.len(),
        plain_time.as_secs_f64(),
        rate(plain.len(), plain_time),
        plain_time.as_secs_f64() / suite_time.as_secs_f64(),
    );
    if let Some(mebibytes) = peak_memory() {
        text.push_str(&format!("memory    {mebibytes} MiB at most, the server included\n"));
    }
    Ok(text)
}

/// Returns the time in which the suite runs every case.
fn time_suite(suite: &Suite, target: &Target, runtime: &Handle) -> Result<Duration> {
    let plan = suite.plan(target, &Selection::default())?;
    let start = Instant::now();
    // Dropping the report takes time, too, which no run waits for.
    let _report = suite.run(plan, target.clone(), Level::Must, Runner::Threads(JOBS), runtime)?;
    Ok(start.elapsed())
}

/// Returns the time in which every plain request gets its response.
fn time_plain_requests(plain: &RawSender, runtime: &Handle) -> Duration {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                while runtime.block_on(plain.send(next.fetch_add(1, Ordering::Relaxed))) {}
            });
        }
    });
    start.elapsed()
}
