//! The trace of an agent run: its events so far, with the properties that the contract lists for each.
//!
//! No event and no error code outside the contract is sent. Where the contract is silent, the properties are
//! those that published clients read.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;
use webdata_spec::model::{Retry, Shape};

use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::web_data::agents::{self, LIMIT_REACHED};
use crate::web_data::world::jobs::{Ending, Job, Outcome, Phase};

/// The channel and its events, by their identities in the contract.
const CHANNEL: &str = "agent-trace";
const ARTIFACT_UPDATED: &str = "artifact.updated";
const RUN_FINISHED: &str = "run.finished";
const ERROR_OCCURRED: &str = "error.occurred";

/// The numbers from which the identities of the artifact and the agent are derived. Events use the numbers
/// after `AGENT`.
const ARTIFACT: u128 = 1;
const AGENT: u128 = 2;

/// The catalogue row of an unexpected error, which decides whether an internal error is retryable.
const UNEXPECTED: &str = "internal-server-error";

/// Returns the events of a run so far, in order.
pub(super) fn events(contract: &Contract, id: &str, job: &Job, now: DateTime<Utc>) -> Vec<Value> {
    let mut events = Vec::new();
    if let Some(made) = job.artifact_time(now) {
        let is_usable = contract.has_clause("ArtifactUpdated.snapshotId.behaviour.usable");
        let snapshot = if is_usable { job.snapshot } else { Uuid::new_v4() };
        let mut carried = properties([("snapshotId", snapshot.to_string().into())]);
        retain_listed(contract, ARTIFACT_UPDATED, &mut carried);
        let mut artifact = properties([
            ("kind", "json".into()),
            ("artifactId", derived_id(job, ARTIFACT).into()),
            ("change", "init".into()),
        ]);
        artifact.extend(carried.clone());
        carried.insert("artifact".to_owned(), artifact.into());
        events.extend(event(contract, ARTIFACT_UPDATED, made, carried));
    }
    let Phase::Ended(outcome) = job.phase(now) else { return number_events(id, job, events) };
    let error = error(contract, outcome);
    if let Some(error) = &error {
        let mut carried = properties([("error", error.clone())]);
        retain_listed(contract, ERROR_OCCURRED, &mut carried);
        events.extend(event(contract, ERROR_OCCURRED, job.end(), carried));
    }
    let mut carried = properties([("outcome", outcome_name(outcome).into())]);
    if contract.has_clause("TraceError.behaviour.terminal-events") {
        carried.extend(error.map(|error| ("error".to_owned(), error)));
    }
    retain_listed(contract, RUN_FINISHED, &mut carried);
    events.extend(event(contract, RUN_FINISHED, job.end(), carried));
    if outcome == Outcome::CreditLimitReached {
        add_limit_properties(contract, &mut events);
    }
    number_events(id, job, events)
}

/// Returns an event with its properties, or `None` if the contract does not have the event. The contract
/// leaves open which property names the kind of event.
fn event(contract: &Contract, name: &str, at: DateTime<Utc>, carried: Properties) -> Option<Value> {
    contract.spec.channels.get(CHANNEL)?.events.get(name)?;
    let mut event = properties([("type", name.into()), ("occurredAt", at.to_rfc3339().into())]);
    event.extend(carried);
    Some(event.into())
}

/// Removes the properties that the type of an event does not list.
fn retain_listed(contract: &Contract, name: &str, carried: &mut Properties) {
    let event = contract.spec.channels.get(CHANNEL).and_then(|channel| channel.events.get(name));
    let listed = event
        .and_then(|event| event.carries.as_deref())
        .and_then(|carries| schema::object_of(&contract.spec, carries));
    carried.retain(|name, _| listed.is_some_and(|listed| listed.properties.contains_key(name)));
}

