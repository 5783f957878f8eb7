//! The types of the page `types/format.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime::{self as runtime, decode};

/// Something that is made of a page: an object, or a plain text that names its type.
///
/// Either a string or an object (`Format.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Format {
    /// A string.
    Text(FormatText),
    /// An object.
    FormatObject(FormatObject),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Format {
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

impl From<FormatText> for Format {
    fn from(value: FormatText) -> Self {
        Self::Text(value)
    }
}

impl From<FormatObject> for Format {
    fn from(value: FormatObject) -> Self {
        Self::FormatObject(value)
    }
}

static FORMAT_TEXT: decode::Named<FormatText> = decode::Named::new();
static FORMAT_FORMAT_OBJECT: decode::Named<FormatObject> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Format {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Format {
    const CLAUSE: &'static str = "Format";

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
                decode::Check::validate(&FORMAT_TEXT, value, at, found);
            }
            Self::FormatObject(value) => {
                decode::Check::validate(&FORMAT_FORMAT_OBJECT, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Format {
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
                    decode::Check::decode(&FORMAT_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(
                            &FORMAT_FORMAT_OBJECT,
                            deserializer,
                            at,
                            found,
                        )?
                        .map(Self::FormatObject)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for Format {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Text(value) => runtime::rule::Look::look(value),
            Self::FormatObject(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

impl From<&str> for Format {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    Format, "Format", include_str!("../schemas/Format.json"), "FormatObject" =
    FormatObject
);

/// One of the texts of `Format.string`.
///
/// The contract does not say whether `"question"`, `"highlights"` are taken (gap
/// `plain-format-with-required-option`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum FormatText {
    /// `markdown`
    #[serde(rename = "markdown")]
    Markdown,
    /// `summary`
    #[serde(rename = "summary")]
    Summary,
    /// `html`
    #[serde(rename = "html")]
    Html,
    /// `rawHtml`
    #[serde(rename = "rawHtml")]
    RawHtml,
    /// `rawBase64`
    #[serde(rename = "rawBase64")]
    RawBase64,
    /// `links`
    #[serde(rename = "links")]
    Links,
    /// `images`
    #[serde(rename = "images")]
    Images,
    /// `branding`
    #[serde(rename = "branding")]
    Branding,
    /// `product`
    #[serde(rename = "product")]
    Product,
    /// `menu`
    #[serde(rename = "menu")]
    Menu,
    /// `screenshot`
    #[serde(rename = "screenshot")]
    Screenshot,
    /// `json`
    #[serde(rename = "json")]
    Json,
    /// `changeTracking`
    #[serde(rename = "changeTracking")]
    ChangeTracking,
    /// `audio`
    #[serde(rename = "audio")]
    Audio,
    /// `video`
    #[serde(rename = "video")]
    Video,
    /// `question`
    #[serde(rename = "question")]
    Question,
    /// `highlights`
    #[serde(rename = "highlights")]
    Highlights,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl FormatText {
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
            Self::Markdown => "markdown",
            Self::Summary => "summary",
            Self::Html => "html",
            Self::RawHtml => "rawHtml",
            Self::RawBase64 => "rawBase64",
            Self::Links => "links",
            Self::Images => "images",
            Self::Branding => "branding",
            Self::Product => "product",
            Self::Menu => "menu",
            Self::Screenshot => "screenshot",
            Self::Json => "json",
            Self::ChangeTracking => "changeTracking",
            Self::Audio => "audio",
            Self::Video => "video",
            Self::Question => "question",
            Self::Highlights => "highlights",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for FormatText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for FormatText {
    const VALUES: &'static [&'static str] = &[
        "markdown",
        "summary",
        "html",
        "rawHtml",
        "rawBase64",
        "links",
        "images",
        "branding",
        "product",
        "menu",
        "screenshot",
        "json",
        "changeTracking",
        "audio",
        "video",
        "question",
        "highlights",
    ];

    fn from_text(text: &str) -> Self {
        match text {
            "markdown" => Self::Markdown,
            "summary" => Self::Summary,
            "html" => Self::Html,
            "rawHtml" => Self::RawHtml,
            "rawBase64" => Self::RawBase64,
            "links" => Self::Links,
            "images" => Self::Images,
            "branding" => Self::Branding,
            "product" => Self::Product,
            "menu" => Self::Menu,
            "screenshot" => Self::Screenshot,
            "json" => Self::Json,
            "changeTracking" => Self::ChangeTracking,
            "audio" => Self::Audio,
            "video" => Self::Video,
            "question" => Self::Question,
            "highlights" => Self::Highlights,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for FormatText {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for FormatText {
    const CLAUSE: &'static str = "Format.string";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Format.string"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Format.string"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for FormatText {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for FormatText {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    FormatText, "FormatText",
    "{\"type\":\"string\",\"enum\":[\"markdown\",\"summary\",\"html\",\"rawHtml\",\"rawBase64\",\"links\",\"images\",\"branding\",\"product\",\"menu\",\"screenshot\",\"json\",\"changeTracking\",\"audio\",\"video\",\"question\",\"highlights\"]}"
);

/// Something that is made of a page, with its options.
#[derive(Debug, Clone, PartialEq)]
pub enum FormatObject {
    /// `type` is `markdown`.
    Markdown(PlainFormat),
    /// `type` is `summary`.
    Summary(PlainFormat),
    /// `type` is `html`.
    Html(PlainFormat),
    /// `type` is `rawHtml`.
    RawHtml(PlainFormat),
    /// `type` is `rawBase64`.
    RawBase64(PlainFormat),
    /// `type` is `links`.
    Links(PlainFormat),
    /// `type` is `images`.
    Images(PlainFormat),
    /// `type` is `branding`.
    Branding(PlainFormat),
    /// `type` is `product`.
    Product(PlainFormat),
    /// `type` is `menu`.
    Menu(PlainFormat),
    /// `type` is `screenshot`.
    Screenshot(ScreenshotFormat),
    /// `type` is `json`.
    Json(JsonFormat),
    /// `type` is `changeTracking`.
    ChangeTracking(ChangeTrackingFormat),
    /// `type` is `audio`.
    ///
    /// An MP3 is extracted from a supported video URL; a signed URL is returned.
    /// (`FormatObject.behaviour.audio`)
    Audio(PlainFormat),
    /// `type` is `video`.
    ///
    /// The video of the best quality is extracted from a supported video URL; a signed URL is
    /// returned. (`FormatObject.behaviour.video`)
    Video(PlainFormat),
    /// `type` is `question`.
    Question(QuestionFormat),
    /// `type` is `highlights`.
    Highlights(HighlightsFormat),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl FormatObject {
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
            Self::Markdown(_) => "markdown",
            Self::Summary(_) => "summary",
            Self::Html(_) => "html",
            Self::RawHtml(_) => "rawHtml",
            Self::RawBase64(_) => "rawBase64",
            Self::Links(_) => "links",
            Self::Images(_) => "images",
            Self::Branding(_) => "branding",
            Self::Product(_) => "product",
            Self::Menu(_) => "menu",
            Self::Screenshot(_) => "screenshot",
            Self::Json(_) => "json",
            Self::ChangeTracking(_) => "changeTracking",
            Self::Audio(_) => "audio",
            Self::Video(_) => "video",
            Self::Question(_) => "question",
            Self::Highlights(_) => "highlights",
            Self::Other(value) => {
                value.get("type").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl serde::Serialize for FormatObject {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Markdown(variant) => {
                decode::tagged("type", "markdown", variant, serializer)
            }
            Self::Summary(variant) => {
                decode::tagged("type", "summary", variant, serializer)
            }
            Self::Html(variant) => decode::tagged("type", "html", variant, serializer),
            Self::RawHtml(variant) => {
                decode::tagged("type", "rawHtml", variant, serializer)
            }
            Self::RawBase64(variant) => {
                decode::tagged("type", "rawBase64", variant, serializer)
            }
            Self::Links(variant) => decode::tagged("type", "links", variant, serializer),
            Self::Images(variant) => {
                decode::tagged("type", "images", variant, serializer)
            }
            Self::Branding(variant) => {
                decode::tagged("type", "branding", variant, serializer)
            }
            Self::Product(variant) => {
                decode::tagged("type", "product", variant, serializer)
            }
            Self::Menu(variant) => decode::tagged("type", "menu", variant, serializer),
            Self::Screenshot(variant) => variant.serialize(serializer),
            Self::Json(variant) => variant.serialize(serializer),
            Self::ChangeTracking(variant) => variant.serialize(serializer),
            Self::Audio(variant) => decode::tagged("type", "audio", variant, serializer),
            Self::Video(variant) => decode::tagged("type", "video", variant, serializer),
            Self::Question(variant) => variant.serialize(serializer),
            Self::Highlights(variant) => variant.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> serde::Deserialize<'de> for FormatObject {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for FormatObject {
    const CLAUSE: &'static str = "FormatObject";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Markdown(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Summary(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Html(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::RawHtml(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::RawBase64(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Links(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Images(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Branding(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Product(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Menu(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Screenshot(value) => {
                <ScreenshotFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Json(value) => {
                <JsonFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::ChangeTracking(value) => {
                <ChangeTrackingFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Audio(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Video(value) => {
                <PlainFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Question(value) => {
                <QuestionFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Highlights(value) => {
                <HighlightsFormat as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for FormatObject {
    const DISCRIMINATOR: &'static str = "type";
    const VARIANTS: &'static [&'static str] = &[
        "markdown",
        "summary",
        "html",
        "rawHtml",
        "rawBase64",
        "links",
        "images",
        "branding",
        "product",
        "menu",
        "screenshot",
        "json",
        "changeTracking",
        "audio",
        "video",
        "question",
        "highlights",
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
                "markdown" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Markdown)
                }
                "summary" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Summary)
                }
                "html" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Html)
                }
                "rawHtml" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::RawHtml)
                }
                "rawBase64" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::RawBase64)
                }
                "links" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Links)
                }
                "images" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Images)
                }
                "branding" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Branding)
                }
                "product" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Product)
                }
                "menu" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Menu)
                }
                "screenshot" => {
                    <ScreenshotFormat as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::Screenshot)
                }
                "json" => {
                    <JsonFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Json)
                }
                "changeTracking" => {
                    <ChangeTrackingFormat as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::ChangeTracking)
                }
                "audio" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Audio)
                }
                "video" => {
                    <PlainFormat as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Video)
                }
                "question" => {
                    <QuestionFormat as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::Question)
                }
                "highlights" => {
                    <HighlightsFormat as decode::Object>::decode_members(
                            members,
                            at,
                            found,
                        )?
                        .map(Self::Highlights)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for FormatObject {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "type" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Markdown(value) => runtime::rule::Members::member(value, name),
                    Self::Summary(value) => runtime::rule::Members::member(value, name),
                    Self::Html(value) => runtime::rule::Members::member(value, name),
                    Self::RawHtml(value) => runtime::rule::Members::member(value, name),
                    Self::RawBase64(value) => runtime::rule::Members::member(value, name),
                    Self::Links(value) => runtime::rule::Members::member(value, name),
                    Self::Images(value) => runtime::rule::Members::member(value, name),
                    Self::Branding(value) => runtime::rule::Members::member(value, name),
                    Self::Product(value) => runtime::rule::Members::member(value, name),
                    Self::Menu(value) => runtime::rule::Members::member(value, name),
                    Self::Screenshot(value) => {
                        runtime::rule::Members::member(value, name)
                    }
                    Self::Json(value) => runtime::rule::Members::member(value, name),
                    Self::ChangeTracking(value) => {
                        runtime::rule::Members::member(value, name)
                    }
                    Self::Audio(value) => runtime::rule::Members::member(value, name),
                    Self::Video(value) => runtime::rule::Members::member(value, name),
                    Self::Question(value) => runtime::rule::Members::member(value, name),
                    Self::Highlights(value) => {
                        runtime::rule::Members::member(value, name)
                    }
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for FormatObject {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl From<ScreenshotFormat> for FormatObject {
    fn from(value: ScreenshotFormat) -> Self {
        Self::Screenshot(value)
    }
}

impl From<JsonFormat> for FormatObject {
    fn from(value: JsonFormat) -> Self {
        Self::Json(value)
    }
}

impl From<ChangeTrackingFormat> for FormatObject {
    fn from(value: ChangeTrackingFormat) -> Self {
        Self::ChangeTracking(value)
    }
}

impl From<QuestionFormat> for FormatObject {
    fn from(value: QuestionFormat) -> Self {
        Self::Question(value)
    }
}

impl From<HighlightsFormat> for FormatObject {
    fn from(value: HighlightsFormat) -> Self {
        Self::Highlights(value)
    }
}

runtime::json_schema!(
    FormatObject, "FormatObject", include_str!("../schemas/FormatObject.json"),
    "PlainFormat" = PlainFormat, "ScreenshotFormat" = ScreenshotFormat, "JsonFormat" =
    JsonFormat, "ChangeTrackingFormat" = ChangeTrackingFormat, "QuestionFormat" =
    QuestionFormat, "HighlightsFormat" = HighlightsFormat
);

/// A format without options.
///
/// Written alone it has no `type`; as a part of `FormatObject` it has.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct PlainFormat {
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PlainFormat {
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

static PLAIN_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::optional(
    "type",
    "PlainFormat.type",
    decode::Tag::new(
        "PlainFormat.type",
        &[
            "markdown",
            "summary",
            "html",
            "rawHtml",
            "rawBase64",
            "links",
            "images",
            "branding",
            "product",
            "menu",
            "audio",
            "video",
        ],
    ),
);

impl<'de> serde::Deserialize<'de> for PlainFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PlainFormat {
    const CLAUSE: &'static str = "PlainFormat";

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
            "PlainFormat",
            at,
            found,
        );
    }
}

impl decode::Object for PlainFormat {
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
                    PLAIN_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PLAIN_FORMAT_TYPE.require(&tag, at, found);
        Ok(Some(Self { additional_properties }))
    }
}

impl runtime::rule::Members for PlainFormat {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for PlainFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    PlainFormat, "PlainFormat", include_str!("../schemas/PlainFormat.json")
);

/// A picture of the page.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "screenshot")]
pub struct ScreenshotFormat {
    /// Whether the whole page is shown.
    ///
    /// `false` when left out (`ScreenshotFormat.fullPage.default`).
    ///
    /// When true, the height of the viewport is ignored.
    /// (`ScreenshotFormat.fullPage.behaviour.viewport-height`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_page: Option<bool>,
    /// The quality of the picture.
    ///
    /// At least 1 (`ScreenshotFormat.quality.minimum`). At most 100
    /// (`ScreenshotFormat.quality.maximum`).
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

impl ScreenshotFormat {
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
    /// (`ScreenshotFormat.fullPage.default`).
    #[must_use]
    pub fn effective_full_page(&self) -> bool {
        self.full_page.unwrap_or(false)
    }
}

static SCREENSHOT_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ScreenshotFormat.type",
    decode::Tag::new("ScreenshotFormat.type", &["screenshot"]),
);
static SCREENSHOT_FORMAT_FULL_PAGE: decode::Property<decode::Boolean> = decode::Property::optional(
    "fullPage",
    "ScreenshotFormat.fullPage",
    decode::Boolean::new("ScreenshotFormat.fullPage"),
);
static SCREENSHOT_FORMAT_QUALITY: decode::Property<decode::Integer> = decode::Property::optional(
    "quality",
    "ScreenshotFormat.quality",
    decode::Integer::new("ScreenshotFormat.quality").minimum(1).maximum(100),
);
static SCREENSHOT_FORMAT_VIEWPORT: decode::Property<decode::Named<Viewport>> = decode::Property::optional(
    "viewport",
    "ScreenshotFormat.viewport",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for ScreenshotFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ScreenshotFormat {
    const CLAUSE: &'static str = "ScreenshotFormat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        SCREENSHOT_FORMAT_FULL_PAGE.validate_given(&self.full_page, at, found);
        SCREENSHOT_FORMAT_QUALITY.validate_given(&self.quality, at, found);
        SCREENSHOT_FORMAT_VIEWPORT.validate_given(&self.viewport, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "fullPage", "quality", "viewport"],
            "ScreenshotFormat",
            at,
            found,
        );
    }
}

