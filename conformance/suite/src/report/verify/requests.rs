//! Whether the requests in a record are those of the case, as far as the target does not choose.

use std::collections::BTreeSet;

use webdata_cases::case::{Argument, Case, Endpoint, Step};
use webdata_cases::challenge::{CHALLENGE_HEADER, Challenge};

use crate::curl::{ShownBody, sent_url, words};
use crate::judge::conclude;
use crate::message::query;
use crate::report::document::{CaseReport, Report, Server};
use crate::target::is_of_this_machine;

/// The variables that stand for keys in the command lines of a report, each with its `$`.
pub(super) fn variables(report: &Report) -> BTreeSet<String> {
    let exchanges = report.cases.iter().flat_map(|own| &own.outcome.transcript);
    exchanges.flat_map(|own| words(&own.curl).1).collect()
}

/// Whether a request has a challenge in its header, or is cut before the header could stand there.
pub(super) fn is_challenged(curl: &str, challenge: &Challenge) -> bool {
    let header = format!("{CHALLENGE_HEADER}: {challenge}");
    // A comment tells why there is no request.
    curl.starts_with('#') || conclude::is_cut(curl) || words(curl).0.contains(&header)
}

/// What is wrong with the requests of a case.
pub(super) fn mistakes(report: &Report, own: &CaseReport, case: &Case) -> Vec<String> {
    let listening = own.outcome.listener.as_ref().map(|url| case.with_listener(url));
    let case = listening.as_ref().unwrap_or(case);
    let repeated = case.for_each_fixture(own.outcome.fixtures.len());
    let case = repeated.as_ref().unwrap_or(case);
    let mut found = Vec::new();
    for (index, (exchange, step)) in own.outcome.transcript.iter().zip(&case.steps).enumerate() {
        let number = index + 1;
        if exchange.with_previous != step.with_previous {
            found.push(format!("request {number} was not sent beside the one before as it should"));
        }
        if let Some(says) = mistake(report, own, step, &exchange.curl) {
            found.push(format!("request {number} {says}"));
        }
    }
    if own.outcome.transcript.len() > case.steps.len() {
        found.push("it has more requests than steps".to_owned());
    }
    found
}

/// What is wrong with one request; the target chooses those that it makes in a circumstance, by its
/// own trigger, or where the contract shows no path.
fn mistake(report: &Report, own: &CaseReport, step: &Step, curl: &str) -> Option<String> {
    let request = &step.request;
    let is_cut = conclude::is_cut(curl);
    let kept = curl.rsplit_once("… (").filter(|_| is_cut).map_or(curl, |(kept, _)| kept);
    let (words, _) = words(kept);
    let behind = |option: &'static str| words.iter().skip_while(move |own| *own != option).skip(1);
    if request.circumstance.is_some() || request.is_trigger {
        return None;
    }
    // What an answer gave, or the run made up, stands in no case.
    let is_open =
        |argument: &Argument| !matches!(argument, Argument::Fixture { .. } | Argument::Text(_));
    if let Some(Endpoint { method, path }) = &request.endpoint {
        let mut sent = behind("-X");
        if sent.next() != Some(method) {
            return Some(format!("is no {method}"));
        }
        let url = sent.next().map_or("", String::as_str);
        if !request.parameters.values().any(is_open) {
            let parameters = request.parameters.iter();
            let path = parameters.fold(path.clone(), |path, (name, argument)| {
                path.replace(&format!("{{{name}}}"), &argument.text(&own.outcome.fixtures))
            });
            let path = path + &query(&request.query);
            let is_rest_cut = is_cut && sent.next().is_none();
            if !is_there(url, &report.server, &path, is_rest_cut) {
                return Some(format!("does not go to {}{path}", report.server.base_url));
            }
        }
    }
    if request.identities.values().any(is_open) {
        return None;
    }
    let is_sent = match ShownBody::new(request.bytes(&own.outcome.fixtures)?) {
        ShownBody::Argument(body) => {
            let mut sent = behind("--data-raw");
            match (sent.next(), sent.next()) {
                (Some(start), None) if is_cut => body.starts_with(start.as_str()),
                (Some(sent), None) => *sent == body,
                // It is cut before the body could stand there.
                (None, _) => is_cut,
                _ => false,
            }
        }
        ShownBody::Format(format) => {
            let is_written = words.starts_with(&["printf", &format, "|"].map(str::to_owned));
            is_written && (is_cut || words.ends_with(&["--data-binary", "@-"].map(str::to_owned)))
        }
    };
    (!is_sent).then(|| "has another body than the case".to_owned())
}

/// Whether a URL is that of a path of a server. The embedded server has another port each time it starts, so
/// the parts of a run have met it at several. Of a URL that is cut, the beginning is looked at.
fn is_there(url: &str, server: &Server, path: &str, is_cut: bool) -> bool {
    let Server { base_url, embedded, .. } = server;
    let is_sent = |due: String| {
        let due = sent_url(due);
        url == due || is_cut && due.starts_with(url)
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

/// What stands behind the port in the URL of a server of this machine.
fn loopback(url: &str) -> Option<&str> {
    is_of_this_machine(url).then_some(())?;
    let rest = url.split_once("://")?.1;
    Some(rest.find('/').map_or("", |start| &rest[start..]))
}
