//! Reads files that other programs and people write: with a limit of size, and with messages that name the mistake.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use toml::de::Error;
use webdata_spec::suggest;

/// Reads a text of at most `max_bytes` bytes.
///
/// # Errors
/// Errors of the operating system. `FileTooLarge` if the file has more bytes, of which at most one is read.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(max_bytes.saturating_add(1)).read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > max_bytes) {
        let message = format!("it has more than {max_bytes} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

/// Returns the message of an error on one line: in words of TOML, with the nearest name in place of a list of
/// all, and without any string of the file.
pub(crate) fn one_line_message(error: &Error) -> String {
    let message = error.message().split('\n').collect::<Vec<_>>().join("; ");
    let names = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    if let Some(rest) =
        message.strip_prefix("unknown field `").or(message.strip_prefix("unknown variant `"))
        && let Some((written, known)) = rest.split_once('`')
    {
        let known: Vec<String> = names(known);
        let suggestion = suggest(known.iter().map(String::as_str), written);
        return format!("unknown name `{written}`{suggestion}");
    }
    let without_string = match (message.find("string \""), message.rfind("\", expected")) {
        (Some(start), Some(end)) if start < end => {
            format!("{}string{}", &message[..start], &message[end + 1..])
        }
        _ => message,
    };
    in_words_of_toml(&without_string).unwrap_or(without_string)
}

/// Rewrites a message about types of Rust and of serde with words of TOML; returns `None` for other messages.
fn in_words_of_toml(message: &str) -> Option<String> {
    if let Some(key) = message.strip_prefix("missing field ") {
        return Some(format!("the key {key} is missing"));
    }
    if message.starts_with("invalid socket address") {
        return Some(
            "this is not an address with a port; write it like `127.0.0.1:9000`".to_owned(),
        );
    }
    let types = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "));
    let (found, expected) = types?.rsplit_once(", expected ")?;
    let (found, value) = match found.split_once(" `") {
        Some((found, value)) => (found, format!(" `{value}")),
        None => (found, String::new()),
    };
    let found = match found {
        "string" => "a string",
        "integer" => "the whole number",
        "floating point" => "the number",
        "boolean" => "the boolean",
        "sequence" => "an array",
        "map" => "a table",
        other => other,
    };
    let expected = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of at least 0",
        "f32" | "f64" => "a number",
        "a sequence" => "an array",
        "a map" => "a table",
        other if other.starts_with("struct ") || other.starts_with("internally tagged") => {
            "a table"
        }
        other => other,
    };
    Some(format!("this is {found}{value}; write {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_words_of_toml() {
        let table = [
            ("missing field `path`", Some("the key `path` is missing")),
            (
                "invalid type: string, expected struct BoundFile",
                Some("this is a string; write a table"),
            ),
            (
                "invalid type: integer `5`, expected a sequence",
                Some("this is the whole number `5`; write an array"),
            ),
            ("invalid type: map, expected a string", Some("this is a table; write a string")),
            (
                "invalid value: integer `-1`, expected u64",
                Some("this is the whole number `-1`; write a whole number of at least 0"),
            ),
            (
                "invalid type: boolean `true`, expected f64",
                Some("this is the boolean `true`; write a number"),
            ),
            (
                "invalid socket address syntax",
                Some("this is not an address with a port; write it like `127.0.0.1:9000`"),
            ),
            ("duplicate key", None),
        ];
        for (message, expected) in table {
            assert_eq!(in_words_of_toml(message).as_deref(), expected, "{message}");
        }
    }
}
