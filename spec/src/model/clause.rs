//! Clauses: the single requirements of the contract, each with an identity.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of a clause, such as `AlbumUpdate.name.maxLength`.
///
/// Violations name clauses, cases cover them, mutants break them, and reports count them.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct ClauseId(String);

/// What a clause is about: the first part of its identity. Steps below it follow, and at the end the word of a keyword
/// or the name of a rule, as in `errors.unknown-album.status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClauseRoot<'c> {
    /// A type, by its name.
    Type(&'c str),
    /// An operation, by its identity.
    Operation(&'c str),
    /// A row of the error catalogue.
    Error(&'c str),
    /// The lifecycles of a type.
    Lifecycle(&'c str),
    /// The service as a whole.
    Service,
    /// An authentication scheme.
    Authentication(&'c str),
    /// A limit of a plan.
    Limit(&'c str),
    /// A charge.
    Charge(&'c str),
    /// A channel of events.
    Channel(&'c str),
    /// A point that the contract leaves open.
    Gap(&'c str),
    /// A profile.
    Profile(&'c str),
}

impl ClauseRoot<'_> {
    /// Returns the path of the root: `errors.unknown-album`.
    #[must_use]
    pub fn clause(self) -> ClauseId {
        let (area, id) = match self {
            Self::Type(name) => return ClauseId::new(name),
            Self::Service => return ClauseId::new("service"),
            Self::Operation(id) => ("operations", id),
            Self::Error(id) => ("errors", id),
            Self::Lifecycle(id) => ("lifecycles", id),
            Self::Authentication(id) => ("authentication", id),
            Self::Limit(id) => ("limits", id),
            Self::Charge(id) => ("charges", id),
            Self::Channel(id) => ("events", id),
            Self::Gap(id) => ("gaps", id),
            Self::Profile(id) => ("profiles", id),
        };
        ClauseId(format!("{area}.{id}"))
    }
}

impl ClauseId {
    /// Creates the identity from a whole path.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// Returns the path with one more step at its end.
    #[must_use]
    pub fn child(&self, step: &str) -> Self {
        Self(format!("{}.{step}", self.0))
    }

    /// Returns what the clause is about.
    #[must_use]
    pub fn root(&self) -> ClauseRoot<'_> {
        self.split_root().0
    }

    /// Returns the path below the root: `name.maxLength` of `AlbumUpdate.name.maxLength`. Empty for a root.
    #[must_use]
    pub fn below_root(&self) -> &str {
        self.split_root().1
    }

    /// Returns the first step below the root: `name` of `AlbumUpdate.name.maxLength`. Empty for a root.
    #[must_use]
    pub fn first_below_root(&self) -> &str {
        let below = self.below_root();
        below.split_once('.').map_or(below, |(first, _)| first)
    }

    /// The linter allows no dot in the names of entries, so the first dots are between the parts.
    fn split_root(&self) -> (ClauseRoot<'_>, &str) {
        let (area, rest) = self.0.split_once('.').unwrap_or((&self.0, ""));
        let (id, below) = rest.split_once('.').unwrap_or((rest, ""));
        let root = match area {
            "service" => return (ClauseRoot::Service, rest),
            "gaps" => return (ClauseRoot::Gap(rest), ""),
            "operations" => ClauseRoot::Operation(id),
            "errors" => ClauseRoot::Error(id),
            "lifecycles" => ClauseRoot::Lifecycle(id),
            "authentication" => ClauseRoot::Authentication(id),
            "limits" => ClauseRoot::Limit(id),
            "charges" => ClauseRoot::Charge(id),
            "events" => ClauseRoot::Channel(id),
            "profiles" => ClauseRoot::Profile(id),
            name => return (ClauseRoot::Type(name), rest),
        };
        (root, below)
    }

    /// Returns the path around the last step, and the last step: `AlbumUpdate.name` and `maxLength`.
    /// The path is empty for a single step.
    #[must_use]
    pub fn split_last(&self) -> (&str, &str) {
        self.0.rsplit_once('.').unwrap_or(("", &self.0))
    }

    /// Returns the path around the last step: that of the schema that a keyword belongs to.
    #[must_use]
    pub fn around(&self) -> &str {
        self.split_last().0
    }

    /// Returns the last step: the word of a keyword, or the name of a rule, an effect or a move.
    #[must_use]
    pub fn word(&self) -> &str {
        self.split_last().1
    }

    /// Returns the paths before and after a step: those of `AlbumUpdate.rules.named` at `rules` are `AlbumUpdate` and
    /// `named`.
    #[must_use]
    pub fn split_at(&self, step: &str) -> Option<(&str, &str)> {
        self.0.split_once(&format!(".{step}."))
    }

    /// Returns whether this clause equals the other clause or is below it.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        is_within(&self.0, &other.0)
    }

    /// Returns the path from another clause to this one, if this one is below it: `maxLength`.
    #[must_use]
    pub fn below(&self, other: &Self) -> Option<&str> {
        self.0.strip_prefix(&other.0)?.strip_prefix('.')
    }

    /// Returns the path as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a path equals another one or is below it.
pub(crate) fn is_within(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How firmly the contract states a clause.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The contract states the clause.
    #[default]
    Must,
    /// The contract qualifies the clause, with words such as "when available" or "typically".
    Should,
    /// The contract does not show the clause.
    Open,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// One requirement of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// The identity.
    pub id: ClauseId,
    /// How firmly the contract states the clause.
    pub level: Level,
    /// The requirement as a short phrase: `at most 256 characters`.
    pub statement: String,
    /// The heading of the contract's text; empty for a contract without a text.
    pub source: String,
}

/// Returns the level of a clause and the heading of the contract's text, if the contract has one: `must; Books`.
#[must_use]
pub fn level_and_heading(level: Level, heading: &str) -> String {
    let separator = if heading.is_empty() { "" } else { "; " };
    format!("{level}{separator}{heading}")
}
