//! A receiver of webhooks: has a monitor tell it of its checks, judges what comes, and prints it.
//! `README.md` says how to run it.

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use clap::Parser;
use std::collections::BTreeMap;
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
    /// Where the service is, without `/v2`.
    #[arg(long, env = "BASE_URL")]
    base_url: String,
    /// The API key.
    #[arg(long, env = "VALID_KEY", hide_env_values = true)]
    key: String,
    /// The monitor that is to tell of its checks.
    #[arg(long, env = "FIXTURE_1")]
    monitor: String,
    /// The port to listen at.
    #[arg(long, default_value_t = 8082)]
    port: u16,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let listener = TcpListener::bind(("127.0.0.1", arguments.port)).await;
    let listener = listener.with_context(|| format!("cannot listen at {}", arguments.port))?;
    let address = listener.local_addr()?;

    // The contract shows no signature. A secret header that the service sends back proves that it is
    // the service who tells; it is made anew for each subscription.
    let secret = uuid::Uuid::new_v4().to_string();
    let webhook = MonitorWebhook {
        headers: Some(BTreeMap::from([("X-Webhook-Secret".to_owned(), secret)])),
        metadata: Some(BTreeMap::from([("shop".to_owned(), "berlin".into())])),
        ..MonitorWebhook::new(format!("http://{address}/hook"))
    };
    // A receiver that is made of the subscription expects what was subscribed to.
    let receiver = Arc::new(MonitorWebhookReceiver::from(&webhook));

    let client = Client::new(&arguments.base_url, &arguments.key)?;
    let update = MonitorUpdate { webhook: Some(webhook), ..MonitorUpdate::default() };
    client.update_monitor(&arguments.monitor, &update).await?;
    println!("listening at {address}");

    let router = Router::new().route("/hook", post(receive)).with_state(receiver);
    axum::serve(listener, router).await?;
    Ok(())
}

/// Reads a delivery, and answers with a status that says what was wrong with it.
async fn receive(
    State(receiver): State<Arc<MonitorWebhookReceiver>>,
    headers: HeaderMap,
    // Axum takes 2 MiB at most.
    body: Bytes,
) -> StatusCode {
    match receiver.receive(&headers, &body) {
        Ok(MonitorWebhookEvent::MonitorPage(payload)) => println!("a page was checked: {payload}"),
        Ok(MonitorWebhookEvent::MonitorCheckCompleted(payload)) => {
            println!("a check is completed: {payload}");
        }
        // A newer service may tell of more.
        Ok(other) => println!("told of {}", other.name()),
        Err(error) => {
            println!("rejected: {error}");
            return StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
        }
    }
    StatusCode::NO_CONTENT
}
