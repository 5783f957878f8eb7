//! The progress of the request that a connection is receiving.
//!
//! This module does not change a body.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// The state that the socket of a connection shares with the body of its current request.
#[derive(Debug, Default)]
pub(super) struct RequestProgress {
    /// Whether bytes of a request have arrived and the request has not been read to its end.
    is_incomplete: AtomicBool,
    /// Whether the handler dropped the body before its end.
    is_abandoned: AtomicBool,
    /// Whether the head has a `Content-Length`.
    has_length: AtomicBool,
}

impl RequestProgress {
    /// Notes that bytes arrived; returns whether they are the first bytes of a request.
    pub(super) fn note_bytes(&self) -> bool {
        let was_abandoned = self.is_abandoned.swap(false, Ordering::Relaxed);
        !self.is_incomplete.swap(true, Ordering::Relaxed) || was_abandoned
    }

    /// Returns whether a handler waits for the rest of a request.
    pub(super) fn is_awaiting_rest(&self) -> bool {
        self.is_incomplete() && !self.is_abandoned.load(Ordering::Relaxed)
    }

    /// Returns whether a request has begun and more of it may arrive.
    pub(super) fn is_incomplete(&self) -> bool {
        self.is_incomplete.load(Ordering::Relaxed)
    }

    fn note_end(&self) {
        self.is_incomplete.store(false, Ordering::Relaxed);
    }

    /// Notes that the head of the request has a `Content-Length`.
    pub(super) fn note_length(&self) {
        self.has_length.store(true, Ordering::Relaxed);
    }

    /// Returns whether the head has a `Content-Length`, and clears the note for the next request.
    pub(super) fn take_length(&self) -> bool {
        self.has_length.swap(false, Ordering::Relaxed)
    }

    /// Notes that the body was dropped before its end.
    pub(super) fn abandon(&self) {
        self.is_abandoned.store(true, Ordering::Relaxed);
    }
}

/// A body that notes in the shared progress when it was read to its end.
#[derive(Debug)]
pub(super) struct TrackedBody {
    body: Incoming,
    progress: Arc<RequestProgress>,
    is_complete: bool,
}

impl TrackedBody {
    pub(super) fn new(body: Incoming, progress: Arc<RequestProgress>) -> Self {
        let mut tracked = Self { body, progress, is_complete: false };
        tracked.note(false);
        tracked
    }

    fn note(&mut self, has_ended: bool) {
        if !self.is_complete && (has_ended || self.body.is_end_stream()) {
            self.is_complete = true;
            self.progress.note_end();
        }
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        if !self.is_complete {
            self.progress.abandon();
        }
    }
}

impl Body for TrackedBody {
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
