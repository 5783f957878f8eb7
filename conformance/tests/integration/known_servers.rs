//! What the suite makes of servers whose behaviour is known: one table of servers, of responses and of webhooks, each with
//! what is observed of it and the cases that fail.
//!
//! The audit has mutants, and variations with what is observed of each. Here is what neither of them does.

mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use webdata_cases::case::{Case, Expect, Expected, Member};
use webdata_spec::model::{ClauseId, Observation};
use webdata_suite::failure_message;
use webdata_suite::judge::{Context, HttpResponse, Judgement, deliveries};
use webdata_suite::outcome::{DeliveryRecord, OutcomeKind};
use webdata_suite::report::{Report, SeveralReadings, markdown, page, read_text, summary, verify};

use crate::SUITE;
use crate::altered_server::{Alteration, UNCHANGED, rejected};
use crate::changed_contract::report_of_mutant;
use table::{CASE, Made, Row, STORED};

/// The seed of the order of cases.
const SEED: u64 = 1;

/// The parts of a report that a row of the table states.
#[derive(Debug, Default)]
struct Seen {
    /// Gaps, each with what is observed of it.
    observed: BTreeSet<(String, String)>,
    /// The cases that fail, each with the clause of its first deviation, the indices of the fixtures that its reason names,
    /// and its message.
    fails: BTreeMap<String, (String, Vec<usize>, String)>,
}

impl Seen {
    fn new(report: &Report, row: &Row) -> Self {
        assert_eq!(report.several_readings, [], "{}", row.does);
        let text = serde_json::to_string(report).unwrap();
        let verification = verify(&read_text(&text).unwrap(), &SUITE).unwrap();
        assert_eq!(verification.contradictions, [], "{}", row.does);
        let observed = report.observations.iter().map(|observation| &observation.observed);
        let failing = report.cases.iter().filter(|case| case.outcome.kind == OutcomeKind::Fail);
        let fails = failing.map(|failing| {
            let outcome = &failing.outcome;
            let reason = outcome.reason.to_string();
            let fixtures = outcome.fixtures.iter().enumerate();
            let named = fixtures.filter(|(_, id)| reason.contains(&format!("fixture {id}: ")));
            let named = named.map(|(at, _)| at).collect();
            let message = failure_message(case(&failing.id), outcome, &SUITE.clauses);
            let clause = outcome.deviations[0].clause.to_string();
            (failing.id.clone(), (clause, named, message.expect("the case fails").to_string()))
        });
        Self {
            observed: observed.map(|it| (it.gap.clone(), it.answer.clone())).collect(),
            fails: fails.collect(),
        }
    }

    fn of_judgement(judgement: Judgement) -> Self {
        let observed = judgement.observed.map(|observed| (observed.gap, observed.answer));
        let failed = judgement.deviations.into_iter().map(|it| it.clause.to_string());
        let fails = failed.map(|clause| (CASE.to_owned(), (clause, Vec::new(), String::new())));
        Self { observed: observed.into_iter().collect(), fails: fails.collect() }
    }
}

fn case(id: &str) -> &'static Case {
    SUITE.cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("no case {id}"))
}

fn response(body: &Value) -> HttpResponse {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    HttpResponse::new(200, headers, body.to_string().into_bytes())
}

/// Judges a response that returns a property of the monitor in another form than it was sent.
fn judge_property(name: &str, sent: Value, returned: &Value) -> Seen {
    let case = case(CASE);
    let mut step = case.steps.last().expect("a step").clone();
    let clause = ClauseId::new(STORED);
    let member = Member::new(format!("/data/{name}"), Expected::Equal(sent), clause.clone());
    step.expect = Expect::Success { status: None, members: vec![member], rejection: None };
    let response = response(&json!({ "success": true, "data": { name: returned } }));
    let context = Context { case, step: &step, parameters: &[], earlier: &[] };
    let mut judgement = SUITE.judge().judge(context, &response);
    // The rest of the monitor is missing.
    judgement.deviations.retain(|deviation| deviation.clause == clause);
    Seen::of_judgement(judgement)
}

/// Judges a webhook by each case that observes webhooks.
fn judge_webhook(headers: &[(&str, &str)], body: &str) -> Seen {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let received = [DeliveryRecord { place: 0, headers: headers.collect(), body: body.to_owned() }];
    let stored = json!({ "data": { "webhook": { "headers": { "X-Given": "before" } } } });
    let earlier = [response(&stored)];
    let mut seen = Seen::default();
    for step in SUITE.cases.iter().flat_map(|case| &case.steps) {
        if let Expect::Deliveries(expected) = &step.expect
            && expected.observed.is_some()
        {
            let judgement = deliveries(expected, &earlier, &received, Duration::ZERO);
            seen.observed.extend(Seen::of_judgement(judgement).observed);
        }
    }
    seen
}

/// Checks what the suite makes of a row, and returns it.
fn check(row: &Row) -> Seen {
    let seen = match &row.made {
        Made::Server(altered, cases) => Seen::new(&altered.start().run(cases, Some(SEED)), row),
        Made::Mutant(id, cases) => Seen::new(&report_of_mutant(id, cases), row),
        Made::Property(name, sent, returned) => judge_property(name, sent.clone(), returned),
        Made::Webhook(headers, body) => judge_webhook(headers, body),
    };
    for (gap, answer) in &row.observed {
        let expected = ((*gap).to_owned(), answer.clone());
        assert!(
            seen.observed.contains(&expected),
            "{}: {expected:?}: {:#?}",
            row.does,
            seen.observed
        );
    }
    let Some(fails) = &row.fails else { return seen };
    let failed: Vec<&str> = seen.fails.keys().map(String::as_str).collect();
    let expected: Vec<&str> = fails.iter().map(|failure| failure.case).collect();
    assert_eq!(failed, expected, "{}", row.does);
    for expected in fails {
        let (clause, fixtures, message) = &seen.fails[expected.case];
        assert_eq!((clause.as_str(), fixtures.as_slice()), (expected.clause, expected.fixtures));
        let has = |start: &&str| message.lines().any(|line| line.trim_start().starts_with(start));
        assert!(expected.lines.iter().all(has), "{}: {message}", row.does);
    }
    seen
}

#[test]
fn the_suite_reports_what_each_server_does() {
    let rows = table::rows();
    let mut answers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let seen = rows.iter().flat_map(|row| check(row).observed);
    let variations = webdata_conformance::variations(&SUITE.spec).expect("the variations read");
    let varied = variations.open_in(&SUITE.spec).flat_map(|variation| variation.observed.clone());
    for (gap, answer) in seen.chain(varied) {
        answers.entry(gap).or_default().insert(answer);
    }
    // A probe that observes the same of every server is useless.
    for gap in SUITE.spec.gaps.values() {
        let observed = answers.get(&gap.id);
        let is_probed = matches!(gap.observation, Observation::Probe(_));
        let is_useful = observed.is_some_and(|answers| answers.len() > 1);
        assert!(!is_probed || is_useful, "{} is observed as {observed:?} everywhere", gap.id);
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
        verify(&read_text(text).expect("a readable report"), &SUITE)
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
