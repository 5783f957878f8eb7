//! The suite obeys the rate limit of a server, and keeps to the rate of the target file.

use std::collections::HashSet;
use std::time::{Duration, Instant, SystemTime};

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{CaseReport, Report, Verdict, junit, markdown};

use crate::any_server::front::{Front, Intercept, too_many_requests, transparent_front};

/// Cases that need only a fixture.
const NAME_CASES: &str = "updateMonitor::name::";

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
    target.rate.longest_wait = None;
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
        target.rate.longest_wait = Some(Duration::from_secs(longest));
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
    target.rate.requests_per_second = Some(40.0);
    let started = Instant::now();
    let report = front.run(target, NAME_CASES, None);
    assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
    let seen = front.seen();
    let elapsed = seen[seen.len() - 1].at - started;
    let shortest = Duration::from_millis(25).mul_f64((seen.len() - 1) as f64);
    assert!(elapsed >= shortest, "{} requests in {elapsed:?}, not in {shortest:?}", seen.len());
}
