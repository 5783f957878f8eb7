//! A failure as people read it: the clause, what was sent, what was expected, what came, a diff.

use std::fmt::Write;

use similar::TextDiff;
use webdata_spec::Spec;
use webdata_spec::model::ClauseId;

use crate::case::{Case, Purpose};
use crate::judge::{BODY, STATUS, WEBHOOK};
use crate::outcome::{Deviation, Exchange, Outcome, OutcomeKind};

/// The longest text of a server that a message shows, in characters.
const WIDEST: usize = 600;

/// The longest run of one character in it.
const LONGEST_RUN: usize = 40;

/// The message for a case that did not end well; `None` for the others.
#[must_use]
pub fn failure_message(case: &Case, outcome: &Outcome, spec: &Spec) -> Option<String> {
    let mut message = String::new();
    match outcome.kind {
        OutcomeKind::Pass | OutcomeKind::Skip | OutcomeKind::Observed => return None,
        OutcomeKind::Error => line(&mut message, "error", &shortened(&outcome.reason)),
        OutcomeKind::Blocked => {
            let reason = shortened(&outcome.reason);
            line(&mut message, "blocked", &format!("the set-up was refused: {reason}"));
        }
        OutcomeKind::Fail | OutcomeKind::Waived => {}
    }
    let broken = outcome.deviations.first().map(|deviation| &deviation.clause);
    if let Some(id) = broken.or(case.clauses.first()) {
        clause(&mut message, id, spec);
    }
    let last = outcome.transcript.len().saturating_sub(1);
    let ended_at = outcome.ended_at.unwrap_or(last);
    for (index, (exchange, step)) in outcome.transcript.iter().zip(&case.steps).enumerate() {
        let name = match step.purpose {
            _ if step.with_previous => "with it",
            Purpose::Arrange => "set-up",
            Purpose::Act => "sent",
            Purpose::Assert => "read back",
        };
        if index != ended_at {
            line(&mut message, name, &answered(exchange));
            continue;
        }
        line(&mut message, name, &exchange.curl);
        if let Some(response) = &exchange.response {
            let received = format!("{} {}", response.status, response.body);
            line(&mut message, "received", &shortened(&received));
        }
    }
    for delivery in &outcome.deliveries {
        let received = format!("at address {}: {}", delivery.place, delivery.body);
        line(&mut message, "webhook", &shortened(&received));
    }
    for deviation in &outcome.deviations {
        diff(&mut message, deviation);
    }
    Some(message)
}

fn clause(message: &mut String, id: &ClauseId, spec: &Spec) {
    let found = spec.clauses().into_iter().find(|clause| clause.id == *id);
    match found {
        Some(found) => {
            let text = format!("{} ({}; {})", found.id, found.level, found.source);
            line(message, "clause", &text);
            line(message, "says", &found.says);
        }
        None => line(message, "clause", id.as_str()),
    }
}

fn answered(exchange: &Exchange) -> String {
    let status = exchange.response.as_ref().map(|response| format!("  ->  {}", response.status));
    format!("{}{}", exchange.curl, status.unwrap_or_default())
}

/// Expected and received at one place, as a diff.
fn diff(message: &mut String, deviation: &Deviation) {
    let place = match deviation.place.as_str() {
        "" => "the whole body".to_owned(),
        place if place == WEBHOOK => "what came to the webhook".to_owned(),
        place if place == STATUS || place == BODY || place.starts_with('/') => place.to_owned(),
        header => format!("the header {header}"),
    };
    line(message, "at", &place);
    let (old, new) = (format!("{}\n", deviation.expected), format!("{}\n", deviation.received));
    let diff = TextDiff::from_lines(&old, &new);
    for change in diff.iter_all_changes() {
        let sign = match change.tag() {
            similar::ChangeTag::Delete => "- expected  ",
            similar::ChangeTag::Insert => "+ received  ",
            similar::ChangeTag::Equal => "            ",
        };
        // Writing into a string never fails.
        let _ = write!(message, "    {sign}{}", shortened(change.value()));
        if !message.ends_with('\n') {
            message.push('\n');
        }
    }
}

/// A line as it is: command lines must be whole to be pasted.
fn line(message: &mut String, name: &str, text: &str) {
    let _ = writeln!(message, "  {name:<9} {text}");
}

/// A long text with long runs of one character counted and its middle left out; the report has it
/// whole.
fn shortened(text: &str) -> String {
    let text = &counted_runs(text);
    let length = text.chars().count();
    if length <= WIDEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(WIDEST / 2).collect();
    let tail: String = text.chars().skip(length - WIDEST / 2).collect();
    format!("{head} … {} characters left out … {tail}", length - WIDEST)
}

fn counted_runs(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut counted = String::with_capacity(text.len());
    for run in characters.chunk_by(|one, next| one == next) {
        if run.len() > LONGEST_RUN {
            let _ = write!(counted, "{0}{0}{0}…({1} times)", run[0], run.len());
        } else {
            counted.extend(run);
        }
    }
    counted
}
