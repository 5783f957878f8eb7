//! Emits `README.md`: the crate page for readers outside rustdoc.

use super::crate_docs;
use crate::docs::wrap;
use crate::generated_file::GeneratedFile;
use crate::layout::Layout;
use crate::rust_file::HEADER;

/// Emits the README.
pub(crate) fn emit(layout: &Layout<'_>, crate_name: &str) -> GeneratedFile {
    let mut text = format!("<!-- {HEADER} -->\n# {crate_name}\n");
    for paragraph in crate_docs::page(layout, crate_name) {
        text.push('\n');
        for line in plain(&paragraph) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    GeneratedFile { path: "README.md".to_owned(), text }
}

/// Returns the lines of a paragraph without rustdoc's syntax: links to items, hidden lines of code, and test
/// attributes. Headings move one level down.
fn plain(paragraph: &str) -> Vec<String> {
    if paragraph.starts_with("```") {
        let shown = paragraph.lines().filter(|line| *line != "#" && !line.starts_with("# "));
        let shown = shown.map(|line| match line {
            "```no_run" => "```rust,no_run".to_owned(),
            other => other.to_owned(),
        });
        let mut lines: Vec<String> = shown.collect();
        if let Some(first) = lines.first_mut().filter(|first| *first == "```") {
            first.push_str("rust");
        }
        return lines;
    }
    let text = paragraph.replace("[`", "`").replace("`]", "`");
    if text.starts_with('#') {
        return vec![format!("#{text}")];
    }
    if text.starts_with("- ") || text.starts_with('|') {
        return text.lines().map(str::to_owned).collect();
    }
    wrap(&text)
}
