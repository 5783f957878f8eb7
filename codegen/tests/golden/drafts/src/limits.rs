//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The largest number of characters (`CreateHeaders.Idempotency-Key.maxLength`).
pub const CREATE_HEADERS_IDEMPOTENCY_KEY_MAX_LENGTH: usize = 64;
