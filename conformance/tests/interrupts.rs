//! Ctrl-C and SIGTERM: a whole report of what was judged, and a server that is as it was.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "what fails here fails the test that calls it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod binary;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use binary::{command, report};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_conformance::embedded;
use webdata_conformance::reference::{Options, ReferenceServer, Team};

/// How long the server takes for each answer; all cases together would take minutes.
const SLOWNESS: Duration = Duration::from_millis(400);

/// How long a run may take to end once it is called off.
const PATIENCE: Duration = Duration::from_secs(20);

/// A reference server that takes its time, as long as this is kept.
struct Slow {
    url: String,
    key: String,
    fixtures: String,
    _runtime: Runtime,
    _server: ReferenceServer,
}

fn slow() -> Slow {
    let spec = Arc::new(embedded().expect("the contract reads"));
    let runtime = Runtime::new().expect("a runtime");
    let server = runtime.block_on(ReferenceServer::start(Arc::clone(&spec), Options::default()));
    let server = server.expect("it starts");
    let resources = spec.operations.values().filter_map(|operation| operation.resource.as_ref());
    let monitor = resources.clone().find(|own| own.identified_by == "monitorId").expect("monitors");
    let create = || server.create(&monitor.type_name, Team::HOME).expect("a monitor");
    let fixtures = format!("monitorId={},{}", create(), create());
    let delayed = from_fn(|request: Request, next: Next| async move {
        tokio::time::sleep(SLOWNESS).await;
        next.run(request).await
    });
    let router: Router = server.router().layer(delayed);
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    runtime.spawn(async move { axum::serve(listener, router).await });
    Slow { url, key: server.keys().valid.clone(), fixtures, _runtime: runtime, _server: server }
}

fn start(folder: &TempDir, words: &[&str], slow: &Slow) -> Child {
    let url = ["run", "--base-url", &slow.url, "--key-env", "SLOW_KEY", "--fixture"];
    let words = [&url[..], &[&slow.fixtures], words].concat();
    let mut command = command(folder.path(), &words);
    command.env("SLOW_KEY", &slow.key).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a pid"));
    kill(pid, signal).expect("it runs");
}

#[test]
fn the_first_signal_ends_the_run_with_a_whole_report() {
    let slow = slow();
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = TempDir::new().unwrap();
        let mut child = start(&folder, &["-v"], &slow);
        let mut told = BufReader::new(child.stderr.take().expect("its errors"));
        let mut line = String::new();
        while !line.starts_with("pass ") {
            line.clear();
            assert!(told.read_line(&mut line).expect("text") > 0, "{signal}: no case passed");
        }
        send(&child, signal);
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
        assert_eq!(junit.matches("<testcase ").count() as u64, counted);
    }
}

/// The process cannot end by itself: nobody reads what it says, and it has more to say than a pipe
/// holds.
#[test]
fn the_second_signal_ends_the_process() {
    let slow = slow();
    let folder = TempDir::new().unwrap();
    let mut child = start(&folder, &["-v"], &slow);
    let mut told = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    told.read_line(&mut line).expect("text");
    assert!(line.starts_with("running "), "{line}");
    // Two of a kind may come as one.
    send(&child, Signal::SIGINT);
    send(&child, Signal::SIGTERM);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(!folder.path().join("target/conformance/report.json").exists());
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}
