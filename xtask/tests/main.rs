//! Tests of the repository as a whole, in one program: its crates, packages, pages and generated files.

mod arrows;
mod contract_independence;
mod crates;
mod packages;
mod pages;
mod regenerate;
mod supply_chain;
mod walks;
