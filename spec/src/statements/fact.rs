//! The facts of statements, as they are compared. Parts whose order makes no difference are in sets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::model::{Retry, RetryRules};

/// The entry that a statement belongs to. A statement is added or removed together with its owner.
#[derive(Clone, Copy)]
pub(crate) enum Owner<'s> {
    /// The schema at this path.
    Schema(&'s str),
    /// The operation of this identity.
    Operation(&'s str),
    /// The row of the error catalogue of this identity.
    Row(&'s str),
    /// The statement stands alone.
    Itself,
}

/// The content of a statement.
#[derive(Debug, PartialEq)]
pub(crate) enum Fact<'s> {
    /// Which values are allowed.
    Constraint(Requirement),
    /// Which requests are accepted, even if responses use the type too.
    Demand(Requirement),
    /// What the server must do, in parts; missing parts are not stated.
    Promise(Parts),
    /// What clients and servers both act on.
    Agreed(String),
    /// What clients may do after a failure.
    Allowed(Allowance),
    /// The credits, and what they are charged for.
    Charge(Option<u32>, String),
    /// The errors that responses of an operation may have.
    Errors(BTreeSet<&'s str>),
    /// An event, and the type of its payload.
    Event(Option<&'s str>),
    /// A point that the contract leaves open.
    Gap(String),
    /// The features and needs of a profile.
    Profile(BTreeSet<String>),
    /// Behaviour of the service, in prose.
    Prose(&'s str),
    /// Documentation.
    Label(&'s str),
    /// The heading of the contract's text, and whether the entry around has the same heading.
    Source(&'s str, bool),
    /// Example values.
    Examples(&'s [Value]),
    /// The sentence of a deprecation.
    Deprecated(String),
}

/// The parts of a promise, by name.
pub(crate) type Parts = BTreeMap<String, PromisePart>;

/// A part of a promise.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PromisePart {
    /// A fixed value.
    Value(String),
    /// The set of things that the promise applies to.
    Scope(BTreeSet<String>),
}

impl From<&str> for PromisePart {
    fn from(text: &str) -> Self {
        Self::Value(text.to_owned())
    }
}

/// A constraint.
#[derive(Debug, PartialEq)]
pub(crate) enum Requirement {
    /// The JSON types allowed; `None` allows any.
    Types(Option<BTreeSet<String>>),
    /// Null is allowed.
    Nullable,
    /// At least this number.
    Minimum(f64),
    /// At most this number.
    Maximum(f64),
    /// A requirement that can only be compared for equality: a pattern, a format, a type.
    Opaque(String),
    /// One of these values.
    Enum(BTreeSet<String>),
    /// One of these objects, which the value of this property selects.
    Variants(String, BTreeMap<String, String>),
    /// Exactly one of the first set is present; the second set has all properties of the object.
    ExactlyOne(BTreeSet<String>, BTreeSet<String>),
    /// A requirement without an operand: no other properties, no equal items.
    Flag,
    /// A multiple of this number.
    MultipleOf(f64),
    /// For each pair of properties: if the first is present, the second must be.
    DependentRequired(BTreeSet<(String, String)>),
    /// The property must be present.
    Required,
    /// A rule: what it demands, its exception, and whether it has two readings.
    Rule { asks: String, unless: Option<String>, open: bool },
    /// A server may reject these values.
    Open(BTreeSet<String>),
    /// A body of this type, and whether a request without a body is rejected.
    Body(String, bool),
    /// A maximum, which may be left open, of something.
    Limit(Option<u64>, String),
}

impl Requirement {
    /// Returns whether the constraint applies to one kind of value, and so disappears when the kind changes.
    pub(crate) fn is_specific_to_kind(&self) -> bool {
        !matches!(self, Self::Nullable | Self::Required | Self::Open(_))
    }
}

/// The wording beside a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wording {
    /// No wording, or one that follows from the fact.
    None,
    /// The wording explains the fact.
    Beside(String),
    /// The wording says more than the fact.
    Meaning(String),
    /// The name of a type, which may change while the type stays the same.
    Name(String),
}

/// What clients may do after a failure.
#[derive(Debug, PartialEq)]
pub(crate) enum Allowance {
    /// Repeat a request after this error.
    AfterError(Retry),
    /// Repeat a request after these status codes only.
    AfterStatuses(BTreeSet<u16>),
    /// Repeat a request after a wait: as long as a header says, or longer with every attempt.
    AfterWait(String),
    /// Repeat a request at this pace.
    AtPace(RetryTiming),
}

/// The delays and the number of attempts.
#[derive(Debug, PartialEq)]
pub(crate) struct RetryTiming {
    pub(crate) base_seconds: u32,
    pub(crate) cap_seconds: u32,
    pub(crate) jitter_seconds: u32,
    pub(crate) attempts: u32,
}

impl RetryTiming {
    pub(crate) fn from_rules(rules: &RetryRules) -> Self {
        let &RetryRules { base_seconds, cap_seconds, jitter_seconds, attempts, .. } = rules;
        Self { base_seconds, cap_seconds, jitter_seconds, attempts }
    }
}

/// Creates a promise of these parts.
pub(super) fn promise<'s, const N: usize>(parts: [(&str, &str); N]) -> Fact<'s> {
    let parts = parts.into_iter().map(|(name, is)| (name.to_owned(), PromisePart::from(is)));
    Fact::Promise(parts.collect())
}

/// Returns a promise that one of the words occurs, in any order of the words.
pub(super) fn any_of_words(words: &[String]) -> PromisePart {
    let words: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    PromisePart::Value(words.into_iter().collect::<Vec<_>>().join(" or "))
}
