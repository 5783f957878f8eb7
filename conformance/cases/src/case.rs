//! Defines the data of a case: its requests, and the one response to each that the contract expects.
//!
//! A case can be printed, exported and replayed without the contract. This module sends nothing and judges
//! nothing.

mod expect;
pub(crate) mod multipart;
mod request;
mod sentence;
mod surroundings;
mod wrong_key;

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use webdata_spec::model::{ClauseId, Level};

pub use self::expect::{
    AnyOrder, Arrival, BodyContent, Comparison, ConcurrentUpdate, Deliveries, Expect, Expected,
    ExpectedWebhook, Identity, Interpretation, ListTest, ListedItem, Matcher, Member, ObservedPart,
    OnlyEvent, OpenRejection, PossibleResponse, Runs, StoredValue, WebhookPart,
};
pub use self::multipart::Part;
pub use self::request::{
    Argument, Authorization, BETWEEN, BetweenPages, Body, Endpoint, IdentityForm, KeyForm, KeyName,
    Pages, Request,
};
pub use self::sentence::Citation;
pub(crate) use self::sentence::Sentence;
pub use self::surroundings::{Around, Surroundings};
pub use self::wrong_key::WrongKey;

/// The base URL of webhook addresses in the bodies of cases. The host does not exist: the runner replaces the
/// URL by that of its own listener. A number follows the URL, because a case may have several addresses.
pub const LISTENER: &str = "http://listener.invalid";

/// A case: requests as data, each with the one response that the contract expects.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    /// The identity, readable and stable, such as `updateAlbum::name::maxLength::above`.
    pub id: String,
    /// How firmly the contract states the first clause.
    pub level: Level,
    /// The clauses that the case tests. The case is named after the first one.
    pub clauses: Vec<ClauseId>,
    /// The things that a target must have for the case to run.
    pub needs: Vec<Need>,
    /// Whether the case tests each fixture unchanged. The runner repeats the steps for every fixture of the
    /// target, before any case that changes a fixture.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub each_fixture: bool,
    /// Whether a wrong value anywhere in a successful response fails the case, except in properties of requests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole_responses: bool,
    /// The requests with their expected responses, in order.
    pub steps: Vec<Step>,
    /// The clause that the body of the last step breaks; `None` for a valid body. Every other clause that the body breaks
    /// is one of `clauses`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaks: Option<ClauseId>,
    /// What stands around the wrong value; `None` for no more than what is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub around: Option<Around>,
    /// The sentence that makes the string of the case valid or invalid; `None` if the case tests no sample of a
    /// format, a pattern or a syntax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<Citation>,
}

impl Case {
    /// Returns the case with the sentence that makes its string valid or invalid. The weaker of both levels applies.
    #[must_use]
    pub(crate) fn because(mut self, sentence: Sentence) -> Self {
        self.level = self.level.max(sentence.level);
        self.sentence = Some(sentence.into());
        self
    }

    /// Returns the identity of the control, if something stands around the wrong value.
    #[must_use]
    pub fn control(&self) -> Option<&str> {
        self.around.as_ref().map(|around| &*around.control)
    }

    /// Returns how many fixtures the case uses at the same time.
    #[must_use]
    pub fn fixtures(&self) -> usize {
        let arguments = self.steps.iter().flat_map(|step| step.request.arguments());
        let indexes = arguments.filter_map(|argument| match argument {
            Argument::Fixture { index, .. } => Some(index + 1),
            Argument::Text(_)
            | Argument::ResponseValue { .. }
            | Argument::ResponseHeader { .. }
            | Argument::NewUuid { .. } => None,
        });
        indexes.max().unwrap_or(0)
    }

    /// Returns the case with its steps repeated for each of `count` fixtures, or `None` if the case does not
    /// test each fixture. Steps of such a case never refer to each other.
    #[must_use]
    pub fn for_each_fixture(&self, count: usize) -> Option<Self> {
        let on = |index: usize| {
            let mut steps = self.steps.clone();
            for argument in steps.iter_mut().flat_map(|step| step.request.arguments_mut()) {
                if let Argument::Fixture { index: on, .. } = argument {
                    *on = index;
                }
            }
            steps
        };
        let steps = || (0..count).flat_map(on).collect();
        self.each_fixture.then(|| Self { steps: steps(), ..self.clone() })
    }

