//! Audits the suite. Servers that break one clause on purpose must fail a case; correct servers must pass
//! every case.
//!
//! ```text
//! mutants                     servers that get one clause wrong
//! habits                      mistakes that people have made in public, as mutants
//! variations                  correct servers that differ from the reference server
//! differences ─► proxy        the vocabulary of habits and variations, as layers of a proxy
//! auditor ─► kill_matrix      every mutant, and the cases that notice it (hunt: one mutant)
//!         ├► diagnosis          how many findings a mutant becomes
//!         ├► alarms             a whole run against each correct server
//!         ├► idle               cases that notice no mutant
//!         └► order ─► cover     the cases that notice the most mutants per request
//! exemptions                  the reasons why a mutant, a clause or a case is excused
//! journal                     the rows of an audit that was interrupted
//! document ─► page, table, curve, write     the record, and its views
//! sample                      a few mutants, to try other tools on
//! ```
//!
//! The crate knows no particular service. Mutants come from the contract, cases from the suite, habits and
//! variations from the files beside the contract's pages.

mod alarms;
mod auditor;
mod curve;
mod diagnosis;
mod differences;
mod document;
mod exemptions;
mod files;
pub mod habits;
mod hunt;
mod idle;
mod implemented;
mod journal;
mod kill_matrix;
pub mod mutants;
mod order;
mod origin;
mod page;
mod proxy;
mod reference_target;
mod sample;
mod set_cover;
mod table;
pub mod variations;

pub use auditor::{Auditor, Progress};
pub use differences::DataError;
pub use document::{Alarm, Audit, Diagnosis, FORMAT, Idle, MutantStatus, Row, Score, Subject};
pub use exemptions::AuditExemptions;
pub use files::write;
pub use journal::Journal;
pub use origin::Origin;
pub use reference_target::reference_target;
pub use sample::sample;
pub use table::table;
