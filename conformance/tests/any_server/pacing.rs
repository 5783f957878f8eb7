//! A server that limits the rate is obeyed, and a rate of one's own is kept.

use std::time::{Duration, Instant};

use webdata_conformance::outcome::OutcomeKind;
use webdata_conformance::report::{Report, Verdict};

use crate::front::{Front, limited, open};

/// Cases that need nothing but a fixture.
const SOME: &str = "updateMonitor::name::";

fn reasons(report: &Report) -> String {
    let open = [OutcomeKind::Fail, OutcomeKind::Error, OutcomeKind::Blocked];
    let bad = report.cases.iter().filter(|case| open.contains(&case.outcome.kind));
    bad.take(5).map(|case| format!("{}: {}\n", case.id, case.outcome.reason)).collect()
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
    assert_eq!(report.verdict, Verdict::Conformant, "{}", reasons(&report));
    let seen = front.seen();
    let refused = seen.iter().skip(9).step_by(10).filter(|seen| !seen.is_provoking()).count();
    // Webhooks of the reference server do not come this way, so each refusal met a case.
    assert_eq!(throttled(&report), refused);
    // What is not obeyed is judged, and shows that the limit is there.
    let mut target = front.target(4);
    target.rate.longest_wait = None;
    assert_ne!(front.run(target, SOME, None).verdict, Verdict::Conformant);
}

#[test]
fn the_runner_waits_as_long_as_the_server_says() {
    let front = Front::new(|number, _| (number == 3).then(|| limited("1")));
    let report = front.run(front.target(1), SOME, None);
    assert_eq!(report.verdict, Verdict::Conformant, "{}", reasons(&report));
    assert_eq!(throttled(&report), 1);
    // Everybody holds back meanwhile, so nothing arrives.
    let seen = front.seen();
    let gaps = seen.windows(2).map(|pair| pair[1].at - pair[0].at);
    let waited = gaps.max().unwrap();
    assert!(waited >= Duration::from_millis(950), "{waited:?}");
}

#[test]
fn a_server_that_lets_nobody_in_ends_in_errors() {
    let table: [(fn(usize, &crate::front::Seen) -> _, Option<u64>, &str); 3] = [
        (|_, _| Some(limited("0")), None, "it answered 429 to each of 6 requests"),
        (|_, _| Some(limited("3600")), None, "it says to come again in 3600 s"),
        (|_, _| Some(limited("50")), Some(5), "the run's time is over before"),
    ];
    for (answers, deadline, says) in table {
        let front = Front::new(answers);
        let started = Instant::now();
        let report = front.run(front.target(4), SOME, deadline);
        assert!(started.elapsed() < Duration::from_secs(20), "{says}: {:?}", started.elapsed());
        assert_eq!(report.verdict, Verdict::Incomplete, "{says}");
        let kinds = report.cases.iter().map(|case| case.outcome.kind);
        assert!(kinds.into_iter().all(|kind| kind == OutcomeKind::Error), "{says}");
        let said = format!("the server limits the rate: {says}");
        assert!(report.cases.iter().any(|case| case.outcome.reason.starts_with(&said)), "{says}");
        let gone = report.cases.iter().any(|case| case.outcome.reason.starts_with("not sent: "));
        assert!(gone, "{says}");
    }
}

#[test]
fn a_case_about_the_limit_is_judged() {
    let front = open();
    let report = front.run(front.target(4), "errors::rate-limit", None);
    assert_eq!(report.verdict, Verdict::Conformant, "{}", reasons(&report));
    assert_eq!(throttled(&report), 0);
}

#[test]
fn a_rate_is_kept() {
    let front = open();
    let mut target = front.target(4);
    target.rate.requests_per_second = Some(40.0);
    let started = Instant::now();
    let report = front.run(target, SOME, None);
    assert_eq!(report.verdict, Verdict::Conformant, "{}", reasons(&report));
    let seen = front.seen();
    let took = seen[seen.len() - 1].at - started;
    let least = Duration::from_millis(25).mul_f64((seen.len() - 1) as f64);
    assert!(took >= least, "{} requests in {took:?}, not in {least:?}", seen.len());
}
