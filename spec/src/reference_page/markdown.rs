//! Markdown as GitHub reads it: texts that cannot break what they stand in, tables, slugs.
//!
//! Nothing here knows what a contract is.

/// A text of ours in which backticks set code apart; everything else is shown as it stands.
pub(super) fn prose(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    // An odd number of backticks leaves the last one without a partner.
    let paired = parts.len() - (1 - parts.len() % 2);
    let mut written = String::new();
    for (index, part) in parts.iter().enumerate() {
        let in_code = index % 2 == 1 && index < paired;
        match part {
            _ if in_code && !part.trim().is_empty() => written.push_str(&code(part)),
            _ if in_code => write_all(&mut written, ["\\`", part, "\\`"]),
            _ => {
                if index == paired {
                    written.push_str("\\`");
                }
                plain(part, &mut written);
            }
        }
    }
    written
}

/// The same as a paragraph of its own.
pub(super) fn paragraph(text: &str) -> String {
    standing_alone(&prose(text))
}

/// Markdown without line breaks as a paragraph, which must not become a list, a heading or a table.
pub(super) fn standing_alone(written: &str) -> String {
    // Only a table needs its bars escaped, and code would show the backslash.
    let written = written.replace("\\|", "|");
    let digits = written.len() - written.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = written.split_at(digits);
    match rest.chars().next() {
        Some('#' | '+' | '-' | '=' | ':' | '|') if number.is_empty() => format!("\\{written}"),
        Some('.' | ')') if !number.is_empty() => format!("{number}\\{rest}"),
        _ => written,
    }
}

/// A text that is shown letter by letter.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    let is_awkward = text.contains(['`', '\t']) || text.contains("\\|") || text.trim() != text;
    if text.is_empty() || is_awkward {
        let mut entities = String::new();
        for letter in text.chars() {
            if letter.is_ascii_alphanumeric() || !letter.is_ascii() || letter == ' ' {
                entities.push(letter);
            } else {
                write_all(&mut entities, [format!("&#{};", u32::from(letter)).as_str()]);
            }
        }
        return format!("<code>{entities}</code>");
    }
    // A table ends its cells before it looks for code.
    format!("`{}`", text.replace('|', "\\|"))
}

/// A link within the page; `shown` is Markdown.
pub(super) fn link(shown: &str, anchor: &str) -> String {
    format!("[{shown}](#{anchor})")
}

/// The fragment by which GitHub reaches a heading, when no other heading has the same.
#[must_use]
pub fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Texts in a row, with `and` before the last.
pub(super) fn listed(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// A table; columns in which no row has anything are left out.
pub(super) struct Table {
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(heads: &[&'static str]) -> Self {
        Self { heads: heads.to_vec(), rows: Vec::new() }
    }

    /// Adds a row of Markdown cells.
    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The table as it stands on the page; nothing when it has no rows.
    pub(super) fn markdown(&self) -> String {
        let has_text = |column: &usize| {
            self.rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()))
        };
        let columns: Vec<usize> = (0..self.heads.len()).filter(has_text).collect();
        let line = |cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|column| cell(*column));
            // An empty cell is written with one blank.
            cells.fold("|".to_owned(), |line, cell| match cell.as_str() {
                "" => format!("{line} |"),
                _ => format!("{line} {cell} |"),
            })
        };
        if columns.is_empty() {
            return String::new();
        }
        let heads = line(&|column| self.heads[column].to_owned());
        let mut lines = vec![heads, line(&|_| "---".to_owned())];
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        lines.extend(self.rows.iter().map(|row| line(&|column| cell(row, column))));
        lines.join("\n")
    }
}

fn one_line(text: &str) -> String {
    let printed = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    printed.collect::<String>().trim().to_owned()
}

/// Text outside of code: what Markdown or HTML would read as a sign is escaped.
fn plain(text: &str, written: &mut String) {
    let letters: Vec<char> = text.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        match letter {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '_' if between_words(&letters, index) => written.push('_'),
            '\\' | '*' | '_' | '[' | ']' | '|' | '~' => {
                written.push('\\');
                written.push(*letter);
            }
            _ => written.push(*letter),
        }
    }
}

/// Whether an underscore stands inside a word, where it is no sign of emphasis.
fn between_words(letters: &[char], index: usize) -> bool {
    let is_word = |at: Option<usize>| {
        at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphanumeric())
    };
    is_word(index.checked_sub(1)) && is_word(Some(index + 1))
}

fn write_all<const N: usize>(written: &mut String, parts: [&str; N]) {
    for part in parts {
        written.push_str(part);
    }
}
