//! The fields of formats and parsers: "Formats (item `type` values and options)", "Parsers".

use super::Presence::{Optional, Required};
use super::{Field, Table};

// "Every format object requires `type`."
pub(super) const TABLES: &[Table] = &[
    // "markdown, summary, html, rawHtml, rawBase64, links, images, branding, product, menu | none";
    // for audio and video no option is listed either.
    Table { name: "PlainFormat", whole: "", fields: &[Field("type", "enum", Required)] },
    Table {
        name: "ScreenshotFormat",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("fullPage", "boolean, default false", Optional),
            Field("quality", "integer 1 to 100", Optional),
            Field("viewport", "Viewport", Optional),
        ],
    },
    Table {
        name: "Viewport",
        whole: "",
        fields: &[Field("width", "integer", Required), Field("height", "integer", Required)],
    },
    Table {
        name: "JsonFormat",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("prompt", "string", Optional),
            Field("schema", "object", Optional),
            Field("checkPromptInjection", "boolean, default false", Optional),
        ],
    },
    // "default prompt when omitted"; "default null", which TOML can only say in words.
    Table {
        name: "ChangeTrackingFormat",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("modes", "[enum]", Optional),
            Field("prompt", "string, default in words", Optional),
            Field("schema", "object", Optional),
            Field("tag", "string or null, default null", Optional),
        ],
    },
    Table {
        name: "QuestionFormat",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("question", "string at most 10000 characters", Required),
        ],
    },
    Table {
        name: "HighlightsFormat",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("query", "string at most 10000 characters", Required),
        ],
    },
    Table {
        name: "PdfParser",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("mode", "enum, default \"auto\"", Optional),
            Field("maxPages", "integer 1 to 10000", Optional),
            Field("pages", "boolean, default false", Optional),
            Field("blocks", "boolean, default false", Optional),
            Field("pageMarkers", "boolean, default false", Optional),
        ],
    },
];
