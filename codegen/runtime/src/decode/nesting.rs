//! The limit on how deep lists and objects may nest, so that no value overflows the stack.

use serde::de::Error;

/// The largest number of nested lists and objects, as in `serde_json`.
const LEVELS: usize = 127;

/// Checks that a list or object may begin inside `depth` others.
///
/// # Errors
/// If `depth` is the largest allowed number of levels.
pub(super) fn enter<E: Error>(depth: usize) -> Result<(), E> {
    if depth < LEVELS {
        return Ok(());
    }
    Err(E::custom(format_args!("more than {LEVELS} lists and objects in each other")))
}
