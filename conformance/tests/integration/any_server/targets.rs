//! Target files: the examples in `targets/`, the files that `init` writes, and what `run --doctor` says of them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::any_server::front::{Front, SECRET, TargetFolder, transparent_front};
use crate::any_server::tls::Authority;

const VARIABLES: [&str; 12] = [
    "GATEWAY_KEY",
    "LIMITED_KEY",
    "OTHER_TEAM_KEY",
    "REVOKED_KEY",
    "STAGING_KEY",
    "STAGING_LIMITED_KEY",
    "STAGING_OTHER_TEAM_KEY",
    "STAGING_REVOKED_KEY",
    "VALID_KEY",
    "VENDOR_KEY",
    "VENDOR_OPERATOR",
    "VENDOR_REVOKED_KEY",
];

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../targets");
    let read = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(read).collect()
}

#[test]
fn each_example_plans_the_whole_suite() {
    let cases = webdata_conformance::suite().unwrap().cases.len();
    let authority = Authority::new();
    let (certificate, key) = authority.certify("suite.example");
    let examples = examples();
    assert_eq!(examples.len(), 3);
    for (name, text) in examples {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        write(&name, &text);
        write("vendor-ca.pem", &authority.pem);
        write("suite.pem", &certificate.pem());
        write("suite.key", &key.serialize_pem());
        let output = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"))
            .args(["run", "--target", &name, "--", "--list"])
            .current_dir(folder.path())
            .envs(VARIABLES.map(|variable| (variable, "a-key")))
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {stderr}");
        let listed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(listed.lines().filter(|line| line.ends_with(": test")).count(), cases, "{name}");
    }
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn the_reference_server_passes_with_its_example() {
    let front = transparent_front();
    let (_, text) = examples().into_iter().find(|(name, _)| name == "reference.toml").unwrap();
    let folder = TempDir::new().unwrap();
    let text = text.replace("http://127.0.0.1:8080", &front.base_url);
    std::fs::write(folder.path().join("reference.toml"), text).unwrap();
    let keys = front.server.keys();
    let output = Command::new(env!("CARGO_BIN_EXE_webdata-conformance"))
        .args(["run", "--target", "reference.toml"])
        .current_dir(folder.path())
        .env("VALID_KEY", &keys.valid)
        .env("REVOKED_KEY", &keys.revoked)
        .env("LIMITED_KEY", &keys.limited)
        .env("OTHER_TEAM_KEY", &keys.other_team)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    let states = front.monitors();
    assert!(states.iter().all(|monitor| monitor["monitor"]["status"] == "deleted"), "{states:?}");
}

fn init(folder: &TargetFolder, front: &Front, arguments: &[&str]) -> Command {
    let ids = format!("{},{}", front.monitor(), front.monitor());
    let options =
        ["init", "--base-url", &front.base_url, "--fixture", &ids, "--output", "new.toml"];
    folder.plain_command(&[&options, arguments].concat())
}

#[test]
fn writes_a_file_that_loads_with_every_section_as_a_comment() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", "");
    for arguments in
        [&["--key-env", "THE_KEY"][..], &["--key-env", "THE_KEY", "--from-doctor", "--force"]]
    {
        let (code, text) = folder.output_of(init(&folder, &front, arguments));
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains(
                "wrote new.toml; next: webdata-conformance run --target new.toml --doctor"
            )
        );
        let written = std::fs::read_to_string(folder.dir.path().join("new.toml")).unwrap();
        assert!(!written.contains(&front.server.keys().valid), "{written}");
        assert!(written.contains("valid = { env = \"THE_KEY\" }"), "{written}");
        assert!(written.contains("  # 3: The run was cancelled."), "{written}");
        for section in ["keys", "fixtures", "headers", "rate", "off", "team", "bind", "webhooks"] {
            assert!(written.contains(&format!("[{section}]")), "{section}: {written}");
        }
        let table = without_comments(&written);
        let circumstances = table["circumstance"].as_table().unwrap().values();
        let circumstances =
            circumstances.map(|of_operation| of_operation.as_table().unwrap().len());
        assert!(circumstances.sum::<usize>() > 50, "{written}");
        let states = table["provision"]["jobId"]["states"].as_table().unwrap();
        assert!(states.contains_key("failed"), "{written}");
        let run = ["run", "--target", "new.toml", "updateMonitor::name::"];
        let (code, text) = folder.output_of(folder.plain_command(&run));
        assert_eq!(code, 0, "{text}");
        // Each example that is used without being edited is a mistake, never a finding.
        let unedited = toml::to_string(&table).unwrap();
        std::fs::write(folder.dir.path().join("unedited.toml"), unedited).unwrap();
        let run = ["run", "--target", "unedited.toml", "updateMonitor::name::"];
        let (code, text) = folder.output_of(folder.plain_command(&run));
        assert_eq!(code, 2, "{text}");
        let placeholders = text.matches("this is a placeholder; replace it").count();
        assert!(placeholders > 60, "{placeholders}: {text}");
    }
}

/// Reads a file in which each line that is an example is used.
fn without_comments(written: &str) -> toml::Table {
    let is_example = |line: &str| line.starts_with('[') || line.contains(" = ");
    let lines = written.lines().filter(|line| !line.starts_with("# valid = "));
    let used = lines.map(|line| match line.strip_prefix("# ") {
        Some(example) if is_example(example) => example,
        _ => line,
    });
    let text = used.collect::<Vec<_>>().join("\n");
    text.parse().unwrap_or_else(|mistake| panic!("{mistake}: {text}"))
}

