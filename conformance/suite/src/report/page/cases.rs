//! The cases of the page: those that did not pass with details, all of them by name.

use std::collections::{BTreeSet, HashSet};

use indexmap::IndexMap;
use webdata_spec::model::ClauseId;

use super::super::document::{CaseReport, ClauseReport, Report};
use super::super::phrases::{by_reason, cases_with};
use crate::failure::{describe_place, diff_lines};
use crate::outcome::{Deviation, Exchange, Outcome, OutcomeKind};
use crate::untrusted::{cut, indented, one_line, visible};

/// The maximum number of cases of an outcome that are shown with all requests and responses.
const MAX_DETAILED: usize = 200;

/// The maximum number of identities in a list that may have thousands.
pub(super) const MAX_LISTED: usize = 20;

pub(super) struct CasesByReason<'r> {
    pub(super) reason: String,
    pub(super) count: usize,
    pub(super) listed: Vec<&'r str>,
}

/// The maximum length of a server's text, in characters.
const MAX_TEXT_CHARS: usize = 4_000;

/// The number of cases above which an operation is shown in parts.
const LARGE_OPERATION: usize = 200;

/// The cases with one outcome.
pub(super) struct Chapter<'r> {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) kind: OutcomeKind,
    pub(super) count: usize,
    pub(super) detailed: Vec<CaseDetails<'r>>,
    /// The other cases, by reason.
    pub(super) more: Vec<CasesByReason<'r>>,
}

pub(super) struct CaseDetails<'r> {
    pub(super) index: usize,
    pub(super) case: &'r CaseReport,
    pub(super) reason: String,
    pub(super) clauses: Vec<&'r ClauseReport>,
    pub(super) deviations: Vec<DeviationDetails<'r>>,
    pub(super) exchanges: Vec<ExchangeDetails<'r>>,
    pub(super) deliveries: Vec<ReceivedMessage>,
}

pub(super) struct DeviationDetails<'r> {
    pub(super) place: String,
    pub(super) clause: &'r ClauseId,
    /// The CSS class and the text of each line of the diff.
    pub(super) lines: Vec<(&'static str, String)>,
}

pub(super) struct ExchangeDetails<'r> {
    pub(super) number: usize,
    /// Whether the case ended here.
    pub(super) is_last: bool,
    pub(super) exchange: &'r Exchange,
    pub(super) curl: String,
    pub(super) response: Option<ReceivedMessage>,
}

/// A response or a webhook.
pub(super) struct ReceivedMessage {
    /// The status code, or the number of the address that received the webhook.
    pub(super) number: usize,
    pub(super) headers: String,
    pub(super) body: String,
}

/// The cases of one operation, or of a part of it.
pub(super) struct CaseList<'r> {
    pub(super) name: &'r str,
    pub(super) count: usize,
    pub(super) groups: Vec<CaseGroup<'r>>,
}

/// Cases whose identities differ only in the last word.
pub(super) struct CaseGroup<'r> {
    pub(super) name: &'r str,
    pub(super) cases: Vec<CaseLink<'r>>,
}

pub(super) struct CaseLink<'r> {
    pub(super) index: usize,
    pub(super) name: &'r str,
    pub(super) kind: OutcomeKind,
    pub(super) milliseconds: String,
    /// Whether the page shows its details above.
    pub(super) has_details: bool,
}

/// Returns a chapter for each outcome other than a pass.
pub(super) fn chapters(report: &Report) -> Vec<Chapter<'_>> {
    let chapters = [
        ("failures", "Failures", OutcomeKind::Fail),
        ("blocked", "Blocked: the set-up, or a valid body, was rejected", OutcomeKind::Blocked),
        ("errors", "Not judged: errors of the network, or ours", OutcomeKind::Error),
        ("waived", "Waived failures", OutcomeKind::Waived),
    ];
    // Cases that were not sent only have a reason.
    let sent = |kind| examples_first(report, kind).filter(|(_, case)| !case.outcome.is_unsent());
    let unsent = |kind| cases_with(report, kind).filter(|(_, case)| case.outcome.is_unsent());
    let chapter = |(id, title, kind)| Chapter {
        id,
        title,
        kind,
        count: report.count(kind),
        detailed: sent(kind)
            .take(MAX_DETAILED)
            .map(|(at, case)| {
                case_details(report, at, case, case.outcome.deviations.iter().collect())
            })
            .collect(),
        more: reasons(sent(kind).skip(MAX_DETAILED).chain(unsent(kind))),
    };
    let chapters = chapters.into_iter().map(chapter);
    chapters.filter(|chapter| chapter.count > 0).collect()
}

/// Returns the cases with an outcome, the examples of findings first.
fn examples_first(
    report: &Report,
    kind: OutcomeKind,
) -> impl Iterator<Item = (usize, &CaseReport)> {
    let examples: HashSet<&str> =
        report.findings.iter().map(|finding| finding.example.as_str()).collect();
    let mut cases: Vec<_> = cases_with(report, kind).collect();
    cases.sort_by_key(|(_, case)| !examples.contains(case.id.as_str()));
    cases.into_iter()
}

/// Returns the reasons, each with the number of its cases and some of their names.
pub(super) fn reasons<'r>(
    cases: impl Iterator<Item = (usize, &'r CaseReport)>,
) -> Vec<CasesByReason<'r>> {
    let reason = |(reason, cases): (String, Vec<(usize, &'r CaseReport)>)| CasesByReason {
        reason: cut(&one_line(&reason), MAX_TEXT_CHARS),
        count: cases.len(),
        listed: cases.iter().take(MAX_LISTED).map(|(_, case)| case.id.as_str()).collect(),
    };
    by_reason(cases).into_iter().map(reason).collect()
}

