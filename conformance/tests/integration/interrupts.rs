//! Ctrl-C, SIGTERM and SIGHUP: a whole report of what was judged, and a server that is as it was.
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
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_conformance::embedded;
use webdata_reference::{Options, ReferenceServer, Team};

use crate::binary::{command, report};

/// How long the server takes for each answer; all cases together would take minutes.
const SLOWNESS: Duration = Duration::from_millis(400);

/// How long a run may take to end once it is called off, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(45);

/// Where monitors are created and removed.
const MONITORS: &str = "/_reference/monitors";

/// How long the server tells the runner to wait, in seconds: longer than the test does.
const REFUSED_FOR: &str = "50";

/// What became of the monitors of a recipe.
#[derive(Default)]
struct Monitors {
    created: AtomicUsize,
    removed: AtomicUsize,
}

/// A reference server that takes its time, as long as this is kept.
struct Slow {
    monitors: Arc<Monitors>,
    /// Receives a message for each rejected creation.
    refused: mpsc::Receiver<()>,
    /// Whether requests of cases are answered no more.
    is_silent: Arc<AtomicBool>,
    /// Hears of each request that is not answered.
    unanswered: mpsc::Receiver<()>,
    url: String,
    key: String,
    fixtures: String,
    _runtime: Runtime,
    _server: ReferenceServer,
}

impl Slow {
    /// Answers no more, and waits until there is a request that waits for an answer.
    fn fall_silent(&self) {
        self.is_silent.store(true, Ordering::SeqCst);
        self.unanswered.recv_timeout(PATIENCE).expect("a request comes");
    }
}

/// A server that creates so many monitors before it says to come again later.
fn slow(most: usize) -> Slow {
    let spec = Arc::new(embedded().expect("the contract is valid"));
    let runtime = Runtime::new().expect("a runtime");
    let server = runtime.block_on(ReferenceServer::start(Arc::clone(&spec), Options::default()));
    let server = server.expect("it starts");
    let resources = spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let monitor = resources
        .clone()
        .find(|own| own.identified_by.as_deref() == Some("monitorId"))
        .expect("monitors");
    let create = || server.create(&monitor.type_name, Team::HOME).expect("a monitor");
    let fixtures = format!("monitorId={},{}", create(), create());
    let monitors: Arc<Monitors> = Arc::default();
    let (tell, refused) = mpsc::channel();
    let (tell_unanswered, unanswered) = mpsc::channel();
    let is_silent: Arc<AtomicBool> = Arc::default();
    let (own, silence) = (Arc::clone(&monitors), Arc::clone(&is_silent));
    let delayed = from_fn(move |request: Request, next: Next| {
        let (own, tell) = (Arc::clone(&own), tell.clone());
        let (silence, tell_unanswered) = (Arc::clone(&silence), tell_unanswered.clone());
        async move {
            if !request.uri().path().starts_with(MONITORS) {
                if silence.load(Ordering::SeqCst) {
                    let _ = tell_unanswered.send(());
                    return pending().await;
                }
                tokio::time::sleep(SLOWNESS).await;
                return next.run(request).await;
            }
            let counter = match *request.method() {
                Method::DELETE => &own.removed,
                _ => &own.created,
            };
            if request.method() == Method::POST && counter.load(Ordering::SeqCst) == most {
                let _ = tell.send(());
                let later = [("Retry-After", REFUSED_FOR)];
                return (StatusCode::TOO_MANY_REQUESTS, later).into_response();
            }
            let answer = next.run(request).await;
            counter.fetch_add(usize::from(answer.status().is_success()), Ordering::SeqCst);
            answer
        }
    });
    let router: Router = server.router().layer(delayed);
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    runtime.spawn(async move { axum::serve(listener, router).await });
    let key = server.keys().valid.clone();
    Slow {
        monitors,
        refused,
        is_silent,
        unanswered,
        url,
        key,
        fixtures,
        _runtime: runtime,
        _server: server,
    }
}

fn start(folder: &TempDir, words: &[&str], slow: &Slow) -> Child {
    let url =
        ["run", "--no-preflight", "--base-url", &slow.url, "--key-env", "SLOW_KEY", "--fixture"];
    start_with(folder, &[&url[..], &[&slow.fixtures], words].concat(), slow)
}