impl decode::Object for ScreenshotFormat {
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
                    SCREENSHOT_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "fullPage" => {
                    SCREENSHOT_FORMAT_FULL_PAGE
                        .read(&mut members, &mut full_page_slot, at, found)?;
                }
                "quality" => {
                    SCREENSHOT_FORMAT_QUALITY
                        .read(&mut members, &mut quality_slot, at, found)?;
                }
                "viewport" => {
                    SCREENSHOT_FORMAT_VIEWPORT
                        .read(&mut members, &mut viewport_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        SCREENSHOT_FORMAT_TYPE.require(&tag, at, found);
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

impl runtime::rule::Members for ScreenshotFormat {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ScreenshotFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    ScreenshotFormat, "ScreenshotFormat",
    include_str!("../schemas/ScreenshotFormat.json"), "Viewport" = Viewport
);

/// The size of the window that a page is shown in.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Viewport {
    /// How wide.
    pub width: i64,
    /// How high.
    pub height: i64,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Viewport {
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

static VIEWPORT_WIDTH: decode::Property<decode::Integer> = decode::Property::new(
    "width",
    "Viewport.width",
    decode::Integer::new("Viewport.width"),
);
static VIEWPORT_HEIGHT: decode::Property<decode::Integer> = decode::Property::new(
    "height",
    "Viewport.height",
    decode::Integer::new("Viewport.height"),
);

impl<'de> serde::Deserialize<'de> for Viewport {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Viewport {
    const CLAUSE: &'static str = "Viewport";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        VIEWPORT_WIDTH.validate(&self.width, at, found);
        VIEWPORT_HEIGHT.validate(&self.height, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["width", "height"],
            "Viewport",
            at,
            found,
        );
    }
}

impl decode::Object for Viewport {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut width_slot = decode::Slot::Missing;
        let mut height_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "width" => {
                    VIEWPORT_WIDTH.read(&mut members, &mut width_slot, at, found)?;
                }
                "height" => {
                    VIEWPORT_HEIGHT.read(&mut members, &mut height_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        VIEWPORT_WIDTH.require(&width_slot, at, found);
        VIEWPORT_HEIGHT.require(&height_slot, at, found);
        let (Some(width), Some(height)) = (width_slot.value(), height_slot.value()) else {
            return Ok(None)
        };
        Ok(
            Some(Self {
                width,
                height,
                additional_properties,
            }),
        )
    }
}

impl Viewport {
    /// With `width`, `height`, which it needs, and nothing else.
    #[must_use]
    pub fn new(width: i64, height: i64) -> Self {
        Viewport {
            width,
            height,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Viewport, "Viewport", include_str!("../schemas/Viewport.json"));

/// Data extracted by a model.
///
/// The scan found an attempt at prompt injection; the extraction is aborted. Refused with the
/// error `prompt-injection-detected` (`JsonFormat.refusals.prompt-injection`).
///
/// The schema is no valid JSON Schema. Refused with the error `unprocessable-entity`
/// (`JsonFormat.refusals.schema-is-no-json-schema`).
///
/// The model could not produce output that conforms. Refused with the error
/// `unprocessable-entity` (`JsonFormat.refusals.output-does-not-conform`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[serde(tag = "type", rename = "json")]
pub struct JsonFormat {
    /// What is extracted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// A JSON Schema that the data conforms to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Whether the content is scanned for prompt injection.
    ///
    /// `false` when left out (`JsonFormat.checkPromptInjection.default`).
    ///
    /// The content that was fetched is scanned before the extraction.
    /// (`JsonFormat.checkPromptInjection.behaviour.before-extraction`)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_prompt_injection: Option<bool>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl JsonFormat {
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

    /// The value of `checkPromptInjection`, or `false` when it is left out
    /// (`JsonFormat.checkPromptInjection.default`).
    #[must_use]
    pub fn effective_check_prompt_injection(&self) -> bool {
        self.check_prompt_injection.unwrap_or(false)
    }
}

static JSON_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "JsonFormat.type",
    decode::Tag::new("JsonFormat.type", &["json"]),
);
static JSON_FORMAT_PROMPT: decode::Property<decode::Text> = decode::Property::optional(
    "prompt",
    "JsonFormat.prompt",
    decode::Text::new("JsonFormat.prompt"),
);
static JSON_FORMAT_SCHEMA: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "schema",
    "JsonFormat.schema",
    decode::Dictionary::new("JsonFormat.schema", decode::Any),
);
static JSON_FORMAT_CHECK_PROMPT_INJECTION: decode::Property<decode::Boolean> = decode::Property::optional(
    "checkPromptInjection",
    "JsonFormat.checkPromptInjection",
    decode::Boolean::new("JsonFormat.checkPromptInjection"),
);

impl<'de> serde::Deserialize<'de> for JsonFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for JsonFormat {
    const CLAUSE: &'static str = "JsonFormat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        JSON_FORMAT_PROMPT.validate_given(&self.prompt, at, found);
        JSON_FORMAT_SCHEMA.validate_given(&self.schema, at, found);
        JSON_FORMAT_CHECK_PROMPT_INJECTION
            .validate_given(&self.check_prompt_injection, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "prompt", "schema", "checkPromptInjection"],
            "JsonFormat",
            at,
            found,
        );
    }
}

impl decode::Object for JsonFormat {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut prompt_slot = decode::Slot::Missing;
        let mut schema_slot = decode::Slot::Missing;
        let mut check_prompt_injection_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    JSON_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "prompt" => {
                    JSON_FORMAT_PROMPT.read(&mut members, &mut prompt_slot, at, found)?;
                }
                "schema" => {
                    JSON_FORMAT_SCHEMA.read(&mut members, &mut schema_slot, at, found)?;
                }
                "checkPromptInjection" => {
                    JSON_FORMAT_CHECK_PROMPT_INJECTION
                        .read(
                            &mut members,
                            &mut check_prompt_injection_slot,
                            at,
                            found,
                        )?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        JSON_FORMAT_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                prompt: prompt_slot.value(),
                schema: schema_slot.value(),
                check_prompt_injection: check_prompt_injection_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for JsonFormat {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "checkPromptInjection" => runtime::rule::given(&self.check_prompt_injection),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for JsonFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    JsonFormat, "JsonFormat", include_str!("../schemas/JsonFormat.json")
);

/// How the page changed since it was last scraped.
///
/// The schema is no valid JSON Schema. Refused with the error `unprocessable-entity`
/// (`ChangeTrackingFormat.refusals.schema-is-no-json-schema`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "changeTracking")]
pub struct ChangeTrackingFormat {
    /// How changes are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<Vec<ChangeTrackingFormatModesItem>>,
    /// What the mode `json` compares.
    ///
    /// A prompt of the service when left out (`ChangeTrackingFormat.prompt.default`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// A JSON Schema for the mode `json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// A branch of the history of changes.
    ///
    /// `null` when left out (`ChangeTrackingFormat.tag.default`).
    ///
    /// A scrape is compared only with scrapes of the same tag.
    /// (`ChangeTrackingFormat.tag.behaviour.separate-history`)
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub tag: runtime::Patch<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl ChangeTrackingFormat {
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

    /// The value of `tag`, or `null` when it is left out (`ChangeTrackingFormat.tag.default`).
    #[must_use]
    pub fn effective_tag(&self) -> Option<&str> {
        match &self.tag {
            runtime::Patch::Absent | runtime::Patch::Null => None,
            runtime::Patch::Value(value) => Some(value.as_str()),
        }
    }
}

static CHANGE_TRACKING_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "ChangeTrackingFormat.type",
    decode::Tag::new("ChangeTrackingFormat.type", &["changeTracking"]),
);
static CHANGE_TRACKING_FORMAT_MODES: decode::Property<
    decode::List<decode::Named<ChangeTrackingFormatModesItem>>,
> = decode::Property::optional(
    "modes",
    "ChangeTrackingFormat.modes",
    decode::List::new("ChangeTrackingFormat.modes", decode::Named::new()),
);
static CHANGE_TRACKING_FORMAT_PROMPT: decode::Property<decode::Text> = decode::Property::optional(
    "prompt",
    "ChangeTrackingFormat.prompt",
    decode::Text::new("ChangeTrackingFormat.prompt"),
);
static CHANGE_TRACKING_FORMAT_SCHEMA: decode::Property<
    decode::Dictionary<decode::Any>,
> = decode::Property::optional(
    "schema",
    "ChangeTrackingFormat.schema",
    decode::Dictionary::new("ChangeTrackingFormat.schema", decode::Any),
);
static CHANGE_TRACKING_FORMAT_TAG: decode::Property<decode::Nullable<decode::Text>> = decode::Property::optional(
    "tag",
    "ChangeTrackingFormat.tag",
    decode::Nullable(decode::Text::new("ChangeTrackingFormat.tag")),
);

impl<'de> serde::Deserialize<'de> for ChangeTrackingFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ChangeTrackingFormat {
    const CLAUSE: &'static str = "ChangeTrackingFormat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CHANGE_TRACKING_FORMAT_MODES.validate_given(&self.modes, at, found);
        CHANGE_TRACKING_FORMAT_PROMPT.validate_given(&self.prompt, at, found);
        CHANGE_TRACKING_FORMAT_SCHEMA.validate_given(&self.schema, at, found);
        CHANGE_TRACKING_FORMAT_TAG.validate_patch(&self.tag, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "modes", "prompt", "schema", "tag"],
            "ChangeTrackingFormat",
            at,
            found,
        );
    }
}

impl decode::Object for ChangeTrackingFormat {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut modes_slot = decode::Slot::Missing;
        let mut prompt_slot = decode::Slot::Missing;
        let mut schema_slot = decode::Slot::Missing;
        let mut tag_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    CHANGE_TRACKING_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "modes" => {
                    CHANGE_TRACKING_FORMAT_MODES
                        .read(&mut members, &mut modes_slot, at, found)?;
                }
                "prompt" => {
                    CHANGE_TRACKING_FORMAT_PROMPT
                        .read(&mut members, &mut prompt_slot, at, found)?;
                }
                "schema" => {
                    CHANGE_TRACKING_FORMAT_SCHEMA
                        .read(&mut members, &mut schema_slot, at, found)?;
                }
                "tag" => {
                    CHANGE_TRACKING_FORMAT_TAG
                        .read(&mut members, &mut tag_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CHANGE_TRACKING_FORMAT_TYPE.require(&tag, at, found);
        Ok(
            Some(Self {
                modes: modes_slot.value(),
                prompt: prompt_slot.value(),
                schema: schema_slot.value(),
                tag: tag_slot.patch(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for ChangeTrackingFormat {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for ChangeTrackingFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(
    ChangeTrackingFormat, "ChangeTrackingFormat",
    include_str!("../schemas/ChangeTrackingFormat.json")
);

/// An item of `ChangeTrackingFormat.modes`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum ChangeTrackingFormatModesItem {
    /// `git-diff`
    #[serde(rename = "git-diff")]
    GitDiff,
    /// `json`
    #[serde(rename = "json")]
    Json,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl ChangeTrackingFormatModesItem {
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
            Self::GitDiff => "git-diff",
            Self::Json => "json",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for ChangeTrackingFormatModesItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for ChangeTrackingFormatModesItem {
    const VALUES: &'static [&'static str] = &["git-diff", "json"];

    fn from_text(text: &str) -> Self {
        match text {
            "git-diff" => Self::GitDiff,
            "json" => Self::Json,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for ChangeTrackingFormatModesItem {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for ChangeTrackingFormatModesItem {
    const CLAUSE: &'static str = "ChangeTrackingFormat.modes.items";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("ChangeTrackingFormat.modes.items"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("ChangeTrackingFormat.modes.items"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for ChangeTrackingFormatModesItem {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    ChangeTrackingFormatModesItem, "ChangeTrackingFormatModesItem",
    "{\"type\":\"string\",\"enum\":[\"git-diff\",\"json\"]}"
);

/// An answer to a question about the page.
///
/// The answer is returned in the field `answer`. (`QuestionFormat.behaviour.field`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "question")]
pub struct QuestionFormat {
    /// The question.
    ///
    /// At most 10000 characters (`QuestionFormat.question.maxLength`).
    pub question: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl QuestionFormat {
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

static QUESTION_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "QuestionFormat.type",
    decode::Tag::new("QuestionFormat.type", &["question"]),
);
static QUESTION_FORMAT_QUESTION: decode::Property<decode::Text> = decode::Property::new(
    "question",
    "QuestionFormat.question",
    decode::Text::new("QuestionFormat.question").max_length(10000),
);

impl<'de> serde::Deserialize<'de> for QuestionFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for QuestionFormat {
    const CLAUSE: &'static str = "QuestionFormat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        QUESTION_FORMAT_QUESTION.validate(&self.question, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "question"],
            "QuestionFormat",
            at,
            found,
        );
    }
}

impl decode::Object for QuestionFormat {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut question_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    QUESTION_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "question" => {
                    QUESTION_FORMAT_QUESTION
                        .read(&mut members, &mut question_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        QUESTION_FORMAT_TYPE.require(&tag, at, found);
        QUESTION_FORMAT_QUESTION.require(&question_slot, at, found);
        let Some(question) = question_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                question,
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for QuestionFormat {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for QuestionFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl QuestionFormat {
    /// With `question`, which it needs, and nothing else.
    #[must_use]
    pub fn new(question: impl Into<String>) -> Self {
        QuestionFormat {
            question: question.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    QuestionFormat, "QuestionFormat", include_str!("../schemas/QuestionFormat.json")
);

/// The parts of the page that fit a query.
///
/// The source text that was selected is returned in the field `highlights`.
/// (`HighlightsFormat.behaviour.field`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "type", rename = "highlights")]
pub struct HighlightsFormat {
    /// The query.
    ///
    /// At most 10000 characters (`HighlightsFormat.query.maxLength`).
    pub query: String,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl HighlightsFormat {
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

static HIGHLIGHTS_FORMAT_TYPE: decode::Property<decode::Tag> = decode::Property::new(
    "type",
    "HighlightsFormat.type",
    decode::Tag::new("HighlightsFormat.type", &["highlights"]),
);
static HIGHLIGHTS_FORMAT_QUERY: decode::Property<decode::Text> = decode::Property::new(
    "query",
    "HighlightsFormat.query",
    decode::Text::new("HighlightsFormat.query").max_length(10000),
);

impl<'de> serde::Deserialize<'de> for HighlightsFormat {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for HighlightsFormat {
    const CLAUSE: &'static str = "HighlightsFormat";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        HIGHLIGHTS_FORMAT_QUERY.validate(&self.query, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["type", "query"],
            "HighlightsFormat",
            at,
            found,
        );
    }
}

impl decode::Object for HighlightsFormat {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut query_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "type" => {
                    HIGHLIGHTS_FORMAT_TYPE.read(&mut members, &mut tag, at, found)?;
                }
                "query" => {
                    HIGHLIGHTS_FORMAT_QUERY
                        .read(&mut members, &mut query_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        HIGHLIGHTS_FORMAT_TYPE.require(&tag, at, found);
        HIGHLIGHTS_FORMAT_QUERY.require(&query_slot, at, found);
        let Some(query) = query_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                query,
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for HighlightsFormat {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for HighlightsFormat {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl HighlightsFormat {
    /// With `query`, which it needs, and nothing else.
    #[must_use]
    pub fn new(query: impl Into<String>) -> Self {
        HighlightsFormat {
            query: query.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    HighlightsFormat, "HighlightsFormat",
    include_str!("../schemas/HighlightsFormat.json")
);
