//! Keys that a command prints, and keys that make a server answer with an error.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::any_server::command::{Bench, SECRET};
use crate::any_server::front::{Front, Seen, open};

const SOME: &str = "updateMonitor::name::maxLength";

/// A target file whose valid key is printed by a shell script, which says at each run that it ran.
fn bench(front: &Front, script: &str) -> Bench {
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let text = format!(
        "base-url = '{}'\n[keys]\nvalid = {{ command = ['sh', 'key.sh'] }}\n[fixtures]\nmonitorId = {ids}\n",
        front.base_url
    );
    let script = format!("echo run >>runs\n{script}\n");
    Bench::new(front, &front.base_url, "", "").with("target.toml", &text).with("key.sh", &script)
}

fn runs(bench: &Bench) -> usize {
    std::fs::read_to_string(bench.folder.path().join("runs")).unwrap().lines().count()
}

/// Rejects keys that begin as the old ones do, and repeats them.
fn rejects(_: usize, seen: &Seen) -> Option<Response> {
    let sent = seen.headers.iter().find(|(name, _)| name == "authorization")?;
    let old = sent.1.strip_prefix("Bearer old-token-")?;
    let body =
        format!(r#"{{"success":false,"error":"Unauthorized: Invalid token old-token-{old}"}}"#);
    let json = [("Content-Type", "application/json")];
    Some((StatusCode::UNAUTHORIZED, json, body).into_response())
}

#[test]
fn a_command_prints_the_key() {
    let front = open();
    let bench = bench(&front, "echo \"$THE_KEY\"");
    let (code, text) = bench.run(&[SOME]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(runs(&bench), 1);
    assert!(bench.report().contains("$VALID_KEY"));
}

#[test]
fn a_key_that_expires_is_printed_again_once() {
    let front = Front::new(rejects);
    for words in [&[SOME][..], &[SOME, "--no-preflight"]] {
        let script =
            "if [ -e old ]; then echo \"$THE_KEY\"; else touch old; echo old-token-12345; fi";
        let bench = bench(&front, script);
        let (code, text) = bench.run(words);
        assert_eq!(code, 0, "{text}");
        assert_eq!(runs(&bench), 2, "{text}");
        for said in [text, bench.report()] {
            assert!(!said.contains("old-token-"), "the old key shows");
        }
    }
}

/// The new key is rejected, too: the cases see that, and neither key shows.
#[test]
fn a_new_key_that_is_rejected_is_what_the_cases_see() {
    let front = Front::new(rejects);
    let bench = bench(&front, "wc -l <runs | sed 's/ *//; s/^/old-token-0000/'");
    let (code, text) = bench.run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
    assert_eq!(runs(&bench), 2, "{text}");
    let report = bench.report();
    assert!(report.contains("Invalid token $VALID_KEY"), "{text}");
    for said in [text, report] {
        assert!(!said.contains("old-token-"), "a key shows");
    }
    let (code, text) = bench.run(&[SOME]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("error: the valid key: is rejected") && !text.contains("old-token-"));
}

#[test]
fn a_command_that_fails_is_shown_with_its_standard_error_alone() {
    let front = open();
    let script = "echo s3cr3t-that-is-half-printed; echo 'vault is sealed' >&2; exit 2";
    let bench = bench(&front, script);
    let (code, text) = bench.run(&[]);
    assert_eq!(code, 2, "{text}");
    let says = "the command for the valid key gives no key: `sh` ended with 2: vault is sealed";
    assert!(text.contains(says) && !text.contains("s3cr3t"), "{text}");
}

/// Has no credits left for one key.
fn is_poor(_: usize, seen: &Seen) -> Option<Response> {
    let poor = format!("Bearer {SECRET}");
    let is_poor =
        seen.headers.iter().any(|(name, value)| name == "authorization" && *value == poor);
    let body = r#"{"success":false,"error":"Payment Required: Insufficient credits"}"#;
    let json = [("Content-Type", "application/json")];
    is_poor.then(|| (StatusCode::PAYMENT_REQUIRED, json, body).into_response())
}

#[test]
fn a_key_provokes_an_error() {
    let front = Front::new(is_poor);
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let provoke = "[provoke]\ninsufficient-credits = { key = { env = 'THE_SECRET' } }\n";
    let rest = format!("[fixtures]\nmonitorId = {ids}\n{provoke}");
    let bench = Bench::new(&front, &front.base_url, "", &rest);
    let (code, text) = bench.run(&["updateMonitor::errors::insufficient-credits"]);
    assert_eq!(code, 0, "{text}");
    let outcomes = bench.outcomes();
    assert!(outcomes["pass"].as_u64().is_some_and(|count| count > 0), "{outcomes}");
    assert!(bench.report().contains("$THE_SECRET"));
}

#[test]
fn a_base_url_that_is_a_key_is_refused_without_being_printed() {
    let front = open();
    let target = "base-url = { env = 'THE_KEY' }\n[keys]\nvalid = { env = 'THE_KEY' }\n";
    let bench = Bench::new(&front, &front.base_url, "", "").with("target.toml", target);
    // The bench looks for its keys in all that the command says.
    let (code, text) = bench.run(&["updateMonitor::name::"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("base-url"), "{text}");
}
