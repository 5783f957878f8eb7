//! Reports for the tests of views: failing, conformant, and with hostile strings.

use std::sync::Arc;

use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level};
use webdata_suite::outcome::{DeliveryRecord, Outcome, OutcomeKind};
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::SUITE;
use crate::changed_contract::{schema, shift};

/// A string that attacks readers of a page, a comment, a log or XML.
pub(crate) const HOSTILE: &str = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> \
    ::error::one | `code` ``` <b>bold</b> @everyone [link](https://example.com/evil) https://example.com/bare \
    \u{202e}turned\u{1b}[31mred \0 &amp; \"double\" 'single' <!-- \n::error::two\n\n| a | b |\n|--|--|\n```\n\
    # Head\n</details><iframe src=//example.com>\r\n::stop-commands::x\n* item ]]> \u{ffff} #1 :tada:";

/// Returns the report of a faulty server.
pub(crate) fn failing() -> Report {
    let filters = [
        "updateMonitor::name",
        "updateMonitor::errors::bad-gateway",
        "updateMonitor::errors::unknown-resource",
        "updateMonitor::observations",
    ];
    run(&filters, |spec| {
        shift(schema(spec, "MonitorUpdate", "name"), Keyword::MaxLength, 1);
    })
}

/// Returns the report of a faulty server with every outcome, waivers of every state, and a hostile string in
/// each place that a server can fill.
pub(crate) fn hostile() -> Report {
    let mut report = failing();
    let fail = report.cases.iter().position(|case| case.outcome.kind == OutcomeKind::Fail);
    let mut failed = report.cases[fail.expect("a failure")].outcome.clone();
    poison(&mut failed);
    let kinds = [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error];
    let passed = report.cases.iter_mut().filter(|case| case.outcome.kind == OutcomeKind::Pass);
    for (case, kind) in passed.zip(kinds) {
        case.outcome = Outcome { kind, ..failed.clone() };
    }
    let observed = report.cases.iter_mut().filter_map(|case| case.outcome.observed.as_mut());
    for observed in observed.take(2) {
        HOSTILE.clone_into(&mut observed.answer);
    }
    report.server.name = HOSTILE.to_owned();
    report.with_waivers(&SUITE, waivers())
}

/// Returns the report of a whole run against a conformant server.
pub(crate) fn conformant() -> Report {
    run(&[], |_| ())
}

/// Returns the report of a part of a run against a conformant server.
pub(crate) fn partial() -> Report {
    run(&["updateMonitor::name"], |_| ())
}

/// Returns the report of a whole run in which each case fails for another reason, in words that no browser breaks.
pub(crate) fn largest() -> Report {
    let mut report = conformant();
    for case in &mut report.cases {
        case.outcome.kind = OutcomeKind::Fail;
        case.outcome.reason = format!("{} {}", case.id, "x".repeat(500)).into();
    }
    report.with_waivers(&SUITE, waivers())
}

fn run(filters: &[&str], change: fn(&mut Spec)) -> Report {
    let mut served = SUITE.spec.clone();
    change(&mut served);
    let (runtime, _server, mut target) =
        crate::reference_server::start_with(Arc::new(served), &SUITE, 2);
    if !filters.is_empty() {
        // Without a provocation, some cases are skipped.
        target.settings.provoke.remove("bad-gateway");
    }
    let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
    // The pages of a part stay as small as they are without second cases in a crowd.
    let skip = if filters.is_empty() { Vec::new() } else { vec!["crowd".to_owned()] };
    let plan = SUITE.plan(&target, &Selection { filters, skip, ..Selection::default() }).unwrap();
    SUITE.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap()
}

/// Puts the hostile string into each place that a server can fill.
fn poison(outcome: &mut Outcome) {
    let hostile = || HOSTILE.to_owned();
    outcome.reason = hostile().into();
    for deviation in &mut outcome.deviations {
        (deviation.place, deviation.received) = (hostile(), hostile());
        deviation.expected = format!("not {HOSTILE}");
    }
    for exchange in &mut outcome.transcript {
        if let Some(response) = &mut exchange.response {
            response.headers.push((hostile(), hostile()));
            response.body = hostile();
        }
    }
    let headers = vec![("x-said".to_owned(), hostile())];
    outcome.deliveries.push(DeliveryRecord { place: 0, headers, body: hostile() });
}

fn waivers() -> Vec<Waiver> {
    let waiver = |cases: &str, expires: &str| Waiver {
        scope: WaiverScope::Cases(cases.to_owned()),
        reason: "counts bytes".to_owned(),
        ticket: "https://tracker.example/7".to_owned(),
        expires: expires.parse().expect("a date"),
    };
    vec![
        waiver("updateMonitor::name::maxLength::above", "9999-12-31"),
        waiver("updateMonitor::goal::*", "9999-12-31"),
        waiver("updateMonitor::name::maxLength::*", "2020-01-01"),
        waiver("updateMonitor::name::maxLength::at*", "9999-12-31"),
    ]
}
