//! Tests that the suite finds the vendor server correct in what it offers, and skips the rest with a reason.
//! A deliberately broken server fails.

#![expect(clippy::expect_used, reason = "a failure here fails the test")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use serde_json::Value;
use webdata_conformance::failure_message;
use webdata_conformance::outcome::OutcomeKind;
use webdata_conformance::plan::Selection;
use webdata_conformance::report::Report;
use webdata_conformance::run::{NeededResources, Runner, provision};
use webdata_conformance::target;
use webdata_spec::model::Level;

#[expect(dead_code, reason = "the tests do not call `main`")]
#[path = "../vendor_server.rs"]
mod server;

use server::Access;

/// The keys, by the environment variables that the target file names.
const KEYS: [(&str, &str); 4] = [
    ("VALID_KEY", "key-of-the-home-team"),
    ("OTHER_TEAM_KEY", "key-of-the-guests"),
    ("LIMITED_KEY", "key-that-opens-nothing"),
    ("REVOKED_KEY", "key-of-yesterday"),
];

/// Runs the suite and prints its results. The other tests start this test as a process of its own, because a
/// test cannot change its own environment safely.
#[test]
#[ignore = "started by the other tests, with keys and an address in its environment"]
fn judge() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("vendor_server.toml");
    let mut target = target::load(&file).expect("the target file is valid");
    let suite = webdata_conformance::suite().expect("the contract is valid");
    let filters = std::env::var("ONLY").into_iter().collect();
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).expect("the plan has cases");
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    let wanted = NeededResources::from(BTreeSet::from(["monitorId".to_owned()]));
    let made = provision(&target, &suite.spec, &wanted, plan.deadline, &plan.stop);
    let made = runtime.block_on(made).expect("monitors are created");
    target.settings.fixtures.extend(made.fixtures());
    let runner = Runner::Threads(2);
    let report =
        suite.run(plan, target, Level::Must, runner, runtime.handle()).expect("the suite runs");
    assert!(runtime.block_on(made.remove()).is_empty(), "some monitors were not removed");
    println!("\n{}", counts(&report));
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for case in report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Skip) {
        assert!(!case.outcome.reason.is_empty(), "{}", case.id);
        *reasons.entry(case.outcome.reason.to_string()).or_default() += 1;
    }
    for (reason, count) in reasons {
        println!("{count:5} skipped: {reason}");
    }
    for case_report in &report.cases {
        let case = suite
            .cases
            .iter()
            .find(|case| case.id == case_report.id)
            .expect("the case is one of the suite's");
        if let Some(message) = failure_message(case, &case_report.outcome, &suite.clauses) {
            println!("{message}\n");
        }
    }
}

fn counts(report: &Report) -> String {
    let count = |kind| report.count(kind);
    format!(
        "verdict {}: {} passed, {} failed, {} blocked, {} errors, {} skipped, {} observed",
        report.verdict,
        count(OutcomeKind::Pass),
        count(OutcomeKind::Fail),
        count(OutcomeKind::Blocked),
        count(OutcomeKind::Error),
        count(OutcomeKind::Skip),
        count(OutcomeKind::Observed),
    )
}

/// Runs the suite against a server and returns its output.
fn run_suite(base_url: &str, only: Option<&str>) -> String {
    let executable = std::env::current_exe().expect("the test has an executable");
    let mut command = Command::new(executable);
    command.args(["--exact", "vendor_server::judge", "--ignored", "--nocapture"]);
    command.env("BASE_URL", base_url).envs(KEYS).envs(only.map(|only| ("ONLY", only)));
    let output = command.output().expect("the suite runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// A process of the vendor server, which ends with the test.
struct Server {
    process: Child,
    /// Kept open, because the server fails if it cannot write.
    _stdout: BufReader<ChildStdout>,
    base_url: String,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_vendor_server"))
            .args(["--port", "0"])
            .envs(KEYS)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdout = process.stdout.take().expect("the standard output is piped");
        let mut stdout = BufReader::new(stdout);
        let mut line = String::new();
        stdout.read_line(&mut line).expect("the server writes UTF-8");
        let base_url = line
            .trim_end()
            .strip_prefix("listening on ")
            .expect("the first line has the address")
            .to_owned();
        Self { process, _stdout: stdout, base_url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_vendor_server_is_conformant_to_core() {
    let server = Server::start();
    let text = run_suite(&server.base_url, None);
    let line =
        text.lines().find(|line| line.starts_with("verdict ")).expect("the output has a verdict");
    println!("{line}");
    assert!(line.starts_with("verdict conformant: "), "{text}");
    assert!(line.contains(" 0 failed, 0 blocked, 0 errors, "), "{text}");
    let passed: Option<usize> = line.split(' ').nth(2).and_then(|count| count.parse().ok());
    assert!(passed.is_some_and(|passed| passed > 1000), "{line}");
}

#[test]
fn a_server_that_changes_names_fails() {
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    let base_url = runtime.block_on(async {
        let keys = HashMap::from([
            (KEYS[0].1.to_owned(), Access::Team("home")),
            (KEYS[1].1.to_owned(), Access::Team("guests")),
            (KEYS[2].1.to_owned(), Access::Nothing),
        ]);
        let faulty = server::server(keys).layer(from_fn(change_names));
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = tokio::net::TcpListener::bind(any_port).await.expect("a port is free");
        let base_url =
            format!("http://{}", listener.local_addr().expect("the listener has an address"));
        tokio::spawn(async move { axum::serve(listener, faulty).await });
        base_url
    });
    let text = run_suite(&base_url, Some("updateMonitor::name::"));
    assert!(text.contains("verdict not conformant: "), "{text}");
}

/// Replaces the characters of each name before the request reaches the server.
async fn change_names(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("the body is read");
    let sent = match serde_json::from_slice::<Value>(&body) {
        Ok(mut value) if value["name"].is_string() && parts.method == "PATCH" => {
            let name = value["name"].as_str().unwrap_or_default().replace(|_: char| true, "x");
            value["name"] = name.into();
            parts.headers.remove("content-length");
            Body::from(value.to_string())
        }
        _ => Body::from(body),
    };
    next.run(Request::from_parts(parts, sent)).await
}
