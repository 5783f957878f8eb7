//! What is looked at before a run: mistakes of the set-up end it with one line each and nothing sent, a server
//! that breaks the contract is left to the cases, and correct servers pass.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use tokio_util::sync::CancellationToken;
use webdata_audit::variations::{VARIANTS, VariantServer};
use webdata_reference::{Options, ReferenceServer};
use webdata_suite::doctor::{Preflight, State, Workload, preflight};
use webdata_suite::plan::Selection;
use webdata_suite::target::Target;

use crate::any_server::command::Bench;
use crate::any_server::front::{Answers, Front, open};

const SOME: &str = "updateMonitor::name::";

/// What the doctor sends at most to a server with two fixtures: twice as much as it needs.
const FEW: usize = 20;

fn fixtures(front: &Front) -> String {
    format!("[fixtures]\nmonitorId = ['{}', '{}']\n", front.monitor(), front.monitor())
}

/// A mistake of the set-up: what is set otherwise, and the lines that begin with these are all that is said.
struct Mistake {
    name: &'static str,
    answers: Answers,
    base_path: &'static str,
    rest: fn(&Front) -> String,
    /// A variable that holds something else.
    variable: Option<(&'static str, &'static str)>,
    says: &'static [&'static str],
}

const SOUND: Mistake = Mistake {
    name: "",
    answers: |_, _| None,
    base_path: "",
    rest: fixtures,
    variable: None,
    says: &[],
};

const MISTAKES: [Mistake; 8] = [
    Mistake {
        name: "a valid key that was rotated",
        variable: Some(("THE_KEY", "rotated-key-1")),
        says: &["error: the valid key: is rejected as an unknown key; check its variable"],
        ..SOUND
    },
    Mistake {
        name: "another team's key that has expired",
        variable: Some(("THE_OTHER_KEY", "rotated-key-2")),
        says: &["error: the other-team key: is rejected as an unknown key; check its variable"],
        ..SOUND
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
        says: &[
            "error: the limited key: is rejected as an unknown key; check its variable",
            "error: the key of `[provoke] insufficient-credits`: is rejected as an unknown key; check \
             $THE_SECRET",
        ],
        ..SOUND
    },
    Mistake {
        name: "a fixture that is not there",
        rest: |front| {
            format!(
                "[fixtures]\nmonitorId = ['{}', '00000000-0000-4000-8000-00000000dead']\n",
                front.monitor()
            )
        },
        says: &[
            "error: the fixture 00000000-0000-4000-8000-00000000dead: is unknown to the team of the valid key",
        ],
        ..SOUND
    },
    Mistake {
        name: "a login page",
        answers: |_, _| Some(axum::response::Html("<html>log in</html>").into_response()),
        says: &["error: the valid key: gets 200 without JSON, so another server seems"],
        ..SOUND
    },
    Mistake {
        name: "a redirection",
        answers: |_, _| {
            let to = [("Location", "https://elsewhere.example/")];
            Some((StatusCode::MOVED_PERMANENTLY, to).into_response())
        },
        says: &["error: the valid key: gets 301, a redirection to https://elsewhere.example/"],
        ..SOUND
    },
    Mistake {
        name: "a path that is not the API's",
        base_path: "/api",
        says: &["error: the fixture "],
        ..SOUND
    },
    Mistake {
        name: "webhooks that find no way back",
        rest: |front| {
            let trigger = "{ method = 'POST', path = '/{monitorId}' }";
            let url = "url = 'http://127.0.0.1:1/'";
            format!("{}[webhooks]\n{url}\ntrigger = {trigger}\n", fixtures(front))
        },
        says: &[
            "error: webhooks: what is sent to http://127.0.0.1:1 does not reach the listener at ",
        ],
        ..SOUND
    },
];

