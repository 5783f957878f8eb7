//! Escapes strings from outside before they are shown.
//!
//! ```text
//! Untrusted ──Display──► a line of the suite ──► Printable ──► terminal, log, view of a file
//! ```
//!
//! Terminals, logs and views get only [`Printable`] strings. No untrusted string becomes a line end, a colour
//! or a command.

use std::fmt::{self, Display, Write};

use anstyle::Style;
use serde::Serialize;
use serde_json::Value;

use crate::display::{escaped_json, visible, visible_line};

/// A string from a server, a webhook, a report file, a command or another program.
///
/// `Display` writes one line without invisible or active parts: control characters, line ends, characters
/// that reorder or hide others, and commands to CI services are escaped.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Untrusted(String);

impl Untrusted {
    /// Wraps the string form of a value, such as the error of a parser, which quotes its input.
    pub fn from_display(value: impl Display) -> Self {
        Self(value.to_string())
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Display for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible_line(&self.0))
    }
}

impl fmt::Debug for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Untrusted({self})")
    }
}

/// A string without invisible or active parts, for terminals, logs and views of files.
///
/// Only this module makes such strings, and each constructor escapes untrusted ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Printable(String);

impl Printable {
    /// Makes one line; line ends in it are escaped.
    #[must_use]
    pub fn line(line: impl Display) -> Self {
        let mut text = Self::default();
        text.push_line(line);
        text
    }

    /// Makes a string with trusted line ends. Each untrusted string in it should be [`Untrusted`], which has
    /// none.
    #[must_use]
    pub fn multiline(text: &str) -> Self {
        Self(visible(text))
    }

    /// Writes a value as JSON on one line, with the same meaning, and invisible or active parts escaped.
    ///
    /// # Errors
    /// If the value cannot be written as JSON.
    pub fn json(value: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self(escaped_json(&serde_json::to_string(value)?) + "\n"))
    }

    /// Writes a value as JSON over several lines, with invisible or active parts escaped.
    ///
    /// # Errors
    /// If the value cannot be written as JSON.
    pub fn pretty_json(value: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self(escaped_json(&serde_json::to_string_pretty(value)?) + "\n"))
    }

    /// Makes an annotation of GitHub Actions of a kind, such as `error`. It is the only command that the
    /// suite writes.
    #[must_use]
    pub fn annotation(kind: &'static str, title: &str, message: &str) -> Self {
        // GitHub's toolkit escapes annotations in the same way.
        let data = |text: &str| text.replace('%', "%25").replace('\n', "%0A");
        let title = data(&visible_line(title)).replace(':', "%3A").replace(',', "%2C");
        Self(format!("::{kind} title={title}::{}\n", data(&visible(message))))
    }

    /// Adds one line; line ends in it are escaped.
    pub fn push_line(&mut self, line: impl Display) {
        self.0.push_str(&visible_line(&line.to_string()));
        self.0.push('\n');
    }

    /// Adds one line with a styled part.
    pub fn push_styled_line(
        &mut self,
        before: impl Display,
        (style, styled): (Style, &str),
        after: impl Display,
    ) {
        let [before, after] = [before.to_string(), after.to_string()];
        let [before, styled, after] = [&before, styled, &after].map(visible_line);
        // Writing into a string never fails.
        let _ = writeln!(self.0, "{before}{style}{styled}{style:#}{after}");
    }

    /// Appends another string.
    pub fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Returns the string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Writes JSON on one line.
impl From<&Value> for Printable {
    fn from(value: &Value) -> Self {
        Self(escaped_json(&value.to_string()) + "\n")
    }
}

impl std::ops::Deref for Printable {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Printable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use anstyle::{AnsiColor, Style};

    use super::{Printable, Untrusted};

    #[test]
    fn untrusted_text_is_escaped_on_one_line() {
        let check = |text: &str, shown: &str| assert_eq!(Untrusted::from(text).to_string(), shown);
        check("plain, é, 価格, a::b, ## c [1]", "plain, é, 価格, a::b, ## c [1]");
        check("a\nb\r\nc\rd\u{85}e\u{2028}f", "a\\nb\\r\\nc\\rd\\u{85}e\\u{2028}f");
        check("\u{1b}[2J\u{9b}2J\u{7f}\u{0}", "\\u{1b}[2J\\u{9b}2J\\u{7f}\\u{0}");
        check("\u{202e}abc\u{2066}\u{200b}\u{feff}", "\\u{202e}abc\\u{2066}\\u{200b}\\u{feff}");
        check("::error::x", "\\u{3a}:error::x");
        check("x\n ::stop-commands::x", "x\\n \\u{3a}:stop-commands::x");
        check("a ##[add-mask]b", "a #\\u{23}[add-mask]b");
        check("###[x] ##vso[y]", "##\\u{23}[x] #\\u{23}vso[y]");
        check("a##TeamCity[z]", "a#\\u{23}TeamCity[z]");
        assert_eq!(format!("{:?}", Untrusted::from("\u{1b}")), "Untrusted(\\u{1b})");
    }

    #[test]
    fn printable_text_escapes_each_line() {
        let mut text = Printable::line("a\nb");
        let style = Style::new().fg_color(Some(AnsiColor::Red.into()));
        text.push_styled_line("x\u{1b} ", (style, "fail\u{9b}"), format_args!(" {}", "y\nz"));
        text.push(&Printable::multiline("one\n  ::two\n"));
        let (on, off) = (style.render(), style.render_reset());
        let expected =
            format!("a\\nb\nx\\u{{1b}} {on}fail\\u{{9b}}{off} y\\nz\none\n  \\u{{3a}}:two\n");
        assert_eq!(text.as_str(), expected);
        // Two harmless halves must not form a command.
        let halves = format!("{}{}", Untrusted::from("#"), Untrusted::from("#[x]"));
        assert_eq!(Printable::line(halves).as_str(), "#\\u{23}[x]\n");
    }

    #[test]
    fn escaped_json_parses_to_the_same_value() {
        let texts = ["\u{9b}\u{202e}\n\u{e0041}##[x] ::y::", "##vso[", "a::b", "\\##["];
        let text = Printable::json(&texts).expect("it is JSON");
        let shown = r###"["\u009b\u202e\n\udb40\udc41#\u0023[x] \u003a:y::","#\u0023vso[","a::b","\\#\u0023["]"###;
        assert_eq!(text.trim_end(), shown);
        let read: Vec<String> = serde_json::from_str(&text).expect("it reads");
        assert_eq!(read, texts);
    }

    #[test]
    fn annotations_escape_their_parts() {
        let text = Printable::annotation("error", "a: b, c\n::x::", "50 %\n##[y]\u{1b}");
        let shown = "::error title=a%3A b%2C c\\n\\u{3a}%3Ax%3A%3A::50 %25%0A#\\u{23}[y]\\u{1b}\n";
        assert_eq!(text.as_str(), shown);
    }
}
