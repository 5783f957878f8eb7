//! Checks a target before a run: sends requests that change nothing, interprets the responses, and measures
//! their speed.
//!
//! Fixtures are checked by an update without properties, or by an operation that reads them. Before a run, the
//! request of a case also shows whether another run has marked them. This module sends nothing else to fixtures,
//! and runs no recipe.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Argument, Body, Endpoint, Expect, KeyName, Need, Request, Step};
use webdata_cases::json::BYTE_ORDER_MARK;
use webdata_cases::marker::Marker;
use webdata_spec::Spec;
use webdata_spec::model::{Authentication, ResourceEffect};

use super::estimate::{Speed, Workload};
use super::{
    Check, Diagnosis, DoctorOptions, KeyStatuses, can_run, key_check, plan_summary, target_checks,
    tls_check,
};
use crate::Suite;
use crate::interference::is_fresh;
use crate::judge::{HttpResponse, may_have_status, undecoded};
use crate::run::ClientError;
use crate::run::caller::{Caller, build_request};
use crate::run::client::certificates::client_builder;
use crate::run::listener::Listener;
use crate::run::pace::WaitLimit;
use crate::target::{Headers, Secret, Target, Text, Transport, Webhooks, path_of};

/// An identity that no server gives to a resource.
const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";

/// How often a request is repeated if something between the runner and the server fails.
const MAX_RETRIES: usize = 2;

/// The wait before a request is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// The number of fixtures that are checked at the same time.
const CONCURRENT_CHECKS: usize = 8;

/// The results before a run.
#[derive(Debug, Clone)]
pub struct Preflight {
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// How fast the server responds, if it does.
    pub speed: Option<Speed>,
}

impl Preflight {
    /// Returns whether a run can start and its verdict would be meaningful.
    #[must_use]
    pub fn can_run(&self) -> bool {
        can_run(&self.checks)
    }
}

/// Checks whether a run can start, and what it would skip.
pub async fn doctor(suite: &Suite, options: DoctorOptions<'_>) -> Diagnosis {
    let DoctorOptions { target, selection, deadline, budget, jobs, processors } = options;
    let mut checks = target_checks(target);
    let preflight_report = preflight(suite, target, deadline, CancellationToken::new()).await;
    checks.extend(preflight_report.checks);
    match suite.plan(target, selection) {
        Ok(plan) => {
            let work = Workload::new(&plan, target);
            let speed = preflight_report.speed.unwrap_or_default();
            let count = jobs.unwrap_or_else(|| work.jobs(speed, processors).count);
            let fixed = (count, jobs.is_some());
            let exceeded_deadline = work.exceeded_deadline(speed, fixed, processors, deadline);
            checks.push(match exceeded_deadline.filter(|_| budget.is_none()) {
                Some(says) => Check::problem("time", says),
                None => Check::ok("time", work.describe(speed, count)),
            });
            plan_summary(&suite.spec, &plan, checks)
        }
        Err(error) => {
            checks.push(Check::problem("the cases", error.to_string()));
            Diagnosis { checks, runs: 0, skips: 0, off: 0, remedies: Vec::new() }
        }
    }
}

/// Checks whether the server can be reached, and whether keys, fixtures and webhooks are as the target says.
pub async fn preflight(
    suite: &Suite,
    target: &Target,
    deadline: Duration,
    stop: CancellationToken,
) -> Preflight {
    let mut checks: Vec<Check> = tls_check(target).into_iter().collect();
    let mut speed = None;
    match Caller::new(target, &suite.spec) {
        Ok(caller) => {
            let until = WaitLimit::within(Some(deadline), stop);
            let doctor = Doctor { caller, target, suite, until };
            doctor.run_checks(&mut checks).await;
            for check in &mut checks {
                check.about = doctor.caller.redact(std::mem::take(&mut check.about));
                check.says = doctor.caller.redact(std::mem::take(&mut check.says));
            }
            speed = doctor.speed().await;
        }
        Err(error) => checks.push(Check::problem("the connection", error.to_string())),
    }
    if let Some(webhooks) = &target.settings.webhooks {
        checks.push(listener_check(webhooks, target.connection.timeout).await);
    }
    Preflight { checks, speed }
}

struct Doctor<'d> {
    caller: Caller,
    target: &'d Target,
    suite: &'d Suite,
    /// The end of every wait: no wait is longer than a run.
    until: WaitLimit,
}

