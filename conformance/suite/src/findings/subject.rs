//! What each step of a case tests, as data: known from the contract, before the server responds.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_cases::case::{
    Authorization, Body, Case, Expect, KeyForm, KeyName, Purpose, Request, Step, Surroundings,
};
use webdata_cases::interpreter::{Interpreter, RequestPart};
use webdata_cases::json;
use webdata_spec::Spec;
use webdata_spec::model::{ClauseId, ClauseRoot, Keyword, Schema};
use webdata_spec::pointer;
use webdata_spec::walk::parameter;

use crate::judge::path;

/// What a step of a case tests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Subject {
    /// The operation that the request calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The response that is due.
    pub due: Due,
    /// The errors that may be due where the response is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<String>,
    /// The clause that the request breaks, or that a valid request is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The part of the request that has the tested value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<SentPart>,
    /// The place of the tested value in the body, such as `tracks[].title`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The place with the variants of unions, such as `tracks[live].title`, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant_place: Option<String>,
    /// The clause of the schema at the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<ClauseId>,
    /// The JSON type of the value there; `None` if there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<SentType>,
    /// How an invalid value differs from valid ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<InvalidForm>,
    /// Where the value is among several items of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<ItemPosition>,
    /// What stands around the tested value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub around: Option<Surroundings>,
    /// What texts of the body have that some servers cannot cope with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<OddText>,
    /// The key, if it is not the valid one as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<SentKey>,
    /// The media type, if it is not that of the API.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// The headers that only this request has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<String>,
}

/// The response that is due to a request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Due {
    /// A success.
    Success,
    /// An error of the catalogue, by its identity.
    Error(String),
    /// One of several responses, or any.
    #[default]
    Open,
}

/// A part of a request.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SentPart {
    /// The path.
    Path,
    /// The query.
    Query,
    /// The headers.
    Headers,
    /// The body.
    Body,
}

/// A key that is not the valid one as it is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SentKey {
    /// No header, an empty one, or the scheme alone.
    None,
    /// A key that was never issued.
    Unknown,
    /// A key that was valid and has been revoked.
    Revoked,
    /// A valid key without permission for the operation.
    Limited,
    /// A valid key of another team.
    OtherTeam,
    /// A valid key without its last character.
    Cut,
    /// A valid key in the other letter case.
    OtherCase,
    /// A valid key with text after it.
    TextAfter,
    /// A valid key after another scheme, or after none.
    OtherScheme,
}

/// The JSON type of a value that was sent.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SentType {
    /// `null`.
    Null,
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// How an invalid value differs from valid ones.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum InvalidForm {
    /// Null where null is not allowed.
    Null,
    /// A value whose text is that of a value of the declared type: `"5"` for a number, `true` for a string.
    Convertible,
    /// A boolean where a number is declared, or 0 or 1 where a boolean is.
    NumberOrBoolean,
    /// The JSON text of a list or an object where that is declared.
    JsonText,
    /// A list with one item of the declared type.
    ListOfOne,
    /// An item where a list is declared.
    ItemWithoutList,
    /// Another value of a wrong type.
    OtherType,
    /// A listed word in other letter case, or with spaces around it.
    OtherCase,
    /// A body that is not JSON.
    NotJson,
    /// A body with NaN or Infinity in place of a number.
    NotFinite,
    /// A body that is nested too deeply for many readers.
    Deep,
    /// A body with a byte order mark before it.
    ByteOrderMark,
    /// A body that is not UTF-8.
    NotUtf8,
    /// Any body of the five forms before, or one with half of a surrogate pair: readers of JSON reject it, or some do.
    Unreadable,
    /// No body where one is required.
    NoBody,
}

