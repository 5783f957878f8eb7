//! What a case expects of an answer.

use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::{ClauseId, ErrorText};

use super::deliveries::Deliveries;

/// What must come back.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Expect {
    /// A success.
    Success {
        /// The status; none for any success.
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// What must stand in the body.
        members: Vec<Member>,
        /// Where the contract leaves open whether the request is refused all the same.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<OpenRefusal>,
    },
    /// An error of the catalogue.
    Error {
        /// Its identity.
        id: String,
        /// The status.
        status: u16,
        /// What the contract shows of the text.
        text: ErrorText,
        /// The code, where the row has one.
        code: Option<String>,
        /// A header that comes along, where the case is about that.
        #[serde(skip_serializing_if = "Option::is_none")]
        header: Option<String>,
    },
    /// A success, and webhooks.
    Deliveries(Deliveries),
    /// One of several answers; which one hangs on a state that no case can bring about.
    AnyOf {
        /// The gap that says so.
        gap: String,
        /// The answers, of which the first that fits tells the state.
        answers: Vec<Possible>,
    },
    /// Whatever comes: the contract leaves it open.
    Observation {
        /// The gap that it answers.
        gap: String,
        /// What an answer means, the first sign that fits.
        signs: Vec<Sign>,
    },
}

/// One of several possible answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Possible {
    /// What it means, in plain words.
    pub says: String,
    /// The answer.
    pub expect: Expect,
}

/// A refusal that the contract leaves open: it is observed and not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenRefusal {
    /// The gap that it answers.
    pub gap: String,
    /// What it means when every such request of the case succeeds, in plain words.
    pub accepted: String,
    /// What it means when one is refused.
    pub refused: String,
}

/// A member of a response body and what must stand there.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Where, by RFC 6901.
    pub pointer: String,
    /// What.
    pub value: Expected,
    /// Places in it that hold a default, so that the answer may leave them out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub omissible: Vec<String>,
    /// Steps, from 0, of which one must have succeeded for this to be judged; none where it always
    /// is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// The clause that says so.
    pub clause: ClauseId,
}

impl Member {
    /// A member that is always judged, and that no default may stand for.
    #[must_use]
    pub fn new(pointer: String, value: Expected, clause: ClauseId) -> Self {
        Self { pointer, value, omissible: Vec::new(), after: Vec::new(), clause }
    }
}

/// What must stand at a place of a response.
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
    /// What an earlier step's response had in the same place.
    SameAsStep(usize),
    /// Something else than an earlier step's response had in the same place.
    OtherThanStep(usize),
    /// The text that stood for a path parameter, in either letter case.
    Parameter(String),
}

/// What an answer to an open question means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sign {
    /// How the answer is recognised.
    pub when: Seen,
    /// What it means, in plain words.
    pub says: String,
}

/// How an answer is recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Seen {
    /// By its status.
    Status(u16),
    /// By a status of 2xx.
    Success,
    /// By a member that is there, in a success.
    Present(String),
    /// By a member that is there with this value, in a success.
    Value(String, Value),
    /// By a member that is there as an earlier step's answer had it, in a success.
    SameAsStep(String, usize),
}
