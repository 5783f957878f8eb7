//! What becomes of a case as its steps are answered: the runner concludes it here while it sends, and
//! `verify` from the record, so that the two cannot differ.
//!
//! Nothing here sends or waits.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;
use webdata_cases::case::{Argument, Case, Expect, Purpose, Step};

use super::somewhere::first_named;
use super::{Context, Delivery, HttpResponse, Judge, Judgement, STATUS, deliveries};
use crate::outcome::{Deviation, Observed, Outcome, OutcomeKind};

/// The longest text of a server that a record keeps, in characters.
const KEPT: usize = 20_000;

/// The most bytes of a text that are read for a record, of which some are cut off again.
pub(crate) const READ: usize = 160_000;

/// What stands behind a text of more bytes than that.
const BEYOND: &str = "… (more than 160000 bytes)";

/// What stands in place of a body for which the record of the run has no room any more.
pub(crate) const NOT_KEPT: &str = "… (not kept: the record is full)";

/// The longest text of an answer that goes into another request, in bytes.
const LONGEST: usize = 8 << 10;

/// The most deviations that are kept of a case; a sound server has none.
const MOST: usize = 1000;

/// Steps with the texts that earlier answers have in place of the arguments that stand for them.
///
/// # Errors
/// What an answer should have and has not.
pub(crate) fn filled_in<'s>(
    steps: &'s [Step],
    earlier: &[HttpResponse],
) -> Result<Cow<'s, [Step]>, String> {
    let is_open = |argument: &Argument| {
        matches!(argument, Argument::ResponseValue { .. } | Argument::ResponseHeader { .. })
    };
    if !steps.iter().any(|step| step.request.arguments().any(is_open)) {
        return Ok(Cow::Borrowed(steps));
    }
    let mut steps = steps.to_vec();
    let arguments = steps.iter_mut().flat_map(|step| step.request.arguments_mut());
    for argument in arguments {
        if let Argument::ResponseValue { step, pointer } = argument {
            let found = earlier.get(*step).and_then(|response| match pointer.strip_prefix("**/") {
                Some(name) => first_named(response.json.as_ref()?, name),
                None => response.at(pointer),
            });
            // It goes into a path, and into a line that people paste.
            let is_sound =
                |text: &&str| text.len() <= LONGEST && !text.chars().any(char::is_control);
            let found = found.and_then(|found| match found {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            let Some(text) = found.filter(|text| is_sound(&text.as_str())) else {
                return Err(format!("the response to step {} has no text at {pointer}", *step + 1));
            };
            *argument = Argument::Text(text);
        } else if let Argument::ResponseHeader { step, name } = argument {
            let found = earlier.get(*step).and_then(|response| response.header(name));
            let found = found.filter(|text| text.len() <= LONGEST);
            let Some(text) = found else {
                return Err(format!("the response to step {} has no header {name}", *step + 1));
            };
            *argument = Argument::Text(text.to_owned());
        }
    }
    Ok(Cow::Owned(steps))
}

/// Judges the answer to a step, which is then the last of the earlier ones; whether the case goes on.
pub(crate) fn response(
    judge: Judge<'_>,
    case: &Case,
    step: &Step,
    leased: &[String],
    earlier: &mut Vec<HttpResponse>,
    response: HttpResponse,
    outcome: &mut Outcome,
) -> bool {
    let parameters: Vec<(String, String)> = step
        .request
        .parameters
        .iter()
        .map(|(name, argument)| (name.clone(), argument.text(leased)))
        .collect();
    let context = Context { case, step, parameters: &parameters, earlier };
    let judgement = judge.judge(context, &response);
    let succeeded = response.is_success();
    earlier.push(response);
    let is_fixture = |own: &&Argument| matches!(own, Argument::Fixture { .. });
    let fixture = step.request.arguments().find(is_fixture).filter(|_| case.each_fixture);
    match fixture.map(|own| own.text(leased)) {
        Some(fixture) => conclude_fixture(&fixture, earlier.len() - 1, judgement, outcome),
        None => conclude(step, judgement, succeeded, outcome),
    }
}

/// Concludes one of the fixtures that a case looks at; whether it goes on to the next, which it does
/// also behind one that deviates.
fn conclude_fixture(
    fixture: &str,
    index: usize,
    judgement: Judgement,
    outcome: &mut Outcome,
) -> bool {
    let Judgement { mut deviations, unjudged, .. } = judgement;
    if let Some(reason) = unjudged {
        if outcome.kind == OutcomeKind::Fail {
            outcome.reason.push_str(&format!("; fixture {fixture}: not judged: {reason}"));
        } else {
            outcome.kind = OutcomeKind::Error;
            outcome.reason = reason;
        }
        return false;
    }
    if deviations.is_empty() {
        return true;
    }
    outcome.kind = OutcomeKind::Fail;
    outcome.ended_at.get_or_insert(index);
    deviations.retain(|found| !outcome.deviations.contains(found));
    let found = deviations.first().map_or_else(|| "likewise".to_owned(), reason);
    let before = std::mem::take(&mut outcome.reason);
    let end = if before.is_empty() { "" } else { "; " };
    outcome.reason = format!("{before}{end}fixture {fixture}: {found}");
    // It is cut by whoever keeps it.
    outcome.reason.truncate(outcome.reason.floor_char_boundary(2 * READ));
    outcome.deviations.extend(deviations);
    outcome.deviations.truncate(MOST);
    true
}

/// What is wrong, in one line.
fn reason(found: &Deviation) -> String {
    format!("{}: expected {}, got {}", found.place, found.expected, found.received)
}

/// Judges the webhooks that came within a time, where the last of some steps asks for any; whether
/// the case goes on.
pub(crate) fn webhooks(
    steps: &[Step],
    earlier: &[HttpResponse],
    received: &[Delivery],
    patience: Duration,
    outcome: &mut Outcome,
) -> bool {
    let last = steps.last().map(|step| (step, &step.expect));
    let Some((step, Expect::Deliveries(expected))) = last else { return true };
    let judgement = deliveries(expected, earlier, received, patience);
    conclude(step, judgement, true, outcome)
}

/// A text, cut where it is long.
pub(crate) fn cut(text: String) -> String {
    match text.char_indices().nth(KEPT) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// A text as a record keeps it: without what `redact` takes out, and cut where it is long. What is very long is
/// cut before, so that nobody looks for keys in megabytes.
pub(crate) fn kept(mut text: String, redact: impl Fn(String) -> String) -> String {
    if text.len() <= READ {
        return cut(redact(text));
    }
    text.truncate(text.floor_char_boundary(READ));
    text.shrink_to_fit();
    let mut text = redact(text);
    // Half a key at the end was not recognised.
    text.truncate(text.floor_char_boundary(text.len().saturating_sub(READ / 4)));
    let end = text.char_indices().nth(KEPT).map_or(text.len(), |(end, _)| end);
    text.truncate(end);
    text + BEYOND
}

/// Whether a text was cut.
pub(crate) fn is_cut(text: &str) -> bool {
    text.len() > KEPT && text.ends_with(" bytes)") || text.ends_with(BEYOND) || text == NOT_KEPT
}

fn conclude(step: &Step, judgement: Judgement, succeeded: bool, outcome: &mut Outcome) -> bool {
    let Judgement { mut deviations, mut beside, observed, unjudged } = judgement;
    if let Some(reason) = unjudged {
        outcome.kind = OutcomeKind::Error;
        outcome.reason = reason;
        return false;
    }
    if step.purpose == Purpose::Arrange {
        // The set-up has to work, no more; what else its answer says is for other cases.
        beside.extend(deviations.extract_if(.., |deviation| deviation.place != STATUS));
    }
    beside.retain(|found| !outcome.beside.contains(found));
    outcome.beside.extend(beside);
    outcome.beside.truncate(MOST);
    if let Some(first) = deviations.first() {
        outcome.reason = reason(first);
        let arranging = step.purpose == Purpose::Arrange;
        outcome.kind = if arranging { OutcomeKind::Blocked } else { OutcomeKind::Fail };
        outcome.deviations = deviations;
        return false;
    }
    keep(step, observed, succeeded, outcome);
    true
}

/// Keeps what a step has seen where the contract leaves something open.
fn keep(step: &Step, observed: Option<Observed>, succeeded: bool, outcome: &mut Outcome) {
    // What is arranged is compared with, and shows nothing by itself.
    let Some(observed) = observed.filter(|_| step.purpose != Purpose::Arrange) else { return };
    let judges = match &step.expect {
        // One refusal is enough to say that some are refused.
        Expect::Success { .. } | Expect::Error { .. } => succeeded,
        Expect::AnyOf { .. } => true,
        Expect::Deliveries(_) | Expect::Observation { .. } => false,
    };
    match (&step.expect, &mut outcome.observed) {
        (Expect::AnyOf { .. }, Some(before)) => {
            before.answer = format!("{}, then {}", before.answer, observed.answer);
        }
        (_, Some(_)) if judges => {}
        (_, kept) => *kept = Some(observed),
    }
    if !judges {
        outcome.kind = OutcomeKind::Observed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_once_the_key_is_out_and_no_half_of_it_is_kept() {
        let check = |text: String, whole: usize| {
            let kept = kept(text, |text| text.replace("KEY", "$"));
            assert!(!kept.contains(['K', 'E', 'Y']), "{} bytes", kept.len());
            assert!(kept.len() <= 4 * KEPT + 40, "{} bytes", kept.len());
            assert_eq!(is_cut(&kept), whole > KEPT, "{} bytes", kept.len());
        };
        for length in [0, 1, KEPT - 1, KEPT, KEPT + 1, READ / 3, READ, READ + 1, 4 * READ] {
            for start in ["", "a", "aa"] {
                check(format!("{start}{}", "KEY".repeat(length)), start.len() + length);
            }
        }
        check("\u{1f41f}".repeat(READ), READ);
    }
}
