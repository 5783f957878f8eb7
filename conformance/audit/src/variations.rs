//! Correct servers that differ from the reference server where the contract leaves a choice.
//!
//! ```text
//! variation                                    a variation, and the servers that have several
//! objects ─► responses, forms, handling, lists
//!                                              how requests and responses are varied
//! table                                        every variation: its change, what allows it, and
//!                                              what the report says
//! server                                       a reference server behind a proxy that varies it
//! ```
//!
//! Like the reference server, this module knows the service. No server here is wrong: wrong ones are in
//! `mutants`.

mod forms;
mod handling;
mod lists;
mod objects;
mod responses;
mod server;
mod table;
mod variation;

pub use server::{VariantServer, open_in, varied_contract, varied_operations};
pub use table::VARIANTS;
pub use variation::{Variant, Variation};
