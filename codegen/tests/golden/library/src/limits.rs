//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The least number of characters (`Book.title.minLength`).
pub const BOOK_TITLE_MIN_LENGTH: usize = 1;

/// The largest number of characters (`Book.title.maxLength`).
pub const BOOK_TITLE_MAX_LENGTH: usize = 40;

/// The least value (`Book.pages.minimum`).
pub const BOOK_PAGES_MINIMUM: i64 = 1;

/// The largest value (`Book.pages.maximum`).
pub const BOOK_PAGES_MAXIMUM: i64 = 9000;

/// The least value (`Book.rating.minimum`).
pub const BOOK_RATING_MINIMUM: f64 = 0.5f64;

/// The largest value (`Book.rating.maximum`).
pub const BOOK_RATING_MAXIMUM: f64 = 5f64;

/// The least number of items (`Book.media.minItems`).
pub const BOOK_MEDIA_MIN_ITEMS: usize = 1;

/// The largest number of items (`Book.media.maxItems`).
pub const BOOK_MEDIA_MAX_ITEMS: usize = 3;

/// The largest number of characters (`Book.notes.additionalProperties.maxLength`).
pub const BOOK_NOTES_ADDITIONAL_PROPERTIES_MAX_LENGTH: usize = 10;

/// The least value (`Book.place.room.minimum`).
pub const BOOK_PLACE_ROOM_MINIMUM: i64 = 0;

/// The largest number of characters (`Isbn.maxLength`).
pub const ISBN_MAX_LENGTH: usize = 17;

/// The least number of properties (`AudioMedium.minProperties`).
pub const AUDIO_MEDIUM_MIN_PROPERTIES: usize = 2;

/// The largest number of characters (`AudioMedium.reader.maxLength`).
pub const AUDIO_MEDIUM_READER_MAX_LENGTH: usize = 8;

/// The least value (`AudioMedium.minutes.minimum`).
pub const AUDIO_MEDIUM_MINUTES_MINIMUM: i64 = 1;

/// The largest number of properties (`Card.maxProperties`).
pub const CARD_MAX_PROPERTIES: usize = 26;

/// The least number of items (`Card.topics.minItems`).
pub const CARD_TOPICS_MIN_ITEMS: usize = 1;

/// The largest number of items (`Card.topics.maxItems`).
pub const CARD_TOPICS_MAX_ITEMS: usize = 3;

/// The least number of items (`Card.rows.minContains`).
pub const CARD_ROWS_MIN_CONTAINS: usize = 2;

/// The largest number of items (`Card.rows.maxContains`).
pub const CARD_ROWS_MAX_CONTAINS: usize = 3;

/// The largest number of items (`Card.codes.maxContains`).
pub const CARD_CODES_MAX_CONTAINS: usize = 1;

/// The least number of items (`Card.seat.minItems`).
pub const CARD_SEAT_MIN_ITEMS: usize = 1;

/// The largest number of items (`Card.seat.maxItems`).
pub const CARD_SEAT_MAX_ITEMS: usize = 4;

/// The least value (`Card.seat.prefixItems.1.minimum`).
pub const CARD_SEAT_PREFIX_ITEMS_1_MINIMUM: i64 = 1;

/// The largest value (`Card.seat.prefixItems.3.exclusiveMaximum`).
pub const CARD_SEAT_PREFIX_ITEMS_3_EXCLUSIVE_MAXIMUM: f64 = 10f64;

/// The least number of items (`Card.pair.minItems`).
pub const CARD_PAIR_MIN_ITEMS: usize = 2;

/// The largest number of items (`Card.pair.maxItems`).
pub const CARD_PAIR_MAX_ITEMS: usize = 2;

/// The least value (`Card.pair.prefixItems.0.minimum`).
pub const CARD_PAIR_PREFIX_ITEMS_0_MINIMUM: f64 = -180f64;

/// The largest value (`Card.pair.prefixItems.0.maximum`).
pub const CARD_PAIR_PREFIX_ITEMS_0_MAXIMUM: f64 = 180f64;

