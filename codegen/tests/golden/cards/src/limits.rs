//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The largest number of items (`Monitor.ticket.maxItems`).
pub const MONITOR_TICKET_MAX_ITEMS: usize = 3;

/// The least number of items (`StoredPlace.minItems`).
pub const STORED_PLACE_MIN_ITEMS: usize = 2;

/// The largest number of items (`StoredPlace.maxItems`).
pub const STORED_PLACE_MAX_ITEMS: usize = 3;

/// The least number of properties (`CardUpdate.minProperties`).
pub const CARD_UPDATE_MIN_PROPERTIES: usize = 1;

/// The least number of items (`CardUpdate.topics.minItems`).
pub const CARD_UPDATE_TOPICS_MIN_ITEMS: usize = 1;

/// The largest number of items (`CardUpdate.topics.maxItems`).
pub const CARD_UPDATE_TOPICS_MAX_ITEMS: usize = 3;

/// The least number of items (`CardUpdate.seats.minContains`).
pub const CARD_UPDATE_SEATS_MIN_CONTAINS: usize = 2;

/// The largest number of items (`CardUpdate.seats.maxContains`).
pub const CARD_UPDATE_SEATS_MAX_CONTAINS: usize = 3;

/// The least value (`CardUpdate.seats.items.minimum`).
pub const CARD_UPDATE_SEATS_ITEMS_MINIMUM: i64 = 1;

/// The largest number of items (`CardUpdate.keys.maxItems`).
pub const CARD_UPDATE_KEYS_MAX_ITEMS: usize = 5;

/// The largest number of characters (`CardUpdate.keys.items.maxLength`).
pub const CARD_UPDATE_KEYS_ITEMS_MAX_LENGTH: usize = 20;

/// The least value (`CardUpdate.lent.exclusiveMinimum`).
pub const CARD_UPDATE_LENT_EXCLUSIVE_MINIMUM: i64 = 0;

/// The largest value (`CardUpdate.lent.exclusiveMaximum`).
pub const CARD_UPDATE_LENT_EXCLUSIVE_MAXIMUM: i64 = 100;

/// The least value (`CardUpdate.level.exclusiveMinimum`).
pub const CARD_UPDATE_LEVEL_EXCLUSIVE_MINIMUM: i64 = 0;

/// The largest value (`CardUpdate.level.exclusiveMaximum`).
pub const CARD_UPDATE_LEVEL_EXCLUSIVE_MAXIMUM: i64 = 10;

/// The least value (`CardUpdate.fine.exclusiveMinimum`).
pub const CARD_UPDATE_FINE_EXCLUSIVE_MINIMUM: f64 = -0.5f64;

/// The largest value (`CardUpdate.fine.exclusiveMaximum`).
pub const CARD_UPDATE_FINE_EXCLUSIVE_MAXIMUM: f64 = 10f64;

/// The least number of characters (`CardUpdate.code.minLength`).
pub const CARD_UPDATE_CODE_MIN_LENGTH: usize = 5;

/// The largest number of characters (`CardUpdate.code.maxLength`).
pub const CARD_UPDATE_CODE_MAX_LENGTH: usize = 9;

/// The least number of properties (`CardUpdate.shelves.minProperties`).
pub const CARD_UPDATE_SHELVES_MIN_PROPERTIES: usize = 1;

/// The largest number of properties (`CardUpdate.shelves.maxProperties`).
pub const CARD_UPDATE_SHELVES_MAX_PROPERTIES: usize = 3;

/// The least value (`CardUpdate.shelves.additionalProperties.minimum`).
pub const CARD_UPDATE_SHELVES_ADDITIONAL_PROPERTIES_MINIMUM: i64 = 0;

/// The largest number of characters (`CardUpdate.moods.additionalProperties.maxLength`).
pub const CARD_UPDATE_MOODS_ADDITIONAL_PROPERTIES_MAX_LENGTH: usize = 10;

/// The least number of characters (`CardUpdate.slug.minLength`).
pub const CARD_UPDATE_SLUG_MIN_LENGTH: usize = 4;

/// The largest number of characters (`CardUpdate.slug.maxLength`).
pub const CARD_UPDATE_SLUG_MAX_LENGTH: usize = 7;

/// The largest number of characters (`CardUpdate.mail.maxLength`).
pub const CARD_UPDATE_MAIL_MAX_LENGTH: usize = 60;

/// The least number of characters (`CardUpdate.link.minLength`).
pub const CARD_UPDATE_LINK_MIN_LENGTH: usize = 24;

/// The largest number of characters (`CardUpdate.link.maxLength`).
pub const CARD_UPDATE_LINK_MAX_LENGTH: usize = 60;

/// The least number of items (`CardUpdate.ticket.minItems`).
pub const CARD_UPDATE_TICKET_MIN_ITEMS: usize = 1;

/// The largest number of items (`CardUpdate.ticket.maxItems`).
pub const CARD_UPDATE_TICKET_MAX_ITEMS: usize = 3;

/// The least value (`CardUpdate.ticket.prefixItems.1.minimum`).
pub const CARD_UPDATE_TICKET_PREFIX_ITEMS_1_MINIMUM: i64 = 1;

/// The least number of items (`Place.minItems`).
pub const PLACE_MIN_ITEMS: usize = 2;

/// The largest number of items (`Place.maxItems`).
pub const PLACE_MAX_ITEMS: usize = 3;

/// The least value (`Place.prefixItems.0.minimum`).
pub const PLACE_PREFIX_ITEMS_0_MINIMUM: f64 = -180f64;

/// The largest value (`Place.prefixItems.0.maximum`).
pub const PLACE_PREFIX_ITEMS_0_MAXIMUM: f64 = 180f64;

/// The least value (`Place.prefixItems.1.minimum`).
pub const PLACE_PREFIX_ITEMS_1_MINIMUM: f64 = -90f64;

/// The largest value (`Place.prefixItems.1.maximum`).
pub const PLACE_PREFIX_ITEMS_1_MAXIMUM: f64 = 90f64;

/// The least value (`Height.metres.minimum`).
pub const HEIGHT_METRES_MINIMUM: i64 = 0;

/// The largest number of properties (`Address.maxProperties`).
pub const ADDRESS_MAX_PROPERTIES: usize = 3;

/// The largest number of characters (`Address.street.maxLength`).
pub const ADDRESS_STREET_MAX_LENGTH: usize = 40;

/// The largest number of characters (`Address.town.maxLength`).
pub const ADDRESS_TOWN_MAX_LENGTH: usize = 40;

/// The largest number of characters (`Address.country.maxLength`).
pub const ADDRESS_COUNTRY_MAX_LENGTH: usize = 40;

/// The largest number of characters (`Address.floor.maxLength`).
pub const ADDRESS_FLOOR_MAX_LENGTH: usize = 40;
