//! Commands that set up a server before a run and tear it down after it, and what a killed run leaves behind.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::any_server::front::{Front, SeenRequest, TargetFolder, transparent_front};

const NAME_CASE: &str = "updateMonitor::name::maxLength";
const POLL_CASE: &str = "agentStatus::situations::cancelled-run-is-polled";

/// A circumstance that names a state which only the set-up knows.
const POLLED: &str = "[circumstance.agentStatus.'lifecycles.AgentStatus.status.situations.cancelled-run-is-polled']\n\
     parameters = { jobId = 'cancelled' }\n";

const COMMANDS: &str = "setup = { command = ['sh', 'seed.sh', 'setup'], timeout-seconds = 60 }\n\
     teardown = { command = ['sh', 'seed.sh', 'teardown'] }\n";

/// The longest wait for another process.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Writes a target file whose commands add their argument to `log`, and then run a script.
fn target_folder(front: &Front, before: &str, script: &str, rest: &str) -> TargetFolder {
    let script = format!("echo \"$1\" >>log\n[ \"$1\" = setup ] || exit 0\n{script}\n");
    TargetFolder::new(front, &front.base_url, before, rest).with_file("seed.sh", &script)
}

fn log(folder: &TargetFolder) -> String {
    let log = std::fs::read_to_string(folder.dir.path().join("log")).unwrap_or_default();
    log.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a script that prints two monitors of the server and a run.
fn seed(front: &Front) -> (String, [String; 3]) {
    let job = "0f8d7c1e-6a7b-4f7e-9a55-3c1b7a2f4d10".to_owned();
    let [one, other] = [front.monitor(), front.monitor()];
    let fixtures = format!(r#""fixtures":{{"monitorId":["{one}","{other}"]}}"#);
    let states = format!(r#""states":{{"jobId":{{"cancelled":"{job}"}}}}"#);
    (format!("echo '{{{fixtures},{states}}}'"), [one, other, job])
}

#[test]
fn what_a_command_prints_counts_as_written_in_the_file_and_is_secret() {
    let front = transparent_front();
    let (script, ids) = seed(&front);
    let folder = target_folder(&front, COMMANDS, &script, POLLED);
    let (code, text) = folder.run(&[NAME_CASE, "each-fixture", "-v"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(log(&folder), "setup teardown");
    assert!(!folder.dir.path().join("target/conformance").read_dir().unwrap().any(is_journal));
    let report = folder.report();
    for id in &ids[..2] {
        assert!(front.seen().iter().any(|seen| seen.path.ends_with(id)), "{id} was not used");
        assert!(!text.contains(id) && !report.contains(id), "{id} is shown");
    }
    assert!(report.contains("$SETUP_MONITORID_1"), "{text}");
    let verify = folder.plain_command(&["verify", "target/conformance/report.json"]);
    let (code, text) = folder.output_of(verify);
    assert_eq!(code, 0, "{text}");

    let (code, text) = folder.run(&[POLL_CASE, "--no-preflight"]);
    assert_eq!(code, 1, "the server has no such run: {text}");
    assert!(front.seen().iter().any(|seen| seen.path == format!("/v2/agent/{}", ids[2])));
    assert!(!text.contains(&ids[2]) && text.contains("$SETUP_JOBID_CANCELLED"), "{text}");

    let public = COMMANDS.replace("timeout-seconds = 60", "public = true");
    let folder = target_folder(&front, &public, &script, POLLED);
    let (code, text) = folder.run(&[NAME_CASE]);
    assert_eq!(code, 0, "{text}");
    let report = folder.report();
    assert!(ids[..2].iter().any(|id| report.contains(id)) && !report.contains("$SETUP"));
}

fn is_journal(file: std::io::Result<std::fs::DirEntry>) -> bool {
    file.unwrap().file_name().to_string_lossy().starts_with("created-")
}

#[test]
fn a_failing_command_ends_the_run_before_a_case_is_sent() {
    let front = transparent_front();
    let monitor = front.monitor();
    let printed = format!(r#"echo '{{"fixtures":{{"monitorId":["{monitor}"],"jobid":["a"]}}}}'"#);
    let table = [
        (
            "echo s3cr3t; echo \"first\nthe key $THE_KEY is too old\" >&2; exit 7",
            "the command of `setup` failed: `sh` ended with 7: first the key $THE_KEY is too old",
        ),
        ("echo '{\"fixtures\": s3cr3t'", "prints something else at line 1, column 14"),
        ("echo '{\"monitors\": {}}'", "should print one JSON object, `{ \"fixtures\": "),
        (&printed, "no case needs a fixture for `jobid`"),
        ("exec sleep 600", "`sh` takes longer than 1 s"),
    ];
    for (script, expected) in table {
        let before = COMMANDS.replace("timeout-seconds = 60", "timeout-seconds = 1");
        let folder = target_folder(&front, &before, script, "");
        let (code, text) = folder.run(&[NAME_CASE]);
        assert_eq!(code, 2, "{script}: {text}");
        assert!(text.contains(expected) && !text.contains("s3cr3t"), "{expected}: {text}");
        assert_eq!(log(&folder), "setup teardown", "{script}");
    }
    let missing =
        "setup = { command = ['/no/such/program'] }\nteardown = { command = ['sh', 'seed.sh'] }\n";
    let folder = target_folder(&front, missing, "", "");
    let (code, text) = folder.run(&[NAME_CASE]);
    assert!(code == 2 && text.contains("cannot start `/no/such/program`"), "{text}");
    assert!(!folder.dir.path().join("log").exists(), "nothing was set up: {text}");
    let empty = target_folder(&front, "setup = { command = [] }\n", "", "");
    let (code, text) = empty.run(&[NAME_CASE]);
    assert!(
        code == 2
            && text.contains(
                "line 2, column 21: `command` is empty; write the program and its arguments"
            ),
        "{text}"
    );
    assert!(front.seen().is_empty(), "something was sent");
}

#[test]
fn a_failing_teardown_makes_the_run_incomplete() {
    let front = transparent_front();
    let (script, _) = seed(&front);
    let before = COMMANDS.replace("'teardown'", "'teardown-that-fails'");
    let script = format!("echo \"$1\" >>log\n[ \"$1\" = setup ] || exit 5\n{script}\n");
    let folder =
        TargetFolder::new(&front, &front.base_url, &before, "").with_file("seed.sh", &script);
    let (code, text) = folder.run(&[NAME_CASE]);
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("warning: the command of `teardown` failed: `sh` ended with 5"),
        "{text}"
    );
    assert!(text.contains("`webdata-conformance clean` tries again to remove it"), "{text}");
    let folder = folder.with_file("seed.sh", "echo cleaned >>log");
    let clean = folder.plain_command(&["clean", "--target", "target.toml"]);
    let (code, text) = folder.output_of(clean);
    assert_eq!(code, 0, "{text}");
    assert_eq!(log(&folder), "setup teardown-that-fails cleaned");
}

#[test]
fn commands_run_for_a_run_only() {
    let front = transparent_front();
    let (script, _) = seed(&front);
    let folder = target_folder(&front, COMMANDS, &script, POLLED);
    let table: [(&[&str], i32); 5] = [
        (&["run", "--target", "target.toml", "--doctor"], 0),
        (&["run", "--target", "target.toml", "--", "--list"], 0),
        (&["list"], 0),
        (&["show", "updateMonitor::name::maxLength::at", "--curl"], 0),
        (&["clean", "--target", "target.toml"], 0),
    ];
    for (words, expected) in table {
        let (code, text) = folder.output_of(folder.plain_command(words));
        assert_eq!(code, expected, "{words:?}: {text}");
        assert_eq!(log(&folder), "", "{words:?}: {text}");
        if words.contains(&"--doctor") {
            let warning = "warning    set-up: a run starts with the command of `setup`, which the doctor does not run";
            assert!(text.contains(warning), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_command() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let front = transparent_front();
    let folder = target_folder(&front, COMMANDS, "exec sleep 600", "");
    let child = folder.command(&[NAME_CASE]).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| log(&folder) == "setup");
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let started = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < MAX_WAIT);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("the command of `setup` was interrupted"), "{text}");
    assert_eq!(log(&folder), "setup teardown");
}

fn wait_until(is_done: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_done() {
        assert!(started.elapsed() < MAX_WAIT, "it takes too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Recipes for monitors, and for one that never gets into its state.
const NEVER_READY: &str = "[provision.monitorId]\ncount = 2\n\
     create = { method = 'POST', path = '/_reference/monitors', id = '/id' }\n\
     delete = { method = 'DELETE', path = '/_reference/monitors/{monitorId}' }\n\
     [provision.monitorId.states.ready]\n\
     until = { path = '/_reference/monitors/{monitorId}', at = '/status', equals = 'ready', \
     within-seconds = 600 }\n\
     [circumstance.updateMonitor.'ThreatProtectionOverride.refusals.not-enabled']\n\
     parameters = { monitorId = 'ready' }\n";
const READY_CASE: &str =
    "updateMonitor::refusals::targets.items.scrape.scrapeOptions.threatProtection::not-enabled";

fn is_poll(seen: &SeenRequest) -> bool {
    seen.method == "GET" && seen.path.starts_with("/_reference/monitors/")
}

/// Starts a run that waits for a state, and returns it once everything is created.
fn start(folder: &TargetFolder, front: &Front) -> Child {
    let mut command = folder.command(&[NAME_CASE, READY_CASE, "--no-preflight"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| front.seen().iter().any(is_poll));
    child
}

fn journals(folder: &TargetFolder) -> Vec<PathBuf> {
    let Ok(files) = folder.dir.path().join("target/conformance").read_dir() else {
        return Vec::new();
    };
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
}

fn statuses(front: &Front) -> Vec<String> {
    let monitors = front.monitors();
    let statuses = monitors.iter().map(|monitor| monitor["monitor"]["status"].as_str().unwrap());
    statuses.map(str::to_owned).collect()
}

#[test]
fn what_a_killed_run_left_is_removed_by_a_command() {
    let front = transparent_front();
    let folder = target_folder(&front, COMMANDS, "echo '{}'", NEVER_READY);
    let mut child = start(&folder, &front);
    let clean = |arguments: &[&str]| {
        let words = [&["clean", "--target", "target.toml"], arguments].concat();
        folder.output_of(folder.plain_command(&words))
    };
    // The run goes on.
    let (code, text) = clean(&[]);
    assert!(code == 0 && text.ends_with("removed 0 resources\n"), "{text}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(statuses(&front).iter().filter(|status| *status == "deleted").count(), 0);
    assert_eq!((statuses(&front).len(), journals(&folder).len()), (3, 1));
    assert_eq!(log(&folder), "setup");

    // Another server keeps what it has.
    let other = transparent_front();
    let target = std::fs::read_to_string(folder.dir.path().join("target.toml")).unwrap();
    let target = target.replace(&front.base_url, &other.base_url);
    std::fs::write(folder.dir.path().join("other.toml"), target).unwrap();
    let words = ["clean", "--target", "other.toml"];
    let (code, text) = folder.output_of(folder.plain_command(&words));
    assert!(code == 3 && text.contains("4 of the entries of "), "{text}");
    assert!(other.seen().is_empty(), "{text}");

    let (code, text) = clean(&[]);
    assert!(code == 0 && text.ends_with("removed 3 resources\n"), "{text}");
    assert_eq!(statuses(&front), ["deleted"; 3]);
    assert_eq!((log(&folder).as_str(), journals(&folder).len()), ("setup teardown", 0));
}

/// A server that removes no monitor.
fn keeps_monitors(_: usize, seen: &SeenRequest) -> Option<Response> {
    let is_removal = seen.method == "DELETE" && seen.path.starts_with("/_reference/monitors/");
    is_removal.then(|| (StatusCode::FORBIDDEN, "hands off").into_response())
}

#[test]
fn what_cannot_be_removed_stays_in_the_journal_and_later_runs_say_so() {
    let front = Front::new(keeps_monitors);
    let recipe = NEVER_READY.split("[provision.monitorId.states").next().unwrap();
    let folder = TargetFolder::new(&front, &front.base_url, "", recipe);
    let (code, text) = folder.run(&[NAME_CASE]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("`webdata-conformance clean` tries again to remove it"), "{text}");
    let words = ["clean", "--target", "target.toml"];
    let (code, text) = folder.output_of(folder.plain_command(&words));
    assert!(code == 3 && text.contains("is still there: the server responded with 403 hands off"));
    assert!(text.contains("removed 0 resources\n"), "{text}");
    let (_, text) = folder.run(&[NAME_CASE]);
    assert!(
        text.contains("warning: an earlier run was killed, and target/conformance/created-"),
        "{text}"
    );
    assert_eq!(journals(&folder).len(), 2);
}
