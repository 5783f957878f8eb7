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
    /// The identity within the lifecycle or the operation.
    pub id: String,
    /// The clause: `lifecycles.<Type>.<property>.situations.<id>`, or any clause that shows in the
    /// response of an operation.
    pub clause: ClauseId,
    /// The situation, in our own words.
    pub doc: String,
    /// The operation that is called.
    pub operation: String,
    /// The operation that is called before, whose answer has what this one is called with: each path
    /// parameter that only this one has, at any depth.
    pub after: Option<String>,
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

impl SituationAnswer {
    /// Returns what is answered, in a few short phrases.
    #[must_use]
    pub fn phrases(&self) -> Vec<String> {
        let success = match self {
            Self::Error(error) => return vec![error.clone()],
            Self::Success(success) => success,
        };
        let is = |(name, value): (&String, &Value)| format!("`{name}` is {value}");
        let mut phrases: Vec<String> = success.members.iter().map(is).collect();
        phrases.extend(success.absent.iter().map(|name| format!("no `{name}`")));
        phrases.extend(success.optional.iter().map(|own| format!("{} or left out", is(own))));
        phrases.extend(success.anywhere.iter().map(|own| format!("{}, anywhere", is(own))));
        phrases.extend(success.found.iter().map(|name| format!("{name}, anywhere")));
        phrases.extend(success.says.clone());
        if !success.words.is_empty() {
            phrases.push(format!("a text with `{}`", success.words.join("` or `")));
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
    /// Members of the answer, with their values.
    pub members: Map<String, Value>,
    /// Members that the answer does not have.
    pub absent: Vec<String>,
    /// Members that the answer may leave out, with their values.
    pub optional: Map<String, Value>,
    /// Members that stand at any depth of the answer, with their values.
    pub anywhere: Map<String, Value>,
    /// The type whose properties stand together at any depth of the answer.
    pub found: Option<String>,
    /// What the answer says besides, in our own words.
    pub says: Option<String>,
    /// Words of which one stands in a text of the answer, at any depth, in any letter case.
    pub words: Vec<String>,
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
