//! The charges of a contract and the types that they apply to, as data that generated code fills in.

use crate::rule::{AsView, Condition, Segment};

/// A charge, besides those that the contract does not show.
#[derive(Debug, Clone, Copy)]
pub struct Charge {
    /// The identity. The clause is `charges.<id>`.
    pub id: &'static str,
    /// The service that is charged for.
    pub doc: &'static str,
    /// The price of one unit in credits, or `None` if the contract does not show it.
    pub credits: Option<u32>,
    /// The unit that is counted.
    pub per: Unit,
    /// The identity of the charge that this one may replace. At most one of the two is charged.
    pub instead_of: Option<&'static str>,
}

impl Charge {
    /// Makes a charge for each request, whose price the contract does not show.
    #[must_use]
    pub const fn new(id: &'static str, doc: &'static str) -> Self {
        Self { id, doc, credits: None, per: Unit::Request, instead_of: None }
    }

    /// Sets the price of one unit in credits.
    #[must_use]
    pub const fn credits(self, credits: u32) -> Self {
        Self { credits: Some(credits), ..self }
    }

    /// Sets the unit that is counted.
    #[must_use]
    pub const fn per(self, per: Unit) -> Self {
        Self { per, ..self }
    }

    /// Sets the charge that this one may replace.
    #[must_use]
    pub const fn instead_of(self, other: &'static str) -> Self {
        Self { instead_of: Some(other), ..self }
    }
}

/// The unit that a charge counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A request.
    Request,
    /// An analysed URL.
    Url,
    /// A page of a document.
    Page,
    /// A document.
    File,
    /// A run of a job.
    Run,
}

/// A type whose values, or values inside them, are charged.
pub trait Charged: AsView {
    /// The index of the type in its [`Table`].
    const TYPE: usize;
}

/// The charges of a contract, and the types that they apply to.
#[derive(Debug)]
pub struct Table {
    /// The charges.
    pub charges: &'static [Charge],
    /// The types that the charges apply to, directly or by the values inside.
    pub types: &'static [Earner],
}

/// A type that charges apply to.
#[derive(Debug)]
pub struct Earner {
    /// The charges that apply to values of the type: the index of each charge, and its condition.
    pub charges: &'static [(usize, Condition)],
    /// The values inside that may be charged.
    pub inside: &'static [Inside],
    /// The defaults of absent properties: names and JSON texts.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Earner {
    /// A type without charges.
    pub const NOTHING: Self = Self { charges: &[], inside: &[], defaults: &[] };
}

/// Values inside another value.
#[derive(Debug)]
pub struct Inside {
    /// The path to the values.
    pub path: &'static [Segment],
    /// The condition that a value must meet to be of the type.
    pub when: Option<Condition>,
    /// The index of their type in the table.
    pub of: usize,
}

impl Inside {
    /// Selects all values at a path. `of` is the index of their type in the table.
    #[must_use]
    pub const fn new(path: &'static [Segment], of: usize) -> Self {
        Self { path, when: None, of }
    }

    /// Selects only values that meet a condition.
    #[must_use]
    pub const fn when(self, when: Condition) -> Self {
        Self { when: Some(when), ..self }
    }
}
