//! Writes a failure for people: the clause, the request, the expected and the received response, and their
//! difference.

use std::fmt::Write;

use similar::TextDiff;
use webdata_cases::case::{Case, Need, Purpose};
use webdata_spec::ClauseIndex;
use webdata_spec::model::{ClauseId, level_and_heading};

use crate::Printable;
use crate::judge::{BODY, STATUS, WEBHOOK};
use crate::outcome::{Deviation, Exchange, Outcome, OutcomeKind, Reason};
use crate::untrusted::{visible, visible_line};

/// The maximum length of a server's text in a message, in characters.
const MAX_TEXT_CHARS: usize = 600;

/// The minimum number of characters that are left out of a long text. Fewer would save no space, since a note
/// stands in their place.
const MIN_LEFT_OUT_CHARS: usize = 100;

/// The longest run of one character in such a text.
const MAX_RUN: usize = 40;

/// Returns the message about a case that failed, was blocked or ended in an error; `None` for other cases.
#[must_use]
pub fn failure_message(case: &Case, outcome: &Outcome, clauses: &ClauseIndex) -> Option<Printable> {
    let mut message = String::new();
    match outcome.kind {
        OutcomeKind::Pass | OutcomeKind::Skip | OutcomeKind::Observed => return None,
        OutcomeKind::Error => {
            write_line(&mut message, "error", &shortened(&outcome.reason.to_string()));
        }
        OutcomeKind::Blocked => {
            let reason = shortened(&outcome.reason.to_string());
            let words = match outcome.reason {
                Reason::Control { .. } => reason,
                _ => format!("the set-up was rejected: {reason}"),
            };
            write_line(&mut message, "blocked", &words);
        }
        OutcomeKind::Fail | OutcomeKind::Waived => {}
    }
    let broken = outcome.deviations.first().map(|deviation| &deviation.clause);
    if let Some(id) = broken.or(case.clauses.first()) {
        write_clause(&mut message, id, clauses);
    }
    if let Some(sentence) = &case.sentence {
        write_line(&mut message, "by", &sentence.to_string());
    }
    for need in &case.needs {
        if let Need::Circumstance(operation, clause) = need {
            let table = format!("[circumstance.{operation}] {clause}");
            let text =
                format!("a circumstance; if a target file says how to meet it, check `{table}`");
            write_line(&mut message, "given", &text);
        }
    }
    let last = outcome.transcript.len().saturating_sub(1);
    let ended_at = outcome.ended_at.unwrap_or(last);
    let steps = case.steps.iter().cycle();
    for (index, (exchange, step)) in outcome.transcript.iter().zip(steps).enumerate() {
        let name = match step.purpose {
            _ if step.with_previous => "with it",
            Purpose::Arrange => "set-up",
            Purpose::Act => "sent",
            Purpose::Assert => "read back",
        };
        if index != ended_at {
            write_line(&mut message, name, &with_status(exchange));
            continue;
        }
        write_line(&mut message, name, &exchange.curl());
        for failure in &exchange.trouble {
            write_line(&mut message, "attempt", &shortened(&failure.says));
        }
        if let Some(response) = &exchange.response {
            let received = format!("{} {}", response.status, response.body);
            write_line(&mut message, "received", &shortened(&received));
        }
    }
    write_received(&mut message, outcome);
    Some(Printable::multiline(&message))
}

/// Writes the webhooks that came, and each deviation.
pub(crate) fn write_received(message: &mut String, outcome: &Outcome) {
    for delivery in &outcome.deliveries {
        let received = format!("at address {}: {}", delivery.place, delivery.body);
        write_line(message, "webhook", &shortened(&received));
    }
    for deviation in &outcome.deviations {
        write_line(message, "at", &describe_place(deviation));
        for (sign, text) in diff_lines(deviation) {
            // Writing into a string never fails.
            let _ = writeln!(message, "    {sign}{text}");
        }
    }
}

fn write_clause(message: &mut String, id: &ClauseId, clauses: &ClauseIndex) {
    match clauses.get(id) {
        Some(clause) => {
            let stated = level_and_heading(clause.level, &clause.source);
            let text = format!("{} ({stated})", clause.id);
            write_line(message, "clause", &text);
            write_line(message, "says", &clause.statement);
        }
        None => write_line(message, "clause", id.as_str()),
    }
}

fn with_status(exchange: &Exchange) -> String {
    let status = exchange.response.as_ref().map(|response| format!("  # {}", response.status));
    format!("{}{}", exchange.curl(), status.unwrap_or_default())
}

/// Returns the place of a deviation in words.
pub(crate) fn describe_place(deviation: &Deviation) -> String {
    match deviation.place.as_str() {
        "" => "the whole body".to_owned(),
        place if place == WEBHOOK => "the received webhook".to_owned(),
        place if place == STATUS || place == BODY || place.starts_with('/') => visible_line(place),
        header => format!("the header {}", visible_line(header)),
    }
}

/// Returns the expected and the received value as a diff: the start of each line, and the line.
pub(crate) fn diff_lines(deviation: &Deviation) -> Vec<(&'static str, String)> {
    let (old, new) = (format!("{}\n", deviation.expected), format!("{}\n", deviation.received));
    let diff = TextDiff::from_lines(&old, &new);
    let change = |change: similar::Change<&str>| {
        let sign = match change.tag() {
            similar::ChangeTag::Delete => "- expected  ",
            similar::ChangeTag::Insert => "+ received  ",
            similar::ChangeTag::Equal => "            ",
        };
        let text = shortened(change.value());
        (sign, text.strip_suffix('\n').map_or(text.clone(), str::to_owned))
    };
    diff.iter_all_changes().map(change).collect()
}

/// Writes a line without cutting it, since command lines must be complete. `shortened` marks the line ends
/// within the text.
pub(crate) fn write_line(message: &mut String, name: &str, text: &str) {
    // Writing into a string never fails.
    let _ = writeln!(message, "  {name:<9} {text}");
}

/// Shortens a long text: long runs of one character are counted, and the middle is left out. The report has
/// the whole text.
///
/// Lines after the first are marked. They come from the server, and some programs that read logs execute
/// words at the start of a line.
pub(crate) fn shortened(text: &str) -> String {
    let text = &collapse_runs(&visible(text)).trim_end_matches('\n').replace('\n', "\n    | ");
    let length = text.chars().count();
    if length < MAX_TEXT_CHARS + MIN_LEFT_OUT_CHARS {
        return text.to_owned();
    }
    let head: String = text.chars().take(MAX_TEXT_CHARS / 2).collect();
    let tail: String = text.chars().skip(length - MAX_TEXT_CHARS / 2).collect();
    format!("{head} … {} characters left out … {tail}", length - MAX_TEXT_CHARS)
}

fn collapse_runs(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut counted = String::with_capacity(text.len());
    for run in characters.chunk_by(|character, next| character == next) {
        if run.len() > MAX_RUN {
            let _ = write!(counted, "{0}{0}{0}…({1} times)", run[0], run.len());
        } else {
            counted.extend(run);
        }
    }
    counted
}
