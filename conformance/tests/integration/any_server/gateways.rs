//! Limits, gateways, proxies and headers between the runner and the API: they fail no case, and a response that a request
//! provokes each time does.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse as _, Response};
use serde_json::json;
use tower::ServiceExt as _;
use webdata_cases::case::KeyName;
use webdata_suite::findings::Finding;
use webdata_suite::outcome::{Exchange, OutcomeKind};
use webdata_suite::report::{CaseReport, Report, Verdict, junit, markdown, page, summary};
use webdata_suite::target::Secret;

use crate::any_server::NAME_CASES;
use crate::any_server::front::{
    Front, Intercept, SECRET, SeenRequest, TargetFolder, serve, too_many_requests,
    transparent_front,
};

fn reasons(report: &Report) -> String {
    let not_passed = [OutcomeKind::Fail, OutcomeKind::Error, OutcomeKind::Blocked];
    let failing = report.cases.iter().filter(|case| not_passed.contains(&case.outcome.kind));
    failing.take(5).map(|case| format!("{}: {}\n", case.id, case.outcome.reason)).collect()
}

/// Tells whether a case ended as an error because requests that have to be sent together were not.
fn was_split(case: &CaseReport) -> bool {
    let is_together = case.outcome.transcript.iter().any(|exchange| exchange.with_previous);
    let expected = "requests that were to be sent together were accepted one after the other";
    is_together
        && case.outcome.kind == OutcomeKind::Error
        && case.outcome.reason.to_string().contains(expected)
        && case.outcome.throttled > 0
}

