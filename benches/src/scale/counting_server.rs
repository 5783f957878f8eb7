//! A reference server that is slow or limits the rate, and counts its requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use tokio::runtime::Runtime;
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::Suite;
use webdata_suite::target::Target;

/// The special behaviour of the server.
#[derive(Clone)]
pub(crate) enum Behaviour {
    /// Each response takes this long.
    Slow(Duration),
    /// The rate of requests is limited.
    Limited(Bucket),
}

/// A token bucket.
#[derive(Clone)]
pub(crate) struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// Returns a full bucket, which allows `burst` requests at once, and `rate` per second.
    pub(crate) fn new(rate: f64, burst: f64) -> Self {
        Self { rate, burst, tokens: burst, at: Instant::now() }
    }

    /// Takes a token if there is one, and returns whether there was.
    fn take_token(&mut self) -> bool {
        let now = Instant::now();
        let refill = now.duration_since(self.at).as_secs_f64() * self.rate;
        (self.tokens, self.at) = ((self.tokens + refill).min(self.burst), now);
        let has_token = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(has_token));
        has_token
    }
}

/// What the server has counted.
#[derive(Default, Clone)]
pub(crate) struct RequestCounts {
    in_flight: usize,
    /// The maximum number of requests in flight.
    pub(crate) max_in_flight: usize,
    /// The number of accepted requests.
    pub(crate) accepted: usize,
    /// The number of requests that the rate limit rejected.
    pub(crate) rejected: usize,
    /// The times of the first request and of the last change.
    span: Option<(Instant, Instant)>,
    /// The total time of requests in flight.
    pub(crate) total: Duration,
}

impl RequestCounts {
    /// Returns the time from the first request to the end of the last.
    pub(crate) fn duration(&self) -> Duration {
        self.span.map(|(first, last)| last - first).unwrap_or_default()
    }

    fn change(&mut self, begins: bool) {
        let now = Instant::now();
        let (first, last) = self.span.unwrap_or((now, now));
        self.total += (now - last) * u32::try_from(self.in_flight).unwrap_or(u32::MAX);
        self.span = Some((first, now));
        self.in_flight = if begins { self.in_flight + 1 } else { self.in_flight.saturating_sub(1) };
        self.max_in_flight = self.max_in_flight.max(self.in_flight);
    }
}

/// A running server, which stops when the value is dropped.
pub(crate) struct CountingServer {
    /// The target of the server.
    pub(crate) target: Target,
    /// The runtime of the server and of the requests.
    pub(crate) runtime: Runtime,
    counts: Arc<Mutex<RequestCounts>>,
    _server: ReferenceServer,
}

impl CountingServer {
    /// Starts a server with fixtures for a number of jobs, at a free port of loopback.
    pub(crate) fn start(suite: &Suite, behaviour: Behaviour, jobs: usize) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let spec = Arc::new(suite.spec.clone());
        let extension = webdata_conformance::extension(&spec)?;
        let server =
            runtime.block_on(ReferenceServer::start(spec, &extension, Options::default()))?;
        let counts: Arc<Mutex<RequestCounts>> = Arc::default();
        let (shared, behaviour) = (Arc::clone(&counts), Arc::new(Mutex::new(behaviour)));
        let layer = from_fn(move |request: Request, next: Next| {
            let (counts, behaviour) = (Arc::clone(&shared), Arc::clone(&behaviour));
            async move {
                lock(&counts).change(true);
                let (latency, is_accepted) = match &mut *lock(&behaviour) {
                    Behaviour::Slow(latency) => (*latency, true),
                    Behaviour::Limited(bucket) => (Duration::ZERO, bucket.take_token()),
                };
                tokio::time::sleep(latency).await;
                let response = if is_accepted {
                    next.run(request).await
                } else {
                    StatusCode::TOO_MANY_REQUESTS.into_response()
                };
                let mut counts = lock(&counts);
                counts.change(false);
                counts.accepted += usize::from(is_accepted);
                counts.rejected += usize::from(!is_accepted);
                response
            }
        });
        let router = server.router().layer(layer);
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
        let mut target = webdata_audit::reference_target(&server, &suite.spec, jobs)?;
        target.settings.rate.longest_wait = Some(Duration::from_secs(60));
        target.connection.base_url = format!("http://{}", listener.local_addr()?);
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Self { target, runtime, counts, _server: server })
    }

    /// Returns what the server has counted so far.
    pub(crate) fn request_counts(&self) -> RequestCounts {
        lock(&self.counts).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
