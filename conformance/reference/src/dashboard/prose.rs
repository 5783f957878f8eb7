//! Conversion of the contract's texts to HTML.
//!
//! All HTML in the texts is escaped.

use askama::filters::{Html, escape};

/// Converts a text, in which backticks enclose code.
pub(super) fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        // Escaping never fails.
        let part = escape(part, Html).map(|part| part.to_string()).unwrap_or_default();
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_set_apart_and_everything_is_escaped() {
        let table = [
            ("plain", "plain"),
            ("the `url` and `a<b`", "the <code>url</code> and <code>a&#60;b</code>"),
            ("<b>&", "&#60;b&#62;&#38;"),
            ("one ` too many", "one <code> too many</code>"),
        ];
        for (text, expected) in table {
            assert_eq!(prose(text), expected);
        }
    }
}
