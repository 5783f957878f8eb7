//! The command line as users see it: exit codes, messages, reports, and keys that no output shows.
//!
//! Runs against hostile servers are in `hostile_servers.rs`.

use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{FIXTURES, KEY, check, command, conformance, report, text};

#[test]
fn the_embedded_server_is_conformant() {
    let folder = TempDir::new().unwrap();
    check(folder.path(), &["run"], 0, &[]);
    let report = report(folder.path());
    assert_eq!(report["verdict"], "conformant");
    let outcomes = report["outcomes"].as_object().unwrap();
    let sum: u64 = outcomes.values().filter_map(Value::as_u64).sum();
    assert_eq!(report["manifest"]["count"], sum);
    assert_eq!(report["cases"].as_array().unwrap().len() as u64, sum);
    assert!(outcomes["pass"].as_u64().unwrap() > 250, "{outcomes:?}");
    let junit = std::fs::read_to_string(folder.path().join("target/conformance/junit.xml"));
    assert_eq!(junit.unwrap().matches("<testcase ").count() as u64, sum);
}

#[cfg(unix)]
#[test]
fn a_key_that_no_header_can_carry_is_a_mistake() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = TempDir::new().unwrap();
    for key in [b"two\nlines".as_slice(), b"\xff"] {
        let words = ["run", "--base-url", "http://127.0.0.1:1", "--key-env", "THE_KEY"];
        let mut command = command(folder.path(), &words);
        let output = command.env("THE_KEY", OsStr::from_bytes(key)).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        let expected = "THE_KEY holds characters that a header cannot carry";
        assert!(text(&output).contains(expected), "{}", text(&output));
    }
}

#[test]
fn filters_select_cases() {
    let folder = TempDir::new().unwrap();
    let check_selection = |words: &[&str], is_selected: fn(&str) -> bool| {
        check(folder.path(), words, 0, &[]);
        let report = report(folder.path());
        let cases = report["cases"].as_array().unwrap();
        assert!(!cases.is_empty(), "{words:?}");
        for case in cases {
            let id = case["id"].as_str().unwrap();
            assert!(is_selected(id), "{words:?} selected {id}");
        }
    };
    check_selection(&["run", "updateMonitor::name::maxLength::above", "--", "--exact"], |id| {
        id == "updateMonitor::name::maxLength::above"
    });
    check_selection(&["run", "name::maxLength", "retentionDays::min"], |id| {
        let is_control = id.contains("::around::");
        is_control || id.contains("name::maxLength") || id.contains("retentionDays::min")
    });
}

#[test]
fn a_seed_repeats_a_random_order() {
    let folder = TempDir::new().unwrap();
    let order = |shuffle: &[&str]| {
        let words = ["run", "updateMonitor::name", "--jobs", "1"];
        let pretty = ["--", "--format", "pretty"];
        let text = check(folder.path(), &[&words[..], shuffle, &pretty].concat(), 0, &[]);
        let seed = text.lines().find_map(|line| Some(line.split_once("--shuffle=")?.1.to_owned()));
        let tests = text.lines().filter(|line| line.starts_with("test updateMonitor"));
        let order: Vec<String> = tests.map(str::to_owned).collect();
        assert!(order.len() > 5, "{text}");
        (seed, order)
    };
    let (none, derived) = order(&[]);
    assert_eq!(none, None);
    let (seed, mut shuffled) = order(&["--shuffle"]);
    let seed = seed.expect("the seed is printed");
    let seed = seed.split(' ').next().expect("a word");
    let (_, again) = order(&[&format!("--shuffle={seed}")]);
    assert_eq!(again, shuffled, "seed {seed}");
    assert_ne!(shuffled, derived, "seed {seed}");
    shuffled.sort();
    let mut derived = derived;
    derived.sort();
    assert_eq!(shuffled, derived, "seed {seed}");
}

