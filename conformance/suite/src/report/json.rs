//! Writes `report.json` with one line for each entry of a list, so that the file can be searched and compared
//! line by line.

use std::fmt::Write;

use serde_json::Value;

use super::conclude::digest_of;
use super::document::Report;

/// Returns the text of the file, with its digest.
///
/// # Errors
/// If the document cannot be written as JSON.
pub(super) fn json(report: &Report) -> Result<String, serde_json::Error> {
    let mut document = serde_json::to_value(report)?;
    document["digest"] = digest_of(&document).into();
    let mut text = String::from("{");
    let members = document.as_object().into_iter().flatten();
    for (index, (name, value)) in members.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing into a string never fails.
        let _ = write!(text, "{comma}\n  {}: ", Value::from(name.as_str()));
        match value {
            Value::Array(items) if !items.is_empty() => {
                let items: Vec<String> = items.iter().map(|item| format!("\n    {item}")).collect();
                let _ = write!(text, "[{}\n  ]", items.join(","));
            }
            value => {
                let _ = write!(text, "{value}");
            }
        }
    }
    text.push_str("\n}\n");
    Ok(text)
}
