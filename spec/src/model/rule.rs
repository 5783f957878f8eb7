//! Rules across properties, and the conditions that they and effects are made of.

use std::fmt;

use serde_json::Value;

use super::{ClauseId, Level};

/// When `when` holds and `unless` does not, `requires` must.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The identity within its type.
    pub id: String,
    /// The clause, `<Type>.rules.<id>`.
    pub clause: ClauseId,
    /// What it says, in our own words.
    pub doc: String,
    /// When the rule applies.
    pub when: Condition,
    /// When it does not apply after all.
    pub unless: Option<Condition>,
    /// What must hold then.
    pub requires: Condition,
    /// What it is judged on.
    pub judged: Judged,
    /// The gap that says that the contract can be read in both ways of [`Judged`].
    pub gap: Option<String>,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// A circumstance in which a well-formed request is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The identity within its type or operation.
    pub id: String,
    /// The clause, `<Type>.refusals.<id>` or `operations.<operation>.refusals.<id>`.
    pub clause: ClauseId,
    /// The circumstance, in our own words.
    pub doc: String,
    /// What must hold of the object for it.
    pub when: Option<Condition>,
    /// The state that the caller's team must be in for it.
    pub team_state: Option<String>,
    /// The error that answers.
    pub error: String,
    /// How firmly the contract states it.
    pub level: Level,
    /// The heading of the contract.
    pub source: String,
}

/// What a rule is judged on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// The object as it was sent.
    #[default]
    AsSent,
    /// The stored resource as it would stand after the update.
    AfterUpdate,
}

/// A test of the value, or of any of the values, at a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// Where to look.
    pub path: PropertyPath,
    /// What must be so there.
    pub test: Test,
}

/// What a condition asks of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// It equals this.
    Equals(Value),
    /// It is a text, list or object with something in it.
    NonEmpty,
    /// It is present (`true`), or it is not (`false`).
    Given(bool),
}

/// A path through an object, such as `targets[].type`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyPath(pub Vec<Segment>);

/// One step of a [`PropertyPath`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Into a property.
    Property(String),
    /// Into any item of a list.
    AnyItem,
}

impl PropertyPath {
    /// Reads `name`, `name.name` or `name[].name`.
    ///
    /// # Errors
    /// None is returned for a step without a name.
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

    /// The property of the object itself that the path starts with.
    #[must_use]
    pub fn root(&self) -> &str {
        match self.0.first() {
            Some(Segment::Property(name)) => name,
            _ => "",
        }
    }

    /// Every value that the path leads to, in order.
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
