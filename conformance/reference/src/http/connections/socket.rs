//! The byte stream of a connection, with a time limit for each step, and the progress of the request on it.
//!
//! The socket does not interpret the bytes. If the server closes a connection before the request is complete, the
//! socket reads on for a while. Otherwise the operating system would reset the connection because of the unread
//! bytes, and the client could lose the response.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// The time limits of a client.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeLimits {
    /// For a whole request, from its first byte.
    request: Duration,
    /// For the start of the next request.
    idle: Duration,
    /// For reading more of a response.
    response: Duration,
    /// For stopping to send bytes after the server has closed its side.
    close: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(20),
            idle: Duration::from_secs(75),
            response: Duration::from_secs(20),
            close: Duration::from_secs(2),
        }
    }
}

/// The stream of a connection with time limits.
#[derive(Debug)]
pub(super) struct Socket<S> {
    stream: S,
    progress: Arc<RequestProgress>,
    limits: TimeLimits,
    reading: Deadline,
    writing: Deadline,
    closing: Deadline,
    /// Whether the socket waits for the next request.
    is_idle: bool,
}

/// The moment by which a step must be done, if there is one.
#[derive(Debug, Default)]
struct Deadline {
    at: Option<Instant>,
    /// The timer, which is reused: a timer that fires too early costs less than setting one for each step.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    fn set(&mut self, limit: Duration) {
        self.at = Some(Instant::now() + limit);
    }

    fn is_set(&self) -> bool {
        self.at.is_some()
    }

    fn clear(&mut self) {
        self.at = None;
    }

    /// Waits until the deadline and then fails with `TimedOut`; without a deadline, waits forever.
    fn poll<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let Some(at) = self.at else { return Poll::Pending };
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if alarm.deadline() > at {
            alarm.as_mut().reset(at);
        }
        loop {
            ready!(alarm.as_mut().poll(context));
            if alarm.deadline() >= at {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            alarm.as_mut().reset(at);
        }
    }
}

impl<S> Socket<S> {
    pub(super) fn new(stream: S, progress: Arc<RequestProgress>, limits: TimeLimits) -> Self {
        let (reading, writing, closing) = Default::default();
        Self { stream, progress, limits, reading, writing, closing, is_idle: false }
    }

    /// Applies the time limit for responses to a write that makes no progress.
    fn limit_write<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.writing.clear();
            return polled;
        }
        if !self.writing.is_set() {
            self.writing.set(self.limits.response);
        }
        self.writing.poll(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(context, buffer);
        if polled.is_ready() {
            if buffer.filled().len() > before && this.progress.note_bytes() {
                this.reading.set(this.limits.request);
                this.is_idle = false;
            }
            return polled;
        }
        if !this.progress.is_awaiting_rest() && !this.is_idle {
            this.reading.set(this.limits.idle);
            this.is_idle = true;
        }
        this.reading.poll(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limit_write(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limit_write(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.limit_write(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.closing.is_set() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            this.closing.set(this.limits.close);
        }
        if !this.progress.is_incomplete() {
            return Poll::Ready(Ok(()));
        }
        // Bytes are discarded until the client stops or the limit ends. The runtime interrupts busy streams
        // now and then, so the limit is checked however many bytes arrive.
        let mut bytes = [0; 8 * 1024];
        while this.closing.poll::<()>(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut bytes);
            let polled = Pin::new(&mut this.stream).poll_read(context, &mut buffer);
            if ready!(polled).is_err() || buffer.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// The state that the socket of a connection shares with the body of its current request.
#[derive(Debug, Default)]
pub(super) struct RequestProgress {
    /// Whether bytes of a request have arrived and the request has not been read to its end.
    is_incomplete: AtomicBool,
    /// Whether the handler dropped the body before its end.
    is_abandoned: AtomicBool,
}

impl RequestProgress {
    /// Notes that bytes arrived; returns whether they are the first bytes of a request.
    fn note_bytes(&self) -> bool {
        let was_abandoned = self.is_abandoned.swap(false, Ordering::Relaxed);
        !self.is_incomplete.swap(true, Ordering::Relaxed) || was_abandoned
    }

    /// Returns whether a handler waits for the rest of a request.
    fn is_awaiting_rest(&self) -> bool {
        self.is_incomplete() && !self.is_abandoned.load(Ordering::Relaxed)
    }

    /// Returns whether a request has begun and more of it may arrive.
    pub(super) fn is_incomplete(&self) -> bool {
        self.is_incomplete.load(Ordering::Relaxed)
    }

    fn note_end(&self) {
        self.is_incomplete.store(false, Ordering::Relaxed);
    }

    /// Notes that the body was dropped before its end.
    fn abandon(&self) {
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(60);

    /// Returns a socket after `limit` shortened one of its limits, and the client's end of its stream.
    fn socket(limit: impl FnOnce(&mut TimeLimits)) -> (Socket<DuplexStream>, DuplexStream) {
        let (stream, client) = duplex(8);
        let mut limits = TimeLimits { request: LONG, idle: LONG, response: LONG, close: LONG };
        limit(&mut limits);
        (Socket::new(stream, Arc::default(), limits), client)
    }

    async fn reads(socket: &mut Socket<DuplexStream>) -> io::Result<usize> {
        socket.read(&mut [0; 8]).await
    }

    fn timed_out<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == io::ErrorKind::TimedOut)
    }

    #[tokio::test]
    async fn each_step_has_a_time_limit() {
        let (mut idle, _client) = socket(|limits| limits.idle = SHORT);
        assert!(timed_out(reads(&mut idle).await));

        let (mut abandoned, mut client) = socket(|limits| limits.idle = SHORT);
        client.write_all(b"GET").await.unwrap();
        reads(&mut abandoned).await.unwrap();
        abandoned.progress.abandon();
        assert!(timed_out(reads(&mut abandoned).await), "the socket waits for the next request");

        let (mut partial, mut client) = socket(|limits| limits.request = SHORT);
        client.write_all(b"GET").await.unwrap();
        assert_eq!(reads(&mut partial).await.unwrap(), 3);
        assert!(timed_out(reads(&mut partial).await));

        let (mut unread, _client) = socket(|limits| limits.response = SHORT);
        assert!(timed_out(unread.write_all(&[0; 9]).await));

        let (mut closed, mut client) = socket(|limits| limits.close = SHORT);
        client.write_all(b"GET").await.unwrap();
        assert_eq!(reads(&mut closed).await.unwrap(), 3);
        closed.shutdown().await.unwrap();
    }

    #[tokio::test]
    async fn bytes_after_the_response_are_discarded_before_the_connection_closes() {
        let (mut closed, mut client) = socket(|_| ());
        client.write_all(b"POST").await.unwrap();
        reads(&mut closed).await.unwrap();
        let sending = async move {
            client.write_all(&[0; 100_000]).await.unwrap();
            client.shutdown().await.unwrap();
        };
        tokio::join!(sending, async { closed.shutdown().await.unwrap() });
    }
}
