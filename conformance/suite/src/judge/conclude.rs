//! Decides the outcome of a case from the responses to its steps. The runner calls this while it sends, and
//! `verify` with the responses of a record, so that both agree.
//!
//! This module sends nothing and waits for nothing.

use std::borrow::Cow;
use std::time::Duration;

use webdata_cases::case::{Argument, Case, Expect, Purpose, Step};
use webdata_spec::prose::plain;

use super::excerpt::MAX_PROCESSED_BYTES;
use super::somewhere::first_named;
use super::{Context, HttpResponse, Judge, Judgement, STATUS, deliveries};
use crate::outcome::{DeliveryRecord, Deviation, EQUAL_VALUES, Observed, Outcome, OutcomeKind};

/// The maximum length of a response's string that goes into another request, in bytes.
const MAX_ARGUMENT_BYTES: usize = 8 << 10;

/// The maximum number of deviations that are kept for a case; a correct server has none.
const MAX_DEVIATIONS: usize = 1000;

/// Replaces the arguments of steps by values of earlier responses.
///
/// # Errors
/// The value that a response should have and lacks.
pub(crate) fn fill_arguments<'s>(
    steps: &'s [Step],
    earlier: &[HttpResponse],
) -> Result<Cow<'s, [Step]>, String> {
    let is_open = |argument: &Argument| {
        matches!(argument, Argument::ResponseValue { .. } | Argument::ResponseHeader { .. })
    };
    if !steps.iter().any(|step| step.request.arguments().any(is_open)) {
        return Ok(Cow::Borrowed(steps));
    }
    let mut steps = steps.to_vec();
    let arguments = steps.iter_mut().flat_map(|step| step.request.arguments_mut());
    for argument in arguments {
        if let Argument::ResponseValue { step, pointer } = argument {
            let usable =
                earlier.get(*step).and_then(|response| match pointer.strip_prefix("**/") {
                    Some(name) => first_named(response.json.as_ref()?, name),
                    None => response.at(pointer),
                });
            // The string goes into a path, and into a command line that people paste.
            let is_usable = |text: &String| {
                text.len() <= MAX_ARGUMENT_BYTES && !text.chars().any(char::is_control)
            };
            let usable = usable.filter(|json| json.is_string() || json.is_number()).map(plain);
            let Some(text) = usable.filter(is_usable) else {
                return Err(format!("the response to step {} has no text at {pointer}", *step + 1));
            };
            *argument = Argument::Text(text);
        } else if let Argument::ResponseHeader { step, name } = argument {
            let text = earlier.get(*step).and_then(|response| response.header(name));
            let text = text.filter(|text| text.len() <= MAX_ARGUMENT_BYTES);
            let Some(text) = text else {
                return Err(format!("the response to step {} has no header {name}", *step + 1));
            };
            *argument = Argument::Text(text.to_owned());
        }
    }
    Ok(Cow::Owned(steps))
}

/// Judges the steps of one case, which has leased fixtures.
#[derive(Clone, Copy)]
pub(crate) struct CaseJudge<'c> {
    pub(crate) judge: Judge<'c>,
    pub(crate) case: &'c Case,
    pub(crate) leased: &'c [String],
}

impl CaseJudge<'_> {
    /// Judges the response to a step.
    pub(crate) fn step<'s>(
        self,
        step: &'s Step,
        earlier: &[HttpResponse],
        response: &HttpResponse,
    ) -> StepResult<'s> {
        let Self { judge, case, leased } = self;
        let parameters = step.request.parameters.iter();
        let parameters: Vec<(String, String)> =
            parameters.map(|(name, argument)| (name.clone(), argument.text(leased))).collect();
        let context = Context { case, step, parameters: &parameters, earlier };
        let judgement = judge.judge(context, response).with_written_numbers(response);
        let is_fixture =
            |argument: &&Argument| matches!(argument, Argument::Fixture { above: 0, .. });
        let fixture = step.request.arguments().find(is_fixture).filter(|_| case.each_fixture);
        StepResult {
            step,
            judgement: judgement.at_step(earlier.len()),
            fixture: fixture.map(|argument| argument.text(leased)),
            succeeded: response.is_success(),
            // A server that fails at a set-up is not merely in another state.
            can_block: step.purpose == Purpose::Arrange
                && !judge.is_unhandled_failure(step, response),
        }
    }
}

/// Judges the webhooks that came within a time, if the last of the steps asks for any.
pub(crate) fn webhooks<'s>(
    steps: &'s [Step],
    earlier: &[HttpResponse],
    received: &[DeliveryRecord],
    patience: Duration,
) -> Option<StepResult<'s>> {
    let step = steps.last()?;
    let Expect::Deliveries(expected) = &step.expect else { return None };
    let judgement = deliveries(expected, earlier, received, patience);
    let judgement = judgement.at_step(earlier.len().saturating_sub(1));
    let can_block = step.purpose == Purpose::Arrange;
    Some(StepResult { step, judgement, fixture: None, succeeded: true, can_block })
}

