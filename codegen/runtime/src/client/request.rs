//! A request that generated methods return: a future, with options that apply to this call alone.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::client::call::Call;
use crate::client::caller::{Caller, Shared};
use crate::client::error::{ConfigError, Error};
use crate::client::response::RawResponse;
use crate::parameters::Parameters;
use crate::{Operation, WithHeaders};

/// A request that is sent when it is awaited: `client.operation(…).await?`.
///
/// The methods are options of this call alone:
///
/// ```text
/// client.operation(…).timeout(Duration::from_secs(5)).header("X-Request-Id", &id).await?;
/// let response = client.operation(…).with_response().await?;  // with the status code and the headers
/// ```
///
/// The request holds no reference, so it can be spawned. Dropping it cancels the call.
#[must_use = "nothing is sent before it is awaited"]
pub struct Request<K: 'static, B, R> {
    /// `None` once the call is sent.
    prepared: Option<Box<Prepared<K, B, R>>>,
    sent: Option<Sent<K, B, R>>,
}

/// A call that is on its way.
type Sent<K, B, R> = Pin<Box<dyn Future<Output = Result<R, Error<K, B>>> + Send>>;

/// Reads a success of an operation.
type Read<K, B, R> = Box<
    dyn FnOnce(&Caller<K, B>, &'static Operation<K>, RawResponse) -> Result<R, Error<K, B>>
        + Send
        + Sync,
>;

struct Prepared<K: 'static, B, R> {
    caller: Caller<K, B>,
    call: Call<K>,
    read: Read<K, B, R>,
    /// The first option that is invalid.
    fault: Option<ConfigError>,
}

impl<K, B, R> Request<K, B, R>
where
    K: Copy + Send + Sync + 'static,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + Send + 'static,
{
    /// Makes a request whose result is read from the body; a response without a body reads as `null`. Generated code
    /// calls it.
    #[doc(hidden)]
    pub fn new(caller: &Caller<K, B>, call: Call<K>) -> Self {
        Self::prepare(caller.clone(), call, Box::new(Caller::read), None)
    }
}

impl<K, B, R, H> Request<K, B, WithHeaders<R, H>>
where
    K: Copy + Send + Sync + 'static,
    B: DeserializeOwned + Send + 'static,
    R: DeserializeOwned + Send + 'static,
    H: DeserializeOwned + Parameters + Send + 'static,
{
    /// Makes a request whose result is read from the body and the headers. Generated code calls it.
    #[doc(hidden)]
    pub fn for_headers(caller: &Caller<K, B>, call: Call<K>) -> Self {
        let read: Read<K, B, WithHeaders<R, H>> = Box::new(|caller, operation, response| {
            let headers = caller.read_headers(operation, &response)?;
            Ok(WithHeaders { body: caller.read(operation, response)?, headers })
        });
        Self::prepare(caller.clone(), call, read, None)
    }
}

impl<K, B, R> Request<K, B, R>
where
    K: Copy + Send + Sync + 'static,
    B: DeserializeOwned + Send + 'static,
    R: Send + 'static,
{
    fn prepare(
        caller: Caller<K, B>,
        call: Call<K>,
        read: Read<K, B, R>,
        fault: Option<ConfigError>,
    ) -> Self {
        Self { prepared: Some(Box::new(Prepared { caller, call, read, fault })), sent: None }
    }

    /// Sets the time limit of this call, with every attempt and every wait, in place of the client's
    /// [`timeout`](super::Builder::timeout).
    pub fn timeout(self, timeout: Duration) -> Self {
        self.configured(|shared| {
            shared.timeouts.call = Some(timeout);
            Ok(())
        })
    }

    /// Adds a header to this call, or replaces one that the client adds to each request. Its value is never shown, like
    /// that of a [`header`](super::Builder::header) of the client. If the header cannot be sent, nothing is sent, and
    /// the call fails with an [`Error::Configuration`].
    pub fn header(self, name: &str, value: &str) -> Self {
        self.configured(|shared| shared.set_header(name, value))
    }

    /// Changes the configuration of the client for this call.
    fn configured(
        mut self,
        change: impl FnOnce(&mut Shared<K>) -> Result<(), ConfigError>,
    ) -> Self {
        if let Some(prepared) = &mut self.prepared
            && let Err(fault) = change(Arc::make_mut(&mut prepared.caller.shared))
        {
            prepared.fault.get_or_insert(fault);
        }
        self
    }

    /// Returns the status code and the headers of a success as well, for example the id that the service gave the
    /// request. An [`ErrorResponse`](super::ErrorResponse) has both, too.
    ///
    /// # Panics
    /// The result panics when it is awaited if the request was sent before.
    pub fn with_response(self) -> Request<K, B, http::Response<R>> {
        let Some(prepared) = self.prepared else { return Request { prepared: None, sent: None } };
        let Prepared { caller, call, read, fault } = *prepared;
        let read: Read<K, B, http::Response<R>> = Box::new(|caller, operation, response| {
            let head = response.head();
            read(caller, operation, response).map(|body| head.map(|()| body))
        });
        Request::prepare(caller, call, read, fault)
    }
}

impl<K, B, R> Prepared<K, B, R>
where
    K: Copy + Send + Sync + 'static,
    B: DeserializeOwned + Send + 'static,
{
    async fn send(self) -> Result<R, Error<K, B>> {
        let Self { caller, mut call, read, fault } = self;
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        let operation = call.operation;
        let response = caller.success(&mut call).await?;
        read(&caller, operation, response)
    }
}

impl<K, B, R> Future for Request<K, B, R>
where
    K: Copy + Send + Sync + 'static,
    B: DeserializeOwned + Send + 'static,
    R: Send + 'static,
{
    type Output = Result<R, Error<K, B>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(prepared) = self.prepared.take() {
            self.sent = Some(Box::pin(prepared.send()));
        }
        match &mut self.sent {
            Some(sent) => sent.as_mut().poll(context),
            None => panic!("`with_response` was called on a request that was sent before"),
        }
    }
}

impl<K, B, R> fmt::Debug for Request<K, B, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.prepared.as_ref().map(|prepared| prepared.call.operation.id);
        f.debug_struct("Request").field("operation", &operation).finish_non_exhaustive()
    }
}
