//! The task that sends webhooks over HTTP.
//!
//! It must not decide where to (`reach` does), nor follow a redirection or use a proxy, either of
//! which could lead elsewhere.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use tokio::task::JoinSet;

use super::super::Shared;
use super::{LOCAL_NAME, Message, Outcome, Queue, Reach};

/// How long a receiver may take.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Why a message was not delivered.
enum Failure {
    /// The receiver took too long.
    Late,
    Other(String),
}

/// Sends what is in the queue, for as long as the server runs: the messages of a check in their
/// order, those of several checks side by side.
pub(in super::super) async fn keep(shared: Arc<Shared>, reach: Reach, mut queue: Queue) {
    let mut under_way = JoinSet::new();
    // Made for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            messages = queue.recv() => {
                let Some(messages) = messages else { break };
                if client.is_none() {
                    client = new_client().ok();
                }
                let (shared, client) = (Arc::clone(&shared), client.clone());
                under_way
                    .spawn(async move { send_all(&shared, client.as_ref(), reach, messages).await });
            }
            Some(_) = under_way.join_next() => {}
        }
    }
}

/// Sends the messages of a check, which all go to one receiver: once it was too late, it is not
/// asked again.
async fn send_all(shared: &Shared, client: Option<&Client>, reach: Reach, messages: Vec<Message>) {
    let mut was_late = false;
    for message in messages {
        let sent = match client {
            _ if was_late => Err(Failure::Other("the receiver was too late before".to_owned())),
            Some(client) => send(client, reach, &message).await,
            None => Err(Failure::Other("there is no HTTP client".to_owned())),
        };
        let outcome = match sent {
            Ok(status) => Outcome::Delivered(status),
            Err(Failure::Other(reason)) => Outcome::NotDelivered(reason),
            Err(Failure::Late) => {
                was_late = true;
                let seconds = TIME_LIMIT.as_secs();
                Outcome::NotDelivered(format!("the receiver took longer than {seconds} s"))
            }
        };
        shared.deliveries.record(message.number, outcome);
    }
    shared.deliveries.end();
}

/// Sends a message, and gives the status with which it was taken.
async fn send(client: &Client, reach: Reach, message: &Message) -> Result<u16, Failure> {
    let url = Url::parse(&message.url)
        .map_err(|error| Failure::Other(format!("the URL is none: {error}")))?;
    reach.admit(&url).map_err(|reason| Failure::Other(reason.to_owned()))?;
    let mut headers =
        HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
    for (name, value) in &message.headers {
        let sendable = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        let Some((name, value)) = sendable else {
            return Err(Failure::Other(format!("the header `{name}` cannot be sent")));
        };
        headers.insert(name, value);
    }
    let request = client.post(url).headers(headers).body(message.payload.to_string());
    let response = request.send().await.map_err(|error| failure(&error))?;
    let status = response.status();
    if status.is_success() {
        Ok(status.as_u16())
    } else {
        let status = status.as_u16();
        Err(Failure::Other(format!("the receiver answered with status {status}")))
    }
}

fn failure(error: &reqwest::Error) -> Failure {
    let reason = if error.is_timeout() {
        return Failure::Late;
    } else if error.is_connect() {
        "nobody can be connected to"
    } else {
        "the connection broke, or the answer is no HTTP"
    };
    Failure::Other(reason.to_owned())
}

fn new_client() -> reqwest::Result<Client> {
    // No TLS is spoken, but there is no client without a provider of it; a second call finds one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let local = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .resolve_to_addrs(LOCAL_NAME, &local.map(|address| SocketAddr::new(address, 0)))
        .timeout(TIME_LIMIT)
        .user_agent(concat!("reference-server/", env!("CARGO_PKG_VERSION")))
        .build()
}
