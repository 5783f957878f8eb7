//! The suite, the reference server and the audit, bound to a contract: that of a folder, or the embedded one.
//!
//! Everything else is in the crates below this folder, which know no particular contract:
//!
//! ```text
//! webdata-cases ──► webdata-suite ──┐
//! webdata-reference ────────────────┴──► webdata-audit ──► this crate: contract, command line
//! ```

mod contract;
pub mod reference;

pub use contract::{Contract, ContractError, embedded, extension, suite, variations};
pub use webdata_suite::{Suite, failure_message, judge, outcome, plan, report, run, target};
