//! Runs against servers that no client should meet: each ends in its time and within its memory, with
//! a report that says so.
//!
//! It is a test program of its own since it measures the memory of all processes that it has started.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

#[path = "integration/binary.rs"]
mod binary;
#[path = "integration/hostile_responses.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod hostile_responses;
#[path = "integration/hostile_server.rs"]
mod hostile_server;

#[path = "integration/hostile_amplifiers.rs"]
mod hostile_amplifiers;

use std::io::Write as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use binary::{FIXTURES, conformance, report, text};
use hostile_amplifiers::AMPLIFIERS;
use hostile_responses::{HALF_HANGING, HANGING_ON_MONITORS, LIMITED, SERVERS};
use hostile_server::HostileServer;

/// How long a request may take, in seconds.
const TIMEOUT: u64 = 1;

/// How many cases run side by side.
const JOBS: u64 = 2;

/// A few cases that begin with what is tested, so that a wrong answer fails them.
const CASES: &str = "updateMonitor::name::";

/// Besides requests: the start of the process, and other tests on the same machine.
const SLACK: Duration = Duration::from_secs(20);

/// How much longer a case may take than its requests, in seconds: one is the aim, and other tests run beside this.
const CASE_SLACK: f64 = 5.0;

/// How many hostile servers are tried at the same time; most of the time, all wait.
const TOGETHER: usize = 4;

/// The most memory that a run may take, in bytes: far less than what some servers send.
#[cfg(unix)]
const MEMORY: u64 = 400 << 20;

fn run(folder: &Path, server: &HostileServer, more: &[&str]) -> Output {
    let jobs = JOBS.to_string();
    sent("run", folder, server, &[&["--jobs", &jobs], more].concat())
}

/// Has a command send requests to a server that is started for it.
fn sent(command: &str, folder: &Path, server: &HostileServer, more: &[&str]) -> Output {
    sent_within(TIMEOUT, command, folder, server, more)
}

/// Does so with another time for a request, in seconds.
fn sent_within(
    timeout: u64,
    command: &str,
    folder: &Path,
    server: &HostileServer,
    more: &[&str],
) -> Output {
    let url = format!("{}://{}", server.scheme, server.start().address);
    let timeout = timeout.to_string();
    let words = [command, "--base-url", &url, "--key-env", "THE_KEY", "--fixture", FIXTURES];
    let words = [&words[..], &["--no-preflight"]].concat();
    conformance(folder, &[&words[..], &["--timeout", &timeout], more].concat())
}

