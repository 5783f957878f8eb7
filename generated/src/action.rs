//! The types of the page `types/action.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};
use super::format::Viewport;

/// Something that is done on a page before its content is fetched.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Action {
    /// `type` is `wait`.
    Wait(WaitAction),
    /// `type` is `screenshot`.
    Screenshot(ScreenshotAction),
    /// `type` is `click`.
    Click(ClickAction),
    /// `type` is `write`.
    Write(WriteAction),
    /// `type` is `press`.
    Press(PressAction),
    /// `type` is `scroll`.
    Scroll(ScrollAction),
    /// `type` is `scrape`.
    Scrape(ScrapeAction),
    /// `type` is `executeJavascript`.
    ExecuteJavascript(ExecuteJavascriptAction),
    /// `type` is `pdf`.
    Pdf(PdfAction),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Action {
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

    /// The value of `type`; empty when there is none.
    #[must_use]
    pub fn discriminator(&self) -> &str {
        match self {
            Self::Wait(_) => "wait",
            Self::Screenshot(_) => "screenshot",
            Self::Click(_) => "click",
            Self::Write(_) => "write",
            Self::Press(_) => "press",
            Self::Scroll(_) => "scroll",
            Self::Scrape(_) => "scrape",
            Self::ExecuteJavascript(_) => "executeJavascript",
            Self::Pdf(_) => "pdf",
            Self::Other(value) => {
                value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Action {
    const CLAUSE: &'static str = "Action";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Wait(value) => {
                <WaitAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Screenshot(value) => {
                <ScreenshotAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Click(value) => {
                <ClickAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Write(value) => {
                <WriteAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Press(value) => {
                <PressAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Scroll(value) => {
                <ScrollAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Scrape(value) => {
                <ScrapeAction as decode::Model>::validate_at(value, at, found);
            }
            Self::ExecuteJavascript(value) => {
                <ExecuteJavascriptAction as decode::Model>::validate_at(
                    value,
                    at,
                    found,
                );
            }
            Self::Pdf(value) => {
                <PdfAction as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for Action {
    const DISCRIMINATOR: &'static str = "type";
    const VARIANTS: &'static [&'static str] = &[
        "wait",
        "screenshot",
        "click",
        "write",
        "press",
        "scroll",
        "scrape",
        "executeJavascript",
        "pdf",
    ];

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'_, 'de, A>,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        Ok(
            match value {
                "wait" => {
                    <WaitAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Wait)
                }
                "screenshot" => {
                    <ScreenshotAction as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::Screenshot)
                }
                "click" => {
                    <ClickAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Click)
                }
                "write" => {
                    <WriteAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Write)
                }
                "press" => {
                    <PressAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Press)
                }
                "scroll" => {
                    <ScrollAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Scroll)
                }
                "scrape" => {
                    <ScrapeAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Scrape)
                }
                "executeJavascript" => {
                    <ExecuteJavascriptAction as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::ExecuteJavascript)
                }
                "pdf" => {
                    <PdfAction as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Pdf)
                }
                _ => None,
            },
        )
    }
}

impl From<WaitAction> for Action {
    fn from(value: WaitAction) -> Self {
        Self::Wait(value)
    }
}

impl From<ScreenshotAction> for Action {
    fn from(value: ScreenshotAction) -> Self {
        Self::Screenshot(value)
    }
}

impl From<ClickAction> for Action {
    fn from(value: ClickAction) -> Self {
        Self::Click(value)
    }
}

impl From<WriteAction> for Action {
    fn from(value: WriteAction) -> Self {
        Self::Write(value)
    }
}

impl From<PressAction> for Action {
    fn from(value: PressAction) -> Self {
        Self::Press(value)
    }
}

impl From<ScrollAction> for Action {
    fn from(value: ScrollAction) -> Self {
        Self::Scroll(value)
    }
}

impl From<ScrapeAction> for Action {
    fn from(value: ScrapeAction) -> Self {
        Self::Scrape(value)
    }
}

