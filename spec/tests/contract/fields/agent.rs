//! The fields of the operations that are only named: "Agent job (fields seen in error and status
//! rules)", "Other operations", "Agent trace events".

use super::Presence::{Optional, Required, Unsaid};
use super::{Field, Table, UNSAID};

pub(super) const TABLES: &[Table] = &[
    // "absolute http(s) URL"
    Table {
        name: "ScrapeRequest",
        whole: "",
        fields: &[Field("url", "string uri matching ^[Hh][Tt][Tt][Pp][Ss]?://", Required)],
    },
    // "body may carry `maxCredits`"
    Table { name: "AgentRequest", whole: "", fields: &[Field("maxCredits", UNSAID, Optional)] },
    Table { name: "AgentStarted", whole: "", fields: &[Field("id", UNSAID, Required)] },
    Table {
        name: "AgentStatus",
        whole: "",
        fields: &[
            Field("status", UNSAID, Required),
            // "no `data`" when the credit limit is reached
            Field("data", UNSAID, Optional),
            Field("creditsUsed", UNSAID, Unsaid),
        ],
    },
    Table { name: "ArtifactUpdated", whole: "", fields: &[Field("snapshotId", UNSAID, Required)] },
    // "Terminal events and `error.occurred` carry `error`"
    Table {
        name: "RunFinished",
        whole: "",
        fields: &[Field("outcome", UNSAID, Required), Field("error", "TraceError", Unsaid)],
    },
    Table { name: "ErrorOccurred", whole: "", fields: &[Field("error", "TraceError", Required)] },
    Table {
        name: "TraceError",
        whole: "",
        fields: &[Field("code", "enum", Required), Field("retryable", "boolean", Required)],
    },
];
