//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v0`; never edited.

/// The least number of items (`Names.minItems`).
pub const NAMES_MIN_ITEMS: usize = 1;

/// The least number of characters (`Names.items.minLength`).
pub const NAMES_ITEMS_MIN_LENGTH: usize = 1;

/// The largest number of characters (`Text.maxLength`).
pub const TEXT_MAX_LENGTH: usize = 3;
