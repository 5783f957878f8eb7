//! Judges responses: by what the case expects, and by what holds for every response.
//!
//! The interpreter judges bodies; the reference server uses other validators. This module sends nothing.

pub(crate) mod conclude;
mod deliveries;
mod errors;
pub(crate) mod excerpt;
mod general_rules;
mod members;
mod somewhere;
mod values;

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::RangeInclusive;

use flate2::read::DeflateDecoder;
use serde::de::IgnoredAny;
use serde_json::Value;
use webdata_cases::case::{
    Argument, Case, Expect, Expected, ListedItem, Member, PossibleResponse, Purpose, Step,
};
use webdata_cases::equality::Meaning;
use webdata_cases::interpreter::Interpreter;
use webdata_cases::json::{Json, MAX_JSON_BYTES};
use webdata_spec::model::{ClauseId, ClauseRoot, ErrorRow, Keyword, NOT_MODIFIED};
use webdata_spec::{ClauseIndex, Spec};

use crate::memory::MemoryShare;
use crate::outcome::{Deviation, EQUAL_VALUES, Observed, ResponseRecord};
use errors::{error_deviations, reason, wrong_status};
use members::{BodyComparison, describe_response, interpretation, member_deviation, respelling};
use values::Sameness;

pub(crate) use errors::path;

pub use deliveries::{deliveries, is_enough};

/// The place of a deviation in the status code.
pub const STATUS: &str = "status";

/// The place of a deviation in the media type.
pub(crate) const CONTENT_TYPE: &str = "content-type";

/// The place of a deviation in a body that is not JSON.
pub const BODY: &str = "body";

/// Returns the place of a deviation in a header.
pub(crate) fn header_place(name: &str) -> String {
    format!("header {}", name.to_lowercase())
}

/// Returns the name of the header that a place is in.
pub(crate) fn header_at(place: &str) -> Option<&str> {
    place.strip_prefix("header ")
}

/// The place of a deviation in a webhook.
pub const WEBHOOK: &str = "webhook";

/// The received value if there is none.
pub(crate) const NOTHING: &str = "nothing";

/// The status codes by which HTTP says that a server, or a gateway before it, is not available.
const GATEWAY_STATUSES: [u16; 3] = [502, 503, 504];

/// The status code for a request that did not arrive in time.
const REQUEST_TIMEOUT: u16 = 408;

/// The status codes by which a content delivery network says that the server did not respond.
const CDN_STATUSES: RangeInclusive<u16> = 520..=530;

/// The status code of an unhandled server failure, and the lowest of all server failures.
pub(crate) const SERVER_ERROR: u16 = 500;

/// The status codes for a method, a coding or an HTTP version that the server does not implement.
const UNIMPLEMENTED: [u16; 2] = [501, 505];

/// The status code for an invalid key.
pub(crate) const UNAUTHORIZED: u16 = 401;

/// Judges responses by a contract.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'j> {
    /// The contract.
    pub spec: &'j Spec,
    /// The clauses of the contract.
    pub clauses: &'j ClauseIndex,
}

/// The judgement of a response.
#[derive(Debug, Clone, Default)]
pub struct Judgement {
    /// The deviations from what the case is about, the most important first.
    pub deviations: Vec<Deviation>,
    /// The deviations from the contract that the case is not about.
    pub beside: Vec<Deviation>,
    /// The observed behaviour at a gap.
    pub observed: Option<Observed>,
    /// The reason why the response cannot be judged.
    pub unjudged: Option<String>,
}

impl Judgement {
    /// Returns the judgement with the step in its deviations.
    fn at_step(mut self, step: usize) -> Self {
        for deviation in self.deviations.iter_mut().chain(&mut self.beside) {
            deviation.step = step;
        }
        self
    }

