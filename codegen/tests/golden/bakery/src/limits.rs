//! The limits of the contract as constants, each with its clause.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

/// The minimum of `LoafCall.grams` (`LoafCall.grams.minimum`).
pub const LOAF_CALL_GRAMS_MINIMUM: i64 = 1;

/// The minimum number of characters of `Recipe.flour` (`Recipe.flour.minLength`).
pub const RECIPE_FLOUR_MIN_LENGTH: usize = 1;

/// The minimum of `Loaf.weight` (`Loaf.weight.minimum`).
pub const LOAF_WEIGHT_MINIMUM: i64 = 1;

/// The minimum number of properties of `LoafChange` (`LoafChange.minProperties`).
pub const LOAF_CHANGE_MIN_PROPERTIES: usize = 1;
