//! The fields of "ScrapeOptions (used in scrape and crawl targets)" and of what stands in them,
//! formats, parsers and actions aside.

use super::Presence::{Optional, Required};
use super::{Field, Table};

pub(super) const TABLES: &[Table] = &[
    Table {
        name: "ScrapeOptions",
        whole: "",
        fields: &[
            Field("formats", "[Format], default [\"markdown\"]", Optional),
            Field("onlyMainContent", "boolean, default true", Optional),
            Field("onlyCleanContent", "boolean, default false", Optional),
            Field("includeTags", "[string]", Optional),
            Field("excludeTags", "[string]", Optional),
            Field("headers", "{any}", Optional),
            Field("waitFor", "integer of milliseconds, default 0", Optional),
            Field("timeout", "integer of milliseconds 1000 to 300000, default 60000", Optional),
            Field("mobile", "boolean, default false", Optional),
            Field("blockAds", "boolean, default true", Optional),
            Field("removeBase64Images", "boolean, default true", Optional),
            Field("skipTlsVerification", "boolean, default true", Optional),
            Field("storeInCache", "boolean, default true", Optional),
            Field("maxAge", "integer of milliseconds, default 172800000", Optional),
            Field("minAge", "integer of milliseconds", Optional),
            Field("lockdown", "boolean, default false", Optional),
            Field("proxy", "enum, default \"auto\"", Optional),
            Field("location", "Location", Optional),
            Field("parsers", "[Parser], default [{\"type\":\"pdf\"}]", Optional),
            Field("profile", "Profile", Optional),
            Field("redactPII", "Redaction, default false", Optional),
            Field("threatProtection", "ThreatProtectionOverride", Optional),
            Field("actions", "[Action]", Optional),
            Field("auditMetadata", "AuditMetadata", Optional),
        ],
    },
    // "language of the location" is no fixed value.
    Table {
        name: "Location",
        whole: "",
        fields: &[
            Field("country", "string matching ^[A-Z]{2}$, default \"US\"", Optional),
            Field("languages", "[string], default in words", Optional),
        ],
    },
    Table {
        name: "Profile",
        whole: "",
        fields: &[
            Field("name", "string 1 to 128 characters", Required),
            Field("saveChanges", "boolean, default true", Optional),
        ],
    },
    // "all supported" is written as words.
    Table {
        name: "RedactPIIOptions",
        whole: "no other properties",
        fields: &[
            Field("mode", "enum, default \"accurate\"", Optional),
            Field("replaceStyle", "enum, default \"tag\"", Optional),
            Field("entities", "[enum], default in words", Optional),
        ],
    },
    Table {
        name: "ThreatProtectionOverride",
        whole: "",
        fields: &[
            Field("mode", "enum", Optional),
            Field("riskScoreThreshold", "integer 0 to 100", Optional),
            Field("failurePolicy", "enum", Optional),
            Field("blacklist", "[string] at most 1000 items", Optional),
            Field("whitelist", "[string] at most 1000 items", Optional),
            Field("blockedTlds", "[string] at most 1000 items", Optional),
        ],
    },
    Table {
        name: "AuditMetadata",
        whole: "no other properties",
        fields: &[Field("username", "string at most 1024 characters", Required)],
    },
];
