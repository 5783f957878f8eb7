//! Statements about a run as a whole, which explain failures of many cases.
//!
//! This module does not judge: each response that a statement counts is judged by its own case.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::{Authorization, Case, Expect, KeyName, Step};

use crate::Suite;
use crate::judge::{Judge, SERVER_ERROR, UNAUTHORIZED};
use crate::outcome::{Exchange, Outcome, ResponseRecord};

/// A statement about the run as a whole, which explains failures of many cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Overall {
    /// The statement, as one sentence.
    pub says: String,
    /// The number of requests that the statement is about.
    pub requests: usize,
    /// The number of requests with a response in the record.
    pub total: usize,
}

/// Returns the statements about a run, from its cases and their outcomes.
pub(super) fn overall<'o>(
    suite: &Suite,
    outcomes: impl Iterator<Item = (Option<&'o Case>, &'o Outcome)>,
) -> Vec<Overall> {
    let judge = Judge { spec: &suite.spec };
    let schemes = suite.spec.service.authentication.values();
    let valid: Vec<_> =
        schemes.map(|scheme| Authorization::with_key(scheme, KeyName::Valid)).collect();
    let mut counts = ResponseCounts::default();
    for (case, outcome) in outcomes {
        let repeated = case.and_then(|case| case.for_each_fixture(outcome.fixtures.len()));
        let steps = repeated.as_ref().or(case).map_or(&[][..], |case| &case.steps);
        for (index, exchange) in outcome.transcript.iter().enumerate() {
            counts.note_failed_attempts(exchange);
            if let Some(response) = &exchange.response {
                counts.note(judge, &valid, steps.get(index), response);
            }
        }
    }
    let statements = [counts.broken(), counts.foreign(), counts.cut_off(), counts.unauthorized()];
    statements.into_iter().flatten().collect()
}

/// Counts of the responses of a run.
#[derive(Default)]
struct ResponseCounts {
    responses: usize,
    /// Responses of 5xx that no request asks for.
    broken: usize,
    /// Whether at least one of them is a deviation, not only a notice of a gateway that the request was not
    /// processed.
    is_broken: bool,
    /// Responses of something other than the API, by status code.
    foreign: BTreeMap<u16, usize>,
    /// Requests without a response because the connection broke.
    cut_off: usize,
    /// Responses to requests with the valid key that do not provoke an error.
    with_valid_key: usize,
    /// The number of responses among `with_valid_key` with the status code 401.
    unauthorized: usize,
    is_one_accepted: bool,
}

impl ResponseCounts {
    fn note(
        &mut self,
        judge: Judge<'_>,
        valid: &[Authorization],
        step: Option<&Step>,
        response: &ResponseRecord,
    ) {
        self.responses += 1;
        self.is_one_accepted |= (200..300).contains(&response.status);
        let is_expected = step.is_some_and(|step| expects(step, response));
        if response.status >= SERVER_ERROR && !is_expected {
            self.broken += 1;
            let is_judged =
                |step: &Step| judge.unprocessed_reason(step, &response.into()).is_none();
            self.is_broken |= step.is_some_and(is_judged);
        }
        let request = step.map(|step| &step.request);
        let request =
            request.filter(|request| request.provoke.is_none() && request.circumstance.is_none());
        let key = request.and_then(|request| request.authorization.as_ref());
        if key.is_some_and(|key| valid.contains(key)) && !is_expected {
            self.with_valid_key += 1;
            self.unauthorized += usize::from(response.status == UNAUTHORIZED);
        }
    }

    /// Counts the failed attempts of an exchange. An exchange that ends in 5xx is counted by [`Self::note`].
    fn note_failed_attempts(&mut self, exchange: &Exchange) {
        if exchange.response.as_ref().is_some_and(|response| response.status >= SERVER_ERROR) {
            return;
        }
        for failure in &exchange.trouble {
            match failure.status {
                Some(_) if failure.has_api_error_body => {}
                Some(status) => *self.foreign.entry(status).or_default() += 1,
                None => self.cut_off += 1,
            }
        }
    }

    /// Returns how many requests were sent, with repetitions.
    fn sent(&self) -> usize {
        self.responses + self.cut_off + self.foreign.values().sum::<usize>()
    }

    fn foreign(&self) -> Option<Overall> {
        let (requests, total) = (self.foreign.values().sum(), self.sent());
        let statuses: Vec<String> = self.foreign.keys().map(u16::to_string).collect();
        (requests > 0).then(|| Overall {
            says: format!(
                "{} of requests got {} from something other than the API: {requests} of {total}",
                share(requests, total),
                statuses.join(" or ")
            ),
            requests,
            total,
        })
    }

    fn cut_off(&self) -> Option<Overall> {
        let (requests, total) = (self.cut_off, self.sent());
        // Without any response, each case reports that itself.
        (requests > 0 && self.responses > 0).then(|| Overall {
            says: format!(
                "the connection broke before the response was complete for {requests} of \
                 {total} requests ({})",
                share(requests, total)
            ),
            requests,
            total,
        })
    }

    fn broken(&self) -> Option<Overall> {
        let Self { responses: total, broken: requests, .. } = *self;
        // An error of the catalogue that a gateway sends is no deviation.
        self.is_broken.then(|| Overall {
            says: format!(
                "the server responds with 5xx to {} of all requests: to {requests} of {total}, \
                 although none provokes an error",
                share(requests, total)
            ),
            requests,
            total,
        })
    }

    fn unauthorized(&self) -> Option<Overall> {
        let Self { with_valid_key: total, unauthorized: requests, .. } = *self;
        (!self.is_one_accepted && requests * 2 > total).then(|| Overall {
            says: format!(
                "no request is accepted: {requests} of {total} with the valid key get \
                 {UNAUTHORIZED}; check the valid key of the target"
            ),
            requests,
            total,
        })
    }
}

/// Returns whether a step expects a status code, or leaves it open.
fn expects(step: &Step, response: &ResponseRecord) -> bool {
    let is_asked_for = |expect: &Expect| match expect {
        Expect::Success { .. } | Expect::Deliveries(_) | Expect::AnyOf { .. } => false,
        Expect::Error { status, .. } => *status == response.status,
        Expect::Observation { never_5xx, .. } => never_5xx.is_none(),
    };
    match &step.expect {
        Expect::AnyOf { responses, .. } => {
            responses.iter().any(|possible| is_asked_for(&possible.expect))
        }
        expect => is_asked_for(expect),
    }
}

/// Returns a share in percent, rounded down, so that 100 % means all.
fn share(part: usize, whole: usize) -> String {
    let tenths = part * 1000 / whole;
    match (tenths / 10, tenths % 10) {
        (0, 0) => "less than 0.1 %".to_owned(),
        (percent, 0) => format!("{percent} %"),
        (percent, rest) if percent < 10 => format!("{percent}.{rest} %"),
        (percent, _) => format!("{percent} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_rounded_down() {
        let check =
            |part, whole, says: &str| assert_eq!(share(part, whole), says, "{part}/{whole}");
        check(1, 1, "100 %");
        check(4629, 4630, "99 %");
        check(231, 4630, "4.9 %");
        check(1, 20, "5 %");
        check(1, 4630, "less than 0.1 %");
    }
}
