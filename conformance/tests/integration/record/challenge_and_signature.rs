//! What a customer can demand of a report: a challenge string in each request, and a signature.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use ssh_key::private::Ed25519Keypair;
use ssh_key::{LineEnding, PrivateKey};
use tempfile::TempDir;
use webdata_cases::challenge::Challenge;

use crate::binary::{binary, text};

/// The string that a customer chose.
const CHALLENGE: &str = "acme-7f3c";

/// Runs the binary in a folder, and checks its exit code and its output.
fn check(folder: &Path, words: &str, code: i32, expected: &[&str]) {
    let output = binary().args(words.split(' ')).current_dir(folder).output().unwrap();
    let output_text = text(&output);
    assert_eq!(output.status.code(), Some(code), "{words}: {output_text}");
    for part in expected {
        assert!(output_text.contains(part), "{words}: no `{part}` in {output_text}");
    }
}

/// Writes a key pair, and returns the public key in the format of its file.
fn key(folder: &Path, name: &str, seed: u8) -> String {
    let pair = PrivateKey::from(Ed25519Keypair::from_seed(&[seed; 32]));
    let private = pair.to_openssh(LineEnding::LF).unwrap();
    fs::write(folder.join(name), private.as_bytes()).unwrap();
    let public = pair.public_key().to_openssh().unwrap();
    fs::write(folder.join(format!("{name}.pub")), format!("# who may sign\n{public}\n")).unwrap();
    public
}

#[test]
fn a_challenge_is_in_each_request_and_is_verified() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let run = "run updateMonitor::name --report-dir with --challenge";
    check(folder, &format!("{run} {CHALLENGE}"), 0, &[]);
    check(folder, &format!("{run} a_b"), 2, &["1 to 64 ASCII letters, digits and hyphens"]);
    check(folder, &format!("{run} {CHALLENGE}"), 0, &[]);
    let demand = "verify with/report.json --challenge";
    check(folder, &format!("{demand} {CHALLENGE}"), 0, &["verified", "responses return it"]);
    check(folder, &format!("{demand} another"), 1, &["wrong      challenge: "]);

    let written = fs::read_to_string(folder.join("with/report.json")).unwrap();
    assert!(
        written.contains(&format!("Price watch {CHALLENGE}")),
        "the sample names lack the challenge"
    );
    let header = format!(r#"["Conformance-Challenge","{CHALLENGE}"]"#);
    assert!(written.contains(&header));
    let without = written.replacen(&header, r#"["X","y"]"#, 1);
    fs::write(folder.join("without.json"), without).unwrap();
    let message = ["a request has no header with the challenge"];
    check(folder, "verify without.json", 1, &message);
    let elsewhere = written.replace(CHALLENGE, "forged");
    fs::write(folder.join("elsewhere.json"), elsewhere).unwrap();
    check(folder, &format!("verify elsewhere.json --challenge {CHALLENGE}"), 1, &["digest: "]);
}

#[test]
fn a_challenge_changes_only_strings_of_cases() {
    let challenge: Challenge = CHALLENGE.parse().unwrap();
    let suite = webdata_conformance::suite().unwrap();
    let challenged = suite.clone().with_samples(Some(&challenge), None);
    let ids_and_clauses = |suite: &webdata_suite::Suite| -> Vec<_> {
        suite.cases.iter().map(|case| (case.id.clone(), case.clauses.clone())).collect()
    };
    assert_eq!(ids_and_clauses(&suite), ids_and_clauses(&challenged));
    assert_ne!(suite.cases, challenged.cases);
}

#[test]
fn a_signature_identifies_the_signer() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let public = key(folder, "key", 1);
    key(folder, "other", 2);
    fs::write(folder.join("none"), "no key").unwrap();
    let run = "run updateMonitor::name::maxLength --report-dir signed";
    let not_a_key = "--sign none: the file is not a private key in the format of `ssh-keygen` (";
    check(folder, &format!("{run} --sign none"), 2, &[not_a_key]);
    check(folder, &format!("{run} --sign missing"), 2, &["--sign missing: cannot read the file: "]);
    check(folder, run, 0, &[]);
    let verify = "verify signed/report.json --signer";
    check(
        folder,
        &format!("{verify} key.pub"),
        1,
        &["there is no signature signed/report.json.sig"],
    );
    check(folder, &format!("{run} --sign key"), 0, &[]);
    check(
        folder,
        &format!("{verify} key.pub"),
        0,
        &["the report is signed by SHA256:", "verified"],
    );
    check(folder, &format!("{verify} other.pub"), 1, &["none of the signers signed this report"]);
    check(folder, &format!("{verify} none"), 2, &["--signer none: a line is not a public key"]);
    accepted_by_ssh_keygen(folder, &public);

    let written = fs::read_to_string(folder.join("signed/report.json")).unwrap();
    fs::write(folder.join("signed/report.json"), written + "\n").unwrap();
    check(folder, &format!("{verify} key.pub"), 1, &["none of the signers signed this report"]);
    // An unsigned run removes the signature of an earlier run.
    check(folder, run, 0, &[]);
    assert!(!folder.join("signed/report.json.sig").exists());
}

/// Checks that OpenSSH accepts the signature, if it is installed.
fn accepted_by_ssh_keygen(folder: &Path, public: &str) {
    fs::write(folder.join("allowed"), format!("vendor {public}\n")).unwrap();
    let mut command = Command::new("ssh-keygen");
    command.args("-Y verify -f allowed -I vendor -n file -s signed/report.json.sig".split(' '));
    let record = fs::File::open(folder.join("signed/report.json")).unwrap();
    match command.current_dir(folder).stdin(Stdio::from(record)).output() {
        Ok(output) => assert!(output.status.success(), "{}", text(&output)),
        Err(error) => eprintln!("skipped: ssh-keygen cannot be called: {error}"),
    }
}
