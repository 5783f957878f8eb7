//! The crates of the test contracts in `codegen/tests/contracts/`, each a module, generated when this crate is
//! compiled.

include!(concat!(env!("OUT_DIR"), "/contracts.rs"));
