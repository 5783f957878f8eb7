//! Tests of the generator: the files that it writes, and the contracts that it rejects.
//!
//! These tests do not compile the generated code, as `emitted` does. Otherwise, golden files that do not
//! compile could not be overwritten.

mod generated_files;
mod rejected_contracts;
