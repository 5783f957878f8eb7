//! The types of the page `types/parser.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// How files of one kind are turned into content: an object, or perhaps a plain text that names
/// its type.
///
/// Either a string or an object (`Parser.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Parser {
    /// A string.
    Text(ParserText),
    /// An object.
    ParserObject(ParserObject),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Parser {
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

impl From<ParserText> for Parser {
    fn from(value: ParserText) -> Self {
        Self::Text(value)
    }
}

impl From<ParserObject> for Parser {
    fn from(value: ParserObject) -> Self {
        Self::ParserObject(value)
    }
}

static PARSER_TEXT: decode::Named<ParserText> = decode::Named::new();
static PARSER_PARSER_OBJECT: decode::Named<ParserObject> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Parser {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Parser {
    const CLAUSE: &'static str = "Parser";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Text(value) => {
                decode::Check::validate(&PARSER_TEXT, value, at, found);
            }
            Self::ParserObject(value) => {
                decode::Check::validate(&PARSER_PARSER_OBJECT, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Parser {
    const KINDS: &'static [decode::Kind] = &[decode::Kind::String, decode::Kind::Object];
    const EXPECTED: &'static str = "a string or an object";

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
                decode::Kind::String => {
                    decode::Check::decode(&PARSER_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(
                            &PARSER_PARSER_OBJECT,
                            deserializer,
                            at,
                            found,
                        )?
                        .map(Self::ParserObject)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for Parser {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Text(value) => runtime::rule::Look::look(value),
            Self::ParserObject(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

impl From<&str> for Parser {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    Parser, "Parser", include_str!("../schemas/Parser.json"), "ParserObject" =
    ParserObject
);

/// One of the texts of `Parser.string`.
///
/// The contract does not say whether `"pdf"` is taken (gap `plain-parser`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ParserText {
    /// `pdf`
    #[serde(rename = "pdf")]
    Pdf,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ParserText {
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
            Self::Pdf => "pdf",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ParserText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ParserText {
    const VALUES: &'static [&'static str] = &["pdf"];

    fn from_text(text: &str) -> Self {
        match text {
            "pdf" => Self::Pdf,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ParserText {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParserText {
    const CLAUSE: &'static str = "Parser.string";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Parser.string"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Parser.string"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for ParserText {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for ParserText {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ParserText, "ParserText", "{\"type\":\"string\",\"enum\":[\"pdf\"]}"
);

/// How files of one kind are turned into content, with its options.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum ParserObject {
    /// `type` is `pdf`.
    Pdf(PdfParser),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl ParserObject {
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
            Self::Pdf(_) => "pdf",
            Self::Other(value) => {
                value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for ParserObject {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ParserObject {
    const CLAUSE: &'static str = "ParserObject";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Pdf(value) => {
                <PdfParser as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for ParserObject {
    const DISCRIMINATOR: &'static str = "type";
    const VARIANTS: &'static [&'static str] = &["pdf"];

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
                "pdf" => {
                    <PdfParser as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Pdf)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for ParserObject {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "type" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Pdf(value) => runtime::rule::Members::member(value, name),
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ParserObject {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl From<PdfParser> for ParserObject {
    fn from(value: PdfParser) -> Self {
        Self::Pdf(value)
    }
}

runtime::json_schema!(
    ParserObject, "ParserObject", include_str!("../schemas/ParserObject.json"),
    "PdfParser" = PdfParser
);

/// How PDFs are turned into markdown.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "pdf")]
pub struct PdfParser {
    /// How text is found.
    ///
    /// `"auto"` when left out (`PdfParser.mode.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<PdfParserMode>,
    /// How many pages are read at most.
    ///
    /// At least 1 (`PdfParser.maxPages.minimum`). At most 10000 (`PdfParser.maxPages.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_pages: Option<i64>,
    /// Whether the pages are returned one by one.
    ///
    /// `false` when left out (`PdfParser.pages.default`).
    ///
    /// The document has the field `pages`, a list of objects with `pageNumber` and `markdown`.
    /// (`PdfParser.pages.behaviour.field`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<bool>,
    /// Whether the layout is returned.
    ///
    /// `false` when left out (`PdfParser.blocks.default`).
    ///
    /// The document has the field `blocks`: typed blocks with normalised bounding boxes, in reading
    /// order, with ranges of characters in the markdown and a confidence each.
    /// (`PdfParser.blocks.behaviour.field`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<bool>,
    /// Whether the markdown shows where pages begin.
    ///
    /// `false` when left out (`PdfParser.pageMarkers.default`).
    ///
    /// A separator and a comment with the page number stand between pages, none before page 1.
    /// (`PdfParser.pageMarkers.behaviour.between-pages`)
    ///
    /// Numbers start at 1 and may skip pages that were merged.
    /// (`PdfParser.pageMarkers.behaviour.numbers`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_markers: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PdfParser {
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

    /// The value of `mode`, or `"auto"` when it is left out (`PdfParser.mode.default`).
    #[must_use]
    pub fn effective_mode(&self) -> &PdfParserMode {
        self.mode.as_ref().unwrap_or(&PdfParserMode::Auto)
    }

    /// The value of `pages`, or `false` when it is left out (`PdfParser.pages.default`).
    #[must_use]
    pub fn effective_pages(&self) -> bool {
        self.pages.unwrap_or(false)
    }

    /// The value of `blocks`, or `false` when it is left out (`PdfParser.blocks.default`).
    #[must_use]
    pub fn effective_blocks(&self) -> bool {
        self.blocks.unwrap_or(false)
    }

    /// The value of `pageMarkers`, or `false` when it is left out
    /// (`PdfParser.pageMarkers.default`).
    #[must_use]
    pub fn effective_page_markers(&self) -> bool {
        self.page_markers.unwrap_or(false)
    }
}

static PDF_PARSER_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "PdfParser.type",
    decode::Tag::new("PdfParser.type", &["pdf"]),
);
static PDF_PARSER_MODE: decode::Property<decode::Named<PdfParserMode>> = decode::Property::optional(
    "mode",
    "PdfParser.mode",
    decode::Named::new(),
);
static PDF_PARSER_MAX_PAGES: decode::Property<decode::Integer> = decode::Property::optional(
    "maxPages",
    "PdfParser.maxPages",
    decode::Integer::new("PdfParser.maxPages").minimum(1).maximum(10000),
);
static PDF_PARSER_PAGES: decode::Property<decode::Boolean> = decode::Property::optional(
    "pages",
    "PdfParser.pages",
    decode::Boolean::new("PdfParser.pages"),
);
static PDF_PARSER_BLOCKS: decode::Property<decode::Boolean> = decode::Property::optional(
    "blocks",
    "PdfParser.blocks",
    decode::Boolean::new("PdfParser.blocks"),
);
static PDF_PARSER_PAGE_MARKERS: decode::Property<decode::Boolean> = decode::Property::optional(
    "pageMarkers",
    "PdfParser.pageMarkers",
    decode::Boolean::new("PdfParser.pageMarkers"),
);

impl<'de> serde::Deserialize<'de> for PdfParser {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfParser {
    const CLAUSE: &'static str = "PdfParser";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PDF_PARSER_MODE.validate_given(&self.mode, at, found);
        PDF_PARSER_MAX_PAGES.validate_given(&self.max_pages, at, found);
        PDF_PARSER_PAGES.validate_given(&self.pages, at, found);
        PDF_PARSER_BLOCKS.validate_given(&self.blocks, at, found);
        PDF_PARSER_PAGE_MARKERS.validate_given(&self.page_markers, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "mode", "maxPages", "pages", "blocks", "pageMarkers"],
            "PdfParser",
            at,
            found,
        );
    }
}

impl decode::Object for PdfParser {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut mode_slot = decode::Slot::Missing;
        let mut max_pages_slot = decode::Slot::Missing;
        let mut pages_slot = decode::Slot::Missing;
        let mut blocks_slot = decode::Slot::Missing;
        let mut page_markers_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    PDF_PARSER_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "mode" => {
                    PDF_PARSER_MODE.read(&mut members, &mut mode_slot, at, found)?;
                }
                "maxPages" => {
                    PDF_PARSER_MAX_PAGES
                        .read(&mut members, &mut max_pages_slot, at, found)?;
                }
                "pages" => {
                    PDF_PARSER_PAGES.read(&mut members, &mut pages_slot, at, found)?;
                }
                "blocks" => {
                    PDF_PARSER_BLOCKS.read(&mut members, &mut blocks_slot, at, found)?;
                }
                "pageMarkers" => {
                    PDF_PARSER_PAGE_MARKERS
                        .read(&mut members, &mut page_markers_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PDF_PARSER_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                mode: mode_slot.value(),
                max_pages: max_pages_slot.value(),
                pages: pages_slot.value(),
                blocks: blocks_slot.value(),
                page_markers: page_markers_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for PdfParser {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "pages" => runtime::rule::given(&self.pages),
            "blocks" => runtime::rule::given(&self.blocks),
            "pageMarkers" => runtime::rule::given(&self.page_markers),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for PdfParser {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl PdfParser {
    /// A builder with nothing given.
    pub fn builder() -> PdfParserBuilder {
        PdfParserBuilder(PdfParser::default())
    }
}

/// Builds a [`PdfParser`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct PdfParserBuilder(PdfParser);

impl PdfParserBuilder {
    /// How text is found.
    ///
    /// See [`PdfParser::mode`].
    pub fn mode(mut self, value: impl Into<PdfParserMode>) -> Self {
        self.0.mode = Some(value.into());
        self
    }

    /// How many pages are read at most.
    ///
    /// At least 1 (`PdfParser.maxPages.minimum`). At most 10000 (`PdfParser.maxPages.maximum`).
    ///
    /// See [`PdfParser::max_pages`].
    pub fn max_pages(mut self, value: i64) -> Self {
        self.0.max_pages = Some(value);
        self
    }

    /// Whether the pages are returned one by one.
    ///
    /// See [`PdfParser::pages`].
    pub fn pages(mut self, value: bool) -> Self {
        self.0.pages = Some(value);
        self
    }

    /// Whether the layout is returned.
    ///
    /// See [`PdfParser::blocks`].
    pub fn blocks(mut self, value: bool) -> Self {
        self.0.blocks = Some(value);
        self
    }

    /// Whether the markdown shows where pages begin.
    ///
    /// See [`PdfParser::page_markers`].
    pub fn page_markers(mut self, value: bool) -> Self {
        self.0.page_markers = Some(value);
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<PdfParser, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(PdfParser, "PdfParser", include_str!("../schemas/PdfParser.json"));

/// How text is found.
///
/// `"auto"` when left out (`PdfParser.mode.default`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum PdfParserMode {
    /// `fast`
    ///
    /// Only text that is embedded. (`PdfParser.mode.behaviour.fast`)
    #[serde(rename = "fast")]
    Fast,
    /// `auto`
    ///
    /// As `fast`, and with OCR where that fails. (`PdfParser.mode.behaviour.auto`)
    #[serde(rename = "auto")]
    Auto,
    /// `ocr`
    ///
    /// OCR on every page. (`PdfParser.mode.behaviour.ocr`)
    #[serde(rename = "ocr")]
    Ocr,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl PdfParserMode {
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
            Self::Fast => "fast",
            Self::Auto => "auto",
            Self::Ocr => "ocr",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for PdfParserMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for PdfParserMode {
    const VALUES: &'static [&'static str] = &["fast", "auto", "ocr"];

    fn from_text(text: &str) -> Self {
        match text {
            "fast" => Self::Fast,
            "auto" => Self::Auto,
            "ocr" => Self::Ocr,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for PdfParserMode {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PdfParserMode {
    const CLAUSE: &'static str = "PdfParser.mode";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("PdfParser.mode"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("PdfParser.mode"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for PdfParserMode {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    PdfParserMode, "PdfParserMode",
    "{\"description\":\"How text is found.\",\"type\":\"string\",\"enum\":[\"fast\",\"auto\",\"ocr\"]}"
);
