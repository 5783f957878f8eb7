//! Parses JSON from clients, with a limit on its depth.

use serde::Deserialize as _;
use serde_json::{Deserializer, Value};

/// The maximum number of nested arrays and objects. A recursion over this many levels does not overflow the stack.
pub(crate) const MAX_DEPTH: usize = 512;

/// Parses JSON that is nested at most [`MAX_DEPTH`] deep.
///
/// # Errors
/// The text is not JSON, is nested deeper, or has a number that a double cannot hold.
pub(crate) fn parse(bytes: &[u8]) -> serde_json::Result<Value> {
    let mut deserializer = Deserializer::from_slice(bytes);
    if depth(bytes) <= MAX_DEPTH {
        deserializer.disable_recursion_limit();
    }
    let value = Value::deserialize(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

/// Returns the number of nested arrays and objects at the deepest place of a JSON text.
pub(crate) fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut deepest) = (0_usize, 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b'[' | b'{' if !is_quoted => now += 1,
            b']' | b'}' if !is_quoted => now = now.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(now);
    }
    deepest
}
