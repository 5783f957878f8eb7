//! The types of the page `types/redaction.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Whether personal data is masked, and how.
///
/// Personal data is masked in the markdown that is returned. (`Redaction.behaviour.masked`)
///
/// `true` masks with the defaults of the options. (`Redaction.behaviour.true-uses-defaults`)
///
/// Either a boolean or an object (`Redaction.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Redaction {
    /// A boolean.
    Boolean(bool),
    /// An object.
    RedactPIIOptions(RedactPIIOptions),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Redaction {
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

impl From<bool> for Redaction {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<RedactPIIOptions> for Redaction {
    fn from(value: RedactPIIOptions) -> Self {
        Self::RedactPIIOptions(value)
    }
}

static REDACTION_BOOLEAN: decode::Boolean = decode::Boolean::new("Redaction.boolean");
static REDACTION_REDACT_PII_OPTIONS: decode::Named<RedactPIIOptions> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Redaction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Redaction {
    const CLAUSE: &'static str = "Redaction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Boolean(value) => {
                decode::Check::validate(&REDACTION_BOOLEAN, value, at, found);
            }
            Self::RedactPIIOptions(value) => {
                decode::Check::validate(&REDACTION_REDACT_PII_OPTIONS, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Redaction {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Boolean,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "a boolean or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Boolean => {
                    decode::Check::decode(&REDACTION_BOOLEAN, deserializer, at, found)?
                        .map(Self::Boolean)
                }
                decode::Kind::Object => {
                    decode::Check::decode(
                            &REDACTION_REDACT_PII_OPTIONS,
                            deserializer,
                            at,
                            found,
                        )?
                        .map(Self::RedactPIIOptions)
                }
                _ => None,
            },
        )
    }
}

runtime::json_schema!(
    Redaction, "Redaction", include_str!("../schemas/Redaction.json"), "RedactPIIOptions"
    = RedactPIIOptions
);

/// How personal data is masked.
///
/// No other properties (`RedactPIIOptions.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RedactPIIOptions {
    /// How personal data is found.
    ///
    /// `"accurate"` when left out (`RedactPIIOptions.mode.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<RedactPIIOptionsMode>,
    /// What stands in its place.
    ///
    /// `"tag"` when left out (`RedactPIIOptions.replaceStyle.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace_style: Option<RedactPIIOptionsReplaceStyle>,
    /// What counts as personal data.
    ///
    /// All that are supported when left out (`RedactPIIOptions.entities.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entities: Option<Vec<RedactPIIOptionsEntitiesItem>>,
}

impl RedactPIIOptions {
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

    /// The value of `mode`, or `"accurate"` when it is left out (`RedactPIIOptions.mode.default`).
    #[must_use]
    pub fn effective_mode(&self) -> &RedactPIIOptionsMode {
        self.mode.as_ref().unwrap_or(&RedactPIIOptionsMode::Accurate)
    }

    /// The value of `replaceStyle`, or `"tag"` when it is left out
    /// (`RedactPIIOptions.replaceStyle.default`).
    #[must_use]
    pub fn effective_replace_style(&self) -> &RedactPIIOptionsReplaceStyle {
        self.replace_style.as_ref().unwrap_or(&RedactPIIOptionsReplaceStyle::Tag)
    }
}

static REDACT_PII_OPTIONS_MODE: decode::Property<decode::Named<RedactPIIOptionsMode>> = decode::Property::optional(
    "mode",
    "RedactPIIOptions.mode",
    decode::Named::new(),
);
static REDACT_PII_OPTIONS_REPLACE_STYLE: decode::Property<
    decode::Named<RedactPIIOptionsReplaceStyle>,
> = decode::Property::optional(
    "replaceStyle",
    "RedactPIIOptions.replaceStyle",
    decode::Named::new(),
);
static REDACT_PII_OPTIONS_ENTITIES: decode::Property<
    decode::List<decode::Named<RedactPIIOptionsEntitiesItem>>,
> = decode::Property::optional(
    "entities",
    "RedactPIIOptions.entities",
    decode::List::new("RedactPIIOptions.entities", decode::Named::new()),
);

impl<'de> serde::Deserialize<'de> for RedactPIIOptions {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for RedactPIIOptions {
    const CLAUSE: &'static str = "RedactPIIOptions";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        REDACT_PII_OPTIONS_MODE.validate_given(&self.mode, at, found);
        REDACT_PII_OPTIONS_REPLACE_STYLE.validate_given(&self.replace_style, at, found);
        REDACT_PII_OPTIONS_ENTITIES.validate_given(&self.entities, at, found);
    }
}

impl decode::Object for RedactPIIOptions {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut mode_slot = decode::Slot::Missing;
        let mut replace_style_slot = decode::Slot::Missing;
        let mut entities_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "mode" => {
                    REDACT_PII_OPTIONS_MODE
                        .read(&mut members, &mut mode_slot, at, found)?;
                }
                "replaceStyle" => {
                    REDACT_PII_OPTIONS_REPLACE_STYLE
                        .read(&mut members, &mut replace_style_slot, at, found)?;
                }
                "entities" => {
                    REDACT_PII_OPTIONS_ENTITIES
                        .read(&mut members, &mut entities_slot, at, found)?;
                }
                _ => {
                    others
                        .note(
                            name.as_str(),
                            &mut members,
                            "RedactPIIOptions",
                            at,
                            found,
                        )?;
                }
            }
        }
        Ok(
            Some(Self {
                mode: mode_slot.value(),
                replace_style: replace_style_slot.value(),
                entities: entities_slot.value(),
            }),
        )
    }
}

