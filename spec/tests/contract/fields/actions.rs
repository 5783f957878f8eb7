//! The fields of actions: "Actions (objects discriminated by `type`)".

use super::Presence::{Optional, Required};
use super::{Field, Table};

pub(super) const TABLES: &[Table] = &[
    // "both forms require `type`; no additional properties"
    Table {
        name: "WaitAction",
        whole: "exactly one of milliseconds, selector; no other properties",
        fields: &[
            Field("type", "enum", Required),
            Field("milliseconds", "integer of milliseconds at least 1", Optional),
            Field("selector", "string", Optional),
        ],
    },
    Table {
        name: "ScreenshotAction",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("fullPage", "boolean, default false", Optional),
            Field("quality", "integer 1 to 100", Optional),
            Field("viewport", "Viewport", Optional),
        ],
    },
    Table {
        name: "ClickAction",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("selector", "string", Required),
            Field("all", "boolean, default false", Optional),
        ],
    },
    Table {
        name: "WriteAction",
        whole: "",
        fields: &[Field("type", "enum", Required), Field("text", "string", Required)],
    },
    Table {
        name: "PressAction",
        whole: "",
        fields: &[Field("type", "enum", Required), Field("key", "string", Required)],
    },
    Table {
        name: "ScrollAction",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("direction", "enum, default \"down\"", Optional),
            Field("selector", "string", Optional),
        ],
    },
    // "no other fields"
    Table { name: "ScrapeAction", whole: "", fields: &[Field("type", "enum", Required)] },
    Table {
        name: "ExecuteJavascriptAction",
        whole: "",
        fields: &[Field("type", "enum", Required), Field("script", "string", Required)],
    },
    Table {
        name: "PdfAction",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("format", "enum, default \"Letter\"", Optional),
            Field("landscape", "boolean, default false", Optional),
            Field("scale", "number, default 1", Optional),
        ],
    },
];
