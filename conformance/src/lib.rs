//! The suite, the reference server and the audit, bound to the contracts of the repository.
//!
//! The generated crate `webdata-contracts` has the pages of each contract, and the validators of the crate
//! that is generated from it. Everything else is in the crates below this folder, which know no particular
//! contract:
//!
//! ```text
//! webdata-cases ──► webdata-suite ──┐
//! webdata-reference ────────────────┴──► webdata-audit ──► this crate: contract, command line
//! ```

mod contract;
pub mod reference;

pub use contract::{
    Contract, ContractError, UnknownContract, embedded, extension, suite, variations,
};
pub use webdata_suite::{Suite, failure_message, judge, outcome, plan, report, run, target};
