//! What a client sends and never shows: the key, and what a caller's own headers hold.

use crate::redaction::Redactor;

/// Shorter texts are not looked for: they might be part of any word.
const SHORTEST: usize = 8;

/// Returns what takes the key and the values of headers out of what a server answers.
pub(super) fn redactor<'v>(
    key: Option<&'v str>,
    headers: impl Iterator<Item = &'v str>,
) -> Redactor {
    // Behind the word of a scheme stands what a server repeats.
    let headers =
        headers.flat_map(|value| [Some(value), value.split_once(' ').map(|(_, alone)| alone)]);
    let headers = headers.flatten().map(|value| (value, "[header]"));
    let secrets = key.map(|key| (key, "[key]")).into_iter().chain(headers);
    Redactor::new(secrets.filter(|(text, _)| text.len() >= SHORTEST))
}

#[cfg(test)]
mod tests {
    use super::redactor;

    #[test]
    fn keys_and_headers_are_found_unless_they_are_short() {
        let headers = ["Token se<cr&et", "blue", "Basic short", "ab/cd+ef=="].into_iter();
        let redactor = redactor(Some("ab/cd+ef=="), headers);
        for (given, expected) in [
            (
                "ab/cd+ef== Token se<cr&et Token se<cr se<cr&et",
                "[key] [header] Token se<cr [header]",
            ),
            ("blue short Basic short", "blue short [header]"),
        ] {
            assert_eq!(redactor.redact(given.to_owned()), expected);
        }
    }
}
