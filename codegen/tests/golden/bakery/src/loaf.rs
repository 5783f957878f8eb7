//! The types of the page `types/loaf.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// What a loaf is made of.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Recipe {
    /// The kind of flour.
    ///
    /// At least 1 character (`Recipe.flour.minLength`).
    pub flour: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Recipe {
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

static RECIPE_FLOUR: decode::Property<decode::Text> = decode::Property::new(
    "flour",
    "Recipe.flour",
    decode::Text::new("Recipe.flour").min_length(1),
);

impl<'de> serde::Deserialize<'de> for Recipe {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Recipe {
    const CLAUSE: &'static str = "Recipe";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        RECIPE_FLOUR.validate(&self.flour, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["flour"],
            "Recipe",
            at,
            found,
        );
    }
}

impl decode::Object for Recipe {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut flour_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "flour" => {
                    RECIPE_FLOUR.read(&mut members, &mut flour_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        RECIPE_FLOUR.require(&flour_slot, at, found);
        let Some(flour) = flour_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                flour,
                additional_properties,
            }),
        )
    }
}

impl Recipe {
    /// With `flour`, which it needs, and nothing else.
    #[must_use]
    pub fn new(flour: impl Into<String>) -> Self {
        Recipe {
            flour: flour.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Recipe, "Recipe", include_str!("../schemas/Recipe.json"));

/// The loaf that is in the oven.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LoafStarted {
    /// Identifies the loaf.
    pub loaf: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LoafStarted {
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

static LOAF_STARTED_LOAF: decode::Property<decode::Text> = decode::Property::new(
    "loaf",
    "LoafStarted.loaf",
    decode::Text::new("LoafStarted.loaf"),
);

impl<'de> serde::Deserialize<'de> for LoafStarted {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoafStarted {
    const CLAUSE: &'static str = "LoafStarted";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAF_STARTED_LOAF.validate(&self.loaf, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["loaf"],
            "LoafStarted",
            at,
            found,
        );
    }
}

impl decode::Object for LoafStarted {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut loaf_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "loaf" => {
                    LOAF_STARTED_LOAF.read(&mut members, &mut loaf_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOAF_STARTED_LOAF.require(&loaf_slot, at, found);
        let Some(loaf) = loaf_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                loaf,
                additional_properties,
            }),
        )
    }
}