/// Returns all cases by operation, and for large operations by the first step of their place.
pub(super) fn parts<'r>(report: &'r Report, detailed_cases: &BTreeSet<usize>) -> Vec<CaseList<'r>> {
    let mut sizes: IndexMap<&str, usize> = IndexMap::new();
    for case in &report.cases {
        *sizes.entry(operation(&case.id)).or_default() += 1;
    }
    let mut parts: IndexMap<&str, Vec<(usize, &CaseReport)>> = IndexMap::new();
    for (index, case) in report.cases.iter().enumerate() {
        let operation = operation(&case.id);
        let is_large = sizes.get(operation).is_some_and(|size| *size > LARGE_OPERATION);
        let name = if is_large { first_step(&case.id) } else { operation };
        parts.entry(name).or_default().push((index, case));
    }
    let part = |(name, cases): (&'r str, Vec<(usize, &'r CaseReport)>)| CaseList {
        name,
        count: cases.len(),
        groups: groups(cases, detailed_cases),
    };
    parts.into_iter().map(part).collect()
}

fn operation(id: &str) -> &str {
    id.split("::").next().unwrap_or(id)
}

/// Returns the operation and the first step after it.
fn first_step(id: &str) -> &str {
    let from = operation(id).len() + "::".len();
    let step = id.get(from..).unwrap_or_default();
    let end = step.find("::").into_iter().chain(step.find('.')).min().unwrap_or(step.len());
    id.get(..from + end).unwrap_or(id)
}

fn groups<'r>(
    cases: Vec<(usize, &'r CaseReport)>,
    detailed_cases: &BTreeSet<usize>,
) -> Vec<CaseGroup<'r>> {
    let mut groups: Vec<CaseGroup<'_>> = Vec::new();
    for (index, case) in cases {
        let (group, name) = case.id.rsplit_once("::").unwrap_or(("", &case.id));
        let link = CaseLink {
            index,
            name,
            kind: case.outcome.kind,
            milliseconds: format!("{:.1}", case.outcome.duration.as_secs_f64() * 1e3),
            has_details: detailed_cases.contains(&index),
        };
        match groups.last_mut().filter(|last| last.name == group) {
            Some(last) => last.cases.push(link),
            None => groups.push(CaseGroup { name: group, cases: vec![link] }),
        }
    }
    groups
}

/// Returns a case with some of the deviations of its responses.
pub(super) fn case_details<'r>(
    report: &'r Report,
    index: usize,
    case: &'r CaseReport,
    deviations: Vec<&'r Deviation>,
) -> CaseDetails<'r> {
    let outcome = &case.outcome;
    let details = |deviation: &'r Deviation| DeviationDetails {
        place: describe_place(deviation),
        clause: &deviation.clause,
        lines: diff_lines(deviation)
            .into_iter()
            .map(|(sign, text)| (class(sign), format!("{sign}{text}")))
            .collect(),
    };
    let deliveries = outcome.deliveries.iter();
    CaseDetails {
        index,
        case,
        reason: cut(&one_line(&outcome.reason.to_string()), MAX_TEXT_CHARS),
        clauses: clauses(report, case, &deviations),
        deviations: deviations.into_iter().map(details).collect(),
        exchanges: exchanges(outcome).collect(),
        deliveries: deliveries
            .map(|delivery| received_message(delivery.place, &delivery.headers, &delivery.body))
            .collect(),
    }
}

/// Returns the requests of a case, each with its response.
pub(super) fn exchanges(outcome: &Outcome) -> impl Iterator<Item = ExchangeDetails<'_>> {
    outcome.transcript.iter().enumerate().map(|(at, exchange)| ExchangeDetails {
        number: at + 1,
        is_last: outcome.ended_at == Some(at),
        exchange,
        curl: visible(&exchange.curl()),
        response: exchange.response.as_ref().map(|response| {
            received_message(response.status.into(), &response.headers, &response.body)
        }),
    })
}

fn received_message(number: usize, headers: &[(String, String)], body: &str) -> ReceivedMessage {
    let headers = headers.iter().map(|(name, value)| format!("{name}: {value}"));
    let headers = headers.map(|line| one_line(&line)).collect::<Vec<_>>().join("\n");
    ReceivedMessage {
        number,
        headers: cut(&headers, MAX_TEXT_CHARS),
        body: cut(&visible(&indented(body)), MAX_TEXT_CHARS),
    }
}

/// Returns the clauses that a case found broken, or otherwise those that it is about.
fn clauses<'r>(
    report: &'r Report,
    case: &CaseReport,
    deviations: &[&Deviation],
) -> Vec<&'r ClauseReport> {
    let broken = deviations.iter().map(|deviation| &deviation.clause);
    let mut ids: Vec<&ClauseId> = broken.collect();
    if ids.is_empty() {
        ids.extend(case.clauses.first());
    }
    report.clauses.iter().filter(|clause| ids.contains(&&clause.id)).collect()
}

fn class(sign: &str) -> &'static str {
    match sign.as_bytes().first() {
        Some(b'-') => "expected",
        Some(b'+') => "received",
        _ => "same",
    }
}