#[test]
fn mistakes_of_the_set_up_end_the_run_before_anything_is_sent() {
    for mistake in MISTAKES {
        let Mistake { name, answers, base_path, rest, variable, says } = mistake;
        let front = Front::new(answers);
        let url = format!("{}{base_path}", front.base_url);
        let bench = Bench::new(&front, &url, "", &rest(&front));
        let mut command = bench.command(&[]);
        command.envs(variable);
        let (code, text) = bench.said(command);
        assert_eq!(code, 2, "{name}: {text}");
        let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error: ")).collect();
        let of_fixtures = |line: &&str| !line.contains("the fixture ") || base_path.is_empty();
        for begin in says {
            assert!(errors.iter().any(|line| line.starts_with(begin)), "{name}: {text}");
        }
        assert_eq!(
            errors.iter().copied().filter(of_fixtures).count(),
            says.len() - usize::from(!base_path.is_empty()),
            "{name}: {text}"
        );
        let end = "no case was sent; --no-preflight sends the cases all the same\n";
        assert!(text.ends_with(end), "{name}: {text}");
        assert!(front.seen().len() <= FEW, "{name}: {} requests", front.seen().len());
        assert!(!bench.folder.path().join("target").exists(), "{name}: there is a report");
    }
}

#[test]
fn a_server_that_is_not_there_is_told_in_one_line() {
    let front = open();
    let bench = Bench::new(&front, "http://127.0.0.1:1", "", &fixtures(&front));
    let (code, text) = bench.run(&[]);
    assert_eq!(code, 2, "{text}");
    let begin = "error: the connection: http://127.0.0.1:1: cannot connect: ";
    assert!(text.starts_with(begin), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    let explored = bench.plain_command(&["explore", "--target", "target.toml", "--seconds", "1"]);
    let (code, text) = bench.said(explored);
    assert!(code == 2 && text.starts_with(begin), "{text}");
}

#[test]
fn no_recipe_is_tried_where_a_key_is_rejected() {
    let front = open();
    let path = "path = '/_reference/monitors";
    let rest = format!(
        "[provision.monitorId]\ncount = 2\ncreate = {{ method = 'POST', {path}', id = '/id' }}\n\
         delete = {{ method = 'DELETE', {path}/{{monitorId}}' }}\n"
    );
    let bench = Bench::new(&front, &front.base_url, "", &rest);
    let mut command = bench.command(&[]);
    command.env("THE_KEY", "rotated-key");
    let (code, text) = bench.said(command);
    assert_eq!(code, 2, "{text}");
    assert!(front.monitors().is_empty());
}

#[test]
fn what_the_server_does_wrong_is_for_the_cases() {
    let revoked: Answers = |_, seen| {
        let is_rejected = seen.headers.iter().any(|(name, _)| name == "x-revoked");
        is_rejected.then(|| axum::Json(serde_json::json!({ "success": true })).into_response())
    };
    let front = Front::new(revoked);
    // The valid key in the place of the revoked one stands for a server that accepts it.
    let bench = Bench::new(&front, &front.base_url, "", &fixtures(&front));
    let mut command = bench.command(&["authentication"]);
    let keys = front.server.keys();
    command.env("THE_REVOKED_KEY", &keys.limited);
    let (code, text) = bench.said(command);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("warning: the revoked key: should be rejected with 401"), "{text}");
    assert!(text.contains("; the cases will judge it\n"), "{text}");
}

#[test]
fn cases_are_sent_at_once_where_nobody_is_to_look() {
    let front =
        Front::new(|_, _| Some(axum::response::Html("<html>log in</html>").into_response()));
    let bench = Bench::new(&front, &front.base_url, "", &fixtures(&front));
    let (code, text) = bench.run(&[SOME, "--no-preflight"]);
    assert_eq!(code, 1, "{text}");
}

