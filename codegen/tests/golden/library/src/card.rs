//! The types of the page `types/card.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A reader's card: each keyword that no other type of the library has.
///
/// At most 26 properties (`Card.maxProperties`). `street` needs `town`, `country`; `town` needs
/// `country` (`Card.dependentRequired`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Card {
    /// What it opens.
    ///
    /// Always "reader" (`Card.kind.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The form that was filled in.
    ///
    /// Always 2 (`Card.version.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// What fines are multiplied by.
    ///
    /// Always 1.5 (`Card.factor.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// What the reader likes.
    ///
    /// At least 1 item (`Card.topics.minItems`). At most 3 items (`Card.topics.maxItems`). No two
    /// equal items (`Card.topics.uniqueItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<CardTopicsItem>>,
    /// Hours since the first visit.
    ///
    /// No two equal items (`Card.visits.uniqueItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<Vec<f64>>,
    /// Whom the reader brings along.
    ///
    /// No two equal items (`Card.guests.uniqueItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<Vec<CardGuestsItem>>,
    /// Whatever is written on it.
    ///
    /// No two equal items (`Card.marks.uniqueItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<serde_json::Value>>,
    /// Where the reader sits.
    ///
    /// Some item is: integer, at least 10, a multiple of 5 (`Card.rows.contains`). At least 2 items
    /// of `contains` (`Card.rows.minContains`). At most 3 items of `contains`
    /// (`Card.rows.maxContains`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<i64>>,
    /// What the reader said.
    ///
    /// Some item is: one of `yes`, `no` (`Card.words.contains`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<serde_json::Value>>,
    /// The keys of the reader.
    ///
    /// No two equal items (`Card.codes.uniqueItems`). Some item is: string, matches `^K[0-9]+$`
    /// (`Card.codes.contains`). At most 1 item of `contains` (`Card.codes.maxContains`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<Vec<String>>,
    /// Room and chair, what lies on it, and how far it is.
    ///
    /// At least 1 item (`Card.seat.minItems`). At most 4 items (`Card.seat.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<CardSeat>,
    /// A place on a shelf.
    ///
    /// At least 2 items (`Card.pair.minItems`). At most 2 items (`Card.pair.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<CardPair>,
    /// How many books at once.
    ///
    /// More than 0 (`Card.lent.exclusiveMinimum`). Less than 100 (`Card.lent.exclusiveMaximum`). A
    /// multiple of 5 (`Card.lent.multipleOf`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<i64>,
    /// What is owed.
    ///
    /// More than -0.5 (`Card.fine.exclusiveMinimum`). Less than 10 (`Card.fine.exclusiveMaximum`).
    /// A multiple of 0.1 (`Card.fine.multipleOf`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fine: Option<f64>,
    /// Of the reader, in centimetres.
    ///
    /// A multiple of 2.5 (`Card.height.multipleOf`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub height: runtime::Patch<f64>,
    /// Books on the reader's shelves.
    ///
    /// At least 1 property (`Card.shelves.minProperties`). At most 3 properties
    /// (`Card.shelves.maxProperties`). Each name is: string, at most 4 characters, matches
    /// `^[a-z]+$` (`Card.shelves.propertyNames`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels.
    ///
    /// Each name is: one of `spring`, `autumn` (`Card.moods.propertyNames`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// Where the reader lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Where the street is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub town: Option<String>,
    /// Where the town is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// The day of birth.
    ///
    /// Of the format date (`Card.born.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<String>,
    /// When the reader comes.
    ///
    /// Of the format time (`Card.comes.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comes: Option<String>,
    /// How long the reader stays.
    ///
    /// Of the format duration (`Card.stays.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stays: Option<String>,
    /// Where the reader writes.
    ///
    /// Of the format hostname (`Card.host.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Where the reader calls from.
    ///
    /// Of the format ipv4 (`Card.from4.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from4: Option<String>,
    /// Where the reader calls from.
    ///
    /// Of the format ipv6 (`Card.from6.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from6: Option<String>,
    /// What is read first.
    ///
    /// Of the format json-pointer (`Card.field.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the reader looks for.
    ///
    /// Of the format regex (`Card.search.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Card {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static CARD_KIND: decode::Property<decode::Text> = decode::Property::optional(
    "kind",
    "Card.kind",
    decode::Text::new("Card.kind").constant("reader"),
);
static CARD_VERSION: decode::Property<decode::Integer> = decode::Property::optional(
    "version",
    "Card.version",
    decode::Integer::new("Card.version").constant(2),
);
static CARD_FACTOR: decode::Property<decode::Number> = decode::Property::optional(
    "factor",
    "Card.factor",
    decode::Number::new("Card.factor").constant(1.5),
);
static CARD_TOPICS: decode::Property<
    decode::Together<decode::List<decode::Named<CardTopicsItem>>>,
