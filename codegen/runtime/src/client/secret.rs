//! The secrets of a client: the key, and the values of the caller's headers.

use crate::redaction::Redactor;

/// The minimum length of a redacted value, in bytes. Shorter values might be a part of any word.
const MIN_SECRET_BYTES: usize = 8;

/// Returns the redactor for the key and the values of headers.
pub(super) fn redactor<'v>(
    key: Option<&'v str>,
    headers: impl Iterator<Item = &'v str>,
) -> Redactor {
    // A server may repeat the value without the name of its scheme.
    let headers =
        headers.flat_map(|value| [Some(value), value.split_once(' ').map(|(_, alone)| alone)]);
    let headers = headers.flatten().map(|value| (value, "[header]"));
    let secrets = key.map(|key| (key, "[key]")).into_iter().chain(headers);
    Redactor::new(secrets.filter(|(text, _)| text.len() >= MIN_SECRET_BYTES))
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
