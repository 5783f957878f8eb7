//! The checks of the contract's types, by the names of the types.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

pub use webdata_runtime::{UpdateCheck, Validator};

/// The check of every type that has a name in the contract, sorted by these names.
pub static ALL: &[Validator] = &[
    Validator {
        type_name: "Action",
        check: webdata_runtime::decode::violations::<super::action::Action>,
        after_update: &[],
    },
    Validator {
        type_name: "AgentRequest",
        check: webdata_runtime::decode::violations::<super::agent::AgentRequest>,
        after_update: &[],
    },
    Validator {
        type_name: "AgentStarted",
        check: webdata_runtime::decode::violations::<super::agent::AgentStarted>,
        after_update: &[],
    },
    Validator {
        type_name: "AgentStatus",
        check: webdata_runtime::decode::violations::<super::agent::AgentStatus>,
        after_update: &[],
    },
    Validator {
        type_name: "AnsweredQuestion",
        check: webdata_runtime::decode::violations::<super::scraped::AnsweredQuestion>,
        after_update: &[],
    },
    Validator {
        type_name: "ArtifactUpdated",
        check: webdata_runtime::decode::violations::<super::agent::ArtifactUpdated>,
        after_update: &[],
    },
    Validator {
        type_name: "AuditMetadata",
        check: webdata_runtime::decode::violations::<super::scrape::AuditMetadata>,
        after_update: &[],
    },
    Validator {
        type_name: "ChangeTrackingFormat",
        check: webdata_runtime::decode::violations::<
            super::format::ChangeTrackingFormat,
        >,
        after_update: &[],
    },
    Validator {
        type_name: "ClickAction",
        check: webdata_runtime::decode::violations::<super::action::ClickAction>,
        after_update: &[],
    },
    Validator {
        type_name: "CrawlOptions",
        check: webdata_runtime::decode::violations::<super::target::CrawlOptions>,
        after_update: &[],
    },
    Validator {
        type_name: "CrawlTarget",
        check: webdata_runtime::decode::violations::<super::target::CrawlTarget>,
        after_update: &[],
    },
    Validator {
        type_name: "EmailNotification",
        check: webdata_runtime::decode::violations::<
            super::notification::EmailNotification,
        >,
        after_update: &[],
    },
    Validator {
        type_name: "ErrorBody",
        check: webdata_runtime::decode::violations::<super::error::ErrorBody>,
        after_update: &[],
    },
    Validator {
        type_name: "ErrorOccurred",
        check: webdata_runtime::decode::violations::<super::agent::ErrorOccurred>,
        after_update: &[],
    },
    Validator {
        type_name: "ExecuteJavascriptAction",
        check: webdata_runtime::decode::violations::<
            super::action::ExecuteJavascriptAction,
        >,
        after_update: &[],
    },
    Validator {
        type_name: "Format",
        check: webdata_runtime::decode::violations::<super::format::Format>,
        after_update: &[],
    },
    Validator {
        type_name: "FormatObject",
        check: webdata_runtime::decode::violations::<super::format::FormatObject>,
        after_update: &[],
    },
    Validator {
        type_name: "HighlightsFormat",
        check: webdata_runtime::decode::violations::<super::format::HighlightsFormat>,
        after_update: &[],
    },
    Validator {
        type_name: "JsonFormat",
        check: webdata_runtime::decode::violations::<super::format::JsonFormat>,
        after_update: &[],
    },
    Validator {
        type_name: "Location",
        check: webdata_runtime::decode::violations::<super::scrape::Location>,
        after_update: &[],
    },
    Validator {
        type_name: "Monitor",
        check: webdata_runtime::decode::violations::<super::monitor::Monitor>,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorNotification",
        check: webdata_runtime::decode::violations::<
            super::notification::MonitorNotification,
        >,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorResponse",
        check: webdata_runtime::decode::violations::<super::monitor::MonitorResponse>,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorSchedule",
        check: webdata_runtime::decode::violations::<super::schedule::MonitorSchedule>,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorSummary",
        check: webdata_runtime::decode::violations::<super::monitor::MonitorSummary>,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorTarget",
        check: webdata_runtime::decode::violations::<super::target::MonitorTarget>,
        after_update: &[],
    },
    Validator {
        type_name: "MonitorUpdate",
        check: webdata_runtime::decode::violations::<super::monitor::MonitorUpdate>,
        after_update: &[UpdateCheck::new(&super::operations::UPDATE_MONITOR)],
    },
    Validator {
        type_name: "MonitorWebhook",
        check: webdata_runtime::decode::violations::<super::webhook::MonitorWebhook>,
        after_update: &[],
    },
    Validator {
        type_name: "Parser",
        check: webdata_runtime::decode::violations::<super::parser::Parser>,
        after_update: &[],
    },
    Validator {
        type_name: "ParserObject",
        check: webdata_runtime::decode::violations::<super::parser::ParserObject>,
        after_update: &[],
    },
    Validator {
        type_name: "PdfAction",
        check: webdata_runtime::decode::violations::<super::action::PdfAction>,
        after_update: &[],
    },
    Validator {
        type_name: "PdfBlocks",
        check: webdata_runtime::decode::violations::<super::scraped::PdfBlocks>,
        after_update: &[],
    },
    Validator {
        type_name: "PdfPage",
        check: webdata_runtime::decode::violations::<super::scraped::PdfPage>,
        after_update: &[],
    },
    Validator {
        type_name: "PdfPages",
        check: webdata_runtime::decode::violations::<super::scraped::PdfPages>,
        after_update: &[],
    },
    Validator {
        type_name: "PdfParser",
        check: webdata_runtime::decode::violations::<super::parser::PdfParser>,
        after_update: &[],
    },
    Validator {
        type_name: "Pdfs",
        check: webdata_runtime::decode::violations::<super::scraped::Pdfs>,
        after_update: &[],
    },
    Validator {
        type_name: "PlainFormat",
        check: webdata_runtime::decode::violations::<super::format::PlainFormat>,
        after_update: &[],
    },
    Validator {
        type_name: "PressAction",
        check: webdata_runtime::decode::violations::<super::action::PressAction>,
        after_update: &[],
    },
    Validator {
        type_name: "PrintedPdfs",
        check: webdata_runtime::decode::violations::<super::scraped::PrintedPdfs>,
        after_update: &[],
    },
    Validator {
        type_name: "Profile",
        check: webdata_runtime::decode::violations::<super::scrape::Profile>,
        after_update: &[],
    },
    Validator {
        type_name: "QuestionFormat",
        check: webdata_runtime::decode::violations::<super::format::QuestionFormat>,
        after_update: &[],
    },
    Validator {
        type_name: "RedactPIIOptions",
        check: webdata_runtime::decode::violations::<super::redaction::RedactPIIOptions>,
        after_update: &[],
    },
    Validator {
        type_name: "Redaction",
        check: webdata_runtime::decode::violations::<super::redaction::Redaction>,
        after_update: &[],
    },
    Validator {
        type_name: "RunFinished",
        check: webdata_runtime::decode::violations::<super::agent::RunFinished>,
        after_update: &[],
    },
    Validator {
        type_name: "ScrapeAction",
        check: webdata_runtime::decode::violations::<super::action::ScrapeAction>,
        after_update: &[],
    },
    Validator {
        type_name: "ScrapeOptions",
        check: webdata_runtime::decode::violations::<super::scrape::ScrapeOptions>,
        after_update: &[],
    },
    Validator {
        type_name: "ScrapeRequest",
        check: webdata_runtime::decode::violations::<super::scrape::ScrapeRequest>,
        after_update: &[],
    },
    Validator {
        type_name: "ScrapeTarget",
        check: webdata_runtime::decode::violations::<super::target::ScrapeTarget>,
        after_update: &[],
    },
    Validator {
        type_name: "ScreenshotAction",
        check: webdata_runtime::decode::violations::<super::action::ScreenshotAction>,
        after_update: &[],
    },
    Validator {
        type_name: "ScreenshotFormat",
        check: webdata_runtime::decode::violations::<super::format::ScreenshotFormat>,
        after_update: &[],
    },
    Validator {
        type_name: "Screenshots",
        check: webdata_runtime::decode::violations::<super::scraped::Screenshots>,
        after_update: &[],
    },
    Validator {
        type_name: "ScrollAction",
        check: webdata_runtime::decode::violations::<super::action::ScrollAction>,
        after_update: &[],
    },
    Validator {
        type_name: "SearchTarget",
        check: webdata_runtime::decode::violations::<super::target::SearchTarget>,
        after_update: &[],
    },
    Validator {
        type_name: "SelectedHighlights",
        check: webdata_runtime::decode::violations::<super::scraped::SelectedHighlights>,
        after_update: &[],
    },
    Validator {
        type_name: "StoredSchedule",
        check: webdata_runtime::decode::violations::<super::schedule::StoredSchedule>,
        after_update: &[],
    },
    Validator {
        type_name: "TakenScreenshots",
        check: webdata_runtime::decode::violations::<super::scraped::TakenScreenshots>,
        after_update: &[],
    },
    Validator {
        type_name: "ThreatProtectionOverride",
        check: webdata_runtime::decode::violations::<
            super::threat_protection::ThreatProtectionOverride,
        >,
        after_update: &[],
    },
    Validator {
        type_name: "TraceError",
        check: webdata_runtime::decode::violations::<super::agent::TraceError>,
        after_update: &[],
    },
    Validator {
        type_name: "UpstreamError",
        check: webdata_runtime::decode::violations::<super::agent::UpstreamError>,
        after_update: &[],
    },
    Validator {
        type_name: "Viewport",
        check: webdata_runtime::decode::violations::<super::format::Viewport>,
        after_update: &[],
    },
    Validator {
        type_name: "WaitAction",
        check: webdata_runtime::decode::violations::<super::action::WaitAction>,
        after_update: &[],
    },
    Validator {
        type_name: "WriteAction",
        check: webdata_runtime::decode::violations::<super::action::WriteAction>,
        after_update: &[],
    },
];
