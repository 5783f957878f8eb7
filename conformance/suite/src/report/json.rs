//! The text of `report.json`: one line for each entry of a list, so that it is searched and compared
//! line by line, and half as long as with every member on its own.

use std::fmt::Write;

use serde_json::Value;

use super::document::Report;

/// The text.
///
/// # Errors
/// When the document cannot be written as JSON.
pub(super) fn json(report: &Report) -> Result<String, serde_json::Error> {
    let document = serde_json::to_value(report)?;
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
