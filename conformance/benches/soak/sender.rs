//! Who sends requests, and notes what came of them.
//!
//! It must not choose what is sent.

use std::time::Duration;

use anyhow::Result;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use webdata_reference::{CONTROL_PLANE, Keys};

use super::tally::Tally;

/// How long an answer may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// What is to become of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Success,
    Refusal,
    /// Another request that sets the server up at the same time decides.
    Either,
}

/// The client of a server.
pub(crate) struct Sender {
    client: Client,
    base_url: String,
    pub(crate) tally: Tally,
}

impl Sender {
    /// The client of the server at an address.
    pub(crate) fn to(base_url: &str) -> Result<Self> {
        // There is no client without a provider of TLS; a second call finds one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(TIME_LIMIT).build()?;
        Ok(Self { client, base_url: base_url.to_owned(), tally: Tally::default() })
    }

    /// A request without a key.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base_url))
    }

    /// A request with a good key.
    pub(crate) fn own(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, path).bearer_auth(Keys::default().valid)
    }

    /// A request to the control plane.
    pub(crate) fn control(&self, method: Method, path: &str) -> RequestBuilder {
        self.request(method, &format!("{CONTROL_PLANE}{path}"))
    }

    /// Sends a request, notes whether the answer is as expected, and gives its body where that is
    /// JSON.
    pub(crate) async fn send(
        &self,
        kind: &'static str,
        request: RequestBuilder,
        expected: Expected,
    ) -> Option<Value> {
        let answered = async {
            let answer = request.send().await?;
            Ok::<_, reqwest::Error>((answer.status(), answer.bytes().await?))
        };
        match answered.await {
            Ok((status, bytes)) => {
                let is_right = match expected {
                    Expected::Success => status.is_success(),
                    Expected::Refusal => status.is_client_error(),
                    Expected::Either => status.is_success() || status.is_client_error(),
                };
                self.tally.note(kind, is_right, || {
                    let text = String::from_utf8_lossy(&bytes);
                    format!("{kind}: {status}: {}", text.chars().take(200).collect::<String>())
                });
                serde_json::from_slice(&bytes).ok()
            }
            Err(error) => {
                self.tally.note(kind, false, || format!("{kind}: {error:?}"));
                None
            }
        }
    }
}

/// Requests that are sent with JSON.
pub(crate) trait With {
    /// The request, with a body.
    fn with(self, body: &Value) -> Self;
}

impl With for RequestBuilder {
    fn with(self, body: &Value) -> Self {
        self.header(CONTENT_TYPE, "application/json").body(body.to_string())
    }
}