impl From<ExecuteJavascriptAction> for Action {
    fn from(value: ExecuteJavascriptAction) -> Self {
        Self::ExecuteJavascript(value)
    }
}

impl From<PdfAction> for Action {
    fn from(value: PdfAction) -> Self {
        Self::Pdf(value)
    }
}

runtime::json_schema!(
    Action, "Action", include_str!("../schemas/Action.json"), "WaitAction" = WaitAction,
    "ScreenshotAction" = ScreenshotAction, "ClickAction" = ClickAction, "WriteAction" =
    WriteAction, "PressAction" = PressAction, "ScrollAction" = ScrollAction,
    "ScrapeAction" = ScrapeAction, "ExecuteJavascriptAction" = ExecuteJavascriptAction,
    "PdfAction" = PdfAction
);

/// Waits for a time, or for an element.
///
/// No other properties (`WaitAction.additionalProperties`). Exactly one of `milliseconds`,
/// `selector` (`WaitAction.exactlyOne`).
///
/// Plain `serde` drops other properties when it reads.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "wait")]
pub struct WaitAction {
    /// How long.
    ///
    /// In milliseconds (`WaitAction.milliseconds.unit`). At least 1
    /// (`WaitAction.milliseconds.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<i64>,
    /// A CSS selector of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

impl WaitAction {
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

static WAIT_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "WaitAction.type",
    decode::Tag::new("WaitAction.type", &["wait"]),
);
static WAIT_ACTION_MILLISECONDS: decode::Property<decode::Integer> = decode::Property::optional(
    "milliseconds",
    "WaitAction.milliseconds",
    decode::Integer::new("WaitAction.milliseconds").minimum(1),
);
static WAIT_ACTION_SELECTOR: decode::Property<decode::Text> = decode::Property::optional(
    "selector",
    "WaitAction.selector",
    decode::Text::new("WaitAction.selector"),
);

impl<'de> serde::Deserialize<'de> for WaitAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for WaitAction {
    const CLAUSE: &'static str = "WaitAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        WAIT_ACTION_MILLISECONDS.validate_given(&self.milliseconds, at, found);
        WAIT_ACTION_SELECTOR.validate_given(&self.selector, at, found);
        decode::exactly_one(
            &[self.milliseconds.is_some(), self.selector.is_some()],
            &["milliseconds", "selector"],
            "WaitAction",
            at,
            found,
        );
    }
}

impl decode::Object for WaitAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut milliseconds_slot = decode::Slot::Missing;
        let mut selector_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    WAIT_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "milliseconds" => {
                    WAIT_ACTION_MILLISECONDS
                        .read(&mut members, &mut milliseconds_slot, at, found)?;
                }
                "selector" => {
                    WAIT_ACTION_SELECTOR
                        .read(&mut members, &mut selector_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "WaitAction", at, found)?;
                }
            }
        }
        WAIT_ACTION_TYPE.require(&tag, at, found);
        decode::exactly_one(
            &[milliseconds_slot.is_given(), selector_slot.is_given()],
            &["milliseconds", "selector"],
            "WaitAction",
            at,
            found,
        );
        Ok(
            Some(Self {
                milliseconds: milliseconds_slot.value(),
                selector: selector_slot.value(),
            }),
        )
    }
}

runtime::json_schema!(
    WaitAction, "WaitAction", include_str!("../schemas/WaitAction.json")
);

/// Takes a picture.
///
/// Links to the pictures are returned in the list `actions.screenshots`.
/// (`ScreenshotAction.behaviour.field`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "screenshot")]
pub struct ScreenshotAction {
    /// Whether the whole page is shown.
    ///
    /// `false` when left out (`ScreenshotAction.fullPage.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_page: Option<bool>,
    /// The quality of the picture.
    ///
    /// At least 1 (`ScreenshotAction.quality.minimum`). At most 100
    /// (`ScreenshotAction.quality.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<i64>,
    /// The size of the window that a page is shown in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<Viewport>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScreenshotAction {
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

