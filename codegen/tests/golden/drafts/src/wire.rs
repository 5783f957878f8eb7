//! The types of the page `types/wire.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Why a request was rejected.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Failure {
    /// What is wrong.
    pub error: String,
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
        decode::unlisted_names(
            &self.additional_properties,
            &["error"],
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
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    FAILURE_ERROR.read(&mut members, &mut error_slot, at, found)?;
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
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Failure, "Failure", include_str!("../schemas/Failure.json"));

/// The headers of a request that creates.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateHeaders {
    /// The same for each attempt.
    ///
    /// At most 64 characters (`CreateHeaders.Idempotency-Key.maxLength`).
    #[serde(rename = "Idempotency-Key")]
    pub idempotency_key: String,
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
}

static CREATE_HEADERS_IDEMPOTENCY_KEY: decode::Property<decode::Text> = decode::Property::new(
    "Idempotency-Key",
    "CreateHeaders.Idempotency-Key",
    decode::Text::new("CreateHeaders.Idempotency-Key").max_length(64),
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
        CREATE_HEADERS_IDEMPOTENCY_KEY.validate(&self.idempotency_key, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["Idempotency-Key"],
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
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "Idempotency-Key" => {
                    CREATE_HEADERS_IDEMPOTENCY_KEY
                        .read(&mut members, &mut idempotency_key_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CREATE_HEADERS_IDEMPOTENCY_KEY.require(&idempotency_key_slot, at, found);
        let Some(idempotency_key) = idempotency_key_slot.value() else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                idempotency_key,
                additional_properties,
            }),
        )
    }
}

impl CreateHeaders {
    /// With `Idempotency-Key`, which it needs, and nothing else.
    #[must_use]
    pub fn new(idempotency_key: impl Into<String>) -> Self {
        CreateHeaders {
            idempotency_key: idempotency_key.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    CreateHeaders, "CreateHeaders", include_str!("../schemas/CreateHeaders.json")
);

/// The headers of a request that reads.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadHeaders {
    /// The version that the client has.
    #[serde(rename = "If-None-Match")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_none_match: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ReadHeaders {
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

static READ_HEADERS_IF_NONE_MATCH: decode::Property<decode::Text> = decode::Property::optional(
    "If-None-Match",
    "ReadHeaders.If-None-Match",
    decode::Text::new("ReadHeaders.If-None-Match"),
);

impl<'de> serde::Deserialize<'de> for ReadHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ReadHeaders {
    const CLAUSE: &'static str = "ReadHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        READ_HEADERS_IF_NONE_MATCH.validate_given(&self.if_none_match, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["If-None-Match"],
            "ReadHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for ReadHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut if_none_match_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "If-None-Match" => {
                    READ_HEADERS_IF_NONE_MATCH
                        .read(&mut members, &mut if_none_match_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                if_none_match: if_none_match_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    ReadHeaders, "ReadHeaders", include_str!("../schemas/ReadHeaders.json")
);

/// The headers of a request that may change any version.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeHeaders {
    /// The version that is to be changed.
    #[serde(rename = "If-Match")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_match: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ChangeHeaders {
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

static CHANGE_HEADERS_IF_MATCH: decode::Property<decode::Text> = decode::Property::optional(
    "If-Match",
    "ChangeHeaders.If-Match",
    decode::Text::new("ChangeHeaders.If-Match"),
);

impl<'de> serde::Deserialize<'de> for ChangeHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ChangeHeaders {
    const CLAUSE: &'static str = "ChangeHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CHANGE_HEADERS_IF_MATCH.validate_given(&self.if_match, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["If-Match"],
            "ChangeHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for ChangeHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut if_match_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "If-Match" => {
                    CHANGE_HEADERS_IF_MATCH
                        .read(&mut members, &mut if_match_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                if_match: if_match_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    ChangeHeaders, "ChangeHeaders", include_str!("../schemas/ChangeHeaders.json")
);

/// The headers of a request that changes one version.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PinnedHeaders {
    /// The version that is to be changed, and no other.
    #[serde(rename = "If-Match")]
    pub if_match: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PinnedHeaders {
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

static PINNED_HEADERS_IF_MATCH: decode::Property<decode::Text> = decode::Property::new(
    "If-Match",
    "PinnedHeaders.If-Match",
    decode::Text::new("PinnedHeaders.If-Match"),
);

impl<'de> serde::Deserialize<'de> for PinnedHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PinnedHeaders {
    const CLAUSE: &'static str = "PinnedHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PINNED_HEADERS_IF_MATCH.validate(&self.if_match, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["If-Match"],
            "PinnedHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for PinnedHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut if_match_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "If-Match" => {
                    PINNED_HEADERS_IF_MATCH
                        .read(&mut members, &mut if_match_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PINNED_HEADERS_IF_MATCH.require(&if_match_slot, at, found);
        let Some(if_match) = if_match_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                if_match,
                additional_properties,
            }),
        )
    }
}

impl PinnedHeaders {
    /// With `If-Match`, which it needs, and nothing else.
    #[must_use]
    pub fn new(if_match: impl Into<String>) -> Self {
        PinnedHeaders {
            if_match: if_match.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    PinnedHeaders, "PinnedHeaders", include_str!("../schemas/PinnedHeaders.json")
);

/// The headers of a response that shows a draft.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VersionHeaders {
    /// The version of the draft.
    #[serde(rename = "ETag")]
    pub e_tag: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl VersionHeaders {
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

static VERSION_HEADERS_E_TAG: decode::Property<decode::Text> = decode::Property::new(
    "ETag",
    "VersionHeaders.ETag",
    decode::Text::new("VersionHeaders.ETag"),
);

impl<'de> serde::Deserialize<'de> for VersionHeaders {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for VersionHeaders {
    const CLAUSE: &'static str = "VersionHeaders";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        VERSION_HEADERS_E_TAG.validate(&self.e_tag, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["ETag"],
            "VersionHeaders",
            at,
            found,
        );
    }
}

impl decode::Object for VersionHeaders {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut e_tag_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "ETag" => {
                    VERSION_HEADERS_E_TAG
                        .read(&mut members, &mut e_tag_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        VERSION_HEADERS_E_TAG.require(&e_tag_slot, at, found);
        let Some(e_tag) = e_tag_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                e_tag,
                additional_properties,
            }),
        )
    }
}

impl VersionHeaders {
    /// With `ETag`, which it needs, and nothing else.
    #[must_use]
    pub fn new(e_tag: impl Into<String>) -> Self {
        VersionHeaders {
            e_tag: e_tag.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    VersionHeaders, "VersionHeaders", include_str!("../schemas/VersionHeaders.json")
);