> = decode::Property::optional(
    "topics",
    "Card.topics",
    decode::Together::new(
            "Card.topics",
            decode::List::new("Card.topics", decode::Named::new())
                .min_items(1)
                .max_items(3),
        )
        .unique_items(),
);
static CARD_VISITS: decode::Property<decode::Together<decode::List<decode::Number>>> = decode::Property::optional(
    "visits",
    "Card.visits",
    decode::Together::new(
            "Card.visits",
            decode::List::new("Card.visits", decode::Number::new("Card.visits.items")),
        )
        .unique_items(),
);
static CARD_GUESTS: decode::Property<
    decode::Together<decode::List<decode::Named<CardGuestsItem>>>,
> = decode::Property::optional(
    "guests",
    "Card.guests",
    decode::Together::new(
            "Card.guests",
            decode::List::new("Card.guests", decode::Named::new()),
        )
        .unique_items(),
);
static CARD_MARKS: decode::Property<decode::Together<decode::List<decode::Any>>> = decode::Property::optional(
    "marks",
    "Card.marks",
    decode::Together::new("Card.marks", decode::List::new("Card.marks", decode::Any))
        .unique_items(),
);
static CARD_ROWS: decode::Property<decode::Together<decode::List<decode::Integer>>> = decode::Property::optional(
    "rows",
    "Card.rows",
    decode::Together::new(
            "Card.rows",
            decode::List::new("Card.rows", decode::Integer::new("Card.rows.items")),
        )
        .contains(decode::Contains {
            accepts: |value| decode::accepts(
                &decode::Integer::new("contains").minimum(10).multiple_of(5),
                value,
            ),
            least: Some(2),
            most: Some(3),
        }),
);
static CARD_WORDS: decode::Property<decode::Together<decode::List<decode::Any>>> = decode::Property::optional(
    "words",
    "Card.words",
    decode::Together::new("Card.words", decode::List::new("Card.words", decode::Any))
        .contains(decode::Contains {
            accepts: |value| matches!(value.as_str(), Some("yes" | "no")),
            least: None,
            most: None,
        }),
);
static CARD_CODES: decode::Property<decode::Together<decode::List<decode::Text>>> = decode::Property::optional(
    "codes",
    "Card.codes",
    decode::Together::new(
            "Card.codes",
            decode::List::new("Card.codes", decode::Text::new("Card.codes.items")),
        )
        .unique_items()
        .contains(decode::Contains {
            accepts: |value| decode::accepts(
                &decode::Text::new("contains")
                    .pattern({
                        static PATTERN: runtime::Pattern = runtime::Pattern::new(
                            "^K[0-9]+$",
                        );
                        &PATTERN
                    }),
                value,
            ),
            least: None,
            most: Some(1),
        }),
);
static CARD_SEAT: decode::Property<decode::Named<CardSeat>> = decode::Property::optional(
    "seat",
    "Card.seat",
    decode::Named::new(),
);
static CARD_PAIR: decode::Property<decode::Named<CardPair>> = decode::Property::optional(
    "pair",
    "Card.pair",
    decode::Named::new(),
);
static CARD_LENT: decode::Property<decode::Integer> = decode::Property::optional(
    "lent",
    "Card.lent",
    decode::Integer::new("Card.lent")
        .exclusive_minimum(0)
        .exclusive_maximum(100)
        .multiple_of(5),
);
static CARD_FINE: decode::Property<decode::Number> = decode::Property::optional(
    "fine",
    "Card.fine",
    decode::Number::new("Card.fine")
        .exclusive_minimum(-0.5)
        .exclusive_maximum(10.0)
        .multiple_of(0.1),
);
static CARD_HEIGHT: decode::Property<decode::Nullable<decode::Number>> = decode::Property::optional(
    "height",
    "Card.height",
    decode::Nullable(decode::Number::new("Card.height").multiple_of(2.5)),
);
static CARD_SHELVES: decode::Property<decode::Dictionary<decode::Integer>> = decode::Property::optional(
    "shelves",
    "Card.shelves",
    decode::Dictionary::new(
            "Card.shelves",
            decode::Integer::new("Card.shelves.additionalProperties"),
        )
        .min_properties(1)
        .max_properties(3)
        .property_names(|value| decode::accepts_name(
            &decode::Text::new("propertyNames")
                .max_length(4)
                .pattern({
                    static PATTERN: runtime::Pattern = runtime::Pattern::new("^[a-z]+$");
                    &PATTERN
                }),
            value,
        )),
);
static CARD_MOODS: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "moods",
    "Card.moods",
    decode::Dictionary::new(
            "Card.moods",
            decode::Text::new("Card.moods.additionalProperties"),
        )
        .property_names(|value| matches!(value, "spring" | "autumn")),
);
static CARD_STREET: decode::Property<decode::Text> = decode::Property::optional(
    "street",
    "Card.street",
    decode::Text::new("Card.street"),
);
static CARD_TOWN: decode::Property<decode::Text> = decode::Property::optional(
    "town",
    "Card.town",
    decode::Text::new("Card.town"),
);
static CARD_COUNTRY: decode::Property<decode::Text> = decode::Property::optional(
    "country",
    "Card.country",
    decode::Text::new("Card.country"),
);
static CARD_BORN: decode::Property<decode::Text> = decode::Property::optional(
    "born",
    "Card.born",
    decode::Text::new("Card.born").format(runtime::format::Format::Date),
);
static CARD_COMES: decode::Property<decode::Text> = decode::Property::optional(
    "comes",
    "Card.comes",
    decode::Text::new("Card.comes").format(runtime::format::Format::Time),
);
static CARD_STAYS: decode::Property<decode::Text> = decode::Property::optional(
    "stays",
    "Card.stays",
    decode::Text::new("Card.stays").format(runtime::format::Format::Duration),
);
static CARD_HOST: decode::Property<decode::Text> = decode::Property::optional(
    "host",
    "Card.host",
    decode::Text::new("Card.host").format(runtime::format::Format::Hostname),
);
static CARD_FROM4: decode::Property<decode::Text> = decode::Property::optional(
    "from4",
    "Card.from4",
    decode::Text::new("Card.from4").format(runtime::format::Format::Ipv4),
);
static CARD_FROM6: decode::Property<decode::Text> = decode::Property::optional(
    "from6",
    "Card.from6",
    decode::Text::new("Card.from6").format(runtime::format::Format::Ipv6),
);
static CARD_FIELD: decode::Property<decode::Text> = decode::Property::optional(
    "field",
    "Card.field",
    decode::Text::new("Card.field").format(runtime::format::Format::JsonPointer),
);
static CARD_SEARCH: decode::Property<decode::Text> = decode::Property::optional(
    "search",
    "Card.search",
    decode::Text::new("Card.search").format(runtime::format::Format::Regex),
);

