//! Jobs that are only known from the contract: their start, their states by the clock, and their cancellation.
//!
//! A job is a stored resource. Unless cancelled, it moves from its initial to a terminal state after some time.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use webdata_spec::Spec;
use webdata_spec::model::{self, Lifecycle, ResourceEffect, Situation, SituationResponse};

use crate::contract::Contract;
use crate::contract::compiled_schema::CompiledSchema;
use crate::contract::errors::RequestError;
use crate::contract::operation::Resource;
use crate::contract::schema::{self, Properties};
use crate::world::clock::moment;

/// The time that a job takes. The contract states none.
const DURATION: TimeDelta = TimeDelta::seconds(30);

/// The stored property with the start of a job. No response shows it, because no type lists it.
const STARTED: &str = "$started";

/// The stored property with the situation of the contract that the job was set up for.
const SITUATION: &str = "$situation";

/// Returns the lifecycle of the jobs that an operation works on, if any.
pub(crate) fn lifecycle<'c>(contract: &'c Contract, resource: &Resource) -> Option<&'c Lifecycle> {
    let lifecycle = contract.spec.job_lifecycle(&resource.type_name);
    lifecycle.filter(|_| resource.is_job)
}

/// Puts the properties of a new job into its initial state.
pub(super) fn begin(spec: &Spec, type_name: &str, new: &mut Properties, now: DateTime<Utc>) {
    let Some(lifecycle) = spec.job_lifecycle(type_name) else { return };
    restart(lifecycle, new, now);
}

/// Puts a job into its initial state.
pub(crate) fn restart(lifecycle: &Lifecycle, job: &mut Properties, now: DateTime<Utc>) {
    if let Some(first) = lifecycle.initial.first().or(lifecycle.states.first()) {
        job.insert(lifecycle.property.clone(), first.as_str().into());
    }
    job.insert(STARTED.to_owned(), moment(now).into());
    job.shift_remove(SITUATION);
}

/// Moves a job whose time is over to a terminal state, and adds properties that are required or have an example.
pub(crate) fn settle(
    contract: &Contract,
    lifecycle: &Lifecycle,
    job: &mut Properties,
    now: DateTime<Utc>,
) {
    show_situation(contract, lifecycle, job);
    let started = job.get(STARTED).and_then(Value::as_str);
    let started = started.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    if is_over(lifecycle, job) || started.is_none_or(|started| now < started + DURATION) {
        return;
    }
    let cancels = contract.spec.operation_on(ResourceEffect::Cancels, &lifecycle.type_name);
    let is_cancelled = |state: &&String| {
        let mut moves = lifecycle.transitions.iter();
        moves.any(|step| step.to == **state && cancels.is_some_and(|it| it.id == step.operation))
    };
    let last = lifecycle.terminal.iter().find(|state| !is_cancelled(state));
    let Some(last) = last.or(lifecycle.terminal.first()) else { return };
    complete(contract, lifecycle, job);
    job.insert(lifecycle.property.clone(), last.as_str().into());
}

/// Adds the missing properties of a type that are required or have an example.
fn complete(contract: &Contract, lifecycle: &Lifecycle, job: &mut Properties) {
    let mut sample = contract.spec.shown_sample(&lifecycle.type_name).unwrap_or_default();
    if let Some(named_type) = contract.spec.types.get(&lifecycle.type_name) {
        schema::retain_listed(&contract.spec, &named_type.schema, &mut sample);
    }
    let mut sample = schema::into_properties(sample);
    several_results(&contract.spec, lifecycle, &mut sample);
    for (name, value) in sample {
        job.entry(name).or_insert(value);
    }
}

/// The number of results of a job whose results have pages.
const RESULTS: usize = 3;

/// Gives a job several different results if the contract shows one and splits them into pages.
fn several_results(spec: &Arc<Spec>, lifecycle: &Lifecycle, sample: &mut Properties) {
    let reads = spec.operation_on(ResourceEffect::Reads, &lifecycle.type_name);
    let items = reads.and_then(|reads| reads.pagination.as_ref()?.items.as_ref());
    let object = schema::object_of(spec, &lifecycle.type_name);
    let property = items.and_then(|name| Some(&object?.properties.get(name)?.schema));
    let item = property.and_then(|list| spec.resolve(list).items());
    let (Some(name), Some(item)) = (items, item) else { return };
    let schema = CompiledSchema::new(spec, item);
    // The results need no example.
    let named =
        item.is_reference().then(|| spec.shown_sample(item.type_names().first()?)).flatten();
    let plain = item.examples.first().cloned().into_iter().chain(named);
    let plain = plain.chain([json!("a result"), json!(1), json!({})]);
    let results = sample.entry(name.clone()).or_insert_with(|| {
        plain.into_iter().filter(|value| schema.accepts(value)).take(1).collect()
    });
    let Some(results) = results.as_array_mut() else { return };
    if let [one] = results.as_slice() {
        let one = one.clone();
        let others = (2..=RESULTS).filter_map(|index| {
            varied(&one, index).into_iter().find(|value| schema.accepts(value))
        });
        results.extend(others);
    }
}

