//! What emitted code calls.

pub mod format;
