//! A reference server on loopback behind a layer of the test, the front, which may respond itself; and the binary, run in
//! a folder of its own with a target file.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_reference::{Options, PROVOKE_HEADER, ReferenceServer, Team};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::binary::binary;

/// The reference server and its front, which both stop when this value is dropped.
pub(crate) struct Front {
    pub(crate) suite: Suite,
    pub(crate) server: ReferenceServer,
    pub(crate) runtime: Runtime,
    pub(crate) base_url: String,
    pub(crate) seen: Arc<Mutex<Vec<SeenRequest>>>,
}

/// A request that the front received.
#[derive(Debug, Clone)]
pub(crate) struct SeenRequest {
    pub(crate) at: Instant,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
}

impl SeenRequest {
    /// Tells whether the request is for an operation of the contract, and not for the control
    /// plane.
    pub(crate) fn is_for_an_operation(&self) -> bool {
        self.path.starts_with("/v2/")
    }

    /// Tells whether the request asks the reference server for an error.
    pub(crate) fn asks_for_an_error(&self) -> bool {
        self.headers.iter().any(|(name, _)| name == PROVOKE_HEADER)
    }
}

/// Returns the front's own response to a request, or `None` to pass the request on. The first
/// parameter is the request's number, from 1.
pub(crate) type Intercept = fn(usize, &SeenRequest) -> Option<Response>;

/// Starts a server whose front passes every request on.
pub(crate) fn transparent_front() -> Front {
    Front::new(|_, _| None)
}

/// A gateway's response with status code 429, whose body is not the contract's.
pub(crate) fn too_many_requests(retry_after: &'static str) -> Response {
    (StatusCode::TOO_MANY_REQUESTS, [("Retry-After", retry_after)], "slow down\n").into_response()
}

impl Front {
    pub(crate) fn new(intercept: Intercept) -> Self {
        // An error means that an earlier call has installed the provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = Runtime::new().unwrap();
        let suite = webdata_conformance::suite().unwrap();
        let spec = Arc::new(suite.spec.clone());
        let server = runtime
            .block_on(ReferenceServer::start(spec, &crate::EXTENSION, Options::default()))
            .unwrap();
        let seen: Arc<Mutex<Vec<SeenRequest>>> = Arc::default();
        let recorded = Arc::clone(&seen);
        let layer = from_fn(move |request: Request, next: Next| {
            let (number, request_seen) = record(&recorded, &request);
            async move {
                match intercept(number, &request_seen) {
                    Some(response) => response,
                    None => next.run(request).await,
                }
            }
        });
        let base_url = runtime.block_on(serve(server.router().layer(layer)));
        Self { suite, server, runtime, base_url, seen }
    }

    /// Returns a target that reaches the server through the front, and obeys its limits.
    pub(crate) fn target(&self, jobs: usize) -> Target {
        let mut target =
            webdata_audit::reference_target(&self.server, &self.suite.spec, jobs).unwrap();
        target.connection.base_url.clone_from(&self.base_url);
        target.settings.rate.longest_wait = Some(std::time::Duration::from_secs(60));
        target
    }

    /// Runs the selected cases against a target.
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

    /// Returns every monitor of the server, from the control plane.
    pub(crate) fn monitors(&self) -> Vec<serde_json::Value> {
        let url = format!("{}/_reference/monitors", self.server.base_url());
        let body = async {
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            client.get(url).send().await.unwrap().bytes().await.unwrap()
        };
        serde_json::from_slice(&self.runtime.block_on(body)).unwrap()
    }

    pub(crate) fn seen(&self) -> Vec<SeenRequest> {
        self.seen.lock().unwrap().clone()
    }
}

/// Serves a router until the runtime ends; returns the base URL.
pub(crate) async fn serve(router: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async { axum::serve(listener, router).await });
    format!("http://{address}")
}

pub(crate) fn record(seen: &Mutex<Vec<SeenRequest>>, request: &Request) -> (usize, SeenRequest) {
    let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into();
    let headers = request.headers().iter();
    let request_seen = SeenRequest {
        at: Instant::now(),
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        headers: headers.map(|(name, value)| (name.to_string(), text(value))).collect(),
    };
    let mut seen = seen.lock().unwrap();
    seen.push(request_seen.clone());
    (seen.len(), request_seen)
}

/// A secret that no output may show.
pub(crate) const SECRET: &str = "s3cr3t-of-the-gateway";

/// A folder with a target file for a server, in which the binary is run.
pub(crate) struct TargetFolder {
    pub(crate) dir: TempDir,
    environment: Vec<(&'static str, String)>,
}

impl TargetFolder {
    /// Writes a target file: the base URL, then `before`, the keys of the server, and `rest`.
    pub(crate) fn new(front: &Front, base_url: &str, before: &str, rest: &str) -> Self {
        let dir = TempDir::new().unwrap();
        let text = format!(
            "base-url = '{base_url}'\n{before}\n[keys]\nvalid = {{ env = 'THE_KEY' }}\n\
             revoked = {{ env = 'THE_REVOKED_KEY' }}\nlimited = {{ env = 'THE_LIMITED_KEY' }}\n\
             other-team = {{ env = 'THE_OTHER_KEY' }}\n{rest}"
        );
        std::fs::write(dir.path().join("target.toml"), text).unwrap();
        let keys = front.server.keys();
        let environment = vec![
            ("THE_KEY", keys.valid.clone()),
            ("THE_REVOKED_KEY", keys.revoked.clone()),
            ("THE_LIMITED_KEY", keys.limited.clone()),
            ("THE_OTHER_KEY", keys.other_team.clone()),
            ("THE_SECRET", SECRET.to_owned()),
        ];
        Self { dir, environment }
    }

    /// Adds a variable, whose value no output may show.
    pub(crate) fn with_variable(mut self, name: &'static str, value: &str) -> Self {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Writes a file beside the target file.
    pub(crate) fn with_file(self, name: &str, text: &str) -> Self {
        std::fs::write(self.dir.path().join(name), text).unwrap();
        self
    }

    /// Builds a command that runs cases against the target.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.plain_command(
            &[&["run", "--target", "target.toml", "--jobs", "2"], arguments].concat(),
        )
    }

    /// Builds a command with the given arguments and the environment of the target file.
    pub(crate) fn plain_command(&self, arguments: &[&str]) -> Command {
        let mut command = binary();
        command
            .args(arguments)
            .current_dir(self.dir.path())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs cases against the target; returns the exit code and all output.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String) {
        self.output_of(self.command(arguments))
    }

    /// Runs a command; returns the exit code and all output, after a check that no secret is in the
    /// output.
    pub(crate) fn output_of(&self, mut command: Command) -> (i32, String) {
        let output: Output = command.output().expect("the binary starts");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        for (_, value) in &self.environment {
            assert!(!text.contains(value), "a secret is in the output: {text}");
        }
        (output.status.code().expect("the binary was not killed"), text)
    }

    /// Returns `report.json`, after a check that no file of the report has a secret.
    pub(crate) fn report(&self) -> String {
        let folder = self.dir.path().join("target/conformance");
        let texts: Vec<String> =
            std::fs::read_dir(&folder).unwrap().map(|file| read(&file.unwrap().path())).collect();
        for (text, (name, value)) in texts
            .iter()
            .flat_map(|text| self.environment.iter().map(move |variable| (text, variable)))
        {
            assert!(!text.contains(value.as_str()), "the value of {name} is in a report");
        }
        read(&folder.join("report.json"))
    }

    pub(crate) fn outcomes(&self) -> Value {
        let report: Value = serde_json::from_str(&self.report()).unwrap();
        report["outcomes"].clone()
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}
