//! SIGINT, SIGTERM and SIGHUP end a run with a complete report, and with every created monitor removed.

use std::future::pending;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse as _;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_conformance::embedded;
use webdata_reference::{Options, ReferenceServer, Team};

use crate::binary::{command, report};

/// The delay of each response, with which all cases together would take minutes.
const RESPONSE_DELAY: Duration = Duration::from_millis(400);

/// The longest time that an interrupted run may take to end, on a machine that is busy with other tests.
const MAX_WAIT: Duration = Duration::from_secs(45);

/// The path under which monitors are created and removed.
const MONITORS: &str = "/_reference/monitors";

/// The `Retry-After` of rejected creations, in seconds: longer than the test waits.
const RETRY_AFTER: &str = "50";

/// The numbers of monitors that a recipe has created and removed.
#[derive(Default)]
struct Monitors {
    created: AtomicUsize,
    removed: AtomicUsize,
}

/// A slow reference server, which stops when the value is dropped.
struct SlowServer {
    monitors: Arc<Monitors>,
    /// Receives a message for each rejected creation.
    rejected: mpsc::Receiver<()>,
    /// Whether the server no longer responds to the requests of cases.
    is_silent: Arc<AtomicBool>,
    /// Receives a message for each request without a response.
    unanswered: mpsc::Receiver<()>,
    url: String,
    key: String,
    fixtures: String,
    _runtime: Runtime,
    _server: ReferenceServer,
}

impl SlowServer {
    /// Stops responding, and waits until a request waits for a response.
    fn stop_responding(&self) {
        self.is_silent.store(true, Ordering::SeqCst);
        self.unanswered.recv_timeout(MAX_WAIT).expect("a request arrives");
    }
}

/// Starts a server that creates `max_creations` monitors and rejects further creations with a 429.
fn start_server(max_creations: usize) -> SlowServer {
    let spec = Arc::new(embedded().expect("the contract is valid"));
    let runtime = Runtime::new().expect("a runtime");
    let server = runtime.block_on(ReferenceServer::start(
        Arc::clone(&spec),
        &crate::EXTENSION,
        Options::default(),
    ));
    let server = server.expect("the server starts");
    let mut resources =
        spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let monitor = resources
        .find(|resource| resource.identified_by.as_deref() == Some("monitorId"))
        .expect("monitors");
    let create = || server.create(&monitor.type_name, Team::HOME).expect("a monitor");
    let fixtures = format!("monitorId={},{}", create(), create());
    let monitors: Arc<Monitors> = Arc::default();
    let (report_rejection, rejected) = mpsc::channel();
    let (report_unanswered, unanswered) = mpsc::channel();
    let is_silent: Arc<AtomicBool> = Arc::default();
    let (counters, silence) = (Arc::clone(&monitors), Arc::clone(&is_silent));
    let delayed = from_fn(move |request: Request, next: Next| {
        let (counters, report_rejection) = (Arc::clone(&counters), report_rejection.clone());
        let (silence, report_unanswered) = (Arc::clone(&silence), report_unanswered.clone());
        async move {
            if !request.uri().path().starts_with(MONITORS) {
                if silence.load(Ordering::SeqCst) {
                    let _ = report_unanswered.send(());
                    return pending().await;
                }
                tokio::time::sleep(RESPONSE_DELAY).await;
                return next.run(request).await;
            }
            let counter = match *request.method() {
                Method::DELETE => &counters.removed,
                _ => &counters.created,
            };
            if request.method() == Method::POST && counter.load(Ordering::SeqCst) == max_creations {
                let _ = report_rejection.send(());
                let later = [("Retry-After", RETRY_AFTER)];
                return (StatusCode::TOO_MANY_REQUESTS, later).into_response();
            }
            let response = next.run(request).await;
            counter.fetch_add(usize::from(response.status().is_success()), Ordering::SeqCst);
            response
        }
    });
    let router: Router = server.router().layer(delayed);
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    runtime.spawn(async move { axum::serve(listener, router).await });
    let key = server.keys().valid.clone();
    SlowServer {
        monitors,
        rejected,
        is_silent,
        unanswered,
        url,
        key,
        fixtures,
        _runtime: runtime,
        _server: server,
    }
}

/// Starts a run with two fixtures.
fn start(folder: &TempDir, words: &[&str], slow: &SlowServer) -> Child {
    let first =
        ["run", "--no-preflight", "--base-url", &slow.url, "--key-env", "SLOW_KEY", "--fixture"];
    start_with(folder, &[&first[..], &[&slow.fixtures], words].concat(), slow)
}

/// Starts a run with a recipe for three monitors.
fn start_by_recipe(folder: &TempDir, slow: &SlowServer) -> Child {
    let target = format!(
        "base-url = '{}'\n[keys]\nvalid = {{ env = 'SLOW_KEY' }}\n[provision.monitorId]\ncount = 3\n\
         create = {{ method = 'POST', path = '{MONITORS}', id = '/id', body = {{ properties = {{ \
         name = 'a monitor of the suite' }} }} }}\n\
         delete = {{ method = 'DELETE', path = '{MONITORS}/{{monitorId}}' }}\n",
        slow.url
    );
    std::fs::write(folder.path().join("target.toml"), target).expect("a target file");
    start_with(folder, &["run", "--no-preflight", "--target", "target.toml", "-v"], slow)
}

fn start_with(folder: &TempDir, words: &[&str], slow: &SlowServer) -> Child {
    let mut command = command(folder.path(), words);
    command.env("SLOW_KEY", &slow.key).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the process starts")
}

fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a pid"));
    kill(pid, signal).expect("the process runs");
}

