//! Runs one case: its steps in order, each judged before the next is sent, unless they are sent
//! together.

use std::borrow::Cow;

use futures_util::future::join_all;
use serde_json::Value;

use crate::case::{Argument, Case, Expect, Need, Purpose, Step};
use crate::curl::curl;
use crate::judge::{Answer, Context, Judge, Judgement, STATUS, deliveries, is_enough};
use crate::message::text;
use crate::outcome::{DeliveryRecord, Exchange, Observed, Outcome, OutcomeKind, ResponseRecord};

use super::Bench;
use super::client::ClientError;
use super::listener::{Addresses, Listener};

/// The longest text of a server that a record keeps, in characters.
const KEPT: usize = 20_000;

impl Bench {
    /// Runs a case for which the target has all that is needed. It may be cut off at any time: the
    /// outcome has what was seen until then.
    pub(super) async fn execute(&self, case: &Case, leased: &[String], outcome: &mut Outcome) {
        let mut earlier = Vec::new();
        let listener = self.listener.as_ref().filter(|_| case.needs.contains(&Need::Webhooks));
        let addresses = listener.map(Listener::open);
        let listening = addresses.as_ref().map(|own| case.listening_at(&own.url()));
        let case = listening.as_ref().unwrap_or(case);
        outcome.fixtures = leased.to_vec();
        outcome.listener = addresses.as_ref().map(Addresses::url);
        for steps in case.groups() {
            let steps = match answered(steps, &earlier) {
                Ok(steps) => steps,
                Err(missing) => {
                    outcome.kind = OutcomeKind::Blocked;
                    outcome.reason = missing;
                    break;
                }
            };
            let steps = &*steps;
            if !self.send(case, steps, leased, &mut earlier, outcome).await {
                break;
            }
            if let Some(addresses) = &addresses
                && !await_webhooks(steps, &earlier, addresses, outcome).await
            {
                outcome.ended_at = Some(earlier.len() - 1);
                break;
            }
        }
    }

    /// An outcome as it is kept, without keys: the one place where texts of the server pass. It was
    /// judged as it came. What is long is cut afterwards, since half a key would not be recognised.
    pub(super) fn redacted(&self, mut outcome: Outcome) -> Outcome {
        outcome.each_text(|text| *text = cut(self.redaction.redact(std::mem::take(text))));
        outcome
    }

    /// The path parameter for which the case leases fixtures, and how many.
    pub(super) fn lease_of(case: &Case) -> Option<(&str, usize)> {
        case.needs.iter().find_map(|need| match need {
            Need::Fixture(parameter, count) => Some((parameter.as_str(), *count)),
            _ => None,
        })
    }

    /// Sends steps together, records them, and judges each; whether the case goes on.
    async fn send(
        &self,
        case: &Case,
        steps: &[Step],
        leased: &[String],
        earlier: &mut Vec<Answer>,
        outcome: &mut Outcome,
    ) -> bool {
        // Before anything is sent, so that a case that is cut off shows what it was about.
        let before = outcome.transcript.len();
        outcome.transcript.extend(steps.iter().map(|step| Exchange {
            curl: curl(&self.target, &step.request, leased),
            with_previous: step.with_previous,
            response: None,
        }));
        let sent = steps.iter().map(|step| self.client.send(&self.target, &step.request, leased));
        let answers = join_all(sent).await;
        let exchanges = outcome.transcript.iter_mut().skip(before);
        for ((step, answer), exchange) in steps.iter().zip(&answers).zip(exchanges) {
            let is_answered = !matches!(answer, Err(error) if is_unanswered(error));
            self.silence.note(step.request.operation.as_deref(), is_answered);
            exchange.response = answer.as_ref().ok().map(record);
        }
        steps.iter().zip(answers).all(|(step, answer)| {
            let index = earlier.len();
            let goes_on = self.judge(case, step, leased, earlier, answer, outcome);
            if !goes_on {
                outcome.ended_at = Some(index);
            }
            goes_on
        })
    }

