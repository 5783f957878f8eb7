//! [`CardResponse`], [`Monitor`], [`StoredPlace`], [`StoredHeight`], [`StoredForm`],
//! [`StoredAddress`], [`StoredVisit`], [`CardUpdate`], [`Place`], [`Height`], [`Form`],
//! [`Address`], [`Visit`]: the types of the page `types/card.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// A card, in the envelope of a success.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct CardResponse {
    /// Always true (`CardResponse.success.const`).
    #[model(constant = true)]
    pub success: bool,
    /// A reader's card.
    pub card: Monitor,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A reader's card.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Monitor {
    /// Identifies the card.
    ///
    /// A UUID (`Monitor.id.format`).
    #[model(format = "uuid")]
    pub id: String,
    /// What was filled in, as it is stored.
    pub form: Option<StoredForm>,
    /// What the reader likes.
    pub topics: Option<Vec<String>>,
    /// Where the reader sits.
    pub seats: Option<Vec<i64>>,
    /// The keys of the reader.
    pub keys: Option<Vec<String>>,
    /// How many books at once.
    pub lent: Option<i64>,
    /// How far the reader is.
    pub level: Option<i64>,
    /// What is owed.
    pub fine: Option<f64>,
    /// What is printed on it.
    pub code: Option<String>,
    /// Books on the reader's shelves.
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels.
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// The end of the address of the card.
    pub slug: Option<String>,
    /// Where the card is sent.
    pub mail: Option<String>,
    /// Where the card is shown.
    pub link: Option<String>,
    /// Where the reader lives, as it is stored.
    pub address: Option<StoredAddress>,
    /// How the reader comes, as it is stored.
    pub visit: Option<StoredVisit>,
    /// Where the reader was seen, as it is stored.
    pub place: Option<StoredPlace>,
    /// What the reader draws.
    ///
    /// At most 3 items (`Monitor.ticket.maxItems`).
    pub ticket: Option<MonitorTicket>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What the reader draws.
///
/// At most 3 items (`Monitor.ticket.maxItems`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model("Monitor.ticket", schema = "/properties/ticket", tuple)]
pub struct MonitorTicket(
    /// The series.
    pub Option<String>,
    /// The number in the series.
    pub Option<i64>,
    /// The colour.
    pub Option<String>,
);

/// Where the reader was seen, as it is stored.
///
/// At least 2 items (`StoredPlace.minItems`). At most 3 items (`StoredPlace.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tuple, least = 2)]
pub struct StoredPlace(
    /// The longitude.
    pub f64,
    /// The latitude.
    pub f64,
    /// How high up the reader was seen, as it is stored.
    pub Option<StoredHeight>,
);

