//! The vendor server is judged by the suite: it does what it offers as the contract says, and what
//! it does not offer is skipped with the reason. One that is broken on purpose is found out.

#![expect(clippy::expect_used, reason = "a test may stop where it cannot go on")]

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
use webdata_conformance::run::{Runner, provision};
use webdata_conformance::target;
use webdata_spec::model::Level;

#[expect(dead_code, reason = "`main` is for people")]
#[path = "../vendor_server.rs"]
mod vendor_server;

use vendor_server::Access;

/// The keys, in the variables that the target file names.
const KEYS: [(&str, &str); 4] = [
    ("VALID_KEY", "key-of-the-home-team"),
    ("OTHER_TEAM_KEY", "key-of-the-guests"),
    ("LIMITED_KEY", "key-that-opens-nothing"),
    ("REVOKED_KEY", "key-of-yesterday"),
];

/// Only this one is not on its own: the others give it its environment, which a test cannot change
/// for itself. It prints what the suite finds.
#[test]
#[ignore = "is run by the other tests, with keys and an address in its environment"]
fn judge() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("vendor_server.toml");
    let mut target = target::load(&file).expect("is a target");
    let suite = webdata_conformance::suite().expect("is a contract");
    let filters = std::env::var("ONLY").into_iter().collect();
    let selection = Selection { filters, ..Selection::default() };
    let plan = suite.plan(&target, &selection).expect("there is something to run");
    let runtime = tokio::runtime::Runtime::new().expect("starts");
    let wanted = BTreeSet::from(["monitorId".to_owned()]);
    let made = provision(&target, &suite.spec, &wanted, plan.deadline, &plan.stop);
    let made = runtime.block_on(made).expect("monitors are made");
    target.fixtures.extend(made.fixtures());
    let runner = Runner::Threads(2);
    let report = suite.run(plan, target, Level::Must, runner, runtime.handle()).expect("is run");
    assert!(runtime.block_on(made.remove()).is_empty(), "monitors are left");
    println!("\n{}", counts(&report));
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for case in report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Skip) {
        assert!(!case.outcome.reason.is_empty(), "{}", case.id);
        *reasons.entry(&case.outcome.reason).or_default() += 1;
    }
    for (reason, count) in reasons {
        println!("{count:5} skipped: {reason}");
    }
    for found in &report.cases {
        let case = suite.cases.iter().find(|case| case.id == found.id).expect("is of the suite");
        if let Some(message) = failure_message(case, &found.outcome, &suite.spec) {
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

/// What the suite prints about a server.
fn judged(base_url: &str, only: Option<&str>) -> String {
    let myself = std::env::current_exe().expect("is a program");
    let mut command = Command::new(myself);
    command.args(["--exact", "judge", "--ignored", "--nocapture"]);
    command.env("BASE_URL", base_url).envs(KEYS).envs(only.map(|only| ("ONLY", only)));
    let output = command.output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The server as people start it; it ends with the test.
struct Server {
    process: Child,
    /// Open as long as the server writes.
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
            .expect("starts");
        let stdout = process.stdout.take().expect("is piped");
        let mut stdout = BufReader::new(stdout);
        let mut line = String::new();
        stdout.read_line(&mut line).expect("is text");
        let base_url =
            line.trim_end().strip_prefix("listening on ").expect("says where").to_owned();
        Self { process, _stdout: stdout, base_url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn schedules_in_words_as_cron() {
    let cases = [
        ("every hour", "0 * * * *"),
        ("every 15 minutes", "*/15 * * * *"),
        ("every 15 minutes starting at :05", "5-59/15 * * * *"),
        ("every 15 minutes starting at :50", "5-59/15 * * * *"),
        ("every 30 minutes starting at :30", "0-59/30 * * * *"),
    ];
    for (phrase, expected) in cases {
        assert_eq!(vendor_server::cron(phrase), expected, "{phrase}");
    }
}

#[test]
fn nothing_fails_that_it_can_be_asked() {
    let server = Server::start();
    let text = judged(&server.base_url, None);
    let line = text.lines().find(|line| line.starts_with("verdict ")).expect("there is a verdict");
    println!("{line}");
    assert!(line.starts_with("verdict partial: "), "{text}");
    assert!(line.contains(" 0 failed, 0 blocked, 0 errors, "), "{text}");
    let passed: Option<usize> = line.split(' ').nth(2).and_then(|count| count.parse().ok());
    assert!(passed.is_some_and(|passed| passed > 1000), "{line}");
}

#[test]
fn one_that_forgets_names_is_found_out() {
    let runtime = tokio::runtime::Runtime::new().expect("starts");
    let base_url = runtime.block_on(async {
        let keys = HashMap::from([
            (KEYS[0].1.to_owned(), Access::Team("home")),
            (KEYS[1].1.to_owned(), Access::Team("guests")),
            (KEYS[2].1.to_owned(), Access::Nothing),
        ]);
        let faulty = vendor_server::server(keys).layer(from_fn(forget));
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = tokio::net::TcpListener::bind(any_port).await.expect("is bound");
        let base_url = format!("http://{}", listener.local_addr().expect("is bound"));
        tokio::spawn(async move { axum::serve(listener, faulty).await });
        base_url
    });
    let text = judged(&base_url, Some("updateMonitor::name::"));
    assert!(text.contains("verdict not conformant: "), "{text}");
}

/// Changes each name on its way to the server.
async fn forget(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.expect("is read");
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
