//! Request bodies: taken in up to a size, and so much of all of them at a time.
//!
//! It must not look into a body.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::answer::Row;
use super::contract::Contract;

/// A body, or the row that answers one that could not be taken in.
pub(super) type Sent = Result<Bytes, Arc<Row>>;

/// The room for large bodies, in KiB: of all requests that are under way.
const ROOM: u32 = 32 * 1024;

/// The most bytes of a body that needs none of it.
const SMALL: usize = 16 * 1024;

/// How long a request waits for room, which is as long as it may take to come.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What a body has of the room, until this is dropped.
pub(super) type Room<'l> = Option<SemaphorePermit<'l>>;

/// A size that bodies are held to instead of the contract's, so that one need not be large to be too
/// large, and the room for those that are large.
#[derive(Debug)]
pub(super) struct BodyLimit {
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
    pub(super) fn set(&self, bytes: usize) {
        self.most.store(bytes, Ordering::SeqCst);
    }

    /// Holds bodies to the contract's size again.
    pub(super) fn reset(&self) {
        self.set(usize::MAX);
    }

    /// The size that they are held to, if any.
    pub(super) fn saved(&self) -> Option<usize> {
        Some(self.most.load(Ordering::SeqCst)).filter(|bytes| *bytes != usize::MAX)
    }

    /// Holds bodies to the size that was saved.
    pub(super) fn restore(&self, saved: Option<usize>) {
        self.set(saved.unwrap_or(usize::MAX));
    }

    /// The most bytes of a body.
    pub(super) fn bytes(&self, contract: &Contract) -> usize {
        contract.body_bytes.min(self.most.load(Ordering::SeqCst))
    }

    /// Takes a body in, once there is room for it; the room is to be kept as long as the body.
    pub(super) async fn read(&self, contract: &Contract, body: Body) -> (Sent, Room<'_>) {
        let (most, hint) = (self.bytes(contract), body.size_hint());
        // One that says that it is too large is not waited for.
        if hint.lower() > most as u64 {
            return (Err(Arc::clone(&contract.body_too_large)), None);
        }
        // One that does not say how large it is may be as large as any.
        let said = hint.exact().and_then(|said| usize::try_from(said).ok());
        let Ok(room) = self.room_for(said.unwrap_or(most)).await else {
            return (Err(Arc::clone(&contract.validation_failure)), None);
        };
        // What is set aside and does not come takes no memory.
        let mut taken: Vec<u8> = Vec::with_capacity(said.unwrap_or_default());
        let mut parts = body.into_data_stream();
        while let Some(part) = parts.next().await {
            let row = match part {
                Ok(part) if part.len() <= most - taken.len() => {
                    taken.extend_from_slice(&part);
                    continue;
                }
                Ok(_) => &contract.body_too_large,
                Err(_) => &contract.validation_failure,
            };
            return (Err(Arc::clone(row)), room);
        }
        (Ok(taken.into()), room)
    }

    /// Waits until there is room for so many bytes.
    ///
    /// # Errors
    /// When that takes too long.
    async fn room_for(&self, bytes: usize) -> Result<Room<'_>, ()> {
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
