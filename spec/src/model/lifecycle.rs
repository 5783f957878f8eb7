//! Lifecycles: states, the moves between them, and the responses in them.

use serde_json::{Map, Value};

use super::{ClauseId, Level};

/// The states of one property, and the moves between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifecycle {
    /// The type that has the property.
    pub type_name: String,
    /// The property that holds the state.
    pub property: String,
    /// The states that the contract shows, in its order.
    pub states: Vec<String>,
    /// The gap that says that further states exist.
    pub gap: Option<String>,
    /// Every move that the contract shows.
    pub transitions: Vec<Transition>,
    /// Responses in a state, whether or not the contract shows the move that leads to the state.
    pub situations: Vec<Situation>,
}

/// One move of a lifecycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state after the move, which is also the identity of the move within the lifecycle.
    pub to: String,
    /// The states in which the move is possible.
    pub from: Vec<String>,
    /// The operation that makes the move by setting the property.
    pub operation: String,
    /// The clause, `lifecycles.<Type>.<property>.<state>`.
    pub clause: ClauseId,
    /// How firmly the contract states the move.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// The response of an operation in a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// The identity within the lifecycle or the operation.
    pub id: String,
    /// The clause: `lifecycles.<Type>.<property>.situations.<id>`, or any clause that the response of an
    /// operation makes observable.
    pub clause: ClauseId,
    /// The situation, in prose.
    pub doc: String,
    /// The operation that is called.
    pub operation: String,
    /// The operation that is called before. Each path parameter that only `operation` has is taken from the
    /// earlier response, at any depth.
    pub after: Option<String>,
    /// The response.
    pub response: SituationResponse,
    /// How firmly the contract states the situation.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// The response in a situation.
#[derive(Debug, Clone, PartialEq)]
pub enum SituationResponse {
    /// An error of the catalogue, by identity.
    Error(String),
    /// A success.
    Success(Box<SituationSuccess>),
}

impl SituationResponse {
    /// Describes the response in a few short phrases.
    #[must_use]
    pub fn phrases(&self) -> Vec<String> {
        let success = match self {
            Self::Error(error) => return vec![error.clone()],
            Self::Success(success) => success,
        };
        let is = |(name, value): (&String, &Value)| format!("`{name}` is {value}");
        let mut phrases: Vec<String> = success.members.iter().map(is).collect();
        phrases.extend(success.absent.iter().map(|name| format!("no `{name}`")));
        phrases.extend(success.optional.iter().map(|member| format!("{} or left out", is(member))));
        phrases.extend(success.anywhere.iter().map(|member| format!("{}, anywhere", is(member))));
        phrases.extend(success.found.iter().map(|name| format!("{name}, anywhere")));
        phrases.extend(success.says.clone());
        if !success.words.is_empty() {
            phrases.push(format!("a string that contains `{}`", success.words.join("` or `")));
        }
        if let Some(SituationEvent { name, members, .. }) = &success.event {
            let members = members.iter().map(|(name, value)| format!(" {name} {value}"));
            phrases.push(format!("event {name}{}", members.collect::<String>()));
        }
        phrases
    }
}

/// A success in a situation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SituationSuccess {
    /// Properties of the response, with their values.
    pub members: Map<String, Value>,
    /// Properties that the response does not have.
    pub absent: Vec<String>,
    /// Properties that the response may leave out, with their values.
    pub optional: Map<String, Value>,
    /// Properties that the response has at any depth, with their values.
    pub anywhere: Map<String, Value>,
    /// The type whose properties one object of the response has, at any depth.
    pub found: Option<String>,
    /// What else the response contains, in prose.
    pub says: Option<String>,
    /// Words: at least one of them occurs in a string of the response, at any depth, in any letter case.
    pub words: Vec<String>,
    /// The event that is reported in the situation.
    pub event: Option<SituationEvent>,
}

/// An event that is reported in a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct SituationEvent {
    /// The identity of the channel.
    pub channel: String,
    /// The name of the event.
    pub name: String,
    /// Properties of the event's payload, with their values.
    pub members: Map<String, Value>,
}
