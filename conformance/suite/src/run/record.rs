//! Decides what a run records of responses: not what the contract calls secret, and not more than can be read.
//!
//! This module does not judge. Its callers redact keys.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use webdata_cases::case::{Argument, Body, Case, Request};
use webdata_cases::equality::is_equal_text;
use webdata_cases::json::{self, Json};
use webdata_spec::model::{Equality, Schema};
use webdata_spec::{Spec, pointer};

use crate::judge::HttpResponse;
use crate::judge::excerpt::{NOT_KEPT, first_bytes};
use crate::outcome::{
    DeliveryRecord, Deviation, Outcome, Reason, RequestBody, RequestRecord, ResponseRecord,
};

/// Header fields whose values are credentials.
const SECRET_HEADERS: [&str; 4] = ["set-cookie", "cookie", "authorization", "proxy-authorization"];

/// Replaces the values of such fields in a record.
const HIDDEN_VALUE: &str = "(not kept)";

/// The maximum size of all cases' texts as JSON, in bytes; those of a correct server take a tenth of it.
const MAX_RECORD_BYTES: usize = 48 << 20;

/// The maximum number of deviations of a case once the record is full.
const MAX_DEVIATIONS_WHEN_FULL: usize = 5;

/// The maximum length of a text once the record is full, in bytes.
const MAX_TEXT_BYTES_WHEN_FULL: usize = 300;

/// Returns the record of a response, before it is redacted.
pub(super) fn record(response: &HttpResponse) -> ResponseRecord {
    let body = String::from_utf8_lossy(first_bytes(&response.body)).into_owned();
    let mut headers = response.headers.clone();
    for (name, value) in &mut headers {
        if SECRET_HEADERS.iter().any(|secret| name.eq_ignore_ascii_case(secret)) {
            HIDDEN_VALUE.clone_into(value);
        }
    }
    ResponseRecord { status: response.status, headers, body }
}

/// Replaces the strings that the contract calls secret by labels, before a response is judged and recorded. Within a
/// case, equal strings have equal labels, and no secret has further clauses. So the labels are judged as the strings
/// would be, also when `verify` judges the record again.
///
/// What the case itself sends or reads is not secret, and must be judged as it is.
pub(super) struct Secrets<'s> {
    spec: &'s Spec,
    names: &'s SecretNames,
    /// The strings in the bodies of the case.
    sent: Vec<String>,
    /// The places that the case reads, as in [`Argument::ResponseValue`].
    read: Vec<String>,
    /// The strings that have labels.
    hidden: Vec<String>,
}

impl<'s> Secrets<'s> {
    pub(super) fn new(spec: &'s Spec, names: &'s SecretNames, case: &Case) -> Self {
        let (mut sent, mut read) = (Vec::new(), Vec::new());
        for request in case.steps.iter().map(|step| &step.request) {
            match &request.body {
                Body::Json(value) => collect_strings(value, &mut sent),
                Body::Text(text) => sent.push(text.clone()),
                Body::None | Body::Bytes(_) => {}
            }
            read.extend(request.arguments().filter_map(|argument| match argument {
                Argument::ResponseValue { pointer, .. } => Some(pointer.clone()),
                _ => None,
            }));
        }
        Self { spec, names, sent, read, hidden: Vec::new() }
    }

    /// Hides the secrets in a response to a request.
    pub(super) fn hide_in_response(&mut self, request: &Request, response: &mut HttpResponse) {
        let operation = request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let types = operation.map(|operation| (operation.response_type(), &operation.error_body));
        let types =
            types.into_iter().flat_map(|(success, error)| success.into_iter().chain([error]));
        if response.json.is_some()
            && let Some(body) = self.hidden_body(types, &response.body)
        {
            let headers = std::mem::take(&mut response.headers);
            let share = std::mem::take(&mut response.share);
            *response = HttpResponse { share, ..HttpResponse::new(response.status, headers, body) };
        }
    }

