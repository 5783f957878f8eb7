//! The checks before a run.
//!
//! A mistake of the set-up ends the run with one line each, before a case is sent. A server that
//! breaks the contract is left to the cases, and correct servers pass.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tokio_util::sync::CancellationToken;
use webdata_audit::variations::VariantServer;
use webdata_cases::marker::Marker;
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::doctor::{Preflight, Severity, Workload, preflight};
use webdata_suite::plan::Selection;
use webdata_suite::target::Target;

use crate::SUITE;
use crate::any_server::NAME_CASES;
use crate::any_server::front::TargetFolder;
use crate::any_server::front::{Front, Intercept, SeenRequest, serve, transparent_front};

/// The most requests that the doctor may send to a server with two fixtures: twice as many as it
/// needs.
const MOST_REQUESTS: usize = 20;

fn fixtures(front: &Front) -> String {
    format!("[fixtures]\nmonitorId = ['{}', '{}']\n", front.monitor(), front.monitor())
}

/// A mistake of the set-up: what differs from a correct one, and the beginnings of the lines that
/// are printed.
struct Mistake {
    name: &'static str,
    intercept: Intercept,
    base_path: &'static str,
    rest: fn(&Front) -> String,
    /// An environment variable and its wrong value.
    variable: Option<(&'static str, &'static str)>,
    expected: &'static [&'static str],
}

const CORRECT: Mistake = Mistake {
    name: "",
    intercept: |_, _| None,
    base_path: "",
    rest: fixtures,
    variable: None,
    expected: &[],
};

/// Responds with 400 to every update without properties, also of a monitor that is not there.
fn reject_empty_update(_: usize, seen: &SeenRequest) -> Option<Response> {
    let is_empty =
        seen.headers.iter().any(|(name, value)| name == "content-length" && value == "2");
    let body = axum::Json(serde_json::json!({ "success": false, "error": "Bad Request" }));
    is_empty.then(|| (StatusCode::BAD_REQUEST, body).into_response())
}

const MISTAKES: [Mistake; 12] = [
    Mistake {
        name: "a valid key in quotation marks",
        variable: Some(("THE_KEY", "'rotated-key-1'")),
        expected: &[
            "error: the valid key is rejected as an unknown key; check its variable: the value is in quotation marks",
        ],
        ..CORRECT
    },
    Mistake {
        name: "another key with its scheme",
        variable: Some(("THE_LIMITED_KEY", "Bearer rotated-key-1")),
        expected: &[
            "error: the limited key is rejected as an unknown key; check its variable: the value has a space in it",
        ],
        ..CORRECT
    },
    Mistake {
        name: "fixtures that are not there, on a server that looks at the body first",
        intercept: reject_empty_update,
        rest: |_| {
            let id = |number| format!("'00000000-0000-4000-8000-00000000000{number}'");
            let ids: Vec<String> = (1..=2).map(id).collect();
            format!("[fixtures]\nmonitorId = [{}]\n", ids.join(", "))
        },
        expected: &[
            "error: the fixture 00000000-0000-4000-8000-000000000001 is not there, or no valid request can",
        ],
        ..CORRECT
    },
    Mistake {
        name: "fixtures of which several are not there",
        rest: |front| {
            let id = |number| format!("'00000000-0000-4000-8000-00000000000{number}'");
            let ids: Vec<String> = (1..=3).map(id).collect();
            format!("[fixtures]\nmonitorId = ['{}', {}]\n", front.monitor(), ids.join(", "))
        },
        expected: &[
            "error: the fixture 00000000-0000-4000-8000-000000000001 is unknown to the team of the valid key",
        ],
        ..CORRECT
    },
    Mistake {
        name: "a valid key that was rotated",
        variable: Some(("THE_KEY", "rotated-key-1")),
        expected: &["error: the valid key is rejected as an unknown key; check its variable"],
        ..CORRECT
    },
    Mistake {
        name: "another team's key that has expired",
        variable: Some(("THE_OTHER_KEY", "rotated-key-2")),
        expected: &["error: the other-team key is rejected as an unknown key; check its variable"],
        ..CORRECT
    },
    Mistake {
        name: "two keys",
        variable: Some(("THE_LIMITED_KEY", "rotated-key-3")),
        rest: |front| {
            format!(
                "{}[provoke]\ninsufficient-credits = {{ key = {{ env = 'THE_SECRET' }} }}\n",
                fixtures(front)
            )
        },
        expected: &[
            "error: the limited key is rejected as an unknown key; check its variable",
            "error: the key of `[provoke] insufficient-credits` is rejected as an unknown key; check \
             $THE_SECRET",
        ],
        ..CORRECT
    },
    Mistake {
        name: "a fixture that is not there",
        rest: |front| {
            format!(
                "[fixtures]\nmonitorId = ['{}', '00000000-0000-4000-8000-00000000dead']\n",
                front.monitor()
            )
        },
        expected: &[
            "error: the fixture 00000000-0000-4000-8000-00000000dead is unknown to the team of the valid key",
        ],
        ..CORRECT
    },
    Mistake {
        name: "a login page",
        intercept: |_, _| Some(axum::response::Html("<html>log in</html>").into_response()),
        expected: &["error: the valid key gets 200 without JSON, so another server seems"],
        ..CORRECT
    },
    Mistake {
        name: "a redirection",
        intercept: |_, _| {
            let to = [("Location", "https://elsewhere.example/")];
            Some((StatusCode::MOVED_PERMANENTLY, to).into_response())
        },
        expected: &["error: the valid key gets 301, a redirection to https://elsewhere.example/"],
        ..CORRECT
    },
    Mistake {
        name: "a path that is not the API's",
        base_path: "/api",
        expected: &["error: the fixture "],
        ..CORRECT
    },
    Mistake {
        name: "webhooks that find no way back",
        rest: |front| {
            let trigger = "{ method = 'POST', path = '/{monitorId}' }";
            let url = "url = 'http://127.0.0.1:1/'";
            format!("{}[webhooks]\n{url}\ntrigger = {trigger}\n", fixtures(front))
        },
        expected: &[
            "error: webhooks: requests to http://127.0.0.1:1 do not reach the listener at ",
        ],
        ..CORRECT
    },
];

