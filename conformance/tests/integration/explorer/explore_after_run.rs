//! `run --explore`: the sequences that fail are cases of the run's report. They can be verified and replayed,
//! and the next exploration tries them first.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_audit::{Difference, DifferentServer, mutants};
use webdata_reference::{Options, ReferenceServer, Team};

use super::SUITE;
use crate::binary::{binary, report, text};

/// A fault that random sequences meet soon. It does not depend on the state of the resource, so a replay
/// meets it too.
const MUTANT: &str =
    "update-monitor/operations.updateMonitor.effects.given-fields-are-stored.goal/lower-cases-goal";

/// Cases that do not notice the fault.
const CASES: &str = "updateMonitor::name::";

/// A reference server, and the command-line options that reach it.
struct ServerWithOptions {
    server: ReferenceServer,
    options: Vec<String>,
}

impl ServerWithOptions {
    fn start(mutant: Option<&str>, runtime: &Runtime) -> Self {
        let spec = Arc::new(SUITE.spec.clone());
        let all = mutants::all(&spec);
        let mutant = mutant.map(|id| all.iter().find(|mutant| mutant.id == id).expect(id));
        let differences = mutant.map(|mutant| mutant.difference.clone());
        let differences: Vec<Difference> = differences.into_iter().collect();
        let options = Options::default();
        let starting = DifferentServer::start(&differences, &spec, &crate::EXTENSION, options);
        let server = runtime.block_on(starting).unwrap().server;
        let monitors = server.create_in_states("Monitor", &Team::HOME, 2).unwrap();
        let fixture = format!("monitorId={}", monitors.join(","));
        let (url, key) = (server.base_url(), "SERVED_KEY");
        let options = ["--base-url", &url, "--key-env", key, "--fixture", &fixture];
        let options = options.map(str::to_owned).to_vec();
        Self { server, options }
    }

    /// Runs the binary in a folder, with the options and the key of this server.
    fn run_binary(&self, folder: &Path, words: &[&str]) -> Output {
        let mut command = binary();
        command.args(words).args(&self.options).current_dir(folder);
        command.env("SERVED_KEY", &self.server.keys().valid).output().unwrap()
    }
}

#[test]
fn a_failing_sequence_is_in_the_report_and_in_the_corpus() {
    let (runtime, folder) = (Runtime::new().unwrap(), TempDir::new().unwrap());
    let faulty = ServerWithOptions::start(Some(MUTANT), &runtime);
    let run = |time: &str| {
        let words = ["run", CASES, "--json", "--explore", time, "--seed", "7"];
        faulty.run_binary(folder.path(), &words)
    };
    let output = run("5s");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let counts: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found_ids: Vec<Value> = counts["explored"]["found"].as_array().unwrap().clone();
    let id = found_ids[0].as_str().unwrap();
    let written = report(folder.path());
    let cases = written["cases"].as_array().unwrap();
    let failing = cases.iter().filter(|case| case["outcome"] == "fail");
    assert_eq!(failing.map(|case| case["id"].clone()).collect::<Vec<_>>(), found_ids);
    let findings = written["findings"].as_array().unwrap();
    assert!(
        !findings.is_empty()
            && findings.iter().all(|finding| found_ids.contains(&finding["example"]))
    );

    let path = "target/conformance/report.json";
    let verified = binary().args(["verify", path]).current_dir(folder.path()).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
    let replayed = faulty.run_binary(folder.path(), &["replay", id, "--report", path]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed));

    let known = folder.path().join("target/conformance/corpus.jsonl");
    let known = std::fs::read_to_string(known).unwrap();
    // One millisecond leaves no time for new sequences, so that only the corpus can find the fault.
    let again = run("1ms");
    let counts: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(counts["explored"]["sequences"], known.lines().count(), "{}", text(&again));
    assert_eq!(counts["explored"]["found"][0], "updateMonitor::explored::1");
}

#[test]
fn a_report_without_its_failing_sequences_is_rejected_by_verify() {
    let (runtime, folder) = (Runtime::new().unwrap(), TempDir::new().unwrap());
    let faulty = ServerWithOptions::start(Some(MUTANT), &runtime);
    let words = ["explore", "--seconds", "20", "--findings", "1", "--seed", "7"];
    let output = faulty.run_binary(folder.path(), &words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    // The report is about no profile.
    let reports = folder.path().join("target/exploration");
    let summary = std::fs::read_to_string(reports.join("summary.md")).unwrap();
    for shown in [summary, text(&output)] {
        assert!(shown.contains("1 finding, 1 sequence fails; explored for "), "{shown}");
        assert!(!shown.contains("core") && !shown.contains("cases"), "{shown}");
    }
    let path = reports.join("report.json");
    let verify = || {
        let output = binary().arg("verify").arg(&path).output().unwrap();
        (output.status.code(), text(&output))
    };
    assert_eq!(verify().0, Some(0), "{}", verify().1);
    let mut forged: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    forged["explored"]["failed"] = serde_json::json!([]);
    std::fs::write(&path, forged.to_string()).unwrap();
    let (code, output) = verify();
    assert_eq!(code, Some(1), "{output}");
    assert!(
        output.contains("/cases/0: written \"updateMonitor::explored::1\", computed nothing"),
        "{output}"
    );
}

#[test]
fn an_exploration_after_a_run_finds_nothing_on_a_correct_server() {
    let (runtime, folder) = (Runtime::new().unwrap(), TempDir::new().unwrap());
    let correct = ServerWithOptions::start(None, &runtime);
    let words = ["run", CASES, "--quiet", "--explore", "1s", "--seed", "7"];
    let output = correct.run_binary(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("with --seed 7: no sequence fails"), "{}", text(&output));
    let written = report(folder.path());
    assert_eq!(written["explored"]["failed"], serde_json::json!([]));
    assert!(written["explored"]["seconds"].as_f64() >= Some(1.0), "{}", written["explored"]);
    // The verdict says so in every view, and again where the report is verified.
    let said = regex::Regex::new("explored for [0-9.]+ s with seed 7").unwrap();
    let reports = folder.path().join("target/conformance");
    let verified = binary().arg("verify").arg(reports.join("report.json")).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
    let view = |name| std::fs::read_to_string(reports.join(name)).unwrap();
    let views = ["report.html", "summary.md", "junit.xml"].map(view);
    for shown in views.iter().chain([&text(&output), &text(&verified)]) {
        assert!(said.is_match(shown), "{shown}");
    }
}
