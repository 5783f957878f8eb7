//! A report that has everything in it, and a server whose words are meant to do harm.

use std::sync::Arc;

use webdata_reference::{Options, ReferenceServer};
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level};
use webdata_suite::Suite;
use webdata_suite::outcome::{DeliveryRecord, Outcome, OutcomeKind};
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;
use webdata_suite::waivers::{Waiver, WaiverScope};

use crate::changed_contract::{schema, shift};

/// What a server may say to those who read a page, a comment, a log or XML.
pub(crate) const WORDS: &str = "</script><script>alert(1)</script> <img src=x onerror=alert(2)> \
    ::error::one | `code` ``` <b>bold</b> @everyone [link](https://example.com/evil) https://example.com/bare \
    \u{202e}turned\u{1b}[31mred \0 &amp; \"double\" 'single' <!-- \n::error::two\n\n| a | b |\n|--|--|\n```\n\
    # Head\n</details><iframe src=//example.com>\r\n::stop-commands::x\n* item ]]> \u{ffff} #1 :tada:";

/// The report of a server with faults, as it answered.
pub(crate) fn failing() -> Report {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let filters = [
        "updateMonitor::name",
        "updateMonitor::errors::bad-gateway",
        "updateMonitor::errors::unknown-resource",
        "updateMonitor::observations",
    ];
    run(&suite, &filters, |spec| {
        shift(schema(spec, "MonitorUpdate", "name"), Keyword::MaxLength, 1);
    })
}

/// The same with every outcome, waivers of every state, and words that are meant to do harm wherever
/// a server's words can stand.
pub(crate) fn hostile() -> Report {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let mut report = failing();
    let fail = report.cases.iter().position(|case| case.outcome.kind == OutcomeKind::Fail);
    let mut failed = report.cases[fail.expect("a failure")].outcome.clone();
    misuse(&mut failed);
    let kinds = [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error];
    let passed = report.cases.iter_mut().filter(|case| case.outcome.kind == OutcomeKind::Pass);
    for (case, kind) in passed.zip(kinds) {
        case.outcome = Outcome { kind, ..failed.clone() };
    }
    let observed = report.cases.iter_mut().filter_map(|case| case.outcome.observed.as_mut());
    for observed in observed.take(2) {
        WORDS.clone_into(&mut observed.answer);
    }
    report.server.name = WORDS.to_owned();
    report.with_waivers(&suite, waivers())
}

/// The report of the server that is right, whole.
pub(crate) fn conformant() -> Report {
    run(&webdata_conformance::suite().expect("the contract reads"), &[], |_| ())
}

fn run(suite: &Suite, filters: &[&str], change: fn(&mut Spec)) -> Report {
    let mut served = suite.spec.clone();
    change(&mut served);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let start = ReferenceServer::start(Arc::new(served), Options::default());
    let server = runtime.block_on(start).unwrap();
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 2).unwrap();
    if !filters.is_empty() {
        // Not every target offers everything.
        target.provocations.remove("bad-gateway");
    }
    let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
    let plan = suite.plan(&target, &Selection { filters, ..Selection::default() }).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap()
}

/// Puts the words wherever a server's words can stand.
fn misuse(outcome: &mut Outcome) {
    let words = || WORDS.to_owned();
    outcome.reason = words();
    for deviation in &mut outcome.deviations {
        (deviation.place, deviation.received) = (words(), words());
        deviation.expected = format!("not {WORDS}");
    }
    for exchange in &mut outcome.transcript {
        if let Some(response) = &mut exchange.response {
            response.headers.push((words(), words()));
            response.body = words();
        }
    }
    let headers = vec![("x-said".to_owned(), words())];
    outcome.deliveries.push(DeliveryRecord { place: 0, headers, body: words() });
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
