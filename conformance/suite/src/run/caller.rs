//! Sends requests to a target without judging responses: those of its recipes, one at a time, and those of cases,
//! against which the speed of the suite is measured.

use std::time::Duration;

use parking_lot::Mutex;
use reqwest::Url;
use tokio::time::Instant;
use webdata_cases::case::{Argument, Authorization, Body, Case, Endpoint, KeyName, Request};
use webdata_spec::Spec;
use webdata_spec::prose::truncated;

use super::client::{Client, ClientError, message};
use super::pace::{Pace, WaitLimit};
use super::record::{SecretNames, hide_strings};
use crate::judge::excerpt::first_bytes;
use crate::judge::{HttpResponse, excerpt};
use crate::message::{Message, RequestRedactor};
use crate::target::{Headers, Secret, Target, TargetRedactor};

/// Sends requests to a target, at its pace.
pub(crate) struct Caller {
    target: Target,
    client: Client,
    pace: Pace,
    redactor: TargetRedactor,
    request_redactor: RequestRedactor,
    secret_names: SecretNames,
    /// The latency of each response.
    latencies: Mutex<Vec<Duration>>,
}

impl Caller {
    /// Returns a caller of a target that keeps the retry rules of a contract.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub(crate) fn new(target: &Target, spec: &Spec) -> Result<Self, ClientError> {
        Ok(Self {
            secret_names: SecretNames::new(spec),
            target: target.clone(),
            client: Client::new(target, spec)?,
            pace: Pace::new(target.settings.rate, spec.service.retry.clone()),
            redactor: target.redactor(),
            request_redactor: RequestRedactor::new(target),
            latencies: Mutex::default(),
        })
    }

    /// Sends a request with additional headers, and reads the response. `until` limits the waits before it.
    ///
    /// # Errors
    /// If there is no response.
    pub(crate) async fn call(
        &self,
        request: &Request,
        headers: &Headers,
        until: &WaitLimit,
    ) -> Result<HttpResponse, ClientError> {
        self.call_with_key(request, headers, None, until).await
    }

    /// Sends a request as `call` does, with another key than those of the target, if there is one.
    ///
    /// # Errors
    /// If there is no response.
    pub(crate) async fn call_with_key(
        &self,
        request: &Request,
        headers: &Headers,
        key: Option<&Secret>,
        until: &WaitLimit,
    ) -> Result<HttpResponse, ClientError> {
        let is_limit = |response: &HttpResponse| self.is_limit(response.status);
        let send = async || {
            let message = || self.message(request, headers, key);
            let started = Instant::now();
            let response = self.client.deliver_with_renewal(&self.target, request, message).await;
            if response.is_ok() {
                self.latencies.lock().push(started.elapsed());
            }
            response
        };
        self.pace.send_paced(until, is_limit, send).await.response
    }

    /// Returns whether a status code limits the rate.
    pub(crate) fn is_limit(&self, status: u16) -> bool {
        Some(status) == self.pace.limit_status()
    }

    /// Sends a request whose key is over its limit, and does not wait for the limit, which is not that of other
    /// keys.
    ///
    /// # Errors
    /// If there is no response.
    pub(crate) async fn call_once(
        &self,
        request: &Request,
        headers: &Headers,
    ) -> Result<HttpResponse, ClientError> {
        let message = || self.message(request, headers, None);
        self.client.deliver_with_renewal(&self.target, request, message).await
    }

    /// Returns the median latency so far. Of an even number of responses, it is the lower one, since the
    /// first response includes the time to connect.
    pub(crate) fn latency(&self) -> Option<Duration> {
        let mut latencies = self.latencies.lock().clone();
        latencies.sort_unstable();
        latencies.get(latencies.len().checked_sub(1)? / 2).copied()
    }

    /// Returns a warning about the proxy that requests go through, if there is one.
    pub(crate) fn proxy_warning(&self) -> Option<String> {
        self.client.proxy()?.warning()
    }

    /// Returns more about the failure of a request than the HTTP client says, if there is more.
    pub(crate) async fn explain(&self, request: &Request, error: &ClientError) -> Option<String> {
        let url = Url::parse(&message(&self.target, request, &[]).ok()?.url).ok()?;
        self.client.explain(&self.target, url.path(), error).await
    }

    /// Returns the request as a command line without keys.
    pub(crate) fn command_line(
        &self,
        request: &Request,
        headers: &Headers,
        key: Option<&Secret>,
    ) -> String {
        let message = self.message(request, headers, key);
        message.map(|message| self.request_redactor.command_line(message, &[])).unwrap_or_default()
    }

    /// Returns a text of the server without secrets, cut if it is long. Recipes may call what the contract does not show,
    /// so a property is secret in any body if the contract calls one of its name secret.
    pub(crate) fn describe_response(&self, response: &HttpResponse) -> String {
        const MAX_SHOWN: usize = 300;
        let hidden = hide_strings(&response.body, |place, _| {
            self.secret_names.are_in(place).then(|| "[secret]".to_owned())
        });
        let body = first_bytes(hidden.as_ref().unwrap_or(&response.body));
        let body = String::from_utf8_lossy(body).into_owned();
        let body = excerpt::redact_and_shorten(body, |text| self.redactor.redact(text));
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {}", response.status, truncated(&body, MAX_SHOWN)).trim_end().to_owned()
    }

    /// Returns a text without the keys of the target.
    pub(crate) fn redact(&self, text: String) -> String {
        self.redactor.redact(text)
    }

    fn message<'m>(
        &'m self,
        request: &'m Request,
        headers: &'m Headers,
        key: Option<&'m Secret>,
    ) -> Result<Message<'m>, ClientError> {
        let mut message = message(&self.target, request, &[])?;
        if let (Some(key), Some(authorization)) = (key, &request.authorization) {
            message.set_key(&authorization.header, key);
        }
        message.add(headers);
        Ok(message)
    }
}

