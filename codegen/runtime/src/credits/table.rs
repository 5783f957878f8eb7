//! The charges of a contract and the types that earn them, as data that emitted code fills in.

use crate::rule::{Condition, Look, Segment};

/// Something that is charged for, over and above what the contract does not show.
#[derive(Debug, Clone, Copy)]
pub struct Charge {
    /// The identity; the clause is `charges.<id>`.
    pub id: &'static str,
    /// What is charged for.
    pub doc: &'static str,
    /// The credits for one of the unit; none where the contract shows no figure.
    pub credits: Option<u32>,
    /// What is counted.
    pub per: Unit,
    /// The identity of the charge in whose place it is made: one of the two, never both.
    pub instead_of: Option<&'static str>,
}

impl Charge {
    /// A charge for each request whose figure the contract does not show.
    #[must_use]
    pub const fn new(id: &'static str, doc: &'static str) -> Self {
        Self { id, doc, credits: None, per: Unit::Request, instead_of: None }
    }

    /// So many credits for one of the unit.
    #[must_use]
    pub const fn credits(self, credits: u32) -> Self {
        Self { credits: Some(credits), ..self }
    }

    /// Counted by another unit.
    #[must_use]
    pub const fn per(self, per: Unit) -> Self {
        Self { per, ..self }
    }

    /// Made in place of another charge.
    #[must_use]
    pub const fn instead_of(self, other: &'static str) -> Self {
        Self { instead_of: Some(other), ..self }
    }
}

/// What a charge is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Once a request.
    Request,
    /// Each URL that is analysed.
    Url,
    /// Each page of a document.
    Page,
    /// Each document.
    File,
    /// Each run of a job.
    Run,
}

/// A type whose values, or values inside it, earn charges.
pub trait Charged: Look {
    /// The place of the type in the table that it belongs to.
    const TYPE: usize;
}

/// The charges of a contract, and the types that earn them.
#[derive(Debug)]
pub struct Table {
    /// The charges.
    pub charges: &'static [Charge],
    /// The types that earn them, themselves or by what they hold.
    pub types: &'static [Earner],
}

/// A type that earns charges.
#[derive(Debug)]
pub struct Earner {
    /// The charges that its own values earn: the place of each among all, and when.
    pub charges: &'static [(usize, Condition)],
    /// The values inside it that may earn some.
    pub inside: &'static [Inside],
    /// What holds of members that are left out: their names, and JSON texts.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Earner {
    /// A type that earns nothing.
    pub const NOTHING: Self = Self { charges: &[], inside: &[], defaults: &[] };
}

/// Values inside others.
#[derive(Debug)]
pub struct Inside {
    /// Where they are.
    pub path: &'static [Segment],
    /// What must be so of each of them for it to be of the type.
    pub when: Option<Condition>,
    /// The place of their type in the table.
    pub of: usize,
}

impl Inside {
    /// All values at a path; `of` is the place of their type in the table.
    #[must_use]
    pub const fn new(path: &'static [Segment], of: usize) -> Self {
        Self { path, when: None, of }
    }

    /// Those of which a condition holds.
    #[must_use]
    pub const fn when(self, when: Condition) -> Self {
        Self { when: Some(when), ..self }
    }
}
