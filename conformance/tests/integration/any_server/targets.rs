//! The examples in `targets/` load, and the one of the reference server passes.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::any_server::front::transparent_front;
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
