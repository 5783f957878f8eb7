//! Correct servers over connections, and one that merges requests with what it has stored; the order of cases.
//!
//! The audit runs the whole suite in process against every correct server, and in random orders, and compares the outcomes.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::runtime::Runtime;
use webdata_audit::variations::{Variant, VariantServer, Variations};
use webdata_spec::model::Level;
use webdata_suite::failure_message;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict};
use webdata_suite::run::Runner;
use webdata_suite::target::Target;

use crate::SUITE;

/// The server whose responses are compressed and which closes connections, and a variation of another server.
const OVER_CONNECTIONS: &str = "a server that says the same otherwise";
const CHUNKED: &str = "bodies in chunks";

/// The number of cases that run side by side over connections.
const JOBS: usize = 8;

/// How many runs in random order there are against the server that merges.
const RUNS_THAT_MERGE: u64 = 3;

fn variations() -> Variations {
    webdata_conformance::variations(&SUITE.spec).expect("the variations read")
}

fn variant(name: &str) -> Variant {
    let variations = variations();
    variations.servers().iter().find(|variant| variant.name == name).expect("the server").clone()
}

fn start(variant: &Variant) -> (Runtime, VariantServer) {
    let runtime = Runtime::new().unwrap();
    let spec = Arc::new(SUITE.spec.clone());
    let starting = VariantServer::start(variant.clone(), &spec, &crate::EXTENSION);
    let server = runtime.block_on(starting).unwrap();
    (runtime, server)
}

/// Serves a variant on a loopback address, and makes the target call it there.
pub(crate) fn listen(server: &VariantServer, target: &mut Target, runtime: &Runtime) {
    let listening = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    target.connection.base_url = format!("http://{}", listening.local_addr().unwrap());
    target.connection.in_process = None;
    let router = server.router();
    runtime.spawn(async { axum::serve(listening, router).await });
}

/// Runs every case in a random order, expects no failure, and returns the report.
fn check(target: Target, seed: u64, workers: usize, runtime: &Runtime) -> Report {
    let mut plan = SUITE.plan(&target, &Selection::default()).unwrap();
    plan.shuffle = Some(seed);
    let runner = Runner::Threads(workers);
    let report = SUITE.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
    let failures = report.cases.iter().filter_map(|case_report| {
        let case = SUITE.cases.iter().find(|case| case.id == case_report.id)?;
        Some(format!(
            "{}\n{}",
            case.id,
            failure_message(case, &case_report.outcome, &SUITE.clauses)?
        ))
    });
    let failures: Vec<String> = failures.take(5).collect();
    assert_eq!(report.verdict, Verdict::Conformant, "seed {seed}: {}", failures.join("\n"));
    report
}

#[test]
fn no_case_fails_over_connections() {
    let mut served = variant(OVER_CONNECTIONS);
    let all = variations();
    let chunked = all.servers().iter().flat_map(|server| &server.variations);
    served.variations.extend(chunked.filter(|variation| variation.name == CHUNKED).cloned());
    let (runtime, server) = start(&served);
    let mut target = server.target(&SUITE.spec, JOBS).unwrap();
    listen(&server, &mut target, &runtime);
    let report = check(target, 2, JOBS, &runtime);
    let ids: Vec<&str> = report.cases.iter().map(|case| case.id.as_str()).collect();
    let derived: Vec<&str> = SUITE.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, derived, "the report lists outcomes in the order of derivation");
    for observation in &report.observations {
        assert!(!observation.question.is_empty(), "{} has no question", observation.observed.gap);
    }
    let unmet = server.variations(&SUITE.spec).into_iter().filter(|(_, acted)| !acted);
    let unmet: Vec<String> = unmet.map(|(variation, _)| variation.name.clone()).collect();
    assert_eq!(unmet, Vec::<String>::new());
}

/// On a server that merges a request with the stored value, each case meets what earlier cases left. One
/// server serves all runs.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn state_left_by_other_cases_fails_no_case() {
    let (runtime, server) = start(&variant("a server that takes more"));
    for seed in 0..RUNS_THAT_MERGE {
        check(server.target(&SUITE.spec, 1).unwrap(), seed, 1, &runtime);
    }
}

/// `cargo xtask audit --check` checks that the order is the one that the audit measures.
#[test]
fn the_order_names_cases_of_the_suite() {
    let cases: BTreeSet<&str> = SUITE.cases.iter().map(|case| case.id.as_str()).collect();
    let unknown: Vec<&str> = SUITE.order.cases().filter(|case| !cases.contains(case)).collect();
    assert!(unknown.is_empty(), "run `cargo xtask audit`: there is no {unknown:?}");
    let noticed = SUITE.order.noticed_mutants(SUITE.order.cases());
    assert!((1..=SUITE.order.mutants()).contains(&noticed), "{noticed}");
    assert_eq!(SUITE.order.curve().last(), Some(noticed));
}

#[test]
fn each_variation_has_a_unique_name() {
    let all = variations();
    let mut names = BTreeSet::new();
    for variation in all.servers().iter().flat_map(|variant| &variant.variations) {
        assert!(names.insert(&variation.name), "two variations are named `{}`", variation.name);
    }
}