    /// Returns the judgement with numbers as the response writes them.
    fn with_written_numbers(mut self, response: &HttpResponse) -> Self {
        for deviation in self.deviations.iter_mut().chain(&mut self.beside) {
            if let Some(written) = response.long_numbers.get(&deviation.place)
                && let Some(value) = response.at(&deviation.place)
            {
                deviation.received = deviation.received.replace(&value.to_string(), written);
            }
        }
        self
    }
}

impl<'j> Judge<'j> {
    fn interpreter(&self) -> Interpreter<'j> {
        Interpreter::new(self.spec)
    }

    /// Judges the response to one step.
    #[must_use]
    pub fn judge(&self, context: Context<'_>, response: &HttpResponse) -> Judgement {
        let mut judgement = Judgement::default();
        if let Expect::Success { rejection: Some(open), .. } = &context.step.expect
            && response.status < SERVER_ERROR
            && open.when.as_ref().is_none_or(|shown| is_shown(shown, context.earlier))
        {
            let (reading, meaning) = if response.is_success() {
                (&open.accepted, open.accepted.clone())
            } else {
                (&open.rejected, format!("{} with {}", open.rejected, describe_response(response)))
            };
            let reading = open.asks_same_question.then(|| reading.clone());
            judgement.observed = Some(context.observation(&open.gap, meaning, reading));
            if !response.is_success() {
                judgement.deviations =
                    self.general_deviations(context.step.request.operation.as_deref(), response);
                return judgement;
            }
        }
        if let Some(reason) = self.unprocessed_reason(context.step, response) {
            judgement.unjudged = Some(reason);
            return judgement;
        }
        if let Some(deviation) = self.unexpected_failure(context, response) {
            judgement.deviations = vec![deviation];
        }
        match &context.step.expect {
            // The set-up met a failure that is no matter of the case.
            Expect::Success { .. } | Expect::Error { .. } if !judgement.deviations.is_empty() => {}
            // A 304 has a status code and no body.
            Expect::Success { status: Some(NOT_MODIFIED), .. }
                if response.status == NOT_MODIFIED => {}
            Expect::Success { status, members, .. } => {
                let deviations = self.success(context, response, *status, members);
                (judgement.deviations, judgement.beside) = deviations;
                // The form of a value says more than that the value was accepted.
                let is_read = judgement.observed.as_ref().is_some_and(|it| it.reading.is_some());
                if judgement.deviations.is_empty() && !is_read {
                    let body = self.comparison(context.step);
                    if let Some(answer) = respelling(body, context, response, members) {
                        judgement.observed = Some(context.observation(EQUAL_VALUES, answer, None));
                    }
                }
            }
            Expect::Error { id, .. } => {
                judgement.deviations = error_deviations(context, response);
                // A deviation that shows another error than the expected one.
                let is_of_error =
                    |it: &&mut Deviation| [STATUS, "/error", "/code"].contains(&it.place.as_str());
                if let Some(first) = judgement.deviations.iter_mut().find(is_of_error) {
                    first.expected.push_str(&reason(self, context, id));
                }
                judgement.beside = self.shape(context.step, response);
                judgement.beside.retain(|deviation| !self.is_of_request(context.step, deviation));
            }
            Expect::AnyOf { gap, responses } => {
                return self.any_of(context, response, gap, responses);
            }
            // `deliveries` judges webhooks.
            Expect::Deliveries(_) => return judgement,
            Expect::Observation { gap, interpretations } => {
                judgement.beside = self.shape(context.step, response);
                let body = self.comparison(context.step);
                let matching = interpretation(body, response, context.earlier, interpretations);
                let meaning = matching.map_or_else(
                    || describe_response(response),
                    |interpretation| interpretation.meaning.clone(),
                );
                let asks = interpretations.iter().any(|interpretation| interpretation.reading);
                let reading = match matching {
                    Some(interpretation) => interpretation.reading.then(|| meaning.clone()),
                    None => asks.then(|| format!("status {}", response.status)),
                };
                judgement.observed = Some(context.observation(gap, meaning, reading));
            }
        }
        judgement.deviations.retain(|deviation| !is_repeated(context, response, deviation));
        judgement.beside.retain(|deviation| !is_repeated(context, response, deviation));
        if !is_of_http(context.step, response) {
            let operation = context.step.request.operation.as_deref();
            judgement.deviations.extend(self.general_deviations(operation, response));
        }
        judgement
    }

    /// Returns whether the server failed at a request, in a step that did not ask for it: a 500 that no row of
    /// the operation's own errors allows. Operations with an error body of their own relay failures.
    pub(crate) fn is_unhandled_failure(&self, step: &Step, response: &HttpResponse) -> bool {
        if response.status != SERVER_ERROR || asks_for_status(self.spec, step, SERVER_ERROR) {
            return false;
        }
        let service = &self.spec.service;
        let Some(operation) =
            step.request.operation.as_ref().and_then(|id| self.spec.operations.get(id))
        else {
            return true;
        };
        let text = response.at("/error").and_then(Value::as_str);
        let mut own = operation
            .refusals
            .iter()
            .map(|refusal| &refusal.error)
            .chain(operation.errors.iter().filter(|error| !service.errors.contains(error)));
        let is_own = |error: &String| {
            self.spec.errors.get(error).is_some_and(|row| {
                let shown = row.text.shown();
                row.status == SERVER_ERROR && (shown.is_none() || shown == text)
            })
        };
        operation.error_body == service.error_body && !own.any(is_own)
    }

    /// Returns the deviation of a server that failed at a request, where the case does not judge the status
    /// code anyway.
    fn unexpected_failure(
        &self,
        context: Context<'_>,
        response: &HttpResponse,
    ) -> Option<Deviation> {
        let judges_status = context.step.purpose != Purpose::Arrange
            && !matches!(context.step.expect, Expect::Observation { .. });
        if judges_status || !self.is_unhandled_failure(context.step, response) {
            return None;
        }
        let rows = self.spec.service.errors.iter().filter_map(|id| self.spec.errors.get(id));
        let row = rows.clone().find(|row| row.status == SERVER_ERROR);
        let clause = row.map(|row| ClauseRoot::Error(&row.id).clause());
        Some(Deviation {
            clause: clause.or_else(|| context.case.clauses.first().cloned())?,
            ..wrong_status(context.case, response, "no unhandled server failure")
        })
    }

    /// Judges by the first expected response that fits. If none fits, judges by the one with the received
    /// status code, otherwise by the last one.
    fn any_of(
        &self,
        context: Context<'_>,
        response: &HttpResponse,
        gap: &str,
        responses: &[PossibleResponse],
    ) -> Judgement {
        let mut judgement = Judgement::default();
        let mut of_status = None;
        let mut expected = Vec::new();
        for possible in responses {
            let step = Step { expect: possible.expect.clone(), ..context.step.clone() };
            judgement = self.judge(Context { step: &step, ..context }, response);
            if judgement.unjudged.is_some() {
                return judgement;
            }
            let Some(first) = judgement.deviations.first() else {
                let meaning = possible.meaning.clone();
                judgement.observed = Some(context.observation(gap, meaning, None));
                return judgement;
            };
            if first.place != STATUS {
                of_status.get_or_insert_with(|| judgement.clone());
            } else if !expected.contains(&first.expected) {
                expected.push(first.expected.clone());
            }
        }
        if let Some(judgement) = of_status {
            return judgement;
        }
        if let Some(first) =
            judgement.deviations.first_mut().filter(|deviation| deviation.place == STATUS)
        {
            first.expected = expected.join(", or ");
        }
        judgement
    }

    /// Returns why a response says nothing about the contract: an error of the catalogue that says that the
    /// request was not processed, such as a limit of the plan or a gateway's error, in a case that did not
    /// ask for it.
    pub(crate) fn unprocessed_reason(
        &self,
        step: &Step,
        response: &HttpResponse,
    ) -> Option<String> {
        let is_limit = limits_rate(self.spec, step, response) && !is_provoked(step);
        let text = response.at("/error").and_then(Value::as_str);
        let is_gateway = GATEWAY_STATUSES.contains(&response.status) && !is_provoked(step);
        if is_gateway && matches!(step.expect, Expect::Observation { .. }) {
            return Some(format!("the request was not processed: {}", response.status));
        }
        let text = text?;
        let is_row =
            |row: &ErrorRow| row.status == response.status && row.text.shown() == Some(text);
        if self.unseen_row(step).is_some_and(is_row) {
            return Some(format!(
                "nothing was provoked: {} `{text}`; if `[provoke]` has a key of another team, add a resource of \
                 that team beside the key",
                response.status
            ));
        }
        if !(is_limit || is_gateway) || !self.spec.errors.values().any(is_row) {
            return None;
        }
        let remedy = if is_limit { "; try fewer --jobs" } else { "" };
        Some(format!("the request was not processed: {} `{text}`{remedy}", response.status))
    }

    /// Returns the error of a step that should provoke another one, but names a resource that the key does not see.
    fn unseen_row(&self, step: &Step) -> Option<&ErrorRow> {
        let provoked = step.request.provoke.as_ref()?;
        let operation = self.spec.operations.get(step.request.operation.as_ref()?)?;
        let unknown = operation.resource.as_ref()?.unknown.as_ref();
        self.spec.errors.get(unknown.filter(|unknown| *unknown != provoked)?)
    }

    /// Returns who may have sent a response.
    pub(crate) fn sender(&self, step: &Step, response: &HttpResponse) -> Sender {
        let is_failure = response.status >= SERVER_ERROR || response.status == REQUEST_TIMEOUT;
        let is_asked_for =
            asks_for_status(self.spec, step, response.status) || is_of_http(step, response);
        if !is_failure || is_asked_for {
            Sender::Api
        } else if response.at("/error").is_none_or(|text| !text.is_string()) {
            Sender::Gateway
        } else if self.unprocessed_reason(step, response).is_some() {
            Sender::Either
        } else {
            Sender::Api
        }
    }

    /// Returns the deviations of a success: first those from what the case is about, then the others.
    fn success(
        &self,
        context: Context<'_>,
        response: &HttpResponse,
        status: Option<u16>,
        members: &[Member],
    ) -> (Vec<Deviation>, Vec<Deviation>) {
        if !status.map_or(response.is_success(), |status| response.status == status) {
            let expected = status.map_or("a status of 2xx".to_owned(), |s| s.to_string());
            return (vec![wrong_status(context.case, response, &expected)], Vec::new());
        }
        let shape = self.shape(context.step, response).into_iter();
        let (shape, beside): (Vec<_>, Vec<_>) = shape.partition(|deviation| {
            let is_whole = context.case.each_fixture
                || context.case.whole_responses && !self.is_of_request(context.step, deviation);
            is_whole || is_about(context, members, deviation)
        });
        // A body that is not JSON has one deviation, which `general_deviations` reports.
        let looks = |member: &&Member| response.json.is_some() || member.header.is_some();
        let members = members.iter().filter(looks);
        let body = self.comparison(context.step);
        let values = members.flat_map(|member| match &member.value {
            Expected::BodyContent(sought) => {
                somewhere::deviations(self, response, sought, &member.clause)
            }
            _ => member_deviation(body, context, response, member).into_iter().collect(),
        });
        (values.chain(shape).collect(), beside)
    }

    /// Returns how the body of the response to a step is compared.
    fn comparison(&self, step: &Step) -> BodyComparison<'j> {
        let operation = step.request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let schema = operation.and_then(|operation| self.spec.schema(operation.response_type()?));
        let meaning = schema.map(|schema| Meaning::new(self.spec, schema)).unwrap_or_default();
        BodyComparison { meaning, sameness: Sameness::OfMeaning }
    }

    /// Returns the deviations of a success's body and headers from the operation's types.
    fn shape(&self, step: &Step, response: &HttpResponse) -> Vec<Deviation> {
        let Some(operation) = &step.request.operation else { return Vec::new() };
        if !response.is_success() {
            return Vec::new();
        }
        let json = response.json.iter();
        let body = json.flat_map(|json| self.body_deviations(operation, json));
        // The maximum length of a list holds for each page, not for all pages together.
        let is_whole = |deviation: &Deviation| {
            let pages = step.request.pages.as_ref();
            pages.is_some_and(|pages| {
                pages.items == deviation.place && is_length_clause(&deviation.clause)
            })
        };
        let body = body.filter(|deviation| !is_whole(deviation));
        let headers = self.header_deviations(operation, &response.headers);
        body.chain(headers).collect()
    }

    /// Returns whether the deviation is at a property that requests set. A value that was accepted by
    /// mistake, now or before, is returned by mistake, too.
    fn is_of_request(&self, step: &Step, deviation: &Deviation) -> bool {
        let operation = step.request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let request = operation.and_then(|operation| self.spec.schema(operation.request.as_ref()?));
        let request = request.map(|schema| self.spec.resolve(schema));
        let item = request.map(|schema| schema.items().unwrap_or(schema));
        let object = item.and_then(|schema| self.spec.object_of(schema));
        let mut parts = deviation.place.split('/');
        object.is_some_and(|object| parts.any(|part| object.properties.contains_key(part)))
    }
}