/// The request that checks a fixture.
struct Probe<'p> {
    endpoint: Endpoint,
    parameter: &'p str,
    /// A fixture that no server has.
    unknown: String,
    scheme: Option<&'p Authentication>,
    statuses: KeyStatuses,
    /// The status codes for a resource that is unknown, or belongs to another team.
    unseen: Vec<u16>,
}

/// A key that the target sends in place of the valid one in some cases.
struct FurtherKey<'k> {
    about: String,
    key: &'k Secret,
    /// The provoked error and the resource that the target names, if the key is one of `[provoke]`.
    provokes: Option<(&'k str, Option<&'k String>)>,
}

impl Doctor<'_> {
    async fn run_checks(&self, checks: &mut Vec<Check>) {
        let Some(probe) = find_probe(&self.suite.spec) else { return };
        let ids = self.target.settings.fixtures.get(probe.parameter).cloned().unwrap_or_default();
        let first = ids.first().unwrap_or(&probe.unknown);
        match self.send_probe(&probe, first, KeyName::Valid, &Headers::new()).await {
            Ok(_) => checks.push(Check::ok(
                "the connection",
                format!("{} responds", self.target.connection.base_url),
            )),
            Err(error) => {
                checks.push(self.unreachable(&error));
                return;
            }
        }
        for chunk in ids.chunks(CONCURRENT_CHECKS) {
            let checking = chunk.iter().map(|id| self.check_key(KeyName::Valid, &probe, Some(id)));
            checks.extend(join_all(checking).await);
        }
        if ids.is_empty() {
            checks.push(self.check_key(KeyName::Valid, &probe, None).await);
        }
        if can_run(checks) {
            for id in &ids {
                checks.extend(self.check_marker(&probe, id).await);
            }
        }
        for key in [KeyName::Revoked, KeyName::Limited, KeyName::OtherTeam] {
            if self.target.settings.keys.contains_key(&key) {
                checks.push(self.check_key(key, &probe, ids.first()).await);
            }
        }
        for key in self.further_keys(&probe) {
            checks.push(self.check_further_key(&key, &probe, ids.first()).await);
        }
        // A rejected key is rejected for each fixture, and is reported once.
        checks.dedup();
    }

    /// Measures how fast the server responds to one request, and to several at once. Returns `None` without a response.
    async fn speed(&self) -> Option<Speed> {
        let latency = self.caller.latency()?;
        let probe = find_probe(&self.suite.spec)?;
        let headers = Headers::new();
        let started = Instant::now();
        let sending = (0..CONCURRENT_CHECKS)
            .map(|_| self.send_probe(&probe, &probe.unknown, KeyName::Valid, &headers));
        let responses = join_all(sending).await.into_iter().filter(Result::is_ok).count();
        let spacing = started.elapsed().checked_div(u32::try_from(responses).ok()?);
        Some(Speed { latency, spacing: spacing.unwrap_or(latency) })
    }

    /// Checks a key with a fixture, or otherwise with a resource that does not exist. Without a fixture, only a
    /// rejection tells another key from the valid one.
    async fn check_key(&self, key: KeyName, probe: &Probe<'_>, fixture: Option<&String>) -> Check {
        let about = format!("the {key} key");
        let id = fixture.unwrap_or(&probe.unknown);
        let response = match self.send_probe(probe, id, key, &Headers::new()).await {
            Ok(response) => response,
            Err(error) => return self.no_response(&about, &error),
        };
        let needs_json = fixture.is_some() || key == KeyName::Valid;
        if needs_json && response.at("").is_none() {
            return self.no_json(&about, key, &response);
        }
        if key == KeyName::Valid && response.body.starts_with(BYTE_ORDER_MARK) {
            let message = "gets JSON after a byte order mark, which RFC 8259, section 8.1, forbids";
            return Check::fault(&about, message);
        }
        let is_rejected = response.status == probe.statuses.rejected;
        if fixture.is_none() && !is_rejected && key != KeyName::Revoked {
            let is_valid = key == KeyName::Valid;
            return Check::ok(
                &about,
                if is_valid { "is accepted" } else { "is known to the server" },
            );
        }
        let shown = self.caller.describe_response(&response);
        key_check(key, id, response.status, &shown, probe.statuses)
    }

    /// Returns a warning if another run has marked a fixture a short time ago. The request is one that a case sends
    /// before it changes anything else.
    async fn check_marker(&self, probe: &Probe<'_>, id: &str) -> Option<Check> {
        let own = self.target.marker.as_ref()?;
        let mut steps = self.suite.cases.iter().flat_map(|case| &case.steps);
        let is_meant = |step: &&Step| {
            let body = step.request.body.as_json().map(ToString::to_string).unwrap_or_default();
            matches!(step.expect, Expect::Success { .. })
                && step.request.endpoint.as_ref() == Some(&probe.endpoint)
                && step.request.provoke.is_none()
                && step.request.arguments().eq([&Argument::FIRST_FIXTURE])
                && Marker::find_all(&body).next().is_none()
        };
        let mut request = steps.find(is_meant)?.request.clone();
        request.parameters.insert(probe.parameter.to_owned(), Argument::Text(id.to_owned()));
        let response = self.caller.call(&request, &Headers::new(), &self.until).await.ok()?;
        let body = String::from_utf8_lossy(&response.body);
        let other = Marker::find_all(&body).find(|other| is_fresh(own, other))?;
        let message = format!(
            "{id} has the marker `{other}` of another run; if that run is still going on, both end without a \
             verdict: give each run fixtures of its own"
        );
        Some(Check::warning("another run", message))
    }

    /// Returns the keys of circumstances and provocations, except those that a server should reject.
    fn further_keys(&self, probe: &Probe<'_>) -> Vec<FurtherKey<'_>> {
        let (spec, statuses) = (&self.suite.spec, probe.statuses);
        let is_rejected =
            |error: &str| spec.errors.get(error).is_some_and(|row| row.status == statuses.rejected);
        let provocations =
            self.target.settings.provoke.iter().filter(|(error, _)| !is_rejected(error));
        let provocations = provocations.filter_map(|(error, provocation)| {
            let resource = provocation.parameters.get(probe.parameter);
            let key = provocation.key.as_ref()?;
            let about = format!("the key of `[provoke] {error}`");
            Some(FurtherKey { about, key, provokes: Some((error.as_str(), resource)) })
        });
        let circumstances = self.target.settings.circumstance.iter().filter_map(
            |((operation, clause), circumstance)| {
                let need = Need::Circumstance(operation.clone(), clause.clone());
                let mut cases = self.suite.cases.iter().filter(|case| case.needs.contains(&need));
                let should_fail = cases.any(|case| {
                    case.steps.iter().any(|step| may_have_status(&step.expect, statuses.rejected))
                });
                let key = circumstance.key.as_ref().filter(|_| !should_fail)?;
                let about = format!("the key {} of circumstances", key.variable());
                Some(FurtherKey { about, key, provokes: None })
            },
        );
        let mut keys: Vec<FurtherKey<'_>> = provocations.chain(circumstances).collect();
        keys.sort_by(|left, right| left.about.cmp(&right.about));
        keys.dedup_by(|left, right| {
            left.key.reveal() == right.key.reveal() && left.provokes.is_none()
        });
        keys
    }

    /// Checks another key with the resource that the target names beside it, or with a fixture. A key that
    /// provokes an error of the rate limit is not waited for.
    async fn check_further_key(
        &self,
        further: &FurtherKey<'_>,
        probe: &Probe<'_>,
        fixture: Option<&String>,
    ) -> Check {
        let FurtherKey { about, key, provokes } = further;
        let named = provokes.and_then(|(_, resource)| resource);
        let id = named.or(fixture).unwrap_or(&probe.unknown);
        let row = provokes.and_then(|(error, _)| self.suite.spec.errors.get(error));
        let Some(scheme) = probe.scheme else { return Check::ok(about, "is sent as it is") };
        let sent = Secret::new(key.variable(), format!("{} {}", scheme.scheme, key.reveal()));
        let headers = Headers::from([(scheme.header.clone(), Text::Secret(sent))]);
        let is_limit = row.is_some_and(|row| self.caller.is_limit(row.status));
        let request = self.probe_request(probe, id, KeyName::Valid);
        let sent = match is_limit {
            true => self.caller.call_once(&request, &headers).await,
            false => self.send_probe(probe, id, KeyName::Valid, &headers).await,
        };
        let response = match sent {
            Ok(response) => response,
            Err(error) => return self.no_response(about, &error),
        };
        if row.is_some_and(|row| row.status == response.status) {
            return Check::ok(about, format!("gets {}, as expected", response.status));
        }
        match self.further_problem(further, probe, fixture, response.status) {
            Some(problem) => {
                let shown = self.caller.describe_response(&response);
                Check::problem(about, format!("{problem}; the server responded with {shown}"))
            }
            None => Check::ok(about, "is known to the server"),
        }
    }

    /// Returns what is wrong with another key by the status code of a response to it, and what to do.
    fn further_problem(
        &self,
        further: &FurtherKey<'_>,
        probe: &Probe<'_>,
        fixture: Option<&String>,
        status: u16,
    ) -> Option<String> {
        let parameter = probe.parameter;
        if let Some((error, named)) = further.provokes
            && let Some(id) = named.or(fixture)
            && probe.unseen.contains(&status)
            && self.needs_resource(error, parameter)
        {
            let remedy = match named {
                Some(_) => format!("correct `{parameter}` beside it"),
                None => format!("add `{parameter} = \"…\"` beside it, with a resource of its team"),
            };
            return Some(format!("does not see {id}; {remedy}"));
        }
        let key = further.key.placeholder();
        let is_rejected = status == probe.statuses.rejected;
        is_rejected.then(|| format!("is rejected as an unknown key; check {key}"))
    }

    /// Returns whether a case that provokes an error names a resource.
    fn needs_resource(&self, error: &str, parameter: &str) -> bool {
        let need = Need::Provocation(error.to_owned());
        let mut cases = self.suite.cases.iter().filter(|case| case.needs.contains(&need));
        cases.any(|case| {
            case.steps.iter().any(|step| step.request.parameters.contains_key(parameter))
        })
    }

    /// Sends an update that changes nothing, and repeats it if something between the runner and the server
    /// fails.
    async fn send_probe(
        &self,
        probe: &Probe<'_>,
        id: &str,
        key: KeyName,
        headers: &Headers,
    ) -> Result<HttpResponse, ClientError> {
        let update = self.probe_request(probe, id, key);
        let mut response = self.caller.call(&update, headers, &self.until).await;
        for _ in 0..MAX_RETRIES {
            let is_transient = match &response {
                Ok(response) => response.status >= 500 && response.at("").is_none(),
                Err(error) => matches!(error, ClientError::Broken(_)),
            };
            if !is_transient {
                break;
            }
            tokio::time::sleep(RETRY_DELAY).await;
            response = self.caller.call(&update, headers, &self.until).await;
        }
        response
    }

    /// Returns the request that changes nothing.
    fn probe_request(&self, probe: &Probe<'_>, id: &str, key: KeyName) -> Request {
        let body = if probe.endpoint.method == "GET" { Body::None } else { Body::Json(json!({})) };
        let fixture = path_of(&self.suite.spec, probe.parameter, id);
        build_request(&self.suite.spec, &probe.endpoint, fixture, body, key)
    }

    /// Returns why there is no connection.
    fn unreachable(&self, error: &ClientError) -> Check {
        let url = &self.target.connection.base_url;
        let advice = match error {
            ClientError::Connect(failure) if failure.has_advice() => "",
            ClientError::Connect(_) | ClientError::Timeout(_) => {
                "; start the server, or correct the base URL"
            }
            ClientError::Broken(_) => {
                "; a server responds there, so look into its log and those of the proxies before it"
            }
            ClientError::Protocol(_) => {
                "; something else than an HTTP/1.1 server responds there, such as one that speaks only HTTP/2: have it, \
                 or a proxy before it, offer HTTP/1.1, or correct the base URL"
            }
            ClientError::Setup(_)
            | ClientError::Proxy(_)
            | ClientError::Coding(_)
            | ClientError::TooLarge(_)
            | ClientError::Unsendable(_)
            | ClientError::NotOfApi(_)
            | ClientError::NotSent(_)
            | ClientError::Interrupted
            | ClientError::Key(_) => "",
        };
        let error = self.caller.redact(error.to_string());
        let message = format!("{url}: {error}{advice}");
        Check::problem("the connection", message)
    }

    fn no_response(&self, about: &str, error: &ClientError) -> Check {
        let message = format!("cannot be checked: {}", self.caller.redact(error.to_string()));
        Check::problem(about, message)
    }

    /// Returns what a response without JSON means. A server of the contract responds to the valid key in
    /// JSON.
    fn no_json(&self, about: &str, key: KeyName, response: &HttpResponse) -> Check {
        let status = response.status;
        if key != KeyName::Valid {
            return Check::fault(about, format!("gets {status} without JSON"));
        }
        if let Some(coding) = undecoded(&response.headers) {
            let message = format!(
                "gets {status} with `Content-Encoding: {coding}`, but the body is not in this coding; a proxy may have \
                 removed the coding and left the header"
            );
            return Check::fault(about, message);
        }
        if is_cut_json(&response.body) {
            let message = format!(
                "gets {status} with JSON that ends in the middle, after {} bytes; the server, or a proxy before it, cuts \
                 bodies off",
                response.body.len()
            );
            return Check::fault(about, message);
        }
        let message = match response.redirection() {
            Some(url) => format!(
                "gets {status}, a redirection to {}; give the base URL that the redirection leads to",
                self.caller.redact(url.to_owned())
            ),
            None => format!(
                "gets {status} without JSON, so another server seems to respond, such as a gateway \
                 or a login page; check the base URL; the response is {}",
                self.caller.describe_response(response)
            ),
        };
        Check::problem(about, message)
    }
}

