//! The vocabulary of habits: what a server does wrongly, as data.
//!
//! It must not know which library does it.

use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::access::KeyMistake;
use super::json_text::Leniency;
use super::memory::Memory;
use super::reading::Reading;
use super::routing::Routing;
use super::values::Values;

/// What a server does wrongly.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Fault {
    /// Text that is not JSON is read as JSON.
    Parses(Leniency),
    /// Values that are sent are read as others, and stored so.
    Reads(Rewriting),
    /// Values that are returned are others than those that are stored.
    Returns(Rewriting),
    /// Values that are sent are taken and stored although they are invalid.
    Accepts(Values),
    /// Values that are sent are rejected although they are valid.
    Refuses(Values),
    /// Some requests get another response.
    Answers(Box<Answering>),
    /// Properties that an update leaves out are set.
    Fills(Filling),
    /// What is stored is not what the response says, or the other way round.
    Forgets(Memory),
    /// Requests reach an operation although method or path are others.
    Routes(Routing),
    /// Keys are compared wrongly.
    Keys(KeyMistake),
}

/// Values, and what they become.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rewriting {
    #[serde(default, rename = "in")]
    pub(super) values: Values,
    pub(super) to: Reading,
}

/// Some requests get another response. Each word that is left out holds for every request, or leaves
/// that part of the response as it is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Answering {
    #[serde(rename = "in")]
    pub(super) values: Values,
    pub(super) method: Option<String>,
    #[serde(deserialize_with = "super::values::pattern")]
    pub(super) path: Option<Regex>,
    /// A header of the request, in small letters.
    pub(super) header: Option<String>,
    /// What its value looks like; one that is not sent is like an empty one.
    #[serde(deserialize_with = "super::values::pattern")]
    pub(super) header_like: Option<Regex>,
    /// The status code of the right response.
    pub(super) instead_of: Option<u16>,
    pub(super) status: Option<u16>,
    pub(super) error: Option<String>,
    /// The media type. With one that is not of JSON, the body is a page or a text.
    #[serde(rename = "type")]
    pub(super) media_type: Option<String>,
    /// The body, as it is sent.
    pub(super) body: Option<String>,
    /// Headers that are set; one with an empty value is removed.
    pub(super) headers: Vec<(String, String)>,
    /// Members of the body that are removed.
    pub(super) without: Vec<String>,
}

/// Properties that an update leaves out are set.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Filling {
    #[serde(default, rename = "in")]
    pub(super) values: Values,
    /// The properties, as a JSON object, since TOML has no null.
    #[serde(deserialize_with = "members")]
    pub(super) with: Map<String, Value>,
}

fn members<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Map<String, Value>, D::Error> {
    let text = String::deserialize(source)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}
