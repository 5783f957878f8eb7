//! The outcome of a case, with everything that was sent and received.

mod reason;

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use webdata_cases::case::Case;
use webdata_spec::model::{ClauseId, Level};

pub use reason::{FixtureCount, Lack, Lacks, Obstacle, Obstacles, Reason, RunLimit};

/// The kind of an outcome.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// The server did what the contract says.
    Pass,
    /// The server did not do what the contract says.
    Fail,
    /// The target lacks what the case needs.
    Skip,
    /// The set-up of the case did not work.
    Blocked,
    /// The network or the suite failed.
    Error,
    /// A known failure, which a valid waiver covers.
    Waived,
    /// The contract leaves the behaviour open; the report says what the server did.
    Observed,
}

impl OutcomeKind {
    /// Every kind, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::Pass,
        Self::Fail,
        Self::Skip,
        Self::Blocked,
        Self::Error,
        Self::Waived,
        Self::Observed,
    ];

    /// Returns whether such a case judged the server.
    pub(crate) fn is_judged(self) -> bool {
        match self {
            Self::Pass | Self::Fail | Self::Waived | Self::Observed => true,
            Self::Skip | Self::Blocked | Self::Error => false,
        }
    }
}

displayed!(OutcomeKind);

/// The outcome of every case of a plan, in the plan's order.
pub struct Record {
    /// The cases and their outcomes.
    pub outcomes: Vec<(Case, Outcome)>,
    /// How long the run took.
    pub duration: Duration,
}

/// The outcome of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    /// The kind.
    #[serde(rename = "outcome")]
    pub kind: OutcomeKind,
    /// The reason; empty for a pass.
    #[serde(default, skip_serializing_if = "Reason::is_empty")]
    pub reason: Reason,
    /// The deviations of the server, the most important first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
    /// The deviations that the case is not about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Deviation>,
    /// The observed behaviour at a gap, in plain words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Observed>,
    /// The index of the step at which a case ended that did not pass. For a case that looks at each fixture,
    /// the index of the first one that deviates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<usize>,
    /// The identities of the resources that the case used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixtures: Vec<String>,
    /// Where and how long the case waited for webhooks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listener: Option<ListenerRecord>,
    /// How often the server delayed a request of the case by a rate limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub throttled: usize,
    /// The requests and responses. The names of variables replace keys.
    pub transcript: Vec<Exchange>,
    /// The webhooks that came. The names of variables replace keys, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deliveries: Vec<DeliveryRecord>,
    /// The duration, without the wait for a fixture.
    #[serde(with = "milliseconds", rename = "milliseconds")]
    #[schemars(with = "f64", range(min = 0))]
    pub duration: Duration,
}

impl Outcome {
    /// Returns the outcome of a case that was not run.
    #[must_use]
    pub fn without_run(kind: OutcomeKind, reason: impl Into<Reason>) -> Self {
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

    /// Replaces the kind and its reason.
    pub(crate) fn set(&mut self, kind: OutcomeKind, reason: impl Into<Reason>) {
        (self.kind, self.reason) = (kind, reason.into());
    }

    /// Returns whether no request of the case was sent because the run was over or the server was given up.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        self.kind == OutcomeKind::Error && self.transcript.is_empty()
    }

    /// Changes every string that may hold text of the server.
    pub(crate) fn for_each_received_text(&mut self, mut change: impl FnMut(&mut String)) {
        if let Reason::Words(words) = &mut self.reason {
            change(words);
        }
        if let Some(listener) = &mut self.listener {
            change(&mut listener.url);
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
        let mut change_message = |body: &mut String, headers: &mut Vec<(String, String)>| {
            change(body);
            for (name, value) in headers {
                change(name);
                change(value);
            }
        };
        for delivery in &mut self.deliveries {
            change_message(&mut delivery.body, &mut delivery.headers);
        }
        for response in self.transcript.iter_mut().filter_map(|exchange| exchange.response.as_mut())
        {
            change_message(&mut response.body, &mut response.headers);
        }
        for failure in self.transcript.iter_mut().flat_map(|exchange| &mut exchange.trouble) {
            change(&mut failure.says);
        }
    }

    /// Changes every string of the requests.
    pub(crate) fn for_each_sent_text(&mut self, change: impl FnMut(&mut String)) {
        let requests = self.transcript.iter_mut().filter_map(|exchange| exchange.request.as_mut());
        requests.flat_map(RequestRecord::texts_mut).for_each(change);
    }
}

/// Returns whether a failure of a case of `level` counts in a run that counts failures down to `least`. A case
/// about an open point fails only by what always holds.
#[must_use]
pub fn is_counted(level: Level, least: Level) -> bool {
    level <= least || level == Level::Open
}

/// A point in which a response is not what the contract says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Deviation {
    /// The index of the step whose response deviates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub step: usize,
    /// The clause.
    pub clause: ClauseId,
    /// The place: `status`, `body`, the name of a header, or a JSON Pointer (RFC 6901) into the body.
    pub place: String,
    /// The value that the contract expects.
    pub expected: String,
    /// The received value.
    pub received: String,
}