    /// Judges the answer to a step, which is then the last of the earlier ones.
    fn judge(
        &self,
        case: &Case,
        step: &Step,
        leased: &[String],
        earlier: &mut Vec<Answer>,
        answer: Result<Answer, ClientError>,
        outcome: &mut Outcome,
    ) -> bool {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                outcome.kind = OutcomeKind::Error;
                outcome.reason = error.to_string();
                return false;
            }
        };
        let parameters: Vec<(String, String)> = step
            .request
            .parameters
            .iter()
            .map(|(name, argument)| (name.clone(), text(argument, leased)))
            .collect();
        let context = Context { case, step, parameters: &parameters, earlier };
        let judge = Judge { spec: &self.spec, validators: &self.validators };
        let judgement = judge.judge(context, &answer);
        let succeeded = answer.is_success();
        earlier.push(answer);
        conclude(step, judgement, succeeded, outcome)
    }
}

/// Steps with the texts that earlier answers have in place of the arguments that stand for them.
///
/// # Errors
/// What an answer should have and has not.
fn answered<'s>(steps: &'s [Step], earlier: &[Answer]) -> Result<Cow<'s, [Step]>, String> {
    let is_open = |argument: &Argument| matches!(argument, Argument::Answered { .. });
    if !steps.iter().any(|step| step.request.parameters.values().any(is_open)) {
        return Ok(Cow::Borrowed(steps));
    }
    let mut steps = steps.to_vec();
    let arguments = steps.iter_mut().flat_map(|step| step.request.parameters.values_mut());
    for argument in arguments {
        if let Argument::Answered { step, pointer } = argument {
            let found = earlier.get(*step).and_then(|answer| answer.at(pointer));
            let Some(text) = found.and_then(Value::as_str) else {
                return Err(format!("the answer to step {} has no text at {pointer}", *step + 1));
            };
            *argument = Argument::Text(text.to_owned());
        }
    }
    Ok(Cow::Owned(steps))
}

/// Waits for the webhooks that steps ask for, and judges them; whether the case goes on.
async fn await_webhooks(
    steps: &[Step],
    earlier: &[Answer],
    addresses: &Addresses<'_>,
    outcome: &mut Outcome,
) -> bool {
    let last = steps.last().map(|step| (step, &step.expect));
    let Some((step, Expect::Deliveries(expected))) = last else { return true };
    let is_triggered = earlier.last().is_some_and(Answer::is_success);
    let received = addresses.received(|own| !is_triggered || is_enough(expected, own)).await;
    let judgement = deliveries(expected, earlier, &received, addresses.patience());
    outcome.deliveries = received.into_iter().map(DeliveryRecord::from).collect();
    conclude(step, judgement, true, outcome)
}

fn conclude(step: &Step, judgement: Judgement, succeeded: bool, outcome: &mut Outcome) -> bool {
    let Judgement { mut deviations, observed, unjudged } = judgement;
    if let Some(reason) = unjudged {
        outcome.kind = OutcomeKind::Error;
        outcome.reason = reason;
        return false;
    }
    if step.purpose == Purpose::Arrange {
        // The set-up has to work, no more; what else its answer says is for other cases.
        deviations.retain(|deviation| deviation.place == STATUS);
    }
    if let Some(first) = deviations.first() {
        outcome.reason =
            format!("{}: expected {}, got {}", first.place, first.expected, first.received);
        let arranging = step.purpose == Purpose::Arrange;
        outcome.kind = if arranging { OutcomeKind::Blocked } else { OutcomeKind::Fail };
        outcome.deviations = deviations;
        return false;
    }
    keep(step, observed, succeeded, outcome);
    true
}

/// Keeps what a step has seen where the contract leaves something open.
fn keep(step: &Step, observed: Option<Observed>, succeeded: bool, outcome: &mut Outcome) {
    let Some(observed) = observed else { return };
    let judges = match &step.expect {
        // One refusal is enough to say that some are refused.
        Expect::Success { .. } | Expect::Error { .. } => succeeded,
        Expect::AnyOf { .. } => true,
        Expect::Deliveries(_) | Expect::Observation { .. } => false,
    };
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

fn record(answer: &Answer) -> ResponseRecord {
    let body = String::from_utf8_lossy(&answer.body).into_owned();
    ResponseRecord { status: answer.status, headers: answer.headers.clone(), body }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// Whether the server gave nothing that could be judged.
fn is_unanswered(error: &ClientError) -> bool {
    !matches!(error, ClientError::Unsendable(_))
}
