//! The report of a run: a versioned document, and the views of it.
//!
//! ```text
//! document ─┬─ page        report.html
//!           ├─ junit       junit.xml
//!           ├─ markdown    summary.md
//!           ├─ summary     what the terminal shows
//!           └─ github      annotations in a log of GitHub Actions
//! ```
//!
//! `report.json` is the record; the views are pure functions of it and say nothing more. What they
//! all say alike is in `findings`, and in `words` how they show a server's texts.

mod document;
mod failure;
mod findings;
mod github;
mod junit;
mod markdown;
mod page;
mod summary;
mod words;
mod write;

pub use document::{CaseReport, ClauseReport, Report, Server, Verdict};
pub use failure::failure_message;
pub use github::annotations;
pub use junit::junit;
pub use markdown::markdown;
pub use page::page;
pub use summary::summary;
pub use write::{WriteError, prepare, write};
pub(crate) use write::{put, replace};
