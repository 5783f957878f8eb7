//! The fields of error bodies: "Errors".

use super::Presence::{Optional, Required};
use super::{Field, Table, UNSAID};

pub(super) const TABLES: &[Table] = &[
    // "`success` (boolean, always false), `error` (string, human-readable …), `details` (any,
    // optional …). Some endpoints add `code`."
    Table {
        name: "ErrorBody",
        whole: "",
        fields: &[
            Field("success", "false", Required),
            Field("error", "string", Required),
            Field("details", "any", Optional),
            Field("code", "string", Optional),
        ],
    },
    // "Trace and snapshot endpoints may return bodies without `success`; match on status and
    // `error` there."
    Table {
        name: "UpstreamError",
        whole: "",
        fields: &[
            Field("success", "false", Optional),
            Field("error", "string", Required),
            Field("details", UNSAID, Optional),
            Field("code", UNSAID, Optional),
        ],
    },
];
