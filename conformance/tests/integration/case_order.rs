//! Neither the order of cases nor the number of workers changes an outcome. Cases that notice the most
//! mutants come first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use webdata_audit::variations::VariantServer;
use webdata_reference::{Options, ReferenceServer};
use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::failure_message;
use webdata_suite::plan::Selection;
use webdata_suite::report::{Report, Verdict};
use webdata_suite::run::Runner;

/// How many runs there are, each with its own seed.
const RUNS: u64 = 6;

/// The numbers of workers, which the runs take in turn.
const WORKERS: [usize; 3] = [1, 2, 8];

/// With this many workers or more, requests go over connections; with fewer, the suite calls the server in
/// process.
const WORKERS_OVER_CONNECTIONS: usize = 8;

/// How many runs in random order there are against the server that merges.
const RUNS_THAT_MERGE: u64 = 3;

/// One server serves all runs, so state that a run leaves behind must not affect the next run either.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn outcomes_are_the_same_in_any_order() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let server = runtime
        .block_on(ReferenceServer::start(spec, &crate::EXTENSION, Options::default()))
        .unwrap();
    let run = |shuffle: Option<u64>, workers: usize| {
        let mut target = webdata_audit::reference_target(&server, &suite.spec, workers).unwrap();
        // Some runs go over connections, which are pooled and closed in yet another order.
        target.connection.in_process =
            (workers < WORKERS_OVER_CONNECTIONS).then(|| server.router());
        let mut plan = suite.plan(&target, &Selection::default()).unwrap();
        plan.shuffle = shuffle;
        let runner = Runner::Threads(workers);
        suite.run(plan, target, Level::Must, runner, runtime.handle()).unwrap()
    };
    let ordered = run(None, 1);
    assert_eq!(ordered.verdict, Verdict::Conformant, "{}", failures(&suite, &ordered));
    let ids = |report: &Report| report.cases.iter().map(|case| case.id.clone()).collect::<Vec<_>>();
    let derived: Vec<String> = suite.cases.iter().map(|case| case.id.clone()).collect();
    assert_eq!(ids(&ordered), derived, "the report lists outcomes in the order of derivation");
    for seed in 0..RUNS {
        let workers = WORKERS[usize::try_from(seed).unwrap() % WORKERS.len()];
        let report = run(Some(seed), workers);
        let name = format!("seed {seed} with {workers} workers");
        assert_eq!(report.verdict, Verdict::Conformant, "{name}: {}", failures(&suite, &report));
        assert_eq!(outcomes(&report), outcomes(&ordered), "{name}");
    }
}

/// `cargo xtask audit --check` checks that the order is the one that the audit measures.
#[test]
fn the_order_names_cases_of_the_suite() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let cases: BTreeSet<&str> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    let unknown: Vec<&str> = suite.order.cases().filter(|case| !cases.contains(case)).collect();
    assert!(unknown.is_empty(), "run `cargo xtask audit`: there is no {unknown:?}");
    let noticed = suite.order.noticed_mutants(suite.order.cases());
    assert!((1..=suite.order.mutants()).contains(&noticed), "{noticed}");
    assert_eq!(suite.order.curve().last(), Some(noticed));
}

/// On a server that merges a request with the stored value, each case meets what earlier cases left. One
/// server serves all runs, with the same few resources.
#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn state_left_by_other_cases_fails_no_case() {
    let suite = webdata_conformance::suite().expect("the contract reads");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let spec = Arc::new(suite.spec.clone());
    let variations = webdata_conformance::variations(&spec).expect("the variations read");
    let mut servers = variations.servers().iter();
    let merging = servers.find(|variant| variant.name == "a server that takes more").unwrap();
    let server =
        runtime.block_on(VariantServer::start(merging.clone(), &spec, &crate::EXTENSION)).unwrap();
    for seed in 0..RUNS_THAT_MERGE {
        let mut plan =
            suite.plan(&server.target(&spec, 1).unwrap(), &Selection::default()).unwrap();
        plan.shuffle = Some(seed);
        let (target, runner) = (server.target(&spec, 1).unwrap(), Runner::Threads(1));
        let report = suite.run(plan, target, Level::Must, runner, runtime.handle()).unwrap();
        let failures = failures(&suite, &report);
        assert_eq!(report.verdict, Verdict::Conformant, "seed {seed}: {failures}");
    }
}

/// Returns the outcome of each case, and what it observed.
fn outcomes(report: &Report) -> BTreeMap<&str, String> {
    let cases = report.cases.iter();
    let descriptions = cases.map(|case| {
        let observed = case.outcome.observed.as_ref().map(|observed| observed.answer.as_str());
        (case.id.as_str(), format!("{} {}", case.outcome.kind, observed.unwrap_or_default()))
    });
    descriptions.collect()
}

fn failures(suite: &Suite, report: &Report) -> String {
    let cases = report.cases.iter().filter_map(|case_report| {
        let case = suite.cases.iter().find(|case| case.id == case_report.id)?;
        Some(format!("{}\n{}", case.id, failure_message(case, &case_report.outcome, &suite.spec)?))
    });
    cases.take(5).collect::<Vec<_>>().join("\n")
}