/// Returns whether an earlier response shows an item.
fn is_shown(shown: &ListedItem, earlier: &[HttpResponse]) -> bool {
    let list = earlier.get(shown.step).and_then(|response| response.at(&shown.list)?.as_array());
    list.is_some_and(|items| {
        items.iter().any(|item| item.get(&shown.property) == Some(&shown.value))
    })
}

/// Returns whether a clause limits the length of a list.
fn is_length_clause(clause: &ClauseId) -> bool {
    matches!(clause.keyword(), Some(Keyword::MinItems | Keyword::MaxItems))
}

/// Returns whether a response only says that the server accepts no requests for now, in a step that is not
/// about that.
pub(crate) fn limits_rate(spec: &Spec, step: &Step, response: &HttpResponse) -> bool {
    let limit = spec.service.retry.as_ref().map(|retry| retry.header_status);
    Some(response.status) == limit && !asks_for_status(spec, step, response.status)
}

/// Returns whether a step expects or provokes a response with a status code.
fn asks_for_status(spec: &Spec, step: &Step, status: u16) -> bool {
    let provoked = step.request.provoke.as_ref().and_then(|error| spec.errors.get(error));
    may_have_status(&step.expect, status) || provoked.is_some_and(|row| row.status == status)
}

/// Returns whether a status code is that of a success.
pub(crate) fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