#[test]
fn a_gateway_that_fails_once_is_asked_again() {
    let front = Front::new(|number, _| {
        (number <= 2).then(|| (StatusCode::BAD_GATEWAY, "<html>502</html>").into_response())
    });
    let bench = Bench::new(&front, &front.base_url, "", &fixtures(&front));
    let (code, text) = bench.run(&[SOME]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn the_run_says_how_many_jobs_there_are_and_how_long_it_takes() {
    let front = open();
    let bench = Bench::new(&front, &front.base_url, "", &fixtures(&front));
    let told = |words: &[&str]| {
        let words = [&["run", "--target", "target.toml", SOME], words].concat();
        let (code, text) = bench.said(bench.plain_command(&words));
        assert_eq!(code, 0, "{text}");
        text
    };
    let estimate = "; the run takes about ";
    let text = told(&[]);
    let own = text.lines().find(|line| line.contains(estimate)).unwrap_or_default();
    // A machine with one processor has one job.
    assert!(
        own.starts_with("2 jobs: 2 monitors are given; ") || own.starts_with("1 job"),
        "{text}"
    );
    assert!(told(&["--jobs", "3"]).contains("3 jobs; the run takes about "));
    assert!(!told(&["--quiet"]).contains(estimate));
}

#[test]
fn a_run_that_does_not_fit_its_deadline_is_told_before() {
    let front = open();
    let rest = format!("{}[rate]\nrequests-per-second = 20.0\n", fixtures(&front));
    let bench = Bench::new(&front, &front.base_url, "", &rest);
    let (code, text) = bench.run(&["--deadline", "10"]);
    assert_eq!(code, 2, "{text}");
    let begin = "error: the run takes about ";
    let own = text.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
    assert!(own.contains(" s, and --deadline is 10 s: --deadline "), "{text}");
    assert!(own.ends_with(", or --budget 10s"), "{text}");
    assert!(front.seen().len() <= FEW, "{} requests", front.seen().len());
    for settled in [["--deadline", "2000"], ["--budget", "1s"]] {
        let words = [&settled[..], &["updateMonitor::name::maxLength"]].concat();
        let (code, text) = bench.run(&words);
        assert!(code == 0 && !text.contains(begin), "{text}");
    }
}

/// A server that takes half a second for each response, or longer on a slow day.
#[tokio::test]
async fn a_long_latency_is_measured_and_told() {
    let suite = webdata_conformance::suite().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = ReferenceServer::start(Arc::clone(&spec), Options::default()).await.unwrap();
    let mut target = webdata_audit::reference_target(&server, &spec, 1).unwrap();
    let slow = from_fn(|request: Request, next: Next| async move {
        tokio::time::sleep(Duration::from_millis(500)).await;
        next.run(request).await
    });
    target.in_process = Some(server.router().layer(slow));
    target.webhooks = None;
    let found = look(&suite, &target).await;
    assert!(found.can_run(), "{found:?}");
    assert!(found.latency >= Some(Duration::from_millis(500)), "{:?}", found.latency);
    let plan = suite.plan(&target, &Selection::default()).unwrap();
    let work = Workload::new(&plan, &target);
    let latency = found.latency.unwrap();
    let jobs = work.jobs(latency, 2);
    let given = target.fixtures["monitorId"].len();
    assert_eq!((jobs.count, jobs.reason), (given, format!("{given} monitors are given")));
    assert!(work.describe(latency, jobs.count).starts_with("the run takes about "));
    let says = work.too_long(latency, (jobs.count, false), 2, Duration::from_secs(600)).unwrap();
    assert!(
        says.contains("--deadline is 600 s: give ") && says.contains(" monitors, or "),
        "{says}"
    );
}

#[tokio::test]
async fn correct_servers_of_every_kind_pass() {
    let suite = webdata_conformance::suite().unwrap();
    let spec = Arc::new(suite.spec.clone());
    for variant in &VARIANTS {
        let server = VariantServer::start(*variant, &spec).await.unwrap();
        let mut target = server.target(&spec, 2).unwrap();
        for is_empty in [false, true] {
            if is_empty {
                target.fixtures.clear();
            }
            let found = look(&suite, &target).await;
            let wrong = found.checks.iter().filter(|own| match own.state {
                State::Problem | State::Fault => true,
                State::Ok | State::Warning => false,
            });
            assert_eq!(wrong.count(), 0, "{}: {found:#?}", variant.name);
        }
    }
}

async fn look(suite: &webdata_suite::Suite, target: &Target) -> Preflight {
    preflight(suite, target, Duration::from_secs(600), CancellationToken::new()).await
}
