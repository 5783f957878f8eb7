//! Correct servers that differ from the reference server: the suite finds each conformant, and reports what
//! each does where the contract leaves a gap.
//!
//! Here, requests go over connections; in the audit, the suite calls the servers in process. Tests of faulty
//! servers are in `faults` and `mutants`.

use std::sync::{Arc, LazyLock};

use tokio::runtime::Runtime;
use webdata_audit::variations::{Variant, VariantServer, Variation, Variations};
use webdata_spec::model::Level;
use webdata_suite::failure_message;
use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::SUITE;

static VARIATIONS: LazyLock<Variations> =
    LazyLock::new(|| webdata_conformance::variations(&SUITE.spec).expect("the variations read"));

const JOBS: usize = 2;

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_says_more() {
    check("a server that says more");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_says_less() {
    check("a server that says less");
}

#[test]
fn a_server_that_says_the_same_otherwise() {
    check("a server that says the same otherwise");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_refuses_what_is_open() {
    check("a server that refuses what is open");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_takes_more() {
    check("a server that takes more");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_judges_requests_alone() {
    check("a server that judges requests alone");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_that_chooses_otherwise() {
    check("a server that chooses otherwise");
}

#[test]
#[ignore = "takes long; `cargo xtask ci --long` runs it"]
fn a_server_of_another_stack() {
    check("a server of another stack");
}

#[test]
fn each_server_has_a_test_and_each_variation_a_unique_name() {
    let this_file = include_str!("variant_servers.rs");
    for variant in VARIATIONS.servers() {
        let test = format!("fn {}()", variant.name.replace(' ', "_"));
        assert!(this_file.contains(&test), "no test runs {}", variant.name);
    }
    let variations = VARIATIONS.servers().iter().flat_map(|variant| &variant.variations);
    let mut names: Vec<&str> = variations.map(|variation| variation.name.as_str()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two variations have one name");
}

/// Runs the whole suite against the server with this name, and expects no failure.
fn check(name: &str) {
    let mut servers = VARIATIONS.servers().iter();
    let variant = servers.find(|variant| variant.name == name).expect("the server");
    let (report, variations) = run(variant);
    let bad = [OutcomeKind::Fail, OutcomeKind::Blocked, OutcomeKind::Error];
    // A failure of a clause at another level than `must` does not count.
    let judged = report.cases.iter().filter(|case| case.level == Level::Must);
    let alarms = judged.filter(|case| bad.contains(&case.outcome.kind));
    let alarms: Vec<String> = alarms
        .map(|alarm| {
            let case = SUITE.cases.iter().find(|case| case.id == alarm.id).expect("the case");
            let message = failure_message(case, &alarm.outcome, &SUITE.spec).unwrap_or_default();
            format!("{}\n{message}", alarm.id)
        })
        .collect();
    let named = variations.iter().map(|(variation, _)| {
        format!("{} (left open by: {})", variation.name, variation.allowed_by)
    });
    assert!(
        alarms.is_empty(),
        "{} false alarms, the first of them:\n{}\nvariations:\n{}",
        alarms.len(),
        alarms.iter().take(3).cloned().collect::<Vec<_>>().join("\n"),
        named.collect::<Vec<_>>().join("\n")
    );
    for observation in &report.observations {
        assert!(!observation.question.is_empty(), "{} has no question", observation.observed.gap);
    }
    assert_eq!(report.verdict, Verdict::Conformant, "{:#?}", report.findings);
    for (variation, acted) in variations {
        assert!(acted, "no case met the variation `{}`", variation.name);
        for (gap, answer) in &variation.observed {
            let observations =
                report.observations.iter().filter(|observation| observation.observed.gap == *gap);
            let answers: Vec<&str> =
                observations.map(|observation| observation.observed.answer.as_str()).collect();
            assert!(
                answers.contains(&answer.as_str()),
                "{}: {gap} is observed as {answers:?}",
                variation.name
            );
        }
    }
}

/// Serves a variant on a loopback address, and makes the target call it there.
pub(crate) fn listen(server: &VariantServer, target: &mut Target, runtime: &Runtime) {
    let listening = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    target.connection.base_url = format!("http://{}", listening.local_addr().unwrap());
    target.connection.in_process = None;
    let router = server.router();
    runtime.spawn(async { axum::serve(listening, router).await });
}

/// Returns the report, and whether each variation affected a response.
fn run(variant: &Variant) -> (Report, Vec<(Arc<Variation>, bool)>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(SUITE.spec.clone());
    let server =
        runtime.block_on(VariantServer::start(variant.clone(), &spec, &crate::EXTENSION)).unwrap();
    let mut target = server.target(&spec, JOBS).unwrap();
    listen(&server, &mut target, &runtime);
    let plan = SUITE.plan(&target, &Selection::default()).unwrap();
    let runner = Runner::Threads(JOBS);
    let report = SUITE.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
    let variations = server.variations(&spec);
    (report, variations)
}
