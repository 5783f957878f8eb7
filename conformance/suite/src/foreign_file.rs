//! Reads files that others wrote: a pipe or a device is bounded as a file is, whatever length it tells.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// Those of the operating system; of the kind `FileTooLarge` where there are more bytes, of which no more
/// than one is read.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > most) {
        let says = format!("it has more than {most} bytes");
        return Err(Error::new(ErrorKind::FileTooLarge, says));
    }
    Ok(text)
}