/// Returns whether gateways use a status code.
pub(crate) fn is_gateway_status(status: u16) -> bool {
    GATEWAY_STATUSES.contains(&status)
        || status == REQUEST_TIMEOUT
        || CDN_STATUSES.contains(&status)
}

/// Returns whether what implements HTTP may have responded to a request, in place of the API: its response is only
/// observed, and the server lacks its method, version or coding (RFC 9110, sections 15.6.2 and 15.6.6), or its target
/// is no URI (RFC 9112, section 3.2).
fn is_of_http(step: &Step, response: &HttpResponse) -> bool {
    let is_whole = |argument: &Argument| match argument {
        Argument::Text(text) => has_whole_escapes(text),
        Argument::Fixture { .. }
        | Argument::ResponseValue { .. }
        | Argument::ResponseHeader { .. }
        | Argument::NewUuid { .. } => true,
    };
    let is_rejected = (400..SERVER_ERROR).contains(&response.status);
    let is_malformed = is_rejected && !step.request.parameters.values().all(is_whole);
    matches!(step.expect, Expect::Observation { .. })
        && (UNIMPLEMENTED.contains(&response.status) || is_malformed)
}

/// Returns whether two hexadecimal digits follow each percent sign (RFC 3986, section 2.1).
fn has_whole_escapes(text: &str) -> bool {
    let is_whole = |escape: &[u8]| matches!(escape, [first, second, ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit());
    text.split('%').skip(1).all(|escape| is_whole(escape.as_bytes()))
}

/// Returns whether a value of a response only repeats a string that the case sent. Whether a server may take such a
/// string is judged by its status code.
fn is_repeated(context: Context<'_>, response: &HttpResponse, deviation: &Deviation) -> bool {
    let is_of_string =
        matches!(deviation.clause.keyword(), Some(Keyword::Format | Keyword::Pattern));
    let text = response.at(&deviation.place).filter(|value| is_of_string && value.is_string());
    text.is_some_and(|text| {
        let mut sent = context.case.steps.iter().filter_map(|step| step.request.body.as_json());
        sent.any(|body| has_value(body, text))
    })
}

/// Returns whether a scalar is a value, or inside it.
fn has_value(body: &Value, scalar: &Value) -> bool {
    match body {
        Value::Array(items) => items.iter().any(|item| has_value(item, scalar)),
        Value::Object(members) => members.values().any(|member| has_value(member, scalar)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => body == scalar,
    }
}

/// Returns whether the target provokes the response to a step.
fn is_provoked(step: &Step) -> bool {
    step.request.provoke.is_some() || step.request.circumstance.is_some()
}

/// Returns whether a response with this status code may be the expected one.
pub(crate) fn may_have_status(expect: &Expect, status: u16) -> bool {
    match expect {
        Expect::Error { status: expected, .. } => *expected == status,
        Expect::AnyOf { responses, .. } => {
            responses.iter().any(|possible| may_have_status(&possible.expect, status))
        }
        Expect::Success { .. } | Expect::Deliveries(_) | Expect::Observation { .. } => false,
    }
}

/// Returns whether a case is about a deviation in the shape of a response: the case names the clause, or
/// reads the place. Other deviations fail the cases that read their places, so that one fault does not fail
/// every case. If there is no such case, the findings report them.
fn is_about(context: Context<'_>, members: &[Member], deviation: &Deviation) -> bool {
    context.case.clauses.contains(&deviation.clause)
        || members.iter().any(|member| {
            let is_elsewhere =
                matches!(member.value, Expected::BodyContent(_) | Expected::AnyOrder(_));
            let is_placed = member.header.is_none() && !is_elsewhere;
            is_placed && is_at_or_below(&deviation.place, &member.pointer)
        })
}

/// Returns whether a JSON Pointer is another one or below it.
fn is_at_or_below(place: &str, other: &str) -> bool {
    place.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Who may have sent a response. One with a status code that the case asks for counts as the API's.
pub(crate) enum Sender {
    Api,
    /// Something between the runner and the API.
    Gateway,
    /// One of the two: the body has the form of the API's errors, and says that the request was not processed.
    Either,
}

/// A received response, with nothing removed or trusted.
#[derive(Debug, Clone)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body's bytes.
    pub body: Vec<u8>,
    /// The body as JSON, if it is JSON.
    pub json: Option<Value>,
    /// The place of a property that an object has twice, with different values.
    pub ambiguous: Option<String>,
    /// The numbers beyond 64 bits, as they are written, by their place.
    pub(crate) long_numbers: BTreeMap<String, String>,
    /// The memory of the response.
    pub(crate) share: MemoryShare,
}

/// Returns the response of a record, to judge it again.
impl From<&ResponseRecord> for HttpResponse {
    fn from(record: &ResponseRecord) -> Self {
        Self::new(record.status, record.headers.clone(), record.body.clone().into_bytes())
    }
}

impl HttpResponse {
    /// Makes a response and parses its body. A body that takes too much memory as JSON, or is in another content coding
    /// than its header says, is not parsed.
    #[must_use]
    pub fn new(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Self {
        let is_decoded = undecoded(&headers).is_none();
        let (json, ambiguous, long_numbers) = match Json::read(&body).filter(|_| is_decoded) {
            Some(Json { value, ambiguous, long_numbers }) => (Some(value), ambiguous, long_numbers),
            None => (None, None, BTreeMap::new()),
        };
        let share = MemoryShare::default();
        Self { status, headers, body, json, ambiguous, long_numbers, share }
    }

    /// Returns the first header of this name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.lines(name).next()
    }

    /// Returns the values of all headers of this name.
    pub(crate) fn lines(&self, name: &str) -> impl Iterator<Item = &str> {
        lines(&self.headers, name)
    }

    /// Returns the value of all headers of this name together.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        field(self.lines(name))
    }

    pub(crate) fn at(&self, pointer: &str) -> Option<&Value> {
        self.json.as_ref()?.pointer(pointer)
    }

    pub(crate) fn is_success(&self) -> bool {
        is_success(self.status)
    }

    /// Returns the URL that the response redirects to, if it does.
    pub(crate) fn redirection(&self) -> Option<&str> {
        self.header("location").filter(|_| (300..400).contains(&self.status))
    }
}

/// Returns the content codings of a body that was not decoded. The client removes the header of a decoded body.
pub(crate) fn undecoded(headers: &[(String, String)]) -> Option<&str> {
    let is_coding = |coding: &str| !coding.is_empty() && !coding.eq_ignore_ascii_case("identity");
    lines(headers, "content-encoding").find(|value| value.split(',').map(str::trim).any(is_coding))
}

/// Returns the header that says that a body follows, if there is one.
pub(crate) fn announced_body(headers: &[(String, String)]) -> Option<String> {
    let has_bytes = |length: &&str| length.split(',').any(|length| length.trim() != "0");
    let length = lines(headers, "content-length").find(has_bytes);
    let length = length.map(|length| format!("`Content-Length: {length}`"));
    let coding = || lines(headers, "transfer-encoding").next();
    length.or_else(|| Some(format!("`Transfer-Encoding: {}`", coding()?)))
}

fn lines<'h>(headers: &'h [(String, String)], name: &str) -> impl Iterator<Item = &'h str> {
    let of_name = move |(header, _): &&(String, String)| header.eq_ignore_ascii_case(name);
    headers.iter().filter(of_name).map(|(_, value)| value.as_str())
}

