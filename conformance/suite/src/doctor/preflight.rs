//! Checks a target before a run: sends requests that change nothing, interprets the responses, and measures
//! their speed.
//!
//! Fixtures are checked by an update without properties, or by an operation that reads them. Before a run, the
//! request of a case also shows whether they exist and whether another run has marked them. This module sends nothing
//! else to fixtures, and runs no recipe.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use indexmap::IndexMap;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use webdata_cases::case::{Argument, Body, Endpoint, Expect, KeyName, Need, Request, Step};
use webdata_cases::json::BYTE_ORDER_MARK;
use webdata_cases::marker::Marker;
use webdata_spec::Spec;
use webdata_spec::model::{Authentication, ResourceEffect};

use super::estimate::{Speed, Workload};
use super::listener_check::listener_check;
use super::{
    Check, Diagnosis, DoctorOptions, KeyStatuses, Severity, can_run, key_check, plan_summary,
    target_checks, tls_check,
};
use crate::Suite;
use crate::interference::is_fresh;
use crate::judge::{HttpResponse, describe_undecoded, may_have_status, undecoded};
use crate::run::ClientError;
use crate::run::caller::{Caller, build_request};
use crate::run::pace::WaitLimit;
use crate::target::{Headers, Secret, Target, Text, env_file_leftover, path_of, shown_url};

/// An identity that no server gives to a resource.
const UNKNOWN_ID: &str = "00000000-0000-4000-8000-000000000000";

/// How often a request is repeated if something between the runner and the server fails.
const MAX_RETRIES: usize = 2;

/// The wait before a request is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// The status codes of a server that has no resource of an identity. With 400, it may also reject the request alone.
const MISSING: [u16; 2] = [400, 404];

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
            checks.extend(caller.proxy_warning().map(|says| Check::warning("the proxy", says)));
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

