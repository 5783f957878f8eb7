//! Violations: the broken clauses of a value and their places, which every check returns.
//!
//! Submitted values are never repeated, since they may be secrets.

mod clause_id;
mod message;

use std::fmt;

use serde::Serialize;

pub use clause_id::ClauseId;
pub use message::{Figure, Message};

/// The largest number of violations that are kept for a value; more are only counted. This bounds the memory
/// for a body with a mistake in every byte.
pub const MOST_KEPT: usize = 1_000;

/// A place that breaks a clause of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The place, as a JSON Pointer (RFC 6901); empty for the whole value.
    pub pointer: String,
    /// The clause, such as `MonitorUpdate.name.maxLength`.
    pub clause: ClauseId,
    /// The mistake, as a predicate about the place: `has 257 characters, …`.
    pub message: Message,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the value" } else { &self.pointer };
        write!(f, "{place} {} ({})", self.message, self.clause)
    }
}

/// The violations of a value, in the order of the input: the first [`MOST_KEPT`](crate::decode::MOST_KEPT) of
/// them, and the number of further ones.
///
/// As JSON, it is the list of the kept violations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Violations {
    kept: Vec<Violation>,
    #[serde(skip)]
    left_out: usize,
}

impl Violations {
    /// Makes an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self::from_kept(Vec::new(), 0)
    }

    pub(crate) const fn from_kept(kept: Vec<Violation>, left_out: usize) -> Self {
        Self { kept, left_out }
    }

    /// Returns whether there is no violation.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.left_out == 0
    }

    /// Returns the number of kept violations.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns the number of violations that were not kept.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// Iterates over the kept violations, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.kept.iter()
    }

    /// Returns the kept violations, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.kept
    }

    /// Adds a violation, or only counts it if [`MOST_KEPT`](crate::decode::MOST_KEPT) are kept.
    pub fn push(&mut self, violation: impl FnOnce() -> Violation) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(violation());
        } else {
            self.left_out += 1;
        }
    }

    /// Returns the value if there is no violation.
    ///
    /// # Errors
    /// The violations, if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.kept.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{violation}")?;
        }
        match self.left_out {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Violations {}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl<'v> IntoIterator for &'v Violations {
    type Item = &'v Violation;
    type IntoIter = std::slice::Iter<'v, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.iter()
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(violations: I) -> Self {
        Self::from_kept(violations.into_iter().collect(), 0)
    }
}
