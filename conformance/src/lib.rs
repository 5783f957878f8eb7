//! Judges any server of a contract, case by case.
//!
//! ```text
//! spec ──derive──► cases ──plan──► what this target is asked
//!                                   └──run──► outcomes ──report──► verdict, report.json and its views
//! ```
//!
//! [`mod@reference`] is the server that the suite runs against unless it is given another. Whether the
//! suite notices what is wrong, and nothing else, is measured on others made of it:
//!
//! ```text
//! reference ─┬─ mutation     servers with one fault: a case has to fail ──┐
//!            └─ permitted    servers that do right otherwise: none may  ──┴──► audit
//! ```

pub mod audit;
pub mod case;
mod contract;
pub mod counts;
pub mod coverage;
mod curl;
pub mod derive;
pub mod doctor;
pub mod judge;
mod message;
pub mod mutation;
mod nearest;
pub mod outcome;
pub mod permitted;
pub mod plan;
pub mod reasons;
pub mod reference;
pub mod report;
pub mod run;
mod suite;
pub mod target;
pub mod waivers;

pub use contract::embedded;
pub use curl::curl;
pub use nearest::nearest;
pub use suite::Suite;
