//! Observations: what each says about servers of known behaviour, and what a report says about a server that
//! interprets a gap in two ways.

mod servers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use serde_json::Value;
use webdata_audit::variations::{VARIANTS, VariantServer};
use webdata_spec::model::{Level, Observation, Probe};
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, SeveralReadings, markdown, page, read_text, summary, verify};
use webdata_suite::run::Runner;

use crate::altered_server::{Altered, PLAIN, rejected};
use servers::SERVERS;

/// The cases that observe.
const OBSERVING: [&str; 7] = [
    "::observations::",
    "::rules::",
    "::request::",
    "::fidelity::",
    "::malformed::",
    "at-once",
    "start-to-cancellation",
];

/// What was observed, by gap.
fn answers(report: &Report) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for own in &report.observations {
        found.entry(own.observed.gap.clone()).or_default().insert(own.observed.answer.clone());
    }
    found
}

fn of_variants() -> Vec<BTreeMap<String, BTreeSet<String>>> {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let filters = OBSERVING.map(str::to_owned).to_vec();
    let selection = Selection { filters, ..Selection::default() };
    let run = |variant| {
        let server = runtime.block_on(VariantServer::start(variant, &spec)).unwrap();
        let target = server.target(&spec, 2).unwrap();
        let plan = suite.plan(&target, &selection).unwrap();
        let runner = Runner::Threads(2);
        let report = suite.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
        assert_eq!(report.several_readings, [], "{}", variant.name);
        answers(&report)
    };
    VARIANTS.into_iter().map(run).collect()
}

#[test]
fn observations_say_of_each_server_what_it_does() {
    let mut all = of_variants();
    for known in &SERVERS {
        let report = known.altered.start().run(&OBSERVING, None);
        let found = answers(&report);
        for (gap, answer) in known.seen {
            let seen = found.get(*gap).cloned().unwrap_or_default();
            assert!(seen.contains(*answer), "a server that {}: {gap}: {seen:?}", known.does);
        }
        assert_eq!(report.several_readings, [], "a server that {}", known.does);
        all.push(found);
    }
    // A probe that says the same of all servers says nothing. Updates that come at the same time need a
    // server of their own, which `together` has, and so do webhooks, which `webhooks_seen` has.
    let elsewhere = [Probe::ConcurrentUpdates, Probe::WebhookPayload, Probe::WebhookHeaders];
    let suite = webdata_conformance::suite().expect("the contract reads");
    for gap in suite.spec.gaps.values() {
        let Observation::Probe(probe) = gap.observation else { continue };
        let seen: BTreeSet<_> = all.iter().filter_map(|found| found.get(&gap.id)).collect();
        assert!(elsewhere.contains(&probe) || seen.len() > 1, "{} is always {seen:?}", gap.id);
    }
}

/// How often `ALTERNATES` was asked.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Refuses every other request that gives a plain text for a format with a required option.
const ALTERNATES: Altered = Altered {
    before: |sent| {
        let formats = sent.body.pointer("/targets/0/scrapeOptions/formats");
        let is_plain = |own: &Value| own == "question" || own == "highlights";
        let is_open = formats.and_then(Value::as_array).is_some_and(|own| own.iter().any(is_plain));
        let is_refused = is_open && ASKED.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        if is_refused { rejected() } else { None }
    },
    ..PLAIN
};

#[test]
fn two_readings_in_one_run_are_told_with_both_exchanges() {
    let server = ALTERNATES.start();
    let report = server.run(&["::observations::plain-format-with-required-option"], None);
    let [found] = report.several_readings.as_slice() else { panic!("{report:#?}") };
    let SeveralReadings { gap, readings, .. } = found;
    assert_eq!(gap, "plain-format-with-required-option");
    let shown: BTreeSet<&str> = readings.iter().map(|own| own.reading.as_str()).collect();
    assert_eq!(shown, BTreeSet::from(["accepted", "rejected"]));
    let whole = serde_json::to_string(&report).unwrap();
    let views = [
        ("the summary", summary(&report, Some(Path::new("reports")))),
        ("the page", page(&report).unwrap()),
        ("Markdown", markdown(&report)),
    ];
    for own in readings {
        let case = report.cases.iter().find(|case| case.id == own.case).expect("the case");
        let response = case.outcome.transcript[own.exchange].response.as_ref().expect("a response");
        let is_refused = response.status == StatusCode::BAD_REQUEST.as_u16();
        assert_eq!(is_refused, own.reading == "rejected", "{own:?}");
        let place = format!("{}, request {}", own.case, own.exchange + 1);
        for (name, view) in &views {
            assert!(view.contains("two readings in one run: "), "{name}: {view}");
            assert!(view.contains(&place), "{name} lacks {place}: {view}");
        }
    }
    let curl = "<pre class=\"curl\">";
    assert_eq!(views[1].1.matches(curl).count(), 2, "the page has both exchanges");
    let verified = |text: &str| {
        verify(&read_text(text).expect("it is read"), &server.suite)
            .expect("this suite")
            .contradictions
    };
    assert_eq!(verified(&whole), []);
    // Removing them is noticed.
    let mut without = report.clone();
    without.several_readings.clear();
    let contradictions = verified(&serde_json::to_string(&without).unwrap());
    assert!(contradictions.iter().any(|own| own.place == "severalReadings"), "{contradictions:?}");
}
