//! Judges answers: against what the case expects, and against what holds for every answer.
//!
//! Bodies are judged by the generated validators, never by anything that the reference server
//! uses. Nothing here sends.

mod always;
mod validators;
mod values;

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ErrorRow, ErrorText};

use crate::case::{Case, Expect, Expected, Member, Seen, Sign, Step};
use crate::outcome::{Deviation, Observed};

pub use validators::Validators;
use values::{Difference, Lists, difference};

/// The place of a deviation in the status.
pub const STATUS: &str = "status";

/// The place of a deviation in a body that is no JSON.
pub const BODY: &str = "body";

/// The statuses by which HTTP says that a server, or one before it, is not available.
const GATEWAY: [u16; 3] = [502, 503, 504];

/// An answer as it came: nothing in it is trusted.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body's bytes.
    pub body: Vec<u8>,
    /// The body as JSON, where it is JSON.
    pub json: Option<Value>,
}

impl Answer {
    /// Takes an answer apart.
    #[must_use]
    pub fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        let json = serde_json::from_slice(&body).ok();
        Self { status, headers, body, json }
    }

    /// The first header of this name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    fn at(&self, pointer: &str) -> Option<&Value> {
        self.json.as_ref()?.pointer(pointer)
    }

    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// What an answer is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'j> {
    /// The contract.
    pub spec: &'j Spec,
    /// The generated validators.
    pub validators: &'j Validators,
}

/// What is known while a step's answer is judged.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The case.
    pub case: &'c Case,
    /// The step.
    pub step: &'c Step,
    /// The texts that stood for path parameters.
    pub parameters: &'c [(String, String)],
    /// The answers to the steps before.
    pub earlier: &'c [Answer],
}

/// The judgement of one answer.
#[derive(Debug, Clone, Default)]
pub struct Judgement {
    /// Where the answer is not what the contract says, the most telling first.
    pub deviations: Vec<Deviation>,
    /// The answer to an open question.
    pub observed: Option<Observed>,
    /// Why the answer cannot be judged.
    pub unjudged: Option<String>,
}

impl Judge<'_> {
    /// Judges the answer to one step.
    #[must_use]
    pub fn judge(&self, context: Context<'_>, answer: &Answer) -> Judgement {
        let mut judgement = Judgement::default();
        if let Expect::Success { refusal: Some(open), .. } = &context.step.expect {
            let says = if answer.is_success() {
                open.accepted.clone()
            } else {
                format!("{} with {}", open.refused, meaning(answer, context.earlier, &[]))
            };
            judgement.observed = Some(Observed { gap: open.gap.clone(), answer: says });
            if !answer.is_success() {
                judgement.deviations =
                    self.always(context.step.request.operation.as_deref(), answer);
                return judgement;
            }
        }
        if let Some(reason) = self.not_dealt_with(context.step, answer) {
            judgement.unjudged = Some(reason);
            return judgement;
        }
        match &context.step.expect {
            Expect::Success { status, members, .. } => {
                judgement.deviations = self.success(context, answer, *status, members);
            }
            Expect::Error { status, text, code, id } => {
                let row = ExpectedError { id, status: *status, text, code: code.as_deref() };
                judgement.deviations = error(context, answer, &row);
            }
            Expect::Observation { gap, signs } => {
                let answer = meaning(answer, context.earlier, signs);
                judgement.observed = Some(Observed { gap: gap.clone(), answer });
            }
        }
        judgement.deviations.extend(self.always(context.step.request.operation.as_deref(), answer));
        judgement
    }

    /// An answer of the catalogue that says that the request was not dealt with, to a case that did
    /// not ask for it, tells nothing about the contract: a limit of the plan, or a gateway.
    fn not_dealt_with(&self, step: &Step, answer: &Answer) -> Option<String> {
        let limit = self.spec.service.retry.as_ref().map(|retry| retry.header_status);
        let unavailable = Some(answer.status) == limit || GATEWAY.contains(&answer.status);
        let text = answer.at("/error").and_then(Value::as_str)?;
        let is_row = |row: &ErrorRow| row.status == answer.status && row.text.shown() == Some(text);
        let asked_for = step.request.provoke.is_some() || step.request.circumstance.is_some();
        if !unavailable || asked_for || !self.spec.errors.values().any(is_row) {
            return None;
        }
        let remedy = if Some(answer.status) == limit { "; try fewer --jobs" } else { "" };
        Some(format!("the request was not dealt with: {} `{text}`{remedy}", answer.status))
    }

    fn success(
        &self,
        context: Context<'_>,
        answer: &Answer,
        status: Option<u16>,
        members: &[Member],
    ) -> Vec<Deviation> {
        if !status.map_or(answer.is_success(), |status| answer.status == status) {
            let expected = status.map_or("a status of 2xx".to_owned(), |s| s.to_string());
            return vec![wrong_status(context.case, answer, &expected)];
        }
        // Of what is no JSON, only that is told; see `always`.
        if answer.json.is_none() {
            return Vec::new();
        }
        let mut deviations: Vec<Deviation> =
            members.iter().filter_map(|member| member_deviation(context, answer, member)).collect();
        if let (Some(operation), Some(json)) = (&context.step.request.operation, &answer.json) {
            let shape = self.validators.response(self.spec, operation, json).into_iter();
            deviations.extend(shape.filter(|found| is_about(context, members, found)));
        }
        deviations
    }
}

