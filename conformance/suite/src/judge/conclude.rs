//! Decides the outcome of a case from the responses to its steps. The runner calls this while it sends, and
//! `verify` with the responses of a record, so that both agree.
//!
//! This module sends nothing and waits for nothing.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::time::Duration;

use serde_json::Value;
use webdata_cases::case::{Argument, Case, Expect, Purpose, Step};

use super::somewhere::first_named;
use super::{Context, HttpResponse, Judge, Judgement, NOTHING, STATUS, deliveries};
use crate::outcome::{DeliveryRecord, Deviation, EQUAL_VALUES, Observed, Outcome, OutcomeKind};

/// The maximum length of a server's text in a record, in characters.
const MAX_RECORDED_CHARS: usize = 20_000;

/// The maximum number of bytes of a text that are processed for a record, before it is cut.
pub(crate) const MAX_PROCESSED_BYTES: usize = 160_000;

/// The end of a text with more bytes.
const TOO_LONG_SUFFIX: &str = "… (more than 160000 bytes)";

/// Replaces a body that the record of the run has no space for.
pub(crate) const NOT_KEPT: &str = "… (not kept: the record is full)";

/// The maximum length of a response's string that goes into another request, in bytes.
const MAX_ARGUMENT_BYTES: usize = 8 << 10;

/// The maximum number of deviations that are kept for a case; a correct server has none.
const MAX_DEVIATIONS: usize = 1000;

/// Replaces the arguments of steps by values of earlier responses.
///
/// # Errors
/// The value that a response should have and lacks.
pub(crate) fn fill_arguments<'s>(
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
            let usable =
                earlier.get(*step).and_then(|response| match pointer.strip_prefix("**/") {
                    Some(name) => first_named(response.json.as_ref()?, name),
                    None => response.at(pointer),
                });
            // The string goes into a path, and into a command line that people paste.
            let is_usable = |text: &&str| {
                text.len() <= MAX_ARGUMENT_BYTES && !text.chars().any(char::is_control)
            };
            let usable = usable.and_then(|json| match json {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            let Some(text) = usable.filter(|text| is_usable(&text.as_str())) else {
                return Err(format!("the response to step {} has no text at {pointer}", *step + 1));
            };
            *argument = Argument::Text(text);
        } else if let Argument::ResponseHeader { step, name } = argument {
            let text = earlier.get(*step).and_then(|response| response.header(name));
            let text = text.filter(|text| text.len() <= MAX_ARGUMENT_BYTES);
            let Some(text) = text else {
                return Err(format!("the response to step {} has no header {name}", *step + 1));
            };
            *argument = Argument::Text(text.to_owned());
        }
    }
    Ok(Cow::Owned(steps))
}

/// Judges the response to a step and appends it to the earlier ones. Returns whether the case continues.
pub(crate) fn step(
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
    let judgement = judge.judge(context, &response).with_written_numbers(&response);
    let judgement = judgement.at_step(earlier.len());
    let succeeded = response.is_success();
    // A server that fails at a set-up is not merely in another state.
    let can_block =
        step.purpose == Purpose::Arrange && !judge.is_unhandled_failure(step, &response);
    earlier.push(response);
    let is_fixture = |argument: &&Argument| matches!(argument, Argument::Fixture { above: 0, .. });
    let fixture = step.request.arguments().find(is_fixture).filter(|_| case.each_fixture);
    match fixture.map(|argument| argument.text(leased)) {
        Some(fixture) => conclude_fixture(&fixture, earlier.len() - 1, judgement, outcome),
        None => conclude(step, judgement, (succeeded, can_block), outcome),
    }
}

