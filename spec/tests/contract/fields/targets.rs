//! The fields of targets: "MonitorTarget (three variants, discriminated by `type`)".

use super::Presence::{Optional, Required};
use super::{Field, Table, UNSAID};

pub(super) const TABLES: &[Table] = &[
    Table {
        name: "ScrapeTarget",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("id", "string uuid, generated", Optional),
            Field("urls", "[string uri] at least 1 items", Required),
            Field("scrapeOptions", "ScrapeOptions", Optional),
        ],
    },
    Table {
        name: "CrawlTarget",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("id", "string uuid, generated", Optional),
            Field("url", "string uri", Required),
            Field("crawlOptions", "CrawlOptions", Optional),
            Field("scrapeOptions", "ScrapeOptions", Optional),
        ],
    },
    // "options such as `limit`, `maxDepth`, `includePaths`, `excludePaths`"
    Table {
        name: "CrawlOptions",
        whole: "",
        fields: &[
            Field("limit", UNSAID, Optional),
            Field("maxDepth", UNSAID, Optional),
            Field("includePaths", UNSAID, Optional),
            Field("excludePaths", UNSAID, Optional),
        ],
    },
    Table {
        name: "SearchTarget",
        whole: "",
        fields: &[
            Field("type", "enum", Required),
            Field("id", "string uuid, generated", Optional),
            Field("queries", "[string 1 to 256 characters] 1 to 12 items", Required),
            Field("includeDomains", "[string] at most 50 items", Optional),
            Field("excludeDomains", "[string] at most 50 items", Optional),
            Field("maxResults", "integer 1 to 50, default 10", Optional),
            Field("searchWindow", "enum, default \"24h\"", Optional),
        ],
    },
];