/// How high up the reader was seen, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct StoredHeight {
    /// Above the sea.
    pub metres: Option<i64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What was filled in, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct StoredForm {
    /// What the card opens.
    pub kind: Option<String>,
    /// The form that was filled in.
    pub version: Option<i64>,
    /// What fines are multiplied by.
    pub factor: Option<f64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Where the reader lives, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct StoredAddress {
    /// The street.
    pub street: Option<String>,
    /// Where the street is.
    pub town: Option<String>,
    /// Where the town is.
    pub country: Option<String>,
    /// How far up.
    pub floor: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How the reader comes, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct StoredVisit {
    /// The day of birth.
    pub born: Option<String>,
    /// When the reader comes.
    pub comes: Option<String>,
    /// How long the reader stays.
    pub stays: Option<String>,
    /// Where the reader writes.
    pub host: Option<String>,
    /// Where the reader calls from.
    pub from4: Option<String>,
    /// Where the reader calls from.
    pub from6: Option<String>,
    /// What is read first.
    pub field: Option<String>,
    /// What the reader looks for.
    pub search: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A partial update of a card.
///
/// At least one property (`CardUpdate.minProperties`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(min_properties = 1)]
pub struct CardUpdate {
    /// What was filled in.
    pub form: Option<Form>,
    /// What the reader likes.
    ///
    /// At least one item (`CardUpdate.topics.minItems`). At most 3 items
    /// (`CardUpdate.topics.maxItems`). No two equal items (`CardUpdate.topics.uniqueItems`).
    #[model(min_items = 1, max_items = 3, unique_items)]
    pub topics: Option<Vec<CardUpdateTopicsItem>>,
    /// Where the reader sits.
    ///
    /// Some item is: integer, at least 10 (`CardUpdate.seats.contains`). At least 2 items of
    /// `contains` (`CardUpdate.seats.minContains`). At most 3 items of `contains`
    /// (`CardUpdate.seats.maxContains`). Each item: At least 1 (`CardUpdate.seats.items.minimum`).
    #[model(
        contains(integer(minimum = 10)),
        min_contains = 2,
        max_contains = 3,
        items(minimum = 1)
    )]
    pub seats: Option<Vec<i64>>,
    /// The keys of the reader.
    ///
    /// At most 5 items (`CardUpdate.keys.maxItems`). No two equal items
    /// (`CardUpdate.keys.uniqueItems`). Some item is: string, matches `^K[0-9]+$`
    /// (`CardUpdate.keys.contains`). Each item: At most 20 characters
    /// (`CardUpdate.keys.items.maxLength`).
    #[model(
        max_items = 5,
        unique_items,
        contains(string(pattern = "^K[0-9]+$")),
        items(max_length = 20)
    )]
    pub keys: Option<Vec<String>>,
    /// How many books at once.
    ///
    /// More than 0 (`CardUpdate.lent.exclusiveMinimum`). Less than 100
    /// (`CardUpdate.lent.exclusiveMaximum`). A multiple of 5 (`CardUpdate.lent.multipleOf`).
    #[model(exclusive_minimum = 0, exclusive_maximum = 100, multiple_of = 5)]
    pub lent: Option<i64>,
    /// How far the reader is.
    ///
    /// More than 0 (`CardUpdate.level.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.level.exclusiveMaximum`).
    #[model(exclusive_minimum = 0, exclusive_maximum = 10)]
    pub level: Option<i64>,
    /// What is owed.
    ///
    /// More than -0.5 (`CardUpdate.fine.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.fine.exclusiveMaximum`). A multiple of 0.1 (`CardUpdate.fine.multipleOf`).
    #[model(exclusive_minimum = -0.5, exclusive_maximum = 10.0, multiple_of = 0.1)]
    pub fine: Option<f64>,
    /// What is printed on it.
    ///
    /// At least 5 characters (`CardUpdate.code.minLength`). At most 9 characters
    /// (`CardUpdate.code.maxLength`). Matches `^[A-Z]+-[0-9]+$` (`CardUpdate.code.pattern`).
    #[model(min_length = 5, max_length = 9, pattern = "^[A-Z]+-[0-9]+$")]
    pub code: Option<String>,
    /// Books on the reader's shelves.
    ///
    /// At least one property (`CardUpdate.shelves.minProperties`). At most 3 properties
    /// (`CardUpdate.shelves.maxProperties`). Each name is: string, at most 4 characters, matches
    /// `^[a-z]+$` (`CardUpdate.shelves.propertyNames`). Each value: At least 0
    /// (`CardUpdate.shelves.additionalProperties.minimum`).
    #[model(
        min_properties = 1,
        max_properties = 3,
        property_names(string(max_length = 4, pattern = "^[a-z]+$")),
        values(minimum = 0)
    )]
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels.
    ///
    /// Each name is: one of `spring`, `autumn` (`CardUpdate.moods.propertyNames`). Each value: At
    /// most 10 characters (`CardUpdate.moods.additionalProperties.maxLength`).
    #[model(property_names("spring", "autumn"), values(max_length = 10))]
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// The end of the address of the card.
    ///
    /// At least 4 characters (`CardUpdate.slug.minLength`). At most 7 characters
    /// (`CardUpdate.slug.maxLength`). Matches `^(ab|cde)+$` (`CardUpdate.slug.pattern`).
    #[model(min_length = 4, max_length = 7, pattern = "^(ab|cde)+$")]
    pub slug: Option<String>,
    /// Where the card is sent.
    ///
    /// At most 60 characters (`CardUpdate.mail.maxLength`). An e-mail address
    /// (`CardUpdate.mail.format`).
    #[model(max_length = 60, format = "email")]
    pub mail: Option<String>,
    /// Where the card is shown.
    ///
    /// At least 24 characters (`CardUpdate.link.minLength`). At most 60 characters
    /// (`CardUpdate.link.maxLength`). A URI with a scheme (`CardUpdate.link.format`).
    #[model(min_length = 24, max_length = 60, format = "uri")]
    pub link: Option<String>,
    /// Where the reader lives.
    pub address: Option<Address>,
    /// How the reader comes.
    pub visit: Option<Visit>,
    /// Where the reader was seen.
    pub place: Option<Place>,
    /// What the reader draws.
    ///
    /// At least one item (`CardUpdate.ticket.minItems`). At most 3 items
    /// (`CardUpdate.ticket.maxItems`).
    pub ticket: Option<CardUpdateTicket>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `CardUpdate.topics`.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("CardUpdate.topics.items", schema = "/properties/topics/items")]
