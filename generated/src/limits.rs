//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use std::time::Duration;

/// The minimum, in milliseconds (`WaitAction.milliseconds.minimum`).
pub const WAIT_ACTION_MILLISECONDS_MINIMUM: i64 = 1;

/// The minimum (`ScreenshotAction.quality.minimum`).
pub const SCREENSHOT_ACTION_QUALITY_MINIMUM: i64 = 1;

/// The maximum (`ScreenshotAction.quality.maximum`).
pub const SCREENSHOT_ACTION_QUALITY_MAXIMUM: i64 = 100;

/// The minimum number of properties (`MonitorUpdate.minProperties`).
pub const MONITOR_UPDATE_MIN_PROPERTIES: usize = 1;

/// The maximum number of characters (`MonitorUpdate.name.maxLength`).
pub const MONITOR_UPDATE_NAME_MAX_LENGTH: usize = 256;

/// The maximum number of characters (`MonitorUpdate.goal.maxLength`).
pub const MONITOR_UPDATE_GOAL_MAX_LENGTH: usize = 2000;

/// The minimum number of items (`MonitorUpdate.targets.minItems`).
pub const MONITOR_UPDATE_TARGETS_MIN_ITEMS: usize = 1;

/// The maximum number of items (`MonitorUpdate.targets.maxItems`).
pub const MONITOR_UPDATE_TARGETS_MAX_ITEMS: usize = 50;

/// The minimum, in days (`MonitorUpdate.retentionDays.minimum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MINIMUM: i64 = 1;

/// The maximum, in days (`MonitorUpdate.retentionDays.maximum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MAXIMUM: i64 = 365;

/// The maximum number of items (`EmailNotification.recipients.maxItems`).
pub const EMAIL_NOTIFICATION_RECIPIENTS_MAX_ITEMS: usize = 25;

/// The minimum (`PdfParser.maxPages.minimum`).
pub const PDF_PARSER_MAX_PAGES_MINIMUM: i64 = 1;

/// The maximum (`PdfParser.maxPages.maximum`).
pub const PDF_PARSER_MAX_PAGES_MAXIMUM: i64 = 10000;

/// The minimum time between two runs (`MonitorSchedule.cron.minimumInterval`).
pub const MONITOR_SCHEDULE_CRON_MINIMUM_INTERVAL: Duration = Duration::from_secs(300);

/// The minimum, in milliseconds (`ScrapeOptions.timeout.minimum`).
pub const SCRAPE_OPTIONS_TIMEOUT_MINIMUM: i64 = 1000;

/// The maximum, in milliseconds (`ScrapeOptions.timeout.maximum`).
pub const SCRAPE_OPTIONS_TIMEOUT_MAXIMUM: i64 = 300000;

/// The minimum number of characters (`Profile.name.minLength`).
pub const PROFILE_NAME_MIN_LENGTH: usize = 1;

/// The maximum number of characters (`Profile.name.maxLength`).
pub const PROFILE_NAME_MAX_LENGTH: usize = 128;

/// The maximum number of characters (`AuditMetadata.username.maxLength`).
pub const AUDIT_METADATA_USERNAME_MAX_LENGTH: usize = 1024;

/// The minimum (`ScreenshotFormat.quality.minimum`).
pub const SCREENSHOT_FORMAT_QUALITY_MINIMUM: i64 = 1;

/// The maximum (`ScreenshotFormat.quality.maximum`).
pub const SCREENSHOT_FORMAT_QUALITY_MAXIMUM: i64 = 100;

/// The maximum number of characters (`QuestionFormat.question.maxLength`).
pub const QUESTION_FORMAT_QUESTION_MAX_LENGTH: usize = 10000;

/// The maximum number of characters (`HighlightsFormat.query.maxLength`).
pub const HIGHLIGHTS_FORMAT_QUERY_MAX_LENGTH: usize = 10000;

/// The minimum number of items (`PdfPages.pages.minItems`).
pub const PDF_PAGES_PAGES_MIN_ITEMS: usize = 1;

/// The minimum number of items (`Screenshots.screenshots.minItems`).
pub const SCREENSHOTS_SCREENSHOTS_MIN_ITEMS: usize = 1;

/// The minimum number of items (`Pdfs.pdfs.minItems`).
pub const PDFS_PDFS_MIN_ITEMS: usize = 1;

/// The minimum number of items (`ScrapeTarget.urls.minItems`).
pub const SCRAPE_TARGET_URLS_MIN_ITEMS: usize = 1;

/// The minimum number of items (`SearchTarget.queries.minItems`).
pub const SEARCH_TARGET_QUERIES_MIN_ITEMS: usize = 1;

/// The maximum number of items (`SearchTarget.queries.maxItems`).
pub const SEARCH_TARGET_QUERIES_MAX_ITEMS: usize = 12;

/// The minimum number of characters (`SearchTarget.queries.items.minLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MIN_LENGTH: usize = 1;

/// The maximum number of characters (`SearchTarget.queries.items.maxLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MAX_LENGTH: usize = 256;

/// The maximum number of items (`SearchTarget.includeDomains.maxItems`).
pub const SEARCH_TARGET_INCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The maximum number of items (`SearchTarget.excludeDomains.maxItems`).
pub const SEARCH_TARGET_EXCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The minimum (`SearchTarget.maxResults.minimum`).
pub const SEARCH_TARGET_MAX_RESULTS_MINIMUM: i64 = 1;

/// The maximum (`SearchTarget.maxResults.maximum`).
pub const SEARCH_TARGET_MAX_RESULTS_MAXIMUM: i64 = 50;

/// The minimum (`ThreatProtectionOverride.riskScoreThreshold.minimum`).
pub const THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD_MINIMUM: i64 = 0;

/// The maximum (`ThreatProtectionOverride.riskScoreThreshold.maximum`).
pub const THREAT_PROTECTION_OVERRIDE_RISK_SCORE_THRESHOLD_MAXIMUM: i64 = 100;

/// The maximum number of items (`ThreatProtectionOverride.blacklist.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_BLACKLIST_MAX_ITEMS: usize = 1000;

/// The maximum number of items (`ThreatProtectionOverride.whitelist.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_WHITELIST_MAX_ITEMS: usize = 1000;

/// The maximum number of items (`ThreatProtectionOverride.blockedTlds.maxItems`).
pub const THREAT_PROTECTION_OVERRIDE_BLOCKED_TLDS_MAX_ITEMS: usize = 1000;
