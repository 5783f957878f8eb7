//! Checks for bytes of any kind: one function for each reader of untrusted bytes.
//!
//! The fuzz targets call these functions. A test of the workspace compiles them as well and calls them with
//! every seed. They must not fail for bytes that are merely invalid.

pub mod answer;
pub mod parse;
pub mod report;
pub mod spec;
pub mod suite;
pub mod target;
