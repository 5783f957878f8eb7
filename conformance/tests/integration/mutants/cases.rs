//! The suite's cases as requests.

use tokio::runtime::Handle;
use webdata_cases::case::{Case, Need};
use webdata_reference::ReferenceServer;
use webdata_spec::model::ClauseId;
use webdata_suite::Suite;
use webdata_suite::plan::{Selection, plan};
use webdata_suite::run::{Runner, run};

use crate::mutants::seen::Answer;

/// The most cases that are tried for one clause, and how many at once.
const MOST: usize = 60;
const AT_ONCE: usize = 20;

/// The cases that cover a clause, those that are about it first.
pub(crate) fn of(suite: &Suite, clause: &ClauseId) -> Vec<Vec<Case>> {
    // What is sent together is answered in any order, so that two servers may differ by chance.
    // And webhooks are no answers.
    let in_order = |case: &&Case| {
        case.groups().all(|steps| steps.len() == 1) && !case.needs.contains(&Need::Webhooks)
    };
    let own = suite.cases.iter().filter(|case| case.clauses.contains(clause));
    let mut cases: Vec<&Case> = own.filter(in_order).collect();
    cases.sort_by_key(|case| case.clauses.first() != Some(clause));
    let cases: Vec<Case> = cases.into_iter().take(MOST).cloned().collect();
    cases.chunks(AT_ONCE).map(<[Case]>::to_vec).collect()
}

/// What a server answers to the requests of some cases.
pub(crate) fn play(
    suite: &Suite,
    cases: &[Case],
    server: &ReferenceServer,
    runtime: &Handle,
) -> Vec<Answer> {
    let mut target = webdata_audit::reference_target(server, &suite.spec, 1).unwrap();
    target.in_process = Some(server.router());
    let validators = suite.validators.clone();
    let plan =
        plan(cases.to_vec(), &Selection::default(), &target, &validators, &Default::default())
            .unwrap();
    let record =
        run(plan, target, suite.spec.clone(), validators, Runner::Threads(1), runtime).unwrap();
    let exchanges = record.outcomes.into_iter().flat_map(|(_, outcome)| outcome.transcript);
    let answers = exchanges.filter_map(|exchange| exchange.response).map(|response| Answer {
        status: response.status,
        headers: response
            .headers
            .into_iter()
            .filter(|(name, _)| name == "content-type" || name == "retry-after")
            .collect(),
        body: response.body,
    });
    answers.collect()
}
