//! The type [`Card`], from the page `types/card.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A reader's card: each keyword that no other type of the library has.
///
/// At most 26 properties (`Card.maxProperties`). `street` needs `town`, `country`; `town` needs
/// `country` (`Card.dependentRequired`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(
    max_properties = 26,
    dependent("street", "town", "country"),
    dependent("town", "country")
)]
#[non_exhaustive]
pub struct Card {
    /// What it opens. Always "reader" (`Card.kind.const`).
    #[model(constant = "reader")]
    pub kind: Option<String>,
    /// The form that was filled in. Always 2 (`Card.version.const`).
    #[model(constant = 2)]
    pub version: Option<i64>,
    /// What fines are multiplied by. Always 1.5 (`Card.factor.const`).
    #[model(constant = 1.5)]
    pub factor: Option<f64>,
    /// What the reader likes. At least one item (`Card.topics.minItems`). At most 3 items
    /// (`Card.topics.maxItems`). No two equal items (`Card.topics.uniqueItems`).
    #[model(min_items = 1, max_items = 3, unique_items)]
    pub topics: Option<Vec<CardTopicsItem>>,
    /// Hours since the first visit. No two equal items (`Card.visits.uniqueItems`).
    #[model(unique_items)]
    pub visits: Option<Vec<f64>>,
    /// Whom the reader brings along. No two equal items (`Card.guests.uniqueItems`).
    #[model(unique_items)]
    pub guests: Option<Vec<CardGuestsItem>>,
    /// Whatever is written on it. No two equal items (`Card.marks.uniqueItems`).
    #[model(unique_items)]
    pub marks: Option<Vec<serde_json::Value>>,
    /// Where the reader sits. Some item is: integer, at least 10, a multiple of 5
    /// (`Card.rows.contains`). At least 2 items of `contains` (`Card.rows.minContains`). At most 3
    /// items of `contains` (`Card.rows.maxContains`).
    #[model(
        contains(integer(minimum = 10, multiple_of = 5)),
        min_contains = 2,
        max_contains = 3
    )]
    pub rows: Option<Vec<i64>>,
    /// What the reader said. Some item is: one of `yes`, `no` (`Card.words.contains`).
    #[model(contains("yes", "no"))]
    pub words: Option<Vec<serde_json::Value>>,
    /// The keys of the reader. No two equal items (`Card.codes.uniqueItems`). Some item is: string,
    /// matches `^K[0-9]+$` (`Card.codes.contains`). At most one item of `contains`
    /// (`Card.codes.maxContains`).
    #[model(unique_items, contains(string(pattern = "^K[0-9]+$")), max_contains = 1)]
    pub codes: Option<Vec<String>>,
    /// Room and chair, what lies on it, and how far it is. At least one item
    /// (`Card.seat.minItems`). At most 4 items (`Card.seat.maxItems`).
    pub seat: Option<CardSeat>,
    /// A place on a shelf. At least 2 items (`Card.pair.minItems`). At most 2 items
    /// (`Card.pair.maxItems`).
    pub pair: Option<CardPair>,
    /// How many books at once. More than 0 (`Card.lent.exclusiveMinimum`). Less than 100
    /// (`Card.lent.exclusiveMaximum`). A multiple of 5 (`Card.lent.multipleOf`).
    #[model(exclusive_minimum = 0, exclusive_maximum = 100, multiple_of = 5)]
    pub lent: Option<i64>,
    /// What is owed. More than -0.5 (`Card.fine.exclusiveMinimum`). Less than 10
    /// (`Card.fine.exclusiveMaximum`). A multiple of 0.1 (`Card.fine.multipleOf`).
    #[model(exclusive_minimum = -0.5, exclusive_maximum = 10.0, multiple_of = 0.1)]
    pub fine: Option<f64>,
    /// Of the reader, in centimetres. A multiple of 2.5 (`Card.height.multipleOf`).
    #[model(multiple_of = 2.5)]
    pub height: runtime::Patch<f64>,
    /// Books on the reader's shelves. At least one property (`Card.shelves.minProperties`). At most 3
    /// properties (`Card.shelves.maxProperties`). Each name is: string, at most 4 characters,
    /// matches `^[a-z]+$` (`Card.shelves.propertyNames`).
    #[model(
        min_properties = 1,
        max_properties = 3,
        property_names(string(max_length = 4, pattern = "^[a-z]+$"))
    )]
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels. Each name is: one of `spring`, `autumn` (`Card.moods.propertyNames`).
    #[model(property_names("spring", "autumn"))]
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// Where the reader lives.
    pub street: Option<String>,
    /// Where the street is.
    pub town: Option<String>,
    /// Where the town is.
    pub country: Option<String>,
    /// The day of birth. A date by RFC 3339 (`Card.born.format`).
    #[model(format = "date")]
    pub born: Option<String>,
    /// When the reader comes. A time by RFC 3339 (`Card.comes.format`).
    #[model(format = "time")]
    pub comes: Option<String>,
    /// How long the reader stays. A duration by RFC 3339 (`Card.stays.format`).
    #[model(format = "duration")]
    pub stays: Option<String>,
    /// Where the reader writes. A hostname (`Card.host.format`).
    #[model(format = "hostname")]
    pub host: Option<String>,
    /// Where the reader calls from. An IPv4 address (`Card.from4.format`).
    #[model(format = "ipv4")]
    pub from4: Option<String>,
    /// Where the reader calls from. An IPv6 address (`Card.from6.format`).
    #[model(format = "ipv6")]
    pub from6: Option<String>,
    /// What is read first. A JSON Pointer (`Card.field.format`).
    #[model(format = "json-pointer")]
    pub field: Option<String>,
    /// Its colour; newer libraries have others.
    pub colour: Option<CardColour>,
    /// What the reader looks for. An ECMAScript regular expression (`Card.search.format`).
    #[model(format = "regex")]
    pub search: Option<String>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `Card.topics`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Card.topics.items", schema = "/properties/topics/items")]
