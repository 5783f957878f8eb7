//! Markdown as GitHub reads it: escaped text, tables, slugs.
//!
//! Nothing here knows what a contract is.

/// Escapes prose, in which backticks mark code; everything else is shown literally.
pub(super) fn prose(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    // If the number of backticks is odd, the last one marks no code.
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

/// Escapes prose that is a paragraph of its own.
pub(super) fn paragraph(text: &str) -> String {
    paragraph_safe(&prose(text))
}

/// Returns Markdown without line breaks as a paragraph. Its beginning must not become a list, a heading or a
/// table.
pub(super) fn paragraph_safe(written: &str) -> String {
    // Only tables need escaped bars; code would show the backslash.
    let written = written.replace("\\|", "|");
    let digits = written.len() - written.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = written.split_at(digits);
    match rest.chars().next() {
        Some('#' | '+' | '-' | '=' | ':' | '|') if number.is_empty() => format!("\\{written}"),
        Some('.' | ')') if !number.is_empty() => format!("{number}\\{rest}"),
        _ => written,
    }
}

/// Returns a string as code, shown literally.
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
    // Markdown splits the cells of a table before it looks for code.
    format!("`{}`", text.replace('|', "\\|"))
}

/// Returns a link within the page; `shown` is Markdown.
pub(super) fn link(shown: &str, anchor: &str) -> String {
    format!("[{shown}](#{anchor})")
}

/// Returns the fragment that GitHub gives a heading, if no other heading has the same text.
#[must_use]
pub fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Joins strings with commas, and with `and` before the last.
pub(super) fn join_with_and(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// A table. Columns without any content are left out.
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

    /// Returns the table as Markdown; an empty string if the table has no rows.
    pub(super) fn markdown(&self) -> String {
        let has_text = |column: &usize| {
            self.rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_empty()))
        };
        let columns: Vec<usize> = (0..self.heads.len()).filter(has_text).collect();
        let line = |cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|column| cell(*column));
            // An empty cell is written with one space.
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

/// Adds text outside of code. Characters that Markdown or HTML would interpret are escaped.
fn plain(text: &str, written: &mut String) {
    let letters: Vec<char> = text.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        match letter {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '_' if is_inside_word(&letters, index) => written.push('_'),
            '\\' | '*' | '_' | '[' | ']' | '|' | '~' => {
                written.push('\\');
                written.push(*letter);
            }
            _ => written.push(*letter),
        }
    }
}

/// Returns whether an underscore is inside a word, where it does not mark emphasis.
fn is_inside_word(letters: &[char], index: usize) -> bool {
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
