//! Requests from the suite's cases.

use tokio::runtime::Handle;
use webdata_cases::case::{Case, Need};
use webdata_cases::interpreter::Interpreter;
use webdata_reference::ReferenceServer;
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::plan::{Selection, plan};
use webdata_suite::run::{Runner, run};

use crate::mutants::comparison::Response;

/// How many cases are tried for one clause at most, and how many in one run.
const MAX_CASES: usize = 60;
const CASES_PER_RUN: usize = 20;

/// Returns the cases that cover a clause, in groups; those whose first clause it is come first.
pub(crate) fn covering(suite: &Suite, clause: &ClauseId) -> Vec<Vec<Case>> {
    // Requests that are sent together get their responses in any order, so two servers may differ by chance.
    // Webhooks are not responses.
    let in_order = |case: &&Case| {
        case.groups().all(|steps| steps.len() == 1) && !case.needs.contains(&Need::Webhooks)
    };
    let of_clause = suite.cases.iter().filter(|case| case.clauses.contains(clause));
    let mut cases: Vec<&Case> = of_clause.filter(in_order).collect();
    cases.sort_by_key(|case| case.clauses.first() != Some(clause));
    let cases: Vec<Case> = cases.into_iter().take(MAX_CASES).cloned().collect();
    cases.chunks(CASES_PER_RUN).map(<[Case]>::to_vec).collect()
}

/// Returns a server's responses to the requests of some cases.
pub(crate) fn play(
    suite: &Suite,
    cases: &[Case],
    server: &ReferenceServer,
    runtime: &Handle,
) -> Vec<Response> {
    let mut target = webdata_audit::reference_target(server, &suite.spec, 1).unwrap();
    target.in_process = Some(server.router());
    let interpreter = Interpreter::new(&suite.spec);
    let plan =
        plan(cases.to_vec(), &Selection::default(), &target, interpreter, &Default::default())
            .unwrap();
    let record = run(plan, target, suite.spec.clone(), Runner::Threads(1), runtime).unwrap();
    let exchanges = record.outcomes.into_iter().flat_map(|(_, outcome)| outcome.transcript);
    let responses = exchanges.filter_map(|exchange| exchange.response).map(|response| Response {
        status: response.status,
        headers: response
            .headers
            .into_iter()
            .filter(|(name, _)| name == "content-type" || name == "retry-after")
            .collect(),
        body: response.body,
    });
    responses.collect()
}
