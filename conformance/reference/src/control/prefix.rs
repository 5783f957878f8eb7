//! Where the control plane is.

/// Where the control plane is, below the base address.
pub const PREFIX: &str = "/_reference";