impl Subject {
    /// Returns the form of the tested value or of the body, and those that it is a kind of.
    pub(super) fn forms(&self) -> impl Iterator<Item = InvalidForm> {
        use InvalidForm::{ByteOrderMark, Deep, NotFinite, NotJson, NotUtf8, Unreadable};
        let is_json = !matches!(self.form, Some(NotFinite | NotUtf8));
        let is_unreadable =
            matches!(self.form, Some(NotJson | NotFinite | Deep | ByteOrderMark | NotUtf8))
                || self.texts.contains(&OddText::LoneSurrogate);
        let wider = [(!is_json).then_some(NotJson), is_unreadable.then_some(Unreadable)];
        self.form.into_iter().chain(wider.into_iter().flatten())
    }
}

impl InvalidForm {
    /// Returns whether the body as a whole is in this form.
    pub(super) fn is_of_body(self) -> bool {
        match self {
            Self::NotJson
            | Self::NotFinite
            | Self::Deep
            | Self::ByteOrderMark
            | Self::NotUtf8
            | Self::Unreadable
            | Self::NoBody => true,
            Self::Null
            | Self::Convertible
            | Self::NumberOrBoolean
            | Self::JsonText
            | Self::ListOfOne
            | Self::ItemWithoutList
            | Self::OtherType
            | Self::OtherCase => false,
        }
    }

    /// Returns how a body differs from the JSON texts that every server reads; `None` for one that does not.
    fn of_body(body: &[u8]) -> Option<Self> {
        let Ok(text) = std::str::from_utf8(body) else { return Some(Self::NotUtf8) };
        if body.is_empty() {
            return Some(Self::NoBody);
        }
        if body.starts_with(json::BYTE_ORDER_MARK) {
            return Some(Self::ByteOrderMark);
        }
        match json::value(body) {
            Some(value) => (depth(&value) > MAX_USUAL_DEPTH).then_some(Self::Deep),
            None => {
                let is_finite = ["NaN", "Infinity"].iter().all(|word| !text.contains(word));
                Some(if is_finite { Self::NotJson } else { Self::NotFinite })
            }
        }
    }
}

/// The largest depth of JSON that every reader in wide use reads.
const MAX_USUAL_DEPTH: usize = 100;

/// Returns how many lists and objects are around the innermost value.
fn depth(value: &Value) -> usize {
    let inside = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return 0,
    };
    1 + inside.unwrap_or_default()
}

/// What a text has that some servers cannot cope with.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OddText {
    /// A character beyond U+FFFF, such as an emoji.
    BeyondPlane0,
    /// A character beyond ASCII.
    BeyondAscii,
    /// The character U+0000.
    Nul,
    /// Another control character.
    Control,
    /// Blanks at an end.
    BlankAtEnd,
    /// A percent sign.
    Percent,
    /// A plus sign.
    Plus,
    /// An angle bracket, as in markup.
    AngleBracket,
    /// A question mark.
    QuestionMark,
    /// Nothing.
    Empty,
    /// Half of a surrogate pair, which JSON can escape and no Unicode text has.
    LoneSurrogate,
}

impl OddText {
    /// Returns what a text has, each once, in the order of the variants.
    fn all_in(text: &str) -> Vec<Self> {
        static PLAIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
            // Printable ASCII without `%`, `+`, `<` and `?`, and without a blank at either end.
            Regex::new(r"^[!-$&-*,-;=>@-~](?:[ !-$&-*,-;=>@-~]*[!-$&-*,-;=>@-~])?$").ok()
        });
        // Nearly all texts are plain. The pattern finds that out faster than a loop over the characters, above all in
        // builds that do not optimize this crate.
        if PLAIN.as_ref().is_some_and(|plain| plain.is_match(text)) {
            return Vec::new();
        }
        let mut found: Vec<Self> = text.chars().filter_map(Self::of_character).collect();
        if !text.is_ascii() {
            found.push(Self::BeyondAscii);
        }
        if text.is_empty() {
            found.push(Self::Empty);
        } else if text.trim() != text {
            found.push(Self::BlankAtEnd);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn of_character(character: char) -> Option<Self> {
        match character {
            '\0' => Some(Self::Nul),
            '%' => Some(Self::Percent),
            '+' => Some(Self::Plus),
            '<' => Some(Self::AngleBracket),
            '?' => Some(Self::QuestionMark),
            ' '..='~' => None,
            '\u{10000}'.. => Some(Self::BeyondPlane0),
            _ => character.is_control().then_some(Self::Control),
        }
    }
}

