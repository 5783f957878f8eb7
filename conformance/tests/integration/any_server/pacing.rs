//! The suite obeys the rate limit of a server, and keeps the rate of the target file.

use std::collections::HashSet;
use std::time::{Duration, Instant, SystemTime};

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::report::{CaseReport, Report, Verdict, junit, markdown};

use crate::any_server::front::{Answers, Front, limited, open};

/// Cases that need nothing but a fixture.
const SOME: &str = "updateMonitor::name::";

fn reasons(report: &Report) -> String {
    let open = [OutcomeKind::Fail, OutcomeKind::Error, OutcomeKind::Blocked];
    let bad = report.cases.iter().filter(|case| open.contains(&case.outcome.kind));
    bad.take(5).map(|case| format!("{}: {}\n", case.id, case.outcome.reason)).collect()
}

/// Whether a case ended since its requests were to be sent together, and were not.
fn is_torn(case: &CaseReport) -> bool {
    let is_together = case.outcome.transcript.iter().any(|exchange| exchange.with_previous);
    let says = "of requests that are sent together it let some in only later";
    is_together
        && case.outcome.kind == OutcomeKind::Error
        && case.outcome.reason.contains(says)
        && case.outcome.throttled > 0
}

fn throttled(report: &Report) -> usize {
    report.cases.iter().map(|case| case.outcome.throttled).sum()
}

#[test]
fn the_whole_suite_is_conformant_behind_a_limit() {
    // A case that asks for an error would have to judge a gateway's answer in its place.
    let front =
        Front::new(|number, seen| (number % 10 == 0 && !seen.is_provoking()).then(|| limited("0")));
    let report = front.run(front.target(4), "", None);
    let good = [OutcomeKind::Pass, OutcomeKind::Observed, OutcomeKind::Skip];
    let is_good = |case: &CaseReport| good.contains(&case.outcome.kind) || is_torn(case);
    assert!(report.cases.iter().all(is_good), "{}", reasons(&report));
    let seen = front.seen();
    let refused = seen.iter().skip(9).step_by(10).filter(|seen| !seen.is_provoking()).count();
    // Webhooks of the reference server do not come this way, so each refusal met a case.
    assert_eq!(throttled(&report), refused);
    // What is not obeyed is judged, and shows that the limit is there.
    let mut target = front.target(4);
    target.rate.longest_wait = None;
    assert_ne!(front.run(target, SOME, None).verdict, Verdict::Partial);
}

/// A refusal until a date, which has no parts of seconds, at least so many from now.
fn limited_until(seconds: u64) -> Response {
    let date = SystemTime::now() + Duration::from_secs(seconds + 1);
    let date = httpdate::fmt_http_date(date);
    (StatusCode::TOO_MANY_REQUESTS, [("Retry-After", date)], "slow down\n").into_response()
}

#[test]
fn the_runner_waits_as_long_as_the_server_says() {
    let table: [Answers; 2] = [
        |number, _| (number == 3).then(|| limited("1")),
        |number, _| (number == 3).then(|| limited_until(1)),
    ];
    for answers in table {
        let front = Front::new(answers);
        let report = front.run(front.target(1), SOME, None);
        assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
        assert_eq!(throttled(&report), 1);
        // Everybody holds back meanwhile, so nothing arrives.
        let seen = front.seen();
        let gaps = seen.windows(2).map(|pair| pair[1].at - pair[0].at);
        let waited = gaps.max().unwrap();
        assert!(waited >= Duration::from_millis(950), "{waited:?}");
    }
}

#[test]
fn requests_that_were_not_sent_together_are_not_judged_as_such() {
    // The first sets up, the others are sent together.
    let front = Front::new(|number, _| (number == 4).then(|| limited("0")));
    let together = "updateMonitor::effects::left-out-fields-are-kept::all-at-once";
    let report = front.run(front.target(1), together, None);
    assert_eq!(report.verdict, Verdict::Incomplete);
    assert!(report.cases.iter().all(is_torn), "{}", reasons(&report));
}

#[test]
fn a_server_that_lets_nobody_in_ends_in_errors() {
    let at_most =
        |value| format!("429 and `Retry-After: {value}`, but the runner waits 60 s at most");
    let (far, never) = ("18446744073709551615", "Fri, 31 Dec 9999 23:59:59 GMT");
    let table: [(Answers, Option<u64>, u64, String); 5] = [
        (
            |_, _| Some(limited("0")),
            None,
            2,
            "429 and `Retry-After: 0`: for 2 s no request was accepted".to_owned(),
        ),
        (|_, _| Some(limited("3600")), None, 60, at_most("3600")),
        (|_, _| Some(limited("18446744073709551615")), None, 60, at_most(far)),
        (|_, _| Some(limited("Fri, 31 Dec 9999 23:59:59 GMT")), None, 60, at_most(never)),
        (
            |_, _| Some(limited("50")),
            Some(5),
            60,
            "429 and `Retry-After: 50`, but the run ends in ".to_owned(),
        ),
    ];
    for (answers, deadline, longest, says) in table {
        let front = Front::new(answers);
        let started = Instant::now();
        let mut target = front.target(4);
        target.rate.longest_wait = Some(Duration::from_secs(longest));
        let report = front.run(target, SOME, deadline);
        assert!(started.elapsed() < Duration::from_secs(40), "{says}: {:?}", started.elapsed());
        assert_eq!(report.verdict, Verdict::Incomplete, "{says}");
        let reasons: HashSet<&str> =
            report.cases.iter().map(|case| case.outcome.reason.as_str()).collect();
        assert_eq!(reasons.len(), 1, "{says}: {reasons:?}");
        assert!(reasons.iter().all(|reason| reason.starts_with(&says)), "{says}: {reasons:?}");
        assert!(report.cases.iter().all(|case| case.outcome.kind == OutcomeKind::Error), "{says}");
        // Nothing more is sent, and no case has a block of its own.
        if longest == 60 {
            assert!(front.seen().len() <= 4, "{says}: {}", front.seen().len());
            let unsent = report.cases.iter().filter(|case| case.outcome.is_unsent()).count();
            assert!(unsent >= report.cases.len() - 4, "{says}: {unsent}");
            let junit = junit(&report).unwrap();
            assert_eq!(junit.matches("type=\"not sent\"").count(), 1, "{says}");
            let told = format!("- {unsent} × ");
            assert!(markdown(&report).contains(&told), "{says}: {}", markdown(&report));
        }
    }
}

#[test]
fn a_case_about_the_limit_is_judged() {
    let front = open();
    let report = front.run(front.target(4), "errors::rate-limit", None);
    assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
    assert_eq!(throttled(&report), 0);
}

#[test]
fn a_rate_is_kept() {
    let front = open();
    let mut target = front.target(4);
    target.rate.requests_per_second = Some(40.0);
    let started = Instant::now();
    let report = front.run(target, SOME, None);
    assert_eq!(report.verdict, Verdict::Partial, "{}", reasons(&report));
    let seen = front.seen();
    let took = seen[seen.len() - 1].at - started;
    let least = Duration::from_millis(25).mul_f64((seen.len() - 1) as f64);
    assert!(took >= least, "{} requests in {took:?}, not in {least:?}", seen.len());
}