    /// Returns the case with `address` in place of `LISTENER`.
    #[must_use]
    pub fn with_listener(&self, address: &str) -> Self {
        let mut case = self.clone();
        for step in &mut case.steps {
            if let Body::Json(body) = &mut step.request.body {
                place_listener(body, address);
            }
        }
        case
    }

    /// Returns the case with a new UUID in place of each `Argument::NewUuid`, or `None` if the case has no such
    /// argument. `uuid` must return a different string at each call.
    #[must_use]
    pub fn with_new_uuids(&self, mut uuid: impl FnMut() -> String) -> Option<Self> {
        let is_new = |argument: &Argument| matches!(argument, Argument::NewUuid { .. });
        if !self.steps.iter().any(|step| step.request.arguments().any(is_new)) {
            return None;
        }
        let (mut case, mut made) = (self.clone(), HashMap::new());
        for argument in case.steps.iter_mut().flat_map(|step| step.request.arguments_mut()) {
            let Argument::NewUuid { shared } = argument else { continue };
            *argument = Argument::Text(match shared {
                Some(number) => made.entry(*number).or_insert_with(&mut uuid).clone(),
                None => uuid(),
            });
        }
        Some(case)
    }

    /// Returns the steps in order, grouped by what is sent at the same time.
    pub fn groups(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.chunk_by(|_, next| next.with_previous)
    }
}

fn place_listener(value: &mut Value, address: &str) {
    match value {
        Value::String(text) if text.starts_with(LISTENER) => {
            *text = text.replacen(LISTENER, address, 1);
        }
        Value::Object(members) => {
            members.values_mut().for_each(|value| place_listener(value, address));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| place_listener(value, address)),
        _ => {}
    }
}

/// Something that a target must have for a case to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Need {
    /// An API key.
    Key(KeyName),
    /// A key that is a different key after this change.
    ChangedKey(KeyName, KeyForm),
    /// This many fixtures for a path parameter.
    Fixture(String, usize),
    /// A way to make the server respond with an error of the catalogue.
    Provocation(String),
    /// The target's statement that the team of the valid key is not in a state in which the server rejects
    /// such requests.
    TeamNotIn(String),
    /// The method and path of an operation for which the contract shows neither.
    Binding(String),
    /// A way to call an operation in the circumstance of a clause.
    Circumstance(String, ClauseId),
    /// An address at which the runner receives webhooks, and a request that makes the server send them.
    Webhooks,
}

impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Key(name) => write!(f, "the {name} key"),
            Self::ChangedKey(name, form) => {
                write!(f, "a {name} key that is a different key {form}")
            }
            Self::Fixture(parameter, 1) => write!(f, "a fixture for {parameter}"),
            Self::Fixture(parameter, count) => write!(f, "{count} fixtures for {parameter}"),
            Self::Provocation(error) => write!(f, "a way to provoke {error}"),
            Self::TeamNotIn(state) => {
                write!(f, "the statement that its team is not in the state {state}")
            }
            Self::Binding(operation) => write!(f, "the path of {operation}"),
            Self::Webhooks => f.write_str("a trigger of webhooks"),
            Self::Circumstance(operation, clause) => {
                write!(f, "a way to call {operation} in the circumstance {clause}")
            }
        }
    }
}

/// A request, and the expected response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The purpose of the step.
    pub purpose: Purpose,
    /// Whether the request is sent at the same time as the one before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub with_previous: bool,
    /// The request.
    pub request: Request,
    /// The expected response.
    pub expect: Expect,
}

impl Step {
    /// Returns a step that is sent after the response to the previous step.
    #[must_use]
    pub fn new(purpose: Purpose, request: Request, expect: Expect) -> Self {
        Self { purpose, with_previous: false, request, expect }
    }
}

/// The purpose of a step, named as in unit tests (arrange, act, assert).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Brings the server into a known state. If the step fails, the outcome of the case is `blocked`.
    Arrange,
    /// Sends the request under test.
    Act,
    /// Reads back what the tested request changed.
    Assert,
}