/// Where a value is among several items of a list.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ItemPosition {
    /// The first of several.
    First,
    /// After the first.
    Later,
}

displayed!(SentType);

/// Returns what each step of a case tests, in order.
#[must_use]
pub fn subjects(spec: &Spec, case: &Case) -> Vec<Subject> {
    case.steps.iter().map(|step| subject(spec, case, step)).collect()
}

fn subject(spec: &Spec, case: &Case, step: &Step) -> Subject {
    let request = &step.request;
    let error = |expect: &Expect| match expect {
        Expect::Error { id, .. } => Some(id.clone()),
        _ => None,
    };
    let (due, possible) = match &step.expect {
        Expect::Success { .. } => (Due::Success, Vec::new()),
        Expect::Error { id, .. } => (Due::Error(id.clone()), Vec::new()),
        Expect::AnyOf { responses, .. } => {
            (Due::Open, responses.iter().filter_map(|one| error(&one.expect)).collect())
        }
        Expect::Deliveries(_) | Expect::Observation { .. } => (Due::Open, Vec::new()),
    };
    let mut subject = Subject {
        operation: request.operation.clone(),
        possible,
        due,
        key: key(spec, request),
        media_type: (!matches!(request.body, Body::None)
            && request.parts.is_none()
            && request.media_type != spec.service.media_type)
            .then(|| request.media_type.clone()),
        around: case.around.as_ref().map(|around| around.surroundings),
        ..Subject::default()
    };
    if step.purpose == Purpose::Act {
        subject.clause = case.breaks.clone().or_else(|| case.clauses.first().cloned());
    }
    if let Some(clause) = &subject.clause {
        // A path parameter has a schema, and no place in the body.
        let stated = clause.around();
        let parameter = parameter(stated).and_then(|_| spec.schema_at(stated));
        subject.part = parameter.map(|_| SentPart::Path);
        subject.schema = parameter.map(|schema| schema.clause.clone());
    }
    let operation = request.operation.as_ref().and_then(|id| spec.operations.get(id));
    let is_described =
        |name: &String| operation.is_some_and(|operation| operation.parameters.contains_key(name));
    subject.headers = request.headers.keys().filter(|name| !is_described(name)).cloned().collect();
    let has_type = operation.is_some_and(|operation| operation.request.is_some());
    subject.form = match &request.body {
        Body::None => has_type.then_some(InvalidForm::NoBody),
        Body::Text(text) if request.parts.is_none() => InvalidForm::of_body(text.as_bytes()),
        Body::Bytes(bytes) if request.parts.is_none() => InvalidForm::of_body(bytes),
        Body::Json(_) | Body::Text(_) | Body::Bytes(_) => None,
    };
    if subject.form.is_some() {
        subject.part = Some(SentPart::Body);
    }
    match &request.body {
        Body::Json(body) => note_texts(body, &mut subject.texts),
        Body::Text(text) if has_lone_surrogate(text) => {
            subject.texts.push(OddText::LoneSurrogate);
        }
        Body::None | Body::Text(_) | Body::Bytes(_) => {}
    }
    match subject.due {
        Due::Error(_) => note_violation(spec, case, request, &mut subject),
        Due::Success | Due::Open => note_tested_value(spec, request, &mut subject),
    }
    subject
}

