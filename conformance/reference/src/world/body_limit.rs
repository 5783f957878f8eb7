//! The size that bodies are held to, and the room for those that are large.
//!
//! It must not look into a body.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::part::Part;
use crate::contract::Contract;

/// The room for large bodies, in KiB: of all requests that are under way.
const ROOM: u32 = 32 * 1024;

/// The most bytes of a body that needs none of it.
const SMALL: usize = 16 * 1024;

/// How long a request waits for room, which is as long as it may take to come.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What a body has of the room, until this is dropped.
pub(crate) type Room<'l> = Option<SemaphorePermit<'l>>;

/// A size that bodies are held to instead of the contract's, so that one need not be large to be too
/// large, and the room for those that are large.
#[derive(Debug)]
pub(crate) struct BodyLimit {
    most: AtomicUsize,
    room: Semaphore,
}

impl Default for BodyLimit {
    /// No size of its own.
    fn default() -> Self {
        Self { most: AtomicUsize::new(usize::MAX), room: Semaphore::new(ROOM as usize) }
    }
}

impl BodyLimit {
    /// Holds bodies to a size.
    pub(crate) fn set(&self, bytes: usize) {
        self.most.store(bytes, Ordering::SeqCst);
    }

    /// The most bytes of a body.
    pub(crate) fn bytes(&self, contract: &Contract) -> usize {
        contract.body_bytes.min(self.most.load(Ordering::SeqCst))
    }

    /// Waits until there is room for so many bytes.
    ///
    /// # Errors
    /// When that takes too long.
    pub(crate) async fn room_for(&self, bytes: usize) -> Result<Room<'_>, ()> {
        if bytes <= SMALL {
            return Ok(None);
        }
        // One that is larger than the room has it for itself.
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(ROOM).min(ROOM);
        match timeout(LONGEST_WAIT, self.room.acquire_many(kib)).await {
            Ok(Ok(room)) => Ok(Some(room)),
            _ => Err(()),
        }
    }
}

impl Part for BodyLimit {
    /// The size, unless it is the contract's.
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
        let all = limit.room_for(usize::MAX).await.unwrap();
        assert!(limit.room_for(SMALL).await.unwrap().is_none());
        let mut waiting = std::pin::pin!(limit.room_for(SMALL + 1));
        assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
        drop(all);
        assert!(waiting.await.unwrap().is_some());
    }
}
