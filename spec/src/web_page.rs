//! What the web pages of the kit share: the report of a run, the audit, and the dashboard of the reference server.

use std::fmt::Display;

/// The style sheet, in light and dark.
pub const STYLE: &str = include_str!("../templates/report.css");

/// A script with the function `copyable`, which adds a button to an element that copies its text.
pub const COPYABLE_SCRIPT: &str = include_str!("../templates/copyable.js");

/// The longest part of a name that is not broken.
const MAX_PART: usize = 30;

/// Returns a text as HTML in which a browser may break names after a `.`, `::`, `/` or `_` within them, and parts that
/// are too long.
#[must_use]
pub fn breakable(text: impl Display) -> String {
    let text = text.to_string();
    let mut html = String::with_capacity(text.len());
    let (mut before, mut part) = (' ', 0);
    let mut following = text.chars().skip(1);
    for current in text.chars() {
        match current {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&apos;"),
            other => html.push(other),
        }
        let ends_part = match current {
            '.' | '/' | '_' => before.is_alphanumeric(),
            ':' => before == ':',
            _ => false,
        };
        let next = following.next();
        part = if current.is_alphanumeric() { part + 1 } else { 0 };
        if (ends_part || part == MAX_PART) && next.is_some_and(char::is_alphabetic) {
            html.push_str("<wbr>");
            part = 0;
        }
        before = current;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_breaks_between_its_parts() {
        let table = [
            ("a::b.c", "a::<wbr>b.<wbr>c"),
            ("/a/0/b_c", "/a/0/<wbr>b_<wbr>c"),
            ("https://a.b is 1.5.", "https://a.<wbr>b is 1.5."),
            (&"a".repeat(31), &format!("{}<wbr>a", "a".repeat(30))),
            ("<a b=\"/\">'&", "&lt;a b=&quot;/&quot;&gt;&apos;&amp;"),
        ];
        for (name, expected) in table {
            assert_eq!(breakable(name), expected);
        }
    }
}
