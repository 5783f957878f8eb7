//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The minimum number of characters of `Book.title` (`Book.title.minLength`).
pub const BOOK_TITLE_MIN_LENGTH: usize = 1;

/// The maximum number of characters of `Book.title` (`Book.title.maxLength`).
pub const BOOK_TITLE_MAX_LENGTH: usize = 40;

/// The minimum of `Book.pages` (`Book.pages.minimum`).
pub const BOOK_PAGES_MINIMUM: i64 = 1;

/// The maximum of `Book.pages` (`Book.pages.maximum`).
pub const BOOK_PAGES_MAXIMUM: i64 = 9000;

/// The minimum of `Book.rating` (`Book.rating.minimum`).
pub const BOOK_RATING_MINIMUM: f64 = 0.5f64;

/// The maximum of `Book.rating` (`Book.rating.maximum`).
pub const BOOK_RATING_MAXIMUM: f64 = 5f64;

/// The minimum number of items of `Book.media` (`Book.media.minItems`).
pub const BOOK_MEDIA_MIN_ITEMS: usize = 1;

/// The maximum number of items of `Book.media` (`Book.media.maxItems`).
pub const BOOK_MEDIA_MAX_ITEMS: usize = 3;

/// The maximum number of characters of `Book.notes.additionalProperties`
/// (`Book.notes.additionalProperties.maxLength`).
pub const BOOK_NOTES_ADDITIONAL_PROPERTIES_MAX_LENGTH: usize = 10;

/// The minimum of `Book.place.room` (`Book.place.room.minimum`).
pub const BOOK_PLACE_ROOM_MINIMUM: i64 = 0;

/// The maximum number of characters of `Isbn` (`Isbn.maxLength`).
pub const ISBN_MAX_LENGTH: usize = 17;

/// The minimum number of properties of `AudioMedium` (`AudioMedium.minProperties`).
pub const AUDIO_MEDIUM_MIN_PROPERTIES: usize = 2;

/// The maximum number of characters of `AudioMedium.reader` (`AudioMedium.reader.maxLength`).
pub const AUDIO_MEDIUM_READER_MAX_LENGTH: usize = 8;

/// The minimum of `AudioMedium.minutes` (`AudioMedium.minutes.minimum`).
pub const AUDIO_MEDIUM_MINUTES_MINIMUM: i64 = 1;

/// The maximum number of properties of `Card` (`Card.maxProperties`).
pub const CARD_MAX_PROPERTIES: usize = 26;

/// The minimum number of items of `Card.topics` (`Card.topics.minItems`).
pub const CARD_TOPICS_MIN_ITEMS: usize = 1;

/// The maximum number of items of `Card.topics` (`Card.topics.maxItems`).
pub const CARD_TOPICS_MAX_ITEMS: usize = 3;

/// The minimum number of matching items of `Card.rows` (`Card.rows.minContains`).
pub const CARD_ROWS_MIN_CONTAINS: usize = 2;

/// The maximum number of matching items of `Card.rows` (`Card.rows.maxContains`).
pub const CARD_ROWS_MAX_CONTAINS: usize = 3;

/// The maximum number of matching items of `Card.codes` (`Card.codes.maxContains`).
pub const CARD_CODES_MAX_CONTAINS: usize = 1;

/// The minimum number of items of `Card.seat` (`Card.seat.minItems`).
pub const CARD_SEAT_MIN_ITEMS: usize = 1;

/// The maximum number of items of `Card.seat` (`Card.seat.maxItems`).
pub const CARD_SEAT_MAX_ITEMS: usize = 4;

/// The minimum of `Card.seat.prefixItems.1` (`Card.seat.prefixItems.1.minimum`).
pub const CARD_SEAT_PREFIX_ITEMS_1_MINIMUM: i64 = 1;

/// The exclusive maximum of `Card.seat.prefixItems.3`
/// (`Card.seat.prefixItems.3.exclusiveMaximum`).
pub const CARD_SEAT_PREFIX_ITEMS_3_EXCLUSIVE_MAXIMUM: f64 = 10f64;

/// The minimum number of items of `Card.pair` (`Card.pair.minItems`).
pub const CARD_PAIR_MIN_ITEMS: usize = 2;

/// The maximum number of items of `Card.pair` (`Card.pair.maxItems`).
pub const CARD_PAIR_MAX_ITEMS: usize = 2;

/// The minimum of `Card.pair.prefixItems.0` (`Card.pair.prefixItems.0.minimum`).
pub const CARD_PAIR_PREFIX_ITEMS_0_MINIMUM: f64 = -180f64;

/// The maximum of `Card.pair.prefixItems.0` (`Card.pair.prefixItems.0.maximum`).
pub const CARD_PAIR_PREFIX_ITEMS_0_MAXIMUM: f64 = 180f64;

