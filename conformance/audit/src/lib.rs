//! Audits the suite: every clause is broken on purpose, and the suite has to notice; correct servers
//! have to pass.
//!
//! ```text
//! mutants                     servers that get one clause wrong
//! habits                      mistakes that people have made in public, as mutants
//! front                       layers before the reference server, for habits and variations
//! variations                  correct servers that do something in another way
//! auditor ─► kill_matrix      every mutant, and the cases that notice it (hunt: one mutant)
//!         ├► telling            how many findings a mutant becomes
//!         ├► alarms             correct servers, each a whole run
//!         ├► idle               cases that have noticed nothing yet
//!         └► order ─► cover     the cases that tell the most per request
//! exemptions                  why a mutant, a clause or a case may be as it is
//! journal                     the rows of an audit that was interrupted
//! document ─► page, table, curve, write     the record, and its views
//! sample                      a few mutants, for other tools to be tried on
//! ```
//!
//! Apart from `variations` and the table of habits, it knows no particular service: mutants come from the contract, cases
//! from the suite.

mod alarms;
mod auditor;
mod cover;
mod curve;
mod document;
mod exemptions;
mod front;
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
mod reference_target;
mod sample;
mod table;
mod telling;
pub mod variations;
mod write;

pub use auditor::{Auditor, Progress};
pub use document::{Alarm, Audit, FORMAT, Fate, Idle, Row, Score, Subject, Told};
pub use exemptions::AuditExemptions;
pub use journal::Journal;
pub use origin::Origin;
pub use reference_target::reference_target;
pub use sample::sample;
pub use table::table;
pub use write::write;
