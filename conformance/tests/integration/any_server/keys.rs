//! Keys that a command prints, and keys that make a server respond with an error.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::any_server::front::{Front, SeenRequest, transparent_front};
use crate::any_server::front::{SECRET, TargetFolder};

const NAME_CASE: &str = "updateMonitor::name::maxLength";

/// Writes a target file whose valid key is printed by a shell script. The script adds a line to
/// `runs` each time that it is run.
fn target_folder(front: &Front, script: &str) -> TargetFolder {
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let text = format!(
        "base-url = '{}'\n[keys]\nvalid = {{ command = ['sh', 'key.sh'] }}\n[fixtures]\nmonitorId = {ids}\n",
        front.base_url
    );
    let script = format!("echo run >>runs\n{script}\n");
    TargetFolder::new(front, &front.base_url, "", "")
        .with_file("target.toml", &text)
        .with_file("key.sh", &script)
}

fn runs(folder: &TargetFolder) -> usize {
    std::fs::read_to_string(folder.dir.path().join("runs")).unwrap().lines().count()
}

/// Rejects keys with the prefix of an expired key, and repeats the key in the response.
fn reject_old_keys(_: usize, seen: &SeenRequest) -> Option<Response> {
    let sent = seen.headers.iter().find(|(name, _)| name == "authorization")?;
    let old = sent.1.strip_prefix("Bearer old-token-")?;
    let body =
        format!(r#"{{"success":false,"error":"Unauthorized: Invalid token old-token-{old}"}}"#);
    let json = [("Content-Type", "application/json")];
    Some((StatusCode::UNAUTHORIZED, json, body).into_response())
}

#[test]
fn takes_the_key_that_a_command_prints() {
    let front = transparent_front();
    let folder = target_folder(&front, "echo \"$THE_KEY\"");
    let (code, text) = folder.run(&[NAME_CASE]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(runs(&folder), 1);
    assert!(folder.report().contains("$VALID_KEY"));
}

#[test]
fn runs_the_command_again_once_when_the_key_expires() {
    let front = Front::new(reject_old_keys);
    for arguments in [&[NAME_CASE][..], &[NAME_CASE, "--no-preflight"]] {
        let script =
            "if [ -e old ]; then echo \"$THE_KEY\"; else touch old; echo old-token-12345; fi";
        let folder = target_folder(&front, script);
        let (code, text) = folder.run(arguments);
        assert_eq!(code, 0, "{text}");
        assert_eq!(runs(&folder), 2, "{text}");
        for shown in [text, folder.report()] {
            assert!(!shown.contains("old-token-"), "the old key is shown");
        }
    }
}

/// The new key is rejected too: the cases fail, and no key is shown.
#[test]
fn a_second_key_that_is_rejected_fails_the_cases() {
    let front = Front::new(reject_old_keys);
    let folder = target_folder(&front, "wc -l <runs | sed 's/ *//; s/^/old-token-0000/'");
    let (code, text) = folder.run(&[NAME_CASE, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
    assert_eq!(runs(&folder), 2, "{text}");
    let report = folder.report();
    assert!(report.contains("Invalid token $VALID_KEY"), "{text}");
    for shown in [text, report] {
        assert!(!shown.contains("old-token-"), "a key is shown");
    }
    let (code, text) = folder.run(&[NAME_CASE]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("error: the valid key is rejected") && !text.contains("old-token-"));
}

/// The command fails when it has to replace the key: no case judges the server by the old one.
#[test]
fn a_failing_renewal_is_an_error_of_each_case() {
    let front = Front::new(reject_old_keys);
    let script = "if [ -e old ]; then exit 2; else touch old; echo old-token-12345; fi";
    let folder = target_folder(&front, script);
    let (code, text) = folder.run(&[NAME_CASE, "--no-preflight"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("`sh` ended with 2") && text.contains(" 0 fail, "), "{text}");
}

#[test]
fn a_failing_command_is_reported_with_its_standard_error_only() {
    let front = transparent_front();
    let script = "echo s3cr3t-that-is-half-printed; echo 'vault is sealed' >&2; exit 2";
    let folder = target_folder(&front, script);
    let (code, text) = folder.run(&[]);
    assert_eq!(code, 2, "{text}");
    let expected = "the command for the valid key gives no key: `sh` ended with 2: vault is sealed";
    assert!(text.contains(expected) && !text.contains("s3cr3t"), "{text}");
}

/// Responds that the team has no credits left if the request has one particular key.
fn has_no_credits(_: usize, seen: &SeenRequest) -> Option<Response> {
    let key_without_credits = format!("Bearer {SECRET}");
    let has_no_credits = seen
        .headers
        .iter()
        .any(|(name, value)| name == "authorization" && *value == key_without_credits);
    let body = r#"{"success":false,"error":"Payment Required: Insufficient credits"}"#;
    let json = [("Content-Type", "application/json")];
    has_no_credits.then(|| (StatusCode::PAYMENT_REQUIRED, json, body).into_response())
}

#[test]
fn a_key_can_provoke_an_error() {
    let front = Front::new(has_no_credits);
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let provoke = "[provoke]\ninsufficient-credits = { key = { env = 'THE_SECRET' } }\n";
    let rest = format!("[fixtures]\nmonitorId = {ids}\n{provoke}");
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let (code, text) = folder.run(&["updateMonitor::errors::insufficient-credits"]);
    assert_eq!(code, 0, "{text}");
    let outcomes = folder.outcomes();
    assert!(outcomes["pass"].as_u64().is_some_and(|count| count > 0), "{outcomes}");
    assert!(folder.report().contains("$THE_SECRET"));
}

#[test]
fn rejects_a_base_url_that_is_a_key_without_printing_it() {
    let front = transparent_front();
    let target = "base-url = { env = 'THE_KEY' }\n[keys]\nvalid = { env = 'THE_KEY' }\n";
    let folder =
        TargetFolder::new(&front, &front.base_url, "", "").with_file("target.toml", target);
    // `run` checks that the output has no key.
    let (code, text) = folder.run(&["updateMonitor::name::"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("base-url"), "{text}");
}

/// A resource of the team without credits.
const OF_POOR_TEAM: &str = "11111111-1111-4111-8111-111111111111";

/// A server that isolates teams: the key without credits creates, sees and deletes the resource of its own team only.
fn isolates_teams(number: usize, seen: &SeenRequest) -> Option<Response> {
    let response = has_no_credits(number, seen)?;
    let is_own = seen.path.ends_with(OF_POOR_TEAM);
    let (status, body) = match seen.method.as_str() {
        "POST" => (StatusCode::CREATED, format!("{{\"id\":\"{OF_POOR_TEAM}\"}}")),
        "DELETE" if is_own => return Some(StatusCode::NO_CONTENT.into_response()),
        _ if is_own => return Some(response),
        _ => (StatusCode::NOT_FOUND, r#"{"success":false,"error":"Not Found"}"#.to_owned()),
    };
    Some((status, [("Content-Type", "application/json")], body).into_response())
}

const CREDITS_CASE: &str = "updateMonitor::errors::insufficient-credits";

fn provoking_folder(front: &Front, provoke: &str) -> TargetFolder {
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let rest = format!("[fixtures]\nmonitorId = {ids}\n[provoke]\n{provoke}\n");
    TargetFolder::new(front, &front.base_url, "", &rest)
}

#[test]
fn a_key_of_another_team_needs_a_resource_of_that_team() {
    let front = Front::new(isolates_teams);
    let key = "key = { env = 'THE_SECRET' }";
    let folder = provoking_folder(&front, &format!("insufficient-credits = {{ {key} }}"));
    let (code, text) = folder.run(&[CREDITS_CASE]);
    assert_eq!(code, 2, "{text}");
    let remedy = "add `monitorId = \"…\"` beside it, with a resource of its team";
    assert!(text.contains("the key of `[provoke] insufficient-credits` does not see "), "{text}");
    assert!(text.contains(remedy), "{text}");
    // Without the check, nothing is said against the server either.
    let (code, text) = folder.run(&[CREDITS_CASE, "--no-preflight"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("add a resource of that team beside the key"), "{text}");

    let provoke = format!("insufficient-credits = {{ {key}, monitorId = '{OF_POOR_TEAM}' }}");
    let folder = provoking_folder(&front, &provoke);
    let (code, text) = folder.run(&[CREDITS_CASE]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(folder.outcomes()["pass"], 1);
}

/// Recipes for monitors, and a key that provokes an error.
const RECIPE_AND_KEY: &str = "[provision.monitorId]\ncount = 2\n\
     create = { method = 'POST', path = '/_reference/monitors', id = '/id', body = { team = 'home' } }\n\
     delete = { method = 'DELETE', path = '/_reference/monitors/{monitorId}' }\n\
     [provoke]\ninsufficient-credits = { key = { env = 'THE_SECRET' } }\n";

#[test]
fn a_recipe_creates_a_resource_of_the_team_of_a_provoking_key() {
    let front = Front::new(isolates_teams);
    let folder = TargetFolder::new(&front, &front.base_url, "", RECIPE_AND_KEY);
    let (code, text) = folder.run(&[CREDITS_CASE]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(folder.outcomes()["pass"], 1);
    assert!(!text.contains("warning"), "{text}");
    let seen = front.seen();
    let of_team: Vec<&str> = seen
        .iter()
        .filter(|seen| has_no_credits(0, seen).is_some() && seen.path.ends_with(OF_POOR_TEAM))
        .map(|seen| seen.method.as_str())
        .collect();
    assert_eq!(of_team, ["PATCH", "DELETE"]);
    let verify = folder.plain_command(&["verify", "target/conformance/report.json"]);
    let (code, text) = folder.output_of(verify);
    assert_eq!(code, 0, "{text}");
    // A case that provokes nothing needs no such resource.
    let (code, text) = folder.run(&[NAME_CASE, "--no-preflight"]);
    assert_eq!(code, 0, "{text}");
    let later = front.seen().split_off(seen.len());
    assert!(!later.iter().any(|seen| has_no_credits(0, seen).is_some()), "{text}");
}

#[test]
fn a_provoking_key_that_creates_nothing_uses_a_resource_of_the_valid_key() {
    let front = Front::new(has_no_credits);
    let folder = TargetFolder::new(&front, &front.base_url, "", RECIPE_AND_KEY);
    let (code, text) = folder.run(&[CREDITS_CASE]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(folder.outcomes()["pass"], 1);
    let warning = "warning: with the key of `[provoke] insufficient-credits`: cannot create a monitorId: \
                   the server responded with 402";
    assert!(text.contains(warning), "{text}");
}

/// Rejects every request with one particular key, and asks to wait for long.
fn is_over_its_limit(number: usize, seen: &SeenRequest) -> Option<Response> {
    has_no_credits(number, seen)?;
    let body = r#"{"success":false,"error":"Rate limit exceeded"}"#;
    let headers = [("Content-Type", "application/json"), ("Retry-After", "3600")];
    Some((StatusCode::TOO_MANY_REQUESTS, headers, body).into_response())
}

#[test]
fn a_key_over_its_limit_keeps_no_other_request_waiting() {
    let front = Front::new(is_over_its_limit);
    let folder = provoking_folder(&front, "rate-limit-exceeded = { key = { env = 'THE_SECRET' } }");
    let (code, text) = folder.run(&["updateMonitor::errors::rate-limit-exceeded"]);
    assert_eq!(code, 0, "{text}");
    let doctor = folder.plain_command(&["run", "--doctor", "--verbose", "--target", "target.toml"]);
    let (code, text) = folder.output_of(doctor);
    assert_eq!(code, 0, "{text}");
    let about = "the key of `[provoke] rate-limit-exceeded`";
    assert!(text.contains(&format!("{about} gets 429, as expected")), "{text}");
    // The port may contain the same digits.
    assert_eq!(text.matches(" 429").count(), 1, "{text}");
}
