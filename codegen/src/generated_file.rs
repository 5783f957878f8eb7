//! A generated file as a value, and the format of Rust files: a header, and items that are separated by blank
//! lines. prettyplease formats the code, and `tidy.rs` joins lines. This module writes no file.

use proc_macro2::TokenStream;

use crate::docs::wrap;
use crate::error::GenerateError;
use crate::tidy::tidy;

/// A file of the generated crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path relative to the crate's folder, separated by `/`.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

/// The place of the first comment of each generated file, after the comment marker. [`crate::generate`] puts
/// the comment of the package there.
pub(crate) const HEADER: &str = "{written-by}";

/// Formats a file with the module documentation `doc`. Blank lines separate the elements of `items`.
pub(crate) fn rust_file(
    path: &str,
    doc: &str,
    items: impl IntoIterator<Item = TokenStream>,
) -> Result<GeneratedFile, GenerateError> {
    let mut text = String::new();
    let lines = paragraphs(doc).join(&[String::new()][..]);
    for line in lines.into_iter().chain([String::new(), HEADER.to_owned()]) {
        text.push_str(format!("//! {line}").trim_end());
        text.push('\n');
    }
    for item in items {
        let file = syn::parse2(item).map_err(|error| GenerateError::Emitted {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        let item = tidy(&prettyplease::unparse(&file));
        if !item.is_empty() {
            text.push('\n');
            push_spaced(&mut text, &item);
        }
    }
    Ok(GeneratedFile { path: path.to_owned(), text })
}

/// Returns the lines of each paragraph. Code, lists and tables keep their lines.
fn paragraphs(doc: &str) -> Vec<Vec<String>> {
    let mut is_code = false;
    let paragraphs = doc.split("\n\n").map(|paragraph| {
        let fences = paragraph.lines().filter(|line| line.starts_with("```")).count();
        let is_list = paragraph.starts_with("- ") || paragraph.starts_with('|');
        let as_it_is = is_code || fences > 0 || is_list;
        is_code ^= fences % 2 == 1;
        if as_it_is { paragraph.lines().map(str::to_owned).collect() } else { wrap(paragraph) }
    });
    paragraphs.collect()
}

/// Adds formatted items, with a blank line after each item that has several lines. prettyplease writes no
/// blank lines.
fn push_spaced(text: &mut String, items: &str) {
    let mut lines = items.lines().peekable();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        let constant = line.starts_with("    const ") && line.ends_with(';');
        let declared = line.starts_with("    ) ") || line.starts_with("    type ");
        let ends = constant
            || (declared && line.ends_with(';'))
            || matches!(line, "}" | "    }" | "    ];");
        let next = lines.peek().copied().unwrap_or_default();
        let is_import = |line: &str| line.trim_start_matches("pub ").starts_with("use ");
        let is_item = !line.starts_with([' ', '#', '/'])
            && line.ends_with(';')
            && !is_import(line)
            && !is_import(next)
            && !line.starts_with("pub mod ");
        // The next item may be a constant, too.
        if is_item && !next.is_empty() && !next.starts_with("#[doc(no_inline)]") {
            text.push('\n');
            continue;
        }
        let more = lines.peek().is_some_and(|next| {
            !next.is_empty()
                && !next.trim_start().starts_with(['}', ')', ']'])
                && !next.contains("const ")
        });
        if ends && more {
            text.push('\n');
        }
    }
}
