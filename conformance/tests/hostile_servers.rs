//! Runs against hostile servers: each run ends within its time and memory, with a report of what went wrong.
//!
//! These tests are a binary of their own, since they measure the memory of all child processes.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

#[path = "integration/binary.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod binary;
#[path = "integration/hostile_responses.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod hostile_responses;

use std::io::Write as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use binary::{FIXTURES, conformance, report, text};
use hostile_responses::{
    AMPLIFIERS, HALF_HANGING, HANGING_ON_MONITORS, HostileServer, LIMITED, SERVERS,
    SILENT_FOR_A_TIME,
};

/// The time limit of a request, in seconds.
const TIMEOUT: u64 = 1;

/// How many cases run at the same time.
const JOBS: u64 = 2;

/// A few cases whose first request is the tested one, so that a wrong response fails them.
const CASES: &str = "updateMonitor::name::";

/// The time for the start of a process and for other tests on the machine.
const SLACK: Duration = Duration::from_secs(20);

/// How much longer than its requests a case may take, in seconds: the aim is one second, but other tests run
/// at the same time.
const CASE_SLACK: f64 = 5.0;

/// How many hostile servers are tested at the same time. The processes wait most of the time.
const PARALLEL_SERVERS: usize = 4;

/// The memory limit of a run, in bytes: far less than some servers send.
#[cfg(unix)]
const MEMORY_LIMIT: u64 = 400 << 20;

fn run(folder: &Path, server: &HostileServer, more: &[&str]) -> Output {
    let jobs = JOBS.to_string();
    run_command("run", folder, server, &[&["--jobs", &jobs], more].concat())
}

/// Starts a server, and runs a command against it.
fn run_command(command: &str, folder: &Path, server: &HostileServer, more: &[&str]) -> Output {
    run_with_timeout(TIMEOUT, command, folder, server, more)
}

