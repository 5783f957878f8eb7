//! Observations: what is observed of servers of known behaviour, and how a report shows a server that
//! interprets a gap in two ways.

mod servers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use serde_json::Value;
use webdata_audit::variations::{Variant, VariantServer};
use webdata_spec::model::{Level, Observation, Probe};
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, SeveralReadings, markdown, page, read_text, summary, verify};
use webdata_suite::run::Runner;

use crate::altered_server::{Alteration, UNCHANGED, rejected};
use servers::SERVERS;

/// Filters that select the cases with observations.
const OBSERVING: [&str; 9] = [
    "::observations::",
    "::spellings::",
    "::webhooks::webhook-",
    "::rules::",
    "::request::",
    "::fidelity::",
    "::malformed::",
    "at-once",
    "start-to-cancellation",
];

/// Returns what was observed, by gap.
fn observed_by_gap(report: &Report) -> BTreeMap<String, BTreeSet<String>> {
    let mut by_gap: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for observation in &report.observations {
        by_gap
            .entry(observation.observed.gap.clone())
            .or_default()
            .insert(observation.observed.answer.clone());
    }
    by_gap
}

fn observe_variants() -> Vec<BTreeMap<String, BTreeSet<String>>> {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let filters = OBSERVING.map(str::to_owned).to_vec();
    let selection = Selection { filters, ..Selection::default() };
    let run = |variant: &Variant| {
        let server = runtime
            .block_on(VariantServer::start(variant.clone(), &spec, &crate::EXTENSION))
            .unwrap();
        let target = server.target(&spec, 2).unwrap();
        let plan = suite.plan(&target, &selection).unwrap();
        let runner = Runner::Threads(2);
        let report = suite.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
        assert_eq!(report.several_readings, [], "{}", variant.name);
        observed_by_gap(&report)
    };
    let variations = webdata_conformance::variations(&spec).expect("the variations read");
    variations.servers().iter().map(run).collect()
}

#[test]
fn observations_match_the_behaviour_of_each_server() {
    let mut all = observe_variants();
    for known in &SERVERS {
        let report = known.altered.start().run(&OBSERVING, None);
        let by_gap = observed_by_gap(&report);
        for (gap, answer) in known.observed {
            let observed = by_gap.get(*gap).cloned().unwrap_or_default();
            assert!(
                observed.contains(*answer),
                "a server that {}: {gap}: {observed:?}",
                known.does
            );
        }
        assert_eq!(report.several_readings, [], "a server that {}", known.does);
        all.push(by_gap);
    }
    // A probe that observes the same of every server is useless. Concurrent updates and webhooks need servers
    // of their own: `concurrent_updates` and `webhook_observations` have them.
    let elsewhere = [Probe::ConcurrentUpdates, Probe::WebhookPayload, Probe::WebhookHeaders];
    let suite = webdata_conformance::suite().expect("the contract reads");
    for gap in suite.spec.gaps.values() {
        let Observation::Probe(probe) = gap.observation else { continue };
        let observed: BTreeSet<_> = all.iter().filter_map(|by_gap| by_gap.get(&gap.id)).collect();
        assert!(
            elsewhere.contains(&probe) || observed.len() > 1,
            "{} is observed as {observed:?} on every server",
            gap.id
        );
    }
}

/// How many requests `ALTERNATES` has received that it may reject.
static OPEN_REQUESTS: AtomicUsize = AtomicUsize::new(0);

/// Rejects every other request that names a format with a required option by a plain string.
const ALTERNATES: Alteration = Alteration {
    before: |sent| {
        let formats = sent.body.pointer("/targets/0/scrapeOptions/formats");
        let is_plain = |format: &Value| format == "question" || format == "highlights";
        let is_open =
            formats.and_then(Value::as_array).is_some_and(|formats| formats.iter().any(is_plain));
        let is_rejected = is_open && OPEN_REQUESTS.fetch_add(1, Ordering::Relaxed) % 2 == 1;
        if is_rejected { rejected() } else { None }
    },
    ..UNCHANGED
};

#[test]
fn two_readings_in_one_run_are_reported_with_both_exchanges() {
    let server = ALTERNATES.start();
    let report = server.run(&["::observations::plain-format-with-required-option"], None);
    let [several] = report.several_readings.as_slice() else { panic!("{report:#?}") };
    let SeveralReadings { gap, readings, .. } = several;
    assert_eq!(gap, "plain-format-with-required-option");
    let shown: BTreeSet<&str> = readings.iter().map(|reading| reading.reading.as_str()).collect();
    assert_eq!(shown, BTreeSet::from(["accepted", "rejected"]));
    let whole = serde_json::to_string(&report).unwrap();
    let views = [
        ("the summary", summary(&report, Some(Path::new("reports")))),
        ("the page", page(&report).unwrap()),
        ("Markdown", markdown(&report)),
    ];
    for observation in readings {
        let case = report.cases.iter().find(|case| case.id == observation.case).expect("the case");
        let response =
            case.outcome.transcript[observation.exchange].response.as_ref().expect("a response");
        let is_rejected = response.status == StatusCode::BAD_REQUEST.as_u16();
        assert_eq!(is_rejected, observation.reading == "rejected", "{observation:?}");
        let place = format!("{}, request {}", observation.case, observation.exchange + 1);
        for (name, view) in &views {
            assert!(view.contains("two readings in one run: "), "{name}: {view}");
            assert!(view.contains(&place), "{name} lacks {place}: {view}");
        }
    }
    let curl = "<pre class=\"curl\">";
    assert_eq!(views[1].1.matches(curl).count(), 2, "the page lacks an exchange");
    let verified = |text: &str| {
        verify(&read_text(text).expect("a readable report"), &server.suite)
            .expect("a report of this suite")
            .contradictions
    };
    assert_eq!(verified(&whole), []);
    // A report without the readings is not verified.
    let mut without = report.clone();
    without.several_readings.clear();
    let contradictions = verified(&serde_json::to_string(&without).unwrap());
    assert!(
        contradictions.iter().any(|contradiction| contradiction.place == "/severalReadings"),
        "{contradictions:?}"
    );
}
