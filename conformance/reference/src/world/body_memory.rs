//! The memory that large request bodies share.
//!
//! This module does not read bodies.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// The memory for large bodies, in KiB, shared by all requests in progress.
const LARGE_BODY_KIB: u32 = 32 * 1024;

/// The largest body, in bytes, that needs no share of this memory.
const SMALL_BODY: usize = 16 * 1024;

/// How long a request waits for memory: as long as the request itself may take to arrive.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The share of the memory that a large body holds until the permit is dropped.
pub(crate) type BodyPermit<'l> = Option<SemaphorePermit<'l>>;

#[derive(Debug)]
pub(crate) struct BodyMemory(Semaphore);

impl Default for BodyMemory {
    fn default() -> Self {
        Self(Semaphore::new(LARGE_BODY_KIB as usize))
    }
}

impl BodyMemory {
    /// Waits until there is memory for a body of `bytes` bytes.
    ///
    /// # Errors
    /// No memory became free in time.
    pub(crate) async fn reserve(&self, bytes: usize) -> Result<BodyPermit<'_>, ()> {
        if bytes <= SMALL_BODY {
            return Ok(None);
        }
        // A body that is larger than the memory takes all of it.
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(LARGE_BODY_KIB).min(LARGE_BODY_KIB);
        match timeout(LONGEST_WAIT, self.0.acquire_many(kib)).await {
            Ok(Ok(room)) => Ok(Some(room)),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn large_bodies_wait_for_room_and_small_ones_do_not() {
        let memory = BodyMemory::default();
        let all = memory.reserve(usize::MAX).await.unwrap();
        assert!(memory.reserve(SMALL_BODY).await.unwrap().is_none());
        let mut waiting = std::pin::pin!(memory.reserve(SMALL_BODY + 1));
        assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
        drop(all);
        assert!(waiting.await.unwrap().is_some());
    }
}
