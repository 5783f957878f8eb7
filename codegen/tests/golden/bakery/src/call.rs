//! The types of the page `types/call.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Who is told of loaves.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Call {
    /// Where calls go.
    ///
    /// Of the format uri (`Call.address.format`).
    pub address: String,
    /// What calls are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Vec<CallAboutItem>>,
    /// What a call is known by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signs: Option<std::collections::BTreeMap<String, String>>,
    /// What nobody says anything of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Call {
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

static CALL_ADDRESS: decode::Property<decode::Text> = decode::Property::new(
    "address",
    "Call.address",
    decode::Text::new("Call.address").format(runtime::format::Format::Uri),
);
static CALL_ABOUT: decode::Property<decode::List<decode::Named<CallAboutItem>>> = decode::Property::optional(
    "about",
    "Call.about",
    decode::List::new("Call.about", decode::Named::new()),
);
static CALL_SIGNS: decode::Property<decode::Dictionary<decode::Text>> = decode::Property::optional(
    "signs",
    "Call.signs",
    decode::Dictionary::new(
        "Call.signs",
        decode::Text::new("Call.signs.additionalProperties"),
    ),
);
static CALL_NOTES: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "notes",
    "Call.notes",
    decode::Dictionary::new("Call.notes", decode::Any),
);

impl<'de> serde::Deserialize<'de> for Call {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Call {
    const CLAUSE: &'static str = "Call";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CALL_ADDRESS.validate(&self.address, at, found);
        CALL_ABOUT.validate_given(&self.about, at, found);
        CALL_SIGNS.validate_given(&self.signs, at, found);
        CALL_NOTES.validate_given(&self.notes, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["address", "about", "signs", "notes"],
            "Call",
            at,
            found,
        );
    }
}

impl decode::Object for Call {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut address_slot = decode::Slot::Missing;
        let mut about_slot = decode::Slot::Missing;
        let mut signs_slot = decode::Slot::Missing;
        let mut notes_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "address" => {
                    CALL_ADDRESS.read(&mut members, &mut address_slot, at, found)?;
                }
                "about" => {
                    CALL_ABOUT.read(&mut members, &mut about_slot, at, found)?;
                }
                "signs" => {
                    CALL_SIGNS.read(&mut members, &mut signs_slot, at, found)?;
                }
                "notes" => {
                    CALL_NOTES.read(&mut members, &mut notes_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CALL_ADDRESS.require(&address_slot, at, found);
        let Some(address) = address_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                address,
                about: about_slot.value(),
                signs: signs_slot.value(),
                notes: notes_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Call {
    /// With `address`, which it needs, and nothing else.
    #[must_use]
    pub fn new(address: impl Into<String>) -> Self {
        Call {
            address: address.into(),
            about: None,
            signs: None,
            notes: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Call, "Call", include_str!("../schemas/Call.json"));

/// An item of `Call.about`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum CallAboutItem {
    /// `loaf.baked`
    #[serde(rename = "loaf.baked")]
    LoafBaked,
    /// `loaf.burnt`
    #[serde(rename = "loaf.burnt")]
    LoafBurnt,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl CallAboutItem {
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
            Self::LoafBaked => "loaf.baked",
            Self::LoafBurnt => "loaf.burnt",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for CallAboutItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for CallAboutItem {
    const VALUES: &'static [&'static str] = &["loaf.baked", "loaf.burnt"];

    fn from_text(text: &str) -> Self {
        match text {
            "loaf.baked" => Self::LoafBaked,
            "loaf.burnt" => Self::LoafBurnt,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for CallAboutItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for CallAboutItem {
    const CLAUSE: &'static str = "Call.about.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Call.about.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Call.about.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for CallAboutItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    CallAboutItem, "CallAboutItem",
    "{\"type\":\"string\",\"enum\":[\"loaf.baked\",\"loaf.burnt\"]}"
);

/// What a call about a loaf carries.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LoafCall {
    /// What the call is about.
    pub kind: String,
    /// What the loaf weighs.
    ///
    /// At least 1 (`LoafCall.grams.minimum`).
    pub grams: i64,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LoafCall {
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

static LOAF_CALL_KIND: decode::Property<decode::Text> = decode::Property::new(
    "kind",
    "LoafCall.kind",
    decode::Text::new("LoafCall.kind"),
);
static LOAF_CALL_GRAMS: decode::Property<decode::Integer> = decode::Property::new(
    "grams",
    "LoafCall.grams",
    decode::Integer::new("LoafCall.grams").minimum(1),
);

impl<'de> serde::Deserialize<'de> for LoafCall {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoafCall {
    const CLAUSE: &'static str = "LoafCall";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAF_CALL_KIND.validate(&self.kind, at, found);
        LOAF_CALL_GRAMS.validate(&self.grams, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "grams"],
            "LoafCall",
            at,
            found,
        );
    }
}

impl decode::Object for LoafCall {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut kind_slot = decode::Slot::Missing;
        let mut grams_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    LOAF_CALL_KIND.read(&mut members, &mut kind_slot, at, found)?;
                }
                "grams" => {
                    LOAF_CALL_GRAMS.read(&mut members, &mut grams_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOAF_CALL_KIND.require(&kind_slot, at, found);
        LOAF_CALL_GRAMS.require(&grams_slot, at, found);
        let (Some(kind), Some(grams)) = (kind_slot.value(), grams_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                kind,
                grams,
                additional_properties,
            }),
        )
    }
}

impl LoafCall {
    /// With `kind`, `grams`, which it needs, and nothing else.
    #[must_use]
    pub fn new(kind: impl Into<String>, grams: i64) -> Self {
        LoafCall {
            kind: kind.into(),
            grams,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(LoafCall, "LoafCall", include_str!("../schemas/LoafCall.json"));