pub enum CardUpdateTopicsItem {
    /// `art`
    #[model("art")]
    Art,
    /// `law`
    #[model("law")]
    Law,
    /// `war`
    #[model("war")]
    War,
    /// `sea`
    #[model("sea")]
    Sea,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// What the reader draws.
///
/// At least one item (`CardUpdate.ticket.minItems`). At most 3 items
/// (`CardUpdate.ticket.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("CardUpdate.ticket", schema = "/properties/ticket", tuple, least = 1)]
pub struct CardUpdateTicket(
    /// The series.
    ///
    /// Matches `^[A-Z]{2}$` (`CardUpdate.ticket.prefixItems.0.pattern`).
    #[model(pattern = "^[A-Z]{2}$")]
    pub String,
    /// The number in the series.
    ///
    /// At least 1 (`CardUpdate.ticket.prefixItems.1.minimum`).
    #[model(minimum = 1)]
    pub Option<i64>,
    /// The colour.
    pub Option<CardUpdateTicketItem2>,
);

/// The colour.
#[derive(Debug, Clone, PartialEq, Eq, runtime::Model)]
#[model("CardUpdate.ticket.prefixItems.2", schema = "/properties/ticket/prefixItems/2")]
pub enum CardUpdateTicketItem2 {
    /// `blue`
    #[model("blue")]
    Blue,
    /// `red`
    #[model("red")]
    Red,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Where the reader was seen.
///
/// At least 2 items (`Place.minItems`). At most 3 items (`Place.maxItems`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tuple, least = 2)]
pub struct Place(
    /// The longitude.
    ///
    /// At least -180 (`Place.prefixItems.0.minimum`). At most 180 (`Place.prefixItems.0.maximum`).
    #[model(minimum = -180.0, maximum = 180.0)]
    pub f64,
    /// The latitude.
    ///
    /// At least -90 (`Place.prefixItems.1.minimum`). At most 90 (`Place.prefixItems.1.maximum`).
    #[model(minimum = -90.0, maximum = 90.0)]
    pub f64,
    /// How high up the reader was seen.
    pub Option<Height>,
);

/// How high up the reader was seen.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
pub struct Height {
    /// Above the sea.
    ///
    /// At least 0 (`Height.metres.minimum`).
    #[model(minimum = 0)]
    pub metres: i64,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What was filled in.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct Form {
    /// What the card opens.
    ///
    /// Always "reader" (`Form.kind.const`).
    #[model(constant = "reader")]
    pub kind: Option<String>,
    /// The form that was filled in.
    ///
    /// Always 2 (`Form.version.const`).
    #[model(constant = 2)]
    pub version: Option<i64>,
    /// What fines are multiplied by.
    ///
    /// Always 1.5 (`Form.factor.const`).
    #[model(constant = 1.5)]
    pub factor: Option<f64>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Where the reader lives.
///
/// At most 3 properties (`Address.maxProperties`). `street` needs `town`; `town` needs
/// `country` (`Address.dependentRequired`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(max_properties = 3, dependent("street", "town"), dependent("town", "country"))]
pub struct Address {
    /// The street.
    ///
    /// At most 40 characters (`Address.street.maxLength`).
    #[model(max_length = 40)]
    pub street: Option<String>,
    /// Where the street is.
    ///
    /// At most 40 characters (`Address.town.maxLength`).
    #[model(max_length = 40)]
    pub town: Option<String>,
    /// Where the town is.
    ///
    /// At most 40 characters (`Address.country.maxLength`).
    #[model(max_length = 40)]
    pub country: Option<String>,
    /// How far up.
    ///
    /// At most 40 characters (`Address.floor.maxLength`).
    #[model(max_length = 40)]
    pub floor: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// How the reader comes.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
pub struct Visit {
    /// The day of birth.
    ///
    /// A date by RFC 3339 (`Visit.born.format`).
    #[model(format = "date")]
    pub born: Option<String>,
    /// When the reader comes.
    ///
    /// A time by RFC 3339 (`Visit.comes.format`).
    #[model(format = "time")]
    pub comes: Option<String>,
    /// How long the reader stays.
    ///
    /// A duration by RFC 3339 (`Visit.stays.format`).
    #[model(format = "duration")]
    pub stays: Option<String>,
    /// Where the reader writes.
    ///
    /// A hostname (`Visit.host.format`).
    #[model(format = "hostname")]
    pub host: Option<String>,
    /// Where the reader calls from.
    ///
    /// An IPv4 address (`Visit.from4.format`).
    #[model(format = "ipv4")]
    pub from4: Option<String>,
    /// Where the reader calls from.
    ///
    /// An IPv6 address (`Visit.from6.format`).
    #[model(format = "ipv6")]
    pub from6: Option<String>,
    /// What is read first.
    ///
    /// A JSON Pointer (`Visit.field.format`).
    #[model(format = "json-pointer")]
    pub field: Option<String>,
    /// What the reader looks for.
    ///
    /// An ECMAScript regular expression (`Visit.search.format`).
    #[model(format = "regex")]
    pub search: Option<String>,
    /// Properties that the contract does not list. They are kept and sent, but not validated.
    #[model(additional)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
