//! Bodies of the media type `multipart/form-data` (RFC 7578): an object whose properties are sent as parts.

#[cfg(any(feature = "client", feature = "server"))]
use serde_json::{Map, Value};

use crate::parameters::Form;

/// A listed part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The name.
    pub name: &'static str,
    /// How the part is written.
    pub form: PartForm,
}

/// How a part is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartForm {
    /// As the bytes of a file of this media type.
    File(&'static str),
    /// As text.
    Text(Form),
    /// As JSON.
    Json,
}

/// Returns a body, and its media type.
///
/// # Errors
/// If the value cannot be written as a JSON object.
#[cfg(feature = "client")]
pub(crate) fn written<T: serde::Serialize + ?Sized>(
    value: &T,
    parts: &[Part],
) -> Result<(Vec<u8>, String), serde_json::Error> {
    let members: Map<String, Value> = serde_json::from_value(serde_json::to_value(value)?)?;
    let mut contents = Vec::new();
    for (name, value) in members {
        let part = parts.iter().find(|part| part.name == name).map(|part| part.form);
        let (media_type, content) = match (part, value) {
            (_, Value::Null) => continue,
            (Some(PartForm::File(media_type)), Value::String(file)) => {
                let bytes = file.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?'));
                (Some(media_type), bytes.collect())
            }
            (Some(PartForm::Json), value) => {
                (Some("application/json"), value.to_string().into_bytes())
            }
            (_, Value::String(text)) => (None, text.into_bytes()),
            (_, value) => (None, value.to_string().into_bytes()),
        };
        contents.push((name, media_type, content));
    }
    let boundary = boundary(&contents);
    let mut body = Vec::new();
    for (name, media_type, content) in contents {
        let is_file =
            parts.iter().any(|part| part.name == name && matches!(part.form, PartForm::File(_)));
        let file_name = if is_file { format!("; filename=\"{name}\"") } else { String::new() };
        let media_type = media_type.map(|media_type| format!("\r\nContent-Type: {media_type}"));
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"{file_name}{}\r\n\r\n",
            media_type.unwrap_or_default()
        );
        body.extend([head.as_bytes(), &content, b"\r\n"].concat());
    }
    body.extend(format!("--{boundary}--\r\n").into_bytes());
    Ok((body, format!("multipart/form-data; boundary={boundary}")))
}

/// Returns a boundary that no content has.
#[cfg(feature = "client")]
fn boundary(contents: &[(String, Option<&str>, Vec<u8>)]) -> String {
    let mut number = 0_u64;
    loop {
        let boundary = format!("part-boundary-{number}");
        let bytes = boundary.as_bytes();
        let has_it = |content: &[u8]| content.windows(bytes.len()).any(|window| window == bytes);
        if !contents.iter().any(|(_, _, content)| has_it(content)) {
            return boundary;
        }
        number += 1;
    }
}

/// Returns the object of a body's parts. Of several parts with a name, the first counts.
#[cfg(feature = "server")]
pub(crate) fn object(parts: &[Part], contents: Vec<(String, Vec<u8>)>) -> Value {
    let mut members = Map::new();
    for (name, content) in contents {
        let text = || String::from_utf8_lossy(&content).into_owned();
        let listed = parts.iter().find(|part| part.name == name);
        let value = match listed.map(|part| part.form) {
            Some(PartForm::File(_)) => {
                content.iter().copied().map(char::from).collect::<String>().into()
            }
            Some(PartForm::Text(form)) => form.read(&text()),
            // What is not JSON is a string, so that validation reports the wrong type.
            Some(PartForm::Json) => {
                serde_json::from_slice(&content).unwrap_or_else(|_| Value::String(text()))
            }
            None => Value::String(text()),
        };
        members.entry(name).or_insert(value);
    }
    Value::Object(members)
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use serde_json::json;

    use super::{Part, PartForm, written};

    #[test]
    fn the_boundary_is_in_no_part() {
        let parts = [Part { name: "file", form: PartForm::File("text/plain") }];
        let file = "--part-boundary-0\r\n";
        let (body, media_type) = written(&json!({ "file": file }), &parts).expect("an object");
        assert_eq!(media_type, "multipart/form-data; boundary=part-boundary-1");
        let body = String::from_utf8(body).expect("ASCII");
        assert!(body.starts_with("--part-boundary-1\r\n"), "{body}");
        assert!(body.ends_with(&format!("\r\n\r\n{file}\r\n--part-boundary-1--\r\n")), "{body}");
    }
}