/// Concludes one of the fixtures that a case looks at. Returns whether the case continues with the next one,
/// which it also does after a deviation.
fn conclude_fixture(
    fixture: &str,
    index: usize,
    judgement: Judgement,
    outcome: &mut Outcome,
) -> bool {
    let Judgement { deviations, unjudged, .. } = judgement;
    if let Some(reason) = unjudged {
        if outcome.kind == OutcomeKind::Fail {
            outcome.reason =
                format!("{}; fixture {fixture}: not judged: {reason}", outcome.reason).into();
        } else {
            outcome.kind = OutcomeKind::Error;
            outcome.reason = reason.into();
        }
        return false;
    }
    if deviations.is_empty() {
        return true;
    }
    outcome.kind = OutcomeKind::Fail;
    outcome.ended_at.get_or_insert(index);
    let is_known = |deviation: &&Deviation| {
        let description = describe_deviation(deviation);
        outcome.deviations.iter().any(|known| describe_deviation(known) == description)
    };
    let new = deviations.iter().find(|deviation| !is_known(deviation));
    let description = new.map_or_else(|| "likewise".to_owned(), describe_deviation);
    let end = if outcome.reason.is_empty() { "" } else { "; " };
    let mut reason = format!("{}{end}fixture {fixture}: {description}", outcome.reason);
    // The record cuts the text to its final length.
    reason.truncate(reason.floor_char_boundary(2 * MAX_PROCESSED_BYTES));
    outcome.reason = reason.into();
    outcome.deviations.extend(deviations);
    outcome.deviations.truncate(MAX_DEVIATIONS);
    true
}

fn describe_deviation(deviation: &Deviation) -> String {
    format!("{}: expected {}, got {}", deviation.place, deviation.expected, deviation.received)
}

/// Judges the webhooks that came within a time, if the last of the steps asks for any. Returns whether the
/// case continues.
pub(crate) fn webhooks(
    steps: &[Step],
    earlier: &[HttpResponse],
    received: &[DeliveryRecord],
    patience: Duration,
    outcome: &mut Outcome,
) -> bool {
    let last = steps.last().map(|step| (step, &step.expect));
    let Some((step, Expect::Deliveries(expected))) = last else { return true };
    let judgement = deliveries(expected, earlier, received, patience);
    let judgement = judgement.at_step(earlier.len().saturating_sub(1));
    conclude(step, judgement, (true, step.purpose == Purpose::Arrange), outcome)
}

/// Cuts a long text.
pub(crate) fn shorten(text: String) -> String {
    // No text has more characters than bytes.
    if text.len() <= MAX_RECORDED_CHARS {
        return text;
    }
    match text.char_indices().nth(MAX_RECORDED_CHARS) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// Redacts and cuts a text for a record. A very long text is cut before, so that not all of it is searched
/// for keys.
pub(crate) fn redact_and_shorten(
    mut text: String,
    redact: impl FnOnce(String) -> String,
) -> String {
    if text.len() <= MAX_PROCESSED_BYTES {
        return shorten(redact(text));
    }
    text.truncate(text.floor_char_boundary(MAX_PROCESSED_BYTES));
    text.shrink_to_fit();
    let mut text = redact(text);
    // The end may hold half a key, which was not recognised.
    text.truncate(text.floor_char_boundary(text.len().saturating_sub(MAX_PROCESSED_BYTES / 4)));
    let end = text.char_indices().nth(MAX_RECORDED_CHARS).map_or(text.len(), |(end, _)| end);
    text.truncate(end);
    text + TOO_LONG_SUFFIX
}

pub(crate) fn is_cut(text: &str) -> bool {
    text.len() > MAX_RECORDED_CHARS && text.ends_with(" bytes)")
        || text.ends_with(TOO_LONG_SUFFIX)
        || text == NOT_KEPT
}

/// Concludes a step. `can_block` is whether a deviation blocks the case instead of failing it.
fn conclude(
    step: &Step,
    judgement: Judgement,
    (succeeded, can_block): (bool, bool),
    outcome: &mut Outcome,
) -> bool {
    let Judgement { mut deviations, mut beside, observed, unjudged } = judgement;
    if let Some(reason) = unjudged {
        outcome.kind = OutcomeKind::Error;
        outcome.reason = reason.into();
        return false;
    }
    if step.purpose == Purpose::Arrange {
        // The set-up only has to work. Other cases judge the rest of its response.
        beside.extend(deviations.extract_if(.., |deviation| deviation.place != STATUS));
    }
    beside.retain(|deviation| !outcome.beside.contains(deviation));
    outcome.beside.extend(beside);
    outcome.beside.truncate(MAX_DEVIATIONS);
    if let Some(first) = deviations.first() {
        outcome.reason = describe_deviation(first).into();
        outcome.kind = if can_block { OutcomeKind::Blocked } else { OutcomeKind::Fail };
        outcome.deviations = deviations;
        return false;
    }
    record_observation(step, observed, succeeded, outcome);
    true
}

/// Keeps the observation of a step at a gap.
fn record_observation(
    step: &Step,
    observed: Option<Observed>,
    succeeded: bool,
    outcome: &mut Outcome,
) {
    // The response to a set-up step is a reference for comparison, not an observation.
    let Some(observed) = observed.filter(|_| step.purpose != Purpose::Arrange) else { return };
    let judges = match &step.expect {
        // One rejection suffices to say that some requests are rejected.
        Expect::Success { .. } | Expect::Error { .. } => succeeded,
        Expect::AnyOf { .. } => true,
        Expect::Deliveries(_) | Expect::Observation { .. } => false,
    };
    // What the server does at a gap says more.
    if observed.gap != EQUAL_VALUES {
        outcome.observed.take_if(|kept| kept.gap == EQUAL_VALUES);
    }
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

/// Returns a value as JSON, or the first [`MAX_PROCESSED_BYTES`] bytes and a few more.
pub(super) fn rendered(value: &Value) -> String {
    let mut text = BoundedWriter { text: Vec::new(), max: MAX_PROCESSED_BYTES + 1 };
    // Serializing ends with an error once the text is full.
    drop(serde_json::to_writer(&mut text, value));
    String::from_utf8_lossy(&text.text).into_owned()
}

/// Returns a value of a response as [`rendered`] does, or says that there is none.
pub(super) fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), rendered)
}

