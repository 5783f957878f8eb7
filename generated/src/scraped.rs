//! The types of the page `types/scraped.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// The answer to a question about the page.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AnsweredQuestion {
    /// The answer.
    pub answer: serde_json::Value,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl AnsweredQuestion {
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

static ANSWERED_QUESTION_ANSWER: decode::Property<decode::Any> = decode::Property::new(
    "answer",
    "AnsweredQuestion.answer",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for AnsweredQuestion {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for AnsweredQuestion {
    const CLAUSE: &'static str = "AnsweredQuestion";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ANSWERED_QUESTION_ANSWER.validate(&self.answer, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["answer"],
            "AnsweredQuestion",
            at,
            found,
        );
    }
}

impl decode::Object for AnsweredQuestion {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut answer_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "answer" => {
                    ANSWERED_QUESTION_ANSWER
                        .read(&mut members, &mut answer_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ANSWERED_QUESTION_ANSWER.require(&answer_slot, at, found);
        let Some(answer) = answer_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                answer,
                additional_properties,
            }),
        )
    }
}

impl AnsweredQuestion {
    /// With `answer`, which it needs, and nothing else.
    #[must_use]
    pub fn new(answer: impl Into<serde_json::Value>) -> Self {
        AnsweredQuestion {
            answer: answer.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    AnsweredQuestion, "AnsweredQuestion",
    include_str!("../schemas/AnsweredQuestion.json")
);

/// The parts of the page that fit a query.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SelectedHighlights {
    /// The source text that was selected.
    pub highlights: serde_json::Value,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl SelectedHighlights {
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

static SELECTED_HIGHLIGHTS_HIGHLIGHTS: decode::Property<decode::Any> = decode::Property::new(
    "highlights",
    "SelectedHighlights.highlights",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for SelectedHighlights {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for SelectedHighlights {
    const CLAUSE: &'static str = "SelectedHighlights";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SELECTED_HIGHLIGHTS_HIGHLIGHTS.validate(&self.highlights, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["highlights"],
            "SelectedHighlights",
            at,
            found,
        );
    }
}

impl decode::Object for SelectedHighlights {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut highlights_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "highlights" => {
                    SELECTED_HIGHLIGHTS_HIGHLIGHTS
                        .read(&mut members, &mut highlights_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SELECTED_HIGHLIGHTS_HIGHLIGHTS.require(&highlights_slot, at, found);
        let Some(highlights) = highlights_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                highlights,
                additional_properties,
            }),
        )
    }
}

impl SelectedHighlights {
    /// With `highlights`, which it needs, and nothing else.
    #[must_use]
    pub fn new(highlights: impl Into<serde_json::Value>) -> Self {
        SelectedHighlights {
            highlights: highlights.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    SelectedHighlights, "SelectedHighlights",
    include_str!("../schemas/SelectedHighlights.json")
);

/// A PDF page by page.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PdfPages {
    /// The pages.
    ///
    /// At least 1 item (`PdfPages.pages.minItems`).
    pub pages: Vec<PdfPage>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PdfPages {
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

static PDF_PAGES_PAGES: decode::Property<decode::List<decode::Named<PdfPage>>> = decode::Property::new(
    "pages",
    "PdfPages.pages",
    decode::List::new("PdfPages.pages", decode::Named::new()).min_items(1),
);

impl<'de> serde::Deserialize<'de> for PdfPages {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfPages {
    const CLAUSE: &'static str = "PdfPages";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDF_PAGES_PAGES.validate(&self.pages, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["pages"],
            "PdfPages",
            at,
            found,
        );
    }
}

impl decode::Object for PdfPages {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut pages_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "pages" => {
                    PDF_PAGES_PAGES.read(&mut members, &mut pages_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDF_PAGES_PAGES.require(&pages_slot, at, found);
        let Some(pages) = pages_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                pages,
                additional_properties,
            }),
        )
    }
}

impl PdfPages {
    /// With `pages`, which it needs, and nothing else.
    #[must_use]
    pub fn new(pages: impl IntoIterator<Item = impl Into<PdfPage>>) -> Self {
        PdfPages {
            pages: pages.into_iter().map(Into::into).collect(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    PdfPages, "PdfPages", include_str!("../schemas/PdfPages.json"), "PdfPage" = PdfPage
);

/// A page of a PDF.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PdfPage {
    /// The number of the page.
    pub page_number: f64,
    /// What stands on it.
    pub markdown: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PdfPage {
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

static PDF_PAGE_PAGE_NUMBER: decode::Property<decode::Number> = decode::Property::new(
    "pageNumber",
    "PdfPage.pageNumber",
    decode::Number::new("PdfPage.pageNumber"),
);
static PDF_PAGE_MARKDOWN: decode::Property<decode::Text> = decode::Property::new(
    "markdown",
    "PdfPage.markdown",
    decode::Text::new("PdfPage.markdown"),
);

impl<'de> serde::Deserialize<'de> for PdfPage {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfPage {
    const CLAUSE: &'static str = "PdfPage";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDF_PAGE_PAGE_NUMBER.validate(&self.page_number, at, found);
        PDF_PAGE_MARKDOWN.validate(&self.markdown, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["pageNumber", "markdown"],
            "PdfPage",
            at,
            found,
        );
    }
}

impl decode::Object for PdfPage {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut page_number_slot = decode::Slot::Missing;
        let mut markdown_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "pageNumber" => {
                    PDF_PAGE_PAGE_NUMBER
                        .read(&mut members, &mut page_number_slot, at, found)?;
                }
                "markdown" => {
                    PDF_PAGE_MARKDOWN.read(&mut members, &mut markdown_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDF_PAGE_PAGE_NUMBER.require(&page_number_slot, at, found);
        PDF_PAGE_MARKDOWN.require(&markdown_slot, at, found);
        let (Some(page_number), Some(markdown)) = (
            page_number_slot.value(),
            markdown_slot.value(),
        ) else { return Ok(None) };
        Ok(
            Some(Self {
                page_number,
                markdown,
                additional_properties,
            }),
        )
    }
}

impl PdfPage {
    /// With `pageNumber`, `markdown`, which it needs, and nothing else.
    #[must_use]
    pub fn new(page_number: impl Into<f64>, markdown: impl Into<String>) -> Self {
        PdfPage {
            page_number: page_number.into(),
            markdown: markdown.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(PdfPage, "PdfPage", include_str!("../schemas/PdfPage.json"));

/// The layout of a PDF.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PdfBlocks {
    /// The blocks.
    pub blocks: serde_json::Value,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PdfBlocks {
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

static PDF_BLOCKS_BLOCKS: decode::Property<decode::Any> = decode::Property::new(
    "blocks",
    "PdfBlocks.blocks",
    decode::Any,
);

impl<'de> serde::Deserialize<'de> for PdfBlocks {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfBlocks {
    const CLAUSE: &'static str = "PdfBlocks";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDF_BLOCKS_BLOCKS.validate(&self.blocks, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["blocks"],
            "PdfBlocks",
            at,
            found,
        );
    }
}

impl decode::Object for PdfBlocks {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut blocks_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "blocks" => {
                    PDF_BLOCKS_BLOCKS.read(&mut members, &mut blocks_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDF_BLOCKS_BLOCKS.require(&blocks_slot, at, found);
        let Some(blocks) = blocks_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                blocks,
                additional_properties,
            }),
        )
    }
}

impl PdfBlocks {
    /// With `blocks`, which it needs, and nothing else.
    #[must_use]
    pub fn new(blocks: impl Into<serde_json::Value>) -> Self {
        PdfBlocks {
            blocks: blocks.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(PdfBlocks, "PdfBlocks", include_str!("../schemas/PdfBlocks.json"));

/// The pictures that actions have taken.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct TakenScreenshots {
    /// Links to pictures.
    pub actions: Screenshots,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl TakenScreenshots {
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

static TAKEN_SCREENSHOTS_ACTIONS: decode::Property<decode::Named<Screenshots>> = decode::Property::new(
    "actions",
    "TakenScreenshots.actions",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for TakenScreenshots {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for TakenScreenshots {
    const CLAUSE: &'static str = "TakenScreenshots";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        TAKEN_SCREENSHOTS_ACTIONS.validate(&self.actions, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["actions"],
            "TakenScreenshots",
            at,
            found,
        );
    }
}

impl decode::Object for TakenScreenshots {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut actions_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "actions" => {
                    TAKEN_SCREENSHOTS_ACTIONS
                        .read(&mut members, &mut actions_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        TAKEN_SCREENSHOTS_ACTIONS.require(&actions_slot, at, found);
        let Some(actions) = actions_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                actions,
                additional_properties,
            }),
        )
    }
}

impl TakenScreenshots {
    /// With `actions`, which it needs, and nothing else.
    #[must_use]
    pub fn new(actions: impl Into<Screenshots>) -> Self {
        TakenScreenshots {
            actions: actions.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    TakenScreenshots, "TakenScreenshots",
    include_str!("../schemas/TakenScreenshots.json"), "Screenshots" = Screenshots
);

/// Links to pictures.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Screenshots {
    /// A link to each picture.
    ///
    /// At least 1 item (`Screenshots.screenshots.minItems`).
    pub screenshots: Vec<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Screenshots {
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

static SCREENSHOTS_SCREENSHOTS: decode::Property<decode::List<decode::Text>> = decode::Property::new(
    "screenshots",
    "Screenshots.screenshots",
    decode::List::new(
            "Screenshots.screenshots",
            decode::Text::new("Screenshots.screenshots.items"),
        )
        .min_items(1),
);

impl<'de> serde::Deserialize<'de> for Screenshots {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Screenshots {
    const CLAUSE: &'static str = "Screenshots";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCREENSHOTS_SCREENSHOTS.validate(&self.screenshots, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["screenshots"],
            "Screenshots",
            at,
            found,
        );
    }
}

impl decode::Object for Screenshots {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut screenshots_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "screenshots" => {
                    SCREENSHOTS_SCREENSHOTS
                        .read(&mut members, &mut screenshots_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCREENSHOTS_SCREENSHOTS.require(&screenshots_slot, at, found);
        let Some(screenshots) = screenshots_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                screenshots,
                additional_properties,
            }),
        )
    }
}

impl Screenshots {
    /// With `screenshots`, which it needs, and nothing else.
    #[must_use]
    pub fn new(screenshots: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Screenshots {
            screenshots: screenshots.into_iter().map(Into::into).collect(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    Screenshots, "Screenshots", include_str!("../schemas/Screenshots.json")
);

/// The PDFs that actions have printed.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PrintedPdfs {
    /// What pages were printed into.
    pub actions: Pdfs,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PrintedPdfs {
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

static PRINTED_PDFS_ACTIONS: decode::Property<decode::Named<Pdfs>> = decode::Property::new(
    "actions",
    "PrintedPdfs.actions",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for PrintedPdfs {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PrintedPdfs {
    const CLAUSE: &'static str = "PrintedPdfs";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PRINTED_PDFS_ACTIONS.validate(&self.actions, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["actions"],
            "PrintedPdfs",
            at,
            found,
        );
    }
}

impl decode::Object for PrintedPdfs {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut actions_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "actions" => {
                    PRINTED_PDFS_ACTIONS
                        .read(&mut members, &mut actions_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PRINTED_PDFS_ACTIONS.require(&actions_slot, at, found);
        let Some(actions) = actions_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                actions,
                additional_properties,
            }),
        )
    }
}

impl PrintedPdfs {
    /// With `actions`, which it needs, and nothing else.
    #[must_use]
    pub fn new(actions: impl Into<Pdfs>) -> Self {
        PrintedPdfs {
            actions: actions.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    PrintedPdfs, "PrintedPdfs", include_str!("../schemas/PrintedPdfs.json"), "Pdfs" =
    Pdfs
);

/// What pages were printed into.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Pdfs {
    /// Each result.
    ///
    /// At least 1 item (`Pdfs.pdfs.minItems`).
    pub pdfs: Vec<serde_json::Value>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Pdfs {
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

static PDFS_PDFS: decode::Property<decode::List<decode::Any>> = decode::Property::new(
    "pdfs",
    "Pdfs.pdfs",
    decode::List::new("Pdfs.pdfs", decode::Any).min_items(1),
);

impl<'de> serde::Deserialize<'de> for Pdfs {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Pdfs {
    const CLAUSE: &'static str = "Pdfs";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDFS_PDFS.validate(&self.pdfs, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["pdfs"],
            "Pdfs",
            at,
            found,
        );
    }
}

impl decode::Object for Pdfs {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut pdfs_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "pdfs" => {
                    PDFS_PDFS.read(&mut members, &mut pdfs_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDFS_PDFS.require(&pdfs_slot, at, found);
        let Some(pdfs) = pdfs_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                pdfs,
                additional_properties,
            }),
        )
    }
}

impl Pdfs {
    /// With `pdfs`, which it needs, and nothing else.
    #[must_use]
    pub fn new(pdfs: impl IntoIterator<Item = impl Into<serde_json::Value>>) -> Self {
        Pdfs {
            pdfs: pdfs.into_iter().map(Into::into).collect(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Pdfs, "Pdfs", include_str!("../schemas/Pdfs.json"));