/// Whether a case is about a point in which the shape of an answer deviates: it names the clause,
/// or it looks at the place. What is wrong elsewhere fails the case that looks there, so that one
/// fault does not fail every case.
fn is_about(context: Context<'_>, members: &[Member], found: &Deviation) -> bool {
    let within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    context.case.clauses.contains(&found.clause)
        || members.iter().any(|member| within(&found.place, &member.pointer))
}

struct ExpectedError<'e> {
    id: &'e str,
    status: u16,
    text: &'e ErrorText,
    code: Option<&'e str>,
}

impl ExpectedError<'_> {
    /// The whole answer in words.
    fn says(&self) -> String {
        let text = match self.text {
            ErrorText::Exact(text) => format!(" with the error `{text}`"),
            ErrorText::Free(text) => format!(" with the error `{text}` or a message of its own"),
            ErrorText::Saying(says) => format!(" with a message that says that {says}"),
            ErrorText::NotShown => String::new(),
        };
        let and = if text.is_empty() { " with" } else { " and" };
        let code = self.code.map(|code| format!("{and} the code `{code}`")).unwrap_or_default();
        format!("{}{text}{code}", self.status)
    }
}

fn error(context: Context<'_>, answer: &Answer, row: &ExpectedError<'_>) -> Vec<Deviation> {
    if answer.status != row.status {
        return vec![wrong_status(context.case, answer, &row.says())];
    }
    let mut deviations = Vec::new();
    // Of what is no JSON, only that is told; see `always`.
    if answer.json.is_none() {
        return deviations;
    }
    let mut compare = |part: &str, place: &str, expected: &str| {
        let received = answer.at(place);
        if received.and_then(Value::as_str) != Some(expected) {
            deviations.push(Deviation {
                clause: ClauseId::new(format!("errors.{}.{part}", row.id)),
                place: place.to_owned(),
                expected: format!("\"{expected}\""),
                received: received.map_or_else(|| "nothing".to_owned(), Value::to_string),
            });
        }
    };
    // Every other text is the service's own to choose.
    if let ErrorText::Exact(text) = row.text {
        compare("error", "/error", text);
    }
    if let Some(code) = row.code {
        compare("code", "/code", code);
    }
    deviations
}

/// A wrong status is a breach of what the case is about.
fn wrong_status(case: &Case, answer: &Answer, expected: &str) -> Deviation {
    let text = answer.at("/error").and_then(Value::as_str);
    let with = text.map(|text| format!(" with the error `{text}`")).unwrap_or_default();
    Deviation {
        clause: case.clauses.first().cloned().unwrap_or_else(|| ClauseId::new("")),
        place: STATUS.to_owned(),
        expected: expected.to_owned(),
        received: format!("{}{with}", answer.status),
    }
}

