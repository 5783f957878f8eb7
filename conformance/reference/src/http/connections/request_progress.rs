//! Whether the request that a connection is about has come whole.
//!
//! It must not change a body.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// What the socket of a connection and the body of its request tell each other.
#[derive(Debug, Default)]
pub(super) struct Arrival {
    /// Bytes have come of a request that has not been read whole.
    is_under_way: AtomicBool,
    /// Nobody wants the rest of it.
    is_left: AtomicBool,
    /// Its head says a length.
    has_length: AtomicBool,
}

impl Arrival {
    /// Bytes have come; whether they are the first ones of a request.
    pub(super) fn begins(&self) -> bool {
        let was_left = self.is_left.swap(false, Ordering::Relaxed);
        !self.is_under_way.swap(true, Ordering::Relaxed) || was_left
    }

    /// Whether a part of a request has come, and the rest is waited for.
    pub(super) fn is_awaited(&self) -> bool {
        self.is_under_way() && !self.is_left.load(Ordering::Relaxed)
    }

    /// Whether there may be more of a request that has begun.
    pub(super) fn is_under_way(&self) -> bool {
        self.is_under_way.load(Ordering::Relaxed)
    }

    fn ends(&self) {
        self.is_under_way.store(false, Ordering::Relaxed);
    }

    /// Notes that the head of the request says a length.
    pub(super) fn note_length(&self) {
        self.has_length.store(true, Ordering::Relaxed);
    }

    /// Returns whether the head says a length, once: the next request has a head of its own.
    pub(super) fn take_length(&self) -> bool {
        self.has_length.swap(false, Ordering::Relaxed)
    }

    /// The body is dropped before it was read whole.
    pub(super) fn leave(&self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}

/// A body that tells when it has come whole.
#[derive(Debug)]
pub(super) struct Arriving {
    body: Incoming,
    arrival: Arc<Arrival>,
    has_come: bool,
}

impl Arriving {
    pub(super) fn new(body: Incoming, arrival: Arc<Arrival>) -> Self {
        let mut arriving = Self { body, arrival, has_come: false };
        arriving.note(false);
        arriving
    }

    fn note(&mut self, is_over: bool) {
        if !self.has_come && (is_over || self.body.is_end_stream()) {
            self.has_come = true;
            self.arrival.ends();
        }
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        if !self.has_come {
            self.arrival.leave();
        }
    }
}

impl Body for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.note(matches!(polled, Poll::Ready(None)));
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