/// Returns the value of headers of one name: a list, in which equal values count once (RFC 9110, section 5.2).
fn field<'v>(values: impl IntoIterator<Item = &'v str>) -> Option<String> {
    let mut different: Vec<&str> = Vec::new();
    for value in values {
        if !different.contains(&value) {
            different.push(value);
        }
    }
    (!different.is_empty()).then(|| different.join(", "))
}

/// Describes a body that was not decoded, with its coding.
pub(crate) fn describe_undecoded(coding: &str, body: &[u8]) -> &'static str {
    let mut decoded = Vec::new();
    // Bytes that are not compressed may look so, but seldom result in JSON.
    let is_raw_deflate = coding.eq_ignore_ascii_case("deflate")
        && DeflateDecoder::new(body).take(MAX_JSON_BYTES as u64).read_to_end(&mut decoded).is_ok()
        && serde_json::from_slice::<IgnoredAny>(&decoded).is_ok();
    if is_raw_deflate {
        "raw deflate, where `deflate` names the zlib format (RFC 9110, section 8.4.1.2)"
    } else {
        "not in this coding"
    }
}

/// The context in which the response to a step is judged.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The case.
    pub case: &'c Case,
    /// The step.
    pub step: &'c Step,
    /// The values of path parameters.
    pub parameters: &'c [(String, String)],
    /// The responses to earlier steps.
    pub earlier: &'c [HttpResponse],
}

impl Context<'_> {
    fn observation(&self, gap: &str, answer: String, reading: Option<String>) -> Observed {
        Observed { gap: gap.to_owned(), answer, reading, exchange: self.earlier.len() }
    }
}
