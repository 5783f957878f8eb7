//! Defines the response that a step expects: values in the body and the headers, requirements of lists, results of
//! concurrent updates, and webhooks.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};
use webdata_spec::model::{ClauseId, Direction, ErrorText, Gap};

/// The expected response of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Expect {
    /// A success.
    Success {
        /// The status code; `None` for any 2xx.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// The values that the body and the headers must have.
        members: Vec<Member>,
        /// How the case reports a rejection, where the contract leaves open whether the server rejects the
        /// request.
        #[serde(skip_serializing_if = "Option::is_none")]
        rejection: Option<OpenRejection>,
    },
    /// An error of the contract's catalogue.
    Error {
        /// The identity of the error in the catalogue.
        id: String,
        /// The status code.
        status: u16,
        /// The part of the error text that the contract states.
        text: ErrorText,
        /// Words of which the error text must contain one, where the contract states no more of the text.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
        /// The error code, if the catalogue has one for the error.
        code: Option<String>,
        /// A header that the response must have, where the case tests the header.
        #[serde(skip_serializing_if = "Option::is_none")]
        header: Option<String>,
    },
    /// A success that is followed by webhooks.
    Deliveries(Deliveries),
    /// One of several responses. Which of them is right depends on a state that no case can bring about.
    AnyOf {
        /// The gap that leaves the response open.
        gap: String,
        /// The possible responses. The first one that matches shows the state of the server.
        responses: Vec<PossibleResponse>,
    },
    /// Any response but an unhandled server failure, because the contract leaves the response open.
    Observation {
        /// The gap that is observed.
        gap: String,
        /// The meanings of possible responses. The first interpretation that matches is reported.
        interpretations: Vec<Interpretation>,
    },
}

impl Expect {
    /// Expects any response, to observe a gap.
    pub(crate) fn observation(gap: &Gap, interpretations: Vec<Interpretation>) -> Self {
        Self::Observation { gap: gap.id.clone(), interpretations }
    }

    /// Expects a success with any status code and these values.
    pub(crate) fn any_success(members: Vec<Member>) -> Self {
        Self::Success { status: None, members, rejection: None }
    }

    /// Allows a rejection in place of the success, if `open` describes one. Other expectations stay as they are.
    pub(crate) fn or_rejection(mut self, open: Option<OpenRejection>) -> Self {
        if let Self::Success { rejection, .. } = &mut self {
            *rejection = open;
        }
        self
    }

    pub(crate) fn members(&self) -> &[Member] {
        match self {
            Self::Success { members, .. } => members,
            _ => &[],
        }
    }

    pub(crate) fn extend(&mut self, more: impl IntoIterator<Item = Member>) {
        if let Self::Success { members, .. } = self {
            members.extend(more);
        }
    }
}

/// One of several possible responses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PossibleResponse {
    /// What this response tells about the server, in plain words.
    pub meaning: String,
    /// The expected response.
    pub expect: Expect,
}

impl PossibleResponse {
    /// Creates a possible response with its meaning.
    #[must_use]
    pub fn new(meaning: impl Into<String>, expect: Expect) -> Self {
        Self { meaning: meaning.into(), expect }
    }
}

/// A rejection that the contract neither requires nor forbids. The case reports the rejection and does not
/// judge it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenRejection {
    /// The gap that is observed.
    pub gap: String,
    /// The report's sentence if the server accepts every such request of the case.
    pub accepted: String,
    /// The report's sentence if the server rejects one such request.
    pub rejected: String,
    /// The item that an earlier response must show for the rejection to be open. If the response does not
    /// show the item, the case expects a success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<ListedItem>,
    /// Whether every case of the gap asks the same question, so that the server must show the same reading in
    /// each.
    pub asks_same_question: bool,
}

/// An item in a list of an earlier response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedItem {
    /// The index of the step, from 0.
    pub step: usize,
    /// The place of the list in that response, as a JSON Pointer (RFC 6901).
    pub list: String,
    /// The property of the item.
    pub property: String,
    /// The value of the property.
    pub value: Value,
}

/// A place in a response body, or a header, with the value that it must have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The place in the body, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The name of the response header, if the value is in a header rather than in the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The expected value.
    pub value: Expected,
    /// Places in the value that have their default. The response may leave them out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub omissible: Vec<String>,
    /// The indexes of steps, from 0. The value is judged if one of them succeeded, or if the list is empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// The clause that requires the value.
    pub clause: ClauseId,
}

impl Member {
    /// Returns an expectation that is always judged and that holds no defaults.
    #[must_use]
    pub fn new(pointer: String, value: Expected, clause: ClauseId) -> Self {
        Self { pointer, header: None, value, omissible: Vec::new(), after: Vec::new(), clause }
    }

