//! The contract's tables for the monitor part, copied by hand.
//!
//! Data only. It is never derived from `spec/v2`, and never mended to agree with it.

use webdata_spec::model::{Retry, Wording};

/// How a property is written in the contract: name, kind, whether null, whether always required.
pub(crate) struct Field(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) Null,
    pub(crate) Presence,
);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Null {
    No,
    Yes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// The contract does not say.
    Unsaid,
}

use Null::{No, Yes};
use Presence::{Optional, Required, Unsaid};

pub(crate) const TYPES: &[(&str, &[Field])] = &[
    (
        "Monitor",
        &[
            Field("id", "string uuid", No, Unsaid),
            Field("name", "string", No, Unsaid),
            Field("status", "active|paused|deleted", No, Unsaid),
            Field("goal", "string", Yes, Unsaid),
            Field("judgeEnabled", "boolean", No, Unsaid),
            Field("schedule", "StoredSchedule", No, Unsaid),
            Field("targets", "[MonitorTarget]", No, Unsaid),
            Field("notification", "MonitorNotification", No, Unsaid),
            Field("webhook", "MonitorWebhook", No, Unsaid),
            Field("retentionDays", "integer", No, Unsaid),
            Field("createdAt", "string date-time", No, Unsaid),
            Field("updatedAt", "string date-time", No, Unsaid),
            Field("lastRunAt", "string date-time", Yes, Unsaid),
            Field("nextRunAt", "string date-time", Yes, Unsaid),
            Field("currentCheckId", "string uuid", Yes, Unsaid),
            Field("estimatedCreditsPerMonth", "integer", Yes, Unsaid),
            Field("lastCheckSummary", "MonitorSummary", No, Unsaid),
        ],
    ),
    (
        "StoredSchedule",
        &[Field("cron", "string", No, Unsaid), Field("timezone", "string", No, Unsaid)],
    ),
    (
        "MonitorSummary",
        &[
            Field("changed", "integer", No, Unsaid),
            Field("error", "integer", No, Unsaid),
            Field("new", "integer", No, Unsaid),
            Field("removed", "integer", No, Unsaid),
            Field("same", "integer", No, Unsaid),
            Field("totalPages", "integer", No, Unsaid),
        ],
    ),
    ("MonitorNotification", &[Field("email", "EmailNotification", No, Unsaid)]),
    (
        "EmailNotification",
        &[
            Field("enabled", "boolean", No, Optional),
            Field("includeDiffs", "boolean", No, Optional),
            Field("recipients", "[string email]", No, Optional),
        ],
    ),
    (
        "MonitorSchedule",
        &[
            Field("cron", "string cron", No, Optional),
            Field("text", "string schedule-phrase", No, Optional),
            Field("timezone", "string time-zone", No, Optional),
        ],
    ),
    (
        "ScrapeTarget",
        &[
            Field("type", "scrape", No, Required),
            Field("id", "string uuid", No, Optional),
            Field("urls", "[string uri]", No, Required),
            Field("scrapeOptions", "ScrapeOptions", No, Optional),
        ],
    ),
    (
        "CrawlTarget",
        &[
            Field("type", "crawl", No, Required),
            Field("id", "string uuid", No, Optional),
            Field("url", "string uri", No, Required),
            Field("crawlOptions", "CrawlOptions", No, Optional),
            Field("scrapeOptions", "ScrapeOptions", No, Optional),
        ],
    ),
    (
        "SearchTarget",
        &[
            Field("type", "search", No, Required),
            Field("id", "string uuid", No, Optional),
            Field("queries", "[string]", No, Required),
            Field("includeDomains", "[string]", No, Optional),
            Field("excludeDomains", "[string]", No, Optional),
            Field("maxResults", "integer", No, Optional),
            Field("searchWindow", "5m|15m|1h|6h|24h|7d", No, Optional),
        ],
    ),
    (
        "MonitorWebhook",
        &[
            Field("url", "string uri", No, Required),
            Field("events", "[monitor.page|monitor.check.completed]", No, Optional),
            Field("headers", "{string}", No, Optional),
            Field("metadata", "{any}", No, Optional),
        ],
    ),
    (
        "MonitorUpdate",
        &[
            Field("name", "string", No, Optional),
            Field("goal", "string", Yes, Optional),
            Field("judgeEnabled", "boolean", No, Optional),
            Field("status", "active|paused", No, Optional),
            Field("schedule", "MonitorSchedule", No, Optional),
            Field("targets", "[MonitorTarget]", No, Optional),
            Field("notification", "MonitorNotification", No, Optional),
            Field("webhook", "MonitorWebhook", No, Optional),
            Field("retentionDays", "integer", No, Optional),
        ],
    ),
    (
        "MonitorResponse",
        &[Field("success", "boolean", No, Unsaid), Field("data", "Monitor", No, Unsaid)],
    ),
    (
        "ErrorBody",
        &[
            Field("success", "false", No, Required),
            Field("error", "string", No, Required),
            Field("details", "any", No, Optional),
            Field("code", "string", No, Optional),
        ],
    ),
];

