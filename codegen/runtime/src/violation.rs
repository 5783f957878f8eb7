//! What breaks the contract in a value, and where: the result of every check.
//!
//! Must never repeat a submitted value: it may be a secret.

use std::fmt;

use serde::Serialize;

/// One place that breaks one clause of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// The place, as a JSON Pointer (RFC 6901); the empty text is the whole value.
    pub pointer: String,
    /// The clause, such as `MonitorUpdate.name.maxLength`.
    pub clause: String,
    /// What is wrong, as a predicate that stands after the place: `has 257 characters, …`.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the value" } else { &self.pointer };
        write!(f, "{place} {} ({})", self.message, self.clause)
    }
}

/// Every violation of a value, in the order in which its places were read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// No violation.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// All of them, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.0
    }

    /// Adds one.
    pub fn push(&mut self, violation: Violation) {
        self.0.push(violation);
    }

    /// `Ok` with the value when there is no violation.
    ///
    /// # Errors
    /// The violations, when there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'v> IntoIterator for &'v Violations {
    type Item = &'v Violation;
    type IntoIter = std::slice::Iter<'v, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(violations: I) -> Self {
        Self(violations.into_iter().collect())
    }
}
