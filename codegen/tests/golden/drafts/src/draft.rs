//! The types of the page `types/draft.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// A text that is being written.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Draft {
    /// Identifies the draft.
    ///
    /// Of the format uuid (`Draft.id.format`).
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The text so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it can be printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Draft {
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

static DRAFT_ID: decode::Property<decode::Text> = decode::Property::new(
    "id",
    "Draft.id",
    decode::Text::new("Draft.id").format(runtime::format::Format::Uuid),
);
static DRAFT_TITLE: decode::Property<decode::Text> = decode::Property::new(
    "title",
    "Draft.title",
    decode::Text::new("Draft.title"),
);
static DRAFT_TEXT: decode::Property<decode::Text> = decode::Property::optional(
    "text",
    "Draft.text",
    decode::Text::new("Draft.text"),
);
static DRAFT_READY: decode::Property<decode::Boolean> = decode::Property::optional(
    "ready",
    "Draft.ready",
    decode::Boolean::new("Draft.ready"),
);

impl<'de> serde::Deserialize<'de> for Draft {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Draft {
    const CLAUSE: &'static str = "Draft";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        DRAFT_ID.validate(&self.id, at, found);
        DRAFT_TITLE.validate(&self.title, at, found);
        DRAFT_TEXT.validate_given(&self.text, at, found);
        DRAFT_READY.validate_given(&self.ready, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["id", "title", "text", "ready"],
            "Draft",
            at,
            found,
        );
    }
}

impl decode::Object for Draft {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut id_slot = decode::Slot::Missing;
        let mut title_slot = decode::Slot::Missing;
        let mut text_slot = decode::Slot::Missing;
        let mut ready_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "id" => {
                    DRAFT_ID.read(&mut members, &mut id_slot, at, found)?;
                }
                "title" => {
                    DRAFT_TITLE.read(&mut members, &mut title_slot, at, found)?;
                }
                "text" => {
                    DRAFT_TEXT.read(&mut members, &mut text_slot, at, found)?;
                }
                "ready" => {
                    DRAFT_READY.read(&mut members, &mut ready_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        DRAFT_ID.require(&id_slot, at, found);
        DRAFT_TITLE.require(&title_slot, at, found);
        let (Some(id), Some(title)) = (id_slot.value(), title_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                id,
                title,
                text: text_slot.value(),
                ready: ready_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl Draft {
    /// With `id`, `title`, which it needs, and nothing else.
    #[must_use]
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        Draft {
            id: id.into(),
            title: title.into(),
            text: None,
            ready: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Draft, "Draft", include_str!("../schemas/Draft.json"));

/// Several drafts.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Drafts(
    /// The value.
    pub Vec<Draft>,
);

impl Drafts {
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

static DRAFTS: decode::List<decode::Named<Draft>> = decode::List::new(
    "Drafts",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for Drafts {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Drafts {
    const CLAUSE: &'static str = "Drafts";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(decode::Check::decode(&DRAFTS, deserializer, at, found)?.map(Self))
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(&DRAFTS, &self.0, at, found);
    }
}

runtime::json_schema!(
    Drafts, "Drafts", include_str!("../schemas/Drafts.json"), "Draft" = Draft
);

/// What a draft is to be.
///
/// No other properties (`DraftContent.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct DraftContent {
    /// What it is about.
    pub title: String,
    /// The text so far.
    ///
    /// `"(empty)"` when left out (`DraftContent.text.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it can be printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
}

impl DraftContent {
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

    /// The value of `text`, or `"(empty)"` when it is left out (`DraftContent.text.default`).
    #[must_use]
    pub fn effective_text(&self) -> &str {
        self.text.as_deref().unwrap_or("(empty)")
    }
}

static DRAFT_CONTENT_TITLE: decode::Property<decode::Text> = decode::Property::new(
    "title",
    "DraftContent.title",
    decode::Text::new("DraftContent.title"),
);
static DRAFT_CONTENT_TEXT: decode::Property<decode::Text> = decode::Property::optional(
    "text",
    "DraftContent.text",
    decode::Text::new("DraftContent.text"),
);
static DRAFT_CONTENT_READY: decode::Property<decode::Boolean> = decode::Property::optional(
    "ready",
    "DraftContent.ready",
    decode::Boolean::new("DraftContent.ready"),
);

impl<'de> serde::Deserialize<'de> for DraftContent {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for DraftContent {
    const CLAUSE: &'static str = "DraftContent";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        DRAFT_CONTENT_TITLE.validate(&self.title, at, found);
        DRAFT_CONTENT_TEXT.validate_given(&self.text, at, found);
        DRAFT_CONTENT_READY.validate_given(&self.ready, at, found);
    }
}

impl decode::Object for DraftContent {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut title_slot = decode::Slot::Missing;
        let mut text_slot = decode::Slot::Missing;
        let mut ready_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "title" => {
                    DRAFT_CONTENT_TITLE.read(&mut members, &mut title_slot, at, found)?;
                }
                "text" => {
                    DRAFT_CONTENT_TEXT.read(&mut members, &mut text_slot, at, found)?;
                }
                "ready" => {
                    DRAFT_CONTENT_READY.read(&mut members, &mut ready_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "DraftContent", at, found)?;
                }
            }
        }
        DRAFT_CONTENT_TITLE.require(&title_slot, at, found);
        let Some(title) = title_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                title,
                text: text_slot.value(),
                ready: ready_slot.value(),
            }),
        )
    }
}

impl DraftContent {
    /// With `title`, which it needs, and nothing else.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        DraftContent {
            title: title.into(),
            text: None,
            ready: None,
        }
    }
}

runtime::json_schema!(
    DraftContent, "DraftContent", include_str!("../schemas/DraftContent.json")
);

/// What is to be changed of a draft.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct DraftChange {
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The text so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it can be printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl DraftChange {
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

static DRAFT_CHANGE_TITLE: decode::Property<decode::Text> = decode::Property::optional(
    "title",
    "DraftChange.title",
    decode::Text::new("DraftChange.title"),
);
static DRAFT_CHANGE_TEXT: decode::Property<decode::Text> = decode::Property::optional(
    "text",
    "DraftChange.text",
    decode::Text::new("DraftChange.text"),
);
static DRAFT_CHANGE_READY: decode::Property<decode::Boolean> = decode::Property::optional(
    "ready",
    "DraftChange.ready",
    decode::Boolean::new("DraftChange.ready"),
);

impl<'de> serde::Deserialize<'de> for DraftChange {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for DraftChange {
    const CLAUSE: &'static str = "DraftChange";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        DRAFT_CHANGE_TITLE.validate_given(&self.title, at, found);
        DRAFT_CHANGE_TEXT.validate_given(&self.text, at, found);
        DRAFT_CHANGE_READY.validate_given(&self.ready, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["title", "text", "ready"],
            "DraftChange",
            at,
            found,
        );
    }
}

impl decode::Object for DraftChange {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut title_slot = decode::Slot::Missing;
        let mut text_slot = decode::Slot::Missing;
        let mut ready_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "title" => {
                    DRAFT_CHANGE_TITLE.read(&mut members, &mut title_slot, at, found)?;
                }
                "text" => {
                    DRAFT_CHANGE_TEXT.read(&mut members, &mut text_slot, at, found)?;
                }
                "ready" => {
                    DRAFT_CHANGE_READY.read(&mut members, &mut ready_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        Ok(
            Some(Self {
                title: title_slot.value(),
                text: text_slot.value(),
                ready: ready_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    DraftChange, "DraftChange", include_str!("../schemas/DraftChange.json")
);