#[non_exhaustive]
pub enum CardTopicsItem {
    /// `art`.
    #[model("art")]
    Art,
    /// `law`.
    #[model("law")]
    Law,
    /// `war`.
    #[model("war")]
    War,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The object `Card.guests.items`.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model("Card.guests.items", schema = "/properties/guests/items")]
#[non_exhaustive]
pub struct CardGuestsItem {
    /// The property `name`.
    pub name: Option<String>,
    /// The property `age`.
    pub age: Option<i64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Room and chair, what lies on it, and how far it is.
///
/// At least one item (`Card.seat.minItems`). At most 4 items (`Card.seat.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Card.seat", schema = "/properties/seat", tuple, min_items = 1)]
pub struct CardSeat(
    /// The item at index 0.
    ///
    /// Matches `^[A-Z]{2}$` (`Card.seat.prefixItems.0.pattern`).
    #[model(pattern = "^[A-Z]{2}$")]
    pub String,
    /// The item at index 1.
    ///
    /// At least 1 (`Card.seat.prefixItems.1.minimum`).
    #[model(minimum = 1)]
    pub Option<Option<i64>>,
    /// The item at index 2.
    pub Option<serde_json::Value>,
    /// The item at index 3.
    ///
    /// Less than 10 (`Card.seat.prefixItems.3.exclusiveMaximum`).
    #[model(exclusive_maximum = 10.0)]
    pub Option<f64>,
);

/// A place on a shelf.
///
/// At least 2 items (`Card.pair.minItems`). At most 2 items (`Card.pair.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Card.pair", schema = "/properties/pair", tuple, min_items = 2)]
pub struct CardPair(
    /// The item at index 0.
    ///
    /// At least -180 (`Card.pair.prefixItems.0.minimum`). At most 180
    /// (`Card.pair.prefixItems.0.maximum`).
    #[model(minimum = -180.0, maximum = 180.0)]
    pub f64,
    /// The item at index 1.
    pub CardPairItem1,
);

/// A string that the contract lists for `Card.pair.prefixItems.1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Card.pair.prefixItems.1", schema = "/properties/pair/prefixItems/1")]
#[non_exhaustive]
pub enum CardPairItem1 {
    /// `art`.
    #[model("art")]
    Art,
    /// `law`.
    #[model("law")]
    Law,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Its colour; newer libraries have others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Card.colour", open, schema = "/properties/colour")]
#[non_exhaustive]
pub enum CardColour {
    /// `green`.
    #[model("green")]
    Green,
    /// `red`.
    #[model("red")]
    Red,
    /// A string that the contract does not list, which is valid, too.
    Other(String),
}
