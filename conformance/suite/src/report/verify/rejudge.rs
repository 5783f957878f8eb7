//! Judges a case again, from the responses in its record, and checks that its requests are those of the case.

use std::collections::BTreeSet;

use serde::Serialize;
use webdata_cases::case::{Argument, Case, Endpoint, Need, Step};
use webdata_cases::challenge::{CHALLENGE_HEADER, Challenge};

use super::describe_difference;
use crate::judge::{HttpResponse, Judge, STATUS, conclude, limits_rate};
use crate::message::{query, sent_url};
use crate::outcome::{Exchange, Lack, Outcome, OutcomeKind, Reason, RequestBody, RequestRecord};
use crate::report::document::{CaseReport, Report, Server};
use crate::target::{is_loopback_url, is_within};

/// A difference between a recorded outcome and the outcome of its responses.
pub(super) struct Disagreement {
    pub(super) message: String,
    /// Whether a status code alone shows the difference, which a record keeps even without the response's texts.
    pub(super) by_status: bool,
}

impl From<String> for Disagreement {
    fn from(message: String) -> Self {
        Self { message, by_status: false }
    }
}

/// Judges a case again, and returns whether there was anything to judge.
///
/// # Errors
/// Fails if the recorded outcome differs from the outcome of its responses.
pub(super) fn rejudge(
    judge: Judge<'_>,
    case: &Case,
    recorded: &Outcome,
    report: &Report,
) -> Result<bool, Disagreement> {
    let is_switched_off = report.switches_off(&case.id);
    match recorded.kind {
        OutcomeKind::Skip => {
            check_skipped(case, recorded, report)?;
            return Ok(false);
        }
        OutcomeKind::Pass
        | OutcomeKind::Fail
        | OutcomeKind::Blocked
        | OutcomeKind::Error
        | OutcomeKind::Waived
        | OutcomeKind::Observed
            if is_switched_off =>
        {
            return Err("it was run, although its feature is switched off".to_owned().into());
        }
        OutcomeKind::Error => {
            check_error(recorded)?;
            check_before_error(judge, case, recorded)?;
            return Ok(false);
        }
        OutcomeKind::Pass
        | OutcomeKind::Fail
        | OutcomeKind::Blocked
        | OutcomeKind::Waived
        | OutcomeKind::Observed => {}
    }
    let rejudged = rejudged_outcome(judge, case, recorded, Extent::WholeRecord)?;
    let failed = |kind| if kind == OutcomeKind::Waived { OutcomeKind::Fail } else { kind };
    let (kind, rejudged_kind) = (failed(recorded.kind), failed(rejudged.kind));
    let has_status = |outcome: &Outcome| {
        outcome.deviations.first().is_some_and(|deviation| deviation.place == STATUS)
    };
    let by_status = has_status(&rejudged) && !has_status(recorded);
    if kind != rejudged_kind {
        let why = match &rejudged.reason {
            reason if reason.is_empty() => String::new(),
            reason => format!(" ({reason})"),
        };
        let message =
            format!("its outcome is `{kind}`; its responses imply `{rejudged_kind}`{why}");
        return Err(Disagreement { message, by_status });
    }
    let differs = [
        ("reason", difference(&recorded.reason, &rejudged.reason)),
        ("deviations", difference(&recorded.deviations, &rejudged.deviations)),
        ("beside", difference(&recorded.beside, &rejudged.beside)),
        ("observed", difference(&recorded.observed, &rejudged.observed)),
        ("endedAt", difference(&recorded.ended_at, &rejudged.ended_at)),
    ];
    let message = |(name, differs): (&str, Option<String>)| Some(format!("`{name}`: {}", differs?));
    let differs: Vec<String> = differs.into_iter().filter_map(message).collect();
    if differs.is_empty() {
        return Ok(true);
    }
    let message = format!("its responses imply other values: {}", differs.join("; "));
    Err(Disagreement { message, by_status })
}

