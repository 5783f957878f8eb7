//! The script of the GitHub action, called as the action calls it.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::binary::text;

/// Inputs of the action that name a target and cases of it.
const TARGET: &str = "base-url = \"http://127.0.0.1:9\"\n[keys]\nvalid = { env = \"THE_KEY\" }\n\
                      [fixtures]\nmonitorId = [\"a\", \"b\"]\n";

/// Runs the script with inputs in a folder, and returns its exit code, what it printed and its outputs.
fn run(folder: &Path, inputs: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let bin = folder.join("home/bin");
    fs::create_dir_all(&bin).unwrap();
    let binary = bin.join("webdata-conformance");
    if !binary.exists() {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_webdata-conformance"), &binary).unwrap();
    }
    fs::write(folder.join("target.toml"), TARGET).unwrap();
    let outputs = folder.join("outputs");
    fs::write(&outputs, "").unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/action");
    let mut command = Command::new(script);
    command.arg("run").current_dir(folder).env("THE_KEY", "a-key-of-a-team");
    command.env("WEBDATA_CONFORMANCE_HOME", folder.join("home")).env("GITHUB_OUTPUT", &outputs);
    command.envs([("TARGET", "target.toml"), ("REPORT_DIR", "report")]);
    let output = command.envs(inputs.iter().copied()).output().unwrap();
    (output.status.code(), text(&output), fs::read_to_string(outputs).unwrap())
}

#[test]
fn the_action_hands_its_inputs_on_and_tells_the_verdict() {
    let folder = TempDir::new().unwrap();
    let check = |inputs: &[(&str, &str)], code: i32, says: &str, outputs: &str| {
        let (found, told, written) = run(folder.path(), inputs);
        assert_eq!(found, Some(code), "{inputs:?}: {told}");
        assert!(told.contains(says), "{inputs:?}: no `{says}` in {told}");
        assert_eq!(written, outputs, "{inputs:?}");
    };
    let one = ("FILTERS", "updateMonitor::name::maxLength updateMonitor::goal::maxLength");
    let judged = "report=report/report.json\nverdict=incomplete\n";
    let arguments = ("ARGUMENTS", "--deadline\n5\n--no-preflight\n");
    check(&[one, arguments], 3, "verdict    incomplete", judged);
    // Nothing runs where an input is wrong, so that there is no verdict.
    check(&[one, ("TARGET", "none.toml")], 2, "none.toml", "");
    check(&[one, ("WAIVERS", "none.toml")], 2, "none.toml", "");
    check(&[one, ("BUDGET", "soon")], 2, "soon", "");
    check(&[one, ("PROFILES", "none")], 2, "none", "");
}
