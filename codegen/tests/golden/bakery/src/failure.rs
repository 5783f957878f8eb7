//! The types of the page `types/failure.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// The body of an error.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Failure {
    /// What went wrong.
    pub error: String,
    /// Details.
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
        FAILURE_DETAILS.validate_given(&self.details, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["error", "details"],
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
        let mut details_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    FAILURE_ERROR.read(&mut members, &mut error_slot, at, found)?;
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
            details: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Failure, "Failure", include_str!("../schemas/Failure.json"));