    /// Hides the secrets of the target file in the record of a request whose body is from there.
    pub(super) fn hide_in_request(&mut self, request: &Request, record: &mut RequestRecord) {
        let operation = request.operation.as_ref().and_then(|id| self.spec.operations.get(id));
        let types = operation.and_then(|operation| operation.request.as_ref());
        if request.circumstance.is_some()
            && let Some(RequestBody::Text(text)) = &mut record.body
            && let Some(body) = self.hidden_body(types, text.as_bytes())
        {
            *text = String::from_utf8_lossy(&body).into_owned();
            record.is_cut = true;
        }
    }

    /// Hides the values of headers of a webhook that a response has at secret places.
    pub(super) fn hide_in_delivery(&self, delivery: &mut DeliveryRecord) {
        for (_, value) in &mut delivery.headers {
            if let Some(number) = self.hidden.iter().position(|hidden| hidden == value) {
                *value = label(number);
            }
        }
    }

    /// Returns a body of one of some types with labels; `None` if it has no secrets.
    fn hidden_body<'t>(
        &mut self,
        types: impl IntoIterator<Item = &'t String>,
        body: &[u8],
    ) -> Option<Vec<u8>> {
        let (spec, names) = (self.spec, self.names);
        if names.0.is_empty() {
            return None;
        }
        let schemas: Vec<&Schema> =
            types.into_iter().filter_map(|name| spec.schema(name)).collect();
        hide_strings(body, |place, text| {
            let is_shown = self.is_read(place)
                || !names.is_secret(spec, &schemas, place)
                || self.is_sent(&text);
            (!is_shown).then(|| {
                let is_equal = |hidden: &String| is_equal_secret(hidden, &text);
                let known = self.hidden.iter().position(is_equal);
                label(known.unwrap_or_else(|| {
                    self.hidden.push(text);
                    self.hidden.len() - 1
                }))
            })
        })
    }

    /// Returns whether the case sends a string, or one of which it is a part. A mask hides itself.
    fn is_sent(&self, text: &str) -> bool {
        let part = text.trim().to_lowercase();
        let is_part =
            |sent: &String| sent.to_lowercase().contains(&part) || is_equal_secret(sent, text);
        is_equal_secret("", text) || self.sent.iter().any(is_part)
    }

    fn is_read(&self, place: &str) -> bool {
        self.read.iter().any(|read| match read.strip_prefix("**") {
            Some(end) => place.ends_with(end),
            None => place == read,
        })
    }
}

/// Returns whether a judge takes two strings as equal. Secrets are mostly the values of headers.
fn is_equal_secret(left: &str, right: &str) -> bool {
    left == right || is_equal_text(Equality::HeaderValue, left, right)
}

fn label(number: usize) -> String {
    format!("[secret {}]", number + 1)
}

fn collect_strings(value: &Value, strings: &mut Vec<String>) {
    match value {
        Value::String(text) => strings.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_strings(item, strings)),
        Value::Object(members) => members.values().for_each(|item| collect_strings(item, strings)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The names of the properties that the contract calls secret.
pub(super) struct SecretNames(HashSet<String>);

impl SecretNames {
    pub(super) fn new(spec: &Spec) -> Self {
        let objects = spec.schemas().into_iter().filter_map(Schema::object);
        let properties = objects.flat_map(|object| &object.properties);
        let secret = properties.filter(|(_, property)| property.schema.secret);
        Self(secret.map(|(name, _)| name.clone()).collect())
    }

    /// Returns whether a place is in a property with such a name.
    pub(super) fn are_in(&self, place: &str) -> bool {
        pointer::tokens(place).iter().any(|name| self.0.contains(name))
    }

    /// Returns whether a place in a value of one of some schemas is secret, in any variant. Where the schemas show nothing,
    /// the name of a property decides: a request may have more properties than the contract shows.
    fn is_secret(&self, spec: &Spec, schemas: &[&Schema], place: &str) -> bool {
        let is_secret = |schema: &&Schema| schema.secret || spec.resolve(schema).secret;
        let mut schemas = schemas.to_vec();
        pointer::tokens(place).iter().any(|token| {
            schemas = schemas.iter().flat_map(|schema| spec.part(schema, token)).collect();
            schemas.iter().any(is_secret) || schemas.is_empty() && self.0.contains(token)
        })
    }
}

/// Returns a body of JSON with labels in place of strings, everything else unchanged, byte for byte. `label` gets the place
/// of a string as a JSON Pointer. Returns `None` if nothing is replaced.
pub(super) fn hide_strings(
    body: &[u8],
    mut label: impl FnMut(&str, String) -> Option<String>,
) -> Option<Vec<u8>> {
    let (mut hidden, mut end) = (Vec::new(), 0);
    let mut visit = |place: &str, range: std::ops::Range<usize>| {
        let text = body.get(range.clone()).and_then(json::value);
        let text = text.as_ref().and_then(Value::as_str).unwrap_or_default();
        if let Some(label) = label(place, text.to_owned()) {
            hidden.extend_from_slice(body.get(end..range.start).unwrap_or_default());
            hidden.extend(Value::from(label).to_string().into_bytes());
            end = range.end;
        }
    };
    Json::read_with(body, Some(&mut visit))?;
    hidden.extend_from_slice(body.get(end..).unwrap_or_default());
    (end > 0).then_some(hidden)
}

/// The space that is left in the record of a run.
pub(super) struct RecordSpace(AtomicUsize);

impl Default for RecordSpace {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_RECORD_BYTES))
    }
}

