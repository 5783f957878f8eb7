//! The report of a run: a versioned document, and the views of it.
//!
//! ```text
//! document ─┬─ page        report.html
//!           ├─ ci_views    junit.xml, badge.svg, annotations in a log of GitHub Actions
//!           ├─ markdown    summary.md
//!           └─ summary     the terminal
//! ```
//!
//! `report.json` is the record. The views are pure functions of it and add nothing. `phrases` has the
//! sentences that all views share. `files` writes and reads the files.

mod ci_views;
mod conclude;
mod diff;
mod document;
mod explored;
mod files;
mod markdown;
mod merge;
mod overall;
mod page;
mod phrases;
mod readings;
mod summary;
mod verify;

pub use ci_views::{annotations, badge, junit};
pub use diff::{CONTRACT_HASH, CaseChange, Changed, Difference, diff};
pub use document::{
    BudgetReport, CaseReport, ClauseReport, Contract, ExploredReport, FeatureReport, FeatureState,
    ObservationReport, OffReport, ProfileReport, ProfileState, Reach, Report, Server, SuiteVersion,
    Verdict, WaiverReport, WaiverState,
};
pub use explored::Exploration;
pub use files::{
    RECORD, ReadError, ReportFile, SIGNATURE, WriteError, prepare_folder, read, read_text,
    replace_file, schema, write, write_files,
};
pub use markdown::markdown;
pub use merge::{MergeError, merge};
pub use overall::Overall;
pub use page::page;
pub use phrases::headline;
pub use readings::{ReadingReport, SeveralReadings};
pub use summary::{brief, summary};
pub use verify::{Contradiction, OtherSuite, Verification, verify, verify_alone};
