//! The path of the control plane.

/// The path of the control plane below the base URL.
pub const PREFIX: &str = "/_reference";
