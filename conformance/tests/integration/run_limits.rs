//! A run ends early after a time budget, or after a number of findings.
//!
//! The cases that notice the most mutants are sent first, and the rest is skipped. The report states how many
//! mutants the judged cases notice.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use jiff::civil::Date;
use webdata_audit::{Difference, mutants, served_contract};
use webdata_cases::case::Case;
use webdata_spec::model::Level;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::{FailFast, Limits, Selection};
use webdata_suite::report::{Report, Verdict, diff, markdown, page, read_text, summary, verify};
use webdata_suite::run::Runner;
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::SUITE;

/// The delay of each response.
const RESPONSE_DELAY: Duration = Duration::from_millis(20);

/// The time that requests in flight may take beyond the budget, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Mutants; each is one finding.
const MUTANTS: [&str; 3] = [
    "update-monitor/MonitorUpdate.name.maxLength/unlimited",
    "update-monitor/MonitorUpdate.status.enum/accepts-any-text",
    "update-monitor/MonitorUpdate.retentionDays.maximum/unlimited",
];

/// Runs cases against a slow server with these faults, and returns the verified report.
fn report(faults: &[&str], filters: &[&str], limits: Limits) -> Report {
    let all = mutants::all(&SUITE.spec);
    let mutants = faults.iter().map(|id| all.iter().find(|mutant| mutant.id == *id).expect(id));
    let differences: Vec<Difference> = mutants.map(|mutant| mutant.difference.clone()).collect();
    let served = served_contract(&differences, &Arc::new(SUITE.spec.clone()));
    let (runtime, server, mut target) = crate::reference_server::start_with(served, &SUITE, 1);
    let slow = from_fn(async |request: Request, next: Next| {
        tokio::time::sleep(RESPONSE_DELAY).await;
        next.run(request).await
    });
    let router: Router = server.router();
    target.connection.in_process = Some(router.layer(slow));
    let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
    let mut plan = SUITE.plan(&target, &Selection { filters, ..Selection::default() }).unwrap();
    plan.limits = limits;
    let report =
        SUITE.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap();
    let written = serde_json::to_string(&report).unwrap();
    let verification = verify(&read_text(&written).unwrap(), &SUITE).unwrap();
    assert_eq!(verification.contradictions, []);
    report
}

/// Counts the skipped cases, and asserts that each has this reason.
fn skipped(report: &Report, reason: &str) -> usize {
    let skipped = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Skip);
    assert!(
        skipped.clone().all(|case| case.outcome.reason.to_string() == reason),
        "{:?}",
        report.outcomes
    );
    skipped.count()
}

#[test]
fn a_run_ends_at_its_budget_and_reports_its_power() {
    let budget = Duration::from_secs(2);
    let limits = Limits { budget: Some(budget), ..Limits::default() };
    let report = report(&[], &[], limits);
    assert!(report.duration_seconds < (budget + TIMEOUT).as_secs_f64());
    assert_eq!(report.verdict, Verdict::Partial);
    let all = SUITE.cases.len();
    let judged = all - skipped(&report, "beyond the budget of 2 s");
    assert!((1..all).contains(&judged), "{judged} of {all} are judged");
    let power = report.budget.expect("a budget");
    assert_eq!((power.judged, power.mutants), (judged, SUITE.order.mutants()));
    // The run has one worker, so the judged cases are the first of the order, besides those that run before
    // all others.
    let before = SUITE.cases.iter().filter(|case| case.each_fixture).count();
    let of_first = |count| SUITE.order.curve().take(count).last().unwrap_or_default();
    // Controls come earlier than in the order.
    let controls: HashSet<&str> = SUITE.cases.iter().filter_map(Case::control).collect();
    let earlier = before + controls.len();
    let noticed = of_first(judged.saturating_sub(earlier))..=of_first(judged);
    assert!(noticed.contains(&power.noticed), "{} is not in {noticed:?}", power.noticed);
    let share = (power.noticed * 1000 / power.mutants) as f64 / 10.0;
    let expected =
        format!("{judged} of {all} cases were judged, which notice {share} % of the mutants");
    for view in [summary(&report, Some(Path::new("x"))), markdown(&report), page(&report).unwrap()]
    {
        assert!(view.contains(&expected), "{expected}: {view}");
    }
    // A skipped case neither passes nor counts as changed.
    let whole = self::report(&[], &["updateMonitor::name::"], Limits::default());
    let changed = diff(&whole, &report);
    let names = changed.cases.values().flatten().map(|case| case.name.as_str());
    assert_eq!(names.filter(|name| name.starts_with("updateMonitor::name::")).count(), 0);
    assert!(changed.settings.iter().any(|setting| setting.name == "budget"), "{changed:?}");
}

#[test]
fn fail_fast_ends_the_run_at_its_number_of_findings() {
    let filters = ["::name::", "::status::", "::retentionDays::"];
    let day = Date::constant(2199, 12, 31);
    let (reason, ticket) = ("known".to_owned(), "T-1".to_owned());
    let cases = "updateMonitor::status::*".to_owned();
    let known = Waiver { scope: WaiverScope::Cases(cases), reason, ticket, expires: day };
    let check = |findings: usize, waivers: Vec<Waiver>, ends: bool| {
        let fail_fast = Some(FailFast { findings, level: Level::Must, waivers });
        let limits = Limits { fail_fast, ..Limits::default() };
        let report = report(&MUTANTS, &filters, limits);
        let plural = if findings == 1 { "" } else { "s" };
        let reason = format!("--fail-fast ended the run at {findings} finding{plural}");
        assert_eq!(skipped(&report, &reason) > 0, ends, "{findings}: {:?}", report.outcomes);
        assert!(report.findings.len() >= findings.min(3), "{:?}", report.findings);
        assert_eq!(report.verdict, Verdict::NotConformant);
        report
    };
    assert!(check(1, Vec::new(), true).findings.len() < MUTANTS.len());
    check(2, Vec::new(), true);
    check(4, Vec::new(), false);
    // The waiver covers one of the three findings, so two count.
    check(3, vec![known], false);
}