/// The least value (`Card.lent.exclusiveMinimum`).
pub const CARD_LENT_EXCLUSIVE_MINIMUM: i64 = 0;

/// The largest value (`Card.lent.exclusiveMaximum`).
pub const CARD_LENT_EXCLUSIVE_MAXIMUM: i64 = 100;

/// The least value (`Card.fine.exclusiveMinimum`).
pub const CARD_FINE_EXCLUSIVE_MINIMUM: f64 = -0.5f64;

/// The largest value (`Card.fine.exclusiveMaximum`).
pub const CARD_FINE_EXCLUSIVE_MAXIMUM: f64 = 10f64;

/// The least number of properties (`Card.shelves.minProperties`).
pub const CARD_SHELVES_MIN_PROPERTIES: usize = 1;

/// The largest number of properties (`Card.shelves.maxProperties`).
pub const CARD_SHELVES_MAX_PROPERTIES: usize = 3;

/// The least number of properties (`LoanChange.minProperties`).
pub const LOAN_CHANGE_MIN_PROPERTIES: usize = 1;

/// The least value (`LoanChange.renewals.minimum`).
pub const LOAN_CHANGE_RENEWALS_MINIMUM: i64 = 0;

/// The largest value (`LoanChange.renewals.maximum`).
pub const LOAN_CHANGE_RENEWALS_MAXIMUM: i64 = 3;

/// The least value (`Term.days.minimum`).
pub const TERM_DAYS_MINIMUM: i64 = 1;

/// The largest value (`Term.days.maximum`).
pub const TERM_DAYS_MAXIMUM: i64 = 28;

/// The least time between two runs (`Term.rounds.minimumInterval`).
pub const TERM_ROUNDS_MINIMUM_INTERVAL: std::time::Duration = std::time::Duration::from_secs(
    86400u64,
);

/// The least number of items (`Order.parts.minItems`).
pub const ORDER_PARTS_MIN_ITEMS: usize = 1;

/// The largest number of items (`Order.parts.maxItems`).
pub const ORDER_PARTS_MAX_ITEMS: usize = 3;

/// The least value (`Order.price.minimum`).
pub const ORDER_PRICE_MINIMUM: f64 = -1.5f64;

/// The largest value (`Order.price.maximum`).
pub const ORDER_PRICE_MAXIMUM: f64 = 99.5f64;

/// The least value (`Order.margins.items.minimum`).
pub const ORDER_MARGINS_ITEMS_MINIMUM: f64 = 0.5f64;

/// The least value (`Order.pickup.integer.minimum`).
pub const ORDER_PICKUP_INTEGER_MINIMUM: i64 = 8;

/// The largest value (`Order.pickup.integer.maximum`).
pub const ORDER_PICKUP_INTEGER_MAXIMUM: i64 = 18;

/// The largest number of items (`Order.pickup.array.maxItems`).
pub const ORDER_PICKUP_ARRAY_MAX_ITEMS: usize = 2;

/// The least number of characters (`Order.pickup.object.day.minLength`).
pub const ORDER_PICKUP_OBJECT_DAY_MIN_LENGTH: usize = 1;

/// The least value (`Order.paper.number.minimum`).
pub const ORDER_PAPER_NUMBER_MINIMUM: f64 = 60.5f64;

/// The largest value (`Order.paper.object.additionalProperties.maximum`).
pub const ORDER_PAPER_OBJECT_ADDITIONAL_PROPERTIES_MAXIMUM: f64 = 1f64;

/// The least value (`Pages.first.minimum`).
pub const PAGES_FIRST_MINIMUM: i64 = 1;

/// The least value (`operations.readBook.parameters.number.minimum`).
pub const OPERATIONS_READ_BOOK_PARAMETERS_NUMBER_MINIMUM: i64 = 1;

/// Books lent to one card at a time (`limits.open-loans`).
pub const LIMITS_OPEN_LOANS: u64 = 5u64;