/// Starts a server, and runs a command against it with a time limit for each request, in seconds.
fn run_with_timeout(
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
    let printed = text(&output);
    let report = report(folder.path());
    assert_eq!(report["verdict"], server.verdict, "{name}: {printed}");
    let code = if server.verdict == "incomplete" { 3 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{name}: {printed}");
    let cases = report["cases"].as_array().unwrap();
    assert!(cases.len() > 3, "{name}: {} cases", cases.len());
    let requests = Duration::from_secs(cases.len() as u64 * TIMEOUT / JOBS);
    assert!(took < requests + SLACK, "{name}: {took:?}");
    for case in cases {
        let (id, outcome) = (&case["id"], case["outcome"].as_str().unwrap());
        let bad = if server.verdict == "incomplete" { "error" } else { "fail" };
        let requests = case["transcript"].as_array().map_or(1, |exchanges| exchanges.len().max(1));
        let limit = requests as f64 * TIMEOUT as f64 + CASE_SLACK;
        let took = case["milliseconds"].as_f64().unwrap() / 1000.0;
        assert!(took < limit, "{name}: {id} took {took} s");
        let is_bad = outcome == bad || outcome == "blocked" && bad == "fail";
        assert!(is_bad, "{name}: {id} is {outcome}: {}", case["reason"]);
    }
    assert!(!printed.contains("panicked"), "{name}: {printed}");
}

/// Failing sequences are shrunk, which takes as long as the exploration again.
fn check_explored(server: &HostileServer) {
    let (name, folder) = (server.name, TempDir::new().unwrap());
    let started = Instant::now();
    let words = ["--seconds", "1", "--findings", "2", "--seed", "7", "--report-dir", "target"];
    let output = run_command("explore", folder.path(), server, &words);
    let (took, printed) = (started.elapsed(), text(&output));
    let code = if server.verdict == "incomplete" { 3 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{name}: {printed}");
    assert!(took < SLACK, "{name}: {took:?}");
    assert!(!printed.contains("panicked"), "{name}: {printed}");
    let report = std::fs::read_to_string(folder.path().join("target/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["verdict"], server.verdict, "{name}: {printed}");
}

/// Tests hostile servers, several at the same time, and checks the memory of the processes.
fn check_all(
    servers: impl Iterator<Item = &'static HostileServer>,
    check: impl Fn(&HostileServer) + Sync,
) {
    let servers: Vec<&HostileServer> = servers.collect();
    for servers in servers.chunks(PARALLEL_SERVERS) {
        std::thread::scope(|scope| {
            for server in servers {
                scope.spawn(|| check(server));
            }
        });
    }
    assert_within_memory("the hostile servers");
}

/// Checks the peak memory of the child processes that have ended.
fn assert_within_memory(name: &str) {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        // The highest peak of any child process, in KiB.
        let kibibytes =
            getrusage(UsageWho::RUSAGE_CHILDREN).expect("the memory of child processes").max_rss();
        let limit = u64::try_from(kibibytes).unwrap() * 1024;
        println!("{} MiB at most after {name}", limit >> 20);
        assert!(limit > 1 << 20 && limit < MEMORY_LIMIT, "{} MiB after {name}", limit >> 20);
    }
}

/// `verify` reads each report of such a run.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn amplifying_responses_take_bounded_memory_and_their_reports_are_read() {
    for server in &AMPLIFIERS {
        let (name, folder) = (server.name, TempDir::new().unwrap());
        let words = ["--jobs", "16", "updateMonitor::name"];
        let output = run_with_timeout(20, "run", folder.path(), server, &words);
        let printed = text(&output);
        assert!([Some(1), Some(3)].contains(&output.status.code()), "{name}: {printed}");
        assert!(!printed.contains("panicked"), "{name}: {printed}");
        let words = ["verify", "target/conformance/report.json"];
        let output = conformance(folder.path(), &words);
        let printed = text(&output);
        assert_ne!(output.status.code(), Some(2), "{name}: {printed}");
        assert_within_memory(name);
    }
}

/// A file that is too large for a report is rejected before all of it is in memory.
#[test]
fn amplifying_files_take_bounded_memory() {
    let folder = TempDir::new().unwrap();
    // The file is written in parts, since the system counts this process's memory for its children, too.
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
            let printed = text(&output);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {printed}");
            assert!(printed.contains("than any report"), "{words:?}: {printed}");
            assert!(printed.len() < 4000, "{words:?}: {printed}");
        }
    }
    assert_within_memory("files");
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn every_case_ends_in_time_in_bounded_memory() {
    check_all(SERVERS.iter(), check);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_fifth_of_the_explorations_end_in_time_in_bounded_memory() {
    check_all(SERVERS.iter().step_by(5), check_explored);
}

/// The tests of this file that only `cargo xtask ci --long` runs.
mod longest {
    use super::*;

    #[test]
    #[ignore = "takes long; `cargo xtask ci --long` runs it"]
    fn every_exploration_ends_in_time_in_bounded_memory() {
        check_all(SERVERS.iter(), check_explored);
    }
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
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
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn a_server_that_rejects_all_requests_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let started = Instant::now();
    let output = run(folder.path(), &LIMITED, &["--deadline", "20"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(started.elapsed() < SLACK * 3, "{:?}", started.elapsed());
    let report = report(folder.path());
    assert!(report["outcomes"]["error"].as_u64().unwrap() > 0);
    assert_eq!(report["outcomes"]["pass"], 0);
}

/// The run waits for a server that responded before, leaves out what silenced it, and judges the other cases.
#[test]
fn a_server_that_is_silent_for_a_time_is_judged_afterwards() {
    let folder = TempDir::new().unwrap();
    let output = run(folder.path(), &SILENT_FOR_A_TIME, &["updateMonitor::"]);
    let report = report(folder.path());
    let cases = report["cases"].as_array().unwrap();
    let unjudged: Vec<&Value> = cases
        .iter()
        .filter(|case| case["outcome"] == "error")
        .map(|case| &case["reason"])
        .collect();
    assert!(unjudged.len() * 2 < cases.len(), "{unjudged:#?} of {}", cases.len());
    assert!(
        unjudged.iter().all(|reason| !reason.to_string().contains("in a row")),
        "{unjudged:#?}"
    );
    assert!(unjudged.iter().any(|reason| reason["silent"]["isOver"] == true), "{unjudged:#?}");
    let why = ", since the server was silent for ";
    assert!(text(&output).contains(why), "{}", text(&output));
    let after = unjudged.iter().find_map(|reason| reason["silent"]["after"].as_str()).unwrap();
    let silence = report["findings"].as_array().unwrap().iter();
    let silence: Vec<&Value> =
        silence.filter(|finding| finding["explanation"][0] == "silent").collect();
    assert_eq!(silence.len(), 1, "{silence:#?}");
    assert_eq!(silence[0]["cases"], json!([after]));
    let slowest = format!("slowest    {after} (");
    assert!(text(&output).contains(&slowest), "{}", text(&output));
}

/// Operations without responses are given up; cases of other operations are judged.
#[test]
fn a_hanging_path_does_not_stop_other_operations_from_being_judged() {
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
    assert!(judged.count() > 10, "too few cases of other operations are judged");
}

#[test]
fn a_run_ends_at_its_deadline() {
    let folder = TempDir::new().unwrap();
    let started = Instant::now();
    // These cases begin with a set-up, so a rejection blocks them instead of failing them.
    let output = run(folder.path(), &HALF_HANGING, &["effects::given-fields", "--deadline", "3"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(started.elapsed() < SLACK, "{:?}", started.elapsed());
    assert!(text(&output).contains("not sent: the run's 3 s are over"), "{}", text(&output));
    assert!(report(folder.path())["outcomes"]["blocked"].as_u64().unwrap() > 0);
}

#[test]
fn endless_zeros_do_not_extend_a_run_beyond_its_deadline() {
    let folder = TempDir::new().unwrap();
    let server =
        SERVERS.iter().find(|server| server.name == "a chunk size of endless zeros").unwrap();
    let started = Instant::now();
    let output = run(folder.path(), server, &["updateMonitor::", "--deadline", "3"]);
    let took = started.elapsed();
    println!("{took:?} with a deadline of 3 s");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(took < SLACK, "{took:?}");
}
