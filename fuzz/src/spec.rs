//! Checks that reading any contract ends without a panic, as well as rendering its mistakes. The exports and
//! the derivation of cases must end for a valid contract.
//!
//! The bytes contain all pages, each after a line such as `=== types/book.toml`.

use webdata_spec::{Source, Spec};

/// Reads the bytes as the pages of a contract.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match Spec::read_with_warnings(&pages(text)) {
        Ok((spec, warnings)) => {
            drop((warnings.render(false), spec.open_api(), spec.reference_page("")));
            drop(webdata_cases::derive::derive(&spec));
            assert!(webdata_spec::diff(&spec, &spec).is_empty(), "a contract differs from itself");
        }
        Err(mistakes) => drop(mistakes.render(false)),
    }
}

fn pages(text: &str) -> Vec<Source> {
    let mut pages: Vec<Source> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix("=== "), pages.last_mut()) {
            (Some(name), _) => {
                pages.push(Source { name: name.trim_end().into(), text: String::new() });
            }
            (None, Some(page)) => page.text.push_str(line),
            (None, None) => {}
        }
    }
    pages
}