#[test]
fn usage_errors_end_with_exit_code_2_and_write_nothing() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "no-variable.toml",
        "base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = { env = 'NOT_SET' }\n",
    );
    write(
        "key-in-file.toml",
        &format!("base-url = 'http://127.0.0.1:1'\n[keys]\nvalid = '{KEY}'\nrevoked = 5\n"),
    );
    write("nothing.toml", "base-url = 'http://127.0.0.1:1'\n");
    write("no-time.toml", "base-url = 'http://127.0.0.1:1'\ntimeout-seconds = 0\n");
    write(
        "provoke.toml",
        "base-url = 'http://127.0.0.1:1'\n[provoke.bad-gatway]\nX-Fail = 'yes'\n",
    );
    write(
        "team.toml",
        "base-url = 'http://127.0.0.1:1'\n[team]\nnot-in = ['threat-protection-enforce']\n",
    );
    write("team-key.toml", "base-url = 'http://127.0.0.1:1'\n[team]\nnotin = []\n");
    let target_file = |rest: &str| format!("base-url = 'http://127.0.0.1:1'\n{rest}");
    let bind =
        |id: &str| target_file(&format!("[bind.{id}]\nmethod = 'GET'\npath = '/v2/x/{{jobId}}'\n"));
    write("bind.toml", &bind("agentTrac"));
    write("bind-known.toml", &bind("scrape"));
    let bound = |method: &str, path: &str| {
        target_file(&format!("[bind]\nagentTrace = {{ method = '{method}', path = '{path}' }}\n"))
    };
    write("bind-method.toml", &bound("get", "/v2/x/{jobId}"));
    write("bind-path.toml", &bound("GET", "v2/x/{jobId}"));
    write("bind-no-parameter.toml", &bound("GET", "/v2/x"));
    write("no-identity.toml", &target_file("[fixtures]\nmonitorId = ['1', '']\n"));
    let unknown_operation = "[circumstance.scrap]\n'operations.scrape' = {}\n";
    write("circumstance-operation.toml", &target_file(unknown_operation));
    write("circumstance.toml", &target_file("[circumstance.scrape]\n'operations.scrap' = {}\n"));
    let trigger = |path: &str| format!("trigger = {{ method = 'POST', path = '{path}' }}\n");
    let webhooks = |rest: &str| target_file(&format!("[webhooks]\n{rest}"));
    write("no-trigger.toml", &webhooks("wait-seconds = 9\n"));
    write("no-parameter.toml", &webhooks(&trigger("/checks")));
    write("no-wait.toml", &webhooks(&format!("wait-seconds = 0\n{}", trigger("/{monitorId}"))));
    write("a-file", "");
    let check = |words: &[&str], expected: &str| {
        let text = check(folder.path(), words, 2, &[expected]);
        assert!(!folder.path().join("target").exists(), "{words:?} wrote a report");
        assert!(!text.contains(KEY), "{words:?} shows a key");
    };
    check(&["run", "no-such-case"], "no case matches `no-such-case`");
    for command in ["run", "list", "audit"] {
        check(&[command, ""], "it is empty, as if its variable was not set; leave it out");
    }
    check(
        &["run", "--report-dir=~/x"],
        "`--report-dir=~`: the shell did not replace `~` by the home",
    );
    check(
        &["serve", "--host", "example.test"],
        "write an address, such as 127.0.0.1, ::1 or 0.0.0.0",
    );
    check(&["run", "--", "--skip", "::"], "no case matches");
    check(&["run", "--jbos", "2"], "--jobs");
    check(&["run", "--jobs", "0"], "write a whole number from 1 to 256");
    check(&["run", "--base-url", "http://127.0.0.1:1"], "--key-env");
    check(
        &["run", "--base-url", "http://127.0.0.1:1", "--key-env", "NOT_SET"],
        "NOT_SET is not set",
    );
    check(&["run", "--target", "missing.toml"], "cannot read the target file missing.toml");
    check(&["run", "--target", "no-variable.toml"], "NOT_SET is not set");
    check(
        &["run", "--target", "key-in-file.toml"],
        "line 3, column 9: `valid` takes a table, not a string; it is the source of a key, which no target \
         file has itself: `{ env = \"VARIABLE\" }`, or `{ command = [\"PROGRAM\"] }`",
    );
    check(
        &["run", "--target", "key-in-file.toml"],
        "line 4, column 11: `revoked` takes a table, not an integer",
    );
    let url = ["run", "--base-url", "http://127.0.0.1:1", "--key-env", "THE_KEY"];
    check(&[&url[..], &["--fixture", "monitorID=1"]].concat(), "no case needs a fixture");
    check(
        &[&url[..], &["--fixture", "monitorId"]].concat(),
        "`--fixture monitorId` names no resource",
    );
    let with_fixture = [&url[..], &["--fixture"]].concat();
    check(
        &[&with_fixture[..], &["monitorId=1,2,1"]].concat(),
        "the fixture `1` for monitorId is listed twice",
    );
    let (first, second) =
        ("6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "0b9c0d0e-7d0a-4a55-8a43-0f0c7f3b9a77");
    let no_identity = "for monitorId is not a UUID (8-4-4-4-12 hexadecimal digits)";
    for (fixture, message) in [
        ("x".to_owned(), "; write identities of resources with commas between"),
        (
            format!("\"{first}\",\"{second}\""),
            ", because it is in quotation marks; also wrong: 1 other fixture; write",
        ),
        (format!("{first} {second}"), ", because it has a space in it; write"),
    ] {
        let message = format!("{no_identity}{message}");
        check(&[&with_fixture[..], &[fixture.as_str()]].concat(), &message);
    }
    check(&[&with_fixture[..], &[","]].concat(), "names no resource; is a variable in it not set?");
    check(
        &["run", "--key-env", "THE_KEY", "--base-url", "https://api.example?token=s3cr3t"],
        "`https://api.example` cannot be used: it has a query",
    );
    let prefixed = ["run", "--base-url", "http://127.0.0.1:1/v2/", "--key-env", "THE_KEY"];
    check(&prefixed, "leave it out: `http://127.0.0.1:1`");
    check(&url, "a fixture for monitorId; give it with `--fixture monitorId=ID`");
    check(&["run", "--target", "nothing.toml"], "a valid key; name its variable with `--key-env");
    check(&["run", "--target", "nothing.toml"], "a fixture for monitorId");
    check(&["run", "--target", "no-time.toml"], "`timeout-seconds = 0`");
    check(&["run", "--target", "provoke.toml"], "did you mean `bad-gateway`?");
    check(&["run", "--target", "team.toml"], "did you mean `threat-protection-enforced`?");
    check(&["run", "--target", "team-key.toml"], "unknown key `notin`; did you mean `not-in`?");
    check(&["run", "--target", "bind.toml"], "did you mean `agentTrace`?");
    check(
        &["run", "--target", "bind-known.toml"],
        "the contract already gives the method and path of scrape",
    );
    check(
        &["run", "--target", "bind-method.toml"],
        "line 3, column 25: `method` does not have the required form; write a string that matches `^[A-Z]+$`: the \
         HTTP method",
    );
    check(
        &["run", "--target", "bind-path.toml"],
        "the path `v2/x/{jobId}` must begin with `/`; write `/v2/x/{jobId}`",
    );
    check(&["run", "--target", "bind-no-parameter.toml"], "the path `/v2/x` has no `{jobId}`");
    check(
        &["run", "--target", "no-identity.toml"],
        "line 3, column 1: a fixture for monitorId is empty",
    );
    check(
        &["run", "--target", "circumstance-operation.toml"],
        "the contract has no operation `scrap`; did you mean `scrape`?",
    );
    check(&["run", "--target", "circumstance.toml"], "did you mean `operations.scrape`?");
    check(&["run", "--target", "no-trigger.toml"], "the key `trigger` is missing in `webhooks`");
    check(
        &["run", "--target", "no-parameter.toml"],
        "the path of the trigger, `/checks`, has no `{monitorId}`",
    );
    check(&["run", "--target", "no-wait.toml"], "`wait-seconds = 0`");
    check(
        &[&url[..], &["--team-not-in", "zero-data"]].concat(),
        "did you mean `zero-data-retention`?",
    );
    for word in ["--ignored", "--include-ignored", "--bench"] {
        check(&["run", "--", word], "have no meaning here");
    }
    check(&["run", "--deadline", "0"], "write a whole number from 1 to 86400");
    for command in ["run", "list", "coverage", "serve", "audit", "init", "explore"] {
        check(&[command, "--spec", "nowhere"], "no contract can be read from nowhere: ");
    }
    // `a-file` is a file, so the folder cannot be created.
    let file_as_folder =
        [&with_fixture[..], &[first, "--no-preflight", "--report-dir", "a-file/reports"]].concat();
    check(&file_as_folder, "cannot write a-file/reports");
    check(&["show", "updateMonitor::nam"], "there is no case");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = TempDir::new().unwrap();
    for words in [&["list"][..], &["list", "--json"], &["coverage"]] {
        let mut command = command(folder.path(), words);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output));
        assert!(!text(&output).contains("panicked"), "{words:?}: {}", text(&output));
    }
}

