//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

/// The minimum of `WaitAction.milliseconds`, in milliseconds
/// (`WaitAction.milliseconds.minimum`).
pub const WAIT_ACTION_MILLISECONDS_MINIMUM: i64 = 1;

/// The minimum of `ScreenshotAction.quality` (`ScreenshotAction.quality.minimum`).
pub const SCREENSHOT_ACTION_QUALITY_MINIMUM: i64 = 1;

/// The maximum of `ScreenshotAction.quality` (`ScreenshotAction.quality.maximum`).
pub const SCREENSHOT_ACTION_QUALITY_MAXIMUM: i64 = 100;

/// The minimum number of properties of `MonitorUpdate` (`MonitorUpdate.minProperties`).
pub const MONITOR_UPDATE_MIN_PROPERTIES: usize = 1;

/// The maximum number of characters of `MonitorUpdate.name` (`MonitorUpdate.name.maxLength`).
pub const MONITOR_UPDATE_NAME_MAX_LENGTH: usize = 256;

/// The maximum number of characters of `MonitorUpdate.goal` (`MonitorUpdate.goal.maxLength`).
pub const MONITOR_UPDATE_GOAL_MAX_LENGTH: usize = 2000;

/// The minimum number of items of `MonitorUpdate.targets` (`MonitorUpdate.targets.minItems`).
pub const MONITOR_UPDATE_TARGETS_MIN_ITEMS: usize = 1;

/// The maximum number of items of `MonitorUpdate.targets` (`MonitorUpdate.targets.maxItems`).
pub const MONITOR_UPDATE_TARGETS_MAX_ITEMS: usize = 50;

/// The minimum of `MonitorUpdate.retentionDays`, in days
/// (`MonitorUpdate.retentionDays.minimum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MINIMUM: i64 = 1;

/// The maximum of `MonitorUpdate.retentionDays`, in days
/// (`MonitorUpdate.retentionDays.maximum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MAXIMUM: i64 = 365;

/// The maximum number of items of `EmailNotification.recipients`
/// (`EmailNotification.recipients.maxItems`).
pub const EMAIL_NOTIFICATION_RECIPIENTS_MAX_ITEMS: usize = 25;

/// The minimum of `PdfParser.maxPages` (`PdfParser.maxPages.minimum`).
pub const PDF_PARSER_MAX_PAGES_MINIMUM: i64 = 1;

/// The maximum of `PdfParser.maxPages` (`PdfParser.maxPages.maximum`).
pub const PDF_PARSER_MAX_PAGES_MAXIMUM: i64 = 10000;

/// The minimum time between two runs of `MonitorSchedule.cron`
/// (`MonitorSchedule.cron.minimumInterval`).
pub const MONITOR_SCHEDULE_CRON_MINIMUM_INTERVAL: std::time::Duration = std::time::Duration::from_secs(
    300u64,
);

/// The minimum of `ScrapeOptions.timeout`, in milliseconds (`ScrapeOptions.timeout.minimum`).
pub const SCRAPE_OPTIONS_TIMEOUT_MINIMUM: i64 = 1000;

/// The maximum of `ScrapeOptions.timeout`, in milliseconds (`ScrapeOptions.timeout.maximum`).
pub const SCRAPE_OPTIONS_TIMEOUT_MAXIMUM: i64 = 300000;

/// The minimum number of characters of `Profile.name` (`Profile.name.minLength`).
pub const PROFILE_NAME_MIN_LENGTH: usize = 1;

/// The maximum number of characters of `Profile.name` (`Profile.name.maxLength`).
pub const PROFILE_NAME_MAX_LENGTH: usize = 128;

/// The maximum number of characters of `AuditMetadata.username`
/// (`AuditMetadata.username.maxLength`).
pub const AUDIT_METADATA_USERNAME_MAX_LENGTH: usize = 1024;

/// The minimum of `ScreenshotFormat.quality` (`ScreenshotFormat.quality.minimum`).
pub const SCREENSHOT_FORMAT_QUALITY_MINIMUM: i64 = 1;