    /// The value of `fullPage`, or `false` when it is left out
    /// (`ScreenshotAction.fullPage.default`).
    #[must_use]
    pub fn effective_full_page(&self) -> bool {
        self.full_page.unwrap_or(false)
    }
}

static SCREENSHOT_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ScreenshotAction.type",
    decode::Tag::new("ScreenshotAction.type", &["screenshot"]),
);
static SCREENSHOT_ACTION_FULL_PAGE: decode::Property<decode::Boolean> = decode::Property::optional(
    "fullPage",
    "ScreenshotAction.fullPage",
    decode::Boolean::new("ScreenshotAction.fullPage"),
);
static SCREENSHOT_ACTION_QUALITY: decode::Property<decode::Integer> = decode::Property::optional(
    "quality",
    "ScreenshotAction.quality",
    decode::Integer::new("ScreenshotAction.quality").minimum(1).maximum(100),
);
static SCREENSHOT_ACTION_VIEWPORT: decode::Property<decode::Named<Viewport>> = decode::Property::optional(
    "viewport",
    "ScreenshotAction.viewport",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ScreenshotAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScreenshotAction {
    const CLAUSE: &'static str = "ScreenshotAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCREENSHOT_ACTION_FULL_PAGE.validate_given(&self.full_page, at, found);
        SCREENSHOT_ACTION_QUALITY.validate_given(&self.quality, at, found);
        SCREENSHOT_ACTION_VIEWPORT.validate_given(&self.viewport, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "fullPage", "quality", "viewport"],
            "ScreenshotAction",
            at,
            found,
        );
    }
}

impl decode::Object for ScreenshotAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut full_page_slot = decode::Slot::Missing;
        let mut quality_slot = decode::Slot::Missing;
        let mut viewport_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    SCREENSHOT_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "fullPage" => {
                    SCREENSHOT_ACTION_FULL_PAGE
                        .read(&mut members, &mut full_page_slot, at, found)?;
                }
                "quality" => {
                    SCREENSHOT_ACTION_QUALITY
                        .read(&mut members, &mut quality_slot, at, found)?;
                }
                "viewport" => {
                    SCREENSHOT_ACTION_VIEWPORT
                        .read(&mut members, &mut viewport_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCREENSHOT_ACTION_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                full_page: full_page_slot.value(),
                quality: quality_slot.value(),
                viewport: viewport_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    ScreenshotAction, "ScreenshotAction",
    include_str!("../schemas/ScreenshotAction.json"), "Viewport" = Viewport
);

/// Clicks an element.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "click")]
pub struct ClickAction {
    /// A selector of the element.
    pub selector: String,
    /// Whether every match is clicked.
    ///
    /// `false` when left out (`ClickAction.all.default`).
    ///
    /// When true, every match is clicked. (`ClickAction.all.behaviour.every-match`)
    ///
    /// It is no error when nothing matches. (`ClickAction.all.behaviour.no-match`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ClickAction {
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

    /// The value of `all`, or `false` when it is left out (`ClickAction.all.default`).
    #[must_use]
    pub fn effective_all(&self) -> bool {
        self.all.unwrap_or(false)
    }
}

static CLICK_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ClickAction.type",
    decode::Tag::new("ClickAction.type", &["click"]),
);
static CLICK_ACTION_SELECTOR: decode::Property<decode::Text> = decode::Property::new(
    "selector",
    "ClickAction.selector",
    decode::Text::new("ClickAction.selector"),
);
static CLICK_ACTION_ALL: decode::Property<decode::Boolean> = decode::Property::optional(
    "all",
    "ClickAction.all",
    decode::Boolean::new("ClickAction.all"),
);

