//! Judges any server of a contract, case by case.
//!
//! ```text
//! cases + target ──plan──► cases for this target ──run──► responses ──judge──► outcomes ──report──►
//! verdict, report.json and its views
//! ```
//!
//! The suite takes the contract and its cases as values. It depends on no particular service, no generated code and
//! no server.

/// Displays types by their serialized names.
macro_rules! displayed {
    ($($name:ty),*) => {
        $(impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.serialize(f)
            }
        })*
    };
}

pub mod doctor;
mod failure;
pub mod findings;
mod foreign_file;
mod interference;
pub mod judge;
mod memory;
mod message;
pub mod order;
pub mod outcome;
pub mod plan;
mod quantities;
pub mod remedies;
pub mod report;
pub mod run;
mod suite;
pub mod target;
mod untrusted;
pub mod waivers;

pub use failure::failure_message;
pub use message::curl;
pub use quantities::{describe_duration, describe_seconds, pluralize};
pub use suite::Suite;
pub use untrusted::{Printable, Untrusted};
