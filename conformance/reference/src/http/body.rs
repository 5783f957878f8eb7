//! Request bodies: taken in up to a size, and so much of all of them at a time.
//!
//! It must not look into a body.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use futures_util::StreamExt;

use crate::contract::Contract;
use crate::contract::row::Row;
use crate::world::body_limit::{BodyLimit, BodyPermit};

/// A body, or the row that answers one that could not be taken in.
pub(super) type Sent = Result<Bytes, Arc<Row>>;

/// Takes a body in, once there is room for it; the room is to be kept as long as the body.
pub(super) async fn read<'l>(
    limit: &'l BodyLimit,
    contract: &Contract,
    body: Body,
) -> (Sent, BodyPermit<'l>) {
    let (most, hint) = (limit.bytes(contract), body.size_hint());
    // One that says that it is too large is not waited for.
    if hint.lower() > most as u64 {
        return (Err(Arc::clone(&contract.body_too_large)), None);
    }
    // One that does not say how large it is may be as large as any.
    let said = hint.exact().and_then(|said| usize::try_from(said).ok());
    let Ok(room) = limit.reserve(said.unwrap_or(most)).await else {
        return (Err(Arc::clone(&contract.validation_failure)), None);
    };
    // What is set aside and does not come takes no memory.
    let mut taken: Vec<u8> = Vec::with_capacity(said.unwrap_or_default());
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let row = match part {
            Ok(part) if part.len() <= most - taken.len() => {
                taken.extend_from_slice(&part);
                continue;
            }
            Ok(_) => &contract.body_too_large,
            Err(_) => &contract.validation_failure,
        };
        return (Err(Arc::clone(row)), room);
    }
    (Ok(taken.into()), room)
}