impl<'de> serde::Deserialize<'de> for ClickAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ClickAction {
    const CLAUSE: &'static str = "ClickAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CLICK_ACTION_SELECTOR.validate(&self.selector, at, found);
        CLICK_ACTION_ALL.validate_given(&self.all, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "selector", "all"],
            "ClickAction",
            at,
            found,
        );
    }
}

impl decode::Object for ClickAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut selector_slot = decode::Slot::Missing;
        let mut all_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    CLICK_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "selector" => {
                    CLICK_ACTION_SELECTOR
                        .read(&mut members, &mut selector_slot, at, found)?;
                }
                "all" => {
                    CLICK_ACTION_ALL.read(&mut members, &mut all_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CLICK_ACTION_TYPE.require(&tag, at, found);
        CLICK_ACTION_SELECTOR.require(&selector_slot, at, found);
        let Some(selector) = selector_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                selector,
                all: all_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl ClickAction {
    /// With `selector`, which it needs, and nothing else.
    #[must_use]
    pub fn new(selector: impl Into<String>) -> Self {
        ClickAction {
            selector: selector.into(),
            all: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ClickAction, "ClickAction", include_str!("../schemas/ClickAction.json")
);

/// Types a text.
///
/// The text is typed character by character. (`WriteAction.behaviour.typed`)
///
/// The element is focused by a click before. (`WriteAction.behaviour.needs-focus`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "write")]
pub struct WriteAction {
    /// The text.
    pub text: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl WriteAction {
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

static WRITE_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "WriteAction.type",
    decode::Tag::new("WriteAction.type", &["write"]),
);
static WRITE_ACTION_TEXT: decode::Property<decode::Text> = decode::Property::new(
    "text",
    "WriteAction.text",
    decode::Text::new("WriteAction.text"),
);

impl<'de> serde::Deserialize<'de> for WriteAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for WriteAction {
    const CLAUSE: &'static str = "WriteAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        WRITE_ACTION_TEXT.validate(&self.text, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "text"],
            "WriteAction",
            at,
            found,
        );
    }
}

impl decode::Object for WriteAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut text_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    WRITE_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "text" => {
                    WRITE_ACTION_TEXT.read(&mut members, &mut text_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        WRITE_ACTION_TYPE.require(&tag, at, found);
        WRITE_ACTION_TEXT.require(&text_slot, at, found);
        let Some(text) = text_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                text,
                additional_properties,
            }),
        )
    }
}

impl WriteAction {
    /// With `text`, which it needs, and nothing else.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        WriteAction {
            text: text.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    WriteAction, "WriteAction", include_str!("../schemas/WriteAction.json")
);

/// Presses a key.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "press")]
pub struct PressAction {
    /// The key.
    pub key: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PressAction {
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

static PRESS_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "PressAction.type",
    decode::Tag::new("PressAction.type", &["press"]),
);
static PRESS_ACTION_KEY: decode::Property<decode::Text> = decode::Property::new(
    "key",
    "PressAction.key",
    decode::Text::new("PressAction.key"),
);

impl<'de> serde::Deserialize<'de> for PressAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PressAction {
    const CLAUSE: &'static str = "PressAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PRESS_ACTION_KEY.validate(&self.key, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "key"],
            "PressAction",
            at,
            found,
        );
    }
}

impl decode::Object for PressAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut key_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    PRESS_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "key" => {
                    PRESS_ACTION_KEY.read(&mut members, &mut key_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PRESS_ACTION_TYPE.require(&tag, at, found);
        PRESS_ACTION_KEY.require(&key_slot, at, found);
        let Some(key) = key_slot.value() else { return Ok(None) };
        Ok(Some(Self { key, additional_properties }))
    }
}