#[test]
fn the_first_signal_ends_the_run_with_a_complete_report() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let (slow, folder) = (start_server(0), TempDir::new().unwrap());
        let mut child = start(&folder, &["-v"], &slow);
        let stderr = until_a_case_passed(&mut child);
        slow.stop_responding();
        // GNU `timeout` signals the process and its group. Two pending signals of a kind arrive as one.
        send(&child, signal);
        send(&child, Signal::SIGTERM);
        send(&child, Signal::SIGINT);
        let (summary, rest) = wait_for_end(child, stderr, signal);
        assert!(rest.contains("interrupted: the judged cases are reported"), "{signal}: {rest}");
        assert!(summary.contains("verdict    incomplete"), "{signal}: {summary}");

        let report = report(folder.path());
        let cases = report["cases"].as_array().expect("cases");
        let counted: u64 = report["outcomes"].as_object().unwrap().values().map(number).sum();
        assert_eq!(counted, cases.len() as u64);
        assert_eq!(report["manifest"]["count"], counted);
        assert!(number(&report["outcomes"]["pass"]) > 0, "no passed case is in the report");
        let interrupted = |sent: bool| {
            let reason = json!({ "interrupted": { "sent": sent } });
            cases.iter().filter(|case| case["reason"] == reason).count()
        };
        assert!(interrupted(false) > 100, "{signal}: {summary}");
        assert!(interrupted(true) > 0, "{signal}: no case was cut off: {summary}");
        let junit = folder.path().join("target/conformance/junit.xml");
        let junit = std::fs::read_to_string(junit).expect("the JUnit report");
        let reasons = junit.matches("type=\"not sent\"").count() as u64;
        assert!((1..=2).contains(&reasons), "{signal}: unsent cases are not grouped by reason");
        assert_eq!(junit.matches("<testcase ").count() as u64, counted + reasons);
    }
}

/// Waits until an interrupted run has ended, checks its exit code, and returns its summary and the rest of its
/// standard error.
fn wait_for_end(
    child: Child,
    mut stderr: BufReader<ChildStderr>,
    signal: Signal,
) -> (String, String) {
    let sent = Instant::now();
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("UTF-8");
    let output = child.wait_with_output().expect("the process ends");
    assert!(sent.elapsed() < MAX_WAIT, "{signal}: {:?}", sent.elapsed());
    let summary = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{signal}: {summary}{rest}");
    assert!(summary.contains("cases were cut off or not sent"), "{signal}: {summary}");
    (summary, rest)
}

/// Takes the standard error of a process.
fn stderr_of(child: &mut Child) -> BufReader<ChildStderr> {
    BufReader::new(child.stderr.take().expect("the standard error is piped"))
}

/// Returns the standard error of a process, read up to the first case that passed.
fn until_a_case_passed(child: &mut Child) -> BufReader<ChildStderr> {
    let mut stderr = stderr_of(child);
    let mut line = String::new();
    while !line.starts_with("pass ") {
        line.clear();
        assert!(stderr.read_line(&mut line).expect("UTF-8") > 0, "no case passed");
    }
    stderr
}

/// Interrupts a run with a recipe, and checks that every created monitor is removed.
fn interrupt(child: Child, stderr: BufReader<ChildStderr>, signal: Signal, slow: &SlowServer) {
    send(&child, signal);
    let (summary, rest) = wait_for_end(child, stderr, signal);
    let (created, removed) = (&slow.monitors.created, &slow.monitors.removed);
    let (created, removed) = (created.load(Ordering::SeqCst), removed.load(Ordering::SeqCst));
    assert!(created > 0, "{signal}: {summary}{rest}");
    assert_eq!(removed, created, "{signal}: {summary}{rest}");
}

#[test]
fn created_monitors_are_removed_if_the_run_is_interrupted() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (slow, folder) = (start_server(3), TempDir::new().unwrap());
        let mut child = start_by_recipe(&folder, &slow);
        let stderr = until_a_case_passed(&mut child);
        interrupt(child, stderr, signal, &slow);
    }
}

#[test]
fn created_monitors_are_removed_if_the_creation_is_interrupted() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (slow, folder) = (start_server(1), TempDir::new().unwrap());
        let mut child = start_by_recipe(&folder, &slow);
        slow.rejected.recv_timeout(MAX_WAIT).expect("a creation is rejected");
        let stderr = stderr_of(&mut child);
        interrupt(child, stderr, signal, &slow);
        let report = report(folder.path());
        let cases = report["cases"].as_array().expect("cases");
        let sent = cases.iter().filter(|case| !["error", "skip"].contains(&text(&case["outcome"])));
        assert_eq!(sent.count(), 0, "{signal}: a case was sent");
    }
}

/// The process cannot end on its own: nothing reads its output, which is larger than a pipe's buffer.
#[test]
fn a_later_signal_ends_the_process() {
    let slow = start_server(0);
    let folder = TempDir::new().unwrap();
    let mut child = start(&folder, &["-v"], &slow);
    let mut stderr = stderr_of(&mut child);
    let mut line = String::new();
    stderr.read_line(&mut line).expect("UTF-8");
    assert!(line.starts_with("running "), "{line}");
    let sent = Instant::now();
    send(&child, Signal::SIGINT);
    let status = loop {
        match child.try_wait().expect("the status can be read") {
            Some(status) => break status,
            None => send(&child, Signal::SIGTERM),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let took = sent.elapsed();
    assert!(took >= Duration::from_secs(2) && took < MAX_WAIT, "{took:?}");
    assert_eq!(status.code(), Some(130));
    assert!(!folder.path().join("target/conformance/report.json").exists());
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}
