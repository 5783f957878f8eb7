//! Request bodies: taken in up to a size.
//!
//! It must not look into a body.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::StatusCode;

use super::answer::Row;
use super::contract::Contract;

/// A body, or the row that answers one that could not be taken in.
pub(super) type Sent = Result<Bytes, Arc<Row>>;

/// A size that bodies are held to instead of the contract's, so that one need not be large to be too
/// large.
#[derive(Debug)]
pub(super) struct BodyLimit(AtomicUsize);

impl Default for BodyLimit {
    /// None.
    fn default() -> Self {
        Self(AtomicUsize::new(usize::MAX))
    }
}

impl BodyLimit {
    /// Holds bodies to a size.
    pub(super) fn set(&self, bytes: usize) {
        self.0.store(bytes, Ordering::SeqCst);
    }

    /// Holds bodies to the contract's size again.
    pub(super) fn reset(&self) {
        self.set(usize::MAX);
    }

    /// The size that they are held to, if any.
    pub(super) fn saved(&self) -> Option<usize> {
        Some(self.0.load(Ordering::SeqCst)).filter(|bytes| *bytes != usize::MAX)
    }

    /// Holds bodies to the size that was saved.
    pub(super) fn restore(&self, saved: Option<usize>) {
        self.set(saved.unwrap_or(usize::MAX));
    }

    /// The most bytes of a body.
    pub(super) fn bytes(&self, contract: &Contract) -> usize {
        contract.body_bytes.min(self.0.load(Ordering::SeqCst))
    }

    /// Takes a body in.
    pub(super) async fn read(&self, contract: &Contract, body: Body) -> Sent {
        let most = self.bytes(contract);
        // One that says that it is too large is not waited for.
        if body.size_hint().lower() > most as u64 {
            return Err(Arc::clone(&contract.body_too_large));
        }
        let mut request = Request::new(body);
        DefaultBodyLimit::max(most).apply(&mut request);
        Bytes::from_request(request, &()).await.map_err(|rejection| {
            let is_too_large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let row =
                if is_too_large { &contract.body_too_large } else { &contract.validation_failure };
            Arc::clone(row)
        })
    }
}
