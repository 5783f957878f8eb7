//! A table from the names of a contract's types to their validators.
//!
//! It serves programs that validate bodies by the names of a contract, such as a test suite.

use serde_json::Value;

use crate::decode::{Model, violations};
use crate::{Operation, Violations};

/// The validators of one type of a contract.
#[derive(Debug, Clone, Copy)]
pub struct Validator {
    /// The name of the type in the contract.
    pub type_name: &'static str,
    /// Validates a value as a value of the type.
    pub check: fn(&Value) -> Violations,
    /// The validators of rules about what would be stored, for each operation that takes the type and has
    /// such rules.
    pub after_update: &'static [UpdateCheck],
}

/// Validates what an operation would store.
#[derive(Debug, Clone, Copy)]
pub struct UpdateCheck {
    /// The identity of the operation.
    pub operation: &'static str,
    /// Validates the request's rules on the stored value after the request, as
    /// [`Operation::check_after_update`] does.
    pub check: fn(request: &Value, stored: &Value) -> Violations,
}

impl Validator {
    /// Makes the validator of a type that no operation stores.
    #[must_use]
    pub const fn new<T: Model>(type_name: &'static str) -> Self {
        Self { type_name, check: violations::<T>, after_update: &[] }
    }

    /// Returns the validator of a type from a table that is sorted by type names, as generated tables are.
    #[must_use]
    pub fn find<'t>(table: &'t [Self], type_name: &str) -> Option<&'t Self> {
        let place = table.binary_search_by(|validator| validator.type_name.cmp(type_name)).ok()?;
        table.get(place)
    }
}

impl UpdateCheck {
    /// Returns the check of an operation, or one that finds nothing if the operation has none.
    #[must_use]
    pub const fn new<K>(operation: &Operation<K>) -> Self {
        let check = match operation.check_after_update {
            Some(check) => check,
            None => no_violations,
        };
        Self { operation: operation.id, check }
    }
}

/// Finds nothing, for operations without rules about stored properties.
fn no_violations(_: &Value, _: &Value) -> Violations {
    Violations::default()
}
