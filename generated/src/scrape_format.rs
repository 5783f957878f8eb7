//! The types [`Format`], [`FormatObject`], [`PlainFormat`], [`ScreenshotFormat`], [`Viewport`],
//! [`JsonFormat`], [`ChangeTrackingFormat`], [`QuestionFormat`], [`HighlightsFormat`], from the
//! page `types/scrape_format.toml`. See also
//! [`scrape::ScrapeOptions`](super::scrape::ScrapeOptions) and
//! [`scraped::AnsweredQuestion`](super::scraped::AnsweredQuestion).
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;

/// An output format of a page: an object, or a plain string that names the type.
///
/// Either a string or an object (`Format.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub enum Format {
    /// A string.
    #[model(choice)]
    Text(FormatText),
    /// An object.
    #[model(object)]
    FormatObject(FormatObject),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// The value `Format`, as a string.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Format.string", schema = "/oneOf/0")]
#[non_exhaustive]
pub enum FormatText {
    /// `markdown`.
    #[model("markdown")]
    Markdown,
    /// `summary`.
    #[model("summary")]
    Summary,
    /// `html`.
    #[model("html")]
    Html,
    /// `rawHtml`.
    #[model("rawHtml")]
    RawHtml,
    /// `rawBase64`.
    #[model("rawBase64")]
    RawBase64,
    /// `links`.
    #[model("links")]
    Links,
    /// `images`.
    #[model("images")]
    Images,
    /// `branding`.
    #[model("branding")]
    Branding,
    /// `product`.
    #[model("product")]
    Product,
    /// `menu`.
    #[model("menu")]
    Menu,
    /// `screenshot`.
    #[model("screenshot")]
    Screenshot,
    /// `json`.
    #[model("json")]
    Json,
    /// `changeTracking`.
    #[model("changeTracking")]
    ChangeTracking,
    /// `audio`.
    #[model("audio")]
    Audio,
    /// `video`.
    #[model("video")]
    Video,
    /// `question`.
    #[model("question")]
    Question,
    /// `highlights`.
    #[model("highlights")]
    Highlights,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// An output format of a page, with its options.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
#[non_exhaustive]
pub enum FormatObject {
    /// `type` is `markdown`.
    #[model("markdown")]
    Markdown(PlainFormat),
    /// `type` is `summary`.
    #[model("summary")]
    Summary(PlainFormat),
    /// `type` is `html`.
    #[model("html")]
    Html(PlainFormat),
    /// `type` is `rawHtml`.
    #[model("rawHtml")]
    RawHtml(PlainFormat),
    /// `type` is `rawBase64`.
    #[model("rawBase64")]
    RawBase64(PlainFormat),
    /// `type` is `links`.
    #[model("links")]
    Links(PlainFormat),
    /// `type` is `images`.
    #[model("images")]
    Images(PlainFormat),
    /// `type` is `branding`.
    #[model("branding")]
    Branding(PlainFormat),
    /// `type` is `product`.
    #[model("product")]
    Product(PlainFormat),
    /// `type` is `menu`.
    #[model("menu")]
    Menu(PlainFormat),
    /// `type` is `screenshot`.
    #[model("screenshot")]
    Screenshot(ScreenshotFormat),
    /// `type` is `json`.
    #[model("json")]
    Json(JsonFormat),
    /// `type` is `changeTracking`.
    #[model("changeTracking")]
    ChangeTracking(ChangeTrackingFormat),
    /// `type` is `audio`.
    ///
    /// An MP3 is extracted from a supported video URL. The result is a signed URL
    /// (`FormatObject.behaviour.audio`).
    #[model("audio")]
    Audio(PlainFormat),
    /// `type` is `video`.
    ///
    /// The video is extracted in the best quality from a supported video URL. The result is a
    /// signed URL (`FormatObject.behaviour.video`).
    #[model("video")]
    Video(PlainFormat),
    /// `type` is `question`.
    #[model("question")]
    Question(QuestionFormat),
    /// `type` is `highlights`.
    #[model("highlights")]
    Highlights(HighlightsFormat),
    /// An object that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// A format without options.
///
/// On its own, it is serialized without `type`; as a variant of `FormatObject`, it has the
/// property.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag(
    "type",
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
    "video"
))]
#[non_exhaustive]
pub struct PlainFormat {
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// A screenshot of the page.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "screenshot"))]
#[non_exhaustive]
pub struct ScreenshotFormat {
    /// Whether the screenshot shows the full page. Defaults to `false`
    /// (`ScreenshotFormat.fullPage.default`). When true, the viewport height is ignored
    /// (`ScreenshotFormat.fullPage.behaviour.viewport-height`).
    #[model(default = false)]
    pub full_page: Option<bool>,
    /// The quality of the image. At least 1 (`ScreenshotFormat.quality.minimum`). At most 100
    /// (`ScreenshotFormat.quality.maximum`).
    #[model(minimum = 1, maximum = 100)]
    pub quality: Option<i64>,
    /// The size of the browser viewport.
    pub viewport: Option<Viewport>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The size of the browser viewport.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub struct Viewport {
    /// The width.
    pub width: i64,
    /// The height.
    pub height: i64,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Structured data that a model extracts.
///
/// - Error
///   [`ErrorKind::PromptInjectionDetected`](super::error_catalogue::ErrorKind::PromptInjectionDetected):
///   The scan finds a prompt injection attempt, and the extraction is aborted.
///   (`JsonFormat.refusals.prompt-injection`)
/// - Error
///   [`ErrorKind::UnprocessableEntity`](super::error_catalogue::ErrorKind::UnprocessableEntity):
///   The schema is not valid JSON Schema. (`JsonFormat.refusals.schema-is-no-json-schema`)
/// - Error
///   [`ErrorKind::UnprocessableEntity`](super::error_catalogue::ErrorKind::UnprocessableEntity):
///   The model could not produce output that conforms to the schema.
///   (`JsonFormat.refusals.output-does-not-conform`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "json"))]
#[non_exhaustive]
pub struct JsonFormat {
    /// What to extract, in natural language.
    pub prompt: Option<String>,
    /// The JSON Schema of the data.
    pub schema: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Whether the fetched content is scanned for prompt injection. Defaults to `false`
    /// (`JsonFormat.checkPromptInjection.default`). The fetched content is scanned before the
    /// extraction (`JsonFormat.checkPromptInjection.behaviour.before-extraction`).
    #[model(default = false)]
    pub check_prompt_injection: Option<bool>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The changes of the page since the last scrape.
///
/// - Error
///   [`ErrorKind::UnprocessableEntity`](super::error_catalogue::ErrorKind::UnprocessableEntity):
///   The schema is not valid JSON Schema.
///   (`ChangeTrackingFormat.refusals.schema-is-no-json-schema`)
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "changeTracking"))]
#[non_exhaustive]
pub struct ChangeTrackingFormat {
    /// How changes are reported.
    pub modes: Option<Vec<ChangeTrackingFormatModesItem>>,
    /// The prompt for the mode `json`. By default, the default prompt of the service
    /// (`ChangeTrackingFormat.prompt.default`).
    pub prompt: Option<String>,
    /// The JSON Schema for the mode `json`.
    pub schema: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// A branch of the change history. Defaults to `null` (`ChangeTrackingFormat.tag.default`). A
    /// scrape is compared only with scrapes that have the same tag
    /// (`ChangeTrackingFormat.tag.behaviour.separate-history`).
    #[model(default = null)]
    pub tag: runtime::Patch<String>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// An item of `ChangeTrackingFormat.modes`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("ChangeTrackingFormat.modes.items", schema = "/properties/modes/items")]
#[non_exhaustive]
pub enum ChangeTrackingFormatModesItem {
    /// `git-diff`.
    #[model("git-diff")]
    GitDiff,
    /// `json`.
    #[model("json")]
    Json,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// An answer to a question about the page.
///
/// The answer is returned in the property `answer` (`QuestionFormat.behaviour.field`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "question"))]
#[non_exhaustive]
pub struct QuestionFormat {
    /// The question. At most 10000 characters (`QuestionFormat.question.maxLength`).
    #[model(max_length = 10000)]
    pub question: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The parts of the page that match a query.
///
/// The selected source text is returned in the property `highlights`
/// (`HighlightsFormat.behaviour.field`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "highlights"))]
#[non_exhaustive]
pub struct HighlightsFormat {
    /// The query. At most 10000 characters (`HighlightsFormat.query.maxLength`).
    #[model(max_length = 10000)]
    pub query: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}
