//! The bound on how deep lists and objects may nest, so that no value exhausts the stack.

use serde::de::Error;

/// The most levels of lists and objects in each other, which is what `serde_json` reads.
const LEVELS: usize = 127;

/// Refuses another level of lists and objects.
///
/// # Errors
/// When `depth` levels are around it already and there may be no more.
pub(super) fn enter<E: Error>(depth: usize) -> Result<(), E> {
    if depth < LEVELS {
        return Ok(());
    }
    Err(E::custom(format_args!("more than {LEVELS} lists and objects in each other")))
}
