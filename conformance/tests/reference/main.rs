//! The reference server over real HTTP, held against the contract's text.
//!
//! What is expected here is transcribed from the contract by hand, never read from `spec/`, so that
//! a slip in `spec/` shows as well.

mod access;
mod bodies;
mod errors;
mod independence;
mod limits;
mod mutated;
mod refusals;
#[expect(clippy::unwrap_used, reason = "what fails here fails the test that calls it")]
mod served;
mod update;
