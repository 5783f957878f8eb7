//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The least value (`Locker.doors.minimum`).
pub const LOCKER_DOORS_MINIMUM: i64 = 1;

/// The largest number of items (`Lockers.maxItems`).
pub const LOCKERS_MAX_ITEMS: usize = 5;

/// The least value (`LockerQuery.page.minimum`).
pub const LOCKER_QUERY_PAGE_MINIMUM: i64 = 1;

/// The least value (`LockerQuery.size.minimum`).
pub const LOCKER_QUERY_SIZE_MINIMUM: i64 = 1;

/// The least value (`LockerSearch.offset.minimum`).
pub const LOCKER_SEARCH_OFFSET_MINIMUM: i64 = 0;

/// The least value (`Parcel.value.minimum`).
pub const PARCEL_VALUE_MINIMUM: i64 = 0;

/// The least number of characters (`Label.minLength`).
pub const LABEL_MIN_LENGTH: usize = 1;

/// The largest number of characters (`Label.maxLength`).
pub const LABEL_MAX_LENGTH: usize = 20;

/// The least value (`ParcelDraft.value.minimum`).
pub const PARCEL_DRAFT_VALUE_MINIMUM: i64 = 0;

/// The least number of properties (`ParcelChange.minProperties`).
pub const PARCEL_CHANGE_MIN_PROPERTIES: usize = 1;

/// The least value (`ParcelChange.value.minimum`).
pub const PARCEL_CHANGE_VALUE_MINIMUM: i64 = 0;

/// The least number of items (`ParcelChanges.minItems`).
pub const PARCEL_CHANGES_MIN_ITEMS: usize = 1;

/// The largest number of items (`ParcelChanges.maxItems`).
pub const PARCEL_CHANGES_MAX_ITEMS: usize = 3;

/// The least value (`ParcelChangeOfOne.value.minimum`).
pub const PARCEL_CHANGE_OF_ONE_VALUE_MINIMUM: i64 = 0;

/// The least number of characters (`CreateHeaders.Idempotency-Key.minLength`).
pub const CREATE_HEADERS_IDEMPOTENCY_KEY_MIN_LENGTH: usize = 1;

/// The largest number of characters (`CreateHeaders.Idempotency-Key.maxLength`).
pub const CREATE_HEADERS_IDEMPOTENCY_KEY_MAX_LENGTH: usize = 8;

/// The least value (`CreateHeaders.X-Priority.minimum`).
pub const CREATE_HEADERS_X_PRIORITY_MINIMUM: i64 = 1;

/// The largest value (`CreateHeaders.X-Priority.maximum`).
pub const CREATE_HEADERS_X_PRIORITY_MAXIMUM: i64 = 9;

/// The least number of characters (`CreatedHeaders.Location.minLength`).
pub const CREATED_HEADERS_LOCATION_MIN_LENGTH: usize = 1;

/// The least value (`GoneHeaders.X-Left.minimum`).
pub const GONE_HEADERS_X_LEFT_MINIMUM: i64 = 0;

/// The least number of items (`ListHeaders.X-Desk.minItems`).
pub const LIST_HEADERS_X_DESK_MIN_ITEMS: usize = 1;

/// The least value (`ParcelQuery.limit.minimum`).
pub const PARCEL_QUERY_LIMIT_MINIMUM: i64 = 1;

/// The largest value (`ParcelQuery.limit.maximum`).
pub const PARCEL_QUERY_LIMIT_MAXIMUM: i64 = 100;

/// The largest number of items (`ParcelQuery.tags.maxItems`).
pub const PARCEL_QUERY_TAGS_MAX_ITEMS: usize = 2;

/// The largest number of characters (`ParcelQuery.tags.items.maxLength`).
pub const PARCEL_QUERY_TAGS_ITEMS_MAX_LENGTH: usize = 5;
