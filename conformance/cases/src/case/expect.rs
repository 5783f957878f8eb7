//! Describes the response that a case expects.

use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::{ClauseId, ErrorText};

use super::concurrent::AnyOrder;
use super::deliveries::Deliveries;
use super::list_test::ListTest;
use super::somewhere::Somewhere;

/// The response that a step expects.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Expect {
    /// A success.
    Success {
        /// The status code; `None` for any success.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// Members that the body must have.
        members: Vec<Member>,
        /// How the case observes a refusal, where the contract leaves open whether the request is
        /// refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<OpenRefusal>,
    },
    /// An error of the catalogue.
    Error {
        /// Its identity.
        id: String,
        /// The status.
        status: u16,
        /// The part of the text that the contract shows.
        text: ErrorText,
        /// Words of which one stands in the text, where the contract shows no more of it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
        /// The code, where the row has one.
        code: Option<String>,
        /// A header that the response must have, where the case is about that.
        #[serde(skip_serializing_if = "Option::is_none")]
        header: Option<String>,
    },
    /// A success, and webhooks after it.
    Deliveries(Deliveries),
    /// One of several responses, depending on a state that no case can bring about.
    AnyOf {
        /// The gap that leaves it open.
        gap: String,
        /// The responses. The first one that fits shows the state.
        answers: Vec<Possible>,
    },
    /// Any response: the contract leaves it open.
    Observation {
        /// The gap that is observed.
        gap: String,
        /// What responses mean; the first interpretation that fits counts.
        #[serde(rename = "signs")]
        interpretations: Vec<Interpretation>,
        /// The clause that a status code of 5xx breaks, where the gap leaves none open.
        #[serde(skip_serializing_if = "Option::is_none")]
        never_5xx: Option<ClauseId>,
    },
}

/// One of several possible responses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Possible {
    /// The meaning, in plain words.
    #[serde(rename = "says")]
    pub meaning: String,
    /// The response.
    pub expect: Expect,
}

/// A refusal that the contract leaves open: it is observed and not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenRefusal {
    /// The gap that is observed.
    pub gap: String,
    /// The meaning, in plain words, when every such request of the case succeeds.
    pub accepted: String,
    /// The meaning when one request is refused.
    pub refused: String,
    /// What an earlier response must show for the refusal to be open. Where it shows otherwise, the
    /// success is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Shown>,
    /// Whether every case of the gap asks the same, so that each has to show the same reading.
    pub asks_alike: bool,
}

/// An item that a list of an earlier response may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The step, from 0.
    pub step: usize,
    /// The place of the list in that response, as a JSON Pointer (RFC 6901).
    pub list: String,
    /// The property of the item.
    pub property: String,
    /// Its value.
    pub value: Value,
}

/// A member of a response body or a header, and the value that it must have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The place, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The response header that has the value, where it is none of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The value.
    pub value: Expected,
    /// Places in the value that hold a default, so that the response may leave them out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub omissible: Vec<String>,
    /// Steps, from 0, of which one must have succeeded for the member to be judged. Where the list
    /// is empty, the member is always judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// The clause that requires it.
    pub clause: ClauseId,
}

impl Member {
    /// Returns a member that is always judged, without defaults.
    #[must_use]
    pub fn new(pointer: String, value: Expected, clause: ClauseId) -> Self {
        Self { pointer, header: None, value, omissible: Vec::new(), after: Vec::new(), clause }
    }

    /// Returns what stands at any depth of a body.
    #[must_use]
    pub fn somewhere(sought: Somewhere, clause: ClauseId) -> Self {
        Self::new(String::new(), Expected::Somewhere(sought), clause)
    }

    /// Returns a header that is always judged. Two versions that differ in nothing but `W/` are the
    /// same (RFC 9110, section 8.8.3.2).
    #[must_use]
    pub fn of_header(name: &str, value: Expected, clause: ClauseId) -> Self {
        Self { header: Some(name.to_owned()), ..Self::new(String::new(), value, clause) }
    }
}

/// The value that must be at a place of a response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Expected {
    /// This value. Objects may have further members and lists further items, since the contract
    /// does not say whether what is sent is merged with what is stored; `null`, and objects
    /// that hold nothing but what may be left out, may be left out.
    Equal(Value),
    /// One of these values, each as `Equal` has it.
    OneOf(Vec<Value>),
    /// Any value but `null`.
    Present,
    /// Nothing, or `null`.
    Absent,
    /// The value that an earlier step's response had in the same place.
    SameAsStep(usize),
    /// Another value than an earlier step's response had in the same place.
    OtherThanStep(usize),
    /// Any value but `null`; this one if an earlier step's response had it in the same place.
    KeptSince(usize, Value),
    /// The value of a path parameter, in either letter case.
    Parameter(String),
    /// A list of resources that meets a requirement.
    List(ListTest),
    /// The resource as some order of updates leaves it that were sent together.
    AnyOrder(AnyOrder),
    /// Something that stands at any depth of the body.
    Somewhere(Somewhere),
    /// A cron expression with these runs, however it is spelled.
    Runs(Runs),
}

/// The runs of a schedule by the clocks of its time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Runs {
    /// The minutes from each run to the next.
    pub every: u32,
    /// The minutes from a multiple of `every`, counted from midnight, to a run. `None` where any run
    /// may be the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u32>,
}

/// The meaning of some responses to an open question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Interpretation {
    /// The responses that have the meaning.
    #[serde(rename = "when")]
    pub matcher: Matcher,
    /// The meaning, in plain words.
    #[serde(rename = "says")]
    pub meaning: String,
    /// Whether the meaning is a reading of the gap, which the server has in every case that asks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
}

impl Interpretation {
    /// Returns an interpretation of the responses that a matcher matches.
    #[must_use]
    pub fn new(matcher: Matcher, meaning: impl Into<String>) -> Self {
        Self { matcher, meaning: meaning.into(), reading: false }
    }
}

/// Matches responses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Matcher {
    /// Responses with a status code.
    Status(u16),
    /// Responses with a status code of 2xx.
    Success,
    /// Successes that have a member.
    Present(String),
    /// Successes that have a member with this value.
    Value(String, Value),
    /// Successes that have a list which meets each of some requirements.
    List(String, Vec<ListTest>),
    /// Successes that have a member with the same value as in an earlier step's response.
    SameAsStep(String, usize),
    /// Successes that lack a member, or have null there.
    Lacks(String),
    /// Responses after an earlier step's response that is matched.
    Earlier(usize, Box<Matcher>),
    /// Responses that each of these matches.
    All(Vec<Matcher>),
}
