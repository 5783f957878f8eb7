//! What was not changed is verified, whatever it says.

use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict, read_text, verify};

use super::runs::{Bench, FUTURE, NAME, PAST, STATUS, text, waiver, with};

fn check(bench: &Bench, report: &Report, remarks: &[&str]) -> usize {
    let found = read_text(&text(report)).expect("it is read");
    let verification = verify(&found, &bench.suite).expect("it is of this suite");
    assert_eq!(verification.contradictions, []);
    assert_eq!(verification.remarks.len(), remarks.len(), "{:?}", verification.remarks);
    for (remark, part) in verification.remarks.iter().zip(remarks) {
        assert!(remark.contains(part), "{remark}");
    }
    verification.judged_again
}

#[test]
fn the_report_of_the_whole_suite_is_verified() {
    let bench = Bench::new();
    let report = bench.run(&Selection::default());
    assert_eq!(report.verdict, Verdict::Conformant);
    let cut = "since their responses were cut";
    let judged = check(&bench, &report, &[cut]);
    // Long values come back in answers that are cut.
    assert!(judged * 20 > report.cases.len() * 19, "{judged} of {}", report.cases.len());
}

#[test]
fn failures_waivers_and_skips_are_verified() {
    let bench = Bench::faulty();
    let selection = with(&["updateMonitor::name::", "::status::", "::errors", "webhooks"]);
    let report = bench.run(&selection);
    assert_eq!(report.verdict, Verdict::NotConformant);
    for id in [NAME, STATUS] {
        let case = report.cases.iter().find(|case| case.id == id).expect("the case");
        assert_eq!(case.outcome.kind, OutcomeKind::Fail, "{id}");
    }
    assert!(report.count(OutcomeKind::Skip) > 0);
    let remarks = ["the report says nothing about the others"];
    let judged = report.cases.len() - report.count(OutcomeKind::Skip);
    assert_eq!(check(&bench, &report, &remarks), judged);
    let waivers = [(NAME, FUTURE), (STATUS, PAST), ("*enum::paused", FUTURE), ("scrape*", FUTURE)];
    let waivers = waivers.map(|(cases, expires)| waiver(cases, expires)).to_vec();
    let report = report.with_waivers(&bench.suite, waivers.clone());
    assert_eq!((report.count(OutcomeKind::Fail), report.count(OutcomeKind::Waived)), (1, 1));
    check(
        &bench,
        &report,
        &["the report says nothing about the others", "1 cases failed, and are waived"],
    );
    let mut softer = report.clone();
    softer.level = Level::Should;
    // Whatever follows from the level is derived again.
    let softer = softer.with_waivers(&bench.suite, waivers);
    let level = "failures count down to the level `should`";
    check(&bench, &softer, &[remarks[0], "are waived", level]);
}

#[test]
fn a_run_against_nobody_is_verified() {
    let mut bench = Bench::new();
    bench.target.base_url = "http://127.0.0.1:9".to_owned();
    let report = bench.run(&with(&["updateMonitor::name::"]));
    assert_eq!(report.verdict, Verdict::Incomplete);
    let remarks = [
        "the report says nothing about the others",
        "cases ended in an error, and only give a reason",
    ];
    assert_eq!(check(&bench, &report, &remarks), 0);
}

#[test]
fn a_report_of_another_suite_is_left_alone() {
    let bench = Bench::new();
    let good = text(&bench.run(&with(&[NAME])));
    let hash = &bench.suite.spec.hash;
    let version = format!("{{\"version\":\"{}\"}}", env!("CARGO_PKG_VERSION"));
    for (part, other) in [(hash.as_str(), "0123"), (version.as_str(), "{\"version\":\"9.9.9\"}")] {
        assert!(good.contains(part), "{part}");
        let found = read_text(&good.replace(part, other)).expect("it is read");
        let error = verify(&found, &bench.suite).expect_err(other).to_string();
        assert!(error.contains("use the webdata-conformance that wrote it"), "{error}");
    }
}