/// Returns whether a body is the beginning of JSON.
fn is_cut_json(body: &[u8]) -> bool {
    let is_json =
        body.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|first| *first == b'{');
    let read = serde_json::from_slice::<serde::de::IgnoredAny>(body);
    is_json && read.is_err_and(|error| error.is_eof())
}

/// Returns the first request of a contract that updates or reads a resource.
fn find_probe(spec: &Spec) -> Option<Probe<'_>> {
    let reads = spec.operations.values().filter_map(|operation| {
        let resource = operation.stored_resource()?;
        if !matches!(resource.effect, ResourceEffect::Updates | ResourceEffect::Reads) {
            return None;
        }
        let endpoint = operation.endpoint.as_ref()?;
        Some((operation, endpoint, resource.identified_by.as_deref()?))
    });
    // A resource without parents is preferred, whose identity alone is its name.
    let depth = |parameter| spec.full_name(parameter).len();
    let (operation, endpoint, parameter) = reads.min_by_key(|(.., parameter)| depth(parameter))?;
    let schemes = &spec.service.authentication;
    let operation_scheme = operation.authentication.as_ref().and_then(|id| schemes.get(id));
    let scheme = operation_scheme.or_else(|| schemes.values().next());
    let status = |error: Option<&String>, otherwise| {
        error.and_then(|id| spec.errors.get(id)).map_or(otherwise, |row| row.status)
    };
    let path = format!("{}{}", spec.service.base_path, endpoint.path);
    let resource = operation.resource.as_ref();
    let unseen = resource.into_iter().flat_map(|resource| [&resource.unknown, &resource.foreign]);
    let unseen = unseen.flatten().filter_map(|id| Some(spec.errors.get(id)?.status)).collect();
    Some(Probe {
        unseen,
        endpoint: Endpoint { method: endpoint.method.clone(), path },
        parameter,
        unknown: vec![UNKNOWN_ID; depth(parameter)].join("/"),
        scheme,
        statuses: KeyStatuses {
            rejected: status(scheme.map(|scheme| &scheme.rejected), 401),
            forbidden: status(scheme.map(|scheme| &scheme.forbidden), 403),
        },
    })
}

