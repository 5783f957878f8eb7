//! An unchanged report is verified, whatever its outcomes.

use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict, read_text, verify};

use super::setup::{FUTURE, NAME, PAST, STATUS, Setup, text, waiver, with};

fn check(setup: &Setup, report: &Report, remarks: &[&str]) -> usize {
    let file = read_text(&text(report)).expect("a readable report");
    let verification = verify(&file, &setup.suite).expect("a report of this suite");
    assert_eq!(verification.contradictions, []);
    assert_eq!(verification.remarks.len(), remarks.len(), "{:?}", verification.remarks);
    for (remark, part) in verification.remarks.iter().zip(remarks) {
        assert!(remark.contains(part), "{remark}");
    }
    verification.judged_again
}

#[test]
fn the_report_of_the_whole_suite_is_verified() {
    let setup = Setup::new();
    let report = setup.run(&Selection::default());
    assert_eq!(report.verdict, Verdict::Conformant);
    let cut = "a response is longer than a record keeps";
    let judged = check(&setup, &report, &[cut]);
    // Long values are in responses that are truncated.
    assert!(judged * 20 > report.cases.len() * 19, "{judged} of {}", report.cases.len());
}

#[test]
fn failures_waivers_and_skips_are_verified() {
    let setup = Setup::faulty();
    let selection = with(&["updateMonitor::name::", "::status::", "::errors", "webhooks"]);
    let report = setup.run(&selection);
    assert_eq!(report.verdict, Verdict::NotConformant);
    for id in [NAME, STATUS] {
        let case = report.cases.iter().find(|case| case.id == id).expect("the case");
        assert_eq!(case.outcome.kind, OutcomeKind::Fail, "{id}");
    }
    assert!(report.count(OutcomeKind::Skip) > 0);
    let remarks = ["the report says nothing about the others"];
    let judged = report.cases.len() - report.count(OutcomeKind::Skip);
    assert_eq!(check(&setup, &report, &remarks), judged);
    let waivers = [(NAME, FUTURE), (STATUS, PAST), ("*enum::paused", FUTURE), ("scrape*", FUTURE)];
    let waivers = waivers.map(|(cases, expires)| waiver(cases, expires)).to_vec();
    let report = report.with_waivers(&setup.suite, waivers.clone());
    assert_eq!((report.count(OutcomeKind::Fail), report.count(OutcomeKind::Waived)), (1, 1));
    check(
        &setup,
        &report,
        &[
            "the report says nothing about the others",
            "1 case failed, but a waiver excludes the failures",
        ],
    );
    let mut softer = report.clone();
    softer.level = Level::Should;
    // Everything that depends on the level is computed again.
    let softer = softer.with_waivers(&setup.suite, waivers);
    let level = "the run counted failures down to the level `should`";
    check(&setup, &softer, &[remarks[0], "a waiver excludes", level]);
}

#[test]
fn a_run_without_a_server_is_verified() {
    let mut setup = Setup::new();
    setup.target.connection.base_url = "http://127.0.0.1:9".to_owned();
    let report = setup.run(&with(&["updateMonitor::name::"]));
    assert_eq!(report.verdict, Verdict::Incomplete);
    let remarks = [
        "the report says nothing about the others",
        "cases ended in an error, so nothing can be judged again",
    ];
    assert_eq!(check(&setup, &report, &remarks), 0);
}

#[test]
fn a_report_of_another_suite_is_not_verified() {
    let setup = Setup::new();
    let good = text(&setup.run(&with(&[NAME])));
    let hash = &setup.suite.spec.hash;
    let version = format!("{{\"version\":\"{}\"}}", env!("CARGO_PKG_VERSION"));
    for (part, other) in [(hash.as_str(), "0123"), (version.as_str(), "{\"version\":\"9.9.9\"}")] {
        assert!(good.contains(part), "{part}");
        let file = read_text(&good.replace(part, other)).expect("a readable report");
        let error = verify(&file, &setup.suite).expect_err(other).to_string();
        assert!(error.contains("use the webdata-conformance that wrote it"), "{error}");
    }
}
