//! A statement of a contract in the form in which it is compared. What its order does not matter
//! for is held in sets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::allowance::Allowance;
use crate::model::Level;

/// One statement.
pub(super) struct Statement<'s> {
    /// What it says, for people.
    pub(super) text: String,
    /// How firmly.
    pub(super) level: Level,
    /// What it belongs to.
    pub(super) owner: Owner<'s>,
    /// What it says, for the comparison.
    pub(super) fact: Fact<'s>,
    /// The words that stand beside the fact.
    pub(super) wording: Wording,
    /// The path of a property that it hangs on, and that may be new or gone.
    pub(super) about: Option<String>,
    /// Whether another clause says it, as that of a union says what the discriminators of its
    /// variants are.
    pub(super) hidden: bool,
}

impl Statement<'_> {
    /// Whether both say the same.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        self.fact == other.fact && self.level == other.level && self.wording == other.wording
    }
}

/// What a statement belongs to, and comes and goes with.
#[derive(Clone, Copy)]
pub(super) enum Owner<'s> {
    /// The schema at this path.
    Schema(&'s str),
    /// The operation of this identity.
    Operation(&'s str),
    /// The row of the error catalogue of this identity.
    Row(&'s str),
    /// Nothing but itself.
    Itself,
}

/// What a statement says.
#[derive(Debug, PartialEq)]
pub(super) enum Fact<'s> {
    /// Which values there may be.
    Constraint(Word),
    /// Which requests are accepted, whatever else travels.
    Demand(Word),
    /// What the server is bound to, in parts; the parts that are left out are not stated.
    Promise(Parts),
    /// What clients and servers both act on.
    Agreed(String),
    /// What clients may do about a failure.
    Allowed(Allowance),
    /// The credits, and what they are charged for.
    Charge(Option<u32>, String),
    /// The errors that an operation may answer.
    Errors(BTreeSet<&'s str>),
    /// An event, and what it carries.
    Event(Option<&'s str>),
    /// A point that is left open.
    Gap(String),
    /// The features and needs of a profile.
    Profile(BTreeSet<String>),
    /// What the service does, in words.
    Prose(&'s str),
    /// Documentation.
    Label(&'s str),
    /// The heading that it is taken from, and whether all that is around it is taken from there.
    Source(&'s str, bool),
    /// Good values.
    Examples(&'s [Value]),
    /// What clients should stop using.
    Deprecated(String),
}

/// The parts of a promise, by name.
pub(super) type Parts = BTreeMap<String, Part>;

/// A part of a promise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// It is this.
    Is(String),
    /// It holds for each of these.
    For(BTreeSet<String>),
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Is(text.to_owned())
    }
}

/// A constraint.
#[derive(Debug, PartialEq)]
pub(super) enum Word {
    /// The JSON types allowed; none for any.
    Types(Option<BTreeSet<String>>),
    /// Null is allowed.
    Nullable,
    /// At least this.
    Least(f64),
    /// At most this.
    Most(f64),
    /// Of this kind, which cannot be compared with another: a pattern, a format, a type.
    Same(String),
    /// One of these.
    Listed(BTreeSet<String>),
    /// One of these objects, told apart by this property.
    Variants(String, BTreeMap<String, String>),
    /// Exactly one of these is present; with all properties of the object.
    ExactlyOne(BTreeSet<String>, BTreeSet<String>),
    /// No other properties, no equal items.
    Flag,
    /// A multiple of this.
    Multiple(f64),
    /// With the first of each pair of properties, the second is present.
    Together(BTreeSet<(String, String)>),
    /// Always present.
    Required,
    /// A rule: what it asks, when it does not, and whether it can be read in two ways.
    Rule { asks: String, unless: Option<String>, open: bool },
    /// These may be refused.
    Open(BTreeSet<String>),
    /// A body of this type, and whether a request without one is refused.
    Body(String, bool),
    /// No more than this of something; the figure may be left open.
    Limit(Option<u64>, String),
}

impl Word {
    /// Whether it belongs to one kind of value, and goes when the kind does.
    pub(super) fn is_of_kind(&self) -> bool {
        !matches!(self, Self::Nullable | Self::Required | Self::Open(_))
    }
}

/// Words beside a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wording {
    /// There are none, or they say what the fact says.
    None,
    /// They tell what the fact says.
    Beside(String),
    /// They say more than the fact does.
    Meaning(String),
    /// The name of a type, which may change while the type stays the same.
    Name(String),
}
