//! Limits the memory of responses that are read and judged at the same time.
//!
//! The limits are checked against estimates, which are too high rather than too low.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use webdata_cases::json::{self, CostError, MAX_JSON_BYTES};

/// The maximum size of all responses that are processed at the same time, in bytes.
const MAX_TOTAL_BYTES: usize = 96 << 20;

/// The size that each response may have without reserving memory, in bytes. Usual responses are smaller.
const UNRESERVED_BYTES: usize = 512 << 10;

const PERMIT_BYTES: usize = 1 << 10;

/// The limit that a response exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    /// The body has more than this many bytes.
    #[error("the body is longer than {0} bytes")]
    Body(usize),
    /// The header fields together have more than this many bytes.
    #[error("the headers are longer than {0} bytes")]
    Headers(usize),
    /// The body is JSON with so many values that they take more memory than `MAX_JSON_BYTES`.
    #[error("the body has so many values that it takes more than {MAX_JSON_BYTES} bytes of memory")]
    Values,
    /// The body is JSON with more nested lists and objects than this.
    #[error("the body cannot be judged here: it has more than {0} lists and objects in each other")]
    Depth(usize),
    /// Other responses held the memory and did not release it in time.
    #[error("the responses to several cases are too large to be read at once; try fewer --jobs")]
    Together,
}

/// Estimates the memory of a body as parsed JSON, in bytes; the inner error says why it is not JSON.
///
/// # Errors
/// If the body takes more than [`MAX_JSON_BYTES`] bytes, or is nested too deeply.
pub(crate) fn json_cost(body: &[u8]) -> Result<serde_json::Result<usize>, Excess> {
    match json::cost(body, MAX_JSON_BYTES) {
        Ok(cost) => Ok(Ok(cost)),
        Err(CostError::NotJson(error)) => Ok(Err(error)),
        Err(CostError::TooManyValues) => Err(Excess::Values),
        Err(CostError::TooDeep(depth)) => Err(Excess::Depth(depth)),
    }
}

/// The memory for the responses of a run.
#[derive(Debug, Clone)]
pub(crate) struct MemoryLimit(Arc<Semaphore>);

/// A part of the memory. It is released when its last copy is dropped.
#[derive(Debug, Clone, Default)]
pub(crate) struct MemoryShare {
    permits: Vec<Arc<OwnedSemaphorePermit>>,
    bytes: usize,
}

impl Default for MemoryLimit {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_TOTAL_BYTES / PERMIT_BYTES)))
    }
}

impl MemoryLimit {
    /// Takes a share, and waits until there is enough memory.
    pub(crate) async fn reserve(&self, bytes: usize) -> MemoryShare {
        if bytes <= UNRESERVED_BYTES {
            return MemoryShare { permits: Vec::new(), bytes };
        }
        let units = u32::try_from(bytes.min(MAX_TOTAL_BYTES) / PERMIT_BYTES).unwrap_or(u32::MAX);
        // The semaphore is never closed.
        let permits = Arc::clone(&self.0).acquire_many_owned(units).await.ok();
        MemoryShare { permits: permits.map(Arc::new).into_iter().collect(), bytes }
    }
}

impl MemoryShare {
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns whether `bytes` exceed both the share and the unreserved size.
    pub(crate) fn is_short_of(&self, bytes: usize) -> bool {
        bytes > self.bytes.max(UNRESERVED_BYTES)
    }

    /// Reduces the share to `bytes`, which must not exceed the share or the unreserved size, and releases
    /// the rest, unless there are copies.
    pub(crate) fn settle(&mut self, bytes: usize) {
        let max_permits = if bytes <= UNRESERVED_BYTES { 0 } else { bytes.div_ceil(PERMIT_BYTES) };
        if let [only] = &mut self.permits[..]
            && let Some(permits) = Arc::get_mut(only)
        {
            drop(permits.split(permits.num_permits().saturating_sub(max_permits)));
        }
        self.bytes = bytes;
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.permits.extend(other.permits);
        self.bytes += other.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unused_permits_are_released() {
        let memory = MemoryLimit::default();
        let free = || memory.0.available_permits() * PERMIT_BYTES;
        for needed in [0, 1, UNRESERVED_BYTES, UNRESERVED_BYTES + 1, MAX_JSON_BYTES] {
            let mut share = memory.reserve(MAX_JSON_BYTES).await;
            assert_eq!(free(), MAX_TOTAL_BYTES - MAX_JSON_BYTES);
            share.settle(needed);
            assert_eq!(share.bytes(), needed);
            let permits =
                if needed <= UNRESERVED_BYTES { 0 } else { needed.next_multiple_of(PERMIT_BYTES) };
            assert_eq!(free(), MAX_TOTAL_BYTES - permits, "{needed}");
            drop(share);
            assert_eq!(free(), MAX_TOTAL_BYTES, "{needed}");
        }
    }

    #[tokio::test]
    async fn small_responses_need_no_permits() {
        let memory = MemoryLimit::default();
        let mut share = MemoryShare::default();
        share.settle(UNRESERVED_BYTES);
        let other = memory.reserve(UNRESERVED_BYTES).await;
        share.add(other);
        assert_eq!(share.bytes(), 2 * UNRESERVED_BYTES);
        assert_eq!(memory.0.available_permits() * PERMIT_BYTES, MAX_TOTAL_BYTES);
    }
}