#[test]
fn mistakes_of_the_set_up_end_the_run_before_a_case_is_sent() {
    for mistake in MISTAKES {
        let Mistake { name, intercept, base_path, rest, variable, expected } = mistake;
        let front = Front::new(intercept);
        let url = format!("{}{base_path}", front.base_url);
        let folder = TargetFolder::new(&front, &url, "", &rest(&front));
        let mut command = folder.command(&[]);
        command.envs(variable);
        let (code, text) = folder.output_of(command);
        assert_eq!(code, 2, "{name}: {text}");
        let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error: ")).collect();
        let of_fixtures = |line: &&str| !line.contains("the fixture ") || base_path.is_empty();
        for begin in expected {
            assert!(errors.iter().any(|line| line.starts_with(begin)), "{name}: {text}");
        }
        assert_eq!(
            errors.iter().copied().filter(of_fixtures).count(),
            expected.len() - usize::from(!base_path.is_empty()),
            "{name}: {text}"
        );
        let end =
            "no case was sent: fix the errors above, or skip these checks with --no-preflight\n";
        assert!(text.ends_with(end), "{name}: {text}");
        assert!(front.seen().len() <= MOST_REQUESTS, "{name}: {} requests", front.seen().len());
        assert!(!folder.dir.path().join("target").exists(), "{name}: a report was written");
    }
}

#[test]
fn a_problem_of_several_fixtures_is_one_line() {
    let page: Intercept = |number, _| {
        let page = format!("<html>log in, request {number}</html>");
        Some(axum::response::Html(page).into_response())
    };
    let front = Front::new(page);
    let ids: Vec<String> = (0..24).map(|_| format!("'{}'", front.monitor())).collect();
    let rest = format!("[fixtures]\nmonitorId = [{}]\n", ids.join(", "));
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let (code, text) = folder.run(&[]);
    assert_eq!(code, 2, "{text}");
    let lines: Vec<&str> =
        text.lines().filter(|line| line.contains("the valid key gets")).collect();
    assert_eq!(lines.len(), 1, "{text}");
}

/// A server that appends a second value to each rejection.
#[test]
fn a_second_json_value_is_left_to_the_cases() {
    let front = transparent_front();
    let append = async |response: Response| {
        if response.status() != StatusCode::BAD_REQUEST {
            return response;
        }
        let (mut parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        parts.headers.remove("content-length");
        Response::from_parts(parts, [&body, &b"{\"second\":1}"[..]].concat().into())
    };
    let router = front.server.router().layer(axum::middleware::map_response(append));
    let base_url = front.runtime.block_on(serve(router));
    let folder = TargetFolder::new(&front, &base_url, "", &fixtures(&front));
    let (code, text) = folder.run(&[NAME_CASES]);
    assert_eq!(code, 1, "{text}");
    let begin =
        "warning: the valid key gets 400 with bytes after the JSON value, which ends at byte ";
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(begin)).collect();
    assert_eq!(lines.len(), 1, "{text}");
}