/// What the response to a step, or the webhooks after it, mean for the case.
pub(crate) struct StepResult<'s> {
    step: &'s Step,
    judgement: Judgement,
    /// The fixture that the step looks at, in a case that looks at each.
    fixture: Option<String>,
    succeeded: bool,
    /// Whether a deviation blocks the case instead of failing it.
    can_block: bool,
}

impl StepResult<'_> {
    /// Adds the result to the outcome of the case. Returns whether the case continues.
    pub(crate) fn add_to(self, outcome: &mut Outcome) -> bool {
        if let Some(fixture) = self.fixture {
            return add_fixture(&fixture, self.judgement, outcome);
        }
        let Judgement { mut deviations, mut beside, observed, unjudged } = self.judgement;
        if let Some(reason) = unjudged {
            outcome.set(OutcomeKind::Error, reason);
            return false;
        }
        if self.step.purpose == Purpose::Arrange {
            // The set-up only has to work. Other cases judge the rest of its response.
            beside.extend(deviations.extract_if(.., |deviation| deviation.place != STATUS));
        }
        beside.retain(|deviation| !outcome.beside.contains(deviation));
        outcome.beside.extend(beside);
        outcome.beside.truncate(MAX_DEVIATIONS);
        if let Some(first) = deviations.first() {
            let kind = if self.can_block { OutcomeKind::Blocked } else { OutcomeKind::Fail };
            outcome.set(kind, describe_deviation(first));
            outcome.deviations = deviations;
            return false;
        }
        record_observation(self.step, observed, self.succeeded, outcome);
        true
    }
}

/// Adds the judgement of one of the fixtures that a case looks at. Returns whether the case continues with the next
/// one, which it also does after a deviation.
fn add_fixture(fixture: &str, judgement: Judgement, outcome: &mut Outcome) -> bool {
    let Judgement { deviations, unjudged, .. } = judgement;
    if let Some(reason) = unjudged {
        if outcome.kind == OutcomeKind::Fail {
            outcome.reason =
                format!("{}; fixture {fixture}: not judged: {reason}", outcome.reason).into();
        } else {
            outcome.set(OutcomeKind::Error, reason);
        }
        return false;
    }
    let Some(first) = deviations.first() else { return true };
    outcome.ended_at.get_or_insert(first.step);
    let is_known = |deviation: &&Deviation| {
        let description = describe_deviation(deviation);
        outcome.deviations.iter().any(|known| describe_deviation(known) == description)
    };
    let new = deviations.iter().find(|deviation| !is_known(deviation));
    let description = new.map_or_else(|| "likewise".to_owned(), describe_deviation);
    let end = if outcome.reason.is_empty() { "" } else { "; " };
    let mut reason = format!("{}{end}fixture {fixture}: {description}", outcome.reason);
    // The record cuts the text to its final length.
    reason.truncate(reason.floor_char_boundary(2 * MAX_PROCESSED_BYTES));
    outcome.set(OutcomeKind::Fail, reason);
    outcome.deviations.extend(deviations);
    outcome.deviations.truncate(MAX_DEVIATIONS);
    true
}

fn describe_deviation(deviation: &Deviation) -> String {
    format!("{}: expected {}, got {}", deviation.place, deviation.expected, deviation.received)
}

/// Keeps the observation of a step at a gap.
fn record_observation(
    step: &Step,
    observed: Option<Observed>,
    succeeded: bool,
    outcome: &mut Outcome,
) {
    // The response to a set-up step is a reference for comparison, not an observation.
    let Some(observed) = observed.filter(|_| step.purpose != Purpose::Arrange) else { return };
    let judges = match &step.expect {
        // One rejection suffices to say that some requests are rejected.
        Expect::Success { .. } | Expect::Error { .. } => succeeded,
        Expect::AnyOf { .. } => true,
        Expect::Deliveries(_) | Expect::Observation { .. } => false,
    };
    // What the server does at a gap says more.
    if observed.gap != EQUAL_VALUES {
        outcome.observed.take_if(|kept| kept.gap == EQUAL_VALUES);
    }
    match (&step.expect, &mut outcome.observed) {
        (Expect::AnyOf { .. }, Some(before)) => {
            before.answer = format!("{}, then {}", before.answer, observed.answer);
        }
        (_, Some(_)) if judges => {}
        (_, kept) => *kept = Some(observed),
    }
    if !judges {
        outcome.kind = OutcomeKind::Observed;
    }
}
