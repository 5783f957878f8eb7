//! Delivery attempts: the messages of a check are sent one after the other over HTTP, with retries and time
//! limits.
//!
//! This module does not decide which addresses are allowed (`address_policy` does). It follows no redirection
//! and uses no proxy, since either could lead elsewhere.

use std::error::Error as _;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode, Url};
use tokio::time::{sleep, timeout_at};

use super::address_policy::AddressPolicy;
use crate::http::origin_policy::LOCAL_NAME;
use crate::web_data::service::WebData;
use crate::web_data::world::deliveries::Outcome;
use crate::web_data::world::deliveries::queue::{Batch, Message, TIME_LIMIT as BATCH_TIME_LIMIT};
use crate::world::request_log::truncated;

/// The time limit of a receiver for an attempt.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The most attempts to send a message.
const MAX_ATTEMPTS: u32 = 3;

/// The pause before the second attempt; the pause before the third is twice as long.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// The number of idle connections to a receiver that are kept, and for how long.
const MAX_IDLE_CONNECTIONS: usize = 4;
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The headers that frame a message, which a webhook may not set.
const FRAMING: [HeaderName; 6] =
    [CONNECTION, CONTENT_LENGTH, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];

/// The reason why a message was not delivered.
enum Failure {
    /// The receiver took too long.
    Timeout,
    /// A temporary failure: a retry may succeed.
    Temporary(String),
    Permanent(String),
}

/// Sends the messages of a check. After a timeout, the remaining messages are not sent. After a message that
/// failed in all its attempts, the remaining messages get one attempt each.
pub(super) async fn send_all(
    service: &WebData,
    client: &reqwest::Result<Client>,
    policy: AddressPolicy,
    batch: Batch,
) {
    let (mut timed_out, mut max_attempts) = (false, MAX_ATTEMPTS);
    for message in batch.messages {
        let mut attempts = 0;
        let sent = match client {
            _ if timed_out => Err(Failure::Permanent(
                "not sent, because an earlier message to the receiver timed out".to_owned(),
            )),
            Err(error) => Err(Failure::Permanent(format!(
                "the HTTP client cannot be created: {}",
                with_causes(error)
            ))),
            Ok(client) => {
                let sending = send(client, policy, &message, max_attempts, &mut attempts);
                timeout_at(batch.deadline, sending).await.unwrap_or_else(|_| {
                    let seconds = BATCH_TIME_LIMIT.as_secs();
                    Err(Failure::Permanent(format!(
                        "the time limit of {seconds} s for the webhooks of a check is over"
                    )))
                })
            }
        };
        if sent.is_ok() {
            max_attempts = MAX_ATTEMPTS;
        }
        let outcome = match sent {
            Ok(status) => Outcome::Delivered(status),
            Err(Failure::Permanent(reason)) => Outcome::NotDelivered(reason),
            Err(Failure::Temporary(reason)) => {
                max_attempts = 1;
                Outcome::NotDelivered(reason)
            }
            Err(Failure::Timeout) => {
                timed_out = true;
                let seconds = TIME_LIMIT.as_secs();
                Outcome::NotDelivered(format!("the receiver took longer than {seconds} s"))
            }
        };
        service.state.deliveries.record(message.number, attempts, outcome);
    }
}

/// Sends a message, with retries if they may help, and returns the status code of the successful response.
async fn send(
    client: &Client,
    policy: AddressPolicy,
    message: &Message,
    max_attempts: u32,
    attempts: &mut u32,
) -> Result<u16, Failure> {
    let url = Url::parse(&message.url)
        .map_err(|error| Failure::Permanent(format!("the URL is invalid: {error}")))?;
    policy.check(&url).map_err(|reason| Failure::Permanent(reason.to_owned()))?;
    let headers = headers(message)?;
    loop {
        let request = client.post(url.clone()).headers(headers.clone()).body(message.body.clone());
        *attempts += 1;
        let failure = match request.send().await {
            Ok(response) if response.status().is_success() => {
                return Ok(response.status().as_u16());
            }
            Ok(response) => classify_status(response.status()),
            Err(error) => classify_error(&error),
        };
        if *attempts >= max_attempts || !matches!(failure, Failure::Temporary(_)) {
            return Err(failure);
        }
        sleep(RETRY_PAUSE * *attempts).await;
    }
}

fn headers(message: &Message) -> Result<HeaderMap, Failure> {
    let json = HeaderValue::from_static("application/json");
    let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, json)]);
    for (name, value) in &message.headers {
        let sendable = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        let Some((name, value)) = sendable.filter(|(name, _)| !FRAMING.contains(name)) else {
            let name = truncated(name);
            return Err(Failure::Permanent(format!("the header `{name}` cannot be sent")));
        };
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Classifies the status code of an unsuccessful response.
fn classify_status(status: StatusCode) -> Failure {
    let reason = format!("the receiver responded with status {}", status.as_u16());
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        Failure::Temporary(reason)
    } else {
        Failure::Permanent(reason)
    }
}

fn classify_error(error: &reqwest::Error) -> Failure {
    let reason = if error.is_timeout() {
        return Failure::Timeout;
    } else if error.is_connect() {
        "the connection to the receiver failed"
    } else {
        "the connection broke, or the response is not HTTP"
    };
    Failure::Temporary(reason.to_owned())
}

/// Returns the message of an error and of each of its causes.
fn with_causes(error: &reqwest::Error) -> String {
    let mut message = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        message.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    message
}

pub(super) fn new_client() -> reqwest::Result<Client> {
    // TLS is not used, but a client needs a provider of it. A second call finds the provider installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let local = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .resolve_to_addrs(LOCAL_NAME, &local.map(|address| SocketAddr::new(address, 0)))
        .timeout(TIME_LIMIT)
        .pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
        .pool_idle_timeout(IDLE_TIMEOUT)
        .user_agent(concat!("reference-server/", env!("CARGO_PKG_VERSION")))
        .build()
}
