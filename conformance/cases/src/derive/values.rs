//! Makes the values that requests send, and decides what the contract expects of them. The modules `context` and
//! `ideas` make cases from them.

pub(super) mod expectations;
pub(super) mod format_samples;
pub(super) mod json_values;
pub(super) mod lengths;
pub mod phrases;
pub(super) mod places;
pub(super) mod rules;
pub(super) mod samples;
