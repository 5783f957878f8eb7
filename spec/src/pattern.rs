//! The dialect of patterns that Rust's `regex` and ECMAScript read in the same way.

/// Returns why a pattern is outside the shared dialect, or `None` if it is inside.
pub(crate) fn outside_shared_dialect(pattern: &str) -> Option<&'static str> {
    if let Some(reason) = unshared_part(pattern) {
        return Some(reason);
    }
    match regex::Regex::new(pattern) {
        Ok(_) => None,
        Err(regex::Error::CompiledTooBig(_)) => Some("it is too large"),
        Err(_) => Some(
            "it is not a regular expression: look for a group that is not closed, or a repetition of nothing",
        ),
    }
}

fn unshared_part(pattern: &str) -> Option<&'static str> {
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let Some(escaped) = rest.chars().next() else { return Some("it ends with `\\`") };
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'b' | 'B' => {
                        return Some(
                            "classes such as `\\d` mean Unicode in Rust and ASCII in ECMAScript; list the characters",
                        );
                    }
                    _ if escaped.is_ascii_alphanumeric() && !matches!(escaped, 'n' | 'r' | 't') => {
                        return Some("this escape is not shared by Rust and ECMAScript");
                    }
                    // With the `u` flag, ECMAScript escapes only characters that have a meaning.
                    _ if escaped.is_ascii_punctuation()
                        && !r"^$\.*+?()[]{}|/".contains(escaped)
                        && !(in_class && escaped == '-') =>
                    {
                        return Some("this escape is not shared by Rust and ECMAScript");
                    }
                    _ => {}
                }
            }
            '[' if in_class => return Some("nested classes are not shared by Rust and ECMAScript"),
            '[' if rest.trim_start_matches('^').starts_with(']') => {
                return Some(
                    "Rust and ECMAScript read `[]` differently; write `\\]` for the bracket",
                );
            }
            '[' => in_class = true,
            ']' if !in_class => return Some("write `\\]` for the bracket"),
            ']' => in_class = false,
            '&' | '-' | '~' if in_class && rest.starts_with(c) => {
                return Some("class operators are not shared by Rust and ECMAScript");
            }
            '(' if !in_class && rest.starts_with('?') && !rest.starts_with("?:") => {
                return Some("only plain and `(?:` groups are shared by Rust and ECMAScript");
            }
            '{' if !in_class && !rest.starts_with(|next: char| next.is_ascii_digit()) => {
                return Some("write `\\{` for the brace");
            }
            '.' if !in_class => {
                return Some(
                    "`.` excludes more line ends in ECMAScript than in Rust; list the characters",
                );
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::outside_shared_dialect;

    #[test]
    fn shared_patterns_are_accepted_and_others_rejected() {
        for shared in ["^[A-Z]{2}$", "^(?:ab|cd)+$", r"^a\.b$", r"[\]a-z]"] {
            assert_eq!(outside_shared_dialect(shared), None, "{shared}");
        }
        for other in [
            r"^\d+$",
            "(?=a)",
            "(?i)a",
            "[a&&b]",
            "[[:alpha:]]",
            r"\p{L}",
            ".",
            "a\\",
            "(",
            "[]a]",
            "a]",
            "[a--b]",
            "a{,2}",
            r"\#",
        ] {
            assert!(outside_shared_dialect(other).is_some(), "{other}");
        }
    }
}
