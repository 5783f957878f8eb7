//! An example of a webhook receiver: subscribes to the checks of a monitor, verifies each delivery and prints
//! it. `README.md` says how to run it.

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use clap::Parser;
use std::sync::Arc;
use tokio::net::TcpListener;
use webdata::client::Client;
use webdata::events::MonitorWebhookEvent;
use webdata::monitor::MonitorUpdate;
use webdata::webhook::MonitorWebhook;
use webdata::webhooks::MonitorWebhookReceiver;

/// Receive the webhooks of a monitor.
#[derive(Debug, Parser)]
struct Arguments {
    /// The base URL of the service, without `/v2`.
    #[arg(long, env = "BASE_URL")]
    base_url: String,
    /// The API key.
    #[arg(long, env = "VALID_KEY", hide_env_values = true)]
    key: String,
    /// The monitor whose checks are received.
    #[arg(long, env = "FIXTURE_1")]
    monitor: String,
    /// The port to listen on.
    #[arg(long, default_value_t = 8082)]
    port: u16,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let listener = TcpListener::bind(("127.0.0.1", arguments.port)).await;
    let listener = listener.with_context(|| format!("cannot listen on port {}", arguments.port))?;
    let address = listener.local_addr()?;

    // The contract has no signature. A secret header proves that a delivery comes from the service; each
    // subscription has a new secret.
    let secret = uuid::Uuid::new_v4().to_string();
    let webhook = MonitorWebhook::builder(format!("http://{address}/hook"))
        .headers([("X-Webhook-Secret", secret)])
        .metadata([("shop", "berlin")])
        .build()?;
    // The receiver accepts only the events and headers of this subscription.
    let receiver = Arc::new(MonitorWebhookReceiver::from(&webhook));

    let client = Client::new(&arguments.base_url, &arguments.key)?;
    let update = MonitorUpdate::builder().webhook(webhook).build()?;
    client.update_monitor(&arguments.monitor, &update).await?;
    println!("listening at {address}");

    let router = Router::new().route("/hook", post(receive)).with_state(receiver);
    axum::serve(listener, router).await?;
    Ok(())
}

/// Receives a delivery. The status code of the response says what is wrong with a rejected delivery.
async fn receive(
    State(receiver): State<Arc<MonitorWebhookReceiver>>,
    headers: HeaderMap,
    // Axum limits a body to 2 MiB.
    body: Bytes,
) -> StatusCode {
    match receiver.receive(&headers, &body) {
        Ok(MonitorWebhookEvent::MonitorPage(payload)) => println!("a page was checked: {payload}"),
        Ok(MonitorWebhookEvent::MonitorCheckCompleted(payload)) => {
            println!("a check is completed: {payload}");
        }
        // A newer version of the service may send further events.
        Ok(other) => println!("received the event {}", other.name()),
        Err(error) => {
            println!("rejected: {error}");
            return StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        }
    }
    StatusCode::NO_CONTENT
}
