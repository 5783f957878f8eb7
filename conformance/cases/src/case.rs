//! Describes a case as data: the requests, and the one response to each that the contract expects.
//!
//! A case can be printed, exported, replayed and understood alone. Nothing here sends or judges.

mod concurrent;
mod deliveries;
mod expect;
mod list_test;
mod request;
mod somewhere;

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use webdata_spec::model::{ClauseId, Level};

pub use concurrent::{AnyOrder, Concurrent};
pub use deliveries::{Coming, Deliveries, Hook, Only, Part, Sought, Stored};
pub use expect::{
    Expect, Expected, Interpretation, Matcher, Member, OpenRefusal, Possible, Runs, Shown,
};
pub use list_test::{Comparison, Identity, ListTest};
pub use request::{
    Argument, Authorization, Between, Body, Endpoint, KeyForm, KeyName, Pages, Request,
};
pub use somewhere::Somewhere;

/// The host of webhook addresses in the bodies of cases, which exists nowhere. The runner puts its
/// own address in its place. A number follows, since a case may have several addresses.
pub const LISTENER: &str = "http://listener.invalid";

/// One case of the suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    /// The identity, readable and stable: `updateMonitor::name::maxLength::above`.
    pub id: String,
    /// How firmly the contract states the clause.
    pub level: Level,
    /// The clauses that are tested. The case is named after the first one.
    pub clauses: Vec<ClauseId>,
    /// The things that a target must offer.
    pub needs: Vec<Need>,
    /// Whether the case looks at stored resources as they are: its steps are carried out on every
    /// fixture of the target, before any case that changes one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub each_fixture: bool,
    /// Requests, in order.
    pub steps: Vec<Step>,
    /// The clause that the body of the last step breaks, and no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaks: Option<ClauseId>,
}

impl Case {
    /// Returns how many stored resources the case works on at the same time.
    #[must_use]
    pub fn fixtures(&self) -> usize {
        let arguments = self.steps.iter().flat_map(|step| step.request.arguments());
        let indexes = arguments.filter_map(|argument| match argument {
            Argument::Fixture { index } => Some(index + 1),
            Argument::Text(_)
            | Argument::Answered { .. }
            | Argument::AnsweredHeader { .. }
            | Argument::Fresh { .. } => None,
        });
        indexes.max().unwrap_or(0)
    }

    /// Returns whether the case runs before those that change what it looks at.
    #[must_use]
    pub fn goes_first(&self) -> bool {
        self.each_fixture
    }

    /// Returns the case with its steps repeated for each of so many stored resources, where it looks
    /// at each fixture. No step of such a case refers to another one.
    #[must_use]
    pub fn on_each(&self, count: usize) -> Option<Self> {
        let on = |index: usize| {
            let mut steps = self.steps.clone();
            for argument in steps.iter_mut().flat_map(|step| step.request.arguments_mut()) {
                if matches!(argument, Argument::Fixture { .. }) {
                    *argument = Argument::Fixture { index };
                }
            }
            steps
        };
        let steps = || (0..count).flat_map(on).collect();
        self.each_fixture.then(|| Self { steps: steps(), ..self.clone() })
    }

    /// Returns the case with an address in place of `LISTENER`.
    #[must_use]
    pub fn listening_at(&self, address: &str) -> Self {
        let mut case = self.clone();
        for step in &mut case.steps {
            if let Body::Json(body) = &mut step.request.body {
                place_listener(body, address);
            }
        }
        case
    }

    /// Returns the case with strings in place of the UUIDs that no other run of it sends, where it has
    /// any. `uuid` makes another one each time.
    #[must_use]
    pub fn with_fresh(&self, mut uuid: impl FnMut() -> String) -> Option<Self> {
        let is_fresh = |argument: &Argument| matches!(argument, Argument::Fresh { .. });
        if !self.steps.iter().any(|step| step.request.arguments().any(is_fresh)) {
            return None;
        }
        let (mut case, mut made) = (self.clone(), HashMap::new());
        for argument in case.steps.iter_mut().flat_map(|step| step.request.arguments_mut()) {
            let Argument::Fresh { shared } = argument else { continue };
            *argument = Argument::Text(match shared {
                Some(number) => made.entry(*number).or_insert_with(&mut uuid).clone(),
                None => uuid(),
            });
        }
        Some(case)
    }

    /// Returns the steps in order, in groups that are sent together.
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

/// Something that a target must offer for a case to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Need {
    /// A key.
    Key(KeyName),
    /// A key that is another one in this form.
    ChangedKey(KeyName, KeyForm),
    /// A number of stored resources that may be changed, for a path parameter.
    Fixture(String, usize),
    /// A way to make the server answer with an error of the catalogue.
    Provocation(String),
    /// A promise that the team of the valid key is not in a state that gets requests refused.
    TeamNotIn(String),
    /// The method and path of an operation, which the contract does not show.
    Binding(String),
    /// A way to call an operation in the circumstance of a clause.
    Circumstance(String, ClauseId),
    /// A way for webhooks to reach the runner, and to make the server look at a resource.
    Webhooks,
}

impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Key(name) => write!(f, "the {name} key"),
            Self::ChangedKey(name, form) => {
                write!(f, "a {name} key that is another one {form}")
            }
            Self::Fixture(parameter, 1) => write!(f, "a fixture for {parameter}"),
            Self::Fixture(parameter, count) => write!(f, "{count} fixtures for {parameter}"),
            Self::Provocation(error) => write!(f, "a way to provoke {error}"),
            Self::TeamNotIn(state) => {
                write!(f, "the word that its team is not in the state {state}")
            }
            Self::Binding(operation) => write!(f, "a binding of {operation}"),
            Self::Webhooks => f.write_str("a trigger of webhooks"),
            Self::Circumstance(operation, clause) => {
                write!(f, "a way to call {operation} in the circumstance {clause}")
            }
        }
    }
}

/// A request, and the response that is expected.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The purpose of the step.
    pub purpose: Purpose,
    /// Whether the request is sent together with the one before it, without waiting for its
    /// response.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub with_previous: bool,
    /// The request.
    pub request: Request,
    /// The expected response.
    pub expect: Expect,
}

impl Step {
    /// Returns a step that is sent after the response to the one before it.
    #[must_use]
    pub fn new(purpose: Purpose, request: Request, expect: Expect) -> Self {
        Self { purpose, with_previous: false, request, expect }
    }
}

/// The purpose of a step, in the terms of unit tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Brings the server into a known state; when it fails, the case is blocked.
    Arrange,
    /// What is tested.
    Act,
    /// Reads back what the tested request changed.
    Assert,
}
