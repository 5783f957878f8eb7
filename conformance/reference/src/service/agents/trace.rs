//! The trace of an agent run: its events so far, with what the contract says that each carries.
//!
//! It must not send an event, a member or a code that the contract does not have.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;
use webdata_spec::model::{Retry, Shape};

use super::situation::{self, LIMIT_REACHED};
use crate::contract::Contract;
use crate::contract::schema::{self, Properties};
use crate::world::job::{Ending, Job, Outcome, Phase};

/// The channel, and its events, by their identities in the contract.
const CHANNEL: &str = "agent-trace";
const ARTIFACT_UPDATED: &str = "artifact.updated";
const RUN_FINISHED: &str = "run.finished";
const ERROR_OCCURRED: &str = "error.occurred";

/// The row of the catalogue for what a run meets that was not expected.
const UNEXPECTED: &str = "internal-server-error";

/// What happened in a run so far, in its order.
pub(super) fn events(contract: &Contract, job: &Job, now: DateTime<Utc>) -> Vec<Value> {
    let mut events = Vec::new();
    if let Some(made) = job.artifact(now) {
        let is_usable = contract.has_clause("ArtifactUpdated.snapshotId.behaviour.usable");
        let snapshot = if is_usable { job.snapshot } else { Uuid::new_v4() };
        let carried = members([("snapshotId", snapshot.to_string().into())]);
        events.extend(event(contract, ARTIFACT_UPDATED, made, carried));
    }
    let Phase::Ended(outcome) = job.phase(now) else { return events };
    let error = error(contract, outcome);
    if let Some(error) = &error {
        let carried = members([("error", error.clone())]);
        events.extend(event(contract, ERROR_OCCURRED, job.end(), carried));
    }
    let mut carried = members([("outcome", word(outcome).into())]);
    if contract.has_clause("TraceError.behaviour.terminal-events") {
        carried.extend(error.map(|error| ("error".to_owned(), error)));
    }
    events.extend(event(contract, RUN_FINISHED, job.end(), carried));
    if outcome == Outcome::CreditLimitReached {
        say_limit(contract, &mut events);
    }
    events
}

/// An event, with as much of what it could carry as its type lists; `None` where the contract does
/// not have it. Under which member its kind stands is left open.
fn event(contract: &Contract, name: &str, at: DateTime<Utc>, carried: Properties) -> Option<Value> {
    let event = contract.spec.channels.get(CHANNEL)?.events.get(name)?;
    let listed =
        event.carries.as_deref().and_then(|carries| schema::object_of(&contract.spec, carries));
    let is_listed = |name: &str| listed.is_some_and(|listed| listed.properties.contains_key(name));
    let mut event = members([("type", name.into()), ("at", at.to_rfc3339().into())]);
    event.extend(carried.into_iter().filter(|(name, _)| is_listed(name)));
    Some(event.into())
}

/// Gives the event that goes with a limit of credits the members that the contract shows.
fn say_limit(contract: &Contract, events: &mut [Value]) {
    let success = situation::success(contract, LIMIT_REACHED);
    let Some(shown) = success.and_then(|(_, success)| success.event.as_ref()) else { return };
    let is_meant = |event: &&mut Value| event["type"] == shown.name.as_str();
    if shown.channel == CHANNEL
        && let Some(Value::Object(event)) = events.iter_mut().find(is_meant)
    {
        event.extend(shown.members.clone());
    }
}

/// The error that a run ended with, where the contract has a code for it.
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
    let mut error = members([("code", code.into()), ("retryable", retryable.into())]);
    error.retain(|name, _| listed.contains_key(name));
    Some(error.into())
}

/// Whether it is worth trying again: only after what was not expected, as the catalogue has it for
/// that.
fn is_retryable(contract: &Contract, outcome: Outcome) -> bool {
    let row = contract.spec.errors.get(UNEXPECTED);
    outcome == Outcome::Planned(Ending::Internal)
        && contract.has_clause("TraceError.retryable.behaviour.as-in-the-catalogue")
        && row.is_some_and(|row| row.retry == Retry::Backoff)
}

/// How this server names the ends of runs; the contract shows one of them as an example.
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Planned(Ending::Completed) => "completed",
        Outcome::Cancelled => "cancelled",
        Outcome::Planned(_) | Outcome::CreditLimitReached => "failed",
    }
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Properties {
    members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}