    /// Returns the expectation of a value that the response may leave out.
    pub(crate) fn whole_is_omissible(self) -> Self {
        // The empty pointer stands for the whole value.
        Self { omissible: vec![String::new()], ..self }
    }

    /// Returns the expectation that something stands at any depth of the body.
    #[must_use]
    pub fn with_content(sought: BodyContent, clause: ClauseId) -> Self {
        Self::new(String::new(), Expected::BodyContent(sought), clause)
    }

    /// Returns the expectation of a header that is always judged. Entity tags that differ only in `W/` are
    /// equal (RFC 9110, section 8.8.3.2).
    #[must_use]
    pub fn in_header(name: &str, value: Expected, clause: ClauseId) -> Self {
        Self { header: Some(name.to_owned()), ..Self::new(String::new(), value, clause) }
    }
}

/// The expected value at a place of a response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Expected {
    /// This value. Objects may have further properties and lists further items, because the contract does not
    /// say whether the server merges the sent value into the stored one. `null`, and objects with nothing but
    /// omissible properties, may be left out.
    Equal(Value),
    /// One of these values, each compared as by `Equal`.
    OneOf(Vec<Value>),
    /// Any value but `null`.
    Present,
    /// No value, or `null`.
    Absent,
    /// The value that the response to this earlier step has at the same place.
    SameAsStep(usize),
    /// Another value than the response to this earlier step has at the same place.
    OtherThanStep(usize),
    /// Any value but `null`; if the response to this earlier step has this value at the same place, the same
    /// value.
    KeptSince(usize, Value),
    /// The value of a path parameter, in either letter case.
    Parameter(String),
    /// A list of resources that meets a requirement.
    List(ListTest),
    /// The resource after concurrent updates in any order.
    AnyOrder(AnyOrder),
    /// Something at any depth of the body.
    BodyContent(BodyContent),
    /// A cron expression with these runs, in any notation.
    Runs(Runs),
    /// A cron expression whose runs are at least this many minutes apart. Other notations are not judged.
    RunsApart(u64),
}

/// The runs of a schedule, in the local time of its time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Runs {
    /// The minutes between two runs.
    pub every: u32,
    /// The minutes between a multiple of `every`, counted from midnight, and the next run. `None` if the runs
    /// may start at any minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
}

/// The meaning of some of the responses that the contract leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Interpretation {
    /// Selects the responses that have the meaning.
    pub matcher: Matcher,
    /// What such a response tells about the server, in plain words.
    pub meaning: String,
    /// Whether the meaning is a reading of the gap. A server must show the same reading in every case of the
    /// gap.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
}

impl Interpretation {
    /// Returns interpretations, each with its matcher.
    pub(crate) fn all<'m>(all: impl IntoIterator<Item = (Matcher, &'m str)>) -> Vec<Self> {
        all.into_iter().map(|(matcher, meaning)| Self::new(matcher, meaning)).collect()
    }

    /// Returns the interpretation of the responses that match `matcher`.
    #[must_use]
    pub fn new(matcher: Matcher, meaning: impl Into<String>) -> Self {
        Self { matcher, meaning: meaning.into(), reading: false }
    }
}

/// Matches responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Matcher {
    /// Responses with this status code.
    Status(u16),
    /// Responses with a 2xx status code.
    Success,
    /// 2xx responses that have a value at this place.
    Present(String),
    /// 2xx responses that have this value at this place.
    Value(String, Value),
    /// 2xx responses with a list at this place that meets all of these requirements.
    List(String, Vec<ListTest>),
    /// 2xx responses with the same value at this place as the response to an earlier step.
    SameAsStep(String, usize),
    /// 2xx responses that have `null` or nothing at this place.
    Lacks(String),
    /// Any response, if the response to an earlier step matches.
    Earlier(usize, Box<Matcher>),
    /// Responses that match all of these.
    All(Vec<Matcher>),
}

/// A requirement of a list of resources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ListTest {
    /// Exactly one item has the identity from an earlier response, and this item has these properties.
    Has {
        /// The identity.
        identity: Identity,
        /// The properties, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        properties: Map<String, Value>,
    },
    /// No item has the identity from an earlier response.
    Lacks(Identity),
    /// No two items have the same value of this property, which holds their identity.
    Distinct(String),
    /// The list has at most this many items.
    AtMost(u64),
    /// The items are sorted by a property. Items without a value may stand anywhere.
    Sorted {
        /// The property that the items are sorted by.
        property: String,
        /// Whether the smallest or the largest value comes first.
        direction: Direction,
        /// How the values are compared.
        comparison: Comparison,
    },
    /// Each item has this value of the property.
    Each {
        /// The property.
        property: String,
        /// The value of the property.
        value: Value,
    },
}

