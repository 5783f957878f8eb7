//! What comes back: taken in within a time and a size, then read, or made an error of.

use std::time::Duration;

use reqwest::Request;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Bytes, Caller, Error, Refusal, Shared, retry};
use crate::{Operation, identify};

/// An answer, whole.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) is_success: bool,
    retry_after: Option<Duration>,
    bytes: Vec<u8>,
}

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Sends a request once and reads the whole answer.
    pub(super) async fn exchange(
        &self,
        operation: &'static str,
        request: Request,
    ) -> Result<Answer, Error<K, B>> {
        let Shared { service, http, timeout: limit, answer_limit, .. } = &*self.shared;
        let failed = |error: reqwest::Error| match error.is_timeout() && !error.is_connect() {
            true => Error::Timeout { operation, limit: *limit },
            false => Error::Transport { operation, source: error.without_url() },
        };
        let mut response = http.execute(request).await.map_err(failed)?;
        let status = response.status().as_u16();
        let too_large = || Error::TooLarge { operation, status, limit: *answer_limit };
        let announced = response.content_length().unwrap_or_default();
        if usize::try_from(announced).is_ok_and(|announced| announced > *answer_limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > *answer_limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        let header = service.retry.and_then(|rules| response.headers().get(rules.header));
        let retry_after = header.and_then(|value| retry::seconds(value.to_str().ok()?));
        Ok(Answer { status, is_success: response.status().is_success(), retry_after, bytes })
    }

    /// A success, which a strict client holds against the contract.
    pub(super) fn judged(
        &self,
        operation: &Operation<K>,
        answer: Answer,
    ) -> Result<Answer, Error<K, B>> {
        if !self.shared.strict {
            return Ok(answer);
        }
        // What is no JSON is told by whoever reads it.
        let value: Option<Value> = serde_json::from_slice(json(&answer.bytes)).ok();
        let found = operation.check_response.zip(value).map(|(check, value)| check(&value));
        let violations = found.unwrap_or_default();
        let expected = operation.status.is_none_or(|status| status == answer.status);
        if expected && violations.is_empty() {
            return Ok(answer);
        }
        let (operation, status) = (operation.id, answer.status);
        let bytes = self.blank(answer.bytes);
        Err(Error::OffContract { operation, status, violations, bytes })
    }

    /// A success, read into a type.
    pub(super) fn read<R: DeserializeOwned>(
        &self,
        operation: &'static str,
        answer: Answer,
    ) -> Result<R, Error<K, B>> {
        if let Ok(read) = serde_json::from_slice(json(&answer.bytes)) {
            return Ok(read);
        }
        // What is wrong is looked for without the key, which the message might repeat.
        let (status, bytes) = (answer.status, self.blank(answer.bytes));
        let failed = |reason| Error::Unreadable { operation, status, reason, bytes: bytes.clone() };
        serde_json::from_slice(json(&bytes)).map_err(failed)
    }

    /// What the service refused with.
    pub(super) fn refusal(
        &self,
        operation: &'static str,
        answer: Answer,
        sent: u32,
    ) -> Refusal<K, B> {
        let (service, status) = (self.shared.service, answer.status);
        let bytes = self.blank(answer.bytes);
        let json: Option<Value> = serde_json::from_slice(&bytes).ok();
        let kind =
            json.as_ref().and_then(|body| identify(service.catalogue, service.row, status, body));
        Refusal {
            operation,
            status,
            kind,
            row: kind.map(service.row),
            body: serde_json::from_slice(&bytes).ok(),
            json,
            bytes,
            retry_after: answer.retry_after,
            attempts: sent,
            is_retryable: retry::is_retryable(service, status, kind),
        }
    }

    fn blank(&self, bytes: Vec<u8>) -> Bytes {
        Bytes(match &self.shared.key {
            Some(key) => key.blank(bytes),
            None => bytes,
        })
    }
}

/// The JSON of a body; an empty one is `null`.
fn json(bytes: &[u8]) -> &[u8] {
    if bytes.is_empty() { b"null" } else { bytes }
}
