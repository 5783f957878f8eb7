//! The report of a run: a versioned document, and the views of it.
//!
//! `report.json` is the record; JUnit and the summary are made from it and say nothing more.

mod document;
mod failure;
mod junit;
mod summary;
mod write;

pub use document::{CaseReport, ClauseReport, Report, Server, Verdict};
pub use failure::failure_message;
pub(crate) use summary::joined;
pub use summary::summary;
pub use write::{WriteError, prepare, write};
pub(crate) use write::{put, replace};
