//! Statements about what stood between the suite and the server: gateways, and connections that broke.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::SERVER_ERROR;
use crate::outcome::{Exchange, Outcome};

/// A statement about the run as a whole: what came in place of responses of the API.
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

/// Returns the statements about a run, from the outcomes of its cases.
pub(super) fn overall<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Vec<Overall> {
    let mut counts = ResponseCounts::default();
    for exchange in outcomes.flat_map(|outcome| &outcome.transcript) {
        counts.note_failed_attempts(exchange);
        counts.responses += usize::from(exchange.response.is_some());
    }
    [counts.foreign(), counts.cut_off(), counts.failed_once()].into_iter().flatten().collect()
}

/// Counts of the responses of a run.
#[derive(Default)]
struct ResponseCounts {
    responses: usize,
    /// Responses of something other than the API, by status code.
    foreign: BTreeMap<u16, usize>,
    /// Requests without a response because the connection broke.
    cut_off: usize,
    /// Requests at which the API failed, and whose second try it did not fail.
    failed_once: usize,
}

impl ResponseCounts {
    /// Counts the failed attempts of an exchange. Findings tell of one that ends in 5xx.
    fn note_failed_attempts(&mut self, exchange: &Exchange) {
        if exchange.response.as_ref().is_some_and(|response| response.status >= SERVER_ERROR) {
            return;
        }
        for failure in &exchange.trouble {
            match failure.status {
                Some(SERVER_ERROR) if failure.has_api_error_body => self.failed_once += 1,
                Some(_) if failure.has_api_error_body => {}
                Some(status) => *self.foreign.entry(status).or_default() += 1,
                None => self.cut_off += 1,
            }
        }
    }

    /// Returns how many requests were sent, with repetitions.
    fn sent(&self) -> usize {
        self.responses + self.cut_off + self.failed_once + self.foreign.values().sum::<usize>()
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

    fn failed_once(&self) -> Option<Overall> {
        let (requests, total) = (self.failed_once, self.sent());
        (requests > 0).then(|| Overall {
            says: format!(
                "the API failed with {SERVER_ERROR} at {requests} of {total} requests ({}), and not when each was \
                 repeated at once",
                share(requests, total)
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
