//! The cases of a contract, as data, and the interpreter that judges values by the contract's model.
//!
//! ```text
//! spec ──derive──► cases ─┬─ coverage     clause by clause: its cases, or why there are none
//!   │                     └─ counts       how many there are of each kind
//!   └─interpreter─► the violations of a value ──► proof: that a case is what it claims to be
//! ```
//!
//! A case is a list of requests, each with the one response that the contract expects. This crate sends
//! nothing: it has no client, no server, no clock and no randomness, and it knows no particular service.

pub mod case;
pub mod challenge;
pub mod counts;
pub mod coverage;
pub mod derive;
pub mod equality;
pub mod exemptions;
pub mod interpreter;
pub mod json;
pub mod marker;
pub mod profiles;
pub mod proof;
