//! The bytes of a connection, with a limit to the time that each step may take.
//!
//! It must not know what the bytes mean, but that it tells a length in the head of a request. A connection that is closed before a request has come whole
//! is read on for a while, since the system would take the response back with the bytes that nobody
//! has read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::http::connections::framing::LengthScan;
use crate::http::connections::request_progress::Arrival;

/// How long a client may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// For a whole request, from its first byte.
    request: Duration,
    /// To begin the next one.
    idle: Duration,
    /// To read some of a response.
    answer: Duration,
    /// To stop sending what nobody reads any more.
    close: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(20),
            idle: Duration::from_secs(75),
            answer: Duration::from_secs(20),
            close: Duration::from_secs(2),
        }
    }
}

/// A connection's stream within limits.
#[derive(Debug)]
pub(super) struct Socket<S> {
    stream: S,
    arrival: Arc<Arrival>,
    limits: Limits,
    reading: Deadline,
    writing: Deadline,
    closing: Deadline,
    scan: LengthScan,
    /// Whether it is the next request that is waited for.
    is_idle: bool,
}

/// A moment by which a step must be done, while there is one.
#[derive(Debug, Default)]
struct Deadline {
    at: Option<Instant>,
    /// Kept from step to step, since it costs more to set than to let ring too early.
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

    /// Waits until it is over, without end where it is not set; then the step has failed.
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
    pub(super) fn new(stream: S, arrival: Arc<Arrival>, limits: Limits) -> Self {
        let (reading, writing, closing, scan) = Default::default();
        Self { stream, arrival, limits, reading, writing, closing, scan, is_idle: false }
    }

    /// Counts the time in which nothing could be written.
    fn counted<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.writing.clear();
            return polled;
        }
        if !self.writing.is_set() {
            self.writing.set(self.limits.answer);
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
            if buffer.filled().len() > before && this.arrival.begins() {
                this.reading.set(this.limits.request);
                this.is_idle = false;
                this.scan = LengthScan::default();
            }
            if this.scan.finds_in(&buffer.filled()[before..]) {
                this.arrival.note_length();
            }
            return polled;
        }
        if !this.arrival.is_awaited() && !this.is_idle {
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
        self.counted(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.counted(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.counted(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.closing.is_set() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            this.closing.set(this.limits.close);
        }
        if !this.arrival.is_under_way() {
            return Poll::Ready(Ok(()));
        }
        // What comes is thrown away until the client stops, or the time is over. The runtime has the
        // stream pause now and then, so that the time is looked at however much comes.
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(60);

    /// A socket of which one limit is short, and the client's end of it.
    fn socket(limit: impl FnOnce(&mut Limits)) -> (Socket<DuplexStream>, DuplexStream) {
        let (stream, client) = duplex(8);
        let mut limits = Limits { request: LONG, idle: LONG, answer: LONG, close: LONG };
        limit(&mut limits);
        (Socket::new(stream, Arc::default(), limits), client)
    }

    async fn reads(socket: &mut Socket<DuplexStream>) -> io::Result<usize> {
        socket.read(&mut [0; 8]).await
    }

    fn is_late<T>(result: io::Result<T>) -> bool {
        result.is_err_and(|error| error.kind() == io::ErrorKind::TimedOut)
    }

    #[tokio::test]
    async fn each_step_ends_with_its_limit() {
        let (mut idle, _client) = socket(|limits| limits.idle = SHORT);
        assert!(is_late(reads(&mut idle).await));

        let (mut left, mut client) = socket(|limits| limits.idle = SHORT);
        client.write_all(b"GET").await.unwrap();
        reads(&mut left).await.unwrap();
        left.arrival.leave();
        assert!(is_late(reads(&mut left).await), "the next request is waited for");

        let (mut partial, mut client) = socket(|limits| limits.request = SHORT);
        client.write_all(b"GET").await.unwrap();
        assert_eq!(reads(&mut partial).await.unwrap(), 3);
        assert!(is_late(reads(&mut partial).await));

        let (mut unread, _client) = socket(|limits| limits.answer = SHORT);
        assert!(is_late(unread.write_all(&[0; 9]).await));

        let (mut closed, mut client) = socket(|limits| limits.close = SHORT);
        client.write_all(b"GET").await.unwrap();
        assert_eq!(reads(&mut closed).await.unwrap(), 3);
        closed.shutdown().await.unwrap();
    }

    #[tokio::test]
    async fn what_follows_an_answer_is_thrown_away_before_it_is_closed() {
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
