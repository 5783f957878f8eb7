//! A request as a command line that can be pasted, with keys as shell variables.

use webdata_cases::case::Request;

use crate::message::{Header, Message};
use crate::target::Target;

/// The command line for a request, or why there is none.
#[must_use]
pub fn curl(target: &Target, request: &Request, leased: &[String]) -> String {
    let Some(message) = Message::of(target, request, leased) else {
        if request.is_trigger {
            return "# the target tells how to have the server look at it now".to_owned();
        }
        let operation = request.operation.as_deref().unwrap_or_default();
        return format!("# the target binds {operation} to a method and a path");
    };
    command_line(message)
}

/// The command line for a message.
pub(crate) fn command_line(message: Message<'_>) -> String {
    let mut words = vec!["curl -sS".to_owned(), format!("-X {}", message.method)];
    words.push(expanded(&message.url));
    for Header { name, before, key, after } in message.headers {
        words.push(match key {
            // Double quotes let the shell put the key in.
            Some(secret) => format!("-H \"{name}: {before}{}{after}\"", secret.placeholder()),
            None if is_variable(&before) => format!("-H \"{name}: {before}\""),
            None => format!("-H {}", quoted(&format!("{name}: {before}{after}"))),
        });
    }
    if let Some(body) = message.body {
        words.push(format!("--data-raw {}", quoted(&body)));
    }
    words.join(" ")
}

/// Whether a value is one that only a run has.
fn is_variable(value: &str) -> bool {
    ["$FROM_HEADER_", "$NEW_UUID"].iter().any(|start| value.starts_with(start))
}

/// A word in double quotes, in which a POSIX shell fills in variables, which have upper-case names.
pub(crate) fn expanded(word: &str) -> String {
    let mut text = String::from('"');
    let mut characters = word.chars().peekable();
    while let Some(character) = characters.next() {
        let variable = characters.peek().is_some_and(char::is_ascii_uppercase);
        if matches!(character, '"' | '\\' | '`') || (character == '$' && !variable) {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
    text
}

/// A word in single quotes, as a POSIX shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The JSON that a command line sends, if it sends some.
pub(crate) fn sent_json(line: &str) -> Option<serde_json::Value> {
    let body = line.split_once(" --data-raw '")?.1.strip_suffix('\'')?;
    serde_json::from_str(&body.replace(r"'\''", "'")).ok()
}
