//! The suite, the reference server and the audit, bound to one contract.
//!
//! The contract of `spec/v2` is embedded, and the validators are those of the crate `webdata`. Everything
//! else is in the crates below this folder, which know no particular contract:
//!
//! ```text
//! webdata-cases ──► webdata-suite ──┐
//! webdata-reference ────────────────┴──► webdata-audit ──► this crate: contract, command line
//! ```

mod contract;
pub mod reference;

pub use contract::{audit_exemptions, embedded, suite, unreached};
pub use webdata_suite::{Suite, failure_message, judge, outcome, plan, report, run, target};