impl Deviation {
    /// Returns a deviation in the first step.
    pub(crate) fn new(
        clause: ClauseId,
        place: impl Into<String>,
        expected: impl Into<String>,
        received: impl Into<String>,
    ) -> Self {
        let (place, expected, received) = (place.into(), expected.into(), received.into());
        Self { step: 0, clause, place, expected, received }
    }
}

/// The name under which a run reports values that come back in another form of the same meaning. Any contract leaves
/// that open, so no page has this gap.
pub const EQUAL_VALUES: &str = "equal-values";

/// The question of [`EQUAL_VALUES`].
pub(crate) const EQUAL_VALUES_QUESTION: &str =
    "Does a value come back as it was sent, or in another form that means the same?";

/// The observed behaviour at a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// The gap; `equal-values` if values come back in another form.
    pub gap: String,
    /// What the server did.
    pub answer: String,
    /// The interpretation of the gap that the response shows, if every case about the gap must show the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The index of the exchange that shows it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub exchange: usize,
}

/// A request and its response, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exchange {
    /// The request; `None` if neither the contract nor the target gives its method and path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestRecord>,
    /// Whether the request was sent together with the one before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_previous: bool,
    /// The events in place of a response of the API, one for each attempt that failed this way. The request
    /// was repeated if that is safe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trouble: Vec<TransportFailure>,
    /// The response, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<ResponseRecord>,
}

/// A request, redacted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestRecord {
    /// The method.
    pub method: String,
    /// The URL.
    pub url: String,
    /// The headers, in sending order.
    pub headers: Vec<(String, String)>,
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<RequestBody>,
    /// The variables that replace keys in these texts, each with its `$`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// Whether a long text was cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// The body of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RequestBody {
    /// The text.
    Text(String),
    /// A format for `printf`, which writes the body: a text cannot show a NUL or bytes that are not UTF-8.
    Printf(String),
}

impl RequestRecord {
    /// Returns the texts that may hold keys.
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let values = self.headers.iter_mut().map(|(_, value)| value);
        let body = self.body.iter_mut().map(|body| match body {
            RequestBody::Text(text) | RequestBody::Printf(text) => text,
        });
        std::iter::once(&mut self.url).chain(values).chain(body)
    }
}

/// Where and how long a case waited for webhooks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListenerRecord {
    /// The address.
    pub url: String,
    /// The longest wait for a webhook.
    #[serde(with = "milliseconds", rename = "milliseconds")]
    #[schemars(with = "f64", range(min = 0))]
    pub patience: Duration,
}

/// A failure in place of a response of the API, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransportFailure {
    /// The status code; `None` if the connection broke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Whether the body has the form of the API's errors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_api_error_body: bool,
    /// The status code and the beginning of the body, or the reason why the connection broke.
    pub says: String,
}

/// A response, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResponseRecord {
    /// The status code.
    pub status: u16,
    /// The headers, in the received order.
    pub headers: Vec<(String, String)>,
    /// The body as text. A long body is cut.
    pub body: String,
}

/// A webhook, redacted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryRecord {
    /// The number of the case's address that received the webhook.
    pub place: usize,
    /// The headers, in the received order.
    pub headers: Vec<(String, String)>,
    /// The body as text. A long body is cut.
    pub body: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Serializes durations in milliseconds.
mod milliseconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // Durations are rounded to microseconds.
        serializer.serialize_f64((duration.as_secs_f64() * 1e6).round() / 1e3)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        let milliseconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(milliseconds / 1e3).map_err(D::Error::custom)
    }
}
