//! The task that has webhooks sent.
//!
//! It must not know HTTP.

use std::sync::Arc;

use reqwest::Client;
use tokio::task::JoinSet;

use super::super::Shared;
use super::Reach;
use super::attempts::{new_client, send_all};
use super::queue::Place;

/// The messages of a check that are under way: the queue is told when they have been sent, or never
/// will be.
struct UnderWay {
    shared: Arc<Shared>,
    place: Place,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.shared.deliveries.queue.ended(&self.place);
    }
}

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
                let held = UnderWay { shared: Arc::clone(&shared), place: batch.place() };
                let client = client.clone();
                under_way.spawn(async move {
                    send_all(&held.shared, client.as_ref(), reach, batch).await;
                });
            }
            Some(_) = under_way.join_next() => {}
        }
    }
}
