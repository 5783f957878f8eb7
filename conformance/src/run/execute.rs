//! Runs one case: its steps in order, each judged before the next is sent, unless they are sent
//! together.

use std::time::Instant;

use futures_util::future::join_all;

use crate::case::{Case, Expect, Need, Step};
use crate::curl::curl;
use crate::judge::{Answer, Judge, is_enough};
use crate::outcome::{DeliveryRecord, Exchange, Outcome, OutcomeKind, ResponseRecord};

use super::Bench;
use super::client::ClientError;
use super::conclude;
use super::listener::{Addresses, Listener};

impl Bench {
    /// Runs a case for which the target has all that is needed.
    pub(super) async fn execute(&self, case: &Case, leased: &[String]) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        let mut earlier = Vec::new();
        let listener = self.listener.as_ref().filter(|_| case.needs.contains(&Need::Webhooks));
        let addresses = listener.map(Listener::open);
        let listening = addresses.as_ref().map(|own| case.listening_at(&own.url()));
        let case = listening.as_ref().unwrap_or(case);
        outcome.fixtures = leased.to_vec();
        outcome.listener = addresses.as_ref().map(Addresses::url);
        for steps in case.groups() {
            let steps = match conclude::filled_in(steps, &earlier) {
                Ok(steps) => steps,
                Err(missing) => {
                    outcome.kind = OutcomeKind::Blocked;
                    outcome.reason = missing;
                    break;
                }
            };
            let steps = &*steps;
            if !self.send(case, steps, leased, &mut earlier, &mut outcome).await {
                break;
            }
            if let Some(addresses) = &addresses
                && !await_webhooks(steps, &earlier, addresses, &mut outcome).await
            {
                outcome.ended_at = Some(earlier.len() - 1);
                break;
            }
        }
        outcome.duration = started.elapsed();
        // Judged as it came, kept without keys: the one place where texts of the server pass. What
        // is long is cut afterwards, since half a key would not be recognised.
        outcome
            .each_text(|text| *text = conclude::cut(self.redaction.redact(std::mem::take(text))));
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
        let sent = steps.iter().map(|step| self.client.send(&self.target, &step.request, leased));
        let answers = join_all(sent).await;
        for (step, answer) in steps.iter().zip(&answers) {
            self.answered(!matches!(answer, Err(error) if is_unanswered(error)));
            outcome.transcript.push(Exchange {
                curl: curl(&self.target, &step.request, leased),
                with_previous: step.with_previous,
                response: answer.as_ref().ok().map(record),
            });
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
        let judge = Judge { spec: &self.spec, validators: &self.validators };
        conclude::answer(judge, case, step, leased, earlier, answer, outcome)
    }
}

/// Waits for the webhooks that steps ask for, and judges them; whether the case goes on.
async fn await_webhooks(
    steps: &[Step],
    earlier: &[Answer],
    addresses: &Addresses<'_>,
    outcome: &mut Outcome,
) -> bool {
    let last = steps.last().map(|step| &step.expect);
    let Some(Expect::Deliveries(expected)) = last else { return true };
    let is_triggered = earlier.last().is_some_and(Answer::is_success);
    let received = addresses.received(|own| !is_triggered || is_enough(expected, own)).await;
    let goes_on = conclude::webhooks(steps, earlier, &received, addresses.patience(), outcome);
    outcome.deliveries = received.into_iter().map(DeliveryRecord::from).collect();
    goes_on
}

fn record(answer: &Answer) -> ResponseRecord {
    let body = String::from_utf8_lossy(&answer.body).into_owned();
    ResponseRecord { status: answer.status, headers: answer.headers.clone(), body }
}

/// Whether the server gave nothing that could be judged.
fn is_unanswered(error: &ClientError) -> bool {
    !matches!(error, ClientError::Unsendable(_))
}
