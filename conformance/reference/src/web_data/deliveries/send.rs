//! The task that sends webhooks.
//!
//! This module sends no request itself; `attempts` does.

use std::sync::Arc;

use reqwest::Client;
use tokio::task::JoinSet;

use super::address_policy::AddressPolicy;
use super::attempts::{new_client, send_all};
use crate::web_data::service::WebData;
use crate::web_data::world::deliveries::queue::Reservation;

/// The messages of a check that are being sent. Dropping this value tells the queue that they have been sent,
/// or never will be.
struct SendingBatch {
    service: Arc<WebData>,
    reservation: Reservation,
}

impl Drop for SendingBatch {
    fn drop(&mut self) {
        self.service.state.deliveries.queue.ended(&self.reservation);
    }
}

/// Sends the messages in the queue while the server runs. The messages of one check are sent in order, those
/// of several checks concurrently.
pub(crate) async fn run_sender(service: Arc<WebData>, policy: AddressPolicy) {
    // Dropping this task aborts the messages that are being sent.
    let mut sending = JoinSet::new();
    // The client is created for the first message, since most servers never send one.
    let mut client: Option<Client> = None;
    loop {
        tokio::select! {
            batch = service.state.deliveries.queue.next() => {
                let usable = match &client {
                    Some(client) => Ok(client.clone()),
                    None => new_client(),
                };
                client = usable.as_ref().ok().cloned();
                let batch_guard = SendingBatch { service: Arc::clone(&service), reservation: batch.reservation() };
                sending.spawn(async move {
                    send_all(&batch_guard.service, &usable, policy, batch).await;
                });
            }
            Some(_) = sending.join_next() => {}
        }
    }
}