/// Returns a text, or its first [`MAX_PROCESSED_BYTES`] bytes and a few more.
pub(crate) fn start(text: &str) -> &str {
    text.get(..text.ceil_char_boundary(MAX_PROCESSED_BYTES + 1)).unwrap_or(text)
}

/// Returns bytes, or the first [`MAX_PROCESSED_BYTES`] of them and a few more.
pub(crate) fn first_bytes(bytes: &[u8]) -> &[u8] {
    bytes.get(..MAX_PROCESSED_BYTES + 4).unwrap_or(bytes)
}

/// A text of at most some bytes, plus the rest of the last write.
struct BoundedWriter {
    text: Vec<u8>,
    max: usize,
}

impl Write for BoundedWriter {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.text.len() > self.max {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let left = self.max + 1 - self.text.len();
        self.text.extend_from_slice(part.get(..left).unwrap_or(part));
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn long_texts_are_redacted_before_they_are_cut() {
        let check = |text: String, whole: usize| {
            let kept = redact_and_shorten(text, |text| text.replace("KEY", "$"));
            assert!(!kept.contains(['K', 'E', 'Y']), "{} bytes", kept.len());
            assert!(kept.len() <= 4 * MAX_RECORDED_CHARS + 40, "{} bytes", kept.len());
            assert_eq!(is_cut(&kept), whole > MAX_RECORDED_CHARS, "{} bytes", kept.len());
        };
        for length in [
            0,
            1,
            MAX_RECORDED_CHARS - 1,
            MAX_RECORDED_CHARS,
            MAX_RECORDED_CHARS + 1,
            MAX_PROCESSED_BYTES / 3,
            MAX_PROCESSED_BYTES,
            MAX_PROCESSED_BYTES + 1,
            4 * MAX_PROCESSED_BYTES,
        ] {
            for start in ["", "a", "aa"] {
                check(format!("{start}{}", "KEY".repeat(length)), start.len() + length);
            }
        }
        check("\u{1f41f}".repeat(MAX_PROCESSED_BYTES), MAX_PROCESSED_BYTES);
    }

    #[test]
    fn long_values_are_rendered_in_part() {
        let check = |value: Value| {
            let (whole, excerpt) = (value.to_string(), rendered(&value));
            let is_whole = whole.len() <= MAX_PROCESSED_BYTES;
            assert_eq!(is_whole, excerpt == whole);
            assert!(excerpt.len() <= whole.len().min(MAX_PROCESSED_BYTES + 8), "{}", excerpt.len());
            assert!(
                is_whole || excerpt.len() > MAX_PROCESSED_BYTES,
                "the text is long enough to be cut"
            );
        };
        check(json!({ "a": [1, "ü"] }));
        check(json!("ü".repeat(MAX_PROCESSED_BYTES)));
        check(json!("\u{1}".repeat(MAX_PROCESSED_BYTES)));
        check(json!(vec![0; MAX_PROCESSED_BYTES]));
        assert_eq!(start("ü"), "ü");
        assert!(start(&"ü".repeat(MAX_PROCESSED_BYTES)).len() > MAX_PROCESSED_BYTES);
    }
}
