//! The types of the page `types/parcel.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A parcel in a locker.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Parcel {
    /// Identifies the parcel.
    ///
    /// Of the format uuid (`Parcel.id.format`).
    pub id: String,
    /// What stands on a parcel.
    pub label: Label,
    /// Where a parcel is.
    pub state: ParcelState,
    /// What it is worth.
    ///
    /// At least 0 (`Parcel.value.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether it is insured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<bool>,
    /// What it is found by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Parcel {
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

static PARCEL_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "Parcel.id",
    decode::Text::new("Parcel.id").format(runtime::format::Format::Uuid),
);
static PARCEL_LABEL: decode::Property<decode::Named<Label>> = decode::Property::new(
    "label",
    "Parcel.label",
    decode::Named::new(),
);
static PARCEL_STATE: decode::Property<decode::Named<ParcelState>> = decode::Property::new(
    "state",
    "Parcel.state",
    decode::Named::new(),
);
static PARCEL_VALUE: decode::Property<decode::Integer> = decode::Property::optional(
    "value",
    "Parcel.value",
    decode::Integer::new("Parcel.value").minimum(0),
);
static PARCEL_INSURED: decode::Property<decode::Boolean> = decode::Property::optional(
    "insured",
    "Parcel.insured",
    decode::Boolean::new("Parcel.insured"),
);
static PARCEL_TAGS: decode::Property<decode::List<decode::Text>> = decode::Property::optional(
    "tags",
    "Parcel.tags",
    decode::List::new("Parcel.tags", decode::Text::new("Parcel.tags.items")),
);

impl<'de> serde::Deserialize<'de> for Parcel {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Parcel {
    const CLAUSE: &'static str = "Parcel";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_ID.validate(&self.id, at, found);
        PARCEL_LABEL.validate(&self.label, at, found);
        PARCEL_STATE.validate(&self.state, at, found);
        PARCEL_VALUE.validate_given(&self.value, at, found);
        PARCEL_INSURED.validate_given(&self.insured, at, found);
        PARCEL_TAGS.validate_given(&self.tags, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["id", "label", "state", "value", "insured", "tags"],
            "Parcel",
            at,
            found,
        );
    }
}

