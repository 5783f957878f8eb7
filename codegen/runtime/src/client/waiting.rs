//! Waits for the end of a job that an operation started, by polling its state.

use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client::call::Call;
use crate::client::caller::Caller;
use crate::client::error::{Error, shown};

/// The default of the first interval of [`Waiting::poll_every`].
pub const FIRST_INTERVAL: Duration = Duration::from_secs(1);
/// The default of the longest interval of [`Waiting::poll_every`].
pub const LONGEST_INTERVAL: Duration = Duration::from_secs(10);
/// The default of [`Waiting::limit`].
pub const WAIT_LIMIT: Duration = Duration::from_secs(15 * 60);
/// The number of responses in a row that may be lost.
const LOST_IN_A_ROW: u32 = 3;

/// The states in which a job has ended, as data that generated code fills in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunStates {
    /// The property with the state.
    pub property: &'static str,
    /// The final states.
    pub ended: &'static [&'static str],
    /// The properties that a response has only if there is a result.
    pub results: &'static [&'static str],
}

impl RunStates {
    /// Returns the state in a response.
    fn state<'b>(&self, body: &'b Value) -> Option<&'b str> {
        body.get(self.property)?.as_str()
    }

    /// Returns whether a response shows the end.
    fn has_ended(&self, body: &Value) -> bool {
        let has = |name: &&str| body.get(*name).is_some_and(|value| !value.is_null());
        self.state(body).is_some_and(|state| self.ended.contains(&state))
            || self.results.iter().any(has)
    }
}

/// Decides whether a response shows the end.
type Ends<'c, R> = Box<dyn Fn(&R) -> bool + Send + Sync + 'c>;
/// Ends when the wait is cancelled.
type Token<'c> = Pin<Box<dyn Future<Output = ()> + Send + 'c>>;

/// Waits for the end of a job: `waiting.await` polls its state, and returns the first response that shows the
/// end.
///
/// The first request is sent at once, the next one after a second, then after twice as long each time, up to
/// 10 seconds, plus up to a quarter at random. If the service asks for a longer wait, that applies. A lost
/// response is requested again, unless three in a row are lost. Dropping the future ends the wait; the job
/// continues.
#[must_use = "nothing is sent before it is awaited"]
pub struct Waiting<'c, K: 'static, B, R> {
    caller: &'c Caller<K, B>,
    operation: &'static str,
    /// Makes the call that reads the state.
    call: Box<dyn Fn() -> Call<K> + Send + Sync + 'c>,
    states: RunStates,
    ends: Option<Ends<'c, R>>,
    first: Duration,
    longest: Duration,
    limit: Duration,
    token: Option<Token<'c>>,
}

impl<'c, K, B, R> Waiting<'c, K, B, R>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + Send + 'static,
{
    /// Waits with a call that reads the state; generated code calls it.
    #[doc(hidden)]
    pub fn new(
        caller: &'c Caller<K, B>,
        operation: &'static str,
        call: impl Fn() -> Call<K> + Send + Sync + 'c,
        states: RunStates,
    ) -> Self {
        Self {
            caller,
            operation,
            call: Box::new(call),
            states,
            ends: None,
            first: FIRST_INTERVAL,
            longest: LONGEST_INTERVAL,
            limit: WAIT_LIMIT,
            token: None,
        }
    }

    /// Replaces the contract's decision whether a response shows the end.
    pub fn until(mut self, ends: impl Fn(&R) -> bool + Send + Sync + 'c) -> Self {
        self.ends = Some(Box::new(ends));
        self
    }

    /// Sets the time between the first two requests, and the longest time between two; 1 and 10 seconds by
    /// default.
    pub fn poll_every(mut self, first: Duration, longest: Duration) -> Self {
        (self.first, self.longest) = (first, longest.max(first));
        self
    }

    /// Sets the longest wait; 15 minutes by default. A job that has not ended by then causes an
    /// [`Error::WaitTimeout`], and continues.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Cancels the wait with [`Error::Cancelled`] as soon as a future ends, such as
    /// `CancellationToken::cancelled_owned` of `tokio-util`. The job continues; another operation may cancel
    /// it.
    pub fn cancelled_by(mut self, token: impl Future<Output = ()> + Send + 'c) -> Self {
        self.token = Some(Box::pin(token));
        self
    }

    async fn wait(mut self) -> Result<R, Error<K, B>> {
        let (operation, limit, caller) = (self.operation, self.limit, self.caller);
        let mut token = self.token.take();
        let mut state = None;
        let outcome = {
            let mut ended = pin!(tokio::time::timeout(limit, self.ended(&mut state)));
            poll_fn(|context| {
                let token = token.as_mut().map(|token| token.as_mut().poll(context));
                if token.is_some_and(|token| token.is_ready()) {
                    Poll::Ready(Err(Error::Cancelled { operation }))
                } else {
                    ended.as_mut().poll(context).map(Ok)
                }
            })
            .await?
        };
        // The state may contain a secret, or characters that mislead a terminal.
        let state = state.map(|state| shown(&caller.shared.redactor.redact(state)));
        outcome.unwrap_or_else(|_| Err(Error::WaitTimeout { operation, limit, state }))
    }

    async fn ended(self, state: &mut Option<String>) -> Result<R, Error<K, B>> {
        let pace = &self.caller.shared.pace;
        let (mut interval, mut lost) = (self.first, 0);
        loop {
            let mut call = (self.call)();
            let operation = call.operation;
            let retry_after = match self.caller.success(&mut call).await {
                Ok(response) => {
                    lost = 0;
                    let (body, retry_after) = (response.json(), response.retry_after);
                    let response = self.caller.read(operation, response)?;
                    let ended = match &self.ends {
                        Some(ends) => ends(&response),
                        None => self.states.has_ended(&body),
                    };
                    if ended {
                        return Ok(response);
                    }
                    *state = self.states.state(&body).map(str::to_owned);
                    retry_after
                }
                Err(error) => {
                    lost += 1;
                    if !error.is_lost() || lost == LOST_IN_A_ROW {
                        return Err(error);
                    }
                    None
                }
            };
            let jittered = interval.saturating_add(pace.jitter(interval / 4));
            pace.wait(retry_after.map_or(jittered, |retry_after| retry_after.max(jittered))).await;
            interval = interval.saturating_mul(2).min(self.longest);
        }
    }
}

impl<'c, K, B, R> IntoFuture for Waiting<'c, K, B, R>
where
    K: Copy + Send + Sync,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + Send + 'static,
{
    type Output = Result<R, Error<K, B>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'c>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.wait())
    }
}

impl<K, B, R> fmt::Debug for Waiting<'_, K, B, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting")
            .field("operation", &self.operation)
            .field("states", &self.states)
            .field("first", &self.first)
            .field("longest", &self.longest)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
