//! What is made of a page.

use std::collections::BTreeMap;

use garde::Validate;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(untagged)]
pub(super) enum Format {
    Name(#[garde(skip)] Name),
    Object(#[garde(dive)] Object),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Name {
    Markdown,
    Summary,
    Html,
    RawHtml,
    RawBase64,
    Links,
    Images,
    Branding,
    Product,
    Menu,
    Screenshot,
    Json,
    ChangeTracking,
    Audio,
    Video,
    Question,
    Highlights,
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Object {
    Markdown,
    Summary,
    Html,
    RawHtml,
    RawBase64,
    Links,
    Images,
    Branding,
    Product,
    Menu,
    Screenshot(#[garde(dive)] Screenshot),
    Json(#[garde(skip)] Json),
    ChangeTracking(#[garde(skip)] ChangeTracking),
    Audio,
    Video,
    Question(#[garde(dive)] Question),
    Highlights(#[garde(dive)] Highlights),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(super) struct Screenshot {
    full_page: Option<bool>,
    #[garde(range(min = 1, max = 100))]
    quality: Option<i64>,
    viewport: Option<Viewport>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Viewport {
    width: i64,
    height: i64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Json {
    prompt: Option<String>,
    schema: Option<BTreeMap<String, Value>>,
    check_prompt_injection: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct ChangeTracking {
    modes: Option<Vec<Mode>>,
    prompt: Option<String>,
    schema: Option<BTreeMap<String, Value>>,
    #[serde(default, deserialize_with = "given")]
    tag: Option<Option<String>>,
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    GitDiff,
    Json,
}

#[derive(Debug, Clone, Deserialize, Validate)]
pub(super) struct Question {
    #[garde(length(chars, max = 10_000))]
    question: String,
}

#[derive(Debug, Clone, Deserialize, Validate)]
pub(super) struct Highlights {
    #[garde(length(chars, max = 10_000))]
    query: String,
}