impl PressAction {
    /// With `key`, which it needs, and nothing else.
    #[must_use]
    pub fn new(key: impl Into<String>) -> Self {
        PressAction {
            key: key.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    PressAction, "PressAction", include_str!("../schemas/PressAction.json")
);

/// Scrolls.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "scroll")]
pub struct ScrollAction {
    /// Which way.
    ///
    /// `"down"` when left out (`ScrollAction.direction.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<ScrollActionDirection>,
    /// A CSS selector of what is scrolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScrollAction {
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

    /// The value of `direction`, or `"down"` when it is left out
    /// (`ScrollAction.direction.default`).
    #[must_use]
    pub fn effective_direction(&self) -> &ScrollActionDirection {
        self.direction.as_ref().unwrap_or(&ScrollActionDirection::Down)
    }
}

static SCROLL_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ScrollAction.type",
    decode::Tag::new("ScrollAction.type", &["scroll"]),
);
static SCROLL_ACTION_DIRECTION: decode::Property<decode::Named<ScrollActionDirection>> = decode::Property::optional(
    "direction",
    "ScrollAction.direction",
    decode::Named::new(),
);
static SCROLL_ACTION_SELECTOR: decode::Property<decode::Text> = decode::Property::optional(
    "selector",
    "ScrollAction.selector",
    decode::Text::new("ScrollAction.selector"),
);

impl<'de> serde::Deserialize<'de> for ScrollAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrollAction {
    const CLAUSE: &'static str = "ScrollAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCROLL_ACTION_DIRECTION.validate_given(&self.direction, at, found);
        SCROLL_ACTION_SELECTOR.validate_given(&self.selector, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "direction", "selector"],
            "ScrollAction",
            at,
            found,
        );
    }
}

impl decode::Object for ScrollAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut direction_slot = decode::Slot::Missing;
        let mut selector_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    SCROLL_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "direction" => {
                    SCROLL_ACTION_DIRECTION
                        .read(&mut members, &mut direction_slot, at, found)?;
                }
                "selector" => {
                    SCROLL_ACTION_SELECTOR
                        .read(&mut members, &mut selector_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCROLL_ACTION_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                direction: direction_slot.value(),
                selector: selector_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(
    ScrollAction, "ScrollAction", include_str!("../schemas/ScrollAction.json")
);

/// Which way.
///
/// `"down"` when left out (`ScrollAction.direction.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ScrollActionDirection {
    /// `up`
    #[serde(rename = "up")]
    Up,
    /// `down`
    #[serde(rename = "down")]
    Down,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ScrollActionDirection {
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
            Self::Up => "up",
            Self::Down => "down",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ScrollActionDirection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ScrollActionDirection {
    const VALUES: &'static [&'static str] = &["up", "down"];

    fn from_text(text: &str) -> Self {
        match text {
            "up" => Self::Up,
            "down" => Self::Down,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ScrollActionDirection {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrollActionDirection {
    const CLAUSE: &'static str = "ScrollAction.direction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ScrollAction.direction"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ScrollAction.direction"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ScrollActionDirection {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ScrollActionDirection, "ScrollActionDirection",
    "{\"description\":\"Which way.\",\"type\":\"string\",\"enum\":[\"up\",\"down\"]}"
);

/// Keeps the page as it stands.
///
/// The URL and the HTML of the current page are captured. (`ScrapeAction.behaviour.captured`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "scrape")]
pub struct ScrapeAction {
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ScrapeAction {
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

static SCRAPE_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ScrapeAction.type",
    decode::Tag::new("ScrapeAction.type", &["scrape"]),
);

impl<'de> serde::Deserialize<'de> for ScrapeAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScrapeAction {
    const CLAUSE: &'static str = "ScrapeAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::unlisted_names(
            &self.additional_properties,
            &["type"],
            "ScrapeAction",
            at,
            found,
        );
    }
}

impl decode::Object for ScrapeAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    SCRAPE_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCRAPE_ACTION_TYPE.require(&tag, at, found);
        Ok(Some(Self { additional_properties }))
    }
}

runtime::json_schema!(
    ScrapeAction, "ScrapeAction", include_str!("../schemas/ScrapeAction.json")
);

/// Runs a script.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "executeJavascript")]
pub struct ExecuteJavascriptAction {
    /// The script, in JavaScript.
    pub script: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ExecuteJavascriptAction {
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

static EXECUTE_JAVASCRIPT_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ExecuteJavascriptAction.type",
    decode::Tag::new("ExecuteJavascriptAction.type", &["executeJavascript"]),
);
static EXECUTE_JAVASCRIPT_ACTION_SCRIPT: decode::Property<decode::Text> = decode::Property::new(
    "script",
    "ExecuteJavascriptAction.script",
    decode::Text::new("ExecuteJavascriptAction.script"),
);

impl<'de> serde::Deserialize<'de> for ExecuteJavascriptAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ExecuteJavascriptAction {
    const CLAUSE: &'static str = "ExecuteJavascriptAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        EXECUTE_JAVASCRIPT_ACTION_SCRIPT.validate(&self.script, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "script"],
            "ExecuteJavascriptAction",
            at,
            found,
        );
    }
}

impl decode::Object for ExecuteJavascriptAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut script_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    EXECUTE_JAVASCRIPT_ACTION_TYPE
                        .read(&mut members, &mut tag, at, found)?;
                }
                "script" => {
                    EXECUTE_JAVASCRIPT_ACTION_SCRIPT
                        .read(&mut members, &mut script_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        EXECUTE_JAVASCRIPT_ACTION_TYPE.require(&tag, at, found);
        EXECUTE_JAVASCRIPT_ACTION_SCRIPT.require(&script_slot, at, found);
        let Some(script) = script_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                script,
                additional_properties,
            }),
        )
    }
}

