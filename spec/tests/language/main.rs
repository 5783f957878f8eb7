//! The language of contracts: what the reader accepts and rejects, the changes between two contracts, and the
//! views. Must not contain facts of the contract; those are for `contract/`.

mod clauses;
mod diff;
mod linter;
mod open_api;
mod reference_page;
mod schema;
mod support;
mod walk;