/// Notes what the texts of a value have, each once.
fn note_texts(value: &Value, texts: &mut Vec<OddText>) {
    match value {
        Value::String(text) => {
            for odd in OddText::all_in(text) {
                if !texts.contains(&odd) {
                    texts.push(odd);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| note_texts(item, texts)),
        Value::Object(members) => members.values().for_each(|member| note_texts(member, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns whether a text is JSON with an escape that no Unicode text has, which only our reader reads.
fn has_lone_surrogate(text: &str) -> bool {
    let is_escaped = text.contains("\\u") && serde_json::from_str::<Value>(text).is_err();
    is_escaped && json::value(text.as_bytes()).is_some()
}

/// Returns what is special about the key of a request; `None` for the valid key as it is.
fn key(spec: &Spec, request: &Request) -> Option<SentKey> {
    let Some(sent) = &request.authorization else { return Some(SentKey::None) };
    let Authorization { header, prefix, key, form, suffix } = sent;
    let mut schemes = spec.service.authentication.values();
    let scheme = schemes.find(|scheme| scheme.header == *header).map(|scheme| &scheme.scheme);
    let is_scheme =
        |text: &str| scheme.is_some_and(|scheme| text.trim().eq_ignore_ascii_case(scheme));
    match (key, form) {
        (None, _) if prefix.is_empty() || is_scheme(prefix) => Some(SentKey::None),
        (None, _) => Some(SentKey::Unknown),
        (Some(KeyName::Revoked), _) => Some(SentKey::Revoked),
        (Some(KeyName::Limited), _) => Some(SentKey::Limited),
        (Some(KeyName::OtherTeam), _) => Some(SentKey::OtherTeam),
        (Some(KeyName::Valid), KeyForm::Cut) => Some(SentKey::Cut),
        (Some(KeyName::Valid), KeyForm::OtherCase) => Some(SentKey::OtherCase),
        (Some(KeyName::Valid), KeyForm::Whole) if !suffix.is_empty() => Some(SentKey::TextAfter),
        (Some(KeyName::Valid), KeyForm::Whole) => {
            (!is_scheme(prefix)).then_some(SentKey::OtherScheme)
        }
    }
}

/// Notes the place at which a request breaks its clause, and the value there.
fn note_violation(spec: &Spec, case: &Case, request: &Request, subject: &mut Subject) {
    let arranged = case.steps.iter().find(|step| step.purpose == Purpose::Arrange);
    let stored = arranged.and_then(|step| step.request.body.as_json());
    let violations = Interpreter::new(spec).request_violations(request, stored);
    let is_named =
        |clause: &str| subject.clause.as_ref().is_none_or(|broken| broken.as_str() == clause);
    let named = violations.iter().find(|(_, violation)| is_named(&violation.clause));
    let Some((part, violation)) = named.or(violations.first()) else {
        return note_tested_value(spec, request, subject);
    };
    subject.clause = Some(ClauseId::new(violation.clause.as_ref()));
    subject.part = Some(match part {
        RequestPart::Query => SentPart::Query,
        RequestPart::Headers => SentPart::Headers,
        RequestPart::Body => SentPart::Body,
    });
    if *part != RequestPart::Body {
        return;
    }
    let Some((body, type_name)) = body(spec, request) else { return };
    subject.place = Some(place_name(&violation.pointer));
    subject.position = position(body, &violation.pointer);
    let sent = body.pointer(&violation.pointer);
    subject.sent = sent.map(sent_type);
    let mut variants = Variants::default();
    Interpreter::new(spec).visit(type_name, body, &mut |schema, value, at| {
        let pointer = at.pointer();
        variants.note(spec, schema, value, &pointer);
        if subject.schema.is_none() && pointer == violation.pointer {
            subject.schema = Some(schema.clause.clone());
            subject.form =
                value.and_then(|value| invalid_form(spec, schema, value, &violation.clause));
        }
    });
    subject.variant_place = variants.place(&violation.pointer);
}

/// The words that select variants in a body, by the JSON Pointers of the objects.
#[derive(Default)]
struct Variants(HashMap<String, String>);

impl Variants {
    fn note(&mut self, spec: &Spec, schema: &Schema, value: Option<&Value>, pointer: &str) {
        let union = spec.alternatives(schema).into_iter().find_map(Schema::union);
        let word = union.and_then(|union| value?.get(&union.discriminator)?.as_str());
        self.0.extend(word.map(|word| (pointer.to_owned(), word.to_owned())));
    }

    /// Writes a place with its variants; `None` if there are none.
    fn place(&self, pointer: &str) -> Option<String> {
        let mut name = String::new();
        let (mut at, mut has_variant) = (String::new(), false);
        for token in pointer::tokens(pointer) {
            at = pointer::child(&at, &token);
            let variant = self.0.get(&at).filter(|_| at != pointer);
            has_variant |= variant.is_some();
            match (token.bytes().all(|byte| byte.is_ascii_digit()), variant) {
                (true, Some(variant)) => name.push_str(&format!("[{variant}]")),
                (true, None) => name.push_str("[]"),
                (false, variant) => {
                    let dot = if name.is_empty() { "" } else { "." };
                    let variant = variant.map(|word| format!("({word})")).unwrap_or_default();
                    name.push_str(&format!("{dot}{token}{variant}"));
                }
            }
        }
        has_variant.then_some(name)
    }
}

/// Notes the place of the value that a request is about: the innermost value whose clause contains the subject's. Of
/// several, the first one counts.
fn note_tested_value(spec: &Spec, request: &Request, subject: &mut Subject) {
    let Some(clause) = subject.clause.clone() else { return };
    let Some((body, type_name)) = body(spec, request) else { return };
    let mut innermost = 0;
    let mut variants = Variants::default();
    Interpreter::new(spec).visit(type_name, body, &mut |schema, value, at| {
        variants.note(spec, schema, value, &at.pointer());
        let names = [&schema.clause, &spec.resolve(schema).clause];
        let inner = names.into_iter().filter(|name| clause.is_within(name));
        let Some(length) = inner.map(|name| name.as_str().len()).max() else { return };
        if length > innermost {
            innermost = length;
            subject.part = Some(SentPart::Body);
            subject.schema = Some(schema.clause.clone());
            let pointer = at.pointer();
            subject.place = Some(place_name(&pointer));
            subject.variant_place = variants.place(&pointer);
            subject.sent = value.map(sent_type);
        }
    });
}

/// Returns the JSON body of a request, and the name of its type.
pub(super) fn body<'r>(spec: &'r Spec, request: &'r Request) -> Option<(&'r Value, &'r str)> {
    let operation = spec.operations.get(request.operation.as_ref()?)?;
    Some((request.body.as_json()?, operation.request.as_ref()?))
}

/// Writes a JSON Pointer (RFC 6901) as people do, for any item of a list: `tracks[].title`.
pub(super) fn place_name(pointer: &str) -> String {
    path(pointer, |_| "[]".to_owned())
}

/// Returns the places that a place is below, the innermost first.
pub(super) fn places_above(place: &str) -> impl Iterator<Item = &str> {
    let ends = place.char_indices().rev().filter(|(_, c)| matches!(c, '.' | '['));
    ends.map(|(end, _)| place[..end].trim_end_matches('.')).filter(|above| !above.is_empty())
}

/// Returns where a place is in the innermost list around it that has several items.
fn position(body: &Value, pointer: &str) -> Option<ItemPosition> {
    let ends = pointer.match_indices('/').map(|(end, _)| end).chain([pointer.len()]);
    let ends: Vec<usize> = ends.collect();
    ends.windows(2).rev().find_map(|ends| {
        let [start, end] = *ends else { return None };
        let items = body.pointer(&pointer[..start])?.as_array()?;
        let index: usize = pointer.get(start + 1..end)?.parse().ok()?;
        let position = if index == 0 { ItemPosition::First } else { ItemPosition::Later };
        (items.len() > 1).then_some(position)
    })
}

pub(super) fn sent_type(value: &Value) -> SentType {
    match value {
        Value::Null => SentType::Null,
        Value::Bool(_) => SentType::Boolean,
        Value::Number(_) => SentType::Number,
        Value::String(_) => SentType::String,
        Value::Array(_) => SentType::Array,
        Value::Object(_) => SentType::Object,
    }
}

/// Returns how a value that breaks a clause differs from the valid ones, if it differs in one of the known ways.
fn invalid_form(spec: &Spec, schema: &Schema, value: &Value, clause: &str) -> Option<InvalidForm> {
    let (_, keyword) = clause.rsplit_once('.')?;
    if value.is_null() {
        return Some(InvalidForm::Null);
    }
    if keyword != "type" && keyword != "enum" && keyword != "discriminator" {
        return None;
    }
    let is_valid = |value: &Value| Interpreter::new(spec).violations_of(schema, value).is_empty();
    if keyword != "type" {
        let words = spec.alternatives(schema).into_iter().filter_map(Schema::words).flatten();
        let word = value.as_str()?.trim();
        let is_other_case = words.into_iter().any(|known| known.eq_ignore_ascii_case(word));
        return is_other_case.then_some(InvalidForm::OtherCase);
    }
    let in_list = |value: Value| is_valid(&Value::Array(vec![value]));
    let json = || serde_json::from_str::<Value>(value.as_str()?).ok();
    let form = match value {
        Value::Array(list) if matches!(&list[..], [one] if is_valid(one)) => InvalidForm::ListOfOne,
        _ if in_list(value.clone()) || same_text(value).into_iter().any(in_list) => {
            InvalidForm::ItemWithoutList
        }
        _ if same_text(value).iter().any(is_valid) => InvalidForm::Convertible,
        Value::Bool(_) if is_valid(&0.into()) || is_valid(&1.into()) => {
            InvalidForm::NumberOrBoolean
        }
        Value::Number(number)
            if is_valid(&true.into()) && matches!(number.as_f64(), Some(0.0 | 1.0)) =>
        {
            InvalidForm::NumberOrBoolean
        }
        _ if json().as_ref().is_some_and(is_valid) => InvalidForm::JsonText,
        _ => InvalidForm::OtherType,
    };
    Some(form)
}

/// The words that libraries read as false.
const FALSE_WORDS: [&str; 4] = ["false", "no", "off", "0"];

/// The words that libraries read as true.
const TRUE_WORDS: [&str; 4] = ["true", "yes", "on", "1"];

/// Returns the values of other types with the text of a value, as libraries convert them.
fn same_text(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let text = text.trim().to_lowercase();
            let number = serde_json::from_str::<Value>(&text).ok().filter(Value::is_number);
            let is_true = TRUE_WORDS.contains(&text.as_str());
            let is_boolean = is_true || FALSE_WORDS.contains(&text.as_str());
            number.into_iter().chain(is_boolean.then(|| is_true.into())).collect()
        }
        Value::Number(_) | Value::Bool(_) => vec![value.to_string().into()],
        Value::Null | Value::Array(_) | Value::Object(_) => Vec::new(),
    }
}

/// Returns the keyword of a clause of a schema: its last step.
pub(super) fn keyword(clause: &ClauseId) -> Option<&str> {
    let word = clause.word();
    let is_keyword = Keyword::from_name(word).is_some()
        || ["type", "required", "enum", "discriminator", "default", "generated", "nullable"]
            .contains(&word);
    is_keyword.then_some(word)
}

/// Returns whether a clause is about every response of the service.
pub(super) fn is_of_service(clause: &ClauseId) -> bool {
    clause.root() == ClauseRoot::Service
}

/// Returns whether a clause is about an error of the catalogue.
pub(super) fn is_of_error(clause: &ClauseId) -> bool {
    matches!(clause.root(), ClauseRoot::Error(_))
}