fn difference<T: PartialEq + Serialize>(written: &T, computed: &T) -> Option<String> {
    (written != computed).then(|| describe_difference(written, computed))
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
        cut if conclude::is_cut(cut) => Some(Change::Cut),
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

/// Checks the skip reason of a case: a limit of the run, or the obstacles of a target that switches off the
/// features of the report. Other reasons are contradictions.
fn check_skipped(case: &Case, recorded: &Outcome, report: &Report) -> Result<(), String> {
    if !recorded.transcript.is_empty() {
        return Err("it is skipped, and yet it has requests".to_owned());
    }
    if report.is_beyond_limits(recorded) {
        return Ok(());
    }
    let Reason::Obstacles(obstacles) = &recorded.reason else {
        return Err(match recorded.reason.is_empty() {
            true => "it gives no reason".to_owned(),
            false => "it is skipped for a reason that the runner does not give".to_owned(),
        });
    };
    let off = report.off.iter().filter(|off| is_within(&case.id, &off.feature));
    if !off.map(|off| (off.feature.as_str(), off.reason.as_str())).eq(obstacles.off()) {
        return Err("it is switched off for another reason".to_owned());
    }
    let is_due = |Lack { need, count }: &Lack| {
        case.needs.contains(need) && count.is_some() == matches!(need, Need::Fixture(..))
    };
    match !obstacles.0.is_empty() && obstacles.lacks().all(is_due) {
        true => Ok(()),
        false => Err("it is skipped for a reason that the runner does not give".to_owned()),
    }
}

fn check_error(recorded: &Outcome) -> Result<(), String> {
    if recorded.reason.is_empty() {
        return Err("it ended in an error and gives no reason".to_owned());
    }
    if recorded.deviations.is_empty() {
        return Ok(());
    }
    Err("it ended in an error, and yet the server deviated".to_owned())
}

/// Checks that no response before the error is a failure.
fn check_before_error(
    judge: Judge<'_>,
    case: &Case,
    recorded: &Outcome,
) -> Result<(), Disagreement> {
    let rejudged = rejudged_outcome(judge, case, recorded, Extent::BeforeError)?;
    if rejudged.kind != OutcomeKind::Fail {
        return Ok(());
    }
    let by_status = rejudged.deviations.first().is_some_and(|deviation| deviation.place == STATUS);
    let message =
        format!("its outcome is `error`; its responses imply `fail` ({})", rejudged.reason);
    Err(Disagreement { message, by_status })
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
    let mut outcome = Outcome::without_run(OutcomeKind::Pass, "");
    let mut earlier = Vec::new();
    let mut rest = recorded.transcript.as_slice();
    for steps in case.groups() {
        let steps = match conclude::fill_arguments(steps, &earlier) {
            Ok(steps) => steps,
            Err(missing) => {
                outcome.kind = OutcomeKind::Blocked;
                outcome.reason = missing.into();
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
            should_continue =
                conclude::step(judge, case, step, leased, &mut earlier, response, &mut outcome);
            if !should_continue {
                break;
            }
        }
        // The case decides, since webhooks may have been removed from the record.
        if should_continue && case.needs.contains(&Need::Webhooks) {
            if is_partial {
                return Ok(outcome);
            }
            let patience = recorded.listener.as_ref().map(|listener| listener.patience);
            let patience = patience.unwrap_or_default();
            should_continue =
                conclude::webhooks(&steps, &earlier, &recorded.deliveries, patience, &mut outcome);
        }
        if !should_continue {
            outcome.ended_at = outcome.ended_at.or(earlier.len().checked_sub(1));
            break;
        }
    }
    if !rest.is_empty() {
        return Err("it has requests after the request at which it ended".to_owned());
    }
    outcome.for_each_received_text(|text| *text = conclude::shorten(std::mem::take(text)));
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

/// Returns the mistakes in the requests of a case.
pub(super) fn mistakes(report: &Report, recorded: &CaseReport, case: &Case) -> Vec<String> {
    let listening =
        recorded.outcome.listener.as_ref().map(|listener| case.with_listener(&listener.url));
    let case = listening.as_ref().unwrap_or(case);
    let repeated = case.for_each_fixture(recorded.outcome.fixtures.len());
    let case = repeated.as_ref().unwrap_or(case);
    let mut mistakes = Vec::new();
    for (index, (exchange, step)) in recorded.outcome.transcript.iter().zip(&case.steps).enumerate()
    {
        let number = index + 1;
        if exchange.with_previous != step.with_previous {
            mistakes
                .push(format!("request {number} was not sent beside the one before as it should"));
        }
        if let Some(says) = mistake(report, recorded, step, exchange.request.as_ref()) {
            mistakes.push(format!("request {number} {says}"));
        }
    }
    if recorded.outcome.transcript.len() > case.steps.len() {
        mistakes.push("it has more requests than steps".to_owned());
    }
    mistakes
}

/// Returns the mistake in one request. The target chooses requests in circumstances, its trigger of webhooks, the
/// resources of requests that it makes fail, and paths that the contract does not show.
fn mistake(
    report: &Report,
    recorded: &CaseReport,
    step: &Step,
    sent: Option<&RequestRecord>,
) -> Option<String> {
    let request = &step.request;
    if request.circumstance.is_some() || request.is_trigger {
        return None;
    }
    // Values from responses, or generated by the run, are not in the case.
    let is_open =
        |argument: &Argument| !matches!(argument, Argument::Fixture { .. } | Argument::Text(_));
    let is_open_path = request.provoke.is_some() || request.parameters.values().any(is_open);
    if let Some(Endpoint { method, path }) = &request.endpoint {
        let Some(sent) = sent.filter(|sent| sent.method == *method) else {
            return Some(format!("is no {method}"));
        };
        if !is_open_path || request.parameters.is_empty() {
            let parameters = request.parameters.iter();
            let path = parameters.fold(path.clone(), |path, (name, argument)| {
                path.replace(&format!("{{{name}}}"), &argument.text(&recorded.outcome.fixtures))
            });
            let path = path + &query(&request.query);
            if !is_there(&sent.url, &report.server, &path, sent.is_cut) {
                return Some(format!("does not go to {}{path}", report.server.base_url));
            }
        }
    }
    if request.identities.values().any(is_open) {
        return None;
    }
    let due = RequestBody::new(request.bytes(&recorded.outcome.fixtures)?);
    let is_sent = match (sent.and_then(|sent| sent.body.as_ref()), &due) {
        (Some(sent), due) if sent == due => true,
        (Some(RequestBody::Text(body)), RequestBody::Text(due))
        | (Some(RequestBody::Printf(body)), RequestBody::Printf(due)) => {
            sent.is_some_and(|sent| sent.is_cut) && due.starts_with(without_note(body))
        }
        (Some(_), _) => false,
        // A record of an earlier version may be cut before the body.
        (None, _) => sent.is_some_and(|sent| sent.is_cut),
    };
    (!is_sent).then(|| "has another body than the case".to_owned())
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