fn member_deviation(context: Context<'_>, answer: &Answer, member: &Member) -> Option<Deviation> {
    let pointer = &member.pointer;
    let succeeded = |step: &usize| context.earlier.get(*step).is_some_and(Answer::is_success);
    if !member.after.is_empty() && !member.after.iter().any(succeeded) {
        return None;
    }
    let received = answer.at(pointer);
    let earlier = |step: usize| context.earlier.get(step).and_then(|answer| answer.at(pointer));
    let omissible: Vec<String> =
        member.omissible.iter().map(|rest| format!("{pointer}{rest}")).collect();
    let compare =
        |expected: &Value, lists| difference(pointer, expected, received, &omissible, lists);
    let found = match &member.value {
        Expected::Equal(value) => compare(value, Lists::Hold),
        Expected::OneOf(values) => {
            let fits = |value: &Value| compare(value, Lists::Hold).is_none();
            let all: Vec<String> = values.iter().map(Value::to_string).collect();
            (!values.iter().any(fits)).then(|| Difference {
                place: pointer.clone(),
                expected: format!("one of {}", all.join(", ")),
                received: received.map_or_else(|| "nothing".to_owned(), Value::to_string),
            })
        }
        Expected::Present => {
            let absent = received.is_none_or(Value::is_null);
            let (expected, received) = ("a value".to_owned(), "nothing".to_owned());
            absent.then(|| Difference { place: pointer.clone(), expected, received })
        }
        Expected::Absent => {
            let found = received.filter(|value| !value.is_null());
            found.map(|value| Difference {
                place: pointer.clone(),
                expected: "nothing".to_owned(),
                received: value.to_string(),
            })
        }
        // What an earlier answer left out may be left out again.
        Expected::SameAsStep(step) => compare(earlier(*step).unwrap_or(&Value::Null), Lists::Same),
        Expected::OtherThanStep(step) => {
            let same = received.is_none() || received == earlier(*step);
            let received = received.map_or_else(|| "nothing".to_owned(), Value::to_string);
            let expected = "another value than before".to_owned();
            same.then(|| Difference { place: pointer.clone(), expected, received })
        }
        Expected::Parameter(name) => {
            let found = context.parameters.iter().find(|(own, _)| own == name);
            let text = found.map_or("", |(_, text)| text.as_str());
            let received_text = received.and_then(Value::as_str).unwrap_or_default();
            if received_text.eq_ignore_ascii_case(text) {
                None
            } else {
                compare(&Value::from(text), Lists::Same)
            }
        }
    }?;
    let Difference { place, expected, received } = found;
    Some(Deviation { clause: member.clause.clone(), place, expected, received })
}

fn meaning(answer: &Answer, earlier: &[Answer], signs: &[Sign]) -> String {
    let fits = |seen: &Seen| match seen {
        Seen::Status(status) => answer.status == *status,
        Seen::Success => answer.is_success(),
        Seen::Present(pointer) => {
            answer.is_success() && answer.at(pointer).is_some_and(|value| !value.is_null())
        }
        Seen::Value(pointer, value) => answer.is_success() && answer.at(pointer) == Some(value),
        Seen::SameAsStep(pointer, step) => {
            let received = answer.at(pointer);
            let before = earlier.get(*step).and_then(|answer| answer.at(pointer));
            answer.is_success() && received.is_some() && received == before
        }
    };
    if let Some(sign) = signs.iter().find(|sign| fits(&sign.when)) {
        return sign.says.clone();
    }
    let members = answer.json.as_ref().and_then(Value::as_object);
    match (answer.at("/error").and_then(Value::as_str), members) {
        (Some(text), _) => format!("{} `{text}`", answer.status),
        (None, Some(members)) if !members.is_empty() => {
            let names: Vec<&str> = members.keys().map(String::as_str).collect();
            format!("{} with `{}`", answer.status, names.join("`, `"))
        }
        (None, _) => format!("status {}", answer.status),
    }
}
