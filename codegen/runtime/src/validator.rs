//! A table from the names of a contract's types to their checks: what emitted tables are made of.
//!
//! For programs that judge bodies by the names that a contract gives, such as a test suite. Must not
//! judge anything itself.

use serde_json::Value;

use crate::decode::{Model, violations};
use crate::{Operation, Violations};

/// The checks of one type of a contract.
#[derive(Debug, Clone, Copy)]
pub struct Validator {
    /// The name of the type, as the contract has it.
    pub type_name: &'static str,
    /// Judges a value that is meant to be of the type.
    pub check: fn(&Value) -> Violations,
    /// For each operation that stores what it takes of the type, and whose rules are about what would
    /// be stored: what judges these.
    pub after_update: &'static [UpdateCheck],
}

/// Judges what an operation would store.
#[derive(Debug, Clone, Copy)]
pub struct UpdateCheck {
    /// The identity of the operation.
    pub operation: &'static str,
    /// Judges the request's rules on the stored value as it would stand, as
    /// [`Operation::check_after_update`] does.
    pub check: fn(request: &Value, stored: &Value) -> Violations,
}

impl Validator {
    /// The check of a type that no operation stores.
    #[must_use]
    pub const fn new<T: Model>(type_name: &'static str) -> Self {
        Self { type_name, check: violations::<T>, after_update: &[] }
    }

    /// Returns the validator of a type from a table that is sorted by the names of types, as emitted
    /// tables are.
    #[must_use]
    pub fn find<'t>(table: &'t [Self], type_name: &str) -> Option<&'t Self> {
        let place = table.binary_search_by(|validator| validator.type_name.cmp(type_name)).ok()?;
        table.get(place)
    }
}

impl UpdateCheck {
    /// Returns the check that an operation has already; it finds nothing where there is none.
    #[must_use]
    pub const fn new<K>(operation: &Operation<K>) -> Self {
        let check = match operation.check_after_update {
            Some(check) => check,
            None => no_violations,
        };
        Self { operation: operation.id, check }
    }
}

/// What an operation without rules about stored members finds.
fn no_violations(_: &Value, _: &Value) -> Violations {
    Violations::default()
}
