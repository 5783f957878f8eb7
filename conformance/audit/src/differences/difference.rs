//! The vocabulary of differences: what a server does in another way than the reference server, as data.
//!
//! This module does not know whether the contract allows a difference.

use regex::Regex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::access::KeyMistake;
use super::coercion::Coercion;
use super::contract_change::ContractChange;
use super::inconsistency::Inconsistency;
use super::lenient_json::JsonLeniency;
use super::merging::Merging;
use super::routing::Routing;
use super::values::ValueSelector;

/// A difference between a server and the reference server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Difference {
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
    /// Some requests get a response at once, and do nothing.
    TurnsAway(Box<ResponseOverride>),
    /// Properties that an update leaves out are set to values.
    Fills(PropertyFilling),
    /// The stored resource and the response differ.
    Forgets(Inconsistency),
    /// Updates are merged with what is stored.
    Merges(Merging),
    /// Properties of a request that its type does not list are returned with the resource.
    Echoes(EchoedMembers),
    /// The contract is read in another way.
    Contract(ContractChange),
    /// Requests with a wrong method or path reach an operation.
    Routes(Routing),
    /// Keys are compared wrongly.
    Keys(KeyMistake),
}

/// Properties of a request that responses return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EchoedMembers {
    /// The properties that the type of the request does not list.
    Unlisted,
}

/// Values, and what each of them becomes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rewrite {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    pub(super) to: Coercion,
}

/// Another response to some requests.
///
/// A field of the request that is left out matches every request. A field of the response that is left out
/// leaves that part of the response unchanged.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ResponseOverride {
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
    /// A pattern that the value of the header does not match.
    #[serde(deserialize_with = "super::values::pattern")]
    pub(super) header_unlike: Option<Regex>,
    /// The status code of the correct response.
    pub(super) instead_of: Option<u16>,
    /// The identity of the error row whose status code and text the response has.
    pub(super) row: Option<String>,
    pub(super) status: Option<u16>,
    pub(super) error: Option<String>,
    /// The media type. If it is not a JSON type, the body is an HTML page.
    #[serde(rename = "type")]
    pub(super) media_type: Option<String>,
    /// The body as text, which need not be JSON.
    pub(super) body: Option<String>,
    /// Headers to set. An empty value removes the header.
    pub(super) headers: Vec<(String, String)>,
    /// Headers to add to those of the same name.
    pub(super) further_headers: Vec<(String, String)>,
    /// Properties to remove from the body.
    pub(super) without: Vec<String>,
}

/// Sets properties that an update leaves out.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PropertyFilling {
    #[serde(default, rename = "in")]
    pub(super) values: ValueSelector,
    /// The properties, as the text of a JSON object, since TOML has no null.
    #[serde(default, deserialize_with = "members")]
    pub(super) with: Map<String, Value>,
    /// The properties that are set to their stored values.
    #[serde(default)]
    pub(super) stored: Vec<String>,
}

pub(super) fn members<'de, D: serde::Deserializer<'de>>(
    source: D,
) -> Result<Map<String, Value>, D::Error> {
    let text = String::deserialize(source)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}
