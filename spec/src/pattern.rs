//! The dialect of patterns that Rust's `regex` and ECMAScript read in the same way.

/// A pattern that Rust and ECMAScript do not read in the same way: what is wrong, and what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PatternMistake {
    pub(crate) message: String,
    pub(crate) help: String,
}

impl PatternMistake {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// Returns why a pattern is outside the shared dialect, or `None` if it is inside.
pub(crate) fn outside_shared_dialect(pattern: &str) -> Option<PatternMistake> {
    if let Some(mistake) = unshared_part(pattern) {
        return Some(mistake);
    }
    match regex::Regex::new(pattern) {
        Ok(_) => None,
        Err(regex::Error::CompiledTooBig(_)) => Some(PatternMistake::new(
            "the pattern is too large",
            "lower the limits of its repetitions",
        )),
        Err(error) => {
            // The last line names the mistake, such as "error: unclosed group".
            let error = error.to_string();
            let reason = error.lines().last().unwrap_or_default().trim();
            let reason = reason.strip_prefix("error: ").unwrap_or(reason);
            Some(PatternMistake::new(
                format!("the pattern is not a regular expression: {reason}"),
                "write `\\` before a character that stands for itself, such as `\\(` or `\\*`",
            ))
        }
    }
}

fn unshared_part(pattern: &str) -> Option<PatternMistake> {
    let different = |part: &str, help: &str| {
        let message = format!("Rust and ECMAScript read `{part}` in a pattern differently");
        Some(PatternMistake::new(message, help))
    };
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let Some(escaped) = rest.chars().next() else {
                    let message = "the pattern ends with a single `\\`";
                    return Some(PatternMistake::new(message, "write `\\\\` for a backslash"));
                };
                rest = &rest[escaped.len_utf8()..];
                let escape = format!("\\{escaped}");
                match escaped {
                    'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'b' | 'B' => {
                        return different(
                            &escape,
                            "list the characters, such as `[0-9]`: the class is Unicode in Rust and ASCII in \
                             ECMAScript",
                        );
                    }
                    _ if escaped.is_ascii_alphanumeric() && !matches!(escaped, 'n' | 'r' | 't') => {
                        return different(&escape, "list the characters, such as `[A-Za-z]`");
                    }
                    // With the `u` flag, ECMAScript escapes only characters that have a meaning.
                    _ if escaped.is_ascii_punctuation()
                        && !r"^$\.*+?()[]{}|/".contains(escaped)
                        && !(in_class && escaped == '-') =>
                    {
                        return different(&escape, &format!("write `{escaped}` without `\\`"));
                    }
                    _ => {}
                }
            }
            '[' if in_class => {
                return different("[", "write `\\[` for a bracket within a class");
            }
            '[' if rest.trim_start_matches('^').starts_with(']') => {
                return different("[]", "write `\\]` for a bracket within a class");
            }
            '[' => in_class = true,
            ']' if !in_class => return different("]", "write `\\]` for a bracket outside a class"),
            ']' => in_class = false,
            '&' | '-' | '~' if in_class && rest.starts_with(c) => {
                return different(
                    &format!("{c}{c}"),
                    "write the character once: two are an operator within a class in Rust",
                );
            }
            '(' if !in_class && rest.starts_with('?') && !rest.starts_with("?:") => {
                return different("(?", "write a plain group `(…)`, or `(?:…)`");
            }
            '{' if !in_class && !rest.starts_with(|next: char| next.is_ascii_digit()) => {
                return different("{", "write `\\{` for a brace, or a number after it");
            }
            '.' if !in_class => {
                return different(
                    ".",
                    "list the characters, such as `[^\\n]`: `.` excludes more line ends in ECMAScript than in \
                     Rust",
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