/// The exclusive minimum of `Card.lent` (`Card.lent.exclusiveMinimum`).
pub const CARD_LENT_EXCLUSIVE_MINIMUM: i64 = 0;

/// The exclusive maximum of `Card.lent` (`Card.lent.exclusiveMaximum`).
pub const CARD_LENT_EXCLUSIVE_MAXIMUM: i64 = 100;

/// The exclusive minimum of `Card.fine` (`Card.fine.exclusiveMinimum`).
pub const CARD_FINE_EXCLUSIVE_MINIMUM: f64 = -0.5f64;

/// The exclusive maximum of `Card.fine` (`Card.fine.exclusiveMaximum`).
pub const CARD_FINE_EXCLUSIVE_MAXIMUM: f64 = 10f64;

/// The minimum number of properties of `Card.shelves` (`Card.shelves.minProperties`).
pub const CARD_SHELVES_MIN_PROPERTIES: usize = 1;

/// The maximum number of properties of `Card.shelves` (`Card.shelves.maxProperties`).
pub const CARD_SHELVES_MAX_PROPERTIES: usize = 3;

/// The minimum number of properties of `LoanChange` (`LoanChange.minProperties`).
pub const LOAN_CHANGE_MIN_PROPERTIES: usize = 1;

/// The minimum of `LoanChange.renewals` (`LoanChange.renewals.minimum`).
pub const LOAN_CHANGE_RENEWALS_MINIMUM: i64 = 0;

/// The maximum of `LoanChange.renewals` (`LoanChange.renewals.maximum`).
pub const LOAN_CHANGE_RENEWALS_MAXIMUM: i64 = 3;

/// The minimum of `Term.days` (`Term.days.minimum`).
pub const TERM_DAYS_MINIMUM: i64 = 1;

/// The maximum of `Term.days` (`Term.days.maximum`).
pub const TERM_DAYS_MAXIMUM: i64 = 28;

/// The minimum time between two runs of `Term.rounds` (`Term.rounds.minimumInterval`).
pub const TERM_ROUNDS_MINIMUM_INTERVAL: std::time::Duration = std::time::Duration::from_secs(
    86400u64,
);

/// The minimum number of items of `Order.parts` (`Order.parts.minItems`).
pub const ORDER_PARTS_MIN_ITEMS: usize = 1;

/// The maximum number of items of `Order.parts` (`Order.parts.maxItems`).
pub const ORDER_PARTS_MAX_ITEMS: usize = 3;

/// The minimum of `Order.price` (`Order.price.minimum`).
pub const ORDER_PRICE_MINIMUM: f64 = -1.5f64;

/// The maximum of `Order.price` (`Order.price.maximum`).
pub const ORDER_PRICE_MAXIMUM: f64 = 99.5f64;

/// The minimum of `Order.margins.items` (`Order.margins.items.minimum`).
pub const ORDER_MARGINS_ITEMS_MINIMUM: f64 = 0.5f64;

/// The minimum of `Order.pickup.integer` (`Order.pickup.integer.minimum`).
pub const ORDER_PICKUP_INTEGER_MINIMUM: i64 = 8;

/// The maximum of `Order.pickup.integer` (`Order.pickup.integer.maximum`).
pub const ORDER_PICKUP_INTEGER_MAXIMUM: i64 = 18;

/// The maximum number of items of `Order.pickup.array` (`Order.pickup.array.maxItems`).
pub const ORDER_PICKUP_ARRAY_MAX_ITEMS: usize = 2;

/// The minimum number of characters of `Order.pickup.object.day`
/// (`Order.pickup.object.day.minLength`).
pub const ORDER_PICKUP_OBJECT_DAY_MIN_LENGTH: usize = 1;

/// The minimum of `Order.paper.number` (`Order.paper.number.minimum`).
pub const ORDER_PAPER_NUMBER_MINIMUM: f64 = 60.5f64;

/// The maximum of `Order.paper.object.additionalProperties`
/// (`Order.paper.object.additionalProperties.maximum`).
pub const ORDER_PAPER_OBJECT_ADDITIONAL_PROPERTIES_MAXIMUM: f64 = 1f64;

/// The minimum of `Pages.first` (`Pages.first.minimum`).
pub const PAGES_FIRST_MINIMUM: i64 = 1;

/// The minimum of `operations.readBook.parameters.number`
/// (`operations.readBook.parameters.number.minimum`).
pub const OPERATIONS_READ_BOOK_PARAMETERS_NUMBER_MINIMUM: i64 = 1;

/// Books lent to one card at a time (`limits.open-loans`).
pub const LIMITS_OPEN_LOANS: u64 = 5u64;
