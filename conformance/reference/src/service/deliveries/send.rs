//! The task that has webhooks sent.
//!
//! It must not know HTTP.

use std::sync::Arc;

use reqwest::Client;
use tokio::task::JoinSet;

use super::address_policy::AddressPolicy;
use super::attempts::{new_client, send_all};
use crate::service::backend::Backend;
use crate::world::deliveries::queue::Reservation;

/// The messages of a check that are under way: the queue is told when they have been sent, or never
/// will be.
struct UnderWay {
    backend: Arc<Backend>,
    reservation: Reservation,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.backend.world.deliveries.queue.ended(&self.reservation);
    }
}

/// Sends what is in the queue, for as long as the server runs: the messages of a check in their
/// order, those of several checks side by side.
pub(crate) async fn keep(backend: Arc<Backend>, policy: AddressPolicy) {
    // What is under way ends with this task.
    let mut under_way = JoinSet::new();
    // Made for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            batch = backend.world.deliveries.queue.next() => {
                if client.is_none() {
                    client = new_client().ok();
                }
                let held = UnderWay { backend: Arc::clone(&backend), reservation: batch.reservation() };
                let client = client.clone();
                under_way.spawn(async move {
                    send_all(&held.backend, client.as_ref(), policy, batch).await;
                });
            }
            Some(_) = under_way.join_next() => {}
        }
    }
}