/// The server has the fixture, and rejects valid updates of it.
#[test]
fn a_server_that_rejects_valid_updates_runs_if_the_fixture_is_known() {
    let front = Front::new(|_, seen| {
        let is_empty =
            seen.headers.iter().any(|(name, value)| name == "content-length" && value == "2");
        let body = serde_json::json!({ "success": is_empty, "error": "Bad Request" });
        let status = if is_empty { StatusCode::OK } else { StatusCode::BAD_REQUEST };
        Some((status, axum::Json(body)).into_response())
    });
    let folder = TargetFolder::new(&front, &front.base_url, "", &fixtures(&front));
    let (code, text) = folder.run(&[NAME_CASES]);
    assert_eq!(code, 3, "{text}");
}

#[test]
fn an_unreachable_server_is_reported_in_one_line() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, "http://127.0.0.1:1", "", &fixtures(&front));
    let (code, text) = folder.run(&[]);
    assert_eq!(code, 2, "{text}");
    let begin = "error: the connection: http://127.0.0.1:1: cannot connect: ";
    assert!(text.starts_with(begin), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    let explored = folder.plain_command(&["explore", "--target", "target.toml", "--seconds", "1"]);
    let (code, text) = folder.output_of(explored);
    assert!(code == 2 && text.starts_with(begin), "{text}");
}

#[test]
fn a_rejected_key_ends_the_run_before_provisioning() {
    let front = transparent_front();
    let path = "path = '/_reference/monitors";
    let rest = format!(
        "[provision.monitorId]\ncount = 2\ncreate = {{ method = 'POST', {path}', id = '/id' }}\n\
         delete = {{ method = 'DELETE', {path}/{{monitorId}}' }}\n"
    );
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let mut command = folder.command(&[]);
    command.env("THE_KEY", "rotated-key");
    let (code, text) = folder.output_of(command);
    assert_eq!(code, 2, "{text}");
    assert!(front.monitors().is_empty());
}

#[test]
fn a_fault_of_the_server_is_left_to_the_cases() {
    let revoked: Intercept = |_, seen| {
        let has_revoked_key = seen.headers.iter().any(|(name, _)| name == "x-revoked");
        has_revoked_key.then(|| axum::Json(serde_json::json!({ "success": true })).into_response())
    };
    let front = Front::new(revoked);
    // The limited key, which the server accepts, takes the place of the revoked one. The server
    // thus accepts a key that it should reject.
    let folder = TargetFolder::new(&front, &front.base_url, "", &fixtures(&front));
    let mut command = folder.command(&["authentication"]);
    let keys = front.server.keys();
    command.env("THE_REVOKED_KEY", &keys.limited);
    let (code, text) = folder.output_of(command);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("warning: the revoked key should be rejected with 401"), "{text}");
    assert!(text.contains("; the cases will judge it\n"), "{text}");
}

