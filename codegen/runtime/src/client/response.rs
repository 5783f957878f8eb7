//! Receives a response within a time and a size, and reads it or makes an error of it.

use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, HeaderValue};
use reqwest::{Request, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client::caller::{self, Caller, Shared};
use crate::client::error::{Bytes, Error, ErrorResponse, TimeoutKind};
use crate::client::hook::Around;
use crate::decode::read_received;
use crate::parameters::Parameters;
use crate::{Operation, Violation, Violations, decode, identify, parameters, retry_after};

/// A response. A success is complete; of any other response, the part that was received is kept.
pub(crate) struct RawResponse {
    pub(super) status: u16,
    pub(super) is_success: bool,
    pub(super) retry_after: Option<Duration>,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl RawResponse {
    /// Returns the status code and the headers.
    pub(super) fn head(&self) -> http::Response<()> {
        let mut head = http::Response::new(());
        // The status code was received as one.
        *head.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        head.headers_mut().clone_from(&self.headers);
        head
    }

    /// Returns the body as JSON, or null if it is not JSON.
    pub(super) fn json(&self) -> Value {
        read_received(&self.bytes).unwrap_or_default()
    }
}

impl<K: Copy, B: DeserializeOwned> Caller<K, B> {
    /// Sends a request once, between the hooks, and reads the response.
    pub(super) async fn exchange(
        &self,
        mut request: Request,
        around: &Around<'_>,
    ) -> Result<RawResponse, Error<K, B>> {
        let operation = around.operation;
        let stopped = |cause| Error::Hook { operation, cause };
        around.before(&mut request).await.map_err(stopped)?;
        let sent = Instant::now();
        let response = self.receive(operation, request).await;
        let shown = response.as_ref().ok().map(|response| (response.status, &response.headers));
        around.after(sent, shown).await;
        response
    }

    async fn receive(
        &self,
        operation: &'static str,
        request: Request,
    ) -> Result<RawResponse, Error<K, B>> {
        let Shared { service, http, timeouts, response_limit, .. } = &*self.shared;
        let failed = |error: reqwest::Error| {
            let limit = match (error.is_timeout(), error.is_connect()) {
                (true, false) => Some((TimeoutKind::Attempt, timeouts.attempt)),
                (true, true) => timeouts.connect.map(|limit| (TimeoutKind::Connect, limit)),
                (false, _) => None,
            };
            match limit {
                Some((kind, limit)) => Error::Timeout { operation, kind, limit },
                None => Error::Transport { operation, cause: error.without_url() },
            }
        };
        let mut response = http.execute(request).await.map_err(failed)?;
        let (status, is_success) = (response.status().as_u16(), response.status().is_success());
        let too_large = || Error::TooLarge { operation, status, limit: *response_limit };
        let announced = response.content_length().unwrap_or_default();
        let announced = usize::try_from(announced).unwrap_or(usize::MAX);
        if is_success && announced > *response_limit {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let lost = loop {
            match response.chunk().await {
                Ok(None) => break None,
                Ok(Some(chunk)) => {
                    let room = *response_limit - bytes.len();
                    bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
                    if chunk.len() > room {
                        break Some(too_large());
                    }
                }
                Err(error) => break Some(failed(error)),
            }
        };
        // An error response counts even if a part of its body is lost; another attempt may follow it.
        if let Some(error) = lost.filter(|_| is_success) {
            return Err(error);
        }
        let text = |name: &str| response.headers().get(name)?.to_str().ok();
        let after = service.retry.and_then(|rules| text(rules.header));
        let retry_after = after.and_then(|after| retry_after::wait(after, text(DATE.as_str())));
        let headers = response.headers().clone();
        Ok(RawResponse { status, is_success, retry_after, headers, bytes })
    }

    /// Validates a success, if the client is strict.
    pub(super) fn validated(
        &self,
        operation: &Operation<K>,
        response: RawResponse,
    ) -> Result<RawResponse, Error<K, B>> {
        if !self.shared.strict {
            return Ok(response);
        }
        // The reader of the body reports that it is not JSON.
        let value: Option<Value> = read_received(or_null(&response.bytes)).ok();
        let validate = |value: &Value| operation.check_response.map(|check| check(value));
        let violations = value.as_ref().and_then(validate).unwrap_or_default();
        let expected = operation.status.is_none_or(|status| status == response.status);
        if expected && violations.is_empty() {
            return Ok(response);
        }
        let (operation, status) = (operation.id, response.status);
        let (bytes, blanked) = self.redacted(response.bytes);
        let violations = match blanked.filter(|blanked| value.as_ref() != Some(blanked)) {
            // The places of violations contain property names, which may be secrets.
            Some(blanked) => self.redacted_violations(violations, validate(&blanked)),
            None => violations,
        };
        Err(Error::BreaksContract { operation, status, violations, bytes })
    }

    /// Returns a redacted body, and its JSON, if it is JSON.
    fn redacted(&self, bytes: Vec<u8>) -> (Bytes, Option<Value>) {
        let (bytes, json) = self.shared.redactor.redact_body(bytes);
        (Bytes(bytes), json)
    }

    /// Returns the violations of the redacted body. If only the secret broke the contract, that body has none; then the
    /// original violations are returned with redacted pointers.
    fn redacted_violations(
        &self,
        violations: Violations,
        of_redacted: Option<Violations>,
    ) -> Violations {
        let blank = |violation: Violation| {
            let pointer = self.shared.redactor.redact(violation.pointer);
            Violation { pointer, ..violation }
        };
        of_redacted
            .filter(|of_redacted| !of_redacted.is_empty())
            .unwrap_or_else(|| violations.into_iter().map(blank).collect())
    }

    /// Reads the headers of a success into a type. A strict client validates them.
    pub(super) fn read_headers<H: DeserializeOwned + Parameters>(
        &self,
        operation: &'static Operation<K>,
        response: &RawResponse,
    ) -> Result<H, Error<K, B>> {
        let lines =
            |name: &'static str| response.headers.get_all(name).iter().map(HeaderValue::as_bytes);
        let value = parameters::headers::<H, _>(lines);
        let (operation, status) = (operation.id, response.status);
        let shown = || self.redacted(response.bytes.clone()).0;
        if self.shared.strict
            && let Err(violations) = decode::check::<H>(&value)
        {
            return Err(Error::BreaksContract { operation, status, violations, bytes: shown() });
        }
        // The message never repeats a value.
        serde_json::from_value(value).map_err(|reason| Error::Unreadable {
            operation,
            status,
            media_type: self.media_type(response),
            reason,
            bytes: shown(),
        })
    }

    /// Reads a success into a type.
    pub(super) fn read<R: DeserializeOwned>(
        &self,
        operation: &'static Operation<K>,
        mut response: RawResponse,
    ) -> Result<R, Error<K, B>> {
        if operation.has_no_content() {
            // A body that HTTP does not allow is ignored.
            response.bytes.clear();
        }
        let operation = operation.id;
        if let Ok(read) = read_received(or_null(&response.bytes)) {
            return Ok(read);
        }
        // The body is parsed without secrets, which the message might repeat.
        let (status, media_type) = (response.status, self.media_type(&response));
        let (bytes, _) = self.redacted(response.bytes);
        let failed = |reason| Error::Unreadable {
            operation,
            status,
            media_type,
            reason,
            bytes: bytes.clone(),
        };
        read_received(or_null(&bytes)).map_err(failed)
    }

    /// Returns the media type of a response, without secrets.
    fn media_type(&self, response: &RawResponse) -> Option<String> {
        let value = response.headers.get(CONTENT_TYPE)?;
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        Some(self.shared.redactor.redact(value))
    }

    /// Returns headers without the values that repeat a secret.
    fn redacted_headers(&self, headers: &HeaderMap) -> HeaderMap {
        let redacted = headers.iter().map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
            let shown = HeaderValue::from_str(&self.shared.redactor.redact(text));
            (name.clone(), shown.unwrap_or_else(|_| value.clone()))
        });
        redacted.collect()
    }

    /// Returns the error response of the service.
    pub(super) fn error_response(
        &self,
        operation: &'static str,
        response: RawResponse,
        sent: u32,
    ) -> ErrorResponse<K, B> {
        let (service, status) = (self.shared.service, response.status);
        let (bytes, json) = self.redacted(response.bytes);
        let kind =
            json.as_ref().and_then(|body| identify(service.catalogue, service.row, status, body));
        ErrorResponse {
            operation,
            status,
            kind,
            row: kind.map(service.row),
            body: read_received(&bytes).ok(),
            json,
            bytes,
            headers: self.redacted_headers(&response.headers),
            retry_after: response.retry_after,
            attempts: sent,
            is_retryable: caller::is_retryable(service, status, kind),
        }
    }
}

/// Returns the bytes of a body as they are read as JSON: those of an empty body are `null`.
fn or_null(bytes: &[u8]) -> &[u8] {
    if bytes.is_empty() { b"null" } else { bytes }
}
