//! The report of a run: a versioned document, and the views of it.
//!
//! `report.json` is the record; JUnit and the summary are made from it and say nothing more.

mod conclude;
mod diff;
mod document;
mod failure;
mod features;
mod json;
mod junit;
mod merge;
mod read;
mod schema;
mod summary;
mod verify;
mod write;

pub use diff::{Change, Changed, Difference, diff};
pub use document::{
    CaseReport, ClauseReport, Contract, FeatureReport, FeatureState, ObservationReport, Report,
    Server, SuiteVersion, Verdict, WaiverReport, WaiverState,
};
pub use failure::failure_message;
pub use merge::{MergeError, merge};
pub use read::{Found, ReadError, read, read_text};
pub use schema::schema;
pub(crate) use summary::joined;
pub use summary::summary;
pub use verify::{Finding, OtherSuite, Verification, verify};
pub use write::{WriteError, prepare, write};
pub(crate) use write::{put, replace};
