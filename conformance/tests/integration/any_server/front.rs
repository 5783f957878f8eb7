//! A reference server behind a layer of a test's own, on loopback and a free port.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tokio::runtime::Runtime;
use webdata_reference::{Options, PROVOKE_HEADER, ReferenceServer, Team};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

/// The server and its front; they stop when this is dropped.
pub(crate) struct Front {
    pub(crate) suite: Suite,
    pub(crate) server: ReferenceServer,
    pub(crate) runtime: Runtime,
    pub(crate) base_url: String,
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
}

/// A request that came to the front.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) at: Instant,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
}

impl Seen {
    /// Whether it went to the service, and not to the way in which it is set up.
    pub(crate) fn is_for_the_service(&self) -> bool {
        self.path.starts_with("/v2/")
    }

    /// Whether it asks for an error.
    pub(crate) fn is_provoking(&self) -> bool {
        self.headers.iter().any(|(name, _)| name == PROVOKE_HEADER)
    }
}

/// What a front answers itself, by the number of the request, from 1; none for what it lets in.
pub(crate) type Answers = fn(usize, &Seen) -> Option<Response>;

/// A front that lets everything in.
pub(crate) fn open() -> Front {
    Front::new(|_, _| None)
}

/// An answer of a gateway, which knows nothing of the contract.
pub(crate) fn limited(retry_after: &'static str) -> Response {
    (StatusCode::TOO_MANY_REQUESTS, [("Retry-After", retry_after)], "slow down\n").into_response()
}

impl Front {
    pub(crate) fn new(answers: Answers) -> Self {
        // A second call finds the provider in place, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let suite = webdata_conformance::suite().unwrap();
        let spec = Arc::new(suite.spec.clone());
        let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let own = Arc::clone(&seen);
        let layer = from_fn(move |request: Request, next: Next| {
            let (number, found) = note(&own, &request);
            async move {
                match answers(number, &found) {
                    Some(answer) => answer,
                    None => next.run(request).await,
                }
            }
        });
        let base_url = runtime.block_on(serve(server.router().layer(layer)));
        Self { suite, server, runtime, base_url, seen }
    }

    /// The server as a target, reached through the front, whose limits are obeyed.
    pub(crate) fn target(&self, jobs: usize) -> Target {
        let mut target =
            webdata_audit::reference_target(&self.server, &self.suite.spec, jobs).unwrap();
        target.base_url.clone_from(&self.base_url);
        target.rate.longest_wait = Some(std::time::Duration::from_secs(60));
        target
    }

    /// Runs cases against a target.
    pub(crate) fn run(&self, target: Target, filter: &str, deadline: Option<u64>) -> Report {
        let filters = vec![filter.to_owned()];
        let selection = Selection { filters, ..Selection::default() };
        let mut plan = self.suite.plan(&target, &selection).unwrap();
        plan.deadline = deadline.map(std::time::Duration::from_secs);
        let runner = Runner::Threads(4);
        self.suite.run(plan, target, Level::Must, runner, self.runtime.handle()).unwrap()
    }

    pub(crate) fn monitor(&self) -> String {
        self.server.create("Monitor", Team::HOME).unwrap()
    }

    /// Every monitor of the server as it stands, by the control plane.
    pub(crate) fn monitors(&self) -> Vec<serde_json::Value> {
        let url = format!("{}/_reference/monitors", self.server.base_url());
        let asked = async {
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            client.get(url).send().await.unwrap().bytes().await.unwrap()
        };
        serde_json::from_slice(&self.runtime.block_on(asked)).unwrap()
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

/// Serves a router until the runtime ends.
pub(crate) async fn serve(router: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async { axum::serve(listener, router).await });
    format!("http://{address}")
}

pub(crate) fn note(seen: &Mutex<Vec<Seen>>, request: &Request) -> (usize, Seen) {
    let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into();
    let headers = request.headers().iter();
    let found = Seen {
        at: Instant::now(),
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        headers: headers.map(|(name, value)| (name.to_string(), text(value))).collect(),
    };
    let mut seen = seen.lock().unwrap();
    seen.push(found.clone());
    (seen.len(), found)
}
