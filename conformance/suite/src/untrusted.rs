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

/// Returns the string with every invisible or reordering character escaped, and without commands to CI
/// services.
///
/// Line ends and tabs stay. Control characters could mislead terminals and readers, for example by reversing
/// the direction of text, and XML cannot hold some of them.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        // `\r\n` is a line end.
        let line = line.strip_suffix('\r').filter(|_| lines.peek().is_some()).unwrap_or(line);
        shown.push_str(&visible_line(line));
        if lines.peek().is_some() {
            shown.push('\n');
        }
    }
    shown
}

/// Returns the visible string on one line, with its line ends escaped.
pub(crate) fn visible_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    escape_hidden(text, &mut shown, |shown, character| {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            _ => {
                // Writing into a string never fails.
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
            }
        }
    });
    shown
}

/// Returns JSON with the same meaning, in which nothing is invisible or executed. Its own line ends stay.
pub(crate) fn escaped_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    escape_hidden(json, &mut shown, |shown, character| {
        if character == '\n' {
            shown.push('\n');
            return;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let _ = write!(shown, "\\u{unit:04x}");
        }
    });
    shown
}

/// Copies a string, and escapes invisible characters and commands to CI services.
///
/// Such commands begin with `::` at the start of a line (GitHub), or are anywhere in it as `##[…]` (GitHub,
/// Azure), `##vso[…]` (Azure) or `##teamcity[…]` (TeamCity). `::` after white space may start a line once
/// another program cuts the line.
fn escape_hidden(text: &str, shown: &mut String, write: impl Fn(&mut String, char)) {
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        // Nearly all lines are plain, which is known sooner than how to write each character.
        if is_plain(content) {
            shown.push_str(content);
        } else {
            escape_hidden_of_line(content, shown, &write);
        }
        if content.len() < line.len() {
            write(shown, '\n');
        }
    }
}

/// Returns whether a line has only visible ASCII characters and spaces, and nothing that could begin a command.
fn is_plain(line: &str) -> bool {
    let is_command = line.starts_with("::") || line.contains(" ::") || line.contains("##");
    !is_command && line.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

fn escape_hidden_of_line(line: &str, shown: &mut String, write: impl Fn(&mut String, char)) {
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        let rest = &line[at + character.len_utf8()..];
        let is_command = match character {
            ':' => before.is_whitespace() && rest.starts_with(':'),
            '#' => {
                before == '#'
                    && rest
                        .trim_start_matches(|letter: char| letter.is_ascii_alphabetic())
                        .starts_with('[')
            }
            _ => false,
        };
        if is_command || (character != '\t' && is_hidden(character)) {
            write(shown, character);
        } else {
            shown.push(character);
        }
        before = character;
    }
}

pub(crate) fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cuts a string at `max` characters, and notes how many characters are left out.
pub(crate) fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => {
            let rest = text[end..].chars().count();
            format!("{}… ({rest} more characters are in report.json)", &text[..end])
        }
        None => text.to_owned(),
    }
}

/// Spreads JSON over several lines, token by token; a string that is not JSON stays as it is.
///
/// Parsing and serializing would change how numbers are written, and lose one of two properties with the same
/// name.
pub(crate) fn indented(text: &str) -> String {
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_err() {
        return text.to_owned();
    }
    let (mut shown, mut depth) = (String::with_capacity(text.len() * 2), 0_usize);
    let mut characters = text.chars().peekable();
    let (mut quoted, mut escaped) = (false, false);
    while let Some(character) = characters.next() {
        if quoted {
            shown.push(character);
            quoted = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                shown.push(character);
                while characters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    shown.push(end);
                } else {
                    depth += 1;
                    new_line(&mut shown, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(&mut shown, depth);
                shown.push(character);
            }
            ',' => {
                shown.push(character);
                new_line(&mut shown, depth);
            }
            ':' => shown.push_str(": "),
            '"' => {
                quoted = true;
                shown.push(character);
            }
            _ if character.is_ascii_whitespace() => {}
            _ => shown.push(character),
        }
    }
    shown
}

fn new_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use anstyle::{AnsiColor, Style};

    use super::{Printable, Untrusted, cut, indented, one_line, visible};

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

    #[test]
    fn hidden_characters_are_escaped() {
        let check = |text: &str, shown: &str| assert_eq!(visible(text), shown, "{text:?}");
        check("plain, é, 価格, 🙂", "plain, é, 価格, 🙂");
        check("a\tb\r\nc", "a\tb\nc");
        check("\u{1b}[2Jgone", "\\u{1b}[2Jgone");
        check("a\rb\n ::c ##[d]", "a\\rb\n \\u{3a}:c #\\u{23}[d]");
        check("\0 \u{7f} \u{85} \u{202e} \u{200b} \u{ffff}", {
            "\\u{0} \\u{7f} \\u{85} \\u{202e} \\u{200b} \\u{ffff}"
        });
        assert_eq!(one_line(" a\r\n\t b \u{2028}"), "a b \\u{2028}");
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äöü… (1 more characters are in report.json)");
    }

    #[test]
    fn indented_json_keeps_its_tokens() {
        let check = |text: &str, shown: &str| assert_eq!(indented(text), shown, "{text:?}");
        check("<html>{</html>", "<html>{</html>");
        check("{}", "{}");
        check("[ ]", "[]");
        check(r#"{"a":1.50,"a":[1e2, {"b,:{":"x\"}"}]}"#, {
            "{\n  \"a\": 1.50,\n  \"a\": [\n    1e2,\n    {\n      \"b,:{\": \"x\\\"}\"\n    }\n  ]\n}"
        });
        check(r#"{"a":"\\","b":true}"#, "{\n  \"a\": \"\\\\\",\n  \"b\": true\n}");
    }
}
