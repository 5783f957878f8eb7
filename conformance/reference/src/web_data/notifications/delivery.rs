//! The delivery of webhooks: the task that sends messages, the attempts, and the addresses that they may go to.
//!
//! The messages of a check are sent one after the other over HTTP, with retries and time limits. They go only to
//! services of this machine, and never to the server itself. No redirection is followed and no proxy used, since
//! either could lead elsewhere.

use std::error::Error as _;
use std::iter::successors;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode, Url};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout_at};
use url::Host;

use crate::http::origins::LOCAL_NAME;
use crate::web_data::WebData;
use crate::web_data::world::deliveries::{Batch, Message, Outcome, TIME_LIMIT as BATCH_TIME_LIMIT};
use crate::world::request_log::truncated;

/// The time limit of a receiver for an attempt.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The maximum number of attempts to send a message.
const MAX_ATTEMPTS: u32 = 3;

/// The pause before the second attempt; the pause before the third is twice as long.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// The number of idle connections to a receiver that are kept, and for how long.
const MAX_IDLE_CONNECTIONS: usize = 4;
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// The headers that frame a message, which a webhook may not set.
const FRAMING: [HeaderName; 6] =
    [CONNECTION, CONTENT_LENGTH, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];

/// Sends the messages in the queue while the server runs. The messages of one check are sent in order, those
/// of several checks concurrently.
pub(crate) async fn run_sender(service: Arc<WebData>, policy: AddressPolicy) {
    // Dropping this task aborts the messages that are being sent.
    let mut sending = JoinSet::new();
    // The client is created for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            Some(batch) = service.state.deliveries.next() => {
                let usable = match &client {
                    Some(client) => Ok(client.clone()),
                    None => new_client(),
                };
                client = usable.as_ref().ok().cloned();
                let service = Arc::clone(&service);
                sending.spawn(async move {
                    let Some(_permits) = batch.turn().await else { return };
                    send_all(&service, &usable, policy, &batch).await;
                });
            }
            Some(_) = sending.join_next() => {}
        }
    }
}

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
async fn send_all(
    service: &WebData,
    client: &reqwest::Result<Client>,
    policy: AddressPolicy,
    batch: &Batch,
) {
    let (mut timed_out, mut max_attempts) = (false, MAX_ATTEMPTS);
    for message in &batch.messages {
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
                let sending = send(client, policy, message, max_attempts, &mut attempts);
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
    let causes = successors(error.source(), |cause| (*cause).source());
    causes.fold(error.to_string(), |message, cause| format!("{message}: {cause}"))
}

fn new_client() -> reqwest::Result<Client> {
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

/// The addresses that the webhooks of a server may go to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressPolicy {
    /// The port that the server itself listens on.
    own_port: u16,
    /// Whether webhooks are sent at all.
    is_enabled: bool,
}

impl AddressPolicy {
    /// Creates the policy of a server that listens on an address.
    ///
    /// A server that other machines can reach would let them call services of this machine. Such a server
    /// sends webhooks only on request.
    pub(crate) fn new(address: SocketAddr, is_forced: bool) -> Self {
        Self { own_port: address.port(), is_enabled: is_forced || address.ip().is_loopback() }
    }

    /// Accepts a URL that webhooks may go to.
    ///
    /// # Errors
    /// The reason why webhooks may not go to the URL.
    pub(super) fn check(self, url: &Url) -> Result<(), &'static str> {
        if !self.is_enabled {
            Err(
                "webhooks are off, because other machines can reach the reference server; start it with --webhooks",
            )
        } else if !is_of_this_machine(url) {
            Err("the reference server sends webhooks only to http addresses of this machine")
        // The port is compared for every address of the machine, since the server may listen on all of them.
        } else if url.port_or_known_default() == Some(self.own_port) {
            Err("the reference server sends nothing to its own port")
        } else {
            Ok(())
        }
    }
}

fn is_of_this_machine(url: &Url) -> bool {
    let is_local = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == LOCAL_NAME,
        None => false,
    };
    url.scheme() == "http" && is_local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhooks_go_only_to_addresses_of_this_machine() {
        let table = [
            ("http://127.0.0.1:9/hook", true),
            ("http://127.9.8.7/", true),
            ("http://localhost:1/", true),
            ("http://LOCALHOST/", true),
            ("http://[::1]:1/", true),
            ("http://2130706433/", true),
            ("http://127.1/", true),
            ("http://0x7f.0.0.1/", true),
            ("http://0177.0.0.1/", true),
            ("http://%6cocalhost/", true),
            ("http://user:word@127.0.0.1/", true),
            ("https://127.0.0.1/", false),
            ("ftp://127.0.0.1/", false),
            ("http://localhost.example/", false),
            ("http://127.0.0.1.example/", false),
            ("http://127.0.0.1@example.com/", false),
            ("http://localhost./", false),
            ("http://0.0.0.0/", false),
            ("http://0/", false),
            ("http://[::]/", false),
            ("http://10.0.0.1/", false),
            ("http://[::ffff:127.0.0.1]/", false),
            ("http://[::ffff:7f00:1]/", false),
            ("http://[::127.0.0.1]/", false),
            ("http://[64:ff9b::7f00:1]/", false),
            ("http://example.com/", false),
            ("mailto:a@localhost", false),
        ];
        for (url, expected) in table {
            assert_eq!(is_of_this_machine(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }
}
