//! Writes a body of the media type `multipart/form-data` (RFC 7578), with a part for each property of an object.
//!
//! The reference server parses such bodies with a third-party crate, which reveals a mistake of this module.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::prose::plain;

/// The boundary between parts. No value of a case contains it.
const BOUNDARY: &str = "boundary-of-a-case-5d1f0a";

/// How a part is written. The value of a file is a string with one character for each byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// A file of this media type.
    File(String),
    /// A string, a number or a boolean.
    Text,
    /// JSON.
    Json,
}

/// Returns the media type of bodies with this boundary.
pub(crate) fn media_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// Returns the bytes of a body. If `parts` lacks a property, an object or a list is written as JSON, a scalar as
/// text.
pub(super) fn written(object: &Value, parts: &IndexMap<String, Part>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, value) in object.as_object().into_iter().flatten() {
        let unlisted = if value.is_object() || value.is_array() { Part::Json } else { Part::Text };
        let part = parts.get(name).unwrap_or(&unlisted);
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"");
        bytes.extend(head.into_bytes());
        match (part, value) {
            (Part::File(media_type), Value::String(file)) => {
                let head = format!("; filename=\"{name}\"\r\nContent-Type: {media_type}\r\n\r\n");
                bytes.extend(head.into_bytes());
                bytes.extend(file.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')));
            }
            (Part::File(_) | Part::Text, value) => {
                bytes.extend([b"\r\n\r\n", plain(value).as_bytes()].concat());
            }
            (Part::Json, json) => {
                let text = format!("\r\nContent-Type: application/json\r\n\r\n{json}");
                bytes.extend(text.into_bytes());
            }
        }
        bytes.extend(b"\r\n");
    }
    bytes.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    bytes
}
