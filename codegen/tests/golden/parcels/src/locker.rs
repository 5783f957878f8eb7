//! The types of the page `types/locker.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A locker.
///
/// A wide locker says how many doors it has. (`Locker.rules.wide-has-doors`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Locker {
    /// Identifies the locker.
    pub name: String,
    /// How many doors it has.
    ///
    /// At least 1 (`Locker.doors.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doors: Option<i64>,
    /// Whether it is wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wide: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Locker {
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

static LOCKER_NAME: decode::Property<decode::Text> = decode::Property::new(
    "name",
    "Locker.name",
    decode::Text::new("Locker.name"),
);
static LOCKER_DOORS: decode::Property<decode::Integer> = decode::Property::optional(
    "doors",
    "Locker.doors",
    decode::Integer::new("Locker.doors").minimum(1),
);
static LOCKER_WIDE: decode::Property<decode::Boolean> = decode::Property::optional(
    "wide",
    "Locker.wide",
    decode::Boolean::new("Locker.wide"),
);

impl<'de> serde::Deserialize<'de> for Locker {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Locker {
    const CLAUSE: &'static str = "Locker";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOCKER_NAME.validate(&self.name, at, found);
        LOCKER_DOORS.validate_given(&self.doors, at, found);
        LOCKER_WIDE.validate_given(&self.wide, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["name", "doors", "wide"],
            "Locker",
            at,
            found,
        );
    }
}

