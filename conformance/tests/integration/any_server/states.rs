//! Tests of recipes that bring resources into named states for circumstances, and of variables in place of strings that
//! are sent.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::any_server::front::{Front, SECRET, SeenRequest, TargetFolder, transparent_front};

/// Recipes of runs in five states, and of a snapshot of a finished run; below, the circumstances that name the states.
const RUNS: &str = r#"
[bind]
agentTrace    = { method = "GET", path = "/v2/agent/{jobId}/trace" }
agentSnapshot = { method = "GET", path = "/v2/agent/{jobId}/snapshots/{snapshotId}" }
cancelAgent   = { method = "DELETE", path = "/v2/agent/{jobId}" }

[provision.jobId]
create = { method = "POST", path = "/v2/agent", body = { prompt = "What does a kettle cost?" }, id = "/id" }

[provision.jobId.states.finished]
then  = [{ method = "POST", path = "/_reference/clock", body = { advance-seconds = 60 } }]
until = { path = "/v2/agent/{jobId}", at = "/status", equals = "completed", within-seconds = 20 }

[provision.jobId.states.cancelled]
then  = [{ method = "DELETE", path = "/v2/agent/{jobId}" }]
until = { path = "/v2/agent/{jobId}", at = "/status", equals = "failed", within-seconds = 20 }

[provision.jobId.states.limit-reached]
key    = "valid"
create = { method = "POST", path = "/v2/agent", body = { prompt = "What?", maxCredits = 1 }, id = "/id" }
then   = [{ method = "POST", path = "/_reference/clock", body = { advance-seconds = 60 } }]
until  = { path = "/v2/agent/{jobId}", at = "/status", equals = "failed", within-seconds = 20 }

[provision.jobId.states.of-another-team]
key = { env = "THE_OTHER_KEY" }

[provision.jobId.states.being-cancelled]
then = [{ method = "DELETE", path = "/v2/agent/{jobId}" }]

[provision.snapshotId.states.made]
parameters = { jobId = "finished" }
create     = { method = "GET", path = "/v2/agent/{jobId}/trace", id = "/events/0/snapshotId" }

[circumstance.agentStatus]
"lifecycles.AgentStatus.status.situations.cancelled-run-is-polled" = { parameters = { jobId = "cancelled" } }
"lifecycles.AgentStatus.status.situations.run-reaches-max-credits" = { parameters = { jobId = "limit-reached" } }

[circumstance.cancelAgent]
"lifecycles.AgentStatus.status.situations.finished-run-is-cancelled" = { parameters = { jobId = "finished" } }
"lifecycles.AgentStatus.status.situations.cancelling-run-is-cancelled" = { parameters = { jobId = "being-cancelled" } }

[circumstance.agentSnapshot]
"operations.agentSnapshot" = { parameters = { jobId = "finished", snapshotId = "made" } }
"operations.agentSnapshot.unknown" = { parameters = { jobId = "of-another-team", snapshotId = "made" } }
"#;

const CASES: [&str; 6] = [
    "agentStatus::situations::cancelled-run-is-polled",
    "agentStatus::situations::run-reaches-max-credits",
    "cancelAgent::situations::finished-run-is-cancelled",
    // The time that other states take would end the cancellation.
    "cancelAgent::situations::cancelling-run-is-cancelled",
    "agentSnapshot::errors::unknown-resource",
    "agentSnapshot::observations::snapshot-answer",
];

fn is_start(seen: &&SeenRequest) -> bool {
    seen.method == "POST" && seen.path == "/v2/agent"
}

