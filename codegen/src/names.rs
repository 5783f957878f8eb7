//! Converts names of a contract to Rust names: their case, keywords, and duplicates.

use std::collections::HashSet;

use heck::{ToShoutySnakeCase as _, ToSnakeCase as _, ToUpperCamelCase as _};
use proc_macro2::{Ident, Span};

/// The types of Rust's prelude that generated code uses. No type of a contract may have these names.
const PRELUDE: [&str; 11] =
    ["Box", "Err", "Fn", "None", "Ok", "Option", "Result", "Self", "Some", "String", "Vec"];

/// Returns whether generated code needs the name.
pub(crate) fn is_reserved_type(name: &str) -> bool {
    PRELUDE.contains(&name)
}

/// Returns a name with each plural of an abbreviation as one word: `invalidURLs` becomes `invalidUrls`.
fn with_plural_words(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let is_plural = |letters: &[char], at: usize| {
        letters[at] == 's' && !letters.get(at + 1).is_some_and(char::is_ascii_lowercase)
    };
    for at in 1..letters.len() {
        let capitals = letters[..at].iter().rev().take_while(|letter| letter.is_ascii_uppercase());
        let count = capitals.count();
        if count > 1 && is_plural(&letters, at) {
            letters[at + 1 - count..at].iter_mut().for_each(char::make_ascii_lowercase);
        }
    }
    letters.into_iter().collect()
}

/// Returns the name of a type or variant: `git-diff` becomes `GitDiff`, and `24h` becomes `V24h`.
pub(crate) fn upper_camel(text: &str) -> String {
    let name = with_plural_words(text).to_upper_camel_case();
    match name.chars().next() {
        None => "Empty".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("V{name}"),
        Some(_) if name == "Self" => "Self_".to_owned(),
        Some(_) => name,
    }
}

/// Returns the name of a field or module, without the `r#` of a keyword.
pub(crate) fn snake(text: &str) -> String {
    let name = with_plural_words(text).to_snake_case();
    match name.chars().next() {
        None => "empty".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) if matches!(name.as_str(), "self" | "super" | "crate") => format!("{name}_"),
        Some(_) => name,
    }
}

/// Returns the name of a constant, from a path such as `AlbumUpdate.name.maxLength`.
pub(crate) fn shouty_snake(path: &str) -> String {
    let steps: Vec<String> =
        path.split('.').map(|step| with_plural_words(step).to_shouty_snake_case()).collect();
    steps.join("_")
}

/// Returns a name as an identifier, which is raw if the name is a keyword.
pub(crate) fn ident(name: &str) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(ident) => ident,
        Err(_) if is_identifier(name) => Ident::new_raw(name, Span::call_site()),
        Err(_) => Ident::new(&to_identifier(name), Span::call_site()),
    }
}

/// Returns whether the name is an identifier of Rust, apart from keywords.
fn is_identifier(name: &str) -> bool {
    syn::parse_str::<Ident>(&format!("{name}_")).is_ok()
}

/// Returns the name with `_` for each character that is not allowed in an identifier. If the name starts with
/// a character that must not come first, it gets the prefix `N`.
fn to_identifier(name: &str) -> String {
    let allowed = |c: char| syn::parse_str::<Ident>(&format!("x{c}")).is_ok();
    let name: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    let says_something = name.chars().any(|c| c != '_');
    if says_something && is_identifier(&name) { name } else { format!("N{name}") }
}

/// Returns the name that `#[serde(rename_all = "camelCase")]` gives to a field, as `camel` of `webdata-derive` must, which
/// this crate may not use.
pub(crate) fn serde_camel(field: &str) -> String {
    let mut name = String::new();
    for (index, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if index > 0 => name.push(first.to_ascii_uppercase()),
            first => name.extend(first),
        }
        name.push_str(letters.as_str());
    }
    name
}

/// The names of one scope, so that no name is used twice.
#[derive(Debug, Default)]
pub(crate) struct Scope(HashSet<String>);

impl Scope {
    /// Returns the name, with the smallest number from 2 on appended if the name is taken.
    pub(crate) fn claim(&mut self, name: String) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        // There are infinitely many candidates, so one is free.
        let free = candidates.find(|candidate| self.0.insert(candidate.clone()));
        free.unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_of_abbreviations_are_one_word() {
        for (name, field, constant) in [
            ("ignoreInvalidURLs", "ignore_invalid_urls", "IGNORE_INVALID_URLS"),
            ("URLsOfPDFs", "urls_of_pdfs", "URLS_OF_PDFS"),
            ("IDs", "ids", "IDS"),
            ("asPDF", "as_pdf", "AS_PDF"),
            ("HTTPServer", "http_server", "HTTP_SERVER"),
            ("PDFscan", "pd_fscan", "PD_FSCAN"),
        ] {
            assert_eq!((snake(name).as_str(), shouty_snake(name).as_str()), (field, constant));
        }
        assert_eq!(upper_camel("ignoreInvalidURLs"), "IgnoreInvalidUrls");
    }
}
