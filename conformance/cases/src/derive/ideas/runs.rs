//! Runs that an operation starts: the state is asked for, the run is cancelled, asked for again,
//! and cancelled once more.
//!
//! The contract does not say how long a run takes, so it may be over before it is cancelled. A case
//! accepts both, and the report says which was seen.

use webdata_spec::model::{
    Level, Lifecycle, Operation, Situation, SituationAnswer, SituationSuccess, Starts,
};

use crate::case::{
    Argument, Body, Case, Expect, Expected, Member, Possible, Purpose, Request, Step,
};
use crate::derive::context::OperationContext;
use crate::derive::context::steps::expect_error;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(starts) = &context.operation.starts else { return Vec::new() };
    context.spec.lifecycles.iter().filter_map(|own| run(context, starts, own)).collect()
}

/// Makes the case of a lifecycle that has an operation which shows the state, and another one that
/// is refused once the run is over.
fn run(context: &OperationContext<'_>, starts: &Starts, lifecycle: &Lifecycle) -> Option<Case> {
    let gap = lifecycle.gap.as_ref()?;
    let all = context.spec.operations.values();
    let mut own = all.filter(|operation| operation.parameters.contains_key(&starts.parameter));
    let is_reader =
        |operation: &&Operation| operation.response_type() == Some(&lifecycle.type_name);
    let reader = own.clone().find(is_reader)?;
    let ends = |operation: &&Operation| situations(lifecycle, operation).any(is_refusal);
    let ender = own.find(ends)?;

    let refused = refusals(context, lifecycle, ender);
    let mut cancelled = vec![possible("cancelled", success(Vec::new()))];
    cancelled.extend(refused.clone());
    let any_of = |answers| Expect::AnyOf { gap: gap.clone(), answers };
    let read = |expect| Step::new(Purpose::Act, request(context, starts, reader), expect);
    let end = |expect| Step::new(Purpose::Act, request(context, starts, ender), expect);
    let shown = || {
        let clause = situations(lifecycle, reader).next().map(|own| own.clause.clone());
        let pointer = format!("/{}", lifecycle.property);
        clause.map(|clause| Member::new(pointer, Expected::Present, clause))
    };
    let steps = vec![
        Step::new(Purpose::Arrange, context.well_formed(), success(Vec::new())),
        read(success(shown().into_iter().collect())),
        end(any_of(cancelled)),
        read(any_of(states(lifecycle, reader, shown()))),
        end(any_of(refused)),
    ];
    let clause = situations(lifecycle, ender).find(|own| is_refusal(own))?.clause.clone();
    let id = context.id(&["lifecycle", &lifecycle.property, "start-to-cancellation"]);
    Some(context.case(id, Level::Must, clause, steps))
}

fn situations<'l>(
    lifecycle: &'l Lifecycle,
    operation: &'l Operation,
) -> impl Iterator<Item = &'l Situation> {
    lifecycle.situations.iter().filter(|own| own.operation == operation.id)
}

fn is_refusal(situation: &Situation) -> bool {
    matches!(situation.answer, SituationAnswer::Error(_))
}

fn success(members: Vec<Member>) -> Expect {
    Expect::Success { status: None, members, refusal: None }
}

fn possible(meaning: &str, expect: Expect) -> Possible {
    Possible { meaning: meaning.to_owned(), expect }
}

/// Returns the request that calls another operation on the run.
fn request(context: &OperationContext<'_>, starts: &Starts, operation: &Operation) -> Request {
    let mut request = OperationContext::beside(context.spec, operation).request(Body::None);
    let argument = Argument::Answered { step: 0, pointer: format!("/{}", starts.identity) };
    request.parameters.insert(starts.parameter.clone(), argument);
    request
}

/// Returns the refusals of an operation in the situations of a lifecycle.
fn refusals(
    context: &OperationContext<'_>,
    lifecycle: &Lifecycle,
    operation: &Operation,
) -> Vec<Possible> {
    let refusal = |situation: &Situation| match &situation.answer {
        SituationAnswer::Error(error) => {
            let row = context.spec.errors.get(error)?;
            let text = row.text.shown().unwrap_or(error);
            Some(possible(&format!("{} `{text}`", row.status), expect_error(row)))
        }
        SituationAnswer::Success(_) => None,
    };
    situations(lifecycle, operation).filter_map(refusal).collect()
}

/// Returns the responses that may show the state: one for each situation, and one for a state that
/// is not shown.
fn states(lifecycle: &Lifecycle, reader: &Operation, shown: Option<Member>) -> Vec<Possible> {
    let state = |situation: &Situation, success: &SituationSuccess| {
        let members = success.members.iter();
        let members = members.map(|(name, value)| {
            let value = Expected::Equal(value.clone());
            Member::new(format!("/{name}"), value, situation.clause.clone())
        });
        possible(&situation.id, self::success(members.collect()))
    };
    let known = situations(lifecycle, reader).filter_map(|situation| match &situation.answer {
        SituationAnswer::Success(success) => Some(state(situation, success)),
        SituationAnswer::Error(_) => None,
    });
    let other = possible("in another state", success(shown.into_iter().collect()));
    known.chain([other]).collect()
}
