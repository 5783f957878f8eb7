//! Rules across properties, effects and lifecycles, with their conditions.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::model::{ClauseId, Level};

/// A rule: if `when` holds and `unless` does not, `requires` must hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The identity within its type.
    pub id: String,
    /// What the rule says, in prose.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub doc: String,
    /// The condition under which the rule applies.
    pub when: Condition,
    /// An exception from `when`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unless: Option<Condition>,
    /// The condition that must hold when the rule applies.
    pub requires: Condition,
    /// The object that the rule is evaluated on.
    #[serde(rename = "judged")]
    pub scope: RuleScope,
    /// The gap that says that the contract allows both readings, each a variant of [`RuleScope`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    /// The clause, `<Type>.rules.<id>`.
    pub clause: ClauseId,
    /// How firmly the contract states the rule.
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

impl Rule {
    /// Returns every condition of the rule.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        [Some(&self.when), self.unless.as_ref(), Some(&self.requires)].into_iter().flatten()
    }
}

/// A circumstance in which a well-formed request is rejected.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The identity within its type or operation.
    pub id: String,
    /// The circumstance, in prose.
    pub doc: String,
    /// The condition on the object under which the request is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The state of the caller's team in which the request is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_state: Option<String>,
    /// The property that names a resource; the request is rejected if there is no such resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<NamedResource>,
    /// The error that the response has.
    pub error: String,
    /// The clause, `<Type>.refusals.<id>` or `operations.<operation>.refusals.<id>`.
    pub clause: ClauseId,
    /// How firmly the contract states the refusal.
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

impl Refusal {
    /// Returns whether the request is rejected whatever its body is.
    #[must_use]
    pub fn is_unconditional(&self) -> bool {
        self.when.is_none() && self.names.is_none()
    }
}

/// A property of a body that names a resource of another type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedResource {
    /// The property with the identity, such as `projectId`.
    pub property: String,
    /// The type of the resource.
    #[serde(rename = "type")]
    pub type_name: String,
}

words! {
    /// The object that a rule is evaluated on.
    #[derive(Default)]
    RuleScope {
        /// The object in the request.
        #[default]
        AsSent = "as-sent",
        /// The stored resource as it would be after the update.
        AfterUpdate = "after-update",
    }
}

/// A test of the value, or of any of the values, at a path.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// The path of the value.
    #[serde(serialize_with = "as_text")]
    pub path: PropertyPath,
    /// The test of the value.
    #[serde(flatten)]
    pub test: Test,
}

fn as_text<S: Serializer>(path: &PropertyPath, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(path)
}

/// A test of a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Test {
    /// The value equals this one.
    Equals(Value),
    /// The value is a string, list or object that is not empty.
    #[serde(serialize_with = "as_true")]
    NonEmpty,
    /// The value is present (`true`) or absent (`false`).
    Given(bool),
}

fn as_true<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(true)
}

/// A path through an object, such as `tracks[].type`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyPath(pub Vec<Segment>);

/// One step of a [`PropertyPath`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// The property of an object.
    Property(String),
    /// Any item of a list.
    AnyItem,
}

impl PropertyPath {
    /// Parses `name`, `name.name` or `name[].name`. Returns `None` for a step without a name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut segments = Vec::new();
        for step in text.split('.') {
            let name = step.trim_end_matches("[]");
            if name.is_empty() || name.contains(['[', ']']) {
                return None;
            }
            segments.push(Segment::Property(name.to_owned()));
            let lists = (step.len() - name.len()) / "[]".len();
            segments.extend(std::iter::repeat_n(Segment::AnyItem, lists));
        }
        Some(Self(segments))
    }

    /// Returns the first property of the path.
    #[must_use]
    pub fn root(&self) -> &str {
        match self.0.first() {
            Some(Segment::Property(name)) => name,
            _ => "",
        }
    }

    /// Returns every value that the path leads to, in order.
    #[must_use]
    pub fn values<'v>(&self, object: &'v Value) -> Vec<&'v Value> {
        self.0.iter().fold(vec![object], |values, segment| match segment {
            Segment::Property(name) => values.into_iter().filter_map(|v| v.get(name)).collect(),
            Segment::AnyItem => values.into_iter().filter_map(Value::as_array).flatten().collect(),
        })
    }
}

impl fmt::Display for PropertyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Property(name) if index == 0 => write!(f, "{name}")?,
                Segment::Property(name) => write!(f, ".{name}")?,
                Segment::AnyItem => write!(f, "[]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.test {
            Test::Equals(value) => write!(f, "`{}` is {value}", self.path),
            Test::NonEmpty => write!(f, "`{}` is not empty", self.path),
            Test::Given(true) => write!(f, "`{}` is given", self.path),
            Test::Given(false) => write!(f, "`{}` is left out", self.path),
        }
    }
}

/// A change that an operation makes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// The identity within the operation.
    pub id: String,
    /// What happens, in prose.
    pub doc: String,
    /// The kind of change.
    #[serde(flatten)]
    pub kind: EffectKind,
    /// The clause, `operations.<operation>.effects.<id>`.
    pub clause: ClauseId,
    /// How firmly the contract states the effect.
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// The kinds of change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EffectKind {
    /// Each property that the request has is stored in the resource's property of the same name.
    StoresGiven,
    /// Each property that the request leaves out keeps its stored value.
    KeepsOmitted,
    /// Each property that the request leaves out is reset to its default, or removed if it has none.
    ResetsOmitted,
    /// A rejected request changes nothing.
    RefusalKeepsAll,
    /// If `when` holds for the request and `unless` does not, a property is set.
    Sets {
        /// The condition under which the property is set.
        when: Condition,
        /// An exception from `when`.
        #[serde(skip_serializing_if = "Option::is_none")]
        unless: Option<Condition>,
        /// The property of the resource that is set.
        property: String,
        /// The new value of the property.
        value: Value,
    },
    /// A property is set by each request. Only an action on a resource has such effects.
    Assigns {
        /// The property of the resource that is set.
        property: String,
        /// The new value of the property.
        value: Value,
    },
}

