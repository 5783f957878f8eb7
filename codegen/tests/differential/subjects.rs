//! The types under test: every type that has an exported schema, as a test in `main.rs` checks.

use crate::compare::Subject;
use crate::library;

macro_rules! subjects {
    ($contract:literal, $library:ident; $($module:ident: $($name:ident),+;)+) => {
        &[$($(Subject::new::<$library::$module::$name>($contract, stringify!($name)),)+)+]
    };
}

pub(crate) const WEBDATA: &[Subject] = subjects! {
    "webdata", webdata;
    action: Action, WaitAction, ScreenshotAction, ClickAction, WriteAction, PressAction, ScrollAction, ScrapeAction, ExecuteJavascriptAction, PdfAction;
    agent: AgentRequest, AgentStarted, AgentStatus, ArtifactUpdated, RunFinished, ErrorOccurred, TraceError, UpstreamError;
    error_body: ErrorBody;
    scrape_format: Format, FormatObject, PlainFormat, ScreenshotFormat, Viewport, JsonFormat, ChangeTrackingFormat, QuestionFormat, HighlightsFormat;
    monitor: MonitorResponse, Monitor, MonitorSummary, MonitorUpdate;
    notification: MonitorNotification, EmailNotification;
    parser: Parser, ParserObject, PdfParser;
    redaction: Redaction, RedactPIIOptions;
    schedule: MonitorSchedule, StoredSchedule;
    scrape: ScrapeOptions, Location, Profile, AuditMetadata, ScrapeRequest;
    scraped: AnsweredQuestion, SelectedHighlights, PdfPages, PdfPage, PdfBlocks, TakenScreenshots, Screenshots, PrintedPdfs, Pdfs;
    target: MonitorTarget, ScrapeTarget, CrawlTarget, CrawlOptions, SearchTarget;
    threat_protection: ThreatProtectionOverride;
    webhook: MonitorWebhook;
};

pub(crate) const LIBRARY: &[Subject] = subjects! {
    "library", library;
    book: Book, Isbn, Medium, PrintedMedium, AudioMedium;
    card: Card;
    error_body: ErrorBody;
    loan: LoanAnswer, Loan, LoanChange, Term;
    order: Order, Gift, Wrapping, Part, PartObject, PlainPart, Pages, Chapter, OrderAnswer, OrderFailure;
};