/// The maximum of `ScreenshotFormat.quality` (`ScreenshotFormat.quality.maximum`).
pub const SCREENSHOT_FORMAT_QUALITY_MAXIMUM: i64 = 100;

/// The maximum number of characters of `QuestionFormat.question`
/// (`QuestionFormat.question.maxLength`).
pub const QUESTION_FORMAT_QUESTION_MAX_LENGTH: usize = 10000;

/// The maximum number of characters of `HighlightsFormat.query`
/// (`HighlightsFormat.query.maxLength`).
pub const HIGHLIGHTS_FORMAT_QUERY_MAX_LENGTH: usize = 10000;

/// The minimum number of items of `PdfPages.pages` (`PdfPages.pages.minItems`).
pub const PDF_PAGES_PAGES_MIN_ITEMS: usize = 1;

/// The minimum number of items of `Screenshots.screenshots`
/// (`Screenshots.screenshots.minItems`).
pub const SCREENSHOTS_SCREENSHOTS_MIN_ITEMS: usize = 1;

/// The minimum number of items of `Pdfs.pdfs` (`Pdfs.pdfs.minItems`).
pub const PDFS_PDFS_MIN_ITEMS: usize = 1;

/// The minimum number of items of `ScrapeTarget.urls` (`ScrapeTarget.urls.minItems`).
pub const SCRAPE_TARGET_URLS_MIN_ITEMS: usize = 1;

/// The minimum number of items of `SearchTarget.queries` (`SearchTarget.queries.minItems`).
pub const SEARCH_TARGET_QUERIES_MIN_ITEMS: usize = 1;

/// The maximum number of items of `SearchTarget.queries` (`SearchTarget.queries.maxItems`).
pub const SEARCH_TARGET_QUERIES_MAX_ITEMS: usize = 12;

/// The minimum number of characters of `SearchTarget.queries.items`
/// (`SearchTarget.queries.items.minLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MIN_LENGTH: usize = 1;

/// The maximum number of characters of `SearchTarget.queries.items`
/// (`SearchTarget.queries.items.maxLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MAX_LENGTH: usize = 256;

/// The maximum number of items of `SearchTarget.includeDomains`
/// (`SearchTarget.includeDomains.maxItems`).
pub const SEARCH_TARGET_INCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The maximum number of items of `SearchTarget.excludeDomains`
/// (`SearchTarget.excludeDomains.maxItems`).
pub const SEARCH_TARGET_EXCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The minimum of `SearchTarget.maxResults` (`SearchTarget.maxResults.minimum`).
pub const SEARCH_TARGET_MAX_RESULTS_MINIMUM: i64 = 1;

/// The maximum of `SearchTarget.maxResults` (`SearchTarget.maxResults.maximum`).
pub const SEARCH_TARGET_MAX_RESULTS_MAXIMUM: i64 = 50;

/// The minimum of `ThreatProtectionOverride.riskScoreThreshold`
/// (`ThreatProtectionOverride.riskScoreThreshold.minimum`).
pub const THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD_MINIMUM: i64 = 0;

/// The maximum of `ThreatProtectionOverride.riskScoreThreshold`
/// (`ThreatProtectionOverride.riskScoreThreshold.maximum`).
pub const THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD_MAXIMUM: i64 = 100;

/// The maximum number of items of `ThreatProtectionOverride.blacklist`
/// (`ThreatProtectionOverride.blacklist.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_BLACKLIST_MAX_ITEMS: usize = 1000;

/// The maximum number of items of `ThreatProtectionOverride.whitelist`
/// (`ThreatProtectionOverride.whitelist.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_WHITELIST_MAX_ITEMS: usize = 1000;

/// The maximum number of items of `ThreatProtectionOverride.blockedTlds`
/// (`ThreatProtectionOverride.blockedTlds.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_BLOCKED_TLDS_MAX_ITEMS: usize = 1000;
