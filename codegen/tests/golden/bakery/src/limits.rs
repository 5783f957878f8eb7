//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The least value (`LoafCall.grams.minimum`).
pub const LOAF_CALL_GRAMS_MINIMUM: i64 = 1i64;

/// The least number of characters (`Recipe.flour.minLength`).
pub const RECIPE_FLOUR_MIN_LENGTH: usize = 1;

/// The least value (`Loaf.weight.minimum`).
pub const LOAF_WEIGHT_MINIMUM: i64 = 1i64;

/// The least number of properties (`LoafChange.minProperties`).
pub const LOAF_CHANGE_MIN_PROPERTIES: usize = 1;