#[test]
fn a_circumstance_names_a_resource_in_a_state() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", RUNS);
    let (code, text) = folder.run(&CASES);
    assert_eq!(code, 0, "{text}");
    let outcomes = folder.outcomes();
    assert_eq!(outcomes["skip"], 0, "{outcomes} {text}");
    assert_eq!((&outcomes["fail"], &outcomes["error"]), (&0.into(), &0.into()), "{text}");
    let seen = front.seen();
    assert_eq!(seen.iter().filter(is_start).count(), 5, "each state is created once");
    let keys = seen.iter().filter(is_start).flat_map(|seen| &seen.headers);
    let other = format!("Bearer {}", front.server.keys().other_team);
    let others = keys.filter(|(name, value)| name == "authorization" && *value == other);
    assert_eq!(others.count(), 1, "one state has another key");
    let mut paths = seen.iter().map(|seen| &seen.path);
    assert!(paths.clone().any(|path| path.contains("/snapshots/")), "no snapshot was read");
    let is_name = |path: &String| path.contains("finished") || path.contains("made");
    assert!(!paths.any(is_name), "the name of a state was sent");
    let note = "left on the server, since `[provision.jobId]` has no `delete`";
    assert_eq!(text.matches(note).count(), 1, "{text}");
    let report = folder.plain_command(&["verify", "target/conformance/report.json"]);
    let (code, text) = folder.output_of(report);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn creates_no_resource_for_a_state_that_no_selected_case_needs() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", RUNS);
    let (_, text) = folder.run(&["agentStatus::malformed::jobId::words"]);
    assert!(!front.seen().iter().any(|seen| is_start(&seen)), "{text}");
    let (code, text) = folder.run(&["agentStatus::situations::cancelled-run-is-polled"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(front.seen().iter().filter(is_start).count(), 1, "{text}");
}

/// Responds to each poll that the run is still in progress.
fn never_ends(_: usize, seen: &SeenRequest) -> Option<Response> {
    let json = [("Content-Type", "application/json")];
    let is_poll = seen.method == "GET" && seen.path.starts_with("/v2/agent/");
    is_poll.then(|| (json, r#"{"success":true,"status":"processing"}"#).into_response())
}

#[test]
fn a_state_that_is_not_reached_ends_the_run_and_says_why() {
    let runs = RUNS.replace("within-seconds = 20", "within-seconds = 1");
    let case = "agentStatus::situations::cancelled-run-is-polled";
    let front = Front::new(never_ends);
    let folder = TargetFolder::new(&front, &front.base_url, "", &runs);
    let started = Instant::now();
    let (code, text) = folder.run(&[case, "--no-preflight"]);
    assert!(started.elapsed() > Duration::from_secs(1));
    assert_eq!(code, 2, "{text}");
    let expected = "cannot create a jobId in the state `cancelled`: after 1 s, GET /v2/agent/{jobId}: \
                    `/status` is \"processing\" instead of \"failed\"";
    assert!(text.contains(expected), "{text}");
    let left = " (cancelled): left on the server, since `[provision.jobId]` has no `delete`";
    assert!(text.contains(left), "{text}");
    let seen = front.seen();
    let polls = seen.iter().filter(|seen| never_ends(0, seen).is_some()).count();
    assert!((3..=6).contains(&polls), "{polls} polls within a second");
    let sent = seen.iter().filter(|seen| seen.is_for_an_operation() && seen.method == "PATCH");
    assert_eq!(sent.count(), 0, "a case was sent");

    // A rejection does not change.
    let front = Front::new(|_, seen| {
        never_ends(0, seen).map(|_| (StatusCode::FORBIDDEN, "not yours").into_response())
    });
    let folder = TargetFolder::new(&front, &front.base_url, "", RUNS);
    let (code, text) = folder.run(&[case, "--no-preflight"]);
    assert_eq!(code, 2, "{text}");
    let expected = "GET /v2/agent/{jobId}: no \"failed\" at `/status`; the server responded with 403 not yours";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_resource_in_a_state_is_removed_after_the_run() {
    let front = transparent_front();
    let rest = "[provision.monitorId]\n\
                create = { method = 'POST', path = '/_reference/monitors', id = '/id' }\n\
                delete = { method = 'DELETE', path = '/_reference/monitors/{monitorId}' }\n\
                [provision.monitorId.states.paused]\n\
                then = [{ method = 'PATCH', path = '/v2/monitor/{monitorId}', body = { status = 'paused' } }]\n\
                until = { path = '/_reference/monitors/{monitorId}', at = '/status', equals = 'paused' }\n\
                [circumstance.updateMonitor]\n\
                'ThreatProtectionOverride.refusals.not-enabled' = { parameters = { monitorId = 'paused' } }\n";
    let ids = format!("[fixtures]\nmonitorId = ['{}']\n", front.monitor());
    let folder = TargetFolder::new(&front, &front.base_url, "", &format!("{ids}{rest}"));
    // The team of the valid key is in no such state, so the case fails.
    let (_, text) = folder.run(&[
        "updateMonitor::refusals::targets.items.scrape.scrapeOptions.threatProtection::not-enabled",
    ]);
    assert!(!text.contains("cannot create"), "{text}");
    let is_paused =
        |seen: &&SeenRequest| seen.method == "PATCH" && seen.path.starts_with("/v2/monitor/");
    assert!(front.seen().iter().filter(is_paused).count() >= 2, "{text}");
    let monitors = front.monitors();
    let statuses: Vec<&str> =
        monitors.iter().filter_map(|monitor| monitor["monitor"]["status"].as_str()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == "deleted").count(), 1, "{text}");
    assert_eq!(statuses.len(), 2, "{text}");
}

/// Runs a target with each mistake, and checks the message.
#[test]
fn mistakes_in_states_are_found_before_anything_is_sent() {
    let create = "create = { method = 'POST', path = '/v2/agent', id = '/id' }";
    let finished = format!("[provision.jobId]\n{create}\n[provision.jobId.states.finished]\n");
    let polled = "[circumstance.agentStatus.'lifecycles.AgentStatus.status.situations.cancelled-run-is-polled']\n";
    let table = [
        (
            format!("{finished}{polled}parameters = {{ jobId = 'finish' }}\n"),
            "`finish` is neither a state of `[provision.jobId]` nor an identity; did you mean `finished`?",
        ),
        (
            format!("{finished}{polled}parameters = {{ jobId = 'done' }}\n"),
            "`done` is neither a state of `[provision.jobId]` nor an identity; the only name is `finished`",
        ),
        (
            format!(
                "{finished}parameters = {{ snapshotId = 'a' }}\n[provision.snapshotId.states.a]\n{create}\nparameters = {{ jobId = 'finished' }}\n"
            ),
            "`[provision.jobId]`: the state `finished` needs itself, by the states that its `parameters` name",
        ),
        (
            format!(
                "{finished}until = {{ path = '/v2/agent/{{id}}', at = '/status', equals = 'x' }}\n"
            ),
            "the state `finished` has `{id}` in the path `/v2/agent/{id}`, and no value for it",
        ),
        (
            "[provision.jobId.states.finished]\n".to_owned(),
            "`create` is missing, which the state `finished` needs",
        ),
        (
            format!("[provision.monitorId]\ncount = 2\n{create}\n"),
            "`[provision.monitorId]`: `delete` is missing, which `count` needs",
        ),
        (
            format!(
                "[provision.jobId]\ncount = 2\n{create}\ndelete = {{ method = 'DELETE', path = '/{{jobId}}' }}\n"
            ),
            "no case needs any `jobId` without a state; remove `count`",
        ),
        (
            format!("{finished}key = 's3cr3t'\n"),
            "this string is not a value of `key`; give one of `valid`, `revoked`, `limited`, `other-team`",
        ),
        (
            format!("[provision.jobid.states.finished]\n{create}\n"),
            "`[provision]`: no case needs a `jobid`; did you mean `jobId`?",
        ),
    ];
    let front = transparent_front();
    for (rest, expected) in table {
        let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
        let (code, text) = folder.run(&[CASES[0]]);
        assert_eq!(code, 2, "{rest}{text}");
        assert!(text.contains(expected) && !text.contains("s3cr3t"), "{expected}\n{rest}{text}");
    }
    assert!(front.seen().is_empty());
    // An identity is no misspelt state.
    let id = "0f8d7c1e-6a7b-4f7e-9a55-3c1b7a2f4d10";
    let rest = format!("{finished}{polled}parameters = {{ jobId = '{id}' }}\n");
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let (code, text) = folder.run(&[CASES[0], "--", "--list"]);
    assert_eq!(code, 0, "{text}");
}

const CREATED: &str = "/_reference/monitors";

#[test]
fn a_variable_stands_for_any_string_that_is_sent() {
    let front = transparent_front();
    let monitor = front.monitor();
    let job = "0f8d7c1e-6a7b-4f7e-9a55-3c1b7a2f4d10";
    let rest = format!(
        "[provision.monitorId]\ncount = 1\n\
         create = {{ method = 'POST', path = {{ env = 'THE_PATH' }}, id = '/id', \
         body = {{ properties = {{ goal = {{ env = 'THE_SECRET' }} }} }} }}\n\
         delete = {{ method = 'DELETE', path = '{CREATED}/{{monitorId}}' }}\n\
         [provoke]\nconflict = {{ X-Reference-Provoke = 'conflict', monitorId = {{ env = 'THE_MONITOR' }} }}\n\
         [bind.agentSnapshot]\nmethod = 'GET'\npath = '/v2/agent/{{jobId}}/snapshots/{{snapshotId}}'\n\
         [circumstance.agentSnapshot.'operations.agentSnapshot.unknown']\n\
         parameters = {{ jobId = {{ env = 'THE_JOB' }}, snapshotId = '{job}' }}\n"
    );
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest)
        .with_variable("THE_PATH", CREATED)
        .with_variable("THE_MONITOR", &monitor)
        .with_variable("THE_JOB", job);
    let cases = [
        "updateMonitor::errors::conflict",
        "agentSnapshot::errors::unknown-resource",
        "each-fixture",
    ];
    // `run` checks that no value is in the output, and `report` that none is in a report.
    let (code, text) = folder.run(&cases);
    assert_eq!(code, 0, "{text}");
    let named = front.monitors().into_iter().filter(|stored| stored["monitor"]["goal"] == SECRET);
    assert_eq!(named.count(), 1, "the goal of the monitor is not that of the variable");
    let seen = front.seen();
    for path in [format!("/v2/monitor/{monitor}"), format!("/v2/agent/{job}/snapshots/{job}")] {
        assert!(seen.iter().any(|seen| seen.path == path), "{path} was not called: {text}");
    }
    let report = folder.report();
    for variable in ["$THE_MONITOR", "$THE_JOB"] {
        assert!(report.contains(variable), "{variable} is not in the report");
    }
}
