//! Request bodies: read up to the maximum size of a body, within the memory that all bodies share.
//!
//! This module does not interpret a body.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use futures_util::StreamExt;

use crate::contract::Contract;
use crate::contract::row::Row;
use crate::world::body_limit::{BodyLimit, BodyPermit};

/// A body, or the error of a body that could not be read.
pub(super) type ReceivedBody = Result<Bytes, Arc<Row>>;

/// Reads a body once there is room for it. The caller keeps the room as long as the body.
pub(super) async fn read<'l>(
    limit: &'l BodyLimit,
    contract: &Contract,
    body: Body,
) -> (ReceivedBody, BodyPermit<'l>) {
    let (max, hint) = (limit.bytes(contract), body.size_hint());
    // A body whose stated length is too large is rejected at once.
    if hint.lower() > max as u64 {
        return (Err(Arc::clone(&contract.body_too_large)), None);
    }
    // A body without a stated length needs room for the maximum size.
    let stated = hint.exact().and_then(|stated| usize::try_from(stated).ok());
    let Ok(room) = limit.reserve(stated.unwrap_or(max)).await else {
        return (Err(Arc::clone(&contract.validation_failure)), None);
    };
    // Reserved room that is not used takes no memory.
    let mut received: Vec<u8> = Vec::with_capacity(stated.unwrap_or_default());
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        let row = match part {
            Ok(part) if part.len() <= max - received.len() => {
                received.extend_from_slice(&part);
                continue;
            }
            Ok(_) => &contract.body_too_large,
            Err(_) => &contract.validation_failure,
        };
        return (Err(Arc::clone(row)), room);
    }
    (Ok(received.into()), room)
}
