//! Judges a case again, from the responses in its record, and rebuilds its requests.

use std::collections::BTreeSet;

use webdata_cases::case::{Argument, Case, Endpoint, Need, Request};
use webdata_cases::challenge::{CHALLENGE_HEADER, Challenge};

use crate::judge::conclude::CaseJudge;
use crate::judge::{HttpResponse, Judge, STATUS, conclude, excerpt, limits_rate};
use crate::message::{query, sent_url};
use crate::outcome::{Exchange, ListenerRecord, Outcome, OutcomeKind, RequestBody, RequestRecord};
use crate::report::document::{Report, Server};
use crate::target::is_loopback_url;

/// Returns an outcome whose conclusions follow from its responses, as the runner concludes them. An error stays one,
/// unless a response before it is a failure.
///
/// # Errors
/// Fails if the record lacks a response or a reason.
pub(super) fn rejudge(
    judge: Judge<'_>,
    case: &Case,
    recorded: &Outcome,
) -> Result<Outcome, String> {
    let is_error = recorded.kind == OutcomeKind::Error;
    if is_error && recorded.reason.is_empty() {
        return Err("it ended in an error and gives no reason".to_owned());
    }
    let extent = if is_error { Extent::BeforeError } else { Extent::WholeRecord };
    let rejudged = rejudged_outcome(judge, case, recorded, extent)?;
    let recorded = recorded.clone();
    if is_error && rejudged.kind != OutcomeKind::Fail {
        return Ok(Outcome { deviations: Vec::new(), ..recorded });
    }
    let Outcome { kind, reason, deviations, beside, observed, ended_at, .. } = rejudged;
    Ok(Outcome { kind, reason, deviations, beside, observed, ended_at, ..recorded })
}

/// Returns whether the first deviation is a status code.
pub(super) fn is_by_status(outcome: &Outcome) -> bool {
    outcome.deviations.first().is_some_and(|deviation| deviation.place == STATUS)
}

/// Why a record does not have the responses as the server sent them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// A text is longer than a record keeps.
    Cut,
    /// The name of a variable is in place of a key.
    Key,
    /// Replacement characters are in place of bytes that are not UTF-8.
    NotUtf8,
}

impl Change {
    /// Returns the reason in words, as what is true of a response of a case.
    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Cut => "a response is longer than a record keeps",
            Self::Key => "a response has the name of a variable in place of a key",
            Self::NotUtf8 => "a response is not UTF-8",
        }
    }
}

/// Returns how the responses of a record were changed, if they were.
pub(super) fn change(recorded: &Outcome, keys: &BTreeSet<String>) -> Option<Change> {
    let of = |text: &String| match text {
        cut if excerpt::is_cut(cut) => Some(Change::Cut),
        text if text.contains(char::REPLACEMENT_CHARACTER) => Some(Change::NotUtf8),
        text => keys.iter().any(|key| text.contains(key.as_str())).then_some(Change::Key),
    };
    let responses = recorded.transcript.iter().filter_map(|exchange| exchange.response.as_ref());
    let responses = responses.map(|response| (&response.body, &response.headers));
    let deliveries = recorded.deliveries.iter().map(|delivery| (&delivery.body, &delivery.headers));
    let mut texts = responses.chain(deliveries).flat_map(|(body, headers)| {
        std::iter::once(body).chain(headers.iter().map(|(_, value)| value))
    });
    texts.find_map(of)
}

/// How far the responses of a record are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All responses; none may be missing.
    WholeRecord,
    /// Up to the first response that is missing or only limits the rate, and not past a wait for webhooks,
    /// which an interrupted run does not record.
    BeforeError,
}

/// Returns the outcome that follows from the responses, as the runner concludes it.
fn rejudged_outcome(
    judge: Judge<'_>,
    case: &Case,
    recorded: &Outcome,
    extent: Extent,
) -> Result<Outcome, String> {
    let is_partial = extent == Extent::BeforeError;
    let listening = recorded.listener.as_ref().map(|listener| case.with_listener(&listener.url));
    let case = listening.as_ref().unwrap_or(case);
    let leased = &recorded.fixtures;
    let repeated = case.for_each_fixture(leased.len());
    let case = repeated.as_ref().unwrap_or(case);
    let case_judge = CaseJudge { judge, case, leased };
    let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
    let mut earlier = Vec::new();
    let mut rest = recorded.transcript.as_slice();
    for steps in case.groups() {
        let steps = match conclude::fill_arguments(steps, &earlier) {
            Ok(steps) => steps,
            Err(missing) => {
                outcome.set(OutcomeKind::Blocked, missing);
                break;
            }
        };
        let Some((exchanges, later)) = rest.split_at_checked(steps.len()) else {
            if is_partial {
                return Ok(outcome);
            }
            return Err("it ends before its last request".to_owned());
        };
        rest = later;
        let mut should_continue = true;
        for (step, exchange) in steps.iter().zip(exchanges) {
            let response = match exchange.response.as_ref().map(HttpResponse::from) {
                Some(response) if is_partial && limits_rate(judge.spec, step, &response) => {
                    return Ok(outcome);
                }
                Some(response) => response,
                None if is_partial => return Ok(outcome),
                // A deviation on one fixture is a failure, although the case did not look at the others.
                None if outcome.kind == OutcomeKind::Fail => {
                    should_continue = false;
                    break;
                }
                None => return Err("a response is missing".to_owned()),
            };
            let result = case_judge.step(step, &earlier, &response);
            earlier.push(response);
            should_continue = result.add_to(&mut outcome);
            if !should_continue {
                break;
            }
        }
        // The case decides, since webhooks may have been removed from the record.
        if should_continue && case.needs.contains(&Need::Webhooks) {
            if is_partial {
                return Ok(outcome);
            }
            let Some(ListenerRecord { patience, .. }) = recorded.listener else {
                return Err("its listener is missing".to_owned());
            };
            let result = conclude::webhooks(&steps, &earlier, &recorded.deliveries, patience);
            should_continue = result.is_none_or(|result| result.add_to(&mut outcome));
        }
        if !should_continue {
            outcome.ended_at = outcome.ended_at.or(earlier.len().checked_sub(1));
            break;
        }
    }
    if !rest.is_empty() {
        return Err("it has requests after the request at which it ended".to_owned());
    }
    outcome.for_each_received_text(|text| *text = excerpt::shorten(std::mem::take(text)));
    Ok(outcome)
}

