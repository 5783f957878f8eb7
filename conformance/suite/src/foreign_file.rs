//! Reads files of other programs with a size limit, which also holds for pipes and devices.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// Errors of the operating system. `FileTooLarge` if the file has more bytes, of which at most one is read.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > most) {
        let message = format!("it has more than {most} bytes");
        return Err(Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}