impl<'de> serde::Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Card {
    const CLAUSE: &'static str = "Card";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CARD_KIND.validate_given(&self.kind, at, found);
        CARD_VERSION.validate_given(&self.version, at, found);
        CARD_FACTOR.validate_given(&self.factor, at, found);
        CARD_TOPICS.validate_given(&self.topics, at, found);
        CARD_VISITS.validate_given(&self.visits, at, found);
        CARD_GUESTS.validate_given(&self.guests, at, found);
        CARD_MARKS.validate_given(&self.marks, at, found);
        CARD_ROWS.validate_given(&self.rows, at, found);
        CARD_WORDS.validate_given(&self.words, at, found);
        CARD_CODES.validate_given(&self.codes, at, found);
        CARD_SEAT.validate_given(&self.seat, at, found);
        CARD_PAIR.validate_given(&self.pair, at, found);
        CARD_LENT.validate_given(&self.lent, at, found);
        CARD_FINE.validate_given(&self.fine, at, found);
        CARD_HEIGHT.validate_patch(&self.height, at, found);
        CARD_SHELVES.validate_given(&self.shelves, at, found);
        CARD_MOODS.validate_given(&self.moods, at, found);
        CARD_STREET.validate_given(&self.street, at, found);
        CARD_TOWN.validate_given(&self.town, at, found);
        CARD_COUNTRY.validate_given(&self.country, at, found);
        CARD_BORN.validate_given(&self.born, at, found);
        CARD_COMES.validate_given(&self.comes, at, found);
        CARD_STAYS.validate_given(&self.stays, at, found);
        CARD_HOST.validate_given(&self.host, at, found);
        CARD_FROM4.validate_given(&self.from4, at, found);
        CARD_FROM6.validate_given(&self.from6, at, found);
        CARD_FIELD.validate_given(&self.field, at, found);
        CARD_SEARCH.validate_given(&self.search, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "kind",
                "version",
                "factor",
                "topics",
                "visits",
                "guests",
                "marks",
                "rows",
                "words",
                "codes",
                "seat",
                "pair",
                "lent",
                "fine",
                "height",
                "shelves",
                "moods",
                "street",
                "town",
                "country",
                "born",
                "comes",
                "stays",
                "host",
                "from4",
                "from6",
                "field",
                "search",
            ],
            "Card",
            at,
            found,
        );
        decode::max_properties(
            &[
                self.kind.is_some(),
                self.version.is_some(),
                self.factor.is_some(),
                self.topics.is_some(),
                self.visits.is_some(),
                self.guests.is_some(),
                self.marks.is_some(),
                self.rows.is_some(),
                self.words.is_some(),
                self.codes.is_some(),
                self.seat.is_some(),
                self.pair.is_some(),
                self.lent.is_some(),
                self.fine.is_some(),
                !self.height.is_absent(),
                self.shelves.is_some(),
                self.moods.is_some(),
                self.street.is_some(),
                self.town.is_some(),
                self.country.is_some(),
                self.born.is_some(),
                self.comes.is_some(),
                self.stays.is_some(),
                self.host.is_some(),
                self.from4.is_some(),
                self.from6.is_some(),
                self.field.is_some(),
                self.search.is_some(),
            ],
            self.additional_properties.len(),
            26,
            "Card",
            at,
            found,
        );
        decode::dependent_required(
            "street",
            self.street.is_some(),
            &[("town", self.town.is_some()), ("country", self.country.is_some())],
            "Card",
            at,
            found,
        );
        decode::dependent_required(
            "town",
            self.town.is_some(),
            &[("country", self.country.is_some())],
            "Card",
            at,
            found,
        );
    }
}

