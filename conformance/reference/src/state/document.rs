//! The saved state as one JSON document, whose content the world defines.
//!
//! This module rejects every document that is not a state of the served contract.

use serde::Deserialize;
use webdata_spec::Spec;

use super::file::StateFileError;
use crate::service::backend::Backend;
use crate::world::{Origin, Saved};

/// The number of the current document format.
const FORMAT: u64 = 3;

/// The most levels of nesting in a document. Request bodies are read to a depth of 128, so every saved state
/// is below this limit. The limit is far from what would overflow the stack of a thread.
const MAX_DEPTH: usize = 256;

/// The part of a document that decides whether the rest can be read.
#[derive(Debug, Deserialize)]
struct Head {
    format: u64,
    contract: Option<Origin>,
}

/// Captures the current state of a server.
pub(super) fn capture(backend: &Backend) -> Saved {
    let origin = Origin::new(&backend.contract.spec);
    backend.world.save(FORMAT, origin, backend.behaviour.save())
}

/// Parses the saved state of a contract.
pub(super) fn read(bytes: &[u8], spec: &Spec) -> Result<Saved, StateFileError> {
    if depth(bytes) > MAX_DEPTH {
        return Err(StateFileError::TooDeep);
    }
    let head: Head = parse(bytes)?;
    if head.format != FORMAT {
        return Err(StateFileError::Format { found: head.format, own: FORMAT });
    }
    let own_origin = Origin::new(spec);
    if let Some(saved) = head.contract.filter(|saved| *saved != own_origin) {
        return Err(StateFileError::Contract {
            found: saved.describe(),
            own: own_origin.describe(),
        });
    }
    let saved: Saved = parse(bytes)?;
    if saved.clock.now().is_none() {
        return Err(StateFileError::Clock);
    }
    Ok(saved)
}

/// Parses a JSON text whose depth was checked.
fn parse<'t, T: Deserialize<'t>>(bytes: &'t [u8]) -> Result<T, StateFileError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    // A saved body is nested deeper in the document than it was in its request.
    deserializer.disable_recursion_limit();
    let read = T::deserialize(&mut deserializer);
    let read = read.and_then(|read| deserializer.end().map(|()| read));
    read.map_err(StateFileError::Content)
}

/// Returns how deep arrays and objects are nested in a JSON text.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut is_escaped) = (0_usize, 0, false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_arrays_and_objects() {
        let table = [
            ("1", 0),
            ("[]", 1),
            (r#"{"a":[{}],"b":[]}"#, 3),
            (r#"["[[", "\"[[", "\\", []]"#, 2),
            ("]][", 1),
        ];
        for (text, expected) in table {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }
}
