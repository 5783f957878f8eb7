//! Reads files that other programs and people write, with a limit of size.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// Reads a text of at most `max_bytes` bytes.
///
/// # Errors
/// Errors of the operating system. `FileTooLarge` if the file has more bytes, of which at most one is read.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(max_bytes.saturating_add(1)).read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > max_bytes) {
        let message = format!("it has more than {max_bytes} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}
