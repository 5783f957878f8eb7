//! The `json-pointer` format: RFC 6901, as a JSON string.
//!
//! This module does not resolve pointers.

use super::FormatError;

const NOT_A_POINTER: FormatError =
    FormatError::fixed("is not a json pointer (rfc 6901: `/a/0`, with `~0` and `~1`)");

/// Validates a pointer such as `/a/0`, or the empty pointer to the whole document.
///
/// # Errors
///
/// If `text` is not such a pointer.
pub fn check(text: &str) -> Result<(), FormatError> {
    let begins = text.is_empty() || text.starts_with('/');
    let escapes = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if begins && escapes { Ok(()) } else { Err(NOT_A_POINTER) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn pointers() {
        const WHY: &str = "is not a json pointer (rfc 6901: `/a/0`, with `~0` and `~1`)";
        check_table(
            super::check,
            &["", "/", "/a/0", "/a~1b/m~0n", "//", "/ ", "/c%d", "/-", "/~01", "/a\"b", "/é"],
            &[
                ("a", WHY),
                ("#", WHY),
                ("#/a", WHY),
                ("0", WHY),
                ("/a~", WHY),
                ("/a~2", WHY),
                ("/~~", WHY),
                ("a/b", WHY),
            ],
        );
    }
}
