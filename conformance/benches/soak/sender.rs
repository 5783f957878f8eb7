//! Sends requests, and counts them and the responses that were not as expected.
//!
//! This module does not choose the requests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use webdata_reference::{CONTROL_PLANE, Keys};

/// The longest time for a response.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The expected outcome of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Success,
    Rejection,
    /// The outcome depends on other requests that change the server at the same time.
    Either,
}

/// The client of a server.
pub(crate) struct Sender {
    client: Client,
    base_url: String,
    pub(crate) tally: Tally,
}

impl Sender {
    /// Returns a client of the server at an address.
    pub(crate) fn new(base_url: &str) -> Result<Self> {
        // A client needs a provider of TLS. An error means that an earlier call has installed it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(TIME_LIMIT).build()?;
        Ok(Self { client, base_url: base_url.to_owned(), tally: Tally::default() })
    }

    /// Returns a request without a key.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base_url))
    }

    /// Returns a request with a valid key.
    pub(crate) fn authorized_request(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).bearer_auth(Keys::default().valid)
    }

    /// Returns a request to the control plane.
    pub(crate) fn control(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, &format!("{CONTROL_PLANE}{path}"))
    }

    /// Sends a request, records whether the response is as expected, and returns its body if it is JSON.
    pub(crate) async fn send(
        &self,
        kind: &'static str,
        request: RequestBuilder,
        expected: Expected,
    ) -> Option<Value> {
        let sent = async {
            let response = request.send().await?;
            Ok::<_, reqwest::Error>((response.status(), response.bytes().await?))
        };
        match sent.await {
            Ok((status, bytes)) => {
                let is_right = match expected {
                    Expected::Success => status.is_success(),
                    Expected::Rejection => status.is_client_error(),
                    Expected::Either => status.is_success() || status.is_client_error(),
                };
                self.tally.count(kind, is_right, || {
                    let text = String::from_utf8_lossy(&bytes);
                    format!("{kind}: {status}: {}", text.chars().take(200).collect::<String>())
                });
                serde_json::from_slice(&bytes).ok()
            }
            Err(error) => {
                self.tally.count(kind, false, || format!("{kind}: {error:?}"));
                None
            }
        }
    }
}

/// Requests that are sent with JSON.
pub(crate) trait WithJson {
    /// Returns the request with a body.
    fn with_json(self, body: &Value) -> Self;
}

impl WithJson for RequestBuilder {
    fn with_json(self, body: &Value) -> Self {
        self.header(CONTENT_TYPE, "application/json").body(body.to_string())
    }
}

/// The number of wrong responses that are shown.
const EXAMPLES: usize = 10;

/// The numbers of requests and of wrong responses.
#[derive(Default)]
pub(crate) struct Tally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// The number of requests and of wrong responses, by kind.
    kinds: BTreeMap<&'static str, (u64, u64)>,
    examples: Vec<String>,
}

impl Tally {
    /// Counts a request.
    pub(crate) fn count(
        &self,
        kind: &'static str,
        is_right: bool,
        example: impl FnOnce() -> String,
    ) {
        let mut counts = self.locked();
        let (sent, wrong) = counts.kinds.entry(kind).or_default();
        *sent += 1;
        if !is_right {
            *wrong += 1;
            if counts.examples.len() < EXAMPLES {
                counts.examples.push(example());
            }
        }
    }

    /// Returns the number of requests.
    pub(crate) fn sent(&self) -> u64 {
        self.sum(|(sent, _)| *sent)
    }

    /// Returns the number of wrong responses.
    pub(crate) fn wrong_responses(&self) -> u64 {
        self.sum(|(_, wrong)| *wrong)
    }

    fn sum(&self, look: impl Fn(&(u64, u64)) -> u64) -> u64 {
        let counts = self.locked();
        counts.kinds.values().map(look).sum()
    }

    /// Returns the first wrong responses.
    pub(crate) fn examples(&self) -> Vec<String> {
        self.locked().examples.clone()
    }

    /// Renders the number of requests of each kind.
    pub(crate) fn table(&self) -> String {
        let counts = self.locked();
        let rows = counts.kinds.iter().map(|(kind, (sent, wrong))| {
            let wrong = if *wrong > 0 { format!("  {wrong} wrong") } else { String::new() };
            format!("{kind:30}{sent:>9}{wrong}\n")
        });
        rows.collect()
    }

    fn locked(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
