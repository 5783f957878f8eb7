//! The formats of strings that `jsonschema` does not know.
//!
//! It must not use the generated validators or what they are made of.

pub(crate) mod cron;
pub(crate) mod phrase;
pub(super) mod remembered;
