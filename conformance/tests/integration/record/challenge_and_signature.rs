//! What a customer can demand of a report: a challenge string in each request, and a signature.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{Ed25519KeyPair, KeyPair};
use tempfile::TempDir;
use webdata_cases::challenge::Challenge;

use super::check;
use crate::SUITE;
use crate::binary::text;

/// The string that a customer chose.
const CHALLENGE: &str = "acme-7f3c";

/// Writes a private key as OpenSSH does (PROTOCOL.key in its sources), and returns the public key in the format of its
/// file.
fn key(folder: &Path, name: &str, kind: &str, cipher: &str, seed: u8) -> String {
    let seed = [seed; 32];
    let public = Ed25519KeyPair::from_seed_unchecked(&seed).unwrap().public_key().as_ref().to_vec();
    let fields = |parts: &[&[u8]]| -> Vec<u8> {
        let length = |part: &[u8]| u32::try_from(part.len()).unwrap().to_be_bytes();
        parts.iter().flat_map(|part| [&length(part), *part].concat()).collect()
    };
    let public_fields = fields(&[kind.as_bytes(), &public]);
    let private = fields(&[kind.as_bytes(), &public, &[seed.as_slice(), &public].concat(), b""]);
    // Two equal numbers come first, and the length is made a multiple of 8.
    let private = [&[7; 8], private.as_slice(), &[1, 2, 3, 4, 5]].concat();
    let mut file = b"openssh-key-v1\0".to_vec();
    file.extend(fields(&[cipher.as_bytes(), b"none", b""]));
    file.extend(1_u32.to_be_bytes());
    file.extend(fields(&[&public_fields, &private]));
    let (begin, end) = ("-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----");
    let path = folder.join(name);
    fs::write(&path, format!("{begin}\n{}\n{end}\n", STANDARD.encode(file))).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    format!("{kind} {}", STANDARD.encode(public_fields))
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
    let challenged = SUITE.clone().with_samples(Some(&challenge), None);
    let ids_and_clauses = |suite: &webdata_suite::Suite| -> Vec<_> {
        suite.cases.iter().map(|case| (case.id.clone(), case.clauses.clone())).collect()
    };
    assert_eq!(ids_and_clauses(&SUITE), ids_and_clauses(&challenged));
    assert_ne!(SUITE.cases, challenged.cases);
}

#[test]
fn a_signature_identifies_the_signer() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    const ED25519: &str = "ssh-ed25519";
    let public = key(folder, "key", ED25519, "none", 1);
    let other = key(folder, "other", ED25519, "none", 2);
    let of_another_kind = key(folder, "ecdsa", "ecdsa-sha2-nistp256", "none", 3);
    key(folder, "locked", ED25519, "aes256-ctr", 4);
    for (name, text) in [
        ("none", "no key".to_owned()),
        ("key.pub", format!("# who may sign\n{of_another_kind}\n{public} of a vendor\n")),
        ("other.pub", other),
        ("ecdsa.pub", of_another_kind),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let run = "run updateMonitor::name::maxLength --report-dir signed";
    let not_a_key =
        "--sign none: the file is not a private key in the format of `ssh-keygen`; make one: ";
    check(folder, &format!("{run} --sign none"), 2, &[not_a_key]);
    check(folder, &format!("{run} --sign locked"), 2, &["--sign locked: the key has a passphrase"]);
    check(
        folder,
        &format!("{run} --sign ecdsa"),
        2,
        &["--sign ecdsa: the file has no valid Ed25519 key"],
    );
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
    let no_key = ["--signer ecdsa.pub: the file has no public Ed25519 key"];
    check(folder, &format!("{verify} ecdsa.pub"), 2, &no_key);
    agrees_with_ssh_keygen(folder, &public, &format!("{verify} key.pub"));

    let written = fs::read_to_string(folder.join("signed/report.json")).unwrap();
    fs::write(folder.join("signed/report.json"), written + "\n").unwrap();
    check(folder, &format!("{verify} key.pub"), 1, &["none of the signers signed this report"]);
    // An unsigned run removes the signature of an earlier run.
    check(folder, run, 0, &[]);
    assert!(!folder.join("signed/report.json.sig").exists());
}

/// Checks that OpenSSH accepts the signature, and that its own signature is accepted, if it is installed.
fn agrees_with_ssh_keygen(folder: &Path, public: &str, verify: &str) {
    fs::write(folder.join("allowed"), format!("vendor {public}\n")).unwrap();
    let ssh_keygen = |words: &str| {
        let mut command = Command::new("ssh-keygen");
        let record = fs::File::open(folder.join("signed/report.json")).unwrap();
        command.args(words.split(' ')).current_dir(folder).stdin(Stdio::from(record));
        command.output()
    };
    match ssh_keygen("-Y verify -f allowed -I vendor -n file -s signed/report.json.sig") {
        Ok(output) => assert!(output.status.success(), "{}", text(&output)),
        Err(error) => return eprintln!("skipped: ssh-keygen cannot be called: {error}"),
    }
    fs::remove_file(folder.join("signed/report.json.sig")).unwrap();
    let output = ssh_keygen("-Y sign -f key -n file signed/report.json").unwrap();
    assert!(output.status.success(), "{}", text(&output));
    check(folder, verify, 0, &["the report is signed by SHA256:", "verified"]);
}
