//! Names that whoever sets the server up may use, and what is said of others.

use crate::service::backend::Backend;

/// Checks that the contract has an operation.
///
/// # Errors
/// Which operations there are.
pub(super) fn known_operation(backend: &Backend, id: &str) -> Result<(), String> {
    let known = &backend.contract.spec.operations;
    if known.contains_key(id) {
        return Ok(());
    }
    let known: Vec<&str> = known.keys().map(String::as_str).collect();
    Err(format!("there is no operation `{id}`; there are {}", known.join(", ")))
}