/// Returns values that differ from a value in one string or number.
fn varied(value: &Value, index: usize) -> Vec<Value> {
    match value {
        Value::String(text) => {
            vec![format!("{text} {index}").into(), format!("{text}{index}").into()]
        }
        Value::Number(number) => {
            number.as_u64().map(|it| (it + index as u64).into()).into_iter().collect()
        }
        Value::Object(members) => {
            let with = |name: &String, other: Value| {
                let mut all = members.clone();
                all.insert(name.clone(), other);
                Value::Object(all)
            };
            let parts = members.iter().map(|(name, inner)| (name, varied(inner, index)));
            parts
                .flat_map(|(name, others)| others.into_iter().map(move |it| with(name, it)))
                .collect()
        }
        Value::Null | Value::Bool(_) | Value::Array(_) => Vec::new(),
    }
}

/// Returns whether a job is in a terminal state.
pub(crate) fn is_over(lifecycle: &Lifecycle, job: &Properties) -> bool {
    let state = job.get(&lifecycle.property).and_then(Value::as_str);
    lifecycle.terminal.iter().any(|terminal| Some(terminal.as_str()) == state)
}

/// Moves a job to the state after its cancellation.
///
/// # Errors
/// The error of the contract for a job that is over or being cancelled, if there is one.
pub(crate) fn cancel(
    contract: &Contract,
    lifecycle: &Lifecycle,
    operation: &str,
    job: &mut Properties,
) -> Result<(), RequestError> {
    let step = lifecycle.transitions.iter().find(|step| step.operation == operation);
    let state = job.get(&lifecycle.property).and_then(Value::as_str);
    let set_up = job.get(SITUATION).and_then(Value::as_str);
    if set_up.is_some()
        || is_over(lifecycle, job)
        || step.is_some_and(|step| Some(step.to.as_str()) == state)
    {
        let mut situations = lifecycle.situations_of(operation);
        let over = situations.find(|situation| {
            let is_error = matches!(situation.response, SituationResponse::Error(_));
            is_error && set_up.is_none_or(|id| situation.id == id)
        });
        let reject = |clause: &str| contract.reject_at(clause, &Value::Null);
        return over.map_or(Ok(()), |situation| reject(situation.clause.as_str()));
    }
    let next = match step {
        Some(step) => step.from.iter().any(|from| Some(from.as_str()) == state).then_some(&step.to),
        None => lifecycle.terminal.last().filter(|_| lifecycle.gap.is_some()),
    };
    job.extend(next.map(|next| (lifecycle.property.clone(), next.as_str().into())));
    Ok(())
}

/// Returns the properties of a job whose time is over.
pub(super) fn long_ago() -> Properties {
    Properties::from_iter([(STARTED.to_owned(), moment(DateTime::UNIX_EPOCH).into())])
}

/// Returns the properties of a new job that is in a situation, if this server can show the situation.
pub(super) fn in_situation(
    resource: &model::Resource,
    situation: &Situation,
) -> Option<Properties> {
    let is_shown = match &situation.response {
        SituationResponse::Success(success) => {
            resource.returned_in.is_none() && success.says.is_none() && success.event.is_none()
        }
        SituationResponse::Error(_) => true,
    };
    let id = situation.id.as_str().into();
    is_shown.then(|| Properties::from_iter([(SITUATION.to_owned(), id)]))
}

/// Shows a job as the contract describes the situation that it is in.
fn show_situation(contract: &Contract, lifecycle: &Lifecycle, job: &mut Properties) {
    let id = job.get(SITUATION).and_then(Value::as_str);
    let situation = lifecycle.situations.iter().find(|situation| Some(&*situation.id) == id);
    if let Some(SituationResponse::Success(success)) = situation.map(|it| &it.response) {
        complete(contract, lifecycle, job);
        job.extend(success.members.clone());
        job.retain(|name, _| !success.absent.contains(name));
    }
}
