//! What emitted code calls: decoding with every violation, formats, rules, updates.
//!
//! Nothing here knows a contract; the facts arrive as the arguments of checks.

#[cfg(feature = "client")]
pub mod client;
pub mod decode;
mod error_row;
pub mod format;
mod operation;
mod parse_error;
mod patch;
mod pattern;
pub mod rule;
mod violation;

pub use error_row::{ErrorRow, ErrorText, Retry, identify};
pub use operation::{Authentication, Endpoint, Operation};
pub use parse_error::ParseError;
pub use patch::Patch;
pub use pattern::Pattern;
pub use violation::{Violation, Violations};
