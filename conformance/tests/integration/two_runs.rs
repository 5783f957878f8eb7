//! Runs on the same resources at the same time: neither accuses the server, and the record shows why.

use std::sync::Barrier;
use std::thread;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use webdata_cases::marker::Marker;
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::outcome::{OutcomeKind, Reason};
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict, read_text, verify};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::SUITE;
use crate::any_server::front::{TargetFolder, transparent_front};

/// The start of both runs, in seconds since 1970.
const STARTED: u32 = 1_764_000_000;

/// Cases that set a monitor up, change it and read it back.
const CASES: [&str; 4] = [
    "updateMonitor::goal",
    "updateMonitor::effects",
    "updateMonitor::retentionDays",
    "updateMonitor::name",
];

/// Runs the cases, as soon as every run of `start` is planned.
fn run(
    suite: &Suite,
    mut target: Target,
    marker: Option<&Marker>,
    runtime: &Runtime,
    start: &Barrier,
) -> Report {
    let suite = suite.clone().with_samples(None, marker);
    target.marker = marker.cloned();
    let filters = CASES.map(str::to_owned).to_vec();
    let plan = suite.plan(&target, &Selection { filters, ..Selection::default() }).unwrap();
    start.wait();
    suite.run(plan, target, Level::Must, Runner::Threads(2), runtime.handle()).unwrap()
}

fn contradictions(suite: &Suite, text: &str) -> Vec<String> {
    let verification = verify(&read_text(text).unwrap(), suite).unwrap();
    verification.contradictions.into_iter().map(|one| one.says).collect()
}

fn is_interference(reason: &Reason) -> bool {
    matches!(reason, Reason::Interference { .. })
}

#[test]
fn two_runs_at_once_accuse_nobody() {
    let front = transparent_front();
    let target = front.target(2);
    let markers = [1, 2].map(|random| Marker::new(STARTED, random));
    let start = Barrier::new(2);
    let reports = thread::scope(|scope| {
        let runs = markers.each_ref().map(|marker| {
            let target = target.clone();
            scope.spawn(|| run(&front.suite, target, Some(marker), &front.runtime, &start))
        });
        runs.map(|run| run.join().unwrap())
    });
    for (report, [own, other]) in reports.iter().zip([[0, 1], [1, 0]]) {
        let bad = [OutcomeKind::Fail, OutcomeKind::Blocked];
        let bad: Vec<_> =
            report.cases.iter().filter(|case| bad.contains(&case.outcome.kind)).collect();
        assert!(bad.is_empty(), "{bad:#?}");
        assert_eq!(report.markers, [markers[own].clone()]);
        assert_eq!(report.verdict, Verdict::Incomplete);
        let errors: Vec<_> =
            report.cases.iter().filter(|case| is_interference(&case.outcome.reason)).collect();
        assert!(!errors.is_empty(), "no case noticed the other run");
        for case in errors {
            let Reason::Interference { fixture, run } = &case.outcome.reason else { continue };
            assert_eq!(case.outcome.kind, OutcomeKind::Error);
            assert!(case.outcome.fixtures.contains(fixture), "{}", case.id);
            assert_eq!(*run, markers[other]);
        }
        let text = serde_json::to_string(report).unwrap();
        assert_eq!(contradictions(&front.suite, &text), [""; 0]);
        // A marker that no run at the same time can have proves nothing.
        let old = Marker::new(0, 3);
        let changed = text.replace(markers[other].as_str(), old.as_str());
        let changed = contradictions(&front.suite, &changed);
        assert!(!changed.is_empty(), "the changed report is accepted");
    }
}

/// A server that returns the name that another run stored, whatever this run stores.
fn keeps_a_name(name: String) -> impl Fn(&Suite, &Marker) -> Report {
    move |suite, marker| {
        let (runtime, server, mut target) = crate::reference_server::start(suite, 1);
        let name = name.clone();
        let layer = from_fn(move |request: Request, next: Next| {
            let name = name.clone();
            async move {
                let response = next.run(request).await;
                let (parts, body) = response.into_parts();
                let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap();
                let mut body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
                if body.pointer("/data/name").is_none() {
                    return Response::from_parts(parts, bytes.into());
                }
                body["data"]["name"] = json!(name);
                let mut response = axum::Json(body).into_response();
                *response.status_mut() = parts.status;
                response
            }
        });
        target.connection.in_process = Some(server.router().layer(layer));
        run(suite, target, Some(marker), &runtime, &Barrier::new(1))
    }
}

#[test]
fn an_old_marker_and_other_names_are_no_excuse() {
    let own = Marker::new(STARTED, 1);
    for name in
        ["somebody's name".to_owned(), format!("Price watch {}", Marker::new(STARTED - 86_400, 2))]
    {
        let report = keeps_a_name(name)(&SUITE, &own);
        assert_eq!(report.verdict, Verdict::NotConformant);
        assert!(!report.cases.iter().any(|case| is_interference(&case.outcome.reason)));
    }
}

#[test]
fn a_run_warns_of_the_fresh_marker_of_another_run() {
    let front = transparent_front();
    let ids = format!("['{}', '{}']", front.monitor(), front.monitor());
    let rest = format!("[fixtures]\nmonitorId = {ids}\n");
    let folder = TargetFolder::new(&front, &front.base_url, "", &rest);
    let warning = "warning: another run: ";
    let (code, text) = folder.run(&["updateMonitor::effects"]);
    assert!(code == 0 && !text.contains(warning), "{text}");
    let (code, text) = folder.run(&["updateMonitor::effects"]);
    assert!(code == 0 && text.contains(warning), "{text}");
    assert!(folder.report().contains("\"markers\""));
}
