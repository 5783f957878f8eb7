//! A request as a command line that can be pasted, with keys as shell variables.

use crate::case::{Body, Request};
use crate::run::{path, provocation};
use crate::target::Target;

/// The command line for a request.
#[must_use]
pub fn curl(target: &Target, request: &Request, leased: &[String]) -> String {
    let mut words = vec!["curl -sS".to_owned(), format!("-X {}", request.method)];
    let url = format!("{}{}", target.base_url, path(request, leased));
    words.push(expanded(&url));
    if let Some(authorization) = &request.authorization {
        let header = format!("{}: {}", authorization.header, authorization.prefix);
        words.push(match authorization.key.and_then(|key| target.keys.get(&key)) {
            // Double quotes let the shell put the key in.
            Some(secret) => {
                format!("-H \"{header}{}{}\"", secret.placeholder(), authorization.suffix)
            }
            None => format!("-H {}", quoted(&header)),
        });
    }
    for (name, value) in provocation(target, request) {
        words.push(format!("-H {}", quoted(&format!("{name}: {value}"))));
    }
    let body = match &request.body {
        Body::None => None,
        Body::Json(value) => Some(value.to_string()),
        Body::Text(text) => Some(text.clone()),
    };
    if let Some(body) = body {
        words.push(format!("-H {}", quoted(&format!("Content-Type: {}", request.media_type))));
        words.push(format!("--data-raw {}", quoted(&body)));
    }
    words.join(" ")
}

/// A word in double quotes, in which a POSIX shell fills in variables, which have upper-case names.
fn expanded(word: &str) -> String {
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
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
