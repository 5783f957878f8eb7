//! Checks that the operations exist that the control plane's requests name.

use crate::service::backend::Backend;

/// Checks that the contract has an operation.
///
/// # Errors
/// A message that lists the operations of the contract.
pub(super) fn known_operation(backend: &Backend, id: &str) -> Result<(), String> {
    let known = &backend.contract.spec.operations;
    if known.contains_key(id) {
        return Ok(());
    }
    let known: Vec<&str> = known.keys().map(String::as_str).collect();
    Err(format!("there is no operation `{id}`; there are {}", known.join(", ")))
}