impl ExecuteJavascriptAction {
    /// With `script`, which it needs, and nothing else.
    #[must_use]
    pub fn new(script: impl Into<String>) -> Self {
        ExecuteJavascriptAction {
            script: script.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    ExecuteJavascriptAction, "ExecuteJavascriptAction",
    include_str!("../schemas/ExecuteJavascriptAction.json")
);

/// Prints the page.
///
/// The result is returned in the list `actions.pdfs`. (`PdfAction.behaviour.field`)
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "pdf")]
pub struct PdfAction {
    /// The size of the paper.
    ///
    /// `"Letter"` when left out (`PdfAction.format.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<PdfActionFormat>,
    /// Whether the paper lies on its side.
    ///
    /// `false` when left out (`PdfAction.landscape.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landscape: Option<bool>,
    /// How large the page is printed.
    ///
    /// `1` when left out (`PdfAction.scale.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PdfAction {
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

    /// The value of `format`, or `"Letter"` when it is left out (`PdfAction.format.default`).
    #[must_use]
    pub fn effective_format(&self) -> &PdfActionFormat {
        self.format.as_ref().unwrap_or(&PdfActionFormat::Letter)
    }

    /// The value of `landscape`, or `false` when it is left out (`PdfAction.landscape.default`).
    #[must_use]
    pub fn effective_landscape(&self) -> bool {
        self.landscape.unwrap_or(false)
    }

    /// The value of `scale`, or `1` when it is left out (`PdfAction.scale.default`).
    #[must_use]
    pub fn effective_scale(&self) -> f64 {
        self.scale.unwrap_or(1.0)
    }
}

static PDF_ACTION_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "PdfAction.type",
    decode::Tag::new("PdfAction.type", &["pdf"]),
);
static PDF_ACTION_FORMAT: decode::Property<decode::Named<PdfActionFormat>> = decode::Property::optional(
    "format",
    "PdfAction.format",
    decode::Named::new(),
);
static PDF_ACTION_LANDSCAPE: decode::Property<decode::Boolean> = decode::Property::optional(
    "landscape",
    "PdfAction.landscape",
    decode::Boolean::new("PdfAction.landscape"),
);
static PDF_ACTION_SCALE: decode::Property<decode::Number> = decode::Property::optional(
    "scale",
    "PdfAction.scale",
    decode::Number::new("PdfAction.scale"),
);

