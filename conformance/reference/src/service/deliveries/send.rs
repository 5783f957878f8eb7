//! The task that sends webhooks.
//!
//! This module does not know HTTP.

use std::sync::Arc;

use reqwest::Client;
use tokio::task::JoinSet;

use super::address_policy::AddressPolicy;
use super::attempts::{new_client, send_all};
use crate::service::backend::Backend;
use crate::world::deliveries::queue::Place;

/// The messages of a check that are being sent. Dropping this value tells the queue that they have been sent,
/// or never will be.
struct UnderWay {
    backend: Arc<Backend>,
    place: Place,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.backend.world.deliveries.queue.ended(&self.place);
    }
}

/// Sends the messages in the queue while the server runs. The messages of one check are sent in order, those
/// of several checks concurrently.
pub(crate) async fn keep(backend: Arc<Backend>, policy: AddressPolicy) {
    // Dropping this task aborts the messages that are being sent.
    let mut under_way = JoinSet::new();
    // The client is created for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            batch = backend.world.deliveries.queue.next() => {
                if client.is_none() {
                    client = new_client().ok();
                }
                let held = UnderWay { backend: Arc::clone(&backend), place: batch.place() };
                let client = client.clone();
                under_way.spawn(async move {
                    send_all(&held.backend, client.as_ref(), policy, batch).await;
                });
            }
            Some(_) = under_way.join_next() => {}
        }
    }
}