/// The limits of the monitor part: table "Limits" and the notes beside the fields.
pub(crate) const LIMITS: &[(&str, &str)] = &[
    ("MonitorUpdate", "at least 1 property"),
    ("MonitorUpdate.name", "at most 256 characters"),
    ("MonitorUpdate.goal", "at most 2000 characters"),
    ("MonitorUpdate.targets", "at least 1 item, at most 50 items"),
    ("MonitorUpdate.retentionDays", "at least 1, at most 365"),
    ("EmailNotification.recipients", "at most 25 items"),
    ("MonitorSchedule.cron", "at least 300 seconds"),
    ("MonitorSchedule", "exactly one of cron, text"),
    ("StoredSchedule", "no other properties"),
    ("ScrapeTarget.urls", "at least 1 item"),
    ("SearchTarget.queries", "at least 1 item, at most 12 items"),
    ("SearchTarget.queries.items", "at least 1 character, at most 256 characters"),
    ("SearchTarget.includeDomains", "at most 50 items"),
    ("SearchTarget.excludeDomains", "at most 50 items"),
    ("SearchTarget.maxResults", "at least 1, at most 50"),
];

pub(crate) const DEFAULTS: &[(&str, &str)] = &[
    ("EmailNotification.enabled", "false"),
    ("EmailNotification.includeDiffs", "false"),
    ("MonitorSchedule.timezone", "\"UTC\""),
    ("SearchTarget.maxResults", "10"),
    ("SearchTarget.searchWindow", "\"24h\""),
];

/// The general error table: status, text, whether a message may stand in its place, retryable.
pub(crate) const ERRORS: &[(u16, &str, Wording, Retry)] = &[
    (400, "Bad Request", Wording::Free, Retry::Never),
    (400, "Invalid URL", Wording::Exact, Retry::Never),
    (401, "Unauthorized: Invalid token", Wording::Exact, Retry::Never),
    (402, "Payment Required: Insufficient credits", Wording::Exact, Retry::Never),
    (403, "Forbidden", Wording::Exact, Retry::Never),
    (403, "SCRAPE_PROMPT_INJECTION_DETECTED", Wording::Exact, Retry::Never),
    (404, "Not Found", Wording::Exact, Retry::Never),
    (408, "Request Timeout", Wording::Exact, Retry::Backoff),
    (409, "Conflict", Wording::Exact, Retry::Never),
    (413, "Payload Too Large", Wording::Exact, Retry::Never),
    (422, "Unprocessable Entity", Wording::Free, Retry::Sometimes),
    (429, "Rate limit exceeded", Wording::Exact, Retry::Backoff),
    (429, "Concurrency limit reached", Wording::Exact, Retry::Backoff),
    (500, "Internal Server Error", Wording::Exact, Retry::Backoff),
    (502, "Bad Gateway", Wording::Exact, Retry::Backoff),
    (503, "Service Unavailable", Wording::Exact, Retry::Backoff),
    (504, "Gateway Timeout", Wording::Exact, Retry::Backoff),
];
