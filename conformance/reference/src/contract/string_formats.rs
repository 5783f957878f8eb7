//! The string formats that the `jsonschema` crate lacks, and a cache of verdicts on strings that take long to check.
//!
//! This module shares no code with the generated validators.

pub(crate) mod cron;
pub(crate) mod phrase;

use crate::bounded::BoundedMap;
use crate::shared::Shared;

/// The largest size of a cached string in bytes.
const MAX_BYTES: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct VerdictCache(Shared<BoundedMap<String, bool>>);

impl VerdictCache {
    /// Returns the cached verdict on a string, or computes it with `decide`.
    pub(crate) fn verdict(&self, text: &str, decide: impl FnOnce() -> bool) -> bool {
        if text.len() > MAX_BYTES {
            return decide();
        }
        let locked = || self.0.lock();
        let known = locked().get(text).copied();
        known.unwrap_or_else(|| {
            let verdict = decide();
            locked().insert(text.to_owned(), verdict);
            verdict
        })
    }
}
