//! How many requests of a run are in flight on average, as a server sees it that takes its time.
//!
//! `cargo bench --profile dev --bench scale -- JOBS MILLISECONDS` runs all cases side by side. It prints
//! figures and never fails for being slow.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::plan::Selection;
use webdata_suite::run::Runner;

const USAGE: &str = "expected JOBS and MILLISECONDS, how long the server takes for a response";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|own| own != "--bench").collect();
    match figures(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The requests in flight, over the time since the first one.
#[derive(Default)]
struct InFlight {
    now: usize,
    most: usize,
    /// The first request and the last change.
    span: Option<(Instant, Instant)>,
    /// How long requests were in flight, all in all.
    total: Duration,
}

impl InFlight {
    fn change(&mut self, begins: bool) {
        let now = Instant::now();
        let (first, last) = self.span.unwrap_or((now, now));
        self.total += (now - last) * u32::try_from(self.now).unwrap_or(u32::MAX);
        self.span = Some((first, now));
        self.now = if begins { self.now + 1 } else { self.now.saturating_sub(1) };
        self.most = self.most.max(self.now);
    }
}

fn figures(arguments: &[String]) -> Result<String> {
    let [jobs, milliseconds] = arguments else { bail!(USAGE) };
    let jobs: usize = jobs.parse().context(USAGE)?;
    let latency = Duration::from_millis(milliseconds.parse().context(USAGE)?);
    let suite = webdata_conformance::suite()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let spec = Arc::new(suite.spec.clone());
    let server = runtime.block_on(ReferenceServer::start(spec, Options::default()))?;
    let seen: Arc<Mutex<InFlight>> = Arc::default();
    let own = Arc::clone(&seen);
    let change = move |begins| own.lock().unwrap_or_else(PoisonError::into_inner).change(begins);
    let layer = from_fn(move |request: Request, next: Next| {
        let change = change.clone();
        async move {
            change(true);
            tokio::time::sleep(latency).await;
            let response = next.run(request).await;
            change(false);
            response
        }
    });
    let router = server.router().layer(layer);
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let mut target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
    target.base_url = format!("http://{}", listener.local_addr()?);
    runtime.spawn(async move { axum::serve(listener, router).await });
    let plan = suite.plan(&target, &Selection::default())?;
    let cases = plan.cases.len();
    let started = Instant::now();
    suite.run(plan, target, Level::Must, Runner::Threads(jobs), runtime.handle())?;
    let took = started.elapsed().as_secs_f64();
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let span = seen.span.map(|(first, last)| last - first).unwrap_or_default();
    let average = seen.total.as_secs_f64() / span.as_secs_f64().max(f64::MIN_POSITIVE);
    Ok(format!(
        "{cases} cases in {took:.2} s, with --jobs {jobs} and {} ms for each response\n\
         in flight  {average:.0} requests on average, {} at most: {:.2} of the jobs\n",
        latency.as_millis(),
        seen.most,
        average / jobs as f64
    ))
}
