//! The string formats that the `jsonschema` crate lacks.
//!
//! This module shares no code with the generated validators.

pub(crate) mod cron;
pub(crate) mod phrase;
pub(super) mod verdict_cache;
