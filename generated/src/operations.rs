//! The operations: how each is called, and how its bodies are judged.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
use webdata_runtime::Violations;
use webdata_runtime::decode;
use super::errors::ErrorKind;

/// An operation.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The identity.
    pub id: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path with its prefix, and with `{parameters}`.
    pub path: &'static str,
    /// The status when all is well.
    pub status: u16,
    /// The errors that it may answer with.
    pub errors: &'static [ErrorKind],
    /// Judges a request body, where there is one.
    pub check_request: Option<fn(&serde_json::Value) -> Violations>,
    /// Judges the body of the answer when all is well.
    pub check_response: fn(&serde_json::Value) -> Violations,
    /// Judges the body of any other answer.
    pub check_error: fn(&serde_json::Value) -> Violations,
    /// Judges what would be stored after a request: the request's rules that look at
    /// stored members too.
    pub check_after_update: Option<
        fn(request: &serde_json::Value, stored: &serde_json::Value) -> Violations,
    >,
}

/// Changes the fields of a monitor that are given and answers with the monitor as it then
/// stands.
///
/// `PATCH /v2/monitor/{monitorId}`
pub static UPDATE_MONITOR: Operation = Operation {
    id: "updateMonitor",
    method: "PATCH",
    path: "/v2/monitor/{monitorId}",
    status: 200,
    errors: &[
        ErrorKind::ValidationFailure,
        ErrorKind::InvalidUrl,
        ErrorKind::InvalidToken,
        ErrorKind::InsufficientCredits,
        ErrorKind::Forbidden,
        ErrorKind::PromptInjectionDetected,
        ErrorKind::NotFound,
        ErrorKind::RequestTimeout,
        ErrorKind::Conflict,
        ErrorKind::PayloadTooLarge,
        ErrorKind::UnprocessableEntity,
        ErrorKind::RateLimitExceeded,
        ErrorKind::ConcurrencyLimitReached,
        ErrorKind::InternalServerError,
        ErrorKind::BadGateway,
        ErrorKind::ServiceUnavailable,
        ErrorKind::GatewayTimeout,
    ],
    check_request: Some(decode::violations::<super::monitor::MonitorUpdate>),
    check_response: decode::violations::<super::monitor::MonitorResponse>,
    check_error: decode::violations::<super::error::ErrorBody>,
    check_after_update: Some(|request, stored| {
        runtime::rule::judge_update(
            UPDATE_MONITOR_RULES,
            UPDATE_MONITOR_SETS,
            request,
            stored,
        )
    }),
};

static UPDATE_MONITOR_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "MonitorUpdate.rules",
        id: "search-target-needs-goal",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("targets"),
                runtime::rule::Segment::AnyItem,
                runtime::rule::Segment::Property("type"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("search")),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("judgeEnabled")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(false)),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("goal")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: With a search target there is a goal that is not empty, unless judging is off.",
    },
];

static UPDATE_MONITOR_SETS: &[runtime::rule::Sets] = &[
    runtime::rule::Sets {
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("goal")],
            test: runtime::rule::Test::Given(true),
        },
        unless: Some(runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("judgeEnabled")],
            test: runtime::rule::Test::Given(true),
        }),
        property: "judgeEnabled",
        value: runtime::rule::Literal::Boolean(true),
    },
];

impl super::monitor::MonitorUpdate {
    /// The rules that `stored` would break once `updateMonitor` had taken this:
    ///
    /// With a search target there is a goal that is not empty, unless judging is off.
    /// (`MonitorUpdate.rules.search-target-needs-goal`)
    #[must_use]
    pub fn violations_after_update(
        &self,
        stored: &super::monitor::Monitor,
    ) -> Violations {
        runtime::rule::judge_update(
            UPDATE_MONITOR_RULES,
            UPDATE_MONITOR_SETS,
            self,
            stored,
        )
    }
}

/// Every operation, in the contract's order.
pub static ALL: &[&Operation] = &[&UPDATE_MONITOR];
