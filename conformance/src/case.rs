//! A case as data: what is sent, and the one answer that the contract expects.
//!
//! A case can be printed, exported, replayed and understood alone. Nothing here sends or judges.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::{ClauseId, ErrorText, Level};

/// One case of the suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    /// The identity, readable and stable: `updateMonitor::name::maxLength::above`.
    pub id: String,
    /// How firmly the contract states what is tested.
    pub level: Level,
    /// What is tested: the first clause is the one that the case is named after.
    pub clauses: Vec<ClauseId>,
    /// What a target must offer.
    pub needs: Vec<Need>,
    /// Requests, in order.
    pub steps: Vec<Step>,
    /// The clause that the body of the last step breaks, and no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaks: Option<ClauseId>,
}

impl Case {
    /// How many stored resources the case works on at the same time.
    #[must_use]
    pub fn fixtures(&self) -> usize {
        let arguments = self.steps.iter().flat_map(|step| step.request.parameters.values());
        let indexes = arguments.filter_map(|argument| match argument {
            Argument::Fixture { index } => Some(index + 1),
            Argument::Text(_) => None,
        });
        indexes.max().unwrap_or(0)
    }

    /// The steps in order; those that are sent together stand together.
    pub fn groups(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.chunk_by(|_, next| next.with_previous)
    }
}

/// Something that a target must offer for a case to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Need {
    /// A key.
    Key(KeyName),
    /// Stored resources that may be changed, for a path parameter, and how many.
    Fixture(String, usize),
    /// A way to make the server answer with an error of the catalogue.
    Provocation(String),
    /// The word that the team of the valid key is not in a state that gets requests refused.
    TeamNotIn(String),
    /// The method and path of an operation for which the contract shows none.
    Binding(String),
    /// A way to meet a circumstance, by its clause, with an operation.
    Circumstance(String, ClauseId),
}

impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Key(name) => write!(f, "the {name} key"),
            Self::Fixture(parameter, 1) => write!(f, "a fixture for {parameter}"),
            Self::Fixture(parameter, count) => write!(f, "{count} fixtures for {parameter}"),
            Self::Provocation(error) => write!(f, "a way to provoke {error}"),
            Self::TeamNotIn(state) => {
                write!(f, "the word that its team is not in the state {state}")
            }
            Self::Binding(operation) => write!(f, "a binding of {operation}"),
            Self::Circumstance(operation, clause) => {
                write!(f, "a way to call {operation} in the circumstance {clause}")
            }
        }
    }
}

/// The keys that cases use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum KeyName {
    /// May do everything.
    Valid,
    /// Was valid once.
    Revoked,
    /// Is valid and lacks permission.
    Limited,
    /// Is valid, for a team that does not own the fixtures.
    OtherTeam,
}

impl KeyName {
    /// Every key.
    pub const ALL: [Self; 4] = [Self::Valid, Self::Revoked, Self::Limited, Self::OtherTeam];
}

impl std::fmt::Display for KeyName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialize(f)
    }
}

/// One request and what is expected of its answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Why it is there.
    pub purpose: Purpose,
    /// Whether it is sent together with the step before it, whose answer it does not wait for.
    #[serde(skip_serializing_if = "is_false")]
    pub with_previous: bool,
    /// What is sent.
    pub request: Request,
    /// What must come back.
    pub expect: Expect,
}

impl Step {
    /// A step that is sent once the one before it is answered.
    #[must_use]
    pub fn new(purpose: Purpose, request: Request, expect: Expect) -> Self {
        Self { purpose, with_previous: false, request, expect }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

/// Why a step is there, as tests call their parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Brings the server into a known state; when it fails, the case is blocked.
    Arrange,
    /// What is tested.
    Act,
    /// Reads back what the tested request did.
    Assert,
}

/// A request as data; keys and fixtures are filled in when it is sent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The operation that it calls; none for a path that no operation has.
    pub operation: Option<String>,
    /// Where it goes; none where the contract does not show it and the target has to bind the
    /// operation.
    #[serde(flatten)]
    pub endpoint: Option<Endpoint>,
    /// What stands for each path parameter.
    pub parameters: IndexMap<String, Argument>,
    /// The authentication header.
    pub authorization: Option<Authorization>,
    /// The media type of the body.
    pub media_type: String,
    /// The body.
    pub body: Body,
    /// The error that the target is asked to answer with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provoke: Option<String>,
    /// The clause of the circumstance that the request meets, or the operation's own path,
    /// `operations.<id>`, where all is well; the target knows how to meet it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circumstance: Option<ClauseId>,
}

/// Where a request goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path with `{parameters}`, the base path included.
    pub path: String,
}

/// What stands for a path parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Argument {
    /// One of the resources that the case has leased.
    Fixture {
        /// Which of them, from 0.
        index: usize,
    },
    /// A text.
    Text(String),
}

/// An authentication header: `prefix`, then the key, then `suffix`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Authorization {
    /// The header's name.
    pub header: String,
    /// What stands before the key.
    pub prefix: String,
    /// The key, if any.
    pub key: Option<KeyName>,
    /// What stands behind the key.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

/// A request body.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Body {
    /// None at all.
    None,
    /// A JSON value.
    Json(Value),
    /// Bytes that need not be JSON.
    Text(String),
}

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
    },
    /// Whatever comes: the contract leaves it open.
    Observation {
        /// The gap that it answers.
        gap: String,
        /// What an answer means, the first sign that fits.
        signs: Vec<Sign>,
    },
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
