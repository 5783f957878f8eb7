//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

/// The least number of properties (`MonitorUpdate.minProperties`).
pub const MONITOR_UPDATE_MIN_PROPERTIES: usize = 1;

/// The largest number of characters (`MonitorUpdate.name.maxLength`).
pub const MONITOR_UPDATE_NAME_MAX_LENGTH: usize = 256;

/// The largest number of characters (`MonitorUpdate.goal.maxLength`).
pub const MONITOR_UPDATE_GOAL_MAX_LENGTH: usize = 2000;

/// The least number of items (`MonitorUpdate.targets.minItems`).
pub const MONITOR_UPDATE_TARGETS_MIN_ITEMS: usize = 1;

/// The largest number of items (`MonitorUpdate.targets.maxItems`).
pub const MONITOR_UPDATE_TARGETS_MAX_ITEMS: usize = 50;

/// The least value (`MonitorUpdate.retentionDays.minimum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MINIMUM: i64 = 1i64;

/// The largest value (`MonitorUpdate.retentionDays.maximum`).
pub const MONITOR_UPDATE_RETENTION_DAYS_MAXIMUM: i64 = 365i64;

/// The largest number of items (`EmailNotification.recipients.maxItems`).
pub const EMAIL_NOTIFICATION_RECIPIENTS_MAX_ITEMS: usize = 25;

/// The least time between two runs (`MonitorSchedule.cron.minimumInterval`).
pub const MONITOR_SCHEDULE_CRON_MINIMUM_INTERVAL: std::time::Duration = std::time::Duration::from_secs(
    300u64,
);

/// The least number of items (`ScrapeTarget.urls.minItems`).
pub const SCRAPE_TARGET_URLS_MIN_ITEMS: usize = 1;

/// The least number of items (`SearchTarget.queries.minItems`).
pub const SEARCH_TARGET_QUERIES_MIN_ITEMS: usize = 1;

/// The largest number of items (`SearchTarget.queries.maxItems`).
pub const SEARCH_TARGET_QUERIES_MAX_ITEMS: usize = 12;

/// The least number of characters (`SearchTarget.queries.items.minLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MIN_LENGTH: usize = 1;

/// The largest number of characters (`SearchTarget.queries.items.maxLength`).
pub const SEARCH_TARGET_QUERIES_ITEMS_MAX_LENGTH: usize = 256;

/// The largest number of items (`SearchTarget.includeDomains.maxItems`).
pub const SEARCH_TARGET_INCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The largest number of items (`SearchTarget.excludeDomains.maxItems`).
pub const SEARCH_TARGET_EXCLUDE_DOMAINS_MAX_ITEMS: usize = 50;

/// The least value (`SearchTarget.maxResults.minimum`).
pub const SEARCH_TARGET_MAX_RESULTS_MINIMUM: i64 = 1i64;

/// The largest value (`SearchTarget.maxResults.maximum`).
pub const SEARCH_TARGET_MAX_RESULTS_MAXIMUM: i64 = 50i64;
