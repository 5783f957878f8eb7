//! Correct servers that differ from the reference server where the contract leaves a choice.
//!
//! ```text
//! variation       a variation, and the servers that have several
//! table           reads them: those that any contract allows, and those of the contract
//! server          a reference server behind a proxy that varies it
//! ```
//!
//! No server here is wrong: wrong ones are in `mutants`.

mod server;
mod table;
mod variation;

pub use server::{VariantServer, varied_contract, varied_operations};
pub use table::Variations;
pub use variation::{Variant, Variation};
