//! The vocabulary of habits: what a server does wrong, as data.
//!
//! This module does not know which library has the habit.

use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::access::KeyMistake;
use super::coercion::Coercion;
use super::inconsistency::Inconsistency;
use super::lenient_json::JsonLeniency;
use super::routing::Routing;
use super::values::ValueSelector;

/// A mistake of a server, as a habit names it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Fault {
    /// Text that is not JSON is read as JSON.
    Parses(JsonLeniency),
    /// Values of requests are read as other values, and stored so.
    Reads(Rewrite),
    /// Responses return other values than those that are stored.
    Returns(Rewrite),
    /// Invalid values of requests are accepted and stored.
    Accepts(ValueSelector),
    /// Valid values of requests are rejected.
    #[serde(rename = "refuses")]
    Rejects(ValueSelector),
    /// Some requests get a wrong response.
    #[serde(rename = "answers")]
    Overrides(Box<ResponseOverride>),
    /// Properties that an update leaves out are set to values.
    Fills(PropertyFilling),
    /// The stored resource and the response differ.
    Forgets(Inconsistency),
    /// Requests with a wrong method or path reach an operation.
    Routes(Routing),
    /// Keys are compared wrongly.
    Keys(KeyMistake),
}

/// Values, and what each of them becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rewrite {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    pub(super) to: Coercion,
}

/// A wrong response to some requests.
///
/// A field of the request that is left out matches every request. A field of the response that is left out
/// leaves that part of the response unchanged.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ResponseOverride {
    #[serde(rename = "in")]
    pub(super) values: ValueSelector,
    pub(super) method: Option<String>,
    #[serde(deserialize_with = "super::values::pattern")]
    pub(super) path: Option<Regex>,
    /// The name of a header of the request, in lower case.
    pub(super) header: Option<String>,
    /// A pattern that the value of the header matches. A missing header counts as empty.
    #[serde(deserialize_with = "super::values::pattern")]
    pub(super) header_like: Option<Regex>,
    /// The status code of the correct response.
    pub(super) instead_of: Option<u16>,
    pub(super) status: Option<u16>,
    pub(super) error: Option<String>,
    /// The media type. If it is not a JSON type, the body is an HTML page.
    #[serde(rename = "type")]
    pub(super) media_type: Option<String>,
    /// The body as text, which need not be JSON.
    pub(super) body: Option<String>,
    /// Headers to set. An empty value removes the header.
    pub(super) headers: Vec<(String, String)>,
    /// Properties to remove from the body.
    pub(super) without: Vec<String>,
}

/// Sets properties that an update leaves out.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PropertyFilling {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    /// The properties, as the text of a JSON object, since TOML has no null.
    #[serde(deserialize_with = "members")]
    pub(super) with: Map<String, Value>,
}

fn members<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Map<String, Value>, D::Error> {
    let text = String::deserialize(source)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}
