//! The reference server over real HTTP, held against the contract's text.
//!
//! What is expected here is transcribed from the contract by hand, never read from `spec/`, so that
//! a slip in `spec/` shows as well.

mod access;
mod errors;
mod independence;
mod mutated;
mod refusals;
mod served;
mod update;
