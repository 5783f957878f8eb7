//! What holds of bytes that nobody thought of: one function for each reader of foreign bytes.
//!
//! The targets of `cargo fuzz` call these functions; a test of the workspace compiles them, too, and
//! gives them every seed. They must not fail for bytes that are only wrong.

pub mod answer;
pub mod parse;
pub mod report;
pub mod spec;
pub mod suite;
pub mod target;
