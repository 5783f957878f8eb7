//! Runs the script of the GitHub action as the action itself calls it.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::binary::text;

/// A target file for a server that does not exist.
const TARGET: &str = "base-url = \"http://127.0.0.1:9\"\n[keys]\nvalid = { env = \"THE_KEY\" }\n\
                      [fixtures]\nmonitorId = [\"00000000-0000-4000-8000-000000000001\", \
                      \"00000000-0000-4000-8000-000000000002\"]\n";

/// Runs the script with `inputs` in `folder`, and returns its exit code, its printed text and its outputs.
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
fn the_action_passes_its_inputs_on_and_outputs_the_verdict() {
    let folder = TempDir::new().unwrap();
    let check = |inputs: &[(&str, &str)], code: i32, expected: &str, outputs: &str| {
        let (exit_code, printed, written) = run(folder.path(), inputs);
        assert_eq!(exit_code, Some(code), "{inputs:?}: {printed}");
        assert!(printed.contains(expected), "{inputs:?}: no `{expected}` in {printed}");
        assert_eq!(written, outputs, "{inputs:?}");
    };
    let filters = ("FILTERS", "updateMonitor::name::maxLength updateMonitor::goal::maxLength");
    let incomplete = "report=report/report.json\nverdict=incomplete\n";
    let arguments = ("ARGUMENTS", "--deadline\n5\n--no-preflight\n");
    check(&[filters, arguments], 3, "verdict    incomplete", incomplete);
    // With a wrong input no case is sent, so there is no verdict.
    check(&[filters, ("TARGET", "none.toml")], 2, "none.toml", "");
    check(&[filters, ("WAIVERS", "none.toml")], 2, "none.toml", "");
    check(&[filters, ("BUDGET", "soon")], 2, "soon", "");
    check(&[filters, ("PROFILES", "none")], 2, "none", "");
}