/// Adds to each event its number, its run and its agent.
fn number_events(id: &str, job: &Job, events: Vec<Value>) -> Vec<Value> {
    let agent = json!({ "id": derived_id(job, AGENT), "role": "orchestrator", "name": "agent" });
    let numbered = events.into_iter().zip(1_u64..).map(|(mut event, sequence)| {
        if let Some(event) = event.as_object_mut() {
            event.extend(properties([
                ("schemaVersion", 1.into()),
                ("eventId", derived_id(job, AGENT + u128::from(sequence)).into()),
                ("runId", id.into()),
                ("producerSequence", sequence.into()),
                ("agent", agent.clone()),
            ]));
        }
        event
    });
    numbered.collect()
}

/// Derives an identity from a job; the same number always gives the same identity.
fn derived_id(job: &Job, number: u128) -> String {
    Uuid::from_u128(job.snapshot.as_u128() ^ number).to_string()
}

/// Adds the properties that the contract shows for the event of a reached credit limit.
fn add_limit_properties(contract: &Contract, events: &mut [Value]) {
    let success = agents::situation_success(contract, LIMIT_REACHED);
    let Some(shown) = success.and_then(|(_, success)| success.event.as_ref()) else { return };
    let is_meant = |event: &&mut Value| event["type"] == shown.name.as_str();
    if shown.channel == CHANNEL
        && let Some(Value::Object(event)) = events.iter_mut().find(is_meant)
    {
        event.extend(shown.members.clone());
    }
}

/// Returns the error that a run ended with, if the contract has a code for it.
fn error(contract: &Contract, outcome: Outcome) -> Option<Value> {
    let code = match outcome {
        Outcome::Cancelled => "cancelled",
        Outcome::CreditLimitReached => "credit_limit_reached",
        Outcome::Planned(Ending::ParentFinished) => "parent_finished",
        Outcome::Planned(Ending::Refused) => "refused",
        Outcome::Planned(Ending::Internal) => "internal",
        Outcome::Planned(Ending::Completed) => return None,
    };
    let listed = &schema::object_of(&contract.spec, "TraceError")?.properties;
    let is_known = match &listed.get("code")?.schema.shape {
        Shape::Enum(codes) => codes.iter().any(|known| known == code),
        _ => true,
    };
    if !is_known || !contract.has_clause(&format!("TraceError.code.behaviour.{code}")) {
        return None;
    }
    let retryable = is_retryable(contract, outcome);
    let mut error = properties([("code", code.into()), ("retryable", retryable.into())]);
    error.retain(|name, _| listed.contains_key(name));
    let source = if outcome == Outcome::CreditLimitReached { "billing" } else { "agent" };
    error.insert("source".to_owned(), source.into());
    error.insert("message".to_owned(), message(outcome).into());
    Some(error.into())
}

/// Returns whether a client may retry: only after an internal error, if the catalogue says so for unexpected
/// errors.
fn is_retryable(contract: &Contract, outcome: Outcome) -> bool {
    let row = contract.spec.errors.get(UNEXPECTED);
    outcome == Outcome::Planned(Ending::Internal)
        && contract.has_clause("TraceError.retryable.behaviour.as-in-the-catalogue")
        && row.is_some_and(|row| row.retry == Retry::Backoff)
}

/// Returns the name of a run's outcome. The contract shows one of these names as an example.
fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Planned(Ending::Completed) => "succeeded",
        Outcome::Planned(Ending::Refused) => "refused",
        Outcome::Cancelled => "cancelled",
        Outcome::Planned(Ending::ParentFinished | Ending::Internal)
        | Outcome::CreditLimitReached => "failed",
    }
}

/// Returns a message for people about a run that ended without data.
fn message(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Planned(ending) => reason(ending).unwrap_or_default(),
        Outcome::Cancelled => "the run was cancelled",
        Outcome::CreditLimitReached => "the run reached its limit of credits",
    }
}

/// Returns a message for people about a run that was set up to fail; `None` for a run that completes.
pub(super) fn reason(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Completed => None,
        Ending::ParentFinished => Some("the agent that started this one finished first"),
        Ending::Refused => Some("the agent declined the task"),
        Ending::Internal => Some("something inside the run failed"),
    }
}

fn properties<const N: usize>(pairs: [(&str, Value); N]) -> Properties {
    pairs.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}