/// Returns a request of the target, with a key by the contract's first scheme.
pub(crate) fn build_request<'p>(
    spec: &Spec,
    endpoint: &Endpoint,
    parameters: impl IntoIterator<Item = (&'p str, &'p str)>,
    body: Body,
    key: KeyName,
) -> Request {
    let scheme = spec.service.authentication.values().next();
    let parameters = parameters
        .into_iter()
        .map(|(name, text)| (name.to_owned(), Argument::Text(text.to_owned())))
        .collect();
    Request {
        endpoint: Some(endpoint.clone()),
        parameters,
        authorization: scheme.map(|scheme| Authorization::with_key(scheme, key)),
        media_type: "application/json".to_owned(),
        body,
        ..Request::default()
    }
}

/// Requests that are ready to be sent to one target.
pub struct RawSender {
    target: Target,
    client: Client,
    requests: Vec<(Request, Vec<String>)>,
}

impl RawSender {
    /// Prepares every request of some cases; the cases take turns with the target's fixtures.
    ///
    /// # Errors
    /// If no HTTP client can be made.
    pub fn new(cases: &[Case], target: &Target) -> Result<Self, ClientError> {
        let steps = cases.iter().flat_map(|case| &case.steps);
        let requests = steps.enumerate().map(|(index, step)| {
            let is_leased =
                |argument: &Argument| matches!(argument, Argument::Fixture { above: 0, .. });
            let parameters = step.request.parameters.iter();
            let mut leased = parameters.filter(|(_, argument)| is_leased(argument));
            let fixtures = leased.find_map(|(name, _)| target.settings.fixtures.get(name));
            let mut fixtures = fixtures.cloned().unwrap_or_default();
            let turns = index.checked_rem(fixtures.len()).unwrap_or_default();
            fixtures.rotate_left(turns);
            (step.request.clone(), fixtures)
        });
        let requests = requests.collect();
        Ok(Self { client: Client::without_renewal(target)?, target: target.clone(), requests })
    }

    /// Returns the number of requests.
    #[must_use]
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// Returns whether there is no request.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Sends the request at an index and reads its response. Returns whether there is such a request.
    pub async fn send(&self, index: usize) -> bool {
        let Some((request, fixtures)) = self.requests.get(index) else { return false };
        // Responses and failures are ignored.
        drop(self.client.send_raw(&self.target, request, fixtures).await);
        true
    }
}