#[test]
fn curl_commands_leave_variables_to_the_shell() {
    let folder = TempDir::new().unwrap();
    let words = ["show", "updateMonitor::name::maxLength::above", "--curl"];
    let text = text(&conformance(folder.path(), &words));
    assert!(text.contains(r#" "$BASE_URL/v2/monitor/$FIXTURE_1" "#), "{text}");
    assert!(text.contains(r#" -H "Authorization: Bearer $VALID_KEY" "#), "{text}");
}

#[test]
fn no_output_shows_a_key() {
    let folder = TempDir::new().unwrap();
    let running = crate::hostile_responses::ECHO.start();
    let url = format!("http://{}", running.address);
    let words = ["run", "--no-preflight", "--base-url", &url, "--key-env", "THE_KEY"];
    let more = ["--revoked-key-env", "THE_REVOKED_KEY", "--fixture", FIXTURES];
    let output = conformance(folder.path(), &[&words[..], &more].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("$THE_KEY"),
        "the output does not show the variable in place of the echoed key"
    );
    assert!(!text(&output).contains(&KEY[10..]), "the key is in the output");
    for name in ["report.json", "junit.xml"] {
        let path = folder.path().join("target/conformance").join(name);
        assert!(
            !std::fs::read_to_string(path).unwrap().contains(&KEY[10..]),
            "the key is in {name}"
        );
    }
}
