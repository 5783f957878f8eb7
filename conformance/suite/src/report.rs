//! The report of a run: a versioned document, and the views of it.
//!
//! ```text
//! document ─┬─ page        report.html
//!           ├─ badge       badge.svg
//!           ├─ junit       junit.xml
//!           ├─ markdown    summary.md
//!           ├─ summary     the terminal
//!           └─ github      annotations in a log of GitHub Actions
//! ```
//!
//! `report.json` is the record. The views are pure functions of it and add nothing. `headline` and `phrases`
//! have the sentences that all views share, and `display` shows the texts of a server.

mod badge;
mod conclude;
mod diff;
mod document;
mod explored;
mod features;
mod github;
mod headline;
mod json;
mod junit;
mod markdown;
mod merge;
mod overall;
mod page;
pub(crate) mod phrases;
mod profiles;
mod read;
mod readings;
mod schema;
mod summary;
mod verify;
mod version_4;
mod write;

pub use badge::badge;
pub use diff::{CaseChange, Changed, Difference, diff};
pub(crate) use document::RunFacts;
pub use document::{
    BudgetReport, CaseReport, ClauseReport, Contract, FeatureReport, FeatureState,
    ObservationReport, OffReport, ProfileReport, ProfileState, Reach, Report, Server, SuiteVersion,
    Verdict, WaiverReport, WaiverState,
};
pub use explored::{Exploration, ExploredReport};
pub use github::annotations;
pub use headline::headline;
pub use junit::junit;
pub use markdown::markdown;
pub use merge::{MergeError, merge};
pub use overall::Overall;
pub use page::page;
pub use read::{ReadError, ReportFile, read, read_text};
pub use readings::{ReadingReport, SeveralReadings};
pub use schema::schema;
pub use summary::{brief, summary};
pub use verify::{Contradiction, OtherSuite, Verification, verify, verify_alone};
pub use write::{RECORD, SIGNATURE, WriteError, prepare_folder, replace_file, write, write_files};
