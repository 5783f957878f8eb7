//! Audits the suite. Servers that break one clause on purpose must fail a case; correct servers must pass
//! every case.
//!
//! ```text
//! mutants                     servers that get one clause wrong
//! habits                      mistakes that people have made in public, as mutants
//! variations                  correct servers that differ from the reference server
//! differences ─► proxy        the vocabulary of all of them, and its executor (exchange: what it changes)
//! served                      a server with differences: its contract, its decisions inside, the executor in front
//! auditor ─► rows             every mutant, and the cases that notice it (hunt: one mutant); cases that notice none
//!         ├► diagnosis          how many findings a mutant becomes
//!         ├► alarms             a whole run against each correct server
//!         └► order              the cases that notice the most mutants per request
//! exemptions                  the reasons why a mutant, a clause or a case is excused
//! journal                     the rows of an audit that was interrupted
//! document ─► views           the record, and its views
//! ```
//!
//! The crate knows no particular service. Mutants come from the contract, cases from the suite, habits and
//! variations from the files beside the contract's pages.

mod alarms;
mod auditor;
mod diagnosis;
mod differences;
mod document;
mod exchange;
mod exemptions;
pub mod habits;
mod hunt;
mod journal;
pub mod mutants;
mod order;
mod proxy;
mod reference_target;
mod rows;
mod served;
pub mod variations;
mod views;

pub use auditor::{Auditor, Progress, ReferenceServerFails};
pub use differences::{DataError, Difference};
pub use document::{
    Alarm, Audit, Diagnosis, FORMAT, Idle, MutantStatus, Origin, Row, Score, Subject,
};
pub use exemptions::{AuditExemptions, sample};
pub use journal::Journal;
pub use reference_target::reference_target;
pub use served::{DifferentServer, in_front_of, served_contract, with_bound_paths};
pub use views::{table, write};
