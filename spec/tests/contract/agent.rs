//! The table "Agent run": what is answered in a situation of a job.

use serde_json::json;
use webdata_spec::model::{Lifecycle, SituationAnswer};

use crate::errors::is;
use crate::{none, spec};

/// "cancel | 409": the operation, the status and the text.
const REFUSED: &[(&str, u16, &str)] = &[
    ("cancelAgent", 409, "Agent already finished"),
    ("cancelAgent", 409, "Agent is already cancelled"),
];

#[test]
fn a_job_that_is_over_cannot_be_cancelled() {
    let spec = spec();
    let mut found: Vec<_> = lifecycle(&spec.lifecycles)
        .situations
        .iter()
        .filter_map(|situation| match &situation.answer {
            SituationAnswer::Error(error) => Some((&situation.operation, &spec.errors[error])),
            SituationAnswer::Success(_) => None,
        })
        .collect();
    let mut differences = Vec::new();
    for (operation, status, text) in REFUSED {
        let before = found.len();
        found.retain(|(called, row)| called != operation || !is(row, *status, text));
        if found.len() + 1 != before {
            differences.push(format!("{operation}: {} with {status} {text}", before - found.len()));
        }
    }
    differences.extend(found.iter().map(|(operation, row)| format!("{operation}: {}", row.id)));
    none(&differences);
}

/// "reports `failed` with a cancellation message"; "job ends failed; status poll gives
/// `status: failed`, a credit-limit message, no `data`, `creditsUsed: 0`; trace shows
/// `run.finished` with outcome `credit_limit_reached`; no HTTP error".
#[test]
fn a_job_that_was_cancelled_or_ran_out_of_credits_has_failed() {
    let spec = spec();
    let successes: Vec<_> = lifecycle(&spec.lifecycles)
        .situations
        .iter()
        .filter_map(|situation| match &situation.answer {
            SituationAnswer::Success(success) => Some((situation.operation.as_str(), &**success)),
            SituationAnswer::Error(_) => None,
        })
        .collect();
    let [(on_cancel, cancelled), (on_limit, limit)] = successes.as_slice() else {
        panic!("not two: {successes:#?}");
    };
    assert_eq!((*on_cancel, *on_limit), ("agentStatus", "agentStatus"));
    assert_eq!(json!(cancelled.members), json!({ "status": "failed" }));
    assert!(cancelled.says.is_some() && cancelled.event.is_none() && cancelled.absent.is_empty());
    assert_eq!(json!(limit.members), json!({ "status": "failed", "creditsUsed": 0 }));
    assert_eq!(limit.absent, ["data"]);
    assert!(limit.says.is_some());
    let event = limit.event.as_ref().expect("the trace shows an event");
    assert_eq!((event.channel.as_str(), event.name.as_str()), ("agent-trace", "run.finished"));
    assert_eq!(json!(event.members), json!({ "outcome": "credit_limit_reached" }));
}

/// "The full set of agent states and the moves between them: not shown."
#[test]
fn states_of_a_job_are_not_shown_in_full() {
    let spec = spec();
    let job = lifecycle(&spec.lifecycles);
    assert_eq!(job.states, ["failed"]);
    assert!(job.gap.is_some());
    assert!(job.moves.is_empty());
}

fn lifecycle(lifecycles: &[Lifecycle]) -> &Lifecycle {
    let job = lifecycles.iter().find(|found| found.type_name == "AgentStatus");
    let Some(job) = job.filter(|job| job.property == "status") else {
        panic!("a job has states");
    };
    job
}
