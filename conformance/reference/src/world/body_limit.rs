//! The size limit of request bodies, and the memory that large bodies share.
//!
//! This module does not read bodies.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::contract::Contract;
use crate::world::Part;

/// The memory for large bodies, in KiB, shared by all requests in progress.
const LARGE_BODY_KIB: u32 = 32 * 1024;

/// The largest body, in bytes, that needs no share of this memory.
const SMALL_BODY: usize = 16 * 1024;

/// How long a request waits for memory: as long as the request itself may take to arrive.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The share of the memory that a large body holds until the permit is dropped.
pub(crate) type BodyPermit<'l> = Option<SemaphorePermit<'l>>;

/// A size limit below the contract's, so that tests can exceed it with small bodies, and the memory for large
/// bodies.
#[derive(Debug)]
pub(crate) struct BodyLimit {
    most: AtomicUsize,
    room: Semaphore,
}

impl Default for BodyLimit {
    /// Returns a limit that leaves the contract's in force.
    fn default() -> Self {
        Self { most: AtomicUsize::new(usize::MAX), room: Semaphore::new(LARGE_BODY_KIB as usize) }
    }
}

impl BodyLimit {
    pub(crate) fn set(&self, bytes: usize) {
        self.most.store(bytes, Ordering::SeqCst);
    }

    /// Returns the largest size of a body, in bytes: the smaller of this limit and the contract's.
    pub(crate) fn bytes(&self, contract: &Contract) -> usize {
        contract.body_bytes.min(self.most.load(Ordering::SeqCst))
    }

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
        match timeout(LONGEST_WAIT, self.room.acquire_many(kib)).await {
            Ok(Ok(room)) => Ok(Some(room)),
            _ => Err(()),
        }
    }
}

impl Part for BodyLimit {
    /// The size limit; `None` if the contract's is in force.
    type Saved = Option<usize>;

    fn reset(&self, _now: DateTime<Utc>) {
        self.set(usize::MAX);
    }

    fn save(&self) -> Option<usize> {
        Some(self.most.load(Ordering::SeqCst)).filter(|bytes| *bytes != usize::MAX)
    }

    fn restore(&self, saved: Option<usize>) {
        self.set(saved.unwrap_or(usize::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn large_bodies_wait_for_room_and_small_ones_do_not() {
        let limit = BodyLimit::default();
        let all = limit.reserve(usize::MAX).await.unwrap();
        assert!(limit.reserve(SMALL_BODY).await.unwrap().is_none());
        let mut waiting = std::pin::pin!(limit.reserve(SMALL_BODY + 1));
        assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
        drop(all);
        assert!(waiting.await.unwrap().is_some());
    }
}