impl decode::Object for Card {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut kind_slot = decode::Slot::Missing;
        let mut version_slot = decode::Slot::Missing;
        let mut factor_slot = decode::Slot::Missing;
        let mut topics_slot = decode::Slot::Missing;
        let mut visits_slot = decode::Slot::Missing;
        let mut guests_slot = decode::Slot::Missing;
        let mut marks_slot = decode::Slot::Missing;
        let mut rows_slot = decode::Slot::Missing;
        let mut words_slot = decode::Slot::Missing;
        let mut codes_slot = decode::Slot::Missing;
        let mut seat_slot = decode::Slot::Missing;
        let mut pair_slot = decode::Slot::Missing;
        let mut lent_slot = decode::Slot::Missing;
        let mut fine_slot = decode::Slot::Missing;
        let mut height_slot = decode::Slot::Missing;
        let mut shelves_slot = decode::Slot::Missing;
        let mut moods_slot = decode::Slot::Missing;
        let mut street_slot = decode::Slot::Missing;
        let mut town_slot = decode::Slot::Missing;
        let mut country_slot = decode::Slot::Missing;
        let mut born_slot = decode::Slot::Missing;
        let mut comes_slot = decode::Slot::Missing;
        let mut stays_slot = decode::Slot::Missing;
        let mut host_slot = decode::Slot::Missing;
        let mut from4_slot = decode::Slot::Missing;
        let mut from6_slot = decode::Slot::Missing;
        let mut field_slot = decode::Slot::Missing;
        let mut search_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    CARD_KIND.read(&mut members, &mut kind_slot, at, found)?;
                }
                "version" => {
                    CARD_VERSION.read(&mut members, &mut version_slot, at, found)?;
                }
                "factor" => {
                    CARD_FACTOR.read(&mut members, &mut factor_slot, at, found)?;
                }
                "topics" => {
                    CARD_TOPICS.read(&mut members, &mut topics_slot, at, found)?;
                }
                "visits" => {
                    CARD_VISITS.read(&mut members, &mut visits_slot, at, found)?;
                }
                "guests" => {
                    CARD_GUESTS.read(&mut members, &mut guests_slot, at, found)?;
                }
                "marks" => {
                    CARD_MARKS.read(&mut members, &mut marks_slot, at, found)?;
                }
                "rows" => {
                    CARD_ROWS.read(&mut members, &mut rows_slot, at, found)?;
                }
                "words" => {
                    CARD_WORDS.read(&mut members, &mut words_slot, at, found)?;
                }
                "codes" => {
                    CARD_CODES.read(&mut members, &mut codes_slot, at, found)?;
                }
                "seat" => {
                    CARD_SEAT.read(&mut members, &mut seat_slot, at, found)?;
                }
                "pair" => {
                    CARD_PAIR.read(&mut members, &mut pair_slot, at, found)?;
                }
                "lent" => {
                    CARD_LENT.read(&mut members, &mut lent_slot, at, found)?;
                }
                "fine" => {
                    CARD_FINE.read(&mut members, &mut fine_slot, at, found)?;
                }
                "height" => {
                    CARD_HEIGHT.read(&mut members, &mut height_slot, at, found)?;
                }
                "shelves" => {
                    CARD_SHELVES.read(&mut members, &mut shelves_slot, at, found)?;
                }
                "moods" => {
                    CARD_MOODS.read(&mut members, &mut moods_slot, at, found)?;
                }
                "street" => {
                    CARD_STREET.read(&mut members, &mut street_slot, at, found)?;
                }
                "town" => {
                    CARD_TOWN.read(&mut members, &mut town_slot, at, found)?;
                }
                "country" => {
                    CARD_COUNTRY.read(&mut members, &mut country_slot, at, found)?;
                }
                "born" => {
                    CARD_BORN.read(&mut members, &mut born_slot, at, found)?;
                }
                "comes" => {
                    CARD_COMES.read(&mut members, &mut comes_slot, at, found)?;
                }
                "stays" => {
                    CARD_STAYS.read(&mut members, &mut stays_slot, at, found)?;
                }
                "host" => {
                    CARD_HOST.read(&mut members, &mut host_slot, at, found)?;
                }
                "from4" => {
                    CARD_FROM4.read(&mut members, &mut from4_slot, at, found)?;
                }
                "from6" => {
                    CARD_FROM6.read(&mut members, &mut from6_slot, at, found)?;
                }
                "field" => {
                    CARD_FIELD.read(&mut members, &mut field_slot, at, found)?;
                }
                "search" => {
                    CARD_SEARCH.read(&mut members, &mut search_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::max_properties(
            &[
                kind_slot.is_given(),
                version_slot.is_given(),
                factor_slot.is_given(),
                topics_slot.is_given(),
                visits_slot.is_given(),
                guests_slot.is_given(),
                marks_slot.is_given(),
                rows_slot.is_given(),
                words_slot.is_given(),
                codes_slot.is_given(),
                seat_slot.is_given(),
                pair_slot.is_given(),
                lent_slot.is_given(),
                fine_slot.is_given(),
                height_slot.is_given(),
                shelves_slot.is_given(),
                moods_slot.is_given(),
                street_slot.is_given(),
                town_slot.is_given(),
                country_slot.is_given(),
                born_slot.is_given(),
                comes_slot.is_given(),
                stays_slot.is_given(),
                host_slot.is_given(),
                from4_slot.is_given(),
                from6_slot.is_given(),
                field_slot.is_given(),
                search_slot.is_given(),
            ],
            additional_properties.len(),
            26,
            "Card",
            at,
            found,
        );
        decode::dependent_required(
            "street",
            street_slot.is_given(),
            &[("town", town_slot.is_given()), ("country", country_slot.is_given())],
            "Card",
            at,
            found,
        );
        decode::dependent_required(
            "town",
            town_slot.is_given(),
            &[("country", country_slot.is_given())],
            "Card",
            at,
            found,
        );
        Ok(
            Some(Self {
                kind: kind_slot.value(),
                version: version_slot.value(),
                factor: factor_slot.value(),
                topics: topics_slot.value(),
                visits: visits_slot.value(),
                guests: guests_slot.value(),
                marks: marks_slot.value(),
                rows: rows_slot.value(),
                words: words_slot.value(),
                codes: codes_slot.value(),
                seat: seat_slot.value(),
                pair: pair_slot.value(),
                lent: lent_slot.value(),
                fine: fine_slot.value(),
                height: height_slot.patch(),
                shelves: shelves_slot.value(),
                moods: moods_slot.value(),
                street: street_slot.value(),
                town: town_slot.value(),
                country: country_slot.value(),
                born: born_slot.value(),
                comes: comes_slot.value(),
                stays: stays_slot.value(),
                host: host_slot.value(),
                from4: from4_slot.value(),
                from6: from6_slot.value(),
                field: field_slot.value(),
                search: search_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Card {
    /// A builder with nothing given.
    pub fn builder() -> CardBuilder {
        CardBuilder(Card::default())
    }
}

/// Builds a [`Card`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct CardBuilder(Card);

impl CardBuilder {
    /// What it opens.
    ///
    /// Always "reader" (`Card.kind.const`).
    ///
    /// See [`Card::kind`].
    pub fn kind(mut self, value: impl Into<String>) -> Self {
        self.0.kind = Some(value.into());
        self
    }

    /// The form that was filled in.
    ///
    /// Always 2 (`Card.version.const`).
    ///
    /// See [`Card::version`].
    pub fn version(mut self, value: i64) -> Self {
        self.0.version = Some(value);
        self
    }

    /// What fines are multiplied by.
    ///
    /// Always 1.5 (`Card.factor.const`).
    ///
    /// See [`Card::factor`].
    pub fn factor(mut self, value: impl Into<f64>) -> Self {
        self.0.factor = Some(value.into());
        self
    }

    /// What the reader likes.
    ///
    /// At least 1 item (`Card.topics.minItems`). At most 3 items (`Card.topics.maxItems`). No two
    /// equal items (`Card.topics.uniqueItems`).
    ///
    /// See [`Card::topics`].
    pub fn topics(
        mut self,
        value: impl IntoIterator<Item = impl Into<CardTopicsItem>>,
    ) -> Self {
        self.0.topics = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Hours since the first visit.
    ///
    /// No two equal items (`Card.visits.uniqueItems`).
    ///
    /// See [`Card::visits`].
    pub fn visits(mut self, value: impl IntoIterator<Item = impl Into<f64>>) -> Self {
        self.0.visits = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Whom the reader brings along.
    ///
    /// No two equal items (`Card.guests.uniqueItems`).
    ///
    /// See [`Card::guests`].
    pub fn guests(
        mut self,
        value: impl IntoIterator<Item = impl Into<CardGuestsItem>>,
    ) -> Self {
        self.0.guests = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Whatever is written on it.
    ///
    /// No two equal items (`Card.marks.uniqueItems`).
    ///
    /// See [`Card::marks`].
    pub fn marks(
        mut self,
        value: impl IntoIterator<Item = impl Into<serde_json::Value>>,
    ) -> Self {
        self.0.marks = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Where the reader sits.
    ///
    /// Some item is: integer, at least 10, a multiple of 5 (`Card.rows.contains`). At least 2 items
    /// of `contains` (`Card.rows.minContains`). At most 3 items of `contains`
    /// (`Card.rows.maxContains`).
    ///
    /// See [`Card::rows`].
    pub fn rows(mut self, value: impl IntoIterator<Item = i64>) -> Self {
        self.0.rows = Some(value.into_iter().collect());
        self
    }

    /// What the reader said.
    ///
    /// Some item is: one of `yes`, `no` (`Card.words.contains`).
    ///
    /// See [`Card::words`].
    pub fn words(
        mut self,
        value: impl IntoIterator<Item = impl Into<serde_json::Value>>,
    ) -> Self {
        self.0.words = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// The keys of the reader.
    ///
    /// No two equal items (`Card.codes.uniqueItems`). Some item is: string, matches `^K[0-9]+$`
    /// (`Card.codes.contains`). At most 1 item of `contains` (`Card.codes.maxContains`).
    ///
    /// See [`Card::codes`].
    pub fn codes(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.codes = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Room and chair, what lies on it, and how far it is.
    ///
    /// At least 1 item (`Card.seat.minItems`). At most 4 items (`Card.seat.maxItems`).
    ///
    /// See [`Card::seat`].
    pub fn seat(mut self, value: impl Into<CardSeat>) -> Self {
        self.0.seat = Some(value.into());
        self
    }

    /// A place on a shelf.
    ///
    /// At least 2 items (`Card.pair.minItems`). At most 2 items (`Card.pair.maxItems`).
    ///
    /// See [`Card::pair`].
    pub fn pair(mut self, value: impl Into<CardPair>) -> Self {
        self.0.pair = Some(value.into());
        self
    }

    /// How many books at once.
    ///
    /// More than 0 (`Card.lent.exclusiveMinimum`). Less than 100 (`Card.lent.exclusiveMaximum`). A
    /// multiple of 5 (`Card.lent.multipleOf`).
    ///
    /// See [`Card::lent`].
    pub fn lent(mut self, value: i64) -> Self {
        self.0.lent = Some(value);
        self
    }

    /// What is owed.
    ///
    /// More than -0.5 (`Card.fine.exclusiveMinimum`). Less than 10 (`Card.fine.exclusiveMaximum`).
    /// A multiple of 0.1 (`Card.fine.multipleOf`).
    ///
    /// See [`Card::fine`].
    pub fn fine(mut self, value: impl Into<f64>) -> Self {
        self.0.fine = Some(value.into());
        self
    }

    /// Of the reader, in centimetres.
    ///
    /// A multiple of 2.5 (`Card.height.multipleOf`).
    ///
    /// See [`Card::height`].
    pub fn height(mut self, value: impl Into<f64>) -> Self {
        self.0.height = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `height` to null.
    pub fn clear_height(mut self) -> Self {
        self.0.height = runtime::Patch::Null;
        self
    }

    /// Books on the reader's shelves.
    ///
    /// At least 1 property (`Card.shelves.minProperties`). At most 3 properties
    /// (`Card.shelves.maxProperties`). Each name is: string, at most 4 characters, matches
    /// `^[a-z]+$` (`Card.shelves.propertyNames`).
    ///
    /// See [`Card::shelves`].
    pub fn shelves(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<i64>)>,
    ) -> Self {
        self.0.shelves = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// How the reader feels.
    ///
    /// Each name is: one of `spring`, `autumn` (`Card.moods.propertyNames`).
    ///
    /// See [`Card::moods`].
    pub fn moods(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
    ) -> Self {
        self.0.moods = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// Where the reader lives.
    ///
    /// See [`Card::street`].
    pub fn street(mut self, value: impl Into<String>) -> Self {
        self.0.street = Some(value.into());
        self
    }

    /// Where the street is.
    ///
    /// See [`Card::town`].
    pub fn town(mut self, value: impl Into<String>) -> Self {
        self.0.town = Some(value.into());
        self
    }

    /// Where the town is.
    ///
    /// See [`Card::country`].
    pub fn country(mut self, value: impl Into<String>) -> Self {
        self.0.country = Some(value.into());
        self
    }

    /// The day of birth.
    ///
    /// Of the format date (`Card.born.format`).
    ///
    /// See [`Card::born`].
    pub fn born(mut self, value: impl Into<String>) -> Self {
        self.0.born = Some(value.into());
        self
    }

    /// When the reader comes.
    ///
    /// Of the format time (`Card.comes.format`).
    ///
    /// See [`Card::comes`].
    pub fn comes(mut self, value: impl Into<String>) -> Self {
        self.0.comes = Some(value.into());
        self
    }

    /// How long the reader stays.
    ///
    /// Of the format duration (`Card.stays.format`).
    ///
    /// See [`Card::stays`].
    pub fn stays(mut self, value: impl Into<String>) -> Self {
        self.0.stays = Some(value.into());
        self
    }

    /// Where the reader writes.
    ///
    /// Of the format hostname (`Card.host.format`).
    ///
    /// See [`Card::host`].
    pub fn host(mut self, value: impl Into<String>) -> Self {
        self.0.host = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// Of the format ipv4 (`Card.from4.format`).
    ///
    /// See [`Card::from4`].
    pub fn from4(mut self, value: impl Into<String>) -> Self {
        self.0.from4 = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// Of the format ipv6 (`Card.from6.format`).
    ///
    /// See [`Card::from6`].
    pub fn from6(mut self, value: impl Into<String>) -> Self {
        self.0.from6 = Some(value.into());
        self
    }

    /// What is read first.
    ///
    /// Of the format json-pointer (`Card.field.format`).
    ///
    /// See [`Card::field`].
    pub fn field(mut self, value: impl Into<String>) -> Self {
        self.0.field = Some(value.into());
        self
    }

    /// What the reader looks for.
    ///
    /// Of the format regex (`Card.search.format`).
    ///
    /// See [`Card::search`].
    pub fn search(mut self, value: impl Into<String>) -> Self {
        self.0.search = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Card, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(Card, "Card", include_str!("../schemas/Card.json"));

/// An item of `Card.topics`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum CardTopicsItem {
    /// `art`
    #[serde(rename = "art")]
    Art,
    /// `law`
    #[serde(rename = "law")]
    Law,
    /// `war`
    #[serde(rename = "war")]
    War,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl CardTopicsItem {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Art => "art",
            Self::Law => "law",
            Self::War => "war",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for CardTopicsItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for CardTopicsItem {
    const VALUES: &'static [&'static str] = &["art", "law", "war"];

    fn from_text(text: &str) -> Self {
        match text {
            "art" => Self::Art,
            "law" => Self::Law,
            "war" => Self::War,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for CardTopicsItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardTopicsItem {
    const CLAUSE: &'static str = "Card.topics.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Card.topics.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Card.topics.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for CardTopicsItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    CardTopicsItem, "CardTopicsItem",
    "{\"type\":\"string\",\"enum\":[\"art\",\"law\",\"war\"]}"
);

/// The object `Card.guests.items`.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct CardGuestsItem {
    /// The property `name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The property `age`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CardGuestsItem {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static CARD_GUESTS_ITEM_NAME: decode::Property<decode::Text> = decode::Property::optional(
    "name",
    "Card.guests.items.name",
    decode::Text::new("Card.guests.items.name"),
);
static CARD_GUESTS_ITEM_AGE: decode::Property<decode::Integer> = decode::Property::optional(
    "age",
    "Card.guests.items.age",
    decode::Integer::new("Card.guests.items.age"),
);

impl<'de> serde::Deserialize<'de> for CardGuestsItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardGuestsItem {
    const CLAUSE: &'static str = "Card.guests.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CARD_GUESTS_ITEM_NAME.validate_given(&self.name, at, found);
        CARD_GUESTS_ITEM_AGE.validate_given(&self.age, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["name", "age"],
            "Card.guests.items",
            at,
            found,
        );
    }
}

impl decode::Object for CardGuestsItem {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut name_slot = decode::Slot::Missing;
        let mut age_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "name" => {
                    CARD_GUESTS_ITEM_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "age" => {
                    CARD_GUESTS_ITEM_AGE.read(&mut members, &mut age_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                name: name_slot.value(),
                age: age_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    CardGuestsItem, "CardGuestsItem",
    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"age\":{\"type\":\"integer\"}}}"
);

/// Room and chair, what lies on it, and how far it is.
///
/// At least 1 item (`Card.seat.minItems`). At most 4 items (`Card.seat.maxItems`).
#[derive(Debug, Clone, PartialEq)]
pub struct CardSeat(
    /// The item at 0.
    ///
    /// Matches `^[A-Z]{2}$` (`Card.seat.prefixItems.0.pattern`).
    pub String,
    /// The item at 1.
    ///
    /// At least 1 (`Card.seat.prefixItems.1.minimum`).
    pub Option<Option<i64>>,
    /// The item at 2.
    pub Option<serde_json::Value>,
    /// The item at 3.
    ///
    /// Less than 10 (`Card.seat.prefixItems.3.exclusiveMaximum`).
    pub Option<f64>,
);

impl CardSeat {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static CARD_SEAT_0: decode::Text = decode::Text::new("Card.seat.prefixItems.0")
    .pattern({
        static PATTERN: runtime::Pattern = runtime::Pattern::new("^[A-Z]{2}$");
        &PATTERN
    });
static CARD_SEAT_1: decode::Nullable<decode::Integer> = decode::Nullable(
    decode::Integer::new("Card.seat.prefixItems.1").minimum(1),
);
static CARD_SEAT_2: decode::Any = decode::Any;
static CARD_SEAT_3: decode::Number = decode::Number::new("Card.seat.prefixItems.3")
    .exclusive_maximum(10.0);

impl<'de> serde::Deserialize<'de> for CardSeat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardSeat {
    const CLAUSE: &'static str = "Card.seat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&CARD_SEAT_0, &self.0, &at.item(0), found);
        if let Some(item) = &self.1 {
            decode::Check::validate(&CARD_SEAT_1, item, &at.item(1), found);
        }
        if let Some(item) = &self.2 {
            decode::Check::validate(&CARD_SEAT_2, item, &at.item(2), found);
        }
        if let Some(item) = &self.3 {
            decode::Check::validate(&CARD_SEAT_3, item, &at.item(3), found);
        }
    }
}

impl decode::Tuple for CardSeat {
    const LEAST: usize = 1;
    const MOST: usize = 4;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&CARD_SEAT_0, found)?;
        let item_1 = items.read(&CARD_SEAT_1, found)?;
        let item_2 = items.read(&CARD_SEAT_2, found)?;
        let item_3 = items.read(&CARD_SEAT_3, found)?;
        let Some(item_0) = item_0 else { return Ok(None) };
        Ok(Some(Self(item_0, item_1, item_2, item_3)))
    }
}

impl serde::Serialize for CardSeat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&self.0)?;
        if self.1.is_some() || self.2.is_some() || self.3.is_some() {
            items.serialize_element(&self.1)?;
        }
        if self.2.is_some() || self.3.is_some() {
            items.serialize_element(&self.2)?;
        }
        if self.3.is_some() {
            items.serialize_element(&self.3)?;
        }
        items.end()
    }
}

impl From<(String, Option<Option<i64>>, Option<serde_json::Value>, Option<f64>)>
for CardSeat {
    fn from(
        (
            item_0,
            item_1,
            item_2,
            item_3,
        ): (String, Option<Option<i64>>, Option<serde_json::Value>, Option<f64>),
    ) -> Self {
        Self(item_0, item_1, item_2, item_3)
    }
}

runtime::json_schema!(
    CardSeat, "CardSeat",
    "{\"description\":\"Room and chair, what lies on it, and how far it is.\",\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\",\"pattern\":\"^[A-Z]{2}$\"},{\"type\":[\"integer\",\"null\"],\"minimum\":1},{},{\"type\":\"number\",\"exclusiveMaximum\":10.0}],\"minItems\":1,\"maxItems\":4}"
);

/// A place on a shelf.
///
/// At least 2 items (`Card.pair.minItems`). At most 2 items (`Card.pair.maxItems`).
#[derive(Debug, Clone, PartialEq)]
pub struct CardPair(
    /// The item at 0.
    ///
    /// At least -180 (`Card.pair.prefixItems.0.minimum`). At most 180
    /// (`Card.pair.prefixItems.0.maximum`).
    pub f64,
    /// The item at 1.
    pub CardPairItem1,
);

impl CardPair {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static CARD_PAIR_0: decode::Number = decode::Number::new("Card.pair.prefixItems.0")
    .minimum(-180.0)
    .maximum(180.0);
static CARD_PAIR_1: decode::Named<CardPairItem1> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for CardPair {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardPair {
    const CLAUSE: &'static str = "Card.pair";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&CARD_PAIR_0, &self.0, &at.item(0), found);
        decode::Check::validate(&CARD_PAIR_1, &self.1, &at.item(1), found);
    }
}

impl decode::Tuple for CardPair {
    const LEAST: usize = 2;
    const MOST: usize = 2;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&CARD_PAIR_0, found)?;
        let item_1 = items.read(&CARD_PAIR_1, found)?;
        let (Some(item_0), Some(item_1)) = (item_0, item_1) else { return Ok(None) };
        Ok(Some(Self(item_0, item_1)))
    }
}

impl serde::Serialize for CardPair {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&self.0)?;
        items.serialize_element(&self.1)?;
        items.end()
    }
}

impl From<(f64, CardPairItem1)> for CardPair {
    fn from((item_0, item_1): (f64, CardPairItem1)) -> Self {
        Self(item_0, item_1)
    }
}

runtime::json_schema!(
    CardPair, "CardPair",
    "{\"description\":\"A place on a shelf.\",\"type\":\"array\",\"prefixItems\":[{\"type\":\"number\",\"minimum\":-180.0,\"maximum\":180.0},{\"type\":\"string\",\"enum\":[\"art\",\"law\"]}],\"minItems\":2,\"maxItems\":2}"
);

/// One of the texts of `Card.pair.prefixItems.1`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum CardPairItem1 {
    /// `art`
    #[serde(rename = "art")]
    Art,
    /// `law`
    #[serde(rename = "law")]
    Law,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl CardPairItem1 {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Art => "art",
            Self::Law => "law",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for CardPairItem1 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for CardPairItem1 {
    const VALUES: &'static [&'static str] = &["art", "law"];

    fn from_text(text: &str) -> Self {
        match text {
            "art" => Self::Art,
            "law" => Self::Law,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for CardPairItem1 {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardPairItem1 {
    const CLAUSE: &'static str = "Card.pair.prefixItems.1";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Card.pair.prefixItems.1"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Card.pair.prefixItems.1"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for CardPairItem1 {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    CardPairItem1, "CardPairItem1", "{\"type\":\"string\",\"enum\":[\"art\",\"law\"]}"
);