fn throttled(report: &Report) -> usize {
    report.cases.iter().map(|case| case.outcome.throttled).sum()
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn the_whole_suite_passes_behind_a_rate_limit() {
    // The front passes on what asks for an error; otherwise the case would judge the gateway's
    // response.
    let front = Front::new(|number, seen| {
        (number % 10 == 0 && !seen.asks_for_an_error()).then(|| too_many_requests("0"))
    });
    let report = front.run(front.target(4), "", None);
    let good = [OutcomeKind::Pass, OutcomeKind::Observed, OutcomeKind::Skip];
    let is_good = |case: &CaseReport| good.contains(&case.outcome.kind) || was_split(case);
    assert!(report.cases.iter().all(is_good), "{}", reasons(&report));
    let seen = front.seen();
    let rejected = seen.iter().skip(9).step_by(10).filter(|seen| !seen.asks_for_an_error()).count();
    // Webhooks of the reference server do not pass the front, so each rejection met a case.
    assert_eq!(throttled(&report), rejected);
    // Without a longest wait, the runner does not obey the limit, and the cases judge the
    // rejections.
    let mut target = front.target(4);
    target.settings.rate.longest_wait = None;
    assert_ne!(front.run(target, NAME_CASES, None).verdict, Verdict::Partial);
}

/// A rejection until a date, at least `seconds` from now; a date has no fractions of seconds.
fn too_many_requests_until(seconds: u64) -> Response {
    let date = SystemTime::now() + Duration::from_secs(seconds + 1);
    let date = httpdate::fmt_http_date(date);
    (StatusCode::TOO_MANY_REQUESTS, [("Retry-After", date)], "slow down\n").into_response()
}

#[test]
fn waits_as_long_as_retry_after_says() {
    let table: [Intercept; 2] = [
        |number, _| (number == 3).then(|| too_many_requests("1")),
        |number, _| (number == 3).then(|| too_many_requests_until(1)),
    ];
    for intercept in table {
        let front = Front::new(intercept);
        let report = front.run(front.target(1), NAME_CASES, None);
        assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
        assert_eq!(throttled(&report), 1);
        // All workers wait meanwhile, so that the longest gap between requests is the wait.
        let seen = front.seen();
        let gaps = seen.windows(2).map(|pair| pair[1].at - pair[0].at);
        let waited = gaps.max().unwrap();
        assert!(waited >= Duration::from_millis(950), "{waited:?}");
    }
}

#[test]
fn a_group_of_requests_that_was_split_is_an_error() {
    // The first request is the set-up; the others are sent together.
    let front = Front::new(|number, _| (number == 4).then(|| too_many_requests("0")));
    let together = "updateMonitor::effects::left-out-fields-are-kept::all-at-once";
    let report = front.run(front.target(1), together, None);
    assert_eq!(report.verdict, Verdict::Incomplete);
    assert!(report.cases.iter().all(was_split), "{}", reasons(&report));
}

#[test]
fn a_server_that_rejects_every_request_ends_in_errors() {
    let at_most =
        |value| format!("429 and `Retry-After: {value}`, but the runner waits 60 s at most");
    let (far, never) = ("18446744073709551615", "Fri, 31 Dec 9999 23:59:59 GMT");
    let table: [(Intercept, Option<u64>, u64, String); 5] = [
        (
            |_, _| Some(too_many_requests("0")),
            None,
            2,
            "429 and `Retry-After: 0`: for 2 s no request was accepted".to_owned(),
        ),
        (|_, _| Some(too_many_requests("3600")), None, 60, at_most("3600")),
        (|_, _| Some(too_many_requests("18446744073709551615")), None, 60, at_most(far)),
        (|_, _| Some(too_many_requests("Fri, 31 Dec 9999 23:59:59 GMT")), None, 60, at_most(never)),
        (
            |_, _| Some(too_many_requests("50")),
            Some(5),
            60,
            "429 and `Retry-After: 50`, but the run ends in ".to_owned(),
        ),
    ];
    for (intercept, deadline, longest, expected) in table {
        let front = Front::new(intercept);
        let started = Instant::now();
        let mut target = front.target(4);
        target.settings.rate.longest_wait = Some(Duration::from_secs(longest));
        let report = front.run(target, NAME_CASES, deadline);
        assert!(started.elapsed() < Duration::from_secs(40), "{expected}: {:?}", started.elapsed());
        assert_eq!(report.verdict, Verdict::Incomplete, "{expected}");
        let reasons: HashSet<String> =
            report.cases.iter().map(|case| case.outcome.reason.to_string()).collect();
        assert_eq!(reasons.len(), 1, "{expected}: {reasons:?}");
        assert!(
            reasons.iter().all(|reason| reason.starts_with(&expected)),
            "{expected}: {reasons:?}"
        );
        assert!(
            report.cases.iter().all(|case| case.outcome.kind == OutcomeKind::Error),
            "{expected}"
        );
        // No more requests are sent, and the cases share one entry in the reports.
        if longest == 60 {
            assert!(front.seen().len() <= 4, "{expected}: {}", front.seen().len());
            let unsent = report.cases.iter().filter(|case| case.outcome.is_unsent()).count();
            assert!(unsent >= report.cases.len() - 4, "{expected}: {unsent}");
            let junit = junit(&report).unwrap();
            assert_eq!(junit.matches("type=\"not sent\"").count(), 1, "{expected}");
            let entry = format!("- {unsent} × ");
            assert!(markdown(&report).contains(&entry), "{expected}: {}", markdown(&report));
        }
    }
}

#[test]
fn a_case_about_the_rate_limit_is_judged() {
    let front = transparent_front();
    let report = front.run(front.target(4), "errors::rate-limit", None);
    assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
    assert_eq!(throttled(&report), 0);
}

#[test]
fn keeps_to_the_rate_of_the_target() {
    let front = transparent_front();
    let mut target = front.target(4);
    target.settings.rate.requests_per_second = Some(40.0);
    let started = Instant::now();
    let report = front.run(target, NAME_CASES, None);
    assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
    let seen = front.seen();
    let elapsed = seen[seen.len() - 1].at - started;
    let shortest = Duration::from_millis(25).mul_f64((seen.len() - 1) as f64);
    assert!(elapsed >= shortest, "{} requests in {elapsed:?}, not in {shortest:?}", seen.len());
}

/// Cases that update a monitor and read it back.
const UPDATES: &str = "updateMonitor::";

/// The response of a gateway that cannot reach its server.
fn bad_gateway() -> Response {
    (StatusCode::BAD_GATEWAY, Html("<html><h1>502 Bad Gateway</h1></html>")).into_response()
}

fn every_twentieth(number: usize, _: &SeenRequest) -> Option<Response> {
    number.is_multiple_of(20).then(bad_gateway)
}

fn after_forty_requests(number: usize, _: &SeenRequest) -> Option<Response> {
    (number > 40).then(bad_gateway)
}

/// A server that crashes on requests without a key, behind a gateway that responds in its place.
fn without_a_key(_: usize, seen: &SeenRequest) -> Option<Response> {
    let has_key = seen.headers.iter().any(|(name, _)| name == "authorization");
    (seen.is_for_an_operation() && !has_key).then(bad_gateway)
}

fn check_outage(intercept: Intercept, fails: bool) {
    let front = Front::new(intercept);
    let mut target = front.target(4);
    target.retries = 2;
    let report = front.run(target, UPDATES, None);
    let failing = [OutcomeKind::Fail, OutcomeKind::Blocked];
    let failed = report.cases.iter().filter(|case| failing.contains(&case.outcome.kind));
    let failed: Vec<_> = failed.map(|case| (&case.id, &case.outcome.reason)).collect();
    assert_eq!(!failed.is_empty(), fails, "{failed:?}");
    assert_eq!(report.verdict == Verdict::NotConformant, fails, "{:?}", report.overall);
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let trouble: Vec<_> = exchanges.flat_map(|exchange| &exchange.trouble).collect();
    assert!(!trouble.is_empty(), "the report does not record the gateway's responses");
    assert!(trouble.iter().all(|trouble| trouble.says.contains("502 Bad Gateway")), "{trouble:?}");
    let expected = "of requests got 502 from something other than the API";
    let is_reported = report.overall.iter().any(|overall| overall.says.contains(expected));
    assert!(is_reported || fails, "{:?}", report.overall);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn an_error_that_a_retry_overcomes_fails_no_case() {
    check_outage(every_twentieth, false);
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn an_outage_fails_no_case() {
    check_outage(after_forty_requests, false);
}

#[test]
fn an_error_that_a_request_provokes_each_time_fails_cases() {
    check_outage(without_a_key, true);
}

/// A server that fails after each update that it accepts.
async fn fails_updates(request: Request, next: Next) -> Response {
    let is_update = request.method() == Method::PATCH;
    let response = next.run(request).await;
    if is_update && response.status().is_success() {
        (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n").into_response()
    } else {
        response
    }
}

#[test]
fn a_broken_operation_is_found_without_repeating_each_request() {
    let front = transparent_front();
    let mut target = front.target(1);
    target.retries = 1;
    let server = front.server.router().layer(from_fn(fails_updates));
    target.connection.base_url = front.runtime.block_on(serve(server));
    let report = front.run(target, "", None);
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let is_repeated = |exchange: &&Exchange| {
        exchange.trouble.iter().any(|trouble| trouble.says.contains("Internal Server Error"))
    };
    let repeated = exchanges.filter(is_repeated).count();
    let (_, broken) = responses(&report);
    let errors = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Error).count();
    // Only the first ones of each kind are repeated.
    assert!(broken > 1000 && repeated < 100 && errors < 100, "{broken} {repeated} {errors}");
    let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    let expected = "the server responds to valid requests with 500: in `updateMonitor`";
    assert_eq!(finding.says, expected);
}

/// A server that fails every fifth request.
fn fails_every_fifth(number: usize, _: &SeenRequest) -> Option<Response> {
    let broken = (StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n").into_response();
    number.is_multiple_of(5).then_some(broken)
}

/// A server that responds to every fifth request with the contract's error for "not processed".
fn unavailable_every_fifth(number: usize, _: &SeenRequest) -> Option<Response> {
    let body = json!({ "success": false, "error": "Service Unavailable" });
    let away = (StatusCode::SERVICE_UNAVAILABLE, axum::Json(body)).into_response();
    number.is_multiple_of(5).then_some(away)
}

/// A server that returns 5xx only where a case asks for it.
fn correct(_: usize, _: &SeenRequest) -> Option<Response> {
    None
}

#[test]
fn reports_a_server_that_fails_often() {
    let front = Front::new(fails_every_fifth);
    let report = front.run(front.target(2), "updateMonitor::goal", None);
    let (_, broken) = responses(&report);
    assert!(broken > 0, "no response has status code 5xx");
    assert_eq!(report.findings.iter().map(|finding| finding.shown).sum::<usize>(), broken);
    let is_failure = |finding: &Finding| finding.says.starts_with("the server responds to ");
    assert!(report.findings.iter().all(is_failure), "{:#?}", report.findings);
    let finding = &report.findings[0];
    let folder = tempfile::TempDir::new().unwrap();
    let views = [summary(&report, Some(folder.path())), markdown(&report), page(&report).unwrap()];
    // The page shows names as code.
    let beginning = finding.says.split('`').next().unwrap();
    for view in views {
        assert!(view.contains(beginning), "{view}");
    }
}

#[test]
fn reports_no_5xx_that_a_case_expects() {
    for (intercept, filter) in
        [(unavailable_every_fifth as fn(_, &_) -> _, "updateMonitor::goal"), (correct, "errors")]
    {
        let front = Front::new(intercept);
        let report = front.run(front.target(2), filter, None);
        let (_, broken) = responses(&report);
        assert!(broken > 0, "no response has status code 5xx");
        assert_eq!(report.overall, []);
    }
}

#[test]
fn suggests_to_check_a_key_that_is_never_accepted() {
    let front = Front::new(correct);
    let mut target = front.target(2);
    let wrong = Secret::new("WRONG_KEY", "not-a-key-of-this-server");
    target.settings.keys.insert(KeyName::Valid, wrong);
    let report = front.run(target, "::enum::", None);
    let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    let expected = "no request is accepted: 401 `Unauthorized: Invalid token`; check the valid key of the target";
    assert_eq!(finding.says, expected);
    assert_eq!(finding.shown, finding.tested);
    assert_eq!(report.verdict, Verdict::NotConformant, "invalid requests get another error");
}

/// Returns the number of responses, and the number of those with status code 5xx.
fn responses(report: &Report) -> (usize, usize) {
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let status_codes: Vec<u16> =
        exchanges.filter_map(|exchange| Some(exchange.response.as_ref()?.status)).collect();
    (status_codes.len(), status_codes.iter().filter(|status| **status >= 500).count())
}

/// A host name that does not resolve; only the proxy can handle requests to this host.
const UNRESOLVABLE: &str = "http://server.invalid";

#[test]
fn sends_every_request_through_the_proxy() {
    let front = transparent_front();
    let requested: Arc<Mutex<Vec<String>>> = Arc::default();
    let (recorded, behind) = (Arc::clone(&requested), front.server.router());
    let proxy = Router::new().fallback(move |mut request: Request| {
        recorded.lock().unwrap().push(request.uri().to_string());
        let behind = behind.clone();
        let path = request.uri().path_and_query().unwrap().as_str().parse().unwrap();
        *request.uri_mut() = path;
        async move { behind.oneshot(request).await.unwrap() }
    });
    let proxy = front.runtime.block_on(serve(proxy));
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let fixtures = format!("[fixtures]\nmonitorId = [{ids}]\n");
    let with_proxy = format!("proxy = '{proxy}'");
    let (code, text) =
        TargetFolder::new(&front, UNRESOLVABLE, &with_proxy, &fixtures).run(&[NAME_CASES]);
    assert_eq!(code, 0, "{text}");
    let requested = requested.lock().unwrap();
    assert!(
        !requested.is_empty() && requested.iter().all(|url| url.starts_with(UNRESOLVABLE)),
        "{requested:?}"
    );

    let without_proxy = "proxy = 'none'\ntimeout-seconds = 2";
    let (code, text) =
        TargetFolder::new(&front, UNRESOLVABLE, without_proxy, &fixtures).run(&[NAME_CASES]);
    assert_eq!(code, 2, "a server responded without the proxy: {text}");
}

fn target_folder(front: &Front, rest: &str) -> TargetFolder {
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let rest = format!("[fixtures]\nmonitorId = [{ids}]\n{rest}");
    TargetFolder::new(front, &front.base_url, "", &rest)
}

#[test]
fn sends_the_headers_of_the_target_with_each_request() {
    let front = transparent_front();
    let headers = "[headers]\nX-Env = 'staging'\nX-Gateway-Key = { env = 'THE_SECRET' }\n";
    let trigger = "path = '/_reference/monitors/{monitorId}/checks?wait=true'";
    let webhooks = format!("[webhooks]\ntrigger = {{ method = 'POST', {trigger} }}\n");
    let folder = target_folder(&front, &format!("{headers}{webhooks}"));
    let (code, text) = folder.run(&["webhooks::delivered", NAME_CASES]);
    assert_eq!(code, 0, "{text}");
    let seen = front.seen();
    assert!(
        seen.iter().any(|seen| !seen.is_for_an_operation()),
        "the trigger of the webhooks was not sent"
    );
    for seen in seen {
        let has = |name: &str, value: &str| seen.headers.contains(&(name.into(), value.into()));
        assert!(has("x-env", "staging") && has("x-gateway-key", SECRET), "{seen:?}");
    }
    assert!(folder.report().contains("\"$THE_SECRET\""));
}

#[test]
fn skips_a_feature_that_is_switched_off_with_the_reason() {
    let front = transparent_front();
    let folder = target_folder(&front, "[off]\n'updateMonitor::name' = 'names are fixed here'\n");
    let (code, text) = folder.run(&[NAME_CASES, "updateMonitor::goal::"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("off        updateMonitor::name: names are fixed here"), "{text}");
    let outcomes = folder.outcomes();
    let count = |kind: &str| outcomes[kind].as_u64().unwrap();
    assert!(count("skip") > 0 && count("pass") > 0, "{outcomes}");
    let named = front.suite.cases.iter();
    let named = named.filter(|case| case.id.starts_with(NAME_CASES)).count();
    assert_eq!(count("skip"), named as u64);
}
