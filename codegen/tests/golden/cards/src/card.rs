//! The types of the page `types/card.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A card, in the envelope of a success.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CardResponse {
    /// Always true.
    ///
    /// Always true (`CardResponse.success.const`).
    pub success: bool,
    /// A reader's card.
    pub card: Monitor,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CardResponse {
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

static CARD_RESPONSE_SUCCESS: decode::Property<decode::Boolean> = decode::Property::new(
    "success",
    "CardResponse.success",
    decode::Boolean::new("CardResponse.success").constant(true),
);
static CARD_RESPONSE_CARD: decode::Property<decode::Named<Monitor>> = decode::Property::new(
    "card",
    "CardResponse.card",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for CardResponse {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardResponse {
    const CLAUSE: &'static str = "CardResponse";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CARD_RESPONSE_SUCCESS.validate(&self.success, at, found);
        CARD_RESPONSE_CARD.validate(&self.card, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["success", "card"],
            "CardResponse",
            at,
            found,
        );
    }
}

impl decode::Object for CardResponse {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut success_slot = decode::Slot::Missing;
        let mut card_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "success" => {
                    CARD_RESPONSE_SUCCESS
                        .read(&mut members, &mut success_slot, at, found)?;
                }
                "card" => {
                    CARD_RESPONSE_CARD.read(&mut members, &mut card_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CARD_RESPONSE_SUCCESS.require(&success_slot, at, found);
        CARD_RESPONSE_CARD.require(&card_slot, at, found);
        let (Some(success), Some(card)) = (success_slot.value(), card_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                success,
                card,
                additional_properties,
            }),
        )
    }
}

impl CardResponse {
    /// With `success`, `card`, which it needs, and nothing else.
    #[must_use]
    pub fn new(success: bool, card: impl Into<Monitor>) -> Self {
        CardResponse {
            success,
            card: card.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    CardResponse, "CardResponse", include_str!("../schemas/CardResponse.json"), "Monitor"
    = Monitor
);

/// A reader's card.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Monitor {
    /// Identifies the card.
    ///
    /// Of the format uuid (`Monitor.id.format`).
    pub id: String,
    /// What was filled in, as it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<StoredForm>,
    /// What the reader likes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// Where the reader sits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<i64>>,
    /// The keys of the reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// How many books at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<i64>,
    /// How far the reader is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i64>,
    /// What is owed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fine: Option<f64>,
    /// What is printed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Books on the reader's shelves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// The end of the address of the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Where the card is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// Where the card is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Where the reader lives, as it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<StoredAddress>,
    /// How the reader comes, as it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visit: Option<StoredVisit>,
    /// Where the reader was seen, as it is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<StoredPlace>,
    /// What the reader draws.
    ///
    /// At most 3 items (`Monitor.ticket.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<MonitorTicket>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Monitor {
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

static MONITOR_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "Monitor.id",
    decode::Text::new("Monitor.id").format(runtime::format::Format::Uuid),
);
static MONITOR_FORM: decode::Property<decode::Named<StoredForm>> = decode::Property::optional(
    "form",
    "Monitor.form",
    decode::Named::new(),
);
static MONITOR_TOPICS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "topics",
    "Monitor.topics",
    decode::List::new("Monitor.topics", decode::Text::new("Monitor.topics.items")),
);
static MONITOR_SEATS: decode::Property<decode::List<decode::Integer>> = decode::Property::optional(
    "seats",
    "Monitor.seats",
    decode::List::new("Monitor.seats", decode::Integer::new("Monitor.seats.items")),
);
static MONITOR_KEYS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "keys",
    "Monitor.keys",
    decode::List::new("Monitor.keys", decode::Text::new("Monitor.keys.items")),
);
static MONITOR_LENT: decode::Property<decode::Integer> = decode::Property::optional(
    "lent",
    "Monitor.lent",
    decode::Integer::new("Monitor.lent"),
);
static MONITOR_LEVEL: decode::Property<decode::Integer> = decode::Property::optional(
    "level",
    "Monitor.level",
    decode::Integer::new("Monitor.level"),
);
static MONITOR_FINE: decode::Property<decode::Number> = decode::Property::optional(
    "fine",
    "Monitor.fine",
    decode::Number::new("Monitor.fine"),
);
static MONITOR_CODE: decode::Property<decode::Text> = decode::Property::optional(
    "code",
    "Monitor.code",
    decode::Text::new("Monitor.code"),
);
static MONITOR_SHELVES: decode::Property<decode::Dictionary<decode::Integer>> = decode::Property::optional(
    "shelves",
    "Monitor.shelves",
    decode::Dictionary::new(
        "Monitor.shelves",
        decode::Integer::new("Monitor.shelves.additionalProperties"),
    ),
);
static MONITOR_MOODS: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "moods",
    "Monitor.moods",
    decode::Dictionary::new(
        "Monitor.moods",
        decode::Text::new("Monitor.moods.additionalProperties"),
    ),
);
static MONITOR_SLUG: decode::Property<decode::Text> = decode::Property::optional(
    "slug",
    "Monitor.slug",
    decode::Text::new("Monitor.slug"),
);
static MONITOR_MAIL: decode::Property<decode::Text> = decode::Property::optional(
    "mail",
    "Monitor.mail",
    decode::Text::new("Monitor.mail"),
);
static MONITOR_LINK: decode::Property<decode::Text> = decode::Property::optional(
    "link",
    "Monitor.link",
    decode::Text::new("Monitor.link"),
);
static MONITOR_ADDRESS: decode::Property<decode::Named<StoredAddress>> = decode::Property::optional(
    "address",
    "Monitor.address",
    decode::Named::new(),
);
static MONITOR_VISIT: decode::Property<decode::Named<StoredVisit>> = decode::Property::optional(
    "visit",
    "Monitor.visit",
    decode::Named::new(),
);
static MONITOR_PLACE: decode::Property<decode::Named<StoredPlace>> = decode::Property::optional(
    "place",
    "Monitor.place",
    decode::Named::new(),
);
static MONITOR_TICKET: decode::Property<decode::Named<MonitorTicket>> = decode::Property::optional(
    "ticket",
    "Monitor.ticket",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Monitor {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Monitor {
    const CLAUSE: &'static str = "Monitor";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        MONITOR_ID.validate(&self.id, at, found);
        MONITOR_FORM.validate_given(&self.form, at, found);
        MONITOR_TOPICS.validate_given(&self.topics, at, found);
        MONITOR_SEATS.validate_given(&self.seats, at, found);
        MONITOR_KEYS.validate_given(&self.keys, at, found);
        MONITOR_LENT.validate_given(&self.lent, at, found);
        MONITOR_LEVEL.validate_given(&self.level, at, found);
        MONITOR_FINE.validate_given(&self.fine, at, found);
        MONITOR_CODE.validate_given(&self.code, at, found);
        MONITOR_SHELVES.validate_given(&self.shelves, at, found);
        MONITOR_MOODS.validate_given(&self.moods, at, found);
        MONITOR_SLUG.validate_given(&self.slug, at, found);
        MONITOR_MAIL.validate_given(&self.mail, at, found);
        MONITOR_LINK.validate_given(&self.link, at, found);
        MONITOR_ADDRESS.validate_given(&self.address, at, found);
        MONITOR_VISIT.validate_given(&self.visit, at, found);
        MONITOR_PLACE.validate_given(&self.place, at, found);
        MONITOR_TICKET.validate_given(&self.ticket, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "id",
                "form",
                "topics",
                "seats",
                "keys",
                "lent",
                "level",
                "fine",
                "code",
                "shelves",
                "moods",
                "slug",
                "mail",
                "link",
                "address",
                "visit",
                "place",
                "ticket",
            ],
            "Monitor",
            at,
            found,
        );
    }
}

