//! Lifecycles: states, the moves between them, and what is answered in them.

use serde_json::{Map, Value};

use super::{ClauseId, Level};

/// The states of one property and the moves between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Lifecycle {
    /// The type that has the property.
    pub type_name: String,
    /// The property that holds the state.
    pub property: String,
    /// The states that the contract shows, in its order.
    pub states: Vec<String>,
    /// The gap that says that there are states beside them.
    pub gap: Option<String>,
    /// Every move that the contract shows.
    pub moves: Vec<Move>,
    /// What is answered in a state, whether or not the move that led there is shown.
    pub situations: Vec<Situation>,
}

/// One move of a lifecycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The identity within the lifecycle: the state that the move ends in.
    pub to: String,
    /// The states that it may start from.
    pub from: Vec<String>,
    /// The operation that makes it, by setting the property.
    pub operation: String,
    /// The clause, `lifecycles.<Type>.<property>.<state>`.
    pub clause: ClauseId,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// What an operation answers in a certain situation.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// The identity within the lifecycle.
    pub id: String,
    /// The clause, `lifecycles.<Type>.<property>.situations.<id>`.
    pub clause: ClauseId,
    /// The situation, in our own words.
    pub doc: String,
    /// The operation that is called.
    pub operation: String,
    /// What it answers.
    pub answer: SituationAnswer,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// The answer in a situation.
#[derive(Debug, Clone, PartialEq)]
pub enum SituationAnswer {
    /// An error of the catalogue.
    Error(String),
    /// A success.
    Success(Box<SituationSuccess>),
}

/// A success in a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct SituationSuccess {
    /// Members of the answer, with their values.
    pub members: Map<String, Value>,
    /// Members that the answer does not have.
    pub absent: Vec<String>,
    /// What the answer says besides, in our own words.
    pub says: Option<String>,
    /// The event that goes with it.
    pub event: Option<SituationEvent>,
}

/// An event that goes with a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct SituationEvent {
    /// The channel.
    pub channel: String,
    /// The event.
    pub name: String,
    /// Members that it carries, with their values.
    pub members: Map<String, Value>,
}
