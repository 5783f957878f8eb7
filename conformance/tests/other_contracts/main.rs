//! Contracts of other services: the suite, the reference server, the audit, and servers that are written by
//! hand.
//!
//! Tests of the emitted code alone are in
//! `codegen/tests/emitted/`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod accepted;
mod allotments;
mod audit;
mod by_hand;
mod contract;
mod drafts;
mod edits;
mod exploration;
mod generated;
mod keywords;
mod parcels;
mod whole;
