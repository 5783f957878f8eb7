//! Makes the values that requests send, and decides what the contract expects of them. This module does not
//! know cases.

pub(super) mod circumstances;
pub(super) mod format_samples;
pub(super) mod json_spellings;
pub(super) mod lengths;
pub(super) mod pattern_samples;
pub(super) mod phrases;
pub(super) mod places;
pub(super) mod returned;
pub(super) mod rule_bodies;
pub(super) mod rule_readings;
pub(super) mod samples;
pub(super) mod selection;
pub(super) mod spellings;