#[test]
fn reports_why_no_file_is_written() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", "").with_file("new.toml", "mine");
    let check = |command: Command, expected: &str| {
        let (code, text) = folder.output_of(command);
        assert!(code == 2 && text.contains(expected), "{expected}: {text}");
        assert!(!text.contains(SECRET), "{text}");
        assert_eq!(std::fs::read_to_string(folder.dir.path().join("new.toml")).unwrap(), "mine");
    };
    check(init(&folder, &front, &["--key-env", "THE_KEY"]), "replace it with --force");
    let force = ["--force", "--key-env"];
    check(init(&folder, &front, &[&force[..], &[SECRET]].concat()), "takes the name of a variable");
    let url =
        |url: &str| folder.plain_command(&["init", "--base-url", url, "--output", "other.toml"]);
    check(url("http://127.0.0.1:1/v2"), "leave it out: `http://127.0.0.1:1`");
    check(url("ftp://127.0.0.1"), "neither http nor https");
    check(
        folder.plain_command(&["init", "--output", "other.toml"]),
        "there is no terminal to ask on",
    );
}

const UNKNOWN: &str = "00000000-0000-4000-8000-00000000dead";

/// Writes a target file with these fixtures.
fn doctor_folder(front: &Front, ids: &[&str], rest: &str) -> TargetFolder {
    let ids: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    let fixtures = format!("[fixtures]\nmonitorId = [{}]\n", ids.join(", "));
    TargetFolder::new(front, &front.base_url, "", &format!("{fixtures}{rest}"))
}

fn checks(folder: &TargetFolder, arguments: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let (code, text) = folder.run(&[&["--doctor", "--json"], arguments].concat());
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    let text = |check: &Value, name: &str| check[name].as_str().unwrap().to_owned();
    let all = document["checks"].as_array().unwrap().iter();
    let all = all.map(|check| (text(check, "state"), text(check, "about"), text(check, "says")));
    (code, all.collect())
}

#[test]
fn a_correct_target_passes_and_is_not_changed() {
    let front = transparent_front();
    let [first, second] = [front.monitor(), front.monitor()];
    let before = front.monitors();
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let rest = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let folder = doctor_folder(&front, &[&first, &second], &rest);
    let (code, checked) = checks(&folder, &[]);
    assert_eq!(code, 0, "{checked:?}");
    assert!(checked.iter().all(|(state, _, _)| state == "ok"), "{checked:?}");
    let about: Vec<&str> = checked.iter().map(|(_, about, _)| about.as_str()).collect();
    let expected = [
        "the target",
        "the connection",
        "the valid key",
        "the valid key",
        "the revoked key",
        "the limited key",
        "the other-team key",
        "webhooks",
        "time",
    ];
    assert_eq!(about, expected);
    assert_eq!(states(&front.monitors()), states(&before));

    let (code, text) = folder.run(&["--doctor"]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("\nmissing    ") && text.contains(" cases need `[team] not-in`: "),
        "{text}"
    );
    assert!(text.lines().count() <= 25, "{text}");
    let (code, verbose) = folder.run(&["--doctor", "--verbose"]);
    assert_eq!(code, 0, "{verbose}");
    assert!(verbose.contains("\nmissing    add to the target, under "), "{verbose}");
    assert!(verbose.lines().count() > 25, "{verbose}");
    assert!(text.ends_with("verdict    a run can start\n"), "{text}");
}

/// Returns the monitors without `updatedAt`, which an empty update may change.
fn states(monitors: &[Value]) -> Vec<Value> {
    let mut monitors = monitors.to_vec();
    for monitor in &mut monitors {
        monitor["monitor"]["updatedAt"] = Value::Null;
    }
    monitors
}

#[test]
fn reports_each_problem_with_its_remedy() {
    let front = transparent_front();
    let monitor = front.monitor();
    let table: [(TargetFolder, &[&str], &str, &str); 4] = [
        (
            doctor_folder(&front, &[&monitor, UNKNOWN], ""),
            &[],
            "the fixture 00000000-0000-4000-8000-00000000dead",
            "is unknown to the team of the valid key",
        ),
        (
            doctor_folder(&front, &[&monitor], "[rate]\nrequests-per-second = 0.5\n"),
            &["--deadline", "60"],
            "time",
            "longer than --deadline 60; use --deadline ",
        ),
        (
            TargetFolder::new(&front, "http://127.0.0.1:1", "", ""),
            &[],
            "the connection",
            "cannot connect",
        ),
        (doctor_folder(&front, &[], ""), &[], "the cases", "a fixture for monitorId; give it with"),
    ];
    for (folder, arguments, about, expected) in table {
        let (code, checked) = checks(&folder, arguments);
        assert_eq!(code, 2, "{about}: {checked:?}");
        let is_expected = |(state, subject, message): &(String, String, String)| {
            state == "problem" && subject == about && message.contains(expected)
        };
        assert!(checked.iter().any(is_expected), "{about}: {checked:?}");
    }
}

#[test]
fn creates_nothing() {
    let front = transparent_front();
    let path = "path = '/_reference/monitors";
    let rest = format!(
        "[provision.monitorId]\ncount = 2\ncreate = {{ method = 'POST', {path}', id = '/id' }}\n\
         delete = {{ method = 'DELETE', {path}/{{monitorId}}' }}\n"
    );
    let (code, checked) = checks(&TargetFolder::new(&front, &front.base_url, "", &rest), &[]);
    assert_eq!(code, 0, "{checked:?}");
    assert!(
        checked.iter().any(|(state, subject, _)| state == "warning" && subject == "provisioning")
    );
    assert!(front.monitors().is_empty());
}