impl decode::Object for Locker {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut name_slot = decode::Slot::Missing;
        let mut doors_slot = decode::Slot::Missing;
        let mut wide_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "name" => {
                    LOCKER_NAME.read(&mut members, &mut name_slot, at, found)?;
                }
                "doors" => {
                    LOCKER_DOORS.read(&mut members, &mut doors_slot, at, found)?;
                }
                "wide" => {
                    LOCKER_WIDE.read(&mut members, &mut wide_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOCKER_NAME.require(&name_slot, at, found);
        let Some(name) = name_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                name,
                doors: doors_slot.value(),
                wide: wide_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Locker {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "doors" => runtime::rule::given(&self.doors),
            "wide" => runtime::rule::given(&self.wide),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Locker {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Locker {
    /// With `name`, which it needs, and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Locker {
            name: name.into(),
            doors: None,
            wide: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Locker, "Locker", include_str!("../schemas/Locker.json"));

/// Several lockers.
///
/// At most 5 items (`Lockers.maxItems`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Lockers(
    /// The value.
    pub Vec<Locker>,
);

impl Lockers {
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

static LOCKERS: decode::List<decode::Named<Locker>> = decode::List::new(
        "Lockers",
        decode::Named::new(),
    )
    .max_items(5);

impl<'de> serde::Deserialize<'de> for Lockers {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Lockers {
    const CLAUSE: &'static str = "Lockers";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&LOCKERS, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&LOCKERS, &self.0, at, found);
    }
}

runtime::json_schema!(
    Lockers, "Lockers", include_str!("../schemas/Lockers.json"), "Locker" = Locker
);

/// Which lockers are listed.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LockerQuery {
    /// The page.
    ///
    /// `1` when left out (`LockerQuery.page.default`).
    ///
    /// At least 1 (`LockerQuery.page.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<i64>,
    /// How many lockers a page has at most.
    ///
    /// At least 1 (`LockerQuery.size.minimum`).
    pub size: i64,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LockerQuery {
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

    /// The value of `page`, or `1` when it is left out (`LockerQuery.page.default`).
    #[must_use]
    pub fn effective_page(&self) -> i64 {
        self.page.unwrap_or(1)
    }
}

static LOCKER_QUERY_PAGE: decode::Property<decode::Integer> = decode::Property::optional(
    "page",
    "LockerQuery.page",
    decode::Integer::new("LockerQuery.page").minimum(1),
);
static LOCKER_QUERY_SIZE: decode::Property<decode::Integer> = decode::Property::new(
    "size",
    "LockerQuery.size",
    decode::Integer::new("LockerQuery.size").minimum(1),
);

impl<'de> serde::Deserialize<'de> for LockerQuery {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LockerQuery {
    const CLAUSE: &'static str = "LockerQuery";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOCKER_QUERY_PAGE.validate_given(&self.page, at, found);
        LOCKER_QUERY_SIZE.validate(&self.size, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["page", "size"],
            "LockerQuery",
            at,
            found,
        );
    }
}

impl decode::Object for LockerQuery {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut page_slot = decode::Slot::Missing;
        let mut size_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "page" => {
                    LOCKER_QUERY_PAGE.read(&mut members, &mut page_slot, at, found)?;
                }
                "size" => {
                    LOCKER_QUERY_SIZE.read(&mut members, &mut size_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOCKER_QUERY_SIZE.require(&size_slot, at, found);
        let Some(size) = size_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                page: page_slot.value(),
                size,
                additional_properties,
            }),
        )
    }
}

impl LockerQuery {
    /// With `size`, which it needs, and nothing else.
    #[must_use]
    pub fn new(size: i64) -> Self {
        LockerQuery {
            size,
            page: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    LockerQuery, "LockerQuery", include_str!("../schemas/LockerQuery.json")
);

/// From which locker on they are listed.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct LockerSearch {
    /// How many lockers are left out.
    ///
    /// `0` when left out (`LockerSearch.offset.default`).
    ///
    /// At least 0 (`LockerSearch.offset.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LockerSearch {
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

    /// The value of `offset`, or `0` when it is left out (`LockerSearch.offset.default`).
    #[must_use]
    pub fn effective_offset(&self) -> i64 {
        self.offset.unwrap_or(0)
    }
}

static LOCKER_SEARCH_OFFSET: decode::Property<decode::Integer> = decode::Property::optional(
    "offset",
    "LockerSearch.offset",
    decode::Integer::new("LockerSearch.offset").minimum(0),
);

impl<'de> serde::Deserialize<'de> for LockerSearch {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LockerSearch {
    const CLAUSE: &'static str = "LockerSearch";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOCKER_SEARCH_OFFSET.validate_given(&self.offset, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["offset"],
            "LockerSearch",
            at,
            found,
        );
    }
}

impl decode::Object for LockerSearch {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut offset_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "offset" => {
                    LOCKER_SEARCH_OFFSET
                        .read(&mut members, &mut offset_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                offset: offset_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    LockerSearch, "LockerSearch", include_str!("../schemas/LockerSearch.json")
);

/// The body of every refusal.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// For machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whatever else there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Failure {
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

static FAILURE_ERROR: decode::Property<decode::Text> = decode::Property::new(
    "error",
    "Failure.error",
    decode::Text::new("Failure.error"),
);
static FAILURE_CODE: decode::Property<decode::Text> = decode::Property::optional(
    "code",
    "Failure.code",
    decode::Text::new("Failure.code"),
);
static FAILURE_DETAILS: decode::Property<decode::Any> = decode::Property::optional(
    "details",
    "Failure.details",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for Failure {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Failure {
    const CLAUSE: &'static str = "Failure";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        FAILURE_ERROR.validate(&self.error, at, found);
        FAILURE_CODE.validate_given(&self.code, at, found);
        FAILURE_DETAILS.validate_given(&self.details, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["error", "code", "details"],
            "Failure",
            at,
            found,
        );
    }
}

impl decode::Object for Failure {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut error_slot = decode::Slot::Missing;
        let mut code_slot = decode::Slot::Missing;
        let mut details_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    FAILURE_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                "code" => {
                    FAILURE_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                "details" => {
                    FAILURE_DETAILS.read(&mut members, &mut details_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        FAILURE_ERROR.require(&error_slot, at, found);
        let Some(error) = error_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                error,
                code: code_slot.value(),
                details: details_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Failure {
    /// With `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(error: impl Into<String>) -> Self {
        Failure {
            error: error.into(),
            code: None,
            details: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Failure, "Failure", include_str!("../schemas/Failure.json"));