impl EffectKind {
    /// Returns the name that pages and views of the contract have for the kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::StoresGiven => "stores-given",
            Self::KeepsOmitted => "keeps-omitted",
            Self::ResetsOmitted => "resets-omitted",
            Self::RefusalKeepsAll => "refusal-keeps-all",
            Self::Sets { .. } => "sets",
            Self::Assigns { .. } => "assigns",
        }
    }

    /// Returns the properties that a conditional effect sets or depends on.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        let parts = match self {
            Self::Sets { when, unless, property, .. } => {
                let unless = unless.as_ref().map(|unless| unless.path.root());
                [Some(property.as_str()), Some(when.path.root()), unless]
            }
            Self::Assigns { property, .. } => [Some(property.as_str()), None, None],
            Self::StoresGiven
            | Self::KeepsOmitted
            | Self::ResetsOmitted
            | Self::RefusalKeepsAll => [None; 3],
        };
        parts.into_iter().flatten()
    }
}

/// The states of one property, and the moves between them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lifecycle {
    /// The type that has the property.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The property that holds the state.
    pub property: String,
    /// The path that the lifecycle's clauses begin with, `lifecycles.<Type>.<property>`.
    pub clause: ClauseId,
    /// The states that the contract shows, in its order.
    pub states: Vec<String>,
    /// The states of a new job, or of a new resource whose creation asks for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<String>,
    /// The states that a job never leaves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminal: Vec<String>,
    /// The gap that says that further states exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    /// Every move that the contract shows.
    #[serde(rename = "moves", skip_serializing_if = "Vec::is_empty")]
    pub transitions: Vec<Transition>,
    /// The error of a request that moves a resource in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<IllegalMoves>,
    /// Responses in a state, whether or not the contract shows the move that leads to the state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub situations: Vec<Situation>,
}

impl Lifecycle {
    /// Returns the identity of the clause about the states that a new job or resource has.
    #[must_use]
    pub fn initial_clause(&self) -> ClauseId {
        self.clause.child("initial")
    }

    /// Returns the identity of the clause about the states that a job never leaves.
    #[must_use]
    pub fn terminal_clause(&self) -> ClauseId {
        self.clause.child("terminal")
    }

    /// Returns the situations in which an operation is called.
    pub fn situations_of<'l>(&'l self, operation: &'l str) -> impl Iterator<Item = &'l Situation> {
        self.situations.iter().filter(move |situation| situation.operation == operation)
    }

    /// Returns the clause about illegal moves, `lifecycles.<Type>.<property>.illegal`.
    #[must_use]
    pub fn illegal_clause(&self) -> ClauseId {
        self.clause.child("illegal")
    }

    /// Returns whether an operation may move a resource from one state to another. A resource may always keep its state.
    #[must_use]
    pub fn is_legal(&self, operation: &str, from: &str, to: &str) -> bool {
        let is_move = |step: &Transition| {
            step.operation == operation && step.to == to && step.from.iter().any(|it| it == from)
        };
        from == to || self.transitions.iter().any(is_move)
    }
}

/// What a request earns that moves a resource in a way that is no move of its lifecycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IllegalMoves {
    /// The error of the response.
    pub error: String,
    /// How firmly the contract states the error.
    #[serde(default)]
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// One move of a lifecycle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Transition {
    /// The state after the move, which is also the identity of the move within the lifecycle.
    pub to: String,
    /// The states in which the move is possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// The operation that makes the move by setting the property, or by cancelling the job.
    pub operation: String,
    /// The clause, `lifecycles.<Type>.<property>.<state>`.
    pub clause: ClauseId,
    /// How firmly the contract states the move.
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// The response of an operation in a situation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Situation {
    /// The identity within the lifecycle or the operation.
    pub id: String,
    /// The situation, in prose.
    pub doc: String,
    /// The operation that is called.
    pub operation: String,
    /// The operation that is called before. Each path parameter that only `operation` has is taken from the
    /// earlier response, at any depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The response.
    #[serde(flatten)]
    pub response: SituationResponse,
    /// The clause: `lifecycles.<Type>.<property>.situations.<id>`, or any clause that the response of an
    /// operation makes observable.
    pub clause: ClauseId,
    /// How firmly the contract states the situation.
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// The response in a situation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SituationResponse {
    /// An error of the catalogue, by identity.
    #[serde(serialize_with = "as_error")]
    Error(String),
    /// A success.
    Success(Box<SituationSuccess>),
}

fn as_error<S: Serializer>(error: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("error", error)])
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
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SituationSuccess {
    /// Properties of the response, with their values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub members: Map<String, Value>,
    /// Properties that the response does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// Properties that the response may leave out, with their values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub optional: Map<String, Value>,
    /// Properties that the response has at any depth, with their values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub anywhere: Map<String, Value>,
    /// The type whose properties one object of the response has, at any depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What else the response contains, in prose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// Words: at least one of them occurs in a string of the response, at any depth, in any letter case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The event that is reported in the situation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<SituationEvent>,
}

/// An event that is reported in a situation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SituationEvent {
    /// The identity of the channel.
    pub channel: String,
    /// The name of the event.
    pub name: String,
    /// Properties of the event's payload, with their values.
    #[serde(default)]
    pub members: Map<String, Value>,
}
