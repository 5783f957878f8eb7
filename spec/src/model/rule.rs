//! Rules across properties, and the conditions of rules and effects.

use std::fmt;

use serde_json::Value;

use super::{ClauseId, Level};

/// A rule: if `when` holds and `unless` does not, `requires` must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The identity within its type.
    pub id: String,
    /// The clause, `<Type>.rules.<id>`.
    pub clause: ClauseId,
    /// What the rule says, in prose.
    pub doc: String,
    /// The condition under which the rule applies.
    pub when: Condition,
    /// An exception from `when`.
    pub unless: Option<Condition>,
    /// The condition that must hold when the rule applies.
    pub requires: Condition,
    /// The object that the rule is evaluated on.
    pub scope: RuleScope,
    /// The gap that says that the contract allows both readings, each a variant of [`RuleScope`].
    pub gap: Option<String>,
    /// How firmly the contract states the rule.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// A circumstance in which a well-formed request is rejected.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The identity within its type or operation.
    pub id: String,
    /// The clause, `<Type>.refusals.<id>` or `operations.<operation>.refusals.<id>`.
    pub clause: ClauseId,
    /// The circumstance, in prose.
    pub doc: String,
    /// The condition on the object under which the request is rejected.
    pub when: Option<Condition>,
    /// The state of the caller's team in which the request is rejected.
    pub team_state: Option<String>,
    /// The error that the response has.
    pub error: String,
    /// How firmly the contract states the refusal.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

/// The object that a rule is evaluated on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleScope {
    /// The object in the request.
    #[default]
    AsSent,
    /// The stored resource as it would be after the update.
    AfterUpdate,
}

/// A test of the value, or of any of the values, at a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The path of the value.
    pub path: PropertyPath,
    /// The test of the value.
    pub test: Test,
}

/// A test of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// The value equals this one.
    Equals(Value),
    /// The value is a string, list or object that is not empty.
    NonEmpty,
    /// The value is present (`true`) or absent (`false`).
    Given(bool),
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
