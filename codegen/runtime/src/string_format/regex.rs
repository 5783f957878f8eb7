//! The `regex` format: a regular expression by ECMA-262, with the flag `u`.
//!
//! This module matches no strings.

use super::FormatError;

const NOT_A_REGEX: FormatError = FormatError::fixed("is not a regular expression (ecma-262)");

/// Validates a regular expression such as `^[a-z]+$`.
///
/// # Errors
///
/// If `text` is not such an expression.
pub fn check(text: &str) -> Result<(), FormatError> {
    regress::Regex::with_flags(text, "u").map(drop).map_err(|_| NOT_A_REGEX)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn regular_expressions() {
        const WHY: &str = "is not a regular expression (ecma-262)";
        check_table(
            super::check,
            &["", "^[a-z]+$", "(?<year>[0-9]{4})", "a(?=b)", "([abc])+\\s+$", "\\p{Letter}"],
            &[
                ("^(abc]", WHY),
                ("[a", WHY),
                ("a{2,1}", WHY),
                ("*", WHY),
                ("(?P<name>a)", WHY),
                ("^\\S(|(.|\\n)*\\S)\\Z", WHY),
                ("\\a", WHY),
            ],
        );
    }
}
