//! Contracts of other services go the whole way: the suite, the reference server, the audit, and
//! servers that were written by hand. Their crates are goldens of `codegen`.
//!
//! What the emitted code does by itself is the business of `codegen/tests/emitted/`.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what fails here fails the test that calls it"
)]

mod audit;
mod by_hand;
mod conformant;
mod contract;
mod drafts;
mod explored;
mod lives;
mod parcels;