/// Returns the variables that replace keys in the requests of a report, each with its `$`.
pub(super) fn variables(report: &Report) -> BTreeSet<String> {
    let exchanges = report.cases.iter().flat_map(|case| &case.outcome.transcript);
    let requests = exchanges.filter_map(|exchange| exchange.request.as_ref());
    requests.flat_map(|request| request.variables.iter().cloned()).collect()
}

/// Returns whether a request, if there is one, has the challenge in its header.
pub(super) fn is_challenged(exchange: &Exchange, challenge: &Challenge) -> bool {
    let is_challenge =
        |(name, value): &(String, String)| name == CHALLENGE_HEADER && value == challenge.as_str();
    exchange.request.as_ref().is_none_or(|request| request.headers.iter().any(is_challenge))
}

/// Replaces the requests of an outcome by those of its case, where the two differ.
pub(super) fn rebuild_requests(report: &Report, recorded: &mut Outcome, case: &Case) {
    let listening = recorded.listener.as_ref().map(|listener| case.with_listener(&listener.url));
    let case = listening.as_ref().unwrap_or(case);
    let repeated = case.for_each_fixture(recorded.fixtures.len());
    let case = repeated.as_ref().unwrap_or(case);
    for (exchange, step) in recorded.transcript.iter_mut().zip(&case.steps) {
        exchange.with_previous = step.with_previous;
        let mut sent = exchange.request.take().unwrap_or_default();
        rebuild_request(report, &recorded.fixtures, &step.request, &mut sent);
        exchange.request = Some(sent).filter(|sent| *sent != RequestRecord::default());
    }
    recorded.transcript.truncate(case.steps.len());
}

/// Replaces what the case decides in one request. The target chooses requests in circumstances, its trigger of
/// webhooks, the resources of requests that it makes fail, and paths that the contract does not show.
fn rebuild_request(
    report: &Report,
    fixtures: &[String],
    request: &Request,
    sent: &mut RequestRecord,
) {
    if request.circumstance.is_some() || request.is_trigger {
        return;
    }
    // Values from responses, or generated by the run, are not in the case.
    let is_open =
        |argument: &Argument| !matches!(argument, Argument::Fixture { .. } | Argument::Text(_));
    let is_open_path = request.provoke.is_some() || request.parameters.values().any(is_open);
    if let Some(Endpoint { method, path }) = &request.endpoint {
        sent.method.clone_from(method);
        if !is_open_path || request.parameters.is_empty() {
            let parameters = request.parameters.iter();
            let path = parameters.fold(path.clone(), |path, (name, argument)| {
                path.replace(&format!("{{{name}}}"), &argument.text(fixtures))
            });
            let path = path + &query(&request.query);
            if !is_there(&sent.url, &report.server, &path, sent.is_cut) {
                sent.url = sent_url(format!("{}{path}", report.server.base_url));
            }
        }
    }
    if request.identities.values().any(is_open) {
        return;
    }
    let Some(due) = request.bytes(fixtures).map(RequestBody::new) else { return };
    let is_cut = match (&sent.body, &due) {
        (Some(RequestBody::Text(body)), RequestBody::Text(due))
        | (Some(RequestBody::Printf(body)), RequestBody::Printf(due)) => {
            sent.is_cut && due.starts_with(without_note(body))
        }
        _ => false,
    };
    if !is_cut {
        sent.body = Some(due);
    }
}

/// Returns a text that was cut without the note about its length.
fn without_note(text: &str) -> &str {
    text.rsplit_once("… (").map_or(text, |(kept, _)| kept)
}

/// Returns whether a URL is a path of a server. The embedded server has another port each time it starts, so
/// the parts of a run use several. For a URL that is cut, the beginning must match.
fn is_there(url: &str, server: &Server, path: &str, is_cut: bool) -> bool {
    let Server { base_url, embedded, .. } = server;
    let is_sent = |due: String| {
        let due = sent_url(due);
        url == due || is_cut && due.starts_with(without_note(url))
    };
    if is_sent(format!("{base_url}{path}")) {
        return true;
    }
    if !embedded {
        return false;
    }
    let Some(prefix) = loopback(base_url) else { return false };
    let Some(authority) = url.split('/').nth(2) else { return false };
    let origin = format!("http://{authority}");
    loopback(&origin).is_some() && is_sent(format!("{origin}{prefix}{path}"))
}

/// Returns the part of a loopback URL after the port.
fn loopback(url: &str) -> Option<&str> {
    is_loopback_url(url).then_some(())?;
    let rest = url.split_once("://")?.1;
    Some(rest.find('/').map_or("", |start| &rest[start..]))
}
