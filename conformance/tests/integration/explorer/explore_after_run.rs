//! An exploration behind a run: the sequences that fail are cases of its report, which can be verified,
//! replayed, and tried first the next time.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use webdata_audit::mutants;
use webdata_reference::{Options, ReferenceServer, Team};

use super::{SUITE, runtime};
use crate::binary::{binary, report, text};

/// A fault that random sequences meet soon. It shows whatever the resource held before, so that a replay
/// shows it too.
const MUTANT: &str =
    "update-monitor/operations.updateMonitor.effects.given-fields-are-stored.goal/lower-cases-goal";

/// The cases of the run, none of which notices the fault.
const CASES: &str = "updateMonitor::name::";

/// A server, and its options on the command line.
struct Served {
    server: ReferenceServer,
    options: Vec<String>,
}

impl Served {
    fn start(mutant: Option<&str>, runtime: &Runtime) -> Self {
        let spec = Arc::new(SUITE.spec.clone());
        let all = mutants::all(&spec);
        let fault = mutant.map(|id| all.iter().find(|own| own.id == id).expect(id));
        let served = fault.map_or_else(|| Arc::clone(&spec), |own| own.spec(&spec));
        let fault = fault.and_then(|own| own.fault().cloned());
        let starting = ReferenceServer::start(served, Options { fault, ..Options::default() });
        let server = runtime.block_on(starting).unwrap();
        let monitors = server.create_in_states("Monitor", &Team::HOME, 2).unwrap();
        let fixture = format!("monitorId={}", monitors.join(","));
        let (url, key) = (server.base_url(), "SERVED_KEY");
        let options = ["--base-url", &url, "--key-env", key, "--fixture", &fixture];
        let options = options.map(str::to_owned).to_vec();
        Self { server, options }
    }

    /// Calls the binary in a folder, with what it has to be told of the server.
    fn told(&self, folder: &Path, words: &[&str]) -> Output {
        let mut command = binary();
        command.args(words).args(&self.options).current_dir(folder);
        command.env("SERVED_KEY", &self.server.keys().valid).output().unwrap()
    }
}

#[test]
fn what_fails_is_in_the_report_and_in_the_corpus() {
    let (runtime, folder) = (runtime(), TempDir::new().unwrap());
    let faulty = Served::start(Some(MUTANT), &runtime);
    let run = |time: &str| {
        let words = ["run", CASES, "--json", "--explore", time, "--seed", "7"];
        faulty.told(folder.path(), &words)
    };
    let output = run("5s");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let counts: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found: Vec<Value> = counts["explored"]["found"].as_array().unwrap().clone();
    let id = found[0].as_str().unwrap();
    let written = report(folder.path());
    let cases = written["cases"].as_array().unwrap();
    let failing = cases.iter().filter(|own| own["outcome"] == "fail");
    assert_eq!(failing.map(|own| own["id"].clone()).collect::<Vec<_>>(), found);
    let findings = written["findings"].as_array().unwrap();
    assert!(!findings.is_empty() && findings.iter().all(|own| found.contains(&own["example"])));

    let path = "target/conformance/report.json";
    let verified = binary().args(["verify", path]).current_dir(folder.path()).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified));
    let replayed = faulty.told(folder.path(), &["replay", id, "--report", path]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed));

    let known = folder.path().join("target/conformance/corpus.jsonl");
    let known = std::fs::read_to_string(known).unwrap();
    // There is no time for a new sequence, so it is the corpus that finds it.
    let again = run("1ms");
    let counts: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(counts["explored"]["sequences"], known.lines().count(), "{}", text(&again));
    assert_eq!(counts["explored"]["found"][0], "updateMonitor::explored::1");
}

#[test]
fn a_report_that_hides_a_sequence_is_not_verified() {
    let (runtime, folder) = (runtime(), TempDir::new().unwrap());
    let faulty = Served::start(Some(MUTANT), &runtime);
    let words = ["explore", "--seconds", "20", "--findings", "1", "--seed", "7"];
    let output = faulty.told(folder.path(), &words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let path = folder.path().join("target/exploration/report.json");
    let verify = || {
        let output = binary().arg("verify").arg(&path).output().unwrap();
        (output.status.code(), text(&output))
    };
    assert_eq!(verify().0, Some(0), "{}", verify().1);
    let mut forged: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    forged["explored"]["failed"] = serde_json::json!([]);
    std::fs::write(&path, forged.to_string()).unwrap();
    let (code, said) = verify();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the suite has no such case"), "{said}");
}

#[test]
fn nothing_is_found_behind_a_run_on_a_correct_server() {
    let (runtime, folder) = (runtime(), TempDir::new().unwrap());
    let correct = Served::start(None, &runtime);
    let words = ["run", CASES, "--quiet", "--explore", "1s", "--seed", "7"];
    let output = correct.told(folder.path(), &words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("with --seed 7: no sequence fails"), "{}", text(&output));
    assert_eq!(report(folder.path())["explored"]["failed"], serde_json::json!([]));
}