fn check(server: &HostileServer) {
    let (name, folder) = (server.name, TempDir::new().unwrap());
    let started = Instant::now();
    let output = run(folder.path(), server, &[CASES]);
    let took = started.elapsed();
    let said = text(&output);
    let report = report(folder.path());
    assert_eq!(report["verdict"], server.verdict, "{name}: {said}");
    let code = if server.verdict == "incomplete" { 3 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    let cases = report["cases"].as_array().unwrap();
    assert!(cases.len() > 3, "{name}: {} cases", cases.len());
    let requests = Duration::from_secs(cases.len() as u64 * TIMEOUT / JOBS);
    assert!(took < requests + SLACK, "{name}: {took:?}");
    for case in cases {
        let (id, outcome) = (&case["id"], case["outcome"].as_str().unwrap());
        let bad = if server.verdict == "incomplete" { "error" } else { "fail" };
        let requests = case["transcript"].as_array().map_or(1, |own| own.len().max(1));
        let most = requests as f64 * TIMEOUT as f64 + CASE_SLACK;
        let took = case["milliseconds"].as_f64().unwrap() / 1000.0;
        assert!(took < most, "{name}: {id} took {took} s");
        let is_bad = outcome == bad || outcome == "blocked" && bad == "fail";
        assert!(is_bad, "{name}: {id} is {outcome}: {}", case["reason"]);
    }
    assert!(!said.contains("panicked"), "{name}: {said}");
}

/// What is found is shrunk, which takes as long as the exploration once more.
fn check_explored(server: &HostileServer) {
    let (name, folder) = (server.name, TempDir::new().unwrap());
    let started = Instant::now();
    let words = ["--seconds", "1", "--findings", "2", "--seed", "7", "--report-dir", "target"];
    let output = sent("explore", folder.path(), server, &words);
    let (took, said) = (started.elapsed(), text(&output));
    let code = if server.verdict == "incomplete" { 3 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    assert!(took < SLACK, "{name}: {took:?}");
    assert!(!said.contains("panicked"), "{name}: {said}");
    let report = std::fs::read_to_string(folder.path().join("target/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["verdict"], server.verdict, "{name}: {said}");
}

/// Tries every hostile server, some side by side, and sees what memory the processes took.
fn check_all(check: impl Fn(&HostileServer) + Sync) {
    for servers in SERVERS.chunks(TOGETHER) {
        std::thread::scope(|scope| {
            for server in servers {
                scope.spawn(|| check(server));
            }
        });
    }
    assert_within_memory("the hostile servers");
}

/// Sees what memory the processes took that have ended.
fn assert_within_memory(name: &str) {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        // The most that any of them took, in KiB.
        let most = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells").max_rss();
        let most = u64::try_from(most).unwrap() * 1024;
        println!("{} MiB at most after {name}", most >> 20);
        assert!(most > 1 << 20 && most < MEMORY, "{} MiB after {name}", most >> 20);
    }
}

/// `verify` takes each report that a run writes of such answers.
#[test]
fn answers_that_amplify_take_bounded_memory_with_many_jobs_and_their_reports_can_be_verified() {
    for server in &AMPLIFIERS {
        let (name, folder) = (server.name, TempDir::new().unwrap());
        let words = ["--jobs", "16", "updateMonitor::name"];
        let output = sent_within(20, "run", folder.path(), server, &words);
        let said = text(&output);
        assert!([Some(1), Some(3)].contains(&output.status.code()), "{name}: {said}");
        assert!(!said.contains("panicked"), "{name}: {said}");
        let words = ["verify", "target/conformance/report.json"];
        let output = conformance(folder.path(), &words);
        let said = text(&output);
        assert_ne!(output.status.code(), Some(2), "{name}: {said}");
        assert_within_memory(name);
    }
}

/// A file that is too large for a report is rejected before all of it is in memory.
#[test]
fn files_that_amplify_take_bounded_memory() {
    let folder = TempDir::new().unwrap();
    // Written piece by piece: the system counts the memory of this process as its children's, too.
    let mut objects = std::fs::File::create(folder.path().join("objects.json")).unwrap();
    let many = "{\"\":0},".repeat(1 << 20);
    objects.write_all(b"[").unwrap();
    (0..20).for_each(|_| objects.write_all(many.as_bytes()).unwrap());
    objects.write_all(b"0]").unwrap();
    let huge = std::fs::File::create(folder.path().join("huge.json")).unwrap();
    huge.set_len(3 << 30).unwrap();
    let mut files = vec!["objects.json", "huge.json"];
    if cfg!(unix) {
        files.push("/dev/zero");
    }
    for file in files {
        for words in [&["verify", file][..], &["diff", file, file], &["merge", file, file]] {
            let output = conformance(folder.path(), words);
            let said = text(&output);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
            assert!(said.contains("than any report"), "{words:?}: {said}");
            assert!(said.len() < 4000, "{words:?}: {said}");
        }
    }
    assert_within_memory("files");
}

#[test]
fn every_case_ends_in_its_time_and_the_memory_is_bounded() {
    check_all(check);
}

#[test]
fn every_exploration_ends_in_its_time_and_the_memory_is_bounded() {
    check_all(check_explored);
}

#[test]
fn a_dead_server_ends_the_whole_suite_in_bounded_time() {
    for server in SERVERS.iter().filter(|server| ["unreachable", "hangs"].contains(&server.name)) {
        let folder = TempDir::new().unwrap();
        let started = Instant::now();
        let output = run(folder.path(), server, &[]);
        assert_eq!(output.status.code(), Some(3), "{}: {}", server.name, text(&output));
        assert!(started.elapsed() < SLACK * 2, "{}: {:?}", server.name, started.elapsed());
        assert!(text(&output).contains("not sent: 5 requests in a row got no response"));
        assert_eq!(report(folder.path())["outcomes"]["pass"], 0, "{}", server.name);
    }
}

#[test]
fn a_server_that_lets_nobody_in_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let started = Instant::now();
    let output = run(folder.path(), &LIMITED, &["--deadline", "20"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(started.elapsed() < SLACK * 3, "{:?}", started.elapsed());
    let report = report(folder.path());
    assert!(report["outcomes"]["error"].as_u64().unwrap() > 0);
    assert_eq!(report["outcomes"]["pass"], 0);
}

/// What hangs is not asked for ever; the rest is.
#[test]
fn a_path_that_hangs_does_not_keep_the_rest_from_being_judged() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &HANGING_ON_MONITORS, &[]);
    let report = report(folder.path());
    let cases = report["cases"].as_array().unwrap();
    let not_sent = |case: &&Value| {
        case["reason"].as_str().is_some_and(|reason| reason.starts_with("not sent: "))
    };
    let given_up: Vec<&Value> = cases.iter().filter(not_sent).collect();
    assert!(!given_up.is_empty());
    for case in given_up {
        let reason = case["reason"].as_str().unwrap();
        assert!(reason.contains("requests for "), "{}: {reason}", case["id"]);
        assert!(reason.contains("Monitor"), "{}: {reason}", case["id"]);
    }
    let scrapes = cases.iter().filter(|case| case["id"].as_str().unwrap().starts_with("scrape::"));
    let judged = scrapes.filter(|case| case["outcome"] == "fail" || case["outcome"] == "blocked");
    assert!(judged.count() > 10, "other operations are judged");
}

#[test]
fn a_run_ends_at_its_deadline() {
    let folder = TempDir::new().unwrap();
    let started = Instant::now();
    // These cases begin with a set-up, so that a refusal blocks them and fails none.
    let output = run(folder.path(), &HALF_HANGING, &["effects::given-fields", "--deadline", "3"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(started.elapsed() < SLACK, "{:?}", started.elapsed());
    assert!(text(&output).contains("not sent: the run's 3 s are over"), "{}", text(&output));
    assert!(report(folder.path())["outcomes"]["blocked"].as_u64().unwrap() > 0);
}

#[test]
fn endless_zeros_hold_no_run_beyond_its_deadline() {
    let folder = TempDir::new().unwrap();
    let server = SERVERS.iter().find(|own| own.name == "a chunk size of endless zeros").unwrap();
    let started = Instant::now();
    let output = run(folder.path(), server, &["updateMonitor::", "--deadline", "3"]);
    let took = started.elapsed();
    println!("{took:?} with a deadline of 3 s");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(took < SLACK, "{took:?}");
}