impl decode::Object for Monitor {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut form_slot = decode::Slot::Missing;
        let mut topics_slot = decode::Slot::Missing;
        let mut seats_slot = decode::Slot::Missing;
        let mut keys_slot = decode::Slot::Missing;
        let mut lent_slot = decode::Slot::Missing;
        let mut level_slot = decode::Slot::Missing;
        let mut fine_slot = decode::Slot::Missing;
        let mut code_slot = decode::Slot::Missing;
        let mut shelves_slot = decode::Slot::Missing;
        let mut moods_slot = decode::Slot::Missing;
        let mut slug_slot = decode::Slot::Missing;
        let mut mail_slot = decode::Slot::Missing;
        let mut link_slot = decode::Slot::Missing;
        let mut address_slot = decode::Slot::Missing;
        let mut visit_slot = decode::Slot::Missing;
        let mut place_slot = decode::Slot::Missing;
        let mut ticket_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    MONITOR_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "form" => {
                    MONITOR_FORM.read(&mut members, &mut form_slot, at, found)?;
                }
                "topics" => {
                    MONITOR_TOPICS.read(&mut members, &mut topics_slot, at, found)?;
                }
                "seats" => {
                    MONITOR_SEATS.read(&mut members, &mut seats_slot, at, found)?;
                }
                "keys" => {
                    MONITOR_KEYS.read(&mut members, &mut keys_slot, at, found)?;
                }
                "lent" => {
                    MONITOR_LENT.read(&mut members, &mut lent_slot, at, found)?;
                }
                "level" => {
                    MONITOR_LEVEL.read(&mut members, &mut level_slot, at, found)?;
                }
                "fine" => {
                    MONITOR_FINE.read(&mut members, &mut fine_slot, at, found)?;
                }
                "code" => {
                    MONITOR_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                "shelves" => {
                    MONITOR_SHELVES.read(&mut members, &mut shelves_slot, at, found)?;
                }
                "moods" => {
                    MONITOR_MOODS.read(&mut members, &mut moods_slot, at, found)?;
                }
                "slug" => {
                    MONITOR_SLUG.read(&mut members, &mut slug_slot, at, found)?;
                }
                "mail" => {
                    MONITOR_MAIL.read(&mut members, &mut mail_slot, at, found)?;
                }
                "link" => {
                    MONITOR_LINK.read(&mut members, &mut link_slot, at, found)?;
                }
                "address" => {
                    MONITOR_ADDRESS.read(&mut members, &mut address_slot, at, found)?;
                }
                "visit" => {
                    MONITOR_VISIT.read(&mut members, &mut visit_slot, at, found)?;
                }
                "place" => {
                    MONITOR_PLACE.read(&mut members, &mut place_slot, at, found)?;
                }
                "ticket" => {
                    MONITOR_TICKET.read(&mut members, &mut ticket_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        MONITOR_ID.require(&id_slot, at, found);
        let Some(id) = id_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                id,
                form: form_slot.value(),
                topics: topics_slot.value(),
                seats: seats_slot.value(),
                keys: keys_slot.value(),
                lent: lent_slot.value(),
                level: level_slot.value(),
                fine: fine_slot.value(),
                code: code_slot.value(),
                shelves: shelves_slot.value(),
                moods: moods_slot.value(),
                slug: slug_slot.value(),
                mail: mail_slot.value(),
                link: link_slot.value(),
                address: address_slot.value(),
                visit: visit_slot.value(),
                place: place_slot.value(),
                ticket: ticket_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Monitor {
    /// A builder with what is required: `id`.
    pub fn builder(id: impl Into<String>) -> MonitorBuilder {
        MonitorBuilder(Monitor {
            id: id.into(),
            form: None,
            topics: None,
            seats: None,
            keys: None,
            lent: None,
            level: None,
            fine: None,
            code: None,
            shelves: None,
            moods: None,
            slug: None,
            mail: None,
            link: None,
            address: None,
            visit: None,
            place: None,
            ticket: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`Monitor`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct MonitorBuilder(Monitor);

impl MonitorBuilder {
    /// What was filled in, as it is stored.
    ///
    /// See [`Monitor::form`].
    pub fn form(mut self, value: impl Into<StoredForm>) -> Self {
        self.0.form = Some(value.into());
        self
    }

    /// What the reader likes.
    ///
    /// See [`Monitor::topics`].
    pub fn topics(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.topics = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Where the reader sits.
    ///
    /// See [`Monitor::seats`].
    pub fn seats(mut self, value: impl IntoIterator<Item = i64>) -> Self {
        self.0.seats = Some(value.into_iter().collect());
        self
    }

    /// The keys of the reader.
    ///
    /// See [`Monitor::keys`].
    pub fn keys(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.keys = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// How many books at once.
    ///
    /// See [`Monitor::lent`].
    pub fn lent(mut self, value: i64) -> Self {
        self.0.lent = Some(value);
        self
    }

    /// How far the reader is.
    ///
    /// See [`Monitor::level`].
    pub fn level(mut self, value: i64) -> Self {
        self.0.level = Some(value);
        self
    }

    /// What is owed.
    ///
    /// See [`Monitor::fine`].
    pub fn fine(mut self, value: impl Into<f64>) -> Self {
        self.0.fine = Some(value.into());
        self
    }

    /// What is printed on it.
    ///
    /// See [`Monitor::code`].
    pub fn code(mut self, value: impl Into<String>) -> Self {
        self.0.code = Some(value.into());
        self
    }

    /// Books on the reader's shelves.
    ///
    /// See [`Monitor::shelves`].
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
    /// See [`Monitor::moods`].
    pub fn moods(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
    ) -> Self {
        self.0.moods = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// The end of the address of the card.
    ///
    /// See [`Monitor::slug`].
    pub fn slug(mut self, value: impl Into<String>) -> Self {
        self.0.slug = Some(value.into());
        self
    }

    /// Where the card is sent.
    ///
    /// See [`Monitor::mail`].
    pub fn mail(mut self, value: impl Into<String>) -> Self {
        self.0.mail = Some(value.into());
        self
    }

    /// Where the card is shown.
    ///
    /// See [`Monitor::link`].
    pub fn link(mut self, value: impl Into<String>) -> Self {
        self.0.link = Some(value.into());
        self
    }

    /// Where the reader lives, as it is stored.
    ///
    /// See [`Monitor::address`].
    pub fn address(mut self, value: impl Into<StoredAddress>) -> Self {
        self.0.address = Some(value.into());
        self
    }

    /// How the reader comes, as it is stored.
    ///
    /// See [`Monitor::visit`].
    pub fn visit(mut self, value: impl Into<StoredVisit>) -> Self {
        self.0.visit = Some(value.into());
        self
    }

    /// Where the reader was seen, as it is stored.
    ///
    /// See [`Monitor::place`].
    pub fn place(mut self, value: impl Into<StoredPlace>) -> Self {
        self.0.place = Some(value.into());
        self
    }

    /// What the reader draws.
    ///
    /// At most 3 items (`Monitor.ticket.maxItems`).
    ///
    /// See [`Monitor::ticket`].
    pub fn ticket(mut self, value: impl Into<MonitorTicket>) -> Self {
        self.0.ticket = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Monitor, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Monitor, "Monitor", include_str!("../schemas/Monitor.json"), "StoredForm" =
    StoredForm, "StoredAddress" = StoredAddress, "StoredVisit" = StoredVisit,
    "StoredPlace" = StoredPlace
);

/// What the reader draws.
///
/// At most 3 items (`Monitor.ticket.maxItems`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MonitorTicket(
    /// The series.
    pub Option<String>,
    /// The number in the series.
    pub Option<i64>,
    /// The colour.
    pub Option<String>,
);

impl MonitorTicket {
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

static MONITOR_TICKET_0: decode::Text = decode::Text::new(
    "Monitor.ticket.prefixItems.0",
);
static MONITOR_TICKET_1: decode::Integer = decode::Integer::new(
    "Monitor.ticket.prefixItems.1",
);
static MONITOR_TICKET_2: decode::Text = decode::Text::new(
    "Monitor.ticket.prefixItems.2",
);

impl<'de> serde::Deserialize<'de> for MonitorTicket {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for MonitorTicket {
    const CLAUSE: &'static str = "Monitor.ticket";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match &self.0 {
            Some(item) => {
                decode::Check::validate(&MONITOR_TICKET_0, item, &at.item(0), found);
            }
            None if self.1.is_some() || self.2.is_some() => {
                decode::left_out("Monitor.ticket.prefixItems.0", &at.item(0), found);
            }
            None => {}
        }
        match &self.1 {
            Some(item) => {
                decode::Check::validate(&MONITOR_TICKET_1, item, &at.item(1), found);
            }
            None if self.2.is_some() => {
                decode::left_out("Monitor.ticket.prefixItems.1", &at.item(1), found);
            }
            None => {}
        }
        if let Some(item) = &self.2 {
            decode::Check::validate(&MONITOR_TICKET_2, item, &at.item(2), found);
        }
    }
}

impl decode::Tuple for MonitorTicket {
    const LEAST: usize = 0;
    const MOST: usize = 3;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&MONITOR_TICKET_0, found)?;
        let item_1 = items.read(&MONITOR_TICKET_1, found)?;
        let item_2 = items.read(&MONITOR_TICKET_2, found)?;
        Ok(Some(Self(item_0, item_1, item_2)))
    }
}

impl serde::Serialize for MonitorTicket {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        if self.0.is_some() || self.1.is_some() || self.2.is_some() {
            items.serialize_element(&self.0)?;
        }
        if self.1.is_some() || self.2.is_some() {
            items.serialize_element(&self.1)?;
        }
        if self.2.is_some() {
            items.serialize_element(&self.2)?;
        }
        items.end()
    }
}

impl From<(Option<String>, Option<i64>, Option<String>)> for MonitorTicket {
    fn from(
        (item_0, item_1, item_2): (Option<String>, Option<i64>, Option<String>),
    ) -> Self {
        Self(item_0, item_1, item_2)
    }
}

runtime::json_schema!(
    MonitorTicket, "MonitorTicket",
    "{\"description\":\"What the reader draws.\",\"type\":\"array\",\"prefixItems\":[{\"description\":\"The series.\",\"type\":\"string\"},{\"description\":\"The number in the series.\",\"type\":\"integer\"},{\"description\":\"The colour.\",\"type\":\"string\"}],\"maxItems\":3}"
);

/// Where the reader was seen, as it is stored.
///
/// At least 2 items (`StoredPlace.minItems`). At most 3 items (`StoredPlace.maxItems`).
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPlace(
    /// The longitude.
    pub f64,
    /// The latitude.
    pub f64,
    /// How high up the reader was seen, as it is stored.
    pub Option<StoredHeight>,
);

impl StoredPlace {
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

static STORED_PLACE_0: decode::Number = decode::Number::new("StoredPlace.prefixItems.0");
static STORED_PLACE_1: decode::Number = decode::Number::new("StoredPlace.prefixItems.1");
static STORED_PLACE_2: decode::Named<StoredHeight> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for StoredPlace {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredPlace {
    const CLAUSE: &'static str = "StoredPlace";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&STORED_PLACE_0, &self.0, &at.item(0), found);
        decode::Check::validate(&STORED_PLACE_1, &self.1, &at.item(1), found);
        if let Some(item) = &self.2 {
            decode::Check::validate(&STORED_PLACE_2, item, &at.item(2), found);
        }
    }
}

impl decode::Tuple for StoredPlace {
    const LEAST: usize = 2;
    const MOST: usize = 3;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&STORED_PLACE_0, found)?;
        let item_1 = items.read(&STORED_PLACE_1, found)?;
        let item_2 = items.read(&STORED_PLACE_2, found)?;
        let (Some(item_0), Some(item_1)) = (item_0, item_1) else { return Ok(None) };
        Ok(Some(Self(item_0, item_1, item_2)))
    }
}

impl serde::Serialize for StoredPlace {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&self.0)?;
        items.serialize_element(&self.1)?;
        if self.2.is_some() {
            items.serialize_element(&self.2)?;
        }
        items.end()
    }
}

impl From<(f64, f64, Option<StoredHeight>)> for StoredPlace {
    fn from((item_0, item_1, item_2): (f64, f64, Option<StoredHeight>)) -> Self {
        Self(item_0, item_1, item_2)
    }
}

runtime::json_schema!(
    StoredPlace, "StoredPlace", include_str!("../schemas/StoredPlace.json"),
    "StoredHeight" = StoredHeight
);

/// How high up the reader was seen, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct StoredHeight {
    /// Above the sea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metres: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl StoredHeight {
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

static STORED_HEIGHT_METRES: decode::Property<decode::Integer> = decode::Property::optional(
    "metres",
    "StoredHeight.metres",
    decode::Integer::new("StoredHeight.metres"),
);

impl<'de> serde::Deserialize<'de> for StoredHeight {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredHeight {
    const CLAUSE: &'static str = "StoredHeight";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        STORED_HEIGHT_METRES.validate_given(&self.metres, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["metres"],
            "StoredHeight",
            at,
            found,
        );
    }
}

impl decode::Object for StoredHeight {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut metres_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "metres" => {
                    STORED_HEIGHT_METRES
                        .read(&mut members, &mut metres_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                metres: metres_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    StoredHeight, "StoredHeight", include_str!("../schemas/StoredHeight.json")
);

/// What was filled in, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct StoredForm {
    /// What the card opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The form that was filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// What fines are multiplied by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl StoredForm {
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

static STORED_FORM_KIND: decode::Property<decode::Text> = decode::Property::optional(
    "kind",
    "StoredForm.kind",
    decode::Text::new("StoredForm.kind"),
);
static STORED_FORM_VERSION: decode::Property<decode::Integer> = decode::Property::optional(
    "version",
    "StoredForm.version",
    decode::Integer::new("StoredForm.version"),
);
static STORED_FORM_FACTOR: decode::Property<decode::Number> = decode::Property::optional(
    "factor",
    "StoredForm.factor",
    decode::Number::new("StoredForm.factor"),
);

impl<'de> serde::Deserialize<'de> for StoredForm {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredForm {
    const CLAUSE: &'static str = "StoredForm";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        STORED_FORM_KIND.validate_given(&self.kind, at, found);
        STORED_FORM_VERSION.validate_given(&self.version, at, found);
        STORED_FORM_FACTOR.validate_given(&self.factor, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "version", "factor"],
            "StoredForm",
            at,
            found,
        );
    }
}

impl decode::Object for StoredForm {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut kind_slot = decode::Slot::Missing;
        let mut version_slot = decode::Slot::Missing;
        let mut factor_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    STORED_FORM_KIND.read(&mut members, &mut kind_slot, at, found)?;
                }
                "version" => {
                    STORED_FORM_VERSION
                        .read(&mut members, &mut version_slot, at, found)?;
                }
                "factor" => {
                    STORED_FORM_FACTOR.read(&mut members, &mut factor_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                kind: kind_slot.value(),
                version: version_slot.value(),
                factor: factor_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    StoredForm, "StoredForm", include_str!("../schemas/StoredForm.json")
);

/// Where the reader lives, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct StoredAddress {
    /// The street.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Where the street is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub town: Option<String>,
    /// Where the town is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// How far up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl StoredAddress {
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

static STORED_ADDRESS_STREET: decode::Property<decode::Text> = decode::Property::optional(
    "street",
    "StoredAddress.street",
    decode::Text::new("StoredAddress.street"),
);
static STORED_ADDRESS_TOWN: decode::Property<decode::Text> = decode::Property::optional(
    "town",
    "StoredAddress.town",
    decode::Text::new("StoredAddress.town"),
);
static STORED_ADDRESS_COUNTRY: decode::Property<decode::Text> = decode::Property::optional(
    "country",
    "StoredAddress.country",
    decode::Text::new("StoredAddress.country"),
);
static STORED_ADDRESS_FLOOR: decode::Property<decode::Text> = decode::Property::optional(
    "floor",
    "StoredAddress.floor",
    decode::Text::new("StoredAddress.floor"),
);

impl<'de> serde::Deserialize<'de> for StoredAddress {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredAddress {
    const CLAUSE: &'static str = "StoredAddress";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        STORED_ADDRESS_STREET.validate_given(&self.street, at, found);
        STORED_ADDRESS_TOWN.validate_given(&self.town, at, found);
        STORED_ADDRESS_COUNTRY.validate_given(&self.country, at, found);
        STORED_ADDRESS_FLOOR.validate_given(&self.floor, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["street", "town", "country", "floor"],
            "StoredAddress",
            at,
            found,
        );
    }
}

impl decode::Object for StoredAddress {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut street_slot = decode::Slot::Missing;
        let mut town_slot = decode::Slot::Missing;
        let mut country_slot = decode::Slot::Missing;
        let mut floor_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "street" => {
                    STORED_ADDRESS_STREET
                        .read(&mut members, &mut street_slot, at, found)?;
                }
                "town" => {
                    STORED_ADDRESS_TOWN.read(&mut members, &mut town_slot, at, found)?;
                }
                "country" => {
                    STORED_ADDRESS_COUNTRY
                        .read(&mut members, &mut country_slot, at, found)?;
                }
                "floor" => {
                    STORED_ADDRESS_FLOOR.read(&mut members, &mut floor_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                street: street_slot.value(),
                town: town_slot.value(),
                country: country_slot.value(),
                floor: floor_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    StoredAddress, "StoredAddress", include_str!("../schemas/StoredAddress.json")
);

/// How the reader comes, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct StoredVisit {
    /// The day of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<String>,
    /// When the reader comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comes: Option<String>,
    /// How long the reader stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stays: Option<String>,
    /// Where the reader writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Where the reader calls from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from4: Option<String>,
    /// Where the reader calls from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from6: Option<String>,
    /// What is read first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the reader looks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl StoredVisit {
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

static STORED_VISIT_BORN: decode::Property<decode::Text> = decode::Property::optional(
    "born",
    "StoredVisit.born",
    decode::Text::new("StoredVisit.born"),
);
static STORED_VISIT_COMES: decode::Property<decode::Text> = decode::Property::optional(
    "comes",
    "StoredVisit.comes",
    decode::Text::new("StoredVisit.comes"),
);
static STORED_VISIT_STAYS: decode::Property<decode::Text> = decode::Property::optional(
    "stays",
    "StoredVisit.stays",
    decode::Text::new("StoredVisit.stays"),
);
static STORED_VISIT_HOST: decode::Property<decode::Text> = decode::Property::optional(
    "host",
    "StoredVisit.host",
    decode::Text::new("StoredVisit.host"),
);
static STORED_VISIT_FROM4: decode::Property<decode::Text> = decode::Property::optional(
    "from4",
    "StoredVisit.from4",
    decode::Text::new("StoredVisit.from4"),
);
static STORED_VISIT_FROM6: decode::Property<decode::Text> = decode::Property::optional(
    "from6",
    "StoredVisit.from6",
    decode::Text::new("StoredVisit.from6"),
);
static STORED_VISIT_FIELD: decode::Property<decode::Text> = decode::Property::optional(
    "field",
    "StoredVisit.field",
    decode::Text::new("StoredVisit.field"),
);
static STORED_VISIT_SEARCH: decode::Property<decode::Text> = decode::Property::optional(
    "search",
    "StoredVisit.search",
    decode::Text::new("StoredVisit.search"),
);

impl<'de> serde::Deserialize<'de> for StoredVisit {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for StoredVisit {
    const CLAUSE: &'static str = "StoredVisit";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        STORED_VISIT_BORN.validate_given(&self.born, at, found);
        STORED_VISIT_COMES.validate_given(&self.comes, at, found);
        STORED_VISIT_STAYS.validate_given(&self.stays, at, found);
        STORED_VISIT_HOST.validate_given(&self.host, at, found);
        STORED_VISIT_FROM4.validate_given(&self.from4, at, found);
        STORED_VISIT_FROM6.validate_given(&self.from6, at, found);
        STORED_VISIT_FIELD.validate_given(&self.field, at, found);
        STORED_VISIT_SEARCH.validate_given(&self.search, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["born", "comes", "stays", "host", "from4", "from6", "field", "search"],
            "StoredVisit",
            at,
            found,
        );
    }
}

impl decode::Object for StoredVisit {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
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
                "born" => {
                    STORED_VISIT_BORN.read(&mut members, &mut born_slot, at, found)?;
                }
                "comes" => {
                    STORED_VISIT_COMES.read(&mut members, &mut comes_slot, at, found)?;
                }
                "stays" => {
                    STORED_VISIT_STAYS.read(&mut members, &mut stays_slot, at, found)?;
                }
                "host" => {
                    STORED_VISIT_HOST.read(&mut members, &mut host_slot, at, found)?;
                }
                "from4" => {
                    STORED_VISIT_FROM4.read(&mut members, &mut from4_slot, at, found)?;
                }
                "from6" => {
                    STORED_VISIT_FROM6.read(&mut members, &mut from6_slot, at, found)?;
                }
                "field" => {
                    STORED_VISIT_FIELD.read(&mut members, &mut field_slot, at, found)?;
                }
                "search" => {
                    STORED_VISIT_SEARCH.read(&mut members, &mut search_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
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

impl StoredVisit {
    /// A builder with nothing given.
    pub fn builder() -> StoredVisitBuilder {
        StoredVisitBuilder(StoredVisit::default())
    }
}

/// Builds a [`StoredVisit`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct StoredVisitBuilder(StoredVisit);

impl StoredVisitBuilder {
    /// The day of birth.
    ///
    /// See [`StoredVisit::born`].
    pub fn born(mut self, value: impl Into<String>) -> Self {
        self.0.born = Some(value.into());
        self
    }

    /// When the reader comes.
    ///
    /// See [`StoredVisit::comes`].
    pub fn comes(mut self, value: impl Into<String>) -> Self {
        self.0.comes = Some(value.into());
        self
    }

    /// How long the reader stays.
    ///
    /// See [`StoredVisit::stays`].
    pub fn stays(mut self, value: impl Into<String>) -> Self {
        self.0.stays = Some(value.into());
        self
    }

    /// Where the reader writes.
    ///
    /// See [`StoredVisit::host`].
    pub fn host(mut self, value: impl Into<String>) -> Self {
        self.0.host = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// See [`StoredVisit::from4`].
    pub fn from4(mut self, value: impl Into<String>) -> Self {
        self.0.from4 = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// See [`StoredVisit::from6`].
    pub fn from6(mut self, value: impl Into<String>) -> Self {
        self.0.from6 = Some(value.into());
        self
    }

    /// What is read first.
    ///
    /// See [`StoredVisit::field`].
    pub fn field(mut self, value: impl Into<String>) -> Self {
        self.0.field = Some(value.into());
        self
    }

    /// What the reader looks for.
    ///
    /// See [`StoredVisit::search`].
    pub fn search(mut self, value: impl Into<String>) -> Self {
        self.0.search = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<StoredVisit, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    StoredVisit, "StoredVisit", include_str!("../schemas/StoredVisit.json")
);

/// A partial update of a card.
///
/// At least 1 property (`CardUpdate.minProperties`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct CardUpdate {
    /// What was filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// What the reader likes.
    ///
    /// At least 1 item (`CardUpdate.topics.minItems`). At most 3 items
    /// (`CardUpdate.topics.maxItems`). No two equal items (`CardUpdate.topics.uniqueItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<CardUpdateTopicsItem>>,
    /// Where the reader sits.
    ///
    /// Some item is: integer, at least 10 (`CardUpdate.seats.contains`). At least 2 items of
    /// `contains` (`CardUpdate.seats.minContains`). At most 3 items of `contains`
    /// (`CardUpdate.seats.maxContains`). Each item: At least 1 (`CardUpdate.seats.items.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<i64>>,
    /// The keys of the reader.
    ///
    /// At most 5 items (`CardUpdate.keys.maxItems`). No two equal items
    /// (`CardUpdate.keys.uniqueItems`). Some item is: string, matches `^K[0-9]+$`
    /// (`CardUpdate.keys.contains`). Each item: At most 20 characters
    /// (`CardUpdate.keys.items.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// How many books at once.
    ///
    /// More than 0 (`CardUpdate.lent.exclusiveMinimum`). Less than 100
    /// (`CardUpdate.lent.exclusiveMaximum`). A multiple of 5 (`CardUpdate.lent.multipleOf`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<i64>,
    /// How far the reader is.
    ///
    /// More than 0 (`CardUpdate.level.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.level.exclusiveMaximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i64>,
    /// What is owed.
    ///
    /// More than -0.5 (`CardUpdate.fine.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.fine.exclusiveMaximum`). A multiple of 0.1 (`CardUpdate.fine.multipleOf`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fine: Option<f64>,
    /// What is printed on it.
    ///
    /// At least 5 characters (`CardUpdate.code.minLength`). At most 9 characters
    /// (`CardUpdate.code.maxLength`). Matches `^[A-Z]+-[0-9]+$` (`CardUpdate.code.pattern`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Books on the reader's shelves.
    ///
    /// At least 1 property (`CardUpdate.shelves.minProperties`). At most 3 properties
    /// (`CardUpdate.shelves.maxProperties`). Each name is: string, at most 4 characters, matches
    /// `^[a-z]+$` (`CardUpdate.shelves.propertyNames`). Each value: At least 0
    /// (`CardUpdate.shelves.additionalProperties.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shelves: Option<std::collections::BTreeMap<String, i64>>,
    /// How the reader feels.
    ///
    /// Each name is: one of `spring`, `autumn` (`CardUpdate.moods.propertyNames`). Each value: At
    /// most 10 characters (`CardUpdate.moods.additionalProperties.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moods: Option<std::collections::BTreeMap<String, String>>,
    /// The end of the address of the card.
    ///
    /// At least 4 characters (`CardUpdate.slug.minLength`). At most 7 characters
    /// (`CardUpdate.slug.maxLength`). Matches `^(ab|cde)+$` (`CardUpdate.slug.pattern`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// Where the card is sent.
    ///
    /// At most 60 characters (`CardUpdate.mail.maxLength`). Of the format email
    /// (`CardUpdate.mail.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// Where the card is shown.
    ///
    /// At least 24 characters (`CardUpdate.link.minLength`). At most 60 characters
    /// (`CardUpdate.link.maxLength`). Of the format uri (`CardUpdate.link.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Where the reader lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    /// How the reader comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visit: Option<Visit>,
    /// Where the reader was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What the reader draws.
    ///
    /// At least 1 item (`CardUpdate.ticket.minItems`). At most 3 items
    /// (`CardUpdate.ticket.maxItems`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<CardUpdateTicket>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CardUpdate {
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

static CARD_UPDATE_FORM: decode::Property<decode::Named<Form>> = decode::Property::optional(
    "form",
    "CardUpdate.form",
    decode::Named::new(),
);
static CARD_UPDATE_TOPICS: decode::Property<
    decode::Together<decode::List<decode::Named<CardUpdateTopicsItem>>>,
> = decode::Property::optional(
    "topics",
    "CardUpdate.topics",
    decode::Together::new(
            "CardUpdate.topics",
            decode::List::new("CardUpdate.topics", decode::Named::new())
                .min_items(1)
                .max_items(3),
        )
        .unique_items(),
);
static CARD_UPDATE_SEATS: decode::Property<
    decode::Together<decode::List<decode::Integer>>,
> = decode::Property::optional(
    "seats",
    "CardUpdate.seats",
    decode::Together::new(
            "CardUpdate.seats",
            decode::List::new(
                "CardUpdate.seats",
                decode::Integer::new("CardUpdate.seats.items").minimum(1),
            ),
        )
        .contains(decode::Contains {
            accepts: |value| decode::accepts(
                &decode::Integer::new("contains").minimum(10),
                value,
            ),
            least: Some(2),
            most: Some(3),
        }),
);
static CARD_UPDATE_KEYS: decode::Property<
    decode::Together<decode::List<decode::Text>>,
> = decode::Property::optional(
    "keys",
    "CardUpdate.keys",
    decode::Together::new(
            "CardUpdate.keys",
            decode::List::new(
                    "CardUpdate.keys",
                    decode::Text::new("CardUpdate.keys.items").max_length(20),
                )
                .max_items(5),
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
            most: None,
        }),
);
static CARD_UPDATE_LENT: decode::Property<decode::Integer> = decode::Property::optional(
    "lent",
    "CardUpdate.lent",
    decode::Integer::new("CardUpdate.lent")
        .exclusive_minimum(0)
        .exclusive_maximum(100)
        .multiple_of(5),
);
static CARD_UPDATE_LEVEL: decode::Property<decode::Integer> = decode::Property::optional(
    "level",
    "CardUpdate.level",
    decode::Integer::new("CardUpdate.level").exclusive_minimum(0).exclusive_maximum(10),
);
static CARD_UPDATE_FINE: decode::Property<decode::Number> = decode::Property::optional(
    "fine",
    "CardUpdate.fine",
    decode::Number::new("CardUpdate.fine")
        .exclusive_minimum(-0.5)
        .exclusive_maximum(10.0)
        .multiple_of(0.1),
);
static CARD_UPDATE_CODE: decode::Property<decode::Text> = decode::Property::optional(
    "code",
    "CardUpdate.code",
    decode::Text::new("CardUpdate.code")
        .min_length(5)
        .max_length(9)
        .pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new("^[A-Z]+-[0-9]+$");
            &PATTERN
        }),
);
static CARD_UPDATE_SHELVES: decode::Property<decode::Dictionary<decode::Integer>> = decode::Property::optional(
    "shelves",
    "CardUpdate.shelves",
    decode::Dictionary::new(
            "CardUpdate.shelves",
            decode::Integer::new("CardUpdate.shelves.additionalProperties").minimum(0),
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
static CARD_UPDATE_MOODS: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "moods",
    "CardUpdate.moods",
    decode::Dictionary::new(
            "CardUpdate.moods",
            decode::Text::new("CardUpdate.moods.additionalProperties").max_length(10),
        )
        .property_names(|value| matches!(value, "spring" | "autumn")),
);
static CARD_UPDATE_SLUG: decode::Property<decode::Text> = decode::Property::optional(
    "slug",
    "CardUpdate.slug",
    decode::Text::new("CardUpdate.slug")
        .min_length(4)
        .max_length(7)
        .pattern({
            static PATTERN: runtime::Pattern = runtime::Pattern::new("^(ab|cde)+$");
            &PATTERN
        }),
);
static CARD_UPDATE_MAIL: decode::Property<decode::Text> = decode::Property::optional(
    "mail",
    "CardUpdate.mail",
    decode::Text::new("CardUpdate.mail")
        .max_length(60)
        .format(runtime::format::Format::Email),
);
static CARD_UPDATE_LINK: decode::Property<decode::Text> = decode::Property::optional(
    "link",
    "CardUpdate.link",
    decode::Text::new("CardUpdate.link")
        .min_length(24)
        .max_length(60)
        .format(runtime::format::Format::Uri),
);
static CARD_UPDATE_ADDRESS: decode::Property<decode::Named<Address>> = decode::Property::optional(
    "address",
    "CardUpdate.address",
    decode::Named::new(),
);
static CARD_UPDATE_VISIT: decode::Property<decode::Named<Visit>> = decode::Property::optional(
    "visit",
    "CardUpdate.visit",
    decode::Named::new(),
);
static CARD_UPDATE_PLACE: decode::Property<decode::Named<Place>> = decode::Property::optional(
    "place",
    "CardUpdate.place",
    decode::Named::new(),
);
static CARD_UPDATE_TICKET: decode::Property<decode::Named<CardUpdateTicket>> = decode::Property::optional(
    "ticket",
    "CardUpdate.ticket",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for CardUpdate {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardUpdate {
    const CLAUSE: &'static str = "CardUpdate";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CARD_UPDATE_FORM.validate_given(&self.form, at, found);
        CARD_UPDATE_TOPICS.validate_given(&self.topics, at, found);
        CARD_UPDATE_SEATS.validate_given(&self.seats, at, found);
        CARD_UPDATE_KEYS.validate_given(&self.keys, at, found);
        CARD_UPDATE_LENT.validate_given(&self.lent, at, found);
        CARD_UPDATE_LEVEL.validate_given(&self.level, at, found);
        CARD_UPDATE_FINE.validate_given(&self.fine, at, found);
        CARD_UPDATE_CODE.validate_given(&self.code, at, found);
        CARD_UPDATE_SHELVES.validate_given(&self.shelves, at, found);
        CARD_UPDATE_MOODS.validate_given(&self.moods, at, found);
        CARD_UPDATE_SLUG.validate_given(&self.slug, at, found);
        CARD_UPDATE_MAIL.validate_given(&self.mail, at, found);
        CARD_UPDATE_LINK.validate_given(&self.link, at, found);
        CARD_UPDATE_ADDRESS.validate_given(&self.address, at, found);
        CARD_UPDATE_VISIT.validate_given(&self.visit, at, found);
        CARD_UPDATE_PLACE.validate_given(&self.place, at, found);
        CARD_UPDATE_TICKET.validate_given(&self.ticket, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "form",
                "topics",
                "seats",
                "keys",
                "lent",
                "level",
                "fine",
                "code",
                "shelves",
                "moods",
                "slug",
                "mail",
                "link",
                "address",
                "visit",
                "place",
                "ticket",
            ],
            "CardUpdate",
            at,
            found,
        );
        decode::min_properties(
            &[
                self.form.is_some(),
                self.topics.is_some(),
                self.seats.is_some(),
                self.keys.is_some(),
                self.lent.is_some(),
                self.level.is_some(),
                self.fine.is_some(),
                self.code.is_some(),
                self.shelves.is_some(),
                self.moods.is_some(),
                self.slug.is_some(),
                self.mail.is_some(),
                self.link.is_some(),
                self.address.is_some(),
                self.visit.is_some(),
                self.place.is_some(),
                self.ticket.is_some(),
            ],
            self.additional_properties.len(),
            1,
            "CardUpdate",
            at,
            found,
        );
    }
}

impl decode::Object for CardUpdate {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut form_slot = decode::Slot::Missing;
        let mut topics_slot = decode::Slot::Missing;
        let mut seats_slot = decode::Slot::Missing;
        let mut keys_slot = decode::Slot::Missing;
        let mut lent_slot = decode::Slot::Missing;
        let mut level_slot = decode::Slot::Missing;
        let mut fine_slot = decode::Slot::Missing;
        let mut code_slot = decode::Slot::Missing;
        let mut shelves_slot = decode::Slot::Missing;
        let mut moods_slot = decode::Slot::Missing;
        let mut slug_slot = decode::Slot::Missing;
        let mut mail_slot = decode::Slot::Missing;
        let mut link_slot = decode::Slot::Missing;
        let mut address_slot = decode::Slot::Missing;
        let mut visit_slot = decode::Slot::Missing;
        let mut place_slot = decode::Slot::Missing;
        let mut ticket_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "form" => {
                    CARD_UPDATE_FORM.read(&mut members, &mut form_slot, at, found)?;
                }
                "topics" => {
                    CARD_UPDATE_TOPICS.read(&mut members, &mut topics_slot, at, found)?;
                }
                "seats" => {
                    CARD_UPDATE_SEATS.read(&mut members, &mut seats_slot, at, found)?;
                }
                "keys" => {
                    CARD_UPDATE_KEYS.read(&mut members, &mut keys_slot, at, found)?;
                }
                "lent" => {
                    CARD_UPDATE_LENT.read(&mut members, &mut lent_slot, at, found)?;
                }
                "level" => {
                    CARD_UPDATE_LEVEL.read(&mut members, &mut level_slot, at, found)?;
                }
                "fine" => {
                    CARD_UPDATE_FINE.read(&mut members, &mut fine_slot, at, found)?;
                }
                "code" => {
                    CARD_UPDATE_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                "shelves" => {
                    CARD_UPDATE_SHELVES
                        .read(&mut members, &mut shelves_slot, at, found)?;
                }
                "moods" => {
                    CARD_UPDATE_MOODS.read(&mut members, &mut moods_slot, at, found)?;
                }
                "slug" => {
                    CARD_UPDATE_SLUG.read(&mut members, &mut slug_slot, at, found)?;
                }
                "mail" => {
                    CARD_UPDATE_MAIL.read(&mut members, &mut mail_slot, at, found)?;
                }
                "link" => {
                    CARD_UPDATE_LINK.read(&mut members, &mut link_slot, at, found)?;
                }
                "address" => {
                    CARD_UPDATE_ADDRESS
                        .read(&mut members, &mut address_slot, at, found)?;
                }
                "visit" => {
                    CARD_UPDATE_VISIT.read(&mut members, &mut visit_slot, at, found)?;
                }
                "place" => {
                    CARD_UPDATE_PLACE.read(&mut members, &mut place_slot, at, found)?;
                }
                "ticket" => {
                    CARD_UPDATE_TICKET.read(&mut members, &mut ticket_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::min_properties(
            &[
                form_slot.is_given(),
                topics_slot.is_given(),
                seats_slot.is_given(),
                keys_slot.is_given(),
                lent_slot.is_given(),
                level_slot.is_given(),
                fine_slot.is_given(),
                code_slot.is_given(),
                shelves_slot.is_given(),
                moods_slot.is_given(),
                slug_slot.is_given(),
                mail_slot.is_given(),
                link_slot.is_given(),
                address_slot.is_given(),
                visit_slot.is_given(),
                place_slot.is_given(),
                ticket_slot.is_given(),
            ],
            additional_properties.len(),
            1,
            "CardUpdate",
            at,
            found,
        );
        Ok(
            Some(Self {
                form: form_slot.value(),
                topics: topics_slot.value(),
                seats: seats_slot.value(),
                keys: keys_slot.value(),
                lent: lent_slot.value(),
                level: level_slot.value(),
                fine: fine_slot.value(),
                code: code_slot.value(),
                shelves: shelves_slot.value(),
                moods: moods_slot.value(),
                slug: slug_slot.value(),
                mail: mail_slot.value(),
                link: link_slot.value(),
                address: address_slot.value(),
                visit: visit_slot.value(),
                place: place_slot.value(),
                ticket: ticket_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl CardUpdate {
    /// A builder with nothing given.
    pub fn builder() -> CardUpdateBuilder {
        CardUpdateBuilder(CardUpdate::default())
    }
}

/// Builds a [`CardUpdate`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct CardUpdateBuilder(CardUpdate);

impl CardUpdateBuilder {
    /// What was filled in.
    ///
    /// See [`CardUpdate::form`].
    pub fn form(mut self, value: impl Into<Form>) -> Self {
        self.0.form = Some(value.into());
        self
    }

    /// What the reader likes.
    ///
    /// At least 1 item (`CardUpdate.topics.minItems`). At most 3 items
    /// (`CardUpdate.topics.maxItems`). No two equal items (`CardUpdate.topics.uniqueItems`).
    ///
    /// See [`CardUpdate::topics`].
    pub fn topics(
        mut self,
        value: impl IntoIterator<Item = impl Into<CardUpdateTopicsItem>>,
    ) -> Self {
        self.0.topics = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Where the reader sits.
    ///
    /// Some item is: integer, at least 10 (`CardUpdate.seats.contains`). At least 2 items of
    /// `contains` (`CardUpdate.seats.minContains`). At most 3 items of `contains`
    /// (`CardUpdate.seats.maxContains`). Each item: At least 1 (`CardUpdate.seats.items.minimum`).
    ///
    /// See [`CardUpdate::seats`].
    pub fn seats(mut self, value: impl IntoIterator<Item = i64>) -> Self {
        self.0.seats = Some(value.into_iter().collect());
        self
    }

    /// The keys of the reader.
    ///
    /// At most 5 items (`CardUpdate.keys.maxItems`). No two equal items
    /// (`CardUpdate.keys.uniqueItems`). Some item is: string, matches `^K[0-9]+$`
    /// (`CardUpdate.keys.contains`). Each item: At most 20 characters
    /// (`CardUpdate.keys.items.maxLength`).
    ///
    /// See [`CardUpdate::keys`].
    pub fn keys(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.keys = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// How many books at once.
    ///
    /// More than 0 (`CardUpdate.lent.exclusiveMinimum`). Less than 100
    /// (`CardUpdate.lent.exclusiveMaximum`). A multiple of 5 (`CardUpdate.lent.multipleOf`).
    ///
    /// See [`CardUpdate::lent`].
    pub fn lent(mut self, value: i64) -> Self {
        self.0.lent = Some(value);
        self
    }

    /// How far the reader is.
    ///
    /// More than 0 (`CardUpdate.level.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.level.exclusiveMaximum`).
    ///
    /// See [`CardUpdate::level`].
    pub fn level(mut self, value: i64) -> Self {
        self.0.level = Some(value);
        self
    }

    /// What is owed.
    ///
    /// More than -0.5 (`CardUpdate.fine.exclusiveMinimum`). Less than 10
    /// (`CardUpdate.fine.exclusiveMaximum`). A multiple of 0.1 (`CardUpdate.fine.multipleOf`).
    ///
    /// See [`CardUpdate::fine`].
    pub fn fine(mut self, value: impl Into<f64>) -> Self {
        self.0.fine = Some(value.into());
        self
    }

    /// What is printed on it.
    ///
    /// At least 5 characters (`CardUpdate.code.minLength`). At most 9 characters
    /// (`CardUpdate.code.maxLength`). Matches `^[A-Z]+-[0-9]+$` (`CardUpdate.code.pattern`).
    ///
    /// See [`CardUpdate::code`].
    pub fn code(mut self, value: impl Into<String>) -> Self {
        self.0.code = Some(value.into());
        self
    }

    /// Books on the reader's shelves.
    ///
    /// At least 1 property (`CardUpdate.shelves.minProperties`). At most 3 properties
    /// (`CardUpdate.shelves.maxProperties`). Each name is: string, at most 4 characters, matches
    /// `^[a-z]+$` (`CardUpdate.shelves.propertyNames`). Each value: At least 0
    /// (`CardUpdate.shelves.additionalProperties.minimum`).
    ///
    /// See [`CardUpdate::shelves`].
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
    /// Each name is: one of `spring`, `autumn` (`CardUpdate.moods.propertyNames`). Each value: At
    /// most 10 characters (`CardUpdate.moods.additionalProperties.maxLength`).
    ///
    /// See [`CardUpdate::moods`].
    pub fn moods(
        mut self,
        value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
    ) -> Self {
        self.0.moods = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// The end of the address of the card.
    ///
    /// At least 4 characters (`CardUpdate.slug.minLength`). At most 7 characters
    /// (`CardUpdate.slug.maxLength`). Matches `^(ab|cde)+$` (`CardUpdate.slug.pattern`).
    ///
    /// See [`CardUpdate::slug`].
    pub fn slug(mut self, value: impl Into<String>) -> Self {
        self.0.slug = Some(value.into());
        self
    }

    /// Where the card is sent.
    ///
    /// At most 60 characters (`CardUpdate.mail.maxLength`). Of the format email
    /// (`CardUpdate.mail.format`).
    ///
    /// See [`CardUpdate::mail`].
    pub fn mail(mut self, value: impl Into<String>) -> Self {
        self.0.mail = Some(value.into());
        self
    }

    /// Where the card is shown.
    ///
    /// At least 24 characters (`CardUpdate.link.minLength`). At most 60 characters
    /// (`CardUpdate.link.maxLength`). Of the format uri (`CardUpdate.link.format`).
    ///
    /// See [`CardUpdate::link`].
    pub fn link(mut self, value: impl Into<String>) -> Self {
        self.0.link = Some(value.into());
        self
    }

    /// Where the reader lives.
    ///
    /// See [`CardUpdate::address`].
    pub fn address(mut self, value: impl Into<Address>) -> Self {
        self.0.address = Some(value.into());
        self
    }

    /// How the reader comes.
    ///
    /// See [`CardUpdate::visit`].
    pub fn visit(mut self, value: impl Into<Visit>) -> Self {
        self.0.visit = Some(value.into());
        self
    }

    /// Where the reader was seen.
    ///
    /// See [`CardUpdate::place`].
    pub fn place(mut self, value: impl Into<Place>) -> Self {
        self.0.place = Some(value.into());
        self
    }

    /// What the reader draws.
    ///
    /// At least 1 item (`CardUpdate.ticket.minItems`). At most 3 items
    /// (`CardUpdate.ticket.maxItems`).
    ///
    /// See [`CardUpdate::ticket`].
    pub fn ticket(mut self, value: impl Into<CardUpdateTicket>) -> Self {
        self.0.ticket = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<CardUpdate, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    CardUpdate, "CardUpdate", include_str!("../schemas/CardUpdate.json"), "Form" = Form,
    "Address" = Address, "Visit" = Visit, "Place" = Place
);

/// An item of `CardUpdate.topics`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum CardUpdateTopicsItem {
    /// `art`
    #[serde(rename = "art")]
    Art,
    /// `law`
    #[serde(rename = "law")]
    Law,
    /// `war`
    #[serde(rename = "war")]
    War,
    /// `sea`
    #[serde(rename = "sea")]
    Sea,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl CardUpdateTopicsItem {
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
            Self::Sea => "sea",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for CardUpdateTopicsItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for CardUpdateTopicsItem {
    const VALUES: &'static [&'static str] = &["art", "law", "war", "sea"];

    fn from_text(text: &str) -> Self {
        match text {
            "art" => Self::Art,
            "law" => Self::Law,
            "war" => Self::War,
            "sea" => Self::Sea,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for CardUpdateTopicsItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardUpdateTopicsItem {
    const CLAUSE: &'static str = "CardUpdate.topics.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("CardUpdate.topics.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("CardUpdate.topics.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for CardUpdateTopicsItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    CardUpdateTopicsItem, "CardUpdateTopicsItem",
    "{\"type\":\"string\",\"enum\":[\"art\",\"law\",\"war\",\"sea\"]}"
);

/// What the reader draws.
///
/// At least 1 item (`CardUpdate.ticket.minItems`). At most 3 items
/// (`CardUpdate.ticket.maxItems`).
#[derive(Debug, Clone, PartialEq)]
pub struct CardUpdateTicket(
    /// The series.
    ///
    /// Matches `^[A-Z]{2}$` (`CardUpdate.ticket.prefixItems.0.pattern`).
    pub String,
    /// The number in the series.
    ///
    /// At least 1 (`CardUpdate.ticket.prefixItems.1.minimum`).
    pub Option<i64>,
    /// The colour.
    pub Option<CardUpdateTicketItem2>,
);

impl CardUpdateTicket {
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

static CARD_UPDATE_TICKET_0: decode::Text = decode::Text::new(
        "CardUpdate.ticket.prefixItems.0",
    )
    .pattern({
        static PATTERN: runtime::Pattern = runtime::Pattern::new("^[A-Z]{2}$");
        &PATTERN
    });
static CARD_UPDATE_TICKET_1: decode::Integer = decode::Integer::new(
        "CardUpdate.ticket.prefixItems.1",
    )
    .minimum(1);
static CARD_UPDATE_TICKET_2: decode::Named<CardUpdateTicketItem2> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for CardUpdateTicket {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardUpdateTicket {
    const CLAUSE: &'static str = "CardUpdate.ticket";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&CARD_UPDATE_TICKET_0, &self.0, &at.item(0), found);
        match &self.1 {
            Some(item) => {
                decode::Check::validate(&CARD_UPDATE_TICKET_1, item, &at.item(1), found);
            }
            None if self.2.is_some() => {
                decode::left_out("CardUpdate.ticket.prefixItems.1", &at.item(1), found);
            }
            None => {}
        }
        if let Some(item) = &self.2 {
            decode::Check::validate(&CARD_UPDATE_TICKET_2, item, &at.item(2), found);
        }
    }
}

impl decode::Tuple for CardUpdateTicket {
    const LEAST: usize = 1;
    const MOST: usize = 3;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&CARD_UPDATE_TICKET_0, found)?;
        let item_1 = items.read(&CARD_UPDATE_TICKET_1, found)?;
        let item_2 = items.read(&CARD_UPDATE_TICKET_2, found)?;
        let Some(item_0) = item_0 else { return Ok(None) };
        Ok(Some(Self(item_0, item_1, item_2)))
    }
}

impl serde::Serialize for CardUpdateTicket {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&self.0)?;
        if self.1.is_some() || self.2.is_some() {
            items.serialize_element(&self.1)?;
        }
        if self.2.is_some() {
            items.serialize_element(&self.2)?;
        }
        items.end()
    }
}

impl From<(String, Option<i64>, Option<CardUpdateTicketItem2>)> for CardUpdateTicket {
    fn from(
        (item_0, item_1, item_2): (String, Option<i64>, Option<CardUpdateTicketItem2>),
    ) -> Self {
        Self(item_0, item_1, item_2)
    }
}

runtime::json_schema!(
    CardUpdateTicket, "CardUpdateTicket",
    "{\"description\":\"What the reader draws.\",\"type\":\"array\",\"prefixItems\":[{\"description\":\"The series.\",\"type\":\"string\",\"pattern\":\"^[A-Z]{2}$\"},{\"description\":\"The number in the series.\",\"type\":\"integer\",\"minimum\":1},{\"description\":\"The colour.\",\"type\":\"string\",\"enum\":[\"blue\",\"red\"]}],\"minItems\":1,\"maxItems\":3}"
);

/// The colour.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum CardUpdateTicketItem2 {
    /// `blue`
    #[serde(rename = "blue")]
    Blue,
    /// `red`
    #[serde(rename = "red")]
    Red,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl CardUpdateTicketItem2 {
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
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for CardUpdateTicketItem2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for CardUpdateTicketItem2 {
    const VALUES: &'static [&'static str] = &["blue", "red"];

    fn from_text(text: &str) -> Self {
        match text {
            "blue" => Self::Blue,
            "red" => Self::Red,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for CardUpdateTicketItem2 {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CardUpdateTicketItem2 {
    const CLAUSE: &'static str = "CardUpdate.ticket.prefixItems.2";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("CardUpdate.ticket.prefixItems.2"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("CardUpdate.ticket.prefixItems.2"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for CardUpdateTicketItem2 {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    CardUpdateTicketItem2, "CardUpdateTicketItem2",
    "{\"description\":\"The colour.\",\"type\":\"string\",\"enum\":[\"blue\",\"red\"]}"
);

/// Where the reader was seen.
///
/// At least 2 items (`Place.minItems`). At most 3 items (`Place.maxItems`).
#[derive(Debug, Clone, PartialEq)]
pub struct Place(
    /// The longitude.
    ///
    /// At least -180 (`Place.prefixItems.0.minimum`). At most 180 (`Place.prefixItems.0.maximum`).
    pub f64,
    /// The latitude.
    ///
    /// At least -90 (`Place.prefixItems.1.minimum`). At most 90 (`Place.prefixItems.1.maximum`).
    pub f64,
    /// How high up the reader was seen.
    pub Option<Height>,
);

impl Place {
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

static PLACE_0: decode::Number = decode::Number::new("Place.prefixItems.0")
    .minimum(-180.0)
    .maximum(180.0);
static PLACE_1: decode::Number = decode::Number::new("Place.prefixItems.1")
    .minimum(-90.0)
    .maximum(90.0);
static PLACE_2: decode::Named<Height> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Place {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Place {
    const CLAUSE: &'static str = "Place";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::tuple(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&PLACE_0, &self.0, &at.item(0), found);
        decode::Check::validate(&PLACE_1, &self.1, &at.item(1), found);
        if let Some(item) = &self.2 {
            decode::Check::validate(&PLACE_2, item, &at.item(2), found);
        }
    }
}

impl decode::Tuple for Place {
    const LEAST: usize = 2;
    const MOST: usize = 3;

    fn decode_items<'de, A: serde::de::SeqAccess<'de>>(
        items: &mut decode::Items<'_, A>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let item_0 = items.read(&PLACE_0, found)?;
        let item_1 = items.read(&PLACE_1, found)?;
        let item_2 = items.read(&PLACE_2, found)?;
        let (Some(item_0), Some(item_1)) = (item_0, item_1) else { return Ok(None) };
        Ok(Some(Self(item_0, item_1, item_2)))
    }
}

impl serde::Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq as _;
        let mut items = serializer.serialize_seq(None)?;
        items.serialize_element(&self.0)?;
        items.serialize_element(&self.1)?;
        if self.2.is_some() {
            items.serialize_element(&self.2)?;
        }
        items.end()
    }
}

impl From<(f64, f64, Option<Height>)> for Place {
    fn from((item_0, item_1, item_2): (f64, f64, Option<Height>)) -> Self {
        Self(item_0, item_1, item_2)
    }
}

runtime::json_schema!(
    Place, "Place", include_str!("../schemas/Place.json"), "Height" = Height
);

/// How high up the reader was seen.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Height {
    /// Above the sea.
    ///
    /// At least 0 (`Height.metres.minimum`).
    pub metres: i64,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Height {
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

static HEIGHT_METRES: decode::Property<decode::Integer> = decode::Property::new(
    "metres",
    "Height.metres",
    decode::Integer::new("Height.metres").minimum(0),
);

impl<'de> serde::Deserialize<'de> for Height {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Height {
    const CLAUSE: &'static str = "Height";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        HEIGHT_METRES.validate(&self.metres, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["metres"],
            "Height",
            at,
            found,
        );
    }
}

impl decode::Object for Height {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut metres_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "metres" => {
                    HEIGHT_METRES.read(&mut members, &mut metres_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        HEIGHT_METRES.require(&metres_slot, at, found);
        let Some(metres) = metres_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                metres,
                additional_properties,
            }),
        )
    }
}

impl Height {
    /// With `metres`, which it needs, and nothing else.
    #[must_use]
    pub fn new(metres: i64) -> Self {
        Height {
            metres,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Height, "Height", include_str!("../schemas/Height.json"));

/// What was filled in.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Form {
    /// What the card opens.
    ///
    /// Always "reader" (`Form.kind.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The form that was filled in.
    ///
    /// Always 2 (`Form.version.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// What fines are multiplied by.
    ///
    /// Always 1.5 (`Form.factor.const`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Form {
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

static FORM_KIND: decode::Property<decode::Text> = decode::Property::optional(
    "kind",
    "Form.kind",
    decode::Text::new("Form.kind").constant("reader"),
);
static FORM_VERSION: decode::Property<decode::Integer> = decode::Property::optional(
    "version",
    "Form.version",
    decode::Integer::new("Form.version").constant(2),
);
static FORM_FACTOR: decode::Property<decode::Number> = decode::Property::optional(
    "factor",
    "Form.factor",
    decode::Number::new("Form.factor").constant(1.5),
);

impl<'de> serde::Deserialize<'de> for Form {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Form {
    const CLAUSE: &'static str = "Form";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        FORM_KIND.validate_given(&self.kind, at, found);
        FORM_VERSION.validate_given(&self.version, at, found);
        FORM_FACTOR.validate_given(&self.factor, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "version", "factor"],
            "Form",
            at,
            found,
        );
    }
}

impl decode::Object for Form {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut kind_slot = decode::Slot::Missing;
        let mut version_slot = decode::Slot::Missing;
        let mut factor_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    FORM_KIND.read(&mut members, &mut kind_slot, at, found)?;
                }
                "version" => {
                    FORM_VERSION.read(&mut members, &mut version_slot, at, found)?;
                }
                "factor" => {
                    FORM_FACTOR.read(&mut members, &mut factor_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                kind: kind_slot.value(),
                version: version_slot.value(),
                factor: factor_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(Form, "Form", include_str!("../schemas/Form.json"));

/// Where the reader lives.
///
/// At most 3 properties (`Address.maxProperties`). `street` needs `town`; `town` needs
/// `country` (`Address.dependentRequired`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Address {
    /// The street.
    ///
    /// At most 40 characters (`Address.street.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Where the street is.
    ///
    /// At most 40 characters (`Address.town.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub town: Option<String>,
    /// Where the town is.
    ///
    /// At most 40 characters (`Address.country.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// How far up.
    ///
    /// At most 40 characters (`Address.floor.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Address {
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

static ADDRESS_STREET: decode::Property<decode::Text> = decode::Property::optional(
    "street",
    "Address.street",
    decode::Text::new("Address.street").max_length(40),
);
static ADDRESS_TOWN: decode::Property<decode::Text> = decode::Property::optional(
    "town",
    "Address.town",
    decode::Text::new("Address.town").max_length(40),
);
static ADDRESS_COUNTRY: decode::Property<decode::Text> = decode::Property::optional(
    "country",
    "Address.country",
    decode::Text::new("Address.country").max_length(40),
);
static ADDRESS_FLOOR: decode::Property<decode::Text> = decode::Property::optional(
    "floor",
    "Address.floor",
    decode::Text::new("Address.floor").max_length(40),
);

impl<'de> serde::Deserialize<'de> for Address {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Address {
    const CLAUSE: &'static str = "Address";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ADDRESS_STREET.validate_given(&self.street, at, found);
        ADDRESS_TOWN.validate_given(&self.town, at, found);
        ADDRESS_COUNTRY.validate_given(&self.country, at, found);
        ADDRESS_FLOOR.validate_given(&self.floor, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["street", "town", "country", "floor"],
            "Address",
            at,
            found,
        );
        decode::max_properties(
            &[
                self.street.is_some(),
                self.town.is_some(),
                self.country.is_some(),
                self.floor.is_some(),
            ],
            self.additional_properties.len(),
            3,
            "Address",
            at,
            found,
        );
        decode::dependent_required(
            "street",
            self.street.is_some(),
            &[("town", self.town.is_some())],
            "Address",
            at,
            found,
        );
        decode::dependent_required(
            "town",
            self.town.is_some(),
            &[("country", self.country.is_some())],
            "Address",
            at,
            found,
        );
    }
}

impl decode::Object for Address {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut street_slot = decode::Slot::Missing;
        let mut town_slot = decode::Slot::Missing;
        let mut country_slot = decode::Slot::Missing;
        let mut floor_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "street" => {
                    ADDRESS_STREET.read(&mut members, &mut street_slot, at, found)?;
                }
                "town" => {
                    ADDRESS_TOWN.read(&mut members, &mut town_slot, at, found)?;
                }
                "country" => {
                    ADDRESS_COUNTRY.read(&mut members, &mut country_slot, at, found)?;
                }
                "floor" => {
                    ADDRESS_FLOOR.read(&mut members, &mut floor_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::max_properties(
            &[
                street_slot.is_given(),
                town_slot.is_given(),
                country_slot.is_given(),
                floor_slot.is_given(),
            ],
            additional_properties.len(),
            3,
            "Address",
            at,
            found,
        );
        decode::dependent_required(
            "street",
            street_slot.is_given(),
            &[("town", town_slot.is_given())],
            "Address",
            at,
            found,
        );
        decode::dependent_required(
            "town",
            town_slot.is_given(),
            &[("country", country_slot.is_given())],
            "Address",
            at,
            found,
        );
        Ok(
            Some(Self {
                street: street_slot.value(),
                town: town_slot.value(),
                country: country_slot.value(),
                floor: floor_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(Address, "Address", include_str!("../schemas/Address.json"));

/// How the reader comes.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Visit {
    /// The day of birth.
    ///
    /// Of the format date (`Visit.born.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<String>,
    /// When the reader comes.
    ///
    /// Of the format time (`Visit.comes.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comes: Option<String>,
    /// How long the reader stays.
    ///
    /// Of the format duration (`Visit.stays.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stays: Option<String>,
    /// Where the reader writes.
    ///
    /// Of the format hostname (`Visit.host.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Where the reader calls from.
    ///
    /// Of the format ipv4 (`Visit.from4.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from4: Option<String>,
    /// Where the reader calls from.
    ///
    /// Of the format ipv6 (`Visit.from6.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from6: Option<String>,
    /// What is read first.
    ///
    /// Of the format json-pointer (`Visit.field.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the reader looks for.
    ///
    /// Of the format regex (`Visit.search.format`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Visit {
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

static VISIT_BORN: decode::Property<decode::Text> = decode::Property::optional(
    "born",
    "Visit.born",
    decode::Text::new("Visit.born").format(runtime::format::Format::Date),
);
static VISIT_COMES: decode::Property<decode::Text> = decode::Property::optional(
    "comes",
    "Visit.comes",
    decode::Text::new("Visit.comes").format(runtime::format::Format::Time),
);
static VISIT_STAYS: decode::Property<decode::Text> = decode::Property::optional(
    "stays",
    "Visit.stays",
    decode::Text::new("Visit.stays").format(runtime::format::Format::Duration),
);
static VISIT_HOST: decode::Property<decode::Text> = decode::Property::optional(
    "host",
    "Visit.host",
    decode::Text::new("Visit.host").format(runtime::format::Format::Hostname),
);
static VISIT_FROM4: decode::Property<decode::Text> = decode::Property::optional(
    "from4",
    "Visit.from4",
    decode::Text::new("Visit.from4").format(runtime::format::Format::Ipv4),
);
static VISIT_FROM6: decode::Property<decode::Text> = decode::Property::optional(
    "from6",
    "Visit.from6",
    decode::Text::new("Visit.from6").format(runtime::format::Format::Ipv6),
);
static VISIT_FIELD: decode::Property<decode::Text> = decode::Property::optional(
    "field",
    "Visit.field",
    decode::Text::new("Visit.field").format(runtime::format::Format::JsonPointer),
);
static VISIT_SEARCH: decode::Property<decode::Text> = decode::Property::optional(
    "search",
    "Visit.search",
    decode::Text::new("Visit.search").format(runtime::format::Format::Regex),
);

impl<'de> serde::Deserialize<'de> for Visit {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Visit {
    const CLAUSE: &'static str = "Visit";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        VISIT_BORN.validate_given(&self.born, at, found);
        VISIT_COMES.validate_given(&self.comes, at, found);
        VISIT_STAYS.validate_given(&self.stays, at, found);
        VISIT_HOST.validate_given(&self.host, at, found);
        VISIT_FROM4.validate_given(&self.from4, at, found);
        VISIT_FROM6.validate_given(&self.from6, at, found);
        VISIT_FIELD.validate_given(&self.field, at, found);
        VISIT_SEARCH.validate_given(&self.search, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["born", "comes", "stays", "host", "from4", "from6", "field", "search"],
            "Visit",
            at,
            found,
        );
    }
}

impl decode::Object for Visit {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
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
                "born" => {
                    VISIT_BORN.read(&mut members, &mut born_slot, at, found)?;
                }
                "comes" => {
                    VISIT_COMES.read(&mut members, &mut comes_slot, at, found)?;
                }
                "stays" => {
                    VISIT_STAYS.read(&mut members, &mut stays_slot, at, found)?;
                }
                "host" => {
                    VISIT_HOST.read(&mut members, &mut host_slot, at, found)?;
                }
                "from4" => {
                    VISIT_FROM4.read(&mut members, &mut from4_slot, at, found)?;
                }
                "from6" => {
                    VISIT_FROM6.read(&mut members, &mut from6_slot, at, found)?;
                }
                "field" => {
                    VISIT_FIELD.read(&mut members, &mut field_slot, at, found)?;
                }
                "search" => {
                    VISIT_SEARCH.read(&mut members, &mut search_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
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

impl Visit {
    /// A builder with nothing given.
    pub fn builder() -> VisitBuilder {
        VisitBuilder(Visit::default())
    }
}

/// Builds a [`Visit`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct VisitBuilder(Visit);

impl VisitBuilder {
    /// The day of birth.
    ///
    /// Of the format date (`Visit.born.format`).
    ///
    /// See [`Visit::born`].
    pub fn born(mut self, value: impl Into<String>) -> Self {
        self.0.born = Some(value.into());
        self
    }

    /// When the reader comes.
    ///
    /// Of the format time (`Visit.comes.format`).
    ///
    /// See [`Visit::comes`].
    pub fn comes(mut self, value: impl Into<String>) -> Self {
        self.0.comes = Some(value.into());
        self
    }

    /// How long the reader stays.
    ///
    /// Of the format duration (`Visit.stays.format`).
    ///
    /// See [`Visit::stays`].
    pub fn stays(mut self, value: impl Into<String>) -> Self {
        self.0.stays = Some(value.into());
        self
    }

    /// Where the reader writes.
    ///
    /// Of the format hostname (`Visit.host.format`).
    ///
    /// See [`Visit::host`].
    pub fn host(mut self, value: impl Into<String>) -> Self {
        self.0.host = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// Of the format ipv4 (`Visit.from4.format`).
    ///
    /// See [`Visit::from4`].
    pub fn from4(mut self, value: impl Into<String>) -> Self {
        self.0.from4 = Some(value.into());
        self
    }

    /// Where the reader calls from.
    ///
    /// Of the format ipv6 (`Visit.from6.format`).
    ///
    /// See [`Visit::from6`].
    pub fn from6(mut self, value: impl Into<String>) -> Self {
        self.0.from6 = Some(value.into());
        self
    }

    /// What is read first.
    ///
    /// Of the format json-pointer (`Visit.field.format`).
    ///
    /// See [`Visit::field`].
    pub fn field(mut self, value: impl Into<String>) -> Self {
        self.0.field = Some(value.into());
        self
    }

    /// What the reader looks for.
    ///
    /// Of the format regex (`Visit.search.format`).
    ///
    /// See [`Visit::search`].
    pub fn search(mut self, value: impl Into<String>) -> Self {
        self.0.search = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Visit, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(Visit, "Visit", include_str!("../schemas/Visit.json"));