#[test]
fn no_preflight_sends_the_cases_at_once() {
    let front =
        Front::new(|_, _| Some(axum::response::Html("<html>log in</html>").into_response()));
    let folder = TargetFolder::new(&front, &front.base_url, "", &fixtures(&front));
    let (code, text) = folder.run(&[NAME_CASES, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
}

#[test]
fn preflight_retries_after_a_bad_gateway() {
    let front = Front::new(|number, _| {
        (number <= 2).then(|| (StatusCode::BAD_GATEWAY, "<html>502</html>").into_response())
    });
    let folder = TargetFolder::new(&front, &front.base_url, "", &fixtures(&front));
    let (code, text) = folder.run(&[NAME_CASES]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn prints_the_number_of_jobs_and_the_estimated_time() {
    let front = transparent_front();
    let folder = TargetFolder::new(&front, &front.base_url, "", &fixtures(&front));
    let run = |arguments: &[&str]| {
        let arguments = [&["run", "--target", "target.toml", NAME_CASES], arguments].concat();
        let (code, text) = folder.output_of(folder.plain_command(&arguments));
        assert_eq!(code, 0, "{text}");
        text
    };
    let estimate = "; the run takes about ";
    let text = run(&[]);
    let line = text.lines().find(|line| line.contains(estimate)).unwrap_or_default();
    // A machine with one processor runs one job.
    assert!(
        line.starts_with("2 jobs: more would wait for the 2 monitors; ")
            || line.starts_with("1 job"),
        "{text}"
    );
    assert!(run(&["--jobs", "3"]).contains("3 jobs; the run takes about "));
    assert!(!run(&["--quiet"]).contains(estimate));
}

#[test]
fn rejects_a_deadline_shorter_than_the_estimate() {
    let front = transparent_front();
    let rest = format!("{}[rate]\nrequests-per-second = 20.0\n", fixtures(&front));
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let (code, text) = folder.run(&["--deadline", "10"]);
    assert_eq!(code, 2, "{text}");
    let begin = "error: the run takes about ";
    let line = text.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
    assert!(line.contains(", longer than --deadline 10; use --deadline "), "{text}");
    assert!(line.ends_with(", or send fewer cases with --budget 10s"), "{text}");
    assert!(front.seen().len() <= MOST_REQUESTS, "{} requests", front.seen().len());
    for settled in [["--deadline", "2000"], ["--budget", "1s"]] {
        let arguments = [&settled[..], &["updateMonitor::name::maxLength"]].concat();
        let (code, text) = folder.run(&arguments);
        assert!(code == 0 && !text.contains(begin), "{text}");
    }
}

/// Delays each response by half a second.
#[tokio::test]
async fn the_estimate_follows_the_measured_latency() {
    let spec = Arc::new(SUITE.spec.clone());
    let server = ReferenceServer::start(Arc::clone(&spec), &crate::EXTENSION, Options::default())
        .await
        .unwrap();
    let mut target = webdata_audit::reference_target(&server, &spec, 1).unwrap();
    let slow = from_fn(|request: Request, next: Next| async move {
        tokio::time::sleep(Duration::from_millis(500)).await;
        next.run(request).await
    });
    target.connection.in_process = Some(server.router().layer(slow));
    target.settings.webhooks = None;
    let preflight = run_preflight(&SUITE, &target).await;
    assert!(preflight.can_run(), "{preflight:?}");
    let speed = preflight.speed.unwrap();
    assert!(speed.latency >= Duration::from_millis(500), "{speed:?}");
    // The server handles requests side by side.
    assert!(speed.spacing < Duration::from_millis(250), "{speed:?}");
    let plan = SUITE.plan(&target, &Selection::default()).unwrap();
    let work = Workload::new(&plan, &target);
    let jobs = work.jobs(speed, 2);
    let count = target.settings.fixtures["monitorId"].len();
    assert_eq!(
        (jobs.count, jobs.reason),
        (count, format!("more would wait for the {count} monitors"))
    );
    assert!(work.describe(speed, jobs.count).starts_with("the run takes about "));
    let message =
        work.exceeded_deadline(speed, (jobs.count, false), 2, Duration::from_secs(600)).unwrap();
    assert!(
        message.contains("longer than --deadline 600; give ") && message.contains(" monitors, or "),
        "{message}"
    );
}

#[tokio::test]
async fn correct_servers_of_every_variant_pass() {
    let spec = Arc::new(SUITE.spec.clone());
    let variations = webdata_conformance::variations(&spec).unwrap();
    let marker = Marker::new(0, 0);
    let suite = webdata_conformance::suite().unwrap().with_samples(None, Some(&marker));
    for variant in variations.servers() {
        let server = VariantServer::start(variant.clone(), &spec, &crate::EXTENSION).await.unwrap();
        let mut target = server.target(&spec, 2).unwrap();
        target.marker = Some(marker.clone());
        for without_fixtures in [false, true] {
            if without_fixtures {
                target.settings.fixtures.clear();
            }
            let preflight = run_preflight(&suite, &target).await;
            let wrong = preflight.checks.iter().filter(|check| match check.state {
                Severity::Problem | Severity::Fault => true,
                Severity::Ok | Severity::Warning => false,
            });
            assert_eq!(wrong.count(), 0, "{}: {preflight:#?}", variant.name);
        }
    }
}

async fn run_preflight(suite: &webdata_suite::Suite, target: &Target) -> Preflight {
    preflight(suite, target, Duration::from_secs(600), CancellationToken::new()).await
}