impl LoafStarted {
    /// With `loaf`, which it needs, and nothing else.
    #[must_use]
    pub fn new(loaf: impl Into<String>) -> Self {
        LoafStarted {
            loaf: loaf.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    LoafStarted, "LoafStarted", include_str!("../schemas/LoafStarted.json")
);

/// A loaf.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Loaf {
    /// How it stands.
    pub state: LoafState,
    /// What it weighs, in grams.
    ///
    /// At least 1 (`Loaf.weight.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
    /// Its colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Loaf {
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

static LOAF_STATE: decode::Property<decode::Named<LoafState>> = decode::Property::new(
    "state",
    "Loaf.state",
    decode::Named::new(),
);
static LOAF_WEIGHT: decode::Property<decode::Integer> = decode::Property::optional(
    "weight",
    "Loaf.weight",
    decode::Integer::new("Loaf.weight").minimum(1),
);
static LOAF_COLOUR: decode::Property<decode::Text> = decode::Property::optional(
    "colour",
    "Loaf.colour",
    decode::Text::new("Loaf.colour"),
);

impl<'de> serde::Deserialize<'de> for Loaf {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Loaf {
    const CLAUSE: &'static str = "Loaf";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAF_STATE.validate(&self.state, at, found);
        LOAF_WEIGHT.validate_given(&self.weight, at, found);
        LOAF_COLOUR.validate_given(&self.colour, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["state", "weight", "colour"],
            "Loaf",
            at,
            found,
        );
    }
}

impl decode::Object for Loaf {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut state_slot = decode::Slot::Missing;
        let mut weight_slot = decode::Slot::Missing;
        let mut colour_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "state" => {
                    LOAF_STATE.read(&mut members, &mut state_slot, at, found)?;
                }
                "weight" => {
                    LOAF_WEIGHT.read(&mut members, &mut weight_slot, at, found)?;
                }
                "colour" => {
                    LOAF_COLOUR.read(&mut members, &mut colour_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        LOAF_STATE.require(&state_slot, at, found);
        let Some(state) = state_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                state,
                weight: weight_slot.value(),
                colour: colour_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Loaf {
    /// With `state`, which it needs, and nothing else.
    #[must_use]
    pub fn new(state: impl Into<LoafState>) -> Self {
        Loaf {
            state: state.into(),
            weight: None,
            colour: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Loaf, "Loaf", include_str!("../schemas/Loaf.json"));

/// How it stands.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum LoafState {
    /// `resting`
    #[serde(rename = "resting")]
    Resting,
    /// `baked`
    #[serde(rename = "baked")]
    Baked,
    /// `burnt`
    #[serde(rename = "burnt")]
    Burnt,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl LoafState {
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
            Self::Resting => "resting",
            Self::Baked => "baked",
            Self::Burnt => "burnt",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for LoafState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for LoafState {
    const VALUES: &'static [&'static str] = &["resting", "baked", "burnt"];

    fn from_text(text: &str) -> Self {
        match text {
            "resting" => Self::Resting,
            "baked" => Self::Baked,
            "burnt" => Self::Burnt,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for LoafState {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoafState {
    const CLAUSE: &'static str = "Loaf.state";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Loaf.state"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Loaf.state"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for LoafState {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    LoafState, "LoafState",
    "{\"description\":\"How it stands.\",\"type\":\"string\",\"enum\":[\"resting\",\"baked\",\"burnt\"]}"
);

/// What changes of a loaf.
///
/// At least 1 property (`LoafChange.minProperties`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct LoafChange {
    /// How it is to stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<LoafChangeState>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl LoafChange {
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

static LOAF_CHANGE_STATE: decode::Property<decode::Named<LoafChangeState>> = decode::Property::optional(
    "state",
    "LoafChange.state",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for LoafChange {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoafChange {
    const CLAUSE: &'static str = "LoafChange";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        LOAF_CHANGE_STATE.validate_given(&self.state, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["state"],
            "LoafChange",
            at,
            found,
        );
        decode::min_properties(
            &[self.state.is_some()],
            self.additional_properties.len(),
            1,
            "LoafChange",
            at,
            found,
        );
    }
}

impl decode::Object for LoafChange {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut state_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "state" => {
                    LOAF_CHANGE_STATE.read(&mut members, &mut state_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::min_properties(
            &[state_slot.is_given()],
            additional_properties.len(),
            1,
            "LoafChange",
            at,
            found,
        );
        Ok(
            Some(Self {
                state: state_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    LoafChange, "LoafChange", include_str!("../schemas/LoafChange.json")
);

/// How it is to stand.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum LoafChangeState {
    /// `baked`
    #[serde(rename = "baked")]
    Baked,
    /// `resting`
    #[serde(rename = "resting")]
    Resting,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl LoafChangeState {
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
            Self::Baked => "baked",
            Self::Resting => "resting",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for LoafChangeState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for LoafChangeState {
    const VALUES: &'static [&'static str] = &["baked", "resting"];

    fn from_text(text: &str) -> Self {
        match text {
            "baked" => Self::Baked,
            "resting" => Self::Resting,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for LoafChangeState {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for LoafChangeState {
    const CLAUSE: &'static str = "LoafChange.state";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("LoafChange.state"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("LoafChange.state"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for LoafChangeState {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    LoafChangeState, "LoafChangeState",
    "{\"description\":\"How it is to stand.\",\"type\":\"string\",\"enum\":[\"baked\",\"resting\"]}"
);