/// With a recipe for three monitors.
fn start_by_recipe(folder: &TempDir, slow: &Slow) -> Child {
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

fn start_with(folder: &TempDir, words: &[&str], slow: &Slow) -> Child {
    let mut command = command(folder.path(), words);
    command.env("SLOW_KEY", &slow.key).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a pid"));
    kill(pid, signal).expect("it runs");
}

#[test]
fn the_first_signal_ends_the_run_with_a_whole_report() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let (slow, folder) = (slow(0), TempDir::new().unwrap());
        let mut child = start(&folder, &["-v"], &slow);
        let mut told = until_a_case_passed(&mut child);
        slow.fall_silent();
        // GNU `timeout` sends one to the process and one to its group. Two of a kind may come as one.
        send(&child, signal);
        send(&child, Signal::SIGTERM);
        send(&child, Signal::SIGINT);
        let sent = Instant::now();
        let mut rest = String::new();
        told.read_to_string(&mut rest).expect("text");
        let output = child.wait_with_output().expect("it ends");
        assert!(sent.elapsed() < PATIENCE, "{signal}: {:?}", sent.elapsed());
        let summary = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(3), "{signal}: {summary}{rest}");
        assert!(rest.contains("interrupted: what was judged is reported"), "{signal}: {rest}");
        assert!(summary.contains("verdict    incomplete"), "{signal}: {summary}");
        assert!(summary.contains("cases were cut off or not sent"), "{signal}: {summary}");

        let report = report(folder.path());
        let cases = report["cases"].as_array().expect("cases");
        let counted: u64 = report["outcomes"].as_object().unwrap().values().map(number).sum();
        assert_eq!(counted, cases.len() as u64);
        assert_eq!(report["manifest"]["count"], counted);
        assert!(number(&report["outcomes"]["pass"]) > 0, "what was judged is kept");
        let because = |reason: &str| cases.iter().filter(|case| case["reason"] == reason).count();
        assert!(because("not sent: interrupted") > 100, "{signal}: {summary}");
        assert!(because("interrupted") > 0, "{signal}: those in flight are cut off: {summary}");
        let junit = folder.path().join("target/conformance/junit.xml");
        let junit = std::fs::read_to_string(junit).expect("the other report");
        let reasons = junit.matches("type=\"not sent\"").count() as u64;
        assert!(
            (1..=2).contains(&reasons),
            "{signal}: those that were not sent are told by reason"
        );
        assert_eq!(junit.matches("<testcase ").count() as u64, counted + reasons);
    }
}

/// What a process says, from behind the first case that passed.
fn until_a_case_passed(child: &mut Child) -> BufReader<ChildStderr> {
    let mut told = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    while !line.starts_with("pass ") {
        line.clear();
        assert!(told.read_line(&mut line).expect("text") > 0, "no case passed");
    }
    told
}

/// Ends a process that runs with a recipe, which has to leave nothing behind.
fn end(mut child: Child, told: Option<BufReader<ChildStderr>>, signal: Signal, slow: &Slow) {
    send(&child, signal);
    let sent = Instant::now();
    let mut rest = String::new();
    let mut told = told.unwrap_or_else(|| BufReader::new(child.stderr.take().expect("its errors")));
    told.read_to_string(&mut rest).expect("text");
    let output = child.wait_with_output().expect("it ends");
    assert!(sent.elapsed() < PATIENCE, "{signal}: {:?}", sent.elapsed());
    let summary = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(3), "{signal}: {summary}{rest}");
    assert!(summary.contains("cases were cut off or not sent"), "{signal}: {summary}");
    let (created, removed) = (&slow.monitors.created, &slow.monitors.removed);
    let (created, removed) = (created.load(Ordering::SeqCst), removed.load(Ordering::SeqCst));
    assert!(created > 0, "{signal}: {summary}{rest}");
    assert_eq!(removed, created, "{signal}: {summary}{rest}");
}

#[test]
fn what_was_created_is_removed_when_the_run_is_called_off() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (slow, folder) = (slow(3), TempDir::new().unwrap());
        let mut child = start_by_recipe(&folder, &slow);
        let told = until_a_case_passed(&mut child);
        end(child, Some(told), signal, &slow);
    }
}

#[test]
fn what_was_created_is_removed_when_the_creation_is_called_off() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (slow, folder) = (slow(1), TempDir::new().unwrap());
        let child = start_by_recipe(&folder, &slow);
        slow.refused.recv_timeout(PATIENCE).expect("a creation is rejected");
        end(child, None, signal, &slow);
        let report = report(folder.path());
        let cases = report["cases"].as_array().expect("cases");
        let sent = cases.iter().filter(|case| !["error", "skip"].contains(&text(&case["outcome"])));
        assert_eq!(sent.count(), 0, "{signal}: no case is sent");
    }
}

/// The process cannot end by itself: its output is not read, and it has more to say than a pipe
/// holds.
#[test]
fn a_later_signal_ends_the_process() {
    let slow = slow(0);
    let folder = TempDir::new().unwrap();
    let mut child = start(&folder, &["-v"], &slow);
    let mut told = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    told.read_line(&mut line).expect("text");
    assert!(line.starts_with("running "), "{line}");
    let sent = Instant::now();
    send(&child, Signal::SIGINT);
    let status = loop {
        match child.try_wait().expect("it can be asked") {
            Some(status) => break status,
            None => send(&child, Signal::SIGTERM),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let took = sent.elapsed();
    assert!(took >= Duration::from_secs(2) && took < PATIENCE, "{took:?}");
    assert_eq!(status.code(), Some(130));
    assert!(!folder.path().join("target/conformance/report.json").exists());
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}
