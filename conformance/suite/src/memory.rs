//! Limits the memory of responses that are read and judged at the same time.
//!
//! The limits are checked against estimates, which are too high rather than too low.

use std::fmt;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of one response as JSON, in bytes. Responses of a sound server are far smaller.
pub(crate) const LARGEST: usize = 24 << 20;

/// The maximum size of all responses that are processed at the same time, in bytes.
const TOGETHER: usize = 96 << 20;

/// The size that each response may have without reserving memory, in bytes. Usual responses are smaller.
const FREE: usize = 512 << 10;

/// The bytes of one permit.
const UNIT: usize = 1 << 10;

/// The limit that a response exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// The body has more than this many bytes.
    Body(usize),
    /// The header fields together have more than this many bytes.
    Headers(usize),
    /// The body is JSON with so many values that they take more memory than `LARGEST`.
    Values,
    /// Other responses held the memory and did not release it in time.
    Together,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(most) => write!(f, "the body is longer than {most} bytes"),
            Self::Headers(most) => write!(f, "the headers are longer than {most} bytes"),
            Self::Values => {
                write!(
                    f,
                    "the body has so many values that it takes more than {LARGEST} bytes of memory"
                )
            }
            Self::Together => f.write_str(
                "the responses to several cases are too large to be read at once; try fewer --jobs",
            ),
        }
    }
}

/// The memory for the responses of a run.
#[derive(Debug, Clone)]
pub(crate) struct Memory(Arc<Semaphore>);

/// A part of the memory. It is released when its last copy is dropped.
#[derive(Debug, Clone, Default)]
pub(crate) struct Share {
    held: Vec<Arc<OwnedSemaphorePermit>>,
    bytes: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(TOGETHER / UNIT)))
    }
}

impl Memory {
    /// Takes a share, and waits until there is enough memory.
    pub(crate) async fn take(&self, bytes: usize) -> Share {
        if bytes <= FREE {
            return Share { held: Vec::new(), bytes };
        }
        let units = u32::try_from(bytes.min(TOGETHER) / UNIT).unwrap_or(u32::MAX);
        // The semaphore is never closed.
        let held = Arc::clone(&self.0).acquire_many_owned(units).await.ok();
        Share { held: held.map(Arc::new).into_iter().collect(), bytes }
    }
}

impl Share {
    /// Returns the size of the share, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns whether `bytes` are more than the share and the free size together.
    pub(crate) fn is_short_of(&self, bytes: usize) -> bool {
        bytes > self.bytes.max(FREE)
    }

    /// Reduces the share to `bytes`, which must not exceed the share or the free size, and releases the rest,
    /// unless there are copies.
    pub(crate) fn settle(&mut self, bytes: usize) {
        let most = if bytes <= FREE { 0 } else { bytes.div_ceil(UNIT) };
        if let [only] = &mut self.held[..]
            && let Some(held) = Arc::get_mut(only)
        {
            drop(held.split(held.num_permits().saturating_sub(most)));
        }
        self.bytes = bytes;
    }

    /// Adds another share.
    pub(crate) fn add(&mut self, other: Self) {
        self.held.extend(other.held);
        self.bytes += other.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_taken_too_much_is_given_back() {
        let memory = Memory::default();
        let free = || memory.0.available_permits() * UNIT;
        for needed in [0, 1, FREE, FREE + 1, LARGEST] {
            let mut share = memory.take(LARGEST).await;
            assert_eq!(free(), TOGETHER - LARGEST);
            share.settle(needed);
            assert_eq!(share.bytes(), needed);
            let held = if needed <= FREE { 0 } else { needed.next_multiple_of(UNIT) };
            assert_eq!(free(), TOGETHER - held, "{needed}");
            drop(share);
            assert_eq!(free(), TOGETHER, "{needed}");
        }
    }

    #[tokio::test]
    async fn what_takes_little_is_counted_and_takes_nothing_from_others() {
        let memory = Memory::default();
        let mut share = Share::default();
        share.settle(FREE);
        let other = memory.take(FREE).await;
        share.add(other);
        assert_eq!(share.bytes(), 2 * FREE);
        assert_eq!(memory.0.available_permits() * UNIT, TOGETHER);
    }
}
