//! Runs one case: its steps in order, each judged before the next is sent.

use std::time::Instant;

use crate::case::{Case, Expect, Need, Purpose, Step};
use crate::curl::curl;
use crate::judge::{Answer, Context, Judge, Judgement};
use crate::outcome::{Exchange, Outcome, OutcomeKind, ResponseRecord};

use super::Bench;
use super::client::{ClientError, text};

/// The longest body that a record keeps, in characters.
const KEPT_BODY: usize = 20_000;

impl Bench {
    /// Runs a case for which the target has all that is needed.
    pub(super) async fn execute(&self, case: &Case, leased: &[String]) -> Outcome {
        let started = Instant::now();
        let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
        let mut earlier = Vec::new();
        for step in &case.steps {
            if !self.step(case, step, leased, &mut earlier, &mut outcome).await {
                break;
            }
        }
        outcome.duration = started.elapsed();
        outcome
    }

    /// The path parameter for which the case leases fixtures, and how many.
    pub(super) fn lease_of(case: &Case) -> Option<(&str, usize)> {
        case.needs.iter().find_map(|need| match need {
            Need::Fixture(parameter, count) => Some((parameter.as_str(), *count)),
            _ => None,
        })
    }

    /// Sends a step and records it; whether the case goes on.
    async fn step(
        &self,
        case: &Case,
        step: &Step,
        leased: &[String],
        earlier: &mut Vec<Answer>,
        outcome: &mut Outcome,
    ) -> bool {
        let curl = curl(&self.target, &step.request, leased);
        let answer = self.client.send(&self.target, &step.request, leased).await;
        self.answered(!matches!(answer, Err(ref error) if is_unanswered(error)));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                outcome.kind = OutcomeKind::Error;
                outcome.reason = self.target.redact(&error.to_string());
                outcome.transcript.push(Exchange { curl, response: None });
                return false;
            }
        };
        outcome.transcript.push(Exchange { curl, response: Some(self.record(&answer)) });
        let parameters: Vec<(String, String)> = step
            .request
            .parameters
            .iter()
            .map(|(name, argument)| (name.clone(), text(argument, leased).to_owned()))
            .collect();
        let context = Context { case, step, parameters: &parameters, earlier };
        let judge = Judge { spec: &self.spec, validators: &self.validators };
        let judgement = judge.judge(context, &answer);
        earlier.push(answer);
        self.conclude(step, judgement, outcome)
    }

    fn conclude(&self, step: &Step, judgement: Judgement, outcome: &mut Outcome) -> bool {
        let Judgement { mut deviations, observed } = judgement;
        for deviation in &mut deviations {
            deviation.received = self.target.redact(&deviation.received);
        }
        if let Some(first) = deviations.first() {
            outcome.reason =
                format!("{}: expected {}, got {}", first.place, first.expected, first.received);
            // Only a refused set-up blocks a case. An accepted one whose answer breaks the
            // contract is a finding like any other.
            let refused = step.purpose == Purpose::Arrange
                && deviations.iter().any(|deviation| deviation.place == "status");
            outcome.kind = if refused { OutcomeKind::Blocked } else { OutcomeKind::Fail };
            outcome.deviations = deviations;
            return false;
        }
        if matches!(step.expect, Expect::Observation { .. }) {
            outcome.kind = OutcomeKind::Observed;
            outcome.observed = observed;
        }
        true
    }

    fn record(&self, answer: &Answer) -> ResponseRecord {
        let body = self.target.redact(&String::from_utf8_lossy(&answer.body));
        let body = match body.char_indices().nth(KEPT_BODY) {
            Some((end, _)) => format!("{}… ({} bytes)", &body[..end], answer.body.len()),
            None => body,
        };
        let headers = answer.headers.iter();
        let headers = headers.map(|(name, value)| (name.clone(), self.target.redact(value)));
        ResponseRecord { status: answer.status, headers: headers.collect(), body }
    }
}

/// Whether the server said nothing at all.
fn is_unanswered(error: &ClientError) -> bool {
    !matches!(error, ClientError::TooLong | ClientError::Unsendable(_))
}
