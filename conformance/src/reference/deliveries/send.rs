//! The task that has webhooks sent.
//!
//! It must not know HTTP.

use std::sync::Arc;

use reqwest::Client;
use tokio::task::JoinSet;

use super::super::Shared;
use super::Reach;
use super::attempts::{new_client, send_all};

/// Sends what is in the queue, for as long as the server runs: the messages of a check in their
/// order, those of several checks side by side.
pub(in super::super) async fn keep(shared: Arc<Shared>, reach: Reach) {
    // What is under way ends with this task.
    let mut under_way = JoinSet::new();
    // Made for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            batch = shared.deliveries.queue.next() => {
                if client.is_none() {
                    client = new_client().ok();
                }
                let (shared, client) = (Arc::clone(&shared), client.clone());
                under_way.spawn(async move {
                    let place = batch.place();
                    send_all(&shared, client.as_ref(), reach, batch).await;
                    shared.deliveries.queue.ended(&place);
                });
            }
            Some(_) = under_way.join_next() => {}
        }
    }
}
