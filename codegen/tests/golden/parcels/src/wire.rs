//! The types of the page `types/wire.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::parcel::{Parcel, ParcelState};

/// The headers of a request that creates.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateHeaders {
    /// The same for each attempt.
    ///
    /// At least 1 character (`CreateHeaders.Idempotency-Key.minLength`). At most 8 characters
    /// (`CreateHeaders.Idempotency-Key.maxLength`).
    #[serde(rename = "Idempotency-Key")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// How urgent it is.
    ///
    /// `5` when left out (`CreateHeaders.X-Priority.default`).
    ///
    /// At least 1 (`CreateHeaders.X-Priority.minimum`). At most 9
    /// (`CreateHeaders.X-Priority.maximum`).
    #[serde(rename = "X-Priority")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_priority: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CreateHeaders {
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

    /// The value of `X-Priority`, or `5` when it is left out (`CreateHeaders.X-Priority.default`).
    #[must_use]
    pub fn effective_x_priority(&self) -> i64 {
        self.x_priority.unwrap_or(5)
    }
}

static CREATE_HEADERS_IDEMPOTENCY_KEY: decode::Property<decode::Text> = decode::Property::optional(
    "Idempotency-Key",
    "CreateHeaders.Idempotency-Key",
    decode::Text::new("CreateHeaders.Idempotency-Key").min_length(1).max_length(8),
);
static CREATE_HEADERS_X_PRIORITY: decode::Property<decode::Integer> = decode::Property::optional(
    "X-Priority",
    "CreateHeaders.X-Priority",
    decode::Integer::new("CreateHeaders.X-Priority").minimum(1).maximum(9),
);