impl ListTest {
    /// Returns the requirement that exactly one item has an identity.
    #[must_use]
    pub fn has(identity: Identity) -> Self {
        Self::Has { identity, properties: Map::new() }
    }
}

/// How the values of a property are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// As numbers.
    Numbers,
    /// As dates or points in time, each with its own offset.
    Times,
    /// As strings. Only values of the letters `a` to `z` are compared, because the contract does not state
    /// where other characters are sorted.
    Words,
}

/// The identity of a resource, as an earlier response has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The property that holds the identity of an item.
    pub property: String,
    /// The index of the step, from 0.
    pub step: usize,
    /// The place of the identity in that response, as a JSON Pointer (RFC 6901).
    pub pointer: String,
}

/// Something that a response body must contain at any depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BodyContent {
    /// A property with this value.
    Member {
        /// The name of the property.
        name: String,
        /// The value of the property.
        value: Value,
    },
    /// An object with properties of a type, which is judged as this type. A property that is `null` counts as
    /// left out.
    Object {
        /// The name of the type in the contract.
        type_name: String,
    },
    /// A string that contains one of these words, in any letter case.
    Text {
        /// What the string must say, for the report.
        meaning: String,
        /// The words.
        words: Vec<String>,
    },
    /// An event.
    Event {
        /// The name of the event, which is the value or the name of a property.
        name: String,
        /// The type of an object that each such event must contain, or have beside its name.
        carries: Option<String>,
        /// Properties that one of the events must have, with their values.
        #[serde(skip_serializing_if = "Map::is_empty")]
        members: Map<String, Value>,
    },
}

/// The result of concurrent updates in some order: each property has the value that the last update of it
/// sets.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnyOrder {
    /// The values before the updates, by property. Where the contract says that a rejected update changes
    /// nothing, they are possible results too.
    pub before: IndexMap<String, Vec<Member>>,
    /// The concurrent updates.
    pub updates: Vec<ConcurrentUpdate>,
}

/// An update that is sent together with others.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConcurrentUpdate {
    /// The index of the step, from 0. The judge ignores an update that the server rejected.
    pub step: usize,
    /// The properties that the update sets, each with its expected values. The list is empty where the
    /// contract leaves the value open.
    pub sets: IndexMap<String, Vec<Member>>,
}

/// The webhooks that a case expects at its addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Deliveries {
    /// The expectations, each for some of the addresses of the case.
    pub hooks: Vec<ExpectedWebhook>,
    /// The part of the webhooks that is observed. With `Some`, nothing is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<ObservedPart>,
}

/// The expectation for every webhook that arrives at some of the addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedWebhook {
    /// The numbers of the addresses, as they follow `LISTENER`.
    pub places: Vec<usize>,
    /// Whether a webhook must arrive.
    pub comes: Arrival,
    /// The headers that each webhook must have, with their values.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub headers: IndexMap<String, String>,
    /// Strings that the payload must contain, at any place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The only event that may arrive; `None` for any event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<OnlyEvent>,
    /// The clause that requires the webhooks.
    pub clause: ClauseId,
}

impl ExpectedWebhook {
    /// Returns an expectation that only says whether a webhook must arrive.
    #[must_use]
    pub fn new(places: Vec<usize>, comes: Arrival, clause: ClauseId) -> Self {
        let (headers, texts) = (IndexMap::new(), Vec::new());
        Self { places, comes, headers, texts, only: None, clause }
    }
}

/// The only event that the resource is subscribed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OnlyEvent {
    /// The name of the event.
    pub subscribed: String,
    /// The other events of the contract. A payload that names one of them must name the subscribed event,
    /// too.
    pub others: Vec<String>,
    /// The value that an earlier response must have shown for the subscription to be judged. A server may
    /// merge the sent list into the stored list.
    pub stored: StoredValue,
}

/// A value that the response to an earlier step has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredValue {
    /// The index of the step, from 0.
    pub step: usize,
    /// The place of the value, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The value.
    pub value: Value,
}

/// Whether a webhook must arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Arrival {
    /// A webhook must arrive within the time that the target states.
    Required,
    /// A webhook may arrive.
    Optional,
}

/// The part of webhooks that a case observes for a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservedPart {
    /// The gap that is observed.
    pub gap: String,
    /// The observed part.
    pub part: WebhookPart,
}

/// A part of a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WebhookPart {
    /// The place of the event's name in the payload. The name is one of these.
    EventName(Vec<String>),
    /// The names of headers that neither HTTP nor the client's configuration explains.
    Headers {
        /// The place of the configured headers in the first response, as a JSON Pointer (RFC 6901).
        #[serde(skip_serializing_if = "Option::is_none")]
        given: Option<String>,
    },
}