impl RecordSpace {
    /// Takes the space of an outcome. If there is too little, responses are left out and the other texts are
    /// cut.
    pub(super) fn reserve(&self, outcome: &mut Outcome) {
        let mut length = 0;
        let mut add = |text: &mut String| length += json::length_of(text);
        outcome.for_each_received_text(&mut add);
        outcome.for_each_sent_text(&mut add);
        let take = |left: usize| left.checked_sub(length);
        if self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            shorten(outcome);
        }
    }
}

fn shorten(outcome: &mut Outcome) {
    let Outcome { reason, deviations, beside, observed, transcript, deliveries, .. } = outcome;
    if let Reason::Words(words) = reason {
        cut(words);
    }
    for list in [deviations, beside] {
        list.truncate(MAX_DEVIATIONS_WHEN_FULL);
        list.shrink_to_fit();
        for Deviation { place, expected, received, .. } in list {
            [place, expected, received].into_iter().for_each(cut);
        }
    }
    if let Some(observed) = observed {
        cut(&mut observed.answer);
        observed.reading.iter_mut().for_each(cut);
    }
    let responses = transcript.iter_mut().filter_map(|exchange| exchange.response.as_mut());
    let responses = responses.map(|response| (&mut response.headers, &mut response.body));
    let webhooks =
        deliveries.iter_mut().map(|delivery| (&mut delivery.headers, &mut delivery.body));
    for (headers, body) in responses.chain(webhooks) {
        *headers = Vec::new();
        *body = NOT_KEPT.to_owned();
    }
}

fn cut(text: &mut String) {
    if text.len() > MAX_TEXT_BYTES_WHEN_FULL {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES_WHEN_FULL));
        text.push('…');
        text.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Exchange, OutcomeKind};

    fn outcome(body: &str) -> Outcome {
        let response = ResponseRecord {
            status: 200,
            headers: vec![("a".to_owned(), body.to_owned())],
            body: body.to_owned(),
        };
        let (with_previous, trouble, response) = (false, Vec::new(), Some(response));
        let exchange = Exchange { request: None, with_previous, trouble, response };
        let transcript = vec![exchange];
        Outcome { transcript, ..Outcome::without_run(OutcomeKind::Pass, body) }
    }

    #[test]
    fn a_full_record_keeps_only_status_codes() {
        let space = RecordSpace(AtomicUsize::new(90));
        let kept = |body: &str| {
            let mut outcome = outcome(body);
            space.reserve(&mut outcome);
            outcome.transcript.remove(0).response.expect("a response")
        };
        assert_eq!(kept(&"a".repeat(20)).body.len(), 20);
        let rest = kept("\u{1}\u{1}");
        assert_eq!((rest.status, rest.headers.len(), rest.body.as_str()), (200, 0, NOT_KEPT));
        assert_eq!(kept("b").body, "b", "what is small still fits");
    }
}