/// What a response says, with its status code if there is a response.
struct CheckedResponse {
    status: Option<u16>,
    check: Check,
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
                let request = self.probe_request(&probe, first, KeyName::Valid);
                let explanation = self.caller.explain(&request, &error).await;
                checks.push(self.unreachable(&error, explanation));
                return;
            }
        }
        let mut results = Vec::new();
        for chunk in ids.chunks(CONCURRENT_CHECKS) {
            let checking = chunk.iter().map(|id| self.check_key(KeyName::Valid, &probe, Some(id)));
            results.extend(chunk.iter().zip(join_all(checking).await));
        }
        checks.extend(merge_fixtures(results, ids.len()));
        if ids.is_empty() {
            checks.push(self.check_key(KeyName::Valid, &probe, None).await.check);
        }
        if can_run(checks) {
            let mut results = Vec::new();
            for id in &ids {
                results.extend(self.check_update(&probe, id).await.map(|result| (id, result)));
            }
            checks.extend(merge_fixtures(results, ids.len()));
        }
        for key in [KeyName::Revoked, KeyName::Limited, KeyName::OtherTeam] {
            if self.target.settings.keys.contains_key(&key) {
                checks.push(self.check_key(key, &probe, ids.first()).await.check);
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
    async fn check_key(
        &self,
        key: KeyName,
        probe: &Probe<'_>,
        fixture: Option<&String>,
    ) -> CheckedResponse {
        let about = format!("the {key} key");
        let id = fixture.unwrap_or(&probe.unknown);
        match self.send_probe(probe, id, key, &Headers::new()).await {
            Ok(response) => {
                let check = self.check_response(&about, key, probe, fixture, &response);
                CheckedResponse { status: Some(response.status), check }
            }
            Err(error) => CheckedResponse { status: None, check: self.no_response(&about, &error) },
        }
    }

    /// Returns what the response to the request that changes nothing says about its key and its fixture.
    fn check_response(
        &self,
        about: &str,
        key: KeyName,
        probe: &Probe<'_>,
        fixture: Option<&String>,
        response: &HttpResponse,
    ) -> Check {
        let needs_json = fixture.is_some() || key == KeyName::Valid;
        if needs_json && response.at("").is_none() {
            return self.no_json(about, key, response);
        }
        if key == KeyName::Valid && response.body.starts_with(BYTE_ORDER_MARK) {
            let message = "gets JSON after a byte order mark, which RFC 8259, section 8.1, forbids";
            return Check::fault(about, message);
        }
        let is_rejected = response.status == probe.statuses.rejected;
        if fixture.is_none() && !is_rejected && key != KeyName::Revoked {
            let is_valid = key == KeyName::Valid;
            return Check::ok(
                about,
                if is_valid { "is accepted" } else { "is known to the server" },
            );
        }
        if fixture.is_none() && response.status == 404 {
            let message = "cannot be checked without a fixture: the server looks for the resource before the key";
            return Check::warning(about, message);
        }
        let shown = self.caller.describe_response(response);
        let id = fixture.unwrap_or(&probe.unknown);
        let secret = self.target.settings.keys.get(&key);
        let leftover = secret.and_then(|secret| env_file_leftover(secret.reveal()));
        key_check(key, id, response.status, (&shown, leftover), probe.statuses)
    }

    /// Checks a fixture by a request that a case sends before it changes anything else. Returns a problem if neither
    /// this request nor the one that changes nothing succeeds, and a warning if another run has marked the fixture a
    /// short time ago.
    async fn check_update(&self, probe: &Probe<'_>, id: &str) -> Option<CheckedResponse> {
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
        let path = path_of(&self.suite.spec, probe.parameter, id).into_iter();
        let path = path.map(|(name, id)| (name.to_owned(), Argument::Text(id.to_owned())));
        request.parameters.extend(path);
        let response = self.caller.call(&request, &Headers::new(), &self.until).await.ok()?;
        let status = Some(response.status);
        if MISSING.contains(&response.status) {
            let unchanged = self.send_probe(probe, id, KeyName::Valid, &Headers::new()).await;
            let exists = unchanged.is_ok_and(|response| response.is_success());
            let message = format!(
                "is not there, or no valid request can change it; give the identity of a resource of the key's team; \
                 the server responded with {}",
                self.caller.describe_response(&response)
            );
            let check = Check::problem(&format!("the fixture {id}"), message);
            return (!exists).then_some(CheckedResponse { status, check });
        }
        let body = String::from_utf8_lossy(&response.body);
        let other = Marker::find_all(&body).find(|other| is_fresh(own, other))?;
        let message = format!(
            "{id} has the marker `{other}` of another run; if that run is still going on, both end without a \
             verdict: give each run fixtures of its own"
        );
        Some(CheckedResponse { status, check: Check::warning("another run", message) })
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
        let sent = Secret::new(key.variable(), format!("{}{}", scheme.prefix(), key.reveal()));
        let headers = Headers::from([(scheme.header.clone(), Text::Secret(sent))]);
        let is_limit = row.is_some_and(|row| self.caller.is_limit(row.status));
        let request = self.probe_request(probe, id, KeyName::Valid);
        let sent = if is_limit {
            self.caller.call_once(&request, &headers).await
        } else {
            self.send_probe(probe, id, KeyName::Valid, &headers).await
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
        let leftover = env_file_leftover(further.key.reveal());
        let leftover = leftover.map(|it| format!(", whose value {it}")).unwrap_or_default();
        is_rejected.then(|| format!("is rejected as an unknown key; check {key}{leftover}"))
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

    /// Returns why there is no connection. An explanation takes the place of the advice.
    fn unreachable(&self, error: &ClientError, explanation: Option<String>) -> Check {
        let url = &self.target.connection.base_url;
        let advice = match error {
            ClientError::Connect(failure) if failure.has_advice() => "",
            ClientError::Connect(_) | ClientError::Timeout(_) => {
                "; start the server, or correct the base URL"
            }
            ClientError::Broken(_) => {
                "; a server responds there, so look into its log and those of the proxies before it"
            }
            ClientError::Protocol(_) if url.starts_with("http://") => {
                "; something else than an HTTP/1.1 server responds there: if it expects TLS, write `https://`; if it \
                 speaks only HTTP/2, have it, or a proxy before it, offer HTTP/1.1; otherwise correct the base URL"
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
        let shown = match (error, &explanation) {
            (ClientError::Connect(failure), Some(_)) => {
                ClientError::Connect(failure.without_advice()).to_string()
            }
            _ => error.to_string(),
        };
        let error = self.caller.redact(shown);
        let message = match explanation {
            Some(explanation) => format!("{url}: {error}; {explanation}"),
            None => format!("{url}: {error}{advice}"),
        };
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
                "gets {status} with `Content-Encoding: {coding}`, and the body is {}; a proxy may have changed the \
                 coding and left the header",
                describe_undecoded(coding, &response.body)
            );
            return Check::fault(about, message);
        }
        if let Some(fault) = json_fault(&response.body) {
            return Check::fault(about, format!("gets {status} with {fault}"));
        }
        let message = match response.redirection() {
            Some(url) => format!(
                "gets {status}, a redirection to {}; give the base URL that the redirection leads to",
                self.caller.redact(shown_url(url))
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

/// Returns what is wrong with a body that begins with an object of JSON and is not JSON.
fn json_fault(body: &[u8]) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    if body.trim_ascii_start().first() != Some(&b'{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_slice(body).into_iter::<IgnoredAny>();
    let first = values.next()?;
    let end = values.byte_offset();
    Some(match first {
        Ok(_) if !body[end..].trim_ascii().is_empty() => format!(
            "bytes after the JSON value, which ends at byte {end}; RFC 8259, section 2, allows one value and nothing else"
        ),
        Ok(_) => "JSON that is not UTF-8, or too deep to be read".to_owned(),
        Err(error) if error.is_eof() => format!(
            "JSON that ends in the middle, after {} bytes; the server, or a proxy before it, cuts bodies off",
            body.len()
        ),
        Err(error) => format!("JSON that cannot be read: {error}"),
    })
}

/// Returns the checks of some of `count` fixtures, of which those with the same problem and the same status code are one.
fn merge_fixtures(results: Vec<(&String, CheckedResponse)>, count: usize) -> Vec<Check> {
    let mut groups: IndexMap<_, (Check, Vec<&String>)> = IndexMap::new();
    for (id, CheckedResponse { status, check }) in results {
        let alone = (check.state == Severity::Ok).then_some(id);
        // Without a response, only the message tells two problems apart.
        let says = status.is_none().then(|| check.says.replace(id.as_str(), ""));
        let key = (check.state, check.about.replace(id.as_str(), ""), says, status, alone);
        groups.entry(key).or_insert_with(|| (check, Vec::new())).1.push(id);
    }
    let merged = groups.into_values().map(|(mut check, ids)| {
        let others = match &ids[1..] {
            [] => return check,
            _ if ids.len() == count && !check.about.contains(ids[0].as_str()) => return check,
            _ if ids.len() == count => format!("all {count} fixtures"),
            [one] => (*one).clone(),
            others => format!("{} other fixtures, such as {}", others.len(), others[0]),
        };
        check.says.push_str(&format!("; the same holds for {others}"));
        check
    });
    merged.collect()
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
            forbidden: scheme.map_or(Some(403), |scheme| {
                Some(spec.errors.get(scheme.forbidden.as_ref()?)?.status)
            }),
        },
    })
}
