//! The types [`Action`], [`WaitAction`], [`ScreenshotAction`], [`ClickAction`],
//! [`WriteAction`], [`PressAction`], [`ScrollAction`], [`ScrapeAction`],
//! [`ExecuteJavascriptAction`], [`PdfAction`], from the page `types/action.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use super::scrape_format::Viewport;
use webdata_runtime as runtime;

/// An action on a page, performed before its content is fetched.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(discriminator = "type")]
#[non_exhaustive]
pub enum Action {
    /// `type` is `wait`.
    #[model("wait")]
    Wait(WaitAction),
    /// `type` is `screenshot`.
    #[model("screenshot")]
    Screenshot(ScreenshotAction),
    /// `type` is `click`.
    #[model("click")]
    Click(ClickAction),
    /// `type` is `write`.
    #[model("write")]
    Write(WriteAction),
    /// `type` is `press`.
    #[model("press")]
    Press(PressAction),
    /// `type` is `scroll`.
    #[model("scroll")]
    Scroll(ScrollAction),
    /// `type` is `scrape`.
    #[model("scrape")]
    Scrape(ScrapeAction),
    /// `type` is `executeJavascript`.
    #[model("executeJavascript")]
    ExecuteJavascript(ExecuteJavascriptAction),
    /// `type` is `pdf`.
    #[model("pdf")]
    Pdf(PdfAction),
    /// An object that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// Waits for a time or for an element.
///
/// No other properties (`WaitAction.additionalProperties`). Exactly one of `milliseconds`,
/// `selector` (`WaitAction.exactlyOne`). Plain `serde` drops other properties.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "wait"), closed, exactly_one("milliseconds", "selector"))]
#[non_exhaustive]
pub struct WaitAction {
    /// How long to wait. In milliseconds (`WaitAction.milliseconds.unit`). At least 1
    /// (`WaitAction.milliseconds.minimum`).
    #[model(minimum = 1, milliseconds = 1)]
    pub milliseconds: Option<i64>,
    /// The CSS selector of the element to wait for.
    pub selector: Option<String>,
}

/// Takes a screenshot.
///
/// Links to the screenshots are returned in the array `actions.screenshots`
/// (`ScreenshotAction.behaviour.field`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "screenshot"))]
#[non_exhaustive]
pub struct ScreenshotAction {
    /// Whether the screenshot shows the full page. Defaults to `false`
    /// (`ScreenshotAction.fullPage.default`).
    #[model(default = false)]
    pub full_page: Option<bool>,
    /// The quality of the image. At least 1 (`ScreenshotAction.quality.minimum`). At most 100
    /// (`ScreenshotAction.quality.maximum`).
    #[model(minimum = 1, maximum = 100)]
    pub quality: Option<i64>,
    /// The size of the browser viewport.
    pub viewport: Option<Viewport>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Clicks an element.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "click"))]
#[non_exhaustive]
pub struct ClickAction {
    /// The selector of the element.
    pub selector: String,
    /// Whether to click every match. Defaults to `false` (`ClickAction.all.default`). When true,
    /// every match is clicked (`ClickAction.all.behaviour.every-match`). No error occurs when
    /// nothing matches (`ClickAction.all.behaviour.no-match`).
    #[model(default = false)]
    pub all: Option<bool>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Types text.
///
/// The text is typed character by character (`WriteAction.behaviour.typed`). The element must
/// first be focused with a click action (`WriteAction.behaviour.needs-focus`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "write"))]
#[non_exhaustive]
pub struct WriteAction {
    /// The text to type.
    pub text: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Presses a key.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "press"))]
#[non_exhaustive]
pub struct PressAction {
    /// The key to press.
    pub key: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Scrolls the page or an element.
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "scroll"))]
#[non_exhaustive]
pub struct ScrollAction {
    /// The direction. Defaults to `"down"` (`ScrollAction.direction.default`).
    #[model(default = ScrollActionDirection::Down)]
    pub direction: Option<ScrollActionDirection>,
    /// The CSS selector of the element to scroll.
    pub selector: Option<String>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The direction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("ScrollAction.direction", schema = "/properties/direction")]
#[non_exhaustive]
pub enum ScrollActionDirection {
    /// `up`.
    #[model("up")]
    Up,
    /// `down`.
    #[model("down")]
    Down,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// Captures the current page.
///
/// The URL and the HTML of the current page are captured (`ScrapeAction.behaviour.captured`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "scrape"))]
#[non_exhaustive]
pub struct ScrapeAction {
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Executes JavaScript.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(tag("type", "executeJavascript"))]
#[non_exhaustive]
pub struct ExecuteJavascriptAction {
    /// The script.
    pub script: String,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// Prints the page to a PDF.
///
/// The result is returned in the array `actions.pdfs` (`PdfAction.behaviour.field`).
#[derive(Debug, Clone, Default, PartialEq, runtime::Model)]
#[model(tag("type", "pdf"))]
#[non_exhaustive]
pub struct PdfAction {
    /// The paper size. Defaults to `"Letter"` (`PdfAction.format.default`).
    #[model(default = PdfActionFormat::Letter)]
    pub format: Option<PdfActionFormat>,
    /// Whether the page is printed in landscape orientation. Defaults to `false`
    /// (`PdfAction.landscape.default`).
    #[model(default = false)]
    pub landscape: Option<bool>,
    /// The scale of the printed page. Defaults to `1` (`PdfAction.scale.default`).
    #[model(default = 1.0)]
    pub scale: Option<f64>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// The paper size.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("PdfAction.format", schema = "/properties/format")]
#[non_exhaustive]
pub enum PdfActionFormat {
    /// `A0`.
    #[model("A0")]
    A0,
    /// `A1`.
    #[model("A1")]
    A1,
    /// `A2`.
    #[model("A2")]
    A2,
    /// `A3`.
    #[model("A3")]
    A3,
    /// `A4`.
    #[model("A4")]
    A4,
    /// `A5`.
    #[model("A5")]
    A5,
    /// `A6`.
    #[model("A6")]
    A6,
    /// `Letter`.
    #[model("Letter")]
    Letter,
    /// `Legal`.
    #[model("Legal")]
    Legal,
    /// `Tabloid`.
    #[model("Tabloid")]
    Tabloid,
    /// `Ledger`.
    #[model("Ledger")]
    Ledger,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}
