//! Bounds the memory that responses take together while they are read and judged.
//!
//! It must not know what a response says. What it counts are estimates, which are rather too high.

use std::fmt;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most that one response may take as JSON, in bytes. No response of a sound server comes near.
pub(crate) const LARGEST: usize = 24 << 20;

/// The most that all responses take together that are worked on at the same time, in bytes.
const TOGETHER: usize = 96 << 20;

/// What each response may take without asking, in bytes. It is more than usual ones take.
const FREE: usize = 512 << 10;

/// The bytes of one permit.
const UNIT: usize = 1 << 10;

/// Which bound a response exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// The body has more bytes than this.
    Body(usize),
    /// The header fields have together more bytes than this.
    Headers(usize),
    /// The body is JSON of so many values that it takes more memory than `LARGEST`.
    Values,
    /// Others have taken the memory, and did not give it back in time.
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

/// A part of the memory, given back when the last copy is dropped.
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
    /// Takes a share, as soon as there is enough.
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
    /// How many bytes it stands for.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether so many bytes need more than is held, beyond what is free.
    pub(crate) fn is_short_of(&self, bytes: usize) -> bool {
        bytes > self.bytes.max(FREE)
    }

    /// Adds another share.
    pub(crate) fn add(&mut self, other: Self) {
        self.held.extend(other.held);
        self.bytes += other.bytes;
    }
}
