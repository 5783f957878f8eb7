//! The types of the page `types/error.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// The body of an error.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ErrorBody {
    /// Always false.
    ///
    /// Always false (`ErrorBody.success.const`).
    pub success: bool,
    /// What went wrong.
    pub error: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ErrorBody {
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

static ERROR_BODY_SUCCESS: decode::Property<decode::Boolean> = decode::Property::new(
    "success",
    "ErrorBody.success",
    decode::Boolean::new("ErrorBody.success").constant(false),
);
static ERROR_BODY_ERROR: decode::Property<decode::Text> = decode::Property::new(
    "error",
    "ErrorBody.error",
    decode::Text::new("ErrorBody.error"),
);

impl<'de> serde::Deserialize<'de> for ErrorBody {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ErrorBody {
    const CLAUSE: &'static str = "ErrorBody";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ERROR_BODY_SUCCESS.validate(&self.success, at, found);
        ERROR_BODY_ERROR.validate(&self.error, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["success", "error"],
            "ErrorBody",
            at,
            found,
        );
    }
}

impl decode::Object for ErrorBody {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut success_slot = decode::Slot::Missing;
        let mut error_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "success" => {
                    ERROR_BODY_SUCCESS.read(&mut members, &mut success_slot, at, found)?;
                }
                "error" => {
                    ERROR_BODY_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ERROR_BODY_SUCCESS.require(&success_slot, at, found);
        ERROR_BODY_ERROR.require(&error_slot, at, found);
        let (Some(success), Some(error)) = (success_slot.value(), error_slot.value())
        else { return Ok(None) };
        Ok(
            Some(Self {
                success,
                error,
                additional_properties,
            }),
        )
    }
}

impl ErrorBody {
    /// With `success`, `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(success: bool, error: impl Into<String>) -> Self {
        ErrorBody {
            success,
            error: error.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(ErrorBody, "ErrorBody", include_str!("../schemas/ErrorBody.json"));
