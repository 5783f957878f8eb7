//! The fields of the monitor: "Resources and their fields" and "Update monitor".

use super::Presence::{Optional, Required, Unsaid};
use super::{Field, Table};

pub(super) const TABLES: &[Table] = &[
    Table {
        name: "Monitor",
        whole: "",
        fields: &[
            Field("id", "string uuid", Unsaid),
            Field("name", "string", Unsaid),
            Field("status", "enum", Unsaid),
            Field("goal", "string or null", Unsaid),
            Field("judgeEnabled", "boolean", Unsaid),
            Field("schedule", "StoredSchedule", Unsaid),
            Field("targets", "[MonitorTarget]", Unsaid),
            Field("notification", "MonitorNotification", Unsaid),
            Field("webhook", "MonitorWebhook", Unsaid),
            Field("retentionDays", "integer of days", Unsaid),
            Field("createdAt", "string date-time", Unsaid),
            Field("updatedAt", "string date-time", Unsaid),
            Field("lastRunAt", "string date-time or null", Unsaid),
            Field("nextRunAt", "string date-time or null", Unsaid),
            Field("currentCheckId", "string uuid or null", Unsaid),
            Field("estimatedCreditsPerMonth", "integer of credits or null", Unsaid),
            Field("lastCheckSummary", "MonitorSummary", Unsaid),
        ],
    },
    // "only `cron` (string) and `timezone` (string) are returned"
    Table {
        name: "StoredSchedule",
        whole: "no other properties",
        fields: &[Field("cron", "string", Unsaid), Field("timezone", "string", Unsaid)],
    },
    Table {
        name: "MonitorSummary",
        whole: "",
        fields: &[
            Field("changed", "integer", Unsaid),
            Field("error", "integer", Unsaid),
            Field("new", "integer", Unsaid),
            Field("removed", "integer", Unsaid),
            Field("same", "integer", Unsaid),
            Field("totalPages", "integer", Unsaid),
        ],
    },
    Table {
        name: "MonitorNotification",
        whole: "",
        fields: &[Field("email", "EmailNotification", Unsaid)],
    },
    Table {
        name: "EmailNotification",
        whole: "",
        fields: &[
            Field("enabled", "boolean, default false", Optional),
            Field("includeDiffs", "boolean, default false", Optional),
            Field("recipients", "[string email] at most 25 items", Optional),
        ],
    },
    // "Supply either `cron` or `text`."
    Table {
        name: "MonitorSchedule",
        whole: "exactly one of cron, text",
        fields: &[
            Field("cron", "string cron at least 300 seconds apart", Optional),
            Field("text", "string schedule-phrase", Optional),
            Field("timezone", "string time-zone, default \"UTC\"", Optional),
        ],
    },
    // "when omitted, all monitor events are received"
    Table {
        name: "MonitorWebhook",
        whole: "",
        fields: &[
            Field("url", "string uri", Required),
            Field("events", "[enum], default in words", Optional),
            Field("headers", "{string}", Optional),
            Field("metadata", "{any}", Optional),
        ],
    },
    // "at least one field must be included"
    Table {
        name: "MonitorUpdate",
        whole: "at least 1 properties",
        fields: &[
            Field("name", "string at most 256 characters", Optional),
            Field("goal", "string at most 2000 characters or null", Optional),
            Field("judgeEnabled", "boolean", Optional),
            Field("status", "enum", Optional),
            Field("schedule", "MonitorSchedule", Optional),
            Field("targets", "[MonitorTarget] 1 to 50 items", Optional),
            Field("notification", "MonitorNotification", Optional),
            Field("webhook", "MonitorWebhook", Optional),
            Field("retentionDays", "integer of days 1 to 365", Optional),
        ],
    },
    Table {
        name: "MonitorResponse",
        whole: "",
        fields: &[Field("success", "boolean", Required), Field("data", "Monitor", Required)],
    },
];