runtime::json_schema!(
    RedactPIIOptions, "RedactPIIOptions",
    include_str!("../schemas/RedactPIIOptions.json")
);

/// How personal data is found.
///
/// `"accurate"` when left out (`RedactPIIOptions.mode.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum RedactPIIOptionsMode {
    /// `accurate`
    ///
    /// The model alone. (`RedactPIIOptions.mode.behaviour.accurate`)
    #[serde(rename = "accurate")]
    Accurate,
    /// `aggressive`
    ///
    /// Extra heuristics find more. (`RedactPIIOptions.mode.behaviour.aggressive`)
    #[serde(rename = "aggressive")]
    Aggressive,
    /// `fast`
    ///
    /// Heuristics alone, without a call of the model. (`RedactPIIOptions.mode.behaviour.fast`)
    #[serde(rename = "fast")]
    Fast,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl RedactPIIOptionsMode {
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
            Self::Accurate => "accurate",
            Self::Aggressive => "aggressive",
            Self::Fast => "fast",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for RedactPIIOptionsMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for RedactPIIOptionsMode {
    const VALUES: &'static [&'static str] = &["accurate", "aggressive", "fast"];

    fn from_text(text: &str) -> Self {
        match text {
            "accurate" => Self::Accurate,
            "aggressive" => Self::Aggressive,
            "fast" => Self::Fast,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for RedactPIIOptionsMode {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for RedactPIIOptionsMode {
    const CLAUSE: &'static str = "RedactPIIOptions.mode";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("RedactPIIOptions.mode"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("RedactPIIOptions.mode"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for RedactPIIOptionsMode {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    RedactPIIOptionsMode, "RedactPIIOptionsMode",
    "{\"description\":\"How personal data is found.\",\"type\":\"string\",\"enum\":[\"accurate\",\"aggressive\",\"fast\"]}"
);

/// What stands in its place.
///
/// `"tag"` when left out (`RedactPIIOptions.replaceStyle.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum RedactPIIOptionsReplaceStyle {
    /// `tag`
    ///
    /// A placeholder marker. (`RedactPIIOptions.replaceStyle.behaviour.tag`)
    #[serde(rename = "tag")]
    Tag,
    /// `mask`
    ///
    /// Asterisks for its characters. (`RedactPIIOptions.replaceStyle.behaviour.mask`)
    #[serde(rename = "mask")]
    Mask,
    /// `remove`
    ///
    /// Nothing. (`RedactPIIOptions.replaceStyle.behaviour.remove`)
    #[serde(rename = "remove")]
    Remove,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl RedactPIIOptionsReplaceStyle {
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
            Self::Tag => "tag",
            Self::Mask => "mask",
            Self::Remove => "remove",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for RedactPIIOptionsReplaceStyle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for RedactPIIOptionsReplaceStyle {
    const VALUES: &'static [&'static str] = &["tag", "mask", "remove"];

    fn from_text(text: &str) -> Self {
        match text {
            "tag" => Self::Tag,
            "mask" => Self::Mask,
            "remove" => Self::Remove,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for RedactPIIOptionsReplaceStyle {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for RedactPIIOptionsReplaceStyle {
    const CLAUSE: &'static str = "RedactPIIOptions.replaceStyle";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("RedactPIIOptions.replaceStyle"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("RedactPIIOptions.replaceStyle"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for RedactPIIOptionsReplaceStyle {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    RedactPIIOptionsReplaceStyle, "RedactPIIOptionsReplaceStyle",
    "{\"description\":\"What stands in its place.\",\"type\":\"string\",\"enum\":[\"tag\",\"mask\",\"remove\"]}"
);

/// An item of `RedactPIIOptions.entities`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum RedactPIIOptionsEntitiesItem {
    /// `PERSON`
    #[serde(rename = "PERSON")]
    Person,
    /// `EMAIL`
    #[serde(rename = "EMAIL")]
    Email,
    /// `PHONE`
    #[serde(rename = "PHONE")]
    Phone,
    /// `LOCATION`
    #[serde(rename = "LOCATION")]
    Location,
    /// `FINANCIAL`
    #[serde(rename = "FINANCIAL")]
    Financial,
    /// `SECRET`
    #[serde(rename = "SECRET")]
    Secret,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl RedactPIIOptionsEntitiesItem {
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
            Self::Person => "PERSON",
            Self::Email => "EMAIL",
            Self::Phone => "PHONE",
            Self::Location => "LOCATION",
            Self::Financial => "FINANCIAL",
            Self::Secret => "SECRET",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for RedactPIIOptionsEntitiesItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for RedactPIIOptionsEntitiesItem {
    const VALUES: &'static [&'static str] = &[
        "PERSON",
        "EMAIL",
        "PHONE",
        "LOCATION",
        "FINANCIAL",
        "SECRET",
    ];

    fn from_text(text: &str) -> Self {
        match text {
            "PERSON" => Self::Person,
            "EMAIL" => Self::Email,
            "PHONE" => Self::Phone,
            "LOCATION" => Self::Location,
            "FINANCIAL" => Self::Financial,
            "SECRET" => Self::Secret,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for RedactPIIOptionsEntitiesItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for RedactPIIOptionsEntitiesItem {
    const CLAUSE: &'static str = "RedactPIIOptions.entities.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("RedactPIIOptions.entities.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("RedactPIIOptions.entities.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for RedactPIIOptionsEntitiesItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    RedactPIIOptionsEntitiesItem, "RedactPIIOptionsEntitiesItem",
    "{\"type\":\"string\",\"enum\":[\"PERSON\",\"EMAIL\",\"PHONE\",\"LOCATION\",\"FINANCIAL\",\"SECRET\"]}"
);