impl<'de> serde::Deserialize<'de> for PdfAction {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfAction {
    const CLAUSE: &'static str = "PdfAction";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDF_ACTION_FORMAT.validate_given(&self.format, at, found);
        PDF_ACTION_LANDSCAPE.validate_given(&self.landscape, at, found);
        PDF_ACTION_SCALE.validate_given(&self.scale, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "format", "landscape", "scale"],
            "PdfAction",
            at,
            found,
        );
    }
}

impl decode::Object for PdfAction {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut format_slot = decode::Slot::Missing;
        let mut landscape_slot = decode::Slot::Missing;
        let mut scale_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    PDF_ACTION_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "format" => {
                    PDF_ACTION_FORMAT.read(&mut members, &mut format_slot, at, found)?;
                }
                "landscape" => {
                    PDF_ACTION_LANDSCAPE
                        .read(&mut members, &mut landscape_slot, at, found)?;
                }
                "scale" => {
                    PDF_ACTION_SCALE.read(&mut members, &mut scale_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDF_ACTION_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                format: format_slot.value(),
                landscape: landscape_slot.value(),
                scale: scale_slot.value(),
                additional_properties,
            }),
        )
    }
}

runtime::json_schema!(PdfAction, "PdfAction", include_str!("../schemas/PdfAction.json"));

/// The size of the paper.
///
/// `"Letter"` when left out (`PdfAction.format.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum PdfActionFormat {
    /// `A0`
    #[serde(rename = "A0")]
    A0,
    /// `A1`
    #[serde(rename = "A1")]
    A1,
    /// `A2`
    #[serde(rename = "A2")]
    A2,
    /// `A3`
    #[serde(rename = "A3")]
    A3,
    /// `A4`
    #[serde(rename = "A4")]
    A4,
    /// `A5`
    #[serde(rename = "A5")]
    A5,
    /// `A6`
    #[serde(rename = "A6")]
    A6,
    /// `Letter`
    #[serde(rename = "Letter")]
    Letter,
    /// `Legal`
    #[serde(rename = "Legal")]
    Legal,
    /// `Tabloid`
    #[serde(rename = "Tabloid")]
    Tabloid,
    /// `Ledger`
    #[serde(rename = "Ledger")]
    Ledger,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl PdfActionFormat {
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
            Self::A0 => "A0",
            Self::A1 => "A1",
            Self::A2 => "A2",
            Self::A3 => "A3",
            Self::A4 => "A4",
            Self::A5 => "A5",
            Self::A6 => "A6",
            Self::Letter => "Letter",
            Self::Legal => "Legal",
            Self::Tabloid => "Tabloid",
            Self::Ledger => "Ledger",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for PdfActionFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for PdfActionFormat {
    const VALUES: &'static [&'static str] = &[
        "A0",
        "A1",
        "A2",
        "A3",
        "A4",
        "A5",
        "A6",
        "Letter",
        "Legal",
        "Tabloid",
        "Ledger",
    ];

    fn from_text(text: &str) -> Self {
        match text {
            "A0" => Self::A0,
            "A1" => Self::A1,
            "A2" => Self::A2,
            "A3" => Self::A3,
            "A4" => Self::A4,
            "A5" => Self::A5,
            "A6" => Self::A6,
            "Letter" => Self::Letter,
            "Legal" => Self::Legal,
            "Tabloid" => Self::Tabloid,
            "Ledger" => Self::Ledger,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for PdfActionFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfActionFormat {
    const CLAUSE: &'static str = "PdfAction.format";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("PdfAction.format"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("PdfAction.format"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for PdfActionFormat {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    PdfActionFormat, "PdfActionFormat",
    "{\"description\":\"The size of the paper.\",\"type\":\"string\",\"enum\":[\"A0\",\"A1\",\"A2\",\"A3\",\"A4\",\"A5\",\"A6\",\"Letter\",\"Legal\",\"Tabloid\",\"Ledger\"]}"
);
