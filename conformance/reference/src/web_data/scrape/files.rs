//! Links to files of a page: screenshots, PDFs, audio and video.
//!
//! No file is created; the contract shows only links.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::contract::Contract;

/// Returns a signed link to a file, which contains the options of the file.
pub(super) fn link(url: &str, kind: &str, options: &Value) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("of", url);
    add(&mut query, "", options);
    let query = query.finish();
    let digest = Sha256::digest(format!("{kind}?{query}"));
    let signature: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("https://files.example.com/{kind}?{query}&signature={signature}")
}

/// Returns a link to a screenshot. A screenshot of the full page ignores the height of the viewport.
pub(super) fn screenshot(contract: &Contract, url: &str, options: &Value) -> String {
    let mut options = options.clone();
    let is_whole = options.get("fullPage") == Some(&Value::Bool(true));
    if is_whole
        && contract.has_clause("ScreenshotFormat.fullPage.behaviour.viewport-height")
        && let Some(viewport) = options.get_mut("viewport").and_then(Value::as_object_mut)
    {
        viewport.remove("height");
    }
    link(url, "screenshot", &options)
}

fn add(query: &mut url::form_urlencoded::Serializer<'_, String>, name: &str, options: &Value) {
    match options {
        Value::Object(properties) => {
            for (property, value) in properties.iter().filter(|(property, _)| *property != "type") {
                add(query, property, value);
            }
        }
        Value::String(text) => drop(query.append_pair(name, text)),
        Value::Array(_) => {}
        other => drop(query.append_pair(name, &other.to_string())),
    }
}