impl decode::Object for Parcel {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut label_slot = decode::Slot::Missing;
        let mut state_slot = decode::Slot::Missing;
        let mut value_slot = decode::Slot::Missing;
        let mut insured_slot = decode::Slot::Missing;
        let mut tags_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    PARCEL_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "label" => {
                    PARCEL_LABEL.read(&mut members, &mut label_slot, at, found)?;
                }
                "state" => {
                    PARCEL_STATE.read(&mut members, &mut state_slot, at, found)?;
                }
                "value" => {
                    PARCEL_VALUE.read(&mut members, &mut value_slot, at, found)?;
                }
                "insured" => {
                    PARCEL_INSURED.read(&mut members, &mut insured_slot, at, found)?;
                }
                "tags" => {
                    PARCEL_TAGS.read(&mut members, &mut tags_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PARCEL_ID.require(&id_slot, at, found);
        PARCEL_LABEL.require(&label_slot, at, found);
        PARCEL_STATE.require(&state_slot, at, found);
        let (Some(id), Some(label), Some(state)) = (
            id_slot.value(),
            label_slot.value(),
            state_slot.value(),
        ) else { return Ok(None) };
        Ok(
            Some(Self {
                id,
                label,
                state,
                value: value_slot.value(),
                insured: insured_slot.value(),
                tags: tags_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Parcel {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "value" => runtime::rule::given(&self.value),
            "insured" => runtime::rule::given(&self.insured),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Parcel {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Parcel {
    /// With `id`, `label`, `state`, which it needs, and nothing else.
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        label: impl Into<Label>,
        state: impl Into<ParcelState>,
    ) -> Self {
        Parcel {
            id: id.into(),
            label: label.into(),
            state: state.into(),
            value: None,
            insured: None,
            tags: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    Parcel, "Parcel", include_str!("../schemas/Parcel.json"), "Label" = Label,
    "ParcelState" = ParcelState
);

/// What stands on a parcel.
///
/// At least 1 character (`Label.minLength`). At most 20 characters (`Label.maxLength`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Label(
    /// The value.
    pub String,
);

impl Label {
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

static LABEL: decode::Text = decode::Text::new("Label").min_length(1).max_length(20);

impl<'de> serde::Deserialize<'de> for Label {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Label {
    const CLAUSE: &'static str = "Label";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&LABEL, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&LABEL, &self.0, at, found);
    }
}

runtime::json_schema!(Label, "Label", include_str!("../schemas/Label.json"));

/// Where a parcel is.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ParcelState {
    /// `waiting`
    #[serde(rename = "waiting")]
    Waiting,
    /// `fetched`
    #[serde(rename = "fetched")]
    Fetched,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ParcelState {
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
            Self::Waiting => "waiting",
            Self::Fetched => "fetched",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ParcelState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ParcelState {
    const VALUES: &'static [&'static str] = &["waiting", "fetched"];

    fn from_text(text: &str) -> Self {
        match text {
            "waiting" => Self::Waiting,
            "fetched" => Self::Fetched,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ParcelState {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelState {
    const CLAUSE: &'static str = "ParcelState";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ParcelState"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ParcelState"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ParcelState {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ParcelState, "ParcelState", include_str!("../schemas/ParcelState.json")
);

/// A parcel, in its envelope.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ParcelAnswer {
    /// A parcel in a locker.
    pub parcel: Parcel,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ParcelAnswer {
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

static PARCEL_ANSWER_PARCEL: decode::Property<decode::Named<Parcel>> = decode::Property::new(
    "parcel",
    "ParcelAnswer.parcel",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ParcelAnswer {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelAnswer {
    const CLAUSE: &'static str = "ParcelAnswer";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_ANSWER_PARCEL.validate(&self.parcel, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["parcel"],
            "ParcelAnswer",
            at,
            found,
        );
    }
}

impl decode::Object for ParcelAnswer {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut parcel_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "parcel" => {
                    PARCEL_ANSWER_PARCEL
                        .read(&mut members, &mut parcel_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PARCEL_ANSWER_PARCEL.require(&parcel_slot, at, found);
        let Some(parcel) = parcel_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                parcel,
                additional_properties,
            }),
        )
    }
}

impl ParcelAnswer {
    /// With `parcel`, which it needs, and nothing else.
    #[must_use]
    pub fn new(parcel: impl Into<Parcel>) -> Self {
        ParcelAnswer {
            parcel: parcel.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ParcelAnswer, "ParcelAnswer", include_str!("../schemas/ParcelAnswer.json"), "Parcel"
    = Parcel
);

/// Several parcels.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Parcels(
    /// The value.
    pub Vec<Parcel>,
);

impl Parcels {
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

static PARCELS: decode::List<decode::Named<Parcel>> = decode::List::new(
    "Parcels",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Parcels {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Parcels {
    const CLAUSE: &'static str = "Parcels";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&PARCELS, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&PARCELS, &self.0, at, found);
    }
}

runtime::json_schema!(
    Parcels, "Parcels", include_str!("../schemas/Parcels.json"), "Parcel" = Parcel
);

/// What a parcel is to be.
///
/// No other properties (`ParcelDraft.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
///
/// A parcel that is insured has a value. (`ParcelDraft.rules.insured-has-value`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ParcelDraft {
    /// What stands on a parcel.
    pub label: Label,
    /// What it is worth.
    ///
    /// At least 0 (`ParcelDraft.value.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether it is insured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<bool>,
}

impl ParcelDraft {
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

static PARCEL_DRAFT_LABEL: decode::Property<decode::Named<Label>> = decode::Property::new(
    "label",
    "ParcelDraft.label",
    decode::Named::new(),
);
static PARCEL_DRAFT_VALUE: decode::Property<decode::Integer> = decode::Property::optional(
    "value",
    "ParcelDraft.value",
    decode::Integer::new("ParcelDraft.value").minimum(0),
);
static PARCEL_DRAFT_INSURED: decode::Property<decode::Boolean> = decode::Property::optional(
    "insured",
    "ParcelDraft.insured",
    decode::Boolean::new("ParcelDraft.insured"),
);

impl<'de> serde::Deserialize<'de> for ParcelDraft {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelDraft {
    const CLAUSE: &'static str = "ParcelDraft";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_DRAFT_LABEL.validate(&self.label, at, found);
        PARCEL_DRAFT_VALUE.validate_given(&self.value, at, found);
        PARCEL_DRAFT_INSURED.validate_given(&self.insured, at, found);
    }
}

impl decode::Object for ParcelDraft {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut label_slot = decode::Slot::Missing;
        let mut value_slot = decode::Slot::Missing;
        let mut insured_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "label" => {
                    PARCEL_DRAFT_LABEL.read(&mut members, &mut label_slot, at, found)?;
                }
                "value" => {
                    PARCEL_DRAFT_VALUE.read(&mut members, &mut value_slot, at, found)?;
                }
                "insured" => {
                    PARCEL_DRAFT_INSURED
                        .read(&mut members, &mut insured_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "ParcelDraft", at, found)?;
                }
            }
        }
        PARCEL_DRAFT_LABEL.require(&label_slot, at, found);
        let Some(label) = label_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                label,
                value: value_slot.value(),
                insured: insured_slot.value(),
            }),
        )
    }
}

impl runtime::rule::Members for ParcelDraft {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "value" => runtime::rule::given(&self.value),
            "insured" => runtime::rule::given(&self.insured),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ParcelDraft {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl ParcelDraft {
    /// With `label`, which it needs, and nothing else.
    #[must_use]
    pub fn new(label: impl Into<Label>) -> Self {
        ParcelDraft {
            label: label.into(),
            value: None,
            insured: None,
        }
    }
}

runtime::json_schema!(
    ParcelDraft, "ParcelDraft", include_str!("../schemas/ParcelDraft.json"), "Label" =
    Label
);

/// What is to be changed of a parcel.
///
/// At least 1 property (`ParcelChange.minProperties`).
///
/// A parcel that is insured has a value. (`ParcelChange.rules.insured-is-worth-something`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct ParcelChange {
    /// What stands on a parcel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// What it is worth; null takes it away.
    ///
    /// At least 0 (`ParcelChange.value.minimum`).
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub value: runtime::Patch<i64>,
    /// Whether it is insured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ParcelChange {
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

static PARCEL_CHANGE_LABEL: decode::Property<decode::Named<Label>> = decode::Property::optional(
    "label",
    "ParcelChange.label",
    decode::Named::new(),
);
static PARCEL_CHANGE_VALUE: decode::Property<decode::Nullable<decode::Integer>> = decode::Property::optional(
    "value",
    "ParcelChange.value",
    decode::Nullable(decode::Integer::new("ParcelChange.value").minimum(0)),
);
static PARCEL_CHANGE_INSURED: decode::Property<decode::Boolean> = decode::Property::optional(
    "insured",
    "ParcelChange.insured",
    decode::Boolean::new("ParcelChange.insured"),
);

impl<'de> serde::Deserialize<'de> for ParcelChange {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelChange {
    const CLAUSE: &'static str = "ParcelChange";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_CHANGE_LABEL.validate_given(&self.label, at, found);
        PARCEL_CHANGE_VALUE.validate_patch(&self.value, at, found);
        PARCEL_CHANGE_INSURED.validate_given(&self.insured, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["label", "value", "insured"],
            "ParcelChange",
            at,
            found,
        );
        decode::min_properties(
            &[self.label.is_some(), !self.value.is_absent(), self.insured.is_some()],
            self.additional_properties.len(),
            1,
            "ParcelChange",
            at,
            found,
        );
    }
}

impl decode::Object for ParcelChange {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut label_slot = decode::Slot::Missing;
        let mut value_slot = decode::Slot::Missing;
        let mut insured_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "label" => {
                    PARCEL_CHANGE_LABEL.read(&mut members, &mut label_slot, at, found)?;
                }
                "value" => {
                    PARCEL_CHANGE_VALUE.read(&mut members, &mut value_slot, at, found)?;
                }
                "insured" => {
                    PARCEL_CHANGE_INSURED
                        .read(&mut members, &mut insured_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        decode::min_properties(
            &[label_slot.is_given(), value_slot.is_given(), insured_slot.is_given()],
            additional_properties.len(),
            1,
            "ParcelChange",
            at,
            found,
        );
        Ok(
            Some(Self {
                label: label_slot.value(),
                value: value_slot.patch(),
                insured: insured_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ParcelChange {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "value" => runtime::rule::Look::look(&self.value),
            "insured" => runtime::rule::given(&self.insured),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.label.is_none() && self.value.is_absent() && self.insured.is_none()
            && self.additional_properties.is_empty()
    }
}

impl runtime::rule::Look for ParcelChange {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    ParcelChange, "ParcelChange", include_str!("../schemas/ParcelChange.json"), "Label" =
    Label
);

/// What is to be changed of several parcels.
///
/// At least 1 item (`ParcelChanges.minItems`). At most 3 items (`ParcelChanges.maxItems`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct ParcelChanges(
    /// The value.
    pub Vec<ParcelChangeOfOne>,
);

impl ParcelChanges {
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

static PARCEL_CHANGES: decode::List<decode::Named<ParcelChangeOfOne>> = decode::List::new(
        "ParcelChanges",
        decode::Named::new(),
    )
    .min_items(1)
    .max_items(3);

impl<'de> serde::Deserialize<'de> for ParcelChanges {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelChanges {
    const CLAUSE: &'static str = "ParcelChanges";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&PARCEL_CHANGES, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&PARCEL_CHANGES, &self.0, at, found);
    }
}

runtime::json_schema!(
    ParcelChanges, "ParcelChanges", include_str!("../schemas/ParcelChanges.json"),
    "ParcelChangeOfOne" = ParcelChangeOfOne
);

/// What is to be changed of one of several parcels.
///
/// A parcel that is insured has a value. (`ParcelChangeOfOne.rules.insured-has-value`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ParcelChangeOfOne {
    /// The parcel.
    ///
    /// Of the format uuid (`ParcelChangeOfOne.id.format`).
    pub id: String,
    /// What it is worth.
    ///
    /// At least 0 (`ParcelChangeOfOne.value.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether it is insured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ParcelChangeOfOne {
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

static PARCEL_CHANGE_OF_ONE_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "ParcelChangeOfOne.id",
    decode::Text::new("ParcelChangeOfOne.id").format(runtime::format::Format::Uuid),
);
static PARCEL_CHANGE_OF_ONE_VALUE: decode::Property<decode::Integer> = decode::Property::optional(
    "value",
    "ParcelChangeOfOne.value",
    decode::Integer::new("ParcelChangeOfOne.value").minimum(0),
);
static PARCEL_CHANGE_OF_ONE_INSURED: decode::Property<decode::Boolean> = decode::Property::optional(
    "insured",
    "ParcelChangeOfOne.insured",
    decode::Boolean::new("ParcelChangeOfOne.insured"),
);

impl<'de> serde::Deserialize<'de> for ParcelChangeOfOne {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParcelChangeOfOne {
    const CLAUSE: &'static str = "ParcelChangeOfOne";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PARCEL_CHANGE_OF_ONE_ID.validate(&self.id, at, found);
        PARCEL_CHANGE_OF_ONE_VALUE.validate_given(&self.value, at, found);
        PARCEL_CHANGE_OF_ONE_INSURED.validate_given(&self.insured, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["id", "value", "insured"],
            "ParcelChangeOfOne",
            at,
            found,
        );
    }
}

impl decode::Object for ParcelChangeOfOne {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut value_slot = decode::Slot::Missing;
        let mut insured_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    PARCEL_CHANGE_OF_ONE_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "value" => {
                    PARCEL_CHANGE_OF_ONE_VALUE
                        .read(&mut members, &mut value_slot, at, found)?;
                }
                "insured" => {
                    PARCEL_CHANGE_OF_ONE_INSURED
                        .read(&mut members, &mut insured_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PARCEL_CHANGE_OF_ONE_ID.require(&id_slot, at, found);
        let Some(id) = id_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                id,
                value: value_slot.value(),
                insured: insured_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ParcelChangeOfOne {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "value" => runtime::rule::given(&self.value),
            "insured" => runtime::rule::given(&self.insured),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ParcelChangeOfOne {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl ParcelChangeOfOne {
    /// With `id`, which it needs, and nothing else.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        ParcelChangeOfOne {
            id: id.into(),
            value: None,
            insured: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ParcelChangeOfOne, "ParcelChangeOfOne",
    include_str!("../schemas/ParcelChangeOfOne.json")
);
