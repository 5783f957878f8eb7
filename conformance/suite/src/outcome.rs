//! What became of a case, and everything that was seen on the way.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::Case;
use webdata_spec::model::ClauseId;

/// What became of a case.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// The server did what the contract says.
    Pass,
    /// It did not.
    Fail,
    /// The target lacks what the case needs.
    Skip,
    /// The case's set-up did not work.
    Blocked,
    /// The network's mistake, or ours.
    Error,
    /// A failure that is known, by a waiver that holds.
    Waived,
    /// The contract leaves it open; what the server did is in the report.
    Observed,
}

impl OutcomeKind {
    /// Every kind, in the order in which reports count them.
    pub const ALL: [Self; 7] = [
        Self::Pass,
        Self::Fail,
        Self::Skip,
        Self::Blocked,
        Self::Error,
        Self::Waived,
        Self::Observed,
    ];
}

impl std::fmt::Display for OutcomeKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

/// What became of every case of a plan, in its order.
pub struct Record {
    /// The cases and what became of them.
    pub outcomes: Vec<(Case, Outcome)>,
    /// How long the run took.
    pub duration: Duration,
}

/// The record of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    /// What became of it.
    #[serde(rename = "outcome")]
    pub kind: OutcomeKind,
    /// Why, in one line; empty for a pass.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Where the server deviated, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
    /// Where the server deviated in what the case is not about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Deviation>,
    /// What an open question's answer was, in plain words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
    /// The step, from 0, at which a case ended that did not end well; of a case that looks at each
    /// fixture, the first one that deviates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<usize>,
    /// The resources that it worked on, by their identities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixtures: Vec<String>,
    /// Where it waited for webhooks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listener: Option<String>,
    /// How often the server told it to come again later, and it did.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub throttled: usize,
    /// What was sent and what came back; keys are replaced by the names of their variables.
    pub transcript: Vec<Exchange>,
    /// The webhooks that came; keys are replaced here too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deliveries: Vec<DeliveryRecord>,
    /// How long it took, waiting for a fixture not counted.
    #[serde(with = "milliseconds", rename = "milliseconds")]
    #[schemars(with = "f64", range(min = 0))]
    pub duration: Duration,
}

impl Outcome {
    /// The record of a case that was not run.
    #[must_use]
    pub fn without_run(kind: OutcomeKind, reason: impl Into<String>) -> Self {
        Self {
            kind,
            reason: reason.into(),
            deviations: Vec::new(),
            beside: Vec::new(),
            observed: None,
            ended_at: None,
            fixtures: Vec::new(),
            listener: None,
            throttled: 0,
            transcript: Vec::new(),
            deliveries: Vec::new(),
            duration: Duration::ZERO,
        }
    }
}

impl Outcome {
    /// Whether no request of the case was sent, since the run was over or the server was given up.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        self.kind == OutcomeKind::Error && self.transcript.is_empty()
    }

    /// Changes every text that may hold something the server said.
    pub(crate) fn each_text(&mut self, mut change: impl FnMut(&mut String)) {
        change(&mut self.reason);
        if let Some(listener) = &mut self.listener {
            change(listener);
        }
        for deviation in self.deviations.iter_mut().chain(&mut self.beside) {
            change(&mut deviation.place);
            change(&mut deviation.expected);
            change(&mut deviation.received);
        }
        if let Some(observed) = &mut self.observed {
            change(&mut observed.answer);
            observed.reading.iter_mut().for_each(&mut change);
        }
        let mut all = |body: &mut String, headers: &mut Vec<(String, String)>| {
            change(body);
            for (name, value) in headers {
                change(name);
                change(value);
            }
        };
        for delivery in &mut self.deliveries {
            all(&mut delivery.body, &mut delivery.headers);
        }
        for exchange in &mut self.transcript {
            if let Some(response) = &mut exchange.response {
                all(&mut response.body, &mut response.headers);
            }
        }
        for exchange in &mut self.transcript {
            exchange.trouble.iter_mut().for_each(|own| change(&mut own.says));
            change(&mut exchange.curl);
        }
    }
}

/// One point in which an answer is not what the contract says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Deviation {
    /// The clause.
    pub clause: ClauseId,
    /// Where: `status`, `body`, a header's name, or a place of the body by RFC 6901.
    pub place: String,
    /// What the contract expects there.
    pub expected: String,
    /// What was there.
    pub received: String,
}

/// The answer to an open question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// The gap.
    pub gap: String,
    /// What the server did.
    pub answer: String,
    /// The reading of the gap that it shows, where every case that asks has to show the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The exchange, from 0, that shows it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub exchange: usize,
}

impl Deviation {
    /// The status that was expected, where it is the status that deviates; none where any success was.
    pub(crate) fn expected_status(&self) -> Option<u16> {
        let end = self.expected.find(|letter: char| !letter.is_ascii_digit());
        self.expected[..end.unwrap_or(self.expected.len())].parse().ok()
    }
}

/// One request and its answer, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exchange {
    /// The request as a command line.
    pub curl: String,
    /// Whether it was sent together with the one before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_previous: bool,
    /// What came instead of a response of the API, once for each time that the request met with that. It was
    /// sent again where that is safe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trouble: Vec<Trouble>,
    /// The answer; none when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<ResponseRecord>,
}

/// What came instead of a response of the API, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Trouble {
    /// The status; none where the connection broke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Whether the body has the form of the API's errors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_api: bool,
    /// The status and the beginning of the body, or why the connection broke.
    pub says: String,
}

/// An answer, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResponseRecord {
    /// The status.
    pub status: u16,
    /// The headers, in the order in which they came.
    pub headers: Vec<(String, String)>,
    /// The body, as text, cut where it is long.
    pub body: String,
}

/// A webhook, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryRecord {
    /// The number of the case's address that it came to.
    pub place: usize,
    /// The headers, in the order in which they came.
    pub headers: Vec<(String, String)>,
    /// The body, as text, cut where it is long.
    pub body: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Times in milliseconds.
mod milliseconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // A thousandth of a millisecond is as fine as anyone needs.
        serializer.serialize_f64((duration.as_secs_f64() * 1e6).round() / 1e3)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        let milliseconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(milliseconds / 1e3).map_err(D::Error::custom)
    }
}