/// The time limit for a request to the public URL.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Checks whether the listener can listen, and whether its public URL leads to it.
///
/// A public URL that times out may still work for the server, for example behind a router that does not
/// accept connections from its own network. A URL that refuses connections, has no address or leads elsewhere
/// does not work.
async fn listener_check(webhooks: &Webhooks, timeout: Duration) -> Check {
    let about = "webhooks";
    let listener = match Listener::start(webhooks).await {
        Ok(listener) => listener,
        Err(cause) => {
            let message = format!("cannot listen at {}: {cause}", webhooks.listen);
            return Check::problem(about, message);
        }
    };
    let addresses = listener.open();
    let url = format!("{}/0", addresses.url());
    let client = match client_builder(&Transport::default()) {
        Ok(client) => client.timeout(timeout.min(TIMEOUT)),
        Err(error) => return Check::problem(about, format!("cannot make an HTTP client: {error}")),
    };
    let client = if webhooks.url.is_none() { client.no_proxy() } else { client };
    let sent = match client.build() {
        Ok(client) => client.post(&url).body("{}").send().await,
        Err(error) => Err(error),
    };
    if !addresses.received_so_far().is_empty() {
        return Check::ok(about, "requests to the listener's URL reach the listener");
    }
    let Some(url) = &webhooks.url else {
        return Check::problem(about, "the listener does not receive requests to its own address");
    };
    let (url, listen) = (url.shown(), webhooks.listen);
    let message = format!("requests to {url} do not reach the listener at {listen}");
    match sent {
        Err(error) if error.is_timeout() => Check::warning(
            about,
            format!("{message} from this machine; the server may still reach it"),
        ),
        Err(_) => Check::problem(
            about,
            format!(
                "{message}: no server responds there; correct `url` or `listen` of `[webhooks]`"
            ),
        ),
        Ok(response) => Check::problem(
            about,
            format!(
                "{message}: another server responds with {}; correct `url` or `listen` of `[webhooks]`",
                response.status().as_u16()
            ),
        ),
    }
}