impl<'de> serde::Deserialize<'de> for CreateHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CreateHeaders {
    const CLAUSE: &'static str = "CreateHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CREATE_HEADERS_IDEMPOTENCY_KEY.validate_given(&self.idempotency_key, at, found);
        CREATE_HEADERS_X_PRIORITY.validate_given(&self.x_priority, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["Idempotency-Key", "X-Priority"],
            "CreateHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for CreateHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut idempotency_key_slot = decode::Slot::Missing;
        let mut x_priority_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "Idempotency-Key" => {
                    CREATE_HEADERS_IDEMPOTENCY_KEY
                        .read(&mut members, &mut idempotency_key_slot, at, found)?;
                }
                "X-Priority" => {
                    CREATE_HEADERS_X_PRIORITY
                        .read(&mut members, &mut x_priority_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                idempotency_key: idempotency_key_slot.value(),
                x_priority: x_priority_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    CreateHeaders, "CreateHeaders", include_str!("../schemas/CreateHeaders.json")
);

/// The headers of a response that tells of something new.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedHeaders {
    /// Where the parcel is read.
    ///
    /// At least 1 character (`CreatedHeaders.Location.minLength`).
    #[serde(rename = "Location")]
    pub location: String,
    /// The ways that it takes.
    #[serde(rename = "X-Lanes")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_lanes: Option<Vec<i64>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl CreatedHeaders {
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

static CREATED_HEADERS_LOCATION: decode::Property<decode::Text> = decode::Property::new(
    "Location",
    "CreatedHeaders.Location",
    decode::Text::new("CreatedHeaders.Location").min_length(1),
);
static CREATED_HEADERS_X_LANES: decode::Property<decode::List<decode::Integer>> = decode::Property::optional(
    "X-Lanes",
    "CreatedHeaders.X-Lanes",
    decode::List::new(
        "CreatedHeaders.X-Lanes",
        decode::Integer::new("CreatedHeaders.X-Lanes.items"),
    ),
);

impl<'de> serde::Deserialize<'de> for CreatedHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CreatedHeaders {
    const CLAUSE: &'static str = "CreatedHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CREATED_HEADERS_LOCATION.validate(&self.location, at, found);
        CREATED_HEADERS_X_LANES.validate_given(&self.x_lanes, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["Location", "X-Lanes"],
            "CreatedHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for CreatedHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut location_slot = decode::Slot::Missing;
        let mut x_lanes_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "Location" => {
                    CREATED_HEADERS_LOCATION
                        .read(&mut members, &mut location_slot, at, found)?;
                }
                "X-Lanes" => {
                    CREATED_HEADERS_X_LANES
                        .read(&mut members, &mut x_lanes_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CREATED_HEADERS_LOCATION.require(&location_slot, at, found);
        let Some(location) = location_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                location,
                x_lanes: x_lanes_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl CreatedHeaders {
    /// With `Location`, which it needs, and nothing else.
    #[must_use]
    pub fn new(location: impl Into<String>) -> Self {
        CreatedHeaders {
            location: location.into(),
            x_lanes: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    CreatedHeaders, "CreatedHeaders", include_str!("../schemas/CreatedHeaders.json")
);

/// The headers of a response that tells that something is gone.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GoneHeaders {
    /// How many parcels are left.
    ///
    /// At least 0 (`GoneHeaders.X-Left.minimum`).
    #[serde(rename = "X-Left")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_left: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl GoneHeaders {
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

static GONE_HEADERS_X_LEFT: decode::Property<decode::Integer> = decode::Property::optional(
    "X-Left",
    "GoneHeaders.X-Left",
    decode::Integer::new("GoneHeaders.X-Left").minimum(0),
);

impl<'de> serde::Deserialize<'de> for GoneHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for GoneHeaders {
    const CLAUSE: &'static str = "GoneHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        GONE_HEADERS_X_LEFT.validate_given(&self.x_left, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["X-Left"],
            "GoneHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for GoneHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut x_left_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "X-Left" => {
                    GONE_HEADERS_X_LEFT.read(&mut members, &mut x_left_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                x_left: x_left_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    GoneHeaders, "GoneHeaders", include_str!("../schemas/GoneHeaders.json")
);

/// The headers of a request for a list.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListHeaders {
    /// The desks.
    ///
    /// At least 1 item (`ListHeaders.X-Desk.minItems`).
    #[serde(rename = "X-Desk")]
    pub x_desk: Vec<ListHeadersXDeskItem>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ListHeaders {
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

static LIST_HEADERS_X_DESK: decode::Property<
    decode::List<decode::Named<ListHeadersXDeskItem>>,
> = decode::Property::new(
    "X-Desk",
    "ListHeaders.X-Desk",
    decode::List::new("ListHeaders.X-Desk", decode::Named::new()).min_items(1),
);

impl<'de> serde::Deserialize<'de> for ListHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ListHeaders {
    const CLAUSE: &'static str = "ListHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LIST_HEADERS_X_DESK.validate(&self.x_desk, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["X-Desk"],
            "ListHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for ListHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut x_desk_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "X-Desk" => {
                    LIST_HEADERS_X_DESK.read(&mut members, &mut x_desk_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LIST_HEADERS_X_DESK.require(&x_desk_slot, at, found);
        let Some(x_desk) = x_desk_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                x_desk,
                additional_properties,
            }),
        )
    }
}

impl ListHeaders {
    /// With `X-Desk`, which it needs, and nothing else.
    #[must_use]
    pub fn new(
        x_desk: impl IntoIterator<Item = impl Into<ListHeadersXDeskItem>>,
    ) -> Self {
        ListHeaders {
            x_desk: x_desk.into_iter().map(Into::into).collect(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ListHeaders, "ListHeaders", include_str!("../schemas/ListHeaders.json")
);

/// An item of `ListHeaders.X-Desk`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ListHeadersXDeskItem {
    /// `north`
    #[serde(rename = "north")]
    North,
    /// `south`
    #[serde(rename = "south")]
    South,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ListHeadersXDeskItem {
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
            Self::North => "north",
            Self::South => "south",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ListHeadersXDeskItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ListHeadersXDeskItem {
    const VALUES: &'static [&'static str] = &["north", "south"];

    fn from_text(text: &str) -> Self {
        match text {
            "north" => Self::North,
            "south" => Self::South,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ListHeadersXDeskItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ListHeadersXDeskItem {
    const CLAUSE: &'static str = "ListHeaders.X-Desk.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ListHeaders.X-Desk.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ListHeaders.X-Desk.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ListHeadersXDeskItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ListHeadersXDeskItem, "ListHeadersXDeskItem",
    "{\"type\":\"string\",\"enum\":[\"north\",\"south\"]}"
);

/// Which parcels are listed.
///
/// No other properties (`ParcelQuery.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct ParcelQuery {
    /// The page, as the one before names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// How many parcels a page has at most.
    ///
    /// `20` when left out (`ParcelQuery.limit.default`).
    ///
    /// At least 1 (`ParcelQuery.limit.minimum`). At most 100 (`ParcelQuery.limit.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// Where a parcel is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<ParcelState>,
    /// With all of these tags.
    ///
    /// At most 2 items (`ParcelQuery.tags.maxItems`). Each item: At most 5 characters
    /// (`ParcelQuery.tags.items.maxLength`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Whether they are insured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<bool>,
    /// Heavier than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<f64>,
    /// What the parcels are sorted by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<ParcelQuerySort>,
}

impl ParcelQuery {
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

    /// The value of `limit`, or `20` when it is left out (`ParcelQuery.limit.default`).
    #[must_use]
    pub fn effective_limit(&self) -> i64 {
        self.limit.unwrap_or(20)
    }
}

static PARCEL_QUERY_CURSOR: decode::Property<decode::Text> = decode::Property::optional(
    "cursor",
    "ParcelQuery.cursor",
    decode::Text::new("ParcelQuery.cursor"),
);
static PARCEL_QUERY_LIMIT: decode::Property<decode::Integer> = decode::Property::optional(
    "limit",
    "ParcelQuery.limit",
    decode::Integer::new("ParcelQuery.limit").minimum(1).maximum(100),
);
static PARCEL_QUERY_STATE: decode::Property<decode::Named<ParcelState>> = decode::Property::optional(
    "state",
    "ParcelQuery.state",
    decode::Named::new(),
);
static PARCEL_QUERY_TAGS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "tags",
    "ParcelQuery.tags",
    decode::List::new(
            "ParcelQuery.tags",
            decode::Text::new("ParcelQuery.tags.items").max_length(5),
        )
        .max_items(2),
);
static PARCEL_QUERY_INSURED: decode::Property<decode::Boolean> = decode::Property::optional(
    "insured",
    "ParcelQuery.insured",
    decode::Boolean::new("ParcelQuery.insured"),
);
static PARCEL_QUERY_ABOVE: decode::Property<decode::Number> = decode::Property::optional(
    "above",
    "ParcelQuery.above",
    decode::Number::new("ParcelQuery.above"),
);
static PARCEL_QUERY_SORT: decode::Property<decode::Named<ParcelQuerySort>> = decode::Property::optional(
    "sort",
    "ParcelQuery.sort",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ParcelQuery {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelQuery {
    const CLAUSE: &'static str = "ParcelQuery";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_QUERY_CURSOR.validate_given(&self.cursor, at, found);
        PARCEL_QUERY_LIMIT.validate_given(&self.limit, at, found);
        PARCEL_QUERY_STATE.validate_given(&self.state, at, found);
        PARCEL_QUERY_TAGS.validate_given(&self.tags, at, found);
        PARCEL_QUERY_INSURED.validate_given(&self.insured, at, found);
        PARCEL_QUERY_ABOVE.validate_given(&self.above, at, found);
        PARCEL_QUERY_SORT.validate_given(&self.sort, at, found);
    }
}

impl decode::Object for ParcelQuery {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut cursor_slot = decode::Slot::Missing;
        let mut limit_slot = decode::Slot::Missing;
        let mut state_slot = decode::Slot::Missing;
        let mut tags_slot = decode::Slot::Missing;
        let mut insured_slot = decode::Slot::Missing;
        let mut above_slot = decode::Slot::Missing;
        let mut sort_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "cursor" => {
                    PARCEL_QUERY_CURSOR.read(&mut members, &mut cursor_slot, at, found)?;
                }
                "limit" => {
                    PARCEL_QUERY_LIMIT.read(&mut members, &mut limit_slot, at, found)?;
                }
                "state" => {
                    PARCEL_QUERY_STATE.read(&mut members, &mut state_slot, at, found)?;
                }
                "tags" => {
                    PARCEL_QUERY_TAGS.read(&mut members, &mut tags_slot, at, found)?;
                }
                "insured" => {
                    PARCEL_QUERY_INSURED
                        .read(&mut members, &mut insured_slot, at, found)?;
                }
                "above" => {
                    PARCEL_QUERY_ABOVE.read(&mut members, &mut above_slot, at, found)?;
                }
                "sort" => {
                    PARCEL_QUERY_SORT.read(&mut members, &mut sort_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "ParcelQuery", at, found)?;
                }
            }
        }
        Ok(
            Some(Self {
                cursor: cursor_slot.value(),
                limit: limit_slot.value(),
                state: state_slot.value(),
                tags: tags_slot.value(),
                insured: insured_slot.value(),
                above: above_slot.value(),
                sort: sort_slot.value(),
            }),
        )
    }
}

impl ParcelQuery {
    /// A builder with nothing given.
    pub fn builder() -> ParcelQueryBuilder {
        ParcelQueryBuilder(ParcelQuery::default())
    }
}

/// Builds a [`ParcelQuery`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct ParcelQueryBuilder(ParcelQuery);

impl ParcelQueryBuilder {
    /// The page, as the one before names it.
    ///
    /// See [`ParcelQuery::cursor`].
    pub fn cursor(mut self, value: impl Into<String>) -> Self {
        self.0.cursor = Some(value.into());
        self
    }

    /// How many parcels a page has at most.
    ///
    /// At least 1 (`ParcelQuery.limit.minimum`). At most 100 (`ParcelQuery.limit.maximum`).
    ///
    /// See [`ParcelQuery::limit`].
    pub fn limit(mut self, value: i64) -> Self {
        self.0.limit = Some(value);
        self
    }

    /// Where a parcel is.
    ///
    /// See [`ParcelQuery::state`].
    pub fn state(mut self, value: impl Into<ParcelState>) -> Self {
        self.0.state = Some(value.into());
        self
    }

    /// With all of these tags.
    ///
    /// At most 2 items (`ParcelQuery.tags.maxItems`). Each item: At most 5 characters
    /// (`ParcelQuery.tags.items.maxLength`).
    ///
    /// See [`ParcelQuery::tags`].
    pub fn tags(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.0.tags = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// Whether they are insured.
    ///
    /// See [`ParcelQuery::insured`].
    pub fn insured(mut self, value: bool) -> Self {
        self.0.insured = Some(value);
        self
    }

    /// Heavier than this.
    ///
    /// See [`ParcelQuery::above`].
    pub fn above(mut self, value: impl Into<f64>) -> Self {
        self.0.above = Some(value.into());
        self
    }

    /// What the parcels are sorted by.
    ///
    /// See [`ParcelQuery::sort`].
    pub fn sort(mut self, value: impl Into<ParcelQuerySort>) -> Self {
        self.0.sort = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<ParcelQuery, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    ParcelQuery, "ParcelQuery", include_str!("../schemas/ParcelQuery.json"),
    "ParcelState" = ParcelState
);

/// What the parcels are sorted by.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ParcelQuerySort {
    /// `value`
    #[serde(rename = "value")]
    Value,
    /// `-value`
    #[serde(rename = "-value")]
    Value2,
    /// `label`
    #[serde(rename = "label")]
    Label,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ParcelQuerySort {
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
            Self::Value => "value",
            Self::Value2 => "-value",
            Self::Label => "label",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ParcelQuerySort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ParcelQuerySort {
    const VALUES: &'static [&'static str] = &["value", "-value", "label"];

    fn from_text(text: &str) -> Self {
        match text {
            "value" => Self::Value,
            "-value" => Self::Value2,
            "label" => Self::Label,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ParcelQuerySort {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelQuerySort {
    const CLAUSE: &'static str = "ParcelQuery.sort";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ParcelQuery.sort"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ParcelQuery.sort"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ParcelQuerySort {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ParcelQuerySort, "ParcelQuerySort",
    "{\"description\":\"What the parcels are sorted by.\",\"type\":\"string\",\"enum\":[\"value\",\"-value\",\"label\"]}"
);

/// A page of parcels.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ParcelPage {
    /// The parcels.
    pub parcels: Vec<Parcel>,
    /// The cursor of the next page; null on the last.
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub next: runtime::Patch<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ParcelPage {
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

static PARCEL_PAGE_PARCELS: decode::Property<decode::List<decode::Named<Parcel>>> = decode::Property::new(
    "parcels",
    "ParcelPage.parcels",
    decode::List::new("ParcelPage.parcels", decode::Named::new()),
);
static PARCEL_PAGE_NEXT: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "next",
    "ParcelPage.next",
    decode::Nullable(decode::Text::new("ParcelPage.next")),
);

impl<'de> serde::Deserialize<'de> for ParcelPage {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelPage {
    const CLAUSE: &'static str = "ParcelPage";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_PAGE_PARCELS.validate(&self.parcels, at, found);
        PARCEL_PAGE_NEXT.validate_patch(&self.next, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["parcels", "next"],
            "ParcelPage",
            at,
            found,
        );
    }
}

impl decode::Object for ParcelPage {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut parcels_slot = decode::Slot::Missing;
        let mut next_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "parcels" => {
                    PARCEL_PAGE_PARCELS
                        .read(&mut members, &mut parcels_slot, at, found)?;
                }
                "next" => {
                    PARCEL_PAGE_NEXT.read(&mut members, &mut next_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PARCEL_PAGE_PARCELS.require(&parcels_slot, at, found);
        let Some(parcels) = parcels_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                parcels,
                next: next_slot.patch(),
                additional_properties,
            }),
        )
    }
}

impl ParcelPage {
    /// With `parcels`, which it needs, and nothing else.
    #[must_use]
    pub fn new(parcels: impl IntoIterator<Item = impl Into<Parcel>>) -> Self {
        ParcelPage {
            parcels: parcels.into_iter().map(Into::into).collect(),
            next: runtime::Patch::Absent,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ParcelPage, "ParcelPage", include_str!("../schemas/ParcelPage.json"), "Parcel" =
    Parcel
);
