//! Runs one case: its steps in order, each judged before the next is sent, unless they are sent
//! together.

use std::time::Instant;

use futures_util::future::join_all;

use crate::case::{Case, Expect, Need, Purpose, Step};
use crate::curl::curl;
use crate::judge::{Answer, Context, Judge, Judgement, STATUS};
use crate::message::text;
use crate::outcome::{Exchange, Outcome, OutcomeKind, ResponseRecord};

use super::Bench;
use super::client::ClientError;

/// The longest text of a server that a record keeps, in characters.
const KEPT: usize = 20_000;

impl Bench {
    /// Runs a case for which the target has all that is needed.
    pub(super) async fn execute(&self, case: &Case, leased: &[String]) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        let mut earlier = Vec::new();
        for steps in case.groups() {
            if !self.send(case, steps, leased, &mut earlier, &mut outcome).await {
                break;
            }
        }
        outcome.duration = started.elapsed();
        // Judged as it came, kept without keys: the one place where texts of the server pass. What
        // is long is cut afterwards, since half a key would not be recognised.
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
        let parameters: Vec<(String, String)> = step
            .request
            .parameters
            .iter()
            .map(|(name, argument)| (name.clone(), text(argument, leased).to_owned()))
            .collect();
        let context = Context { case, step, parameters: &parameters, earlier };
        let judge = Judge { spec: &self.spec, validators: &self.validators };
        let judgement = judge.judge(context, &answer);
        let succeeded = answer.is_success();
        earlier.push(answer);
        conclude(step, judgement, succeeded, outcome)
    }
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
    // One refusal is enough to say that some are refused.
    if matches!(step.expect, Expect::Observation { .. }) || (observed.is_some() && !succeeded) {
        outcome.kind = OutcomeKind::Observed;
        outcome.observed = observed;
    } else if outcome.observed.is_none() {
        outcome.observed = observed;
    }
    true
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
